//! Pinned messages: those a ticket's people want in sight.

use crate::http::{Code, Problem};
use crate::tickets::{
    Tickets,
    api::{AddPin, MessageView, RemovePin},
    model::Viewer,
    record::announce,
    store,
};

/// Pinned messages of one ticket.
const PINS_MAX: usize = 20;

impl Tickets {
    /// Pins a message, or takes the pin away. Gives the message as it is shown; what is so already
    /// stays so.
    ///
    /// # Errors
    /// `not_found`; `conflict` for a line of the system, a message that is gone, or the pin too many.
    pub async fn pin(
        &self,
        viewer: &Viewer,
        message_id: i64,
        pinned: bool,
    ) -> Result<MessageView, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let (row, ticket) = self.own_message(&mut tx, viewer, message_id).await?;
        let before = store::lock_message(&mut tx, client_id, message_id).await?;
        let before = before.ok_or_else(Problem::not_found)?.pinned_at;
        if before.is_some() == pinned {
            tx.commit().await?;
            return self.shown(client_id, message_id).await;
        }
        if pinned && (row.direction == "system" || row.deleted_at.is_some()) {
            return Err(Problem::new(Code::Conflict, "There is nothing here to pin."));
        }
        if pinned && store::pinned(&mut tx, client_id, ticket.id).await?.len() >= PINS_MAX {
            let text = format!("A ticket has at most {PINS_MAX} pinned messages.");
            return Err(Problem::new(Code::Conflict, text));
        }
        store::set_pinned(&mut tx, client_id, message_id, pinned.then_some(now)).await?;
        let message = if pinned {
            let data = |act| AddPin { act };
            announce::kept(&mut tx, &ticket, message_id, viewer, data, now).await?
        } else {
            let data = |act| RemovePin { act };
            announce::kept(&mut tx, &ticket, message_id, viewer, data, now).await?
        };
        tx.commit().await?;
        Ok(message)
    }
}
