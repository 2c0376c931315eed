//! Somebody sets a ticket's status, or who takes part in it.

use super::{field, status};
use crate::tickets::{
    Tickets,
    model::{Status, Viewer},
    record::expected_version,
    store,
};
use crate::{
    accounts,
    db::{DbError, Tx},
    http::{Code, Problem},
};

/// Participants of one ticket: lists keep their ids in an index, whose entries have a largest size.
pub(in crate::tickets) const PARTICIPANTS_MAX: usize = 100;

impl Tickets {
    /// Sets a ticket's status in the caller's transaction. With `seen`, the newest message that was
    /// on screen, it is neither resolved nor closed over what was not seen. Gives the id of the line
    /// in the conversation.
    ///
    /// # Errors
    /// `not_found`; `overtaken`; `invalid` while a field is empty that must not be then; `conflict` when the customer has a newer ticket in the conversation.
    pub async fn set_status_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        status: Status,
        seen: Option<i64>,
    ) -> Result<Option<i64>, Problem> {
        let now = self.clock.now_ms();
        let row = store::held_ticket(tx, viewer, ticket).await?;
        let row = self.stands_alone(tx, row).await?;
        if let Some(seen) = seen {
            expected_version::before_end(tx, viewer, &row, status, seen).await?;
        }
        field::before_end(tx, &row, status).await?;
        let name = self.channel_name(&row);
        let done = status::change_status(tx, viewer, &row, status, &name, now).await;
        done.map_err(|error| match error {
            DbError::Unique(_) => Problem::new(
                Code::Conflict,
                "The customer already has a newer open ticket in this conversation. Answer there.",
            ),
            other => other.into(),
        })
    }

    /// Sets who takes part in a ticket in the caller's transaction. Gives the ticket's id.
    ///
    /// # Errors
    /// `not_found`; `invalid` for a username there is not, for more than 100, and when none of them answers
    /// customers.
    pub async fn assign_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        usernames: &[String],
    ) -> Result<i64, Problem> {
        let now = self.clock.now_ms();
        let row = store::held_ticket(tx, viewer, ticket).await?;
        if usernames.len() > PARTICIPANTS_MAX {
            let text = format!("A ticket has at most {PARTICIPANTS_MAX} participants.");
            return Err(Problem::field("participants", text));
        }
        let (mut users, mut answered) = (vec![], false);
        for username in usernames {
            let user = accounts::find_user(tx, viewer.client_id, username).await?;
            let user = user.ok_or_else(|| {
                Problem::field("participants", format!("There is no user named {username}."))
            })?;
            answered |= user.answers;
            let user = (user.id, user.username);
            if !users.contains(&user) {
                users.push(user);
            }
        }
        if !users.is_empty() && !answered {
            let text = "None of these people answers customers. Add somebody who does.";
            return Err(Problem::field("participants", text));
        }
        let name = self.channel_name(&row);
        status::assign(tx, &row, &users, viewer, &name, now).await?;
        Ok(row.id)
    }
}
