//! Resend: a message that did not arrive is sent again, because an agent said so.

use super::{carrier::Outgoing, reply::Replied};
use crate::http::{Code, Problem};
use crate::tickets::{
    Tickets,
    api::{MessageStateChanged, MessageView},
    model::Viewer,
    record::{announce, contents},
    store,
};

impl Tickets {
    pub(in crate::tickets) async fn replied(
        &self,
        viewer: &Viewer,
        id: i64,
    ) -> Result<Replied, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::message(&mut conn, viewer.client_id, id)
            .await?
            .ok_or_else(Problem::not_found)?;
        let files = store::files_of_message(&mut conn, viewer.client_id, row.ticket_id, id).await?;
        Ok(Replied {
            message_id: id,
            message: Box::new(crate::tickets::message_view(&row, &files)),
        })
    }

    /// Sends a failed or unknown message again, because an agent said so.
    ///
    /// # Errors
    /// `not_found`, or `conflict` when the message is in another state or deleted.
    pub async fn send_again(
        &self,
        viewer: &Viewer,
        message_id: i64,
    ) -> Result<MessageView, Problem> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let (row, _) = self.own_message(&mut tx, viewer, message_id).await?;
        // It goes out in its own conversation, wherever that is shown by now.
        let home = store::ticket_row(&mut tx, viewer.client_id, row.ticket_id, 0).await?;
        let ticket = home.ok_or_else(Problem::not_found)?;
        if let Some(channel_id) = row.channel_id {
            let rules = self.carrier.rules(viewer.client_id, channel_id);
            let pieces = contents::stored(&serde_json::from_str(&row.extras).unwrap_or_default());
            let template = contents::has_template(&pieces);
            self.check_window(&mut tx, &ticket, &rules, template).await?;
        }
        let again = store::retry_requested(&mut tx, viewer.client_id, message_id).await?;
        let Some((ticket_id, channel_id)) = again else {
            let text = match row.deleted_at {
                Some(_) => "This message was deleted. Write it anew.".to_owned(),
                None => {
                    format!("This message is {}; only a failed one can be sent again.", row.state)
                }
            };
            return Err(Problem::new(Code::Conflict, text));
        };
        let outgoing = Outgoing {
            client_id: viewer.client_id,
            channel_id,
            ticket_id,
            message_id,
            thread: ticket.thread.clone(),
            at_ms: now,
        };
        self.carrier.queued(&mut tx, &outgoing).await?;
        let shown = store::shown_in(&mut tx, viewer.client_id, ticket_id).await?;
        let ticket = shown.ok_or_else(Problem::not_found)?;
        let data = MessageStateChanged {
            ticket_id: ticket.id,
            message_id,
            queue_id: row.queue_id.clone(),
            state: "queued".to_owned(),
            send_status: "sending",
            error: None,
            retry_at: None,
        };
        announce::announce(&mut tx, &ticket, &data, now);
        tx.commit().await?;
        self.replied(viewer, message_id).await.map(|replied| *replied.message)
    }
}
