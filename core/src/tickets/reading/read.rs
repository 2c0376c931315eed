//! An agent has read a ticket.

use crate::tickets::{
    Tickets,
    api::ReadMessage,
    model::{ListKind, Viewer},
    record::announce,
    store,
};
use crate::{http::Problem, tickets::api::UnreadTotals};

impl Tickets {
    /// Marks a ticket read up to a message, or up to its newest. Reading twice changes nothing.
    ///
    /// # Errors
    /// `not_found` for a ticket this viewer does not see.
    pub async fn mark_read(
        &self,
        viewer: &Viewer,
        ticket: i64,
        up_to: Option<i64>,
    ) -> Result<i64, Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let row = store::held_ticket(&mut tx, viewer, ticket).await?;
        let newest = row.last_in_id.unwrap_or(0);
        let read_to = up_to.unwrap_or(newest).min(newest.max(row.read_to)).max(0);
        let changed =
            store::mark_read(&mut tx, viewer.client_id, row.id, viewer.user_id, read_to, now)
                .await?;
        if changed > 0 {
            let data = ReadMessage {
                ticket_id: row.id,
                ticket_number: row.number,
                username: viewer.username.clone(),
                read_to,
            };
            announce::announce(&mut tx, &row, &data, now);
            tx.commit().await?;
        }
        Ok(read_to)
    }

    /// How many tickets and live chats have something unread for this viewer.
    ///
    /// # Errors
    /// `unavailable`.
    pub async fn unread(&self, viewer: &Viewer) -> Result<UnreadTotals, Problem> {
        let mut conn = self.db.read().await?;
        let tickets = store::unread_total(&mut conn, viewer, ListKind::Ticket).await?;
        let chats = store::unread_total(&mut conn, viewer, ListKind::Livechat).await?;
        Ok(UnreadTotals { ticket: tickets, livechat: chats, chat: 0 })
    }
}
