//! The form with a visitor's files, read no further than there is room for it.

use crate::{
    http::{Code, Problem},
    livechat::{Livechat, limits::Reserved, model::VisitState, store},
    tickets::{NewFile, read_form},
};
use axum::{extract::Multipart, http::StatusCode};

/// Reads a form that is of no use to its end, and keeps nothing of it.
async fn skip(mut form: Multipart) {
    while let Ok(Some(mut field)) = form.next_field().await {
        while let Ok(Some(_)) = field.chunk().await {}
    }
}

impl Livechat {
    /// Takes the files of a form for a message to come. Only a chat that runs takes any; `announced` is
    /// the length its sender said.
    pub(super) async fn take_files(
        &self,
        row: &store::Row,
        network: &str,
        announced: Option<i64>,
        form: Multipart,
    ) -> Result<Vec<NewFile>, Problem> {
        let reserved = match self.room_for(row, network, announced).await {
            Ok(reserved) => reserved,
            Err(problem) => {
                // A browser reads no answer before it has sent everything.
                skip(form).await;
                return Err(problem);
            }
        };
        let read = read_form(&self.shelf(), form, self.upload_max).await;
        // What was set aside for a form that broke off stays counted: part of it may lie here.
        let (_, files) = read?;
        let used: u64 = files.iter().map(|file| file.blob.size).sum();
        self.give_back(&reserved, i64::try_from(used).unwrap_or(i64::MAX)).await?;
        if files.is_empty() {
            return Err(Problem::field("attachment", "Attach at least one file."));
        }
        Ok(files)
    }

    async fn room_for(
        &self,
        row: &store::Row,
        network: &str,
        announced: Option<i64>,
    ) -> Result<Reserved, Problem> {
        if VisitState::parse(&row.state) != VisitState::Active {
            return Err(Problem::new(Code::Conflict, "This chat is not open."));
        }
        let Some(bytes) = announced.filter(|bytes| *bytes >= 0) else {
            let text = "Say in Content-Length how much you send.";
            return Err(Problem::invalid(text).with_status(StatusCode::LENGTH_REQUIRED));
        };
        let most = self.limits.upload_request_bytes;
        if bytes > most {
            let text = format!("Send at most {} MB at once.", most / 1_000_000);
            return Err(Problem::new(Code::TooLarge, text));
        }
        self.reserve(row, network, bytes).await
    }
}
