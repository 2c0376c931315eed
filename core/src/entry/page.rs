//! A customer fills in a form.

use super::{
    Entries,
    api::{PublicForm, TicketReceived},
    model::{Fields, MESSAGE_MAX, Rules, TRIES, TicketForm, Written, check},
    open::Origin,
    store,
};
use crate::{
    http::{Problem, SuccessWord},
    tickets::NewFile,
};
use std::net::IpAddr;

pub(super) fn closed() -> Problem {
    Problem::forbidden("This form is closed.")
}

fn rules(form: &TicketForm) -> Rules<'_> {
    Rules { required: &form.required, reachable: true, known: false, message_max: MESSAGE_MAX }
}

impl Entries {
    /// The form behind a token, while it is open.
    ///
    /// # Errors
    /// `not_found`, or `forbidden` for one that is closed.
    pub(super) async fn form(&self, token: &str) -> Result<TicketForm, Problem> {
        let mut conn = self.db.read().await?;
        let form = store::by_token_across_clients(&mut conn, token).await?;
        let form = form.ok_or_else(Problem::not_found)?;
        if form.active { Ok(form) } else { Err(closed()) }
    }

    /// What the page shows.
    pub(super) async fn shown(&self, token: &str) -> Result<PublicForm, Problem> {
        let form = self.form(token).await?;
        let files = self.form_files();
        Ok(PublicForm {
            result: SuccessWord::Success,
            title: form.title,
            intro: form.intro,
            required: form.required,
            message_max: MESSAGE_MAX,
            files_max: files.files,
            file_max_bytes: files.file_bytes,
        })
    }

    /// The form for somebody who is about to send it; counted before anything is read.
    ///
    /// # Errors
    /// `not_found`, `forbidden`, or `rate_limited`.
    pub(super) async fn admit(&self, token: &str, from: IpAddr) -> Result<TicketForm, Problem> {
        let form = self.form(token).await?;
        let what = format!("new_ticket:{}", form.id);
        self.accounts.count_stranger(&what, from, TRIES).await?;
        Ok(form)
    }

    /// Checks what was filled in. `files` is none while they are still to come.
    pub(super) fn judge_form(
        form: &TicketForm,
        fields: &Fields,
        files: Option<usize>,
    ) -> Result<Written, Problem> {
        check(fields, rules(form), files)
    }

    /// Makes the ticket and gives its number. Nothing of what was written is told back or sent to
    /// anybody.
    ///
    /// # Errors
    /// `invalid` with what to change, `forbidden` when the form was closed meanwhile.
    pub(super) async fn submit(
        &self,
        form: &TicketForm,
        fields: &Fields,
        files: &[NewFile],
    ) -> Result<TicketReceived, Problem> {
        let written = Self::judge_form(form, fields, Some(files.len()))?;
        let entered = self.open(form.client_id, &Origin::Form(form), &written, files).await?;
        Ok(TicketReceived { result: SuccessWord::Success, ticket_number: entered.number })
    }
}
