//! A ticket is spam: out of the lists, and back where it was when somebody takes that back.

use super::status;
use crate::tickets::{
    Tickets,
    api::SpamMarked,
    model::{Status, Viewer},
    store::{self, TicketRow},
};
use crate::{
    accounts::Caller,
    db::{DbError, Tx},
    http::{Code, Problem, SuccessWord},
};

impl Tickets {
    /// Marks a ticket as spam, or takes that back; with `block` also blocks its sender. Gives the
    /// status it has now.
    ///
    /// # Errors
    /// `not_found`; `forbidden` for a block by somebody from whom the permission is taken; `conflict`
    /// when the customer has another open ticket in the same conversation.
    pub async fn set_spam(
        &self,
        caller: &Caller,
        ticket: i64,
        spam: bool,
        block: Option<&str>,
    ) -> Result<SpamMarked, Problem> {
        let viewer = Viewer::from(caller);
        let mut tx = self.db.begin().await?;
        let (row, wanted) = self.set_spam_in(&mut tx, &viewer, ticket, spam).await?;
        if let Some(why) = block {
            self.block_in(&mut tx, caller, &row, why).await?;
        }
        tx.commit().await?;
        Ok(SpamMarked { result: SuccessWord::Success, status: wanted.code() })
    }

    /// Marks a ticket as spam, or takes that back, in the caller's transaction. Gives the ticket as it
    /// was and its status now.
    ///
    /// # Errors
    /// `not_found`; `conflict` when the customer has another open ticket in the same conversation.
    pub async fn set_spam_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        spam: bool,
    ) -> Result<(TicketRow, Status), Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let row = store::held_ticket(tx, viewer, ticket).await?;
        let row = self.stands_alone(tx, row).await?;
        let was_spam = row.status == Status::Spam.code();
        let done = match (spam, was_spam) {
            (true, true) | (false, false) => {
                Ok(Status::from_code(row.status).unwrap_or(Status::Open))
            }
            (true, false) => {
                let aside = store::snoozed_until(tx, client_id, row.id).await?;
                let name = row.channel_id.map(|id| self.carrier.account_name(client_id, id));
                let name = name.unwrap_or_default();
                let to = Status::Spam;
                status::change_status(tx, viewer, &row, to, &name, now).await?;
                store::keep_aside(tx, client_id, row.id, aside).await?;
                Ok(to)
            }
            (false, true) => {
                let (before, aside) = store::before_spam(tx, client_id, row.id).await?;
                let before = before.and_then(Status::from_code).unwrap_or(Status::Open);
                self.put_back(tx, viewer, &row, (before, aside), now).await
            }
        };
        let status = done.map_err(|error| match error {
            DbError::Unique(_) => Problem::new(
                Code::Conflict,
                "The customer already has a newer ticket in this conversation.",
            ),
            other => other.into(),
        })?;
        Ok((row, status))
    }
}
