//! A message is deleted: at the customer's side where the channel can, else at the desk only.

use super::edit::Change;
use crate::tickets::{
    Tickets,
    api::{MessageView, SyncDelete},
    model::{NOTE, Viewer},
    record::announce,
    store::{self, MessageRow, TicketRow},
};
use crate::{
    db::Tx,
    http::{Code, Problem},
};

impl Tickets {
    /// A message, held with its ticket, and the ticket that shows it, for a viewer who may see it.
    pub(in crate::tickets) async fn own_message(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        message_id: i64,
    ) -> Result<(MessageRow, TicketRow), Problem> {
        store::hold_ticket_of(tx, viewer.client_id, message_id).await?;
        let row = store::message(tx, viewer.client_id, message_id).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        store::ticket_for(tx, viewer, row.ticket_id).await?;
        let shown = store::shown_in(tx, viewer.client_id, row.ticket_id).await?;
        Ok((row, shown.ok_or_else(Problem::not_found)?))
    }

    /// Deletes a message. Where the channel takes messages back, the customer's side follows; else it
    /// goes from the desk only. What is gone stays gone.
    ///
    /// # Errors
    /// `not_found`; `forbidden` for others' messages, except for admins; `conflict` for a line of the
    /// system and for what is on its way at this moment.
    pub async fn remove_message(
        &self,
        viewer: &Viewer,
        ticket: i64,
        message_id: i64,
    ) -> Result<MessageView, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        // Held before its state is judged: a colleague may send it again at this moment.
        store::hold_ticket_of(&mut tx, client_id, message_id).await?;
        store::lock_message(&mut tx, client_id, message_id).await?;
        let (row, found) = self.own_message(&mut tx, viewer, message_id).await?;
        if ![found.id, found.number, row.ticket_id].contains(&ticket) {
            let home = store::ticket_row(&mut tx, client_id, row.ticket_id, 0).await?;
            home.filter(|home| home.number == ticket).ok_or_else(Problem::not_found)?;
        }
        if row.deleted_at.is_some() {
            tx.commit().await?;
            return self.shown(client_id, message_id).await;
        }
        if row.direction == "system" {
            return Err(Problem::new(Code::Conflict, "This line is no message."));
        }
        let own = matches!(row.direction.as_str(), "out" | NOTE) && row.sender == viewer.username;
        if !own && !viewer.admin {
            let text = "Only who wrote a message, or an admin, can delete it.";
            return Err(Problem::forbidden(text));
        }
        let arrived = matches!(row.state.as_str(), "sent" | "delivered" | "read");
        let takes_back = row.channel_id.is_some_and(|id| self.carrier.rules(client_id, id).delete);
        if row.direction == "out" && arrived && takes_back {
            drop(tx);
            return self.change_message(viewer, message_id, &Change::TakeBack).await;
        }
        if matches!(row.state.as_str(), "queued" | "sending") {
            let text = "This message is on its way. Delete it when it has been sent.";
            return Err(Problem::new(Code::Conflict, text));
        }
        store::take_back(&mut tx, client_id, message_id, Some(now)).await?;
        let message =
            announce::kept(&mut tx, &found, message_id, viewer, SyncDelete::from, now).await?;
        tx.commit().await?;
        Ok(message)
    }

    /// Whether a message of a ticket is deleted.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn is_gone(
        &self,
        viewer: &Viewer,
        ticket_id: i64,
        message_id: i64,
    ) -> Result<bool, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::message(&mut conn, viewer.client_id, message_id).await?;
        let Some(row) = row.filter(|row| row.deleted_at.is_some()) else { return Ok(false) };
        Ok(store::path(&mut conn, viewer.client_id, row.ticket_id).await?.contains(&ticket_id))
    }
}
