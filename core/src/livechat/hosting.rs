//! What the pipelines ask of this room.

use super::{
    Livechat,
    api::{LiveChatEnded, VisitEnded},
    store,
};
use crate::{
    channels::{GuestRoom, Visit},
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
    tickets::{self, Viewer},
};
use futures_util::future::BoxFuture;
use serde::Deserialize;

#[derive(Deserialize)]
struct VisitorRating {
    session: String,
    #[serde(default)]
    rating: i64,
    #[serde(default)]
    reason: String,
}

impl GuestRoom for Livechat {
    fn visit<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        channel_id: i64,
        thread: &'a str,
    ) -> BoxFuture<'a, DbResult<Option<Visit>>> {
        Box::pin(async move {
            let Ok(id) = thread.parse() else { return Ok(None) };
            let row = store::by_id(tx, client_id, id).await?;
            let Some(row) = row.filter(|row| row.channel_id == channel_id) else {
                return Ok(None);
            };
            let agent = match row.agent_id {
                Some(id) => store::agent(tx, client_id, id).await?.map(|(name, ..)| (id, name)),
                None => None,
            };
            Ok(Some(Visit { session_id: row.id, agent }))
        })
    }

    fn ticketed<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        session_id: i64,
        ticket_id: i64,
    ) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            store::activate(tx, client_id, session_id, ticket_id).await?;
            Ok(())
        })
    }

    fn wrote<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        session_id: i64,
        message: (i64, i64),
    ) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move { self.tell_windows(tx, client_id, session_id, message).await })
    }

    fn custom<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        channel_id: i64,
        kind: &'a str,
        payload: &'a [u8],
    ) -> BoxFuture<'a, DbResult<()>> {
        Box::pin(async move {
            let Ok(said) = serde_json::from_slice::<VisitorRating>(payload) else { return Ok(()) };
            let Ok(session) = said.session.parse() else { return Ok(()) };
            // A plugin speaks for the visitors of its own account only.
            let row = store::by_id(tx, client_id, session).await?;
            if row.is_none_or(|row| row.channel_id != channel_id) {
                return Ok(());
            }
            match kind {
                "livechat.ended" => {
                    self.close(tx, client_id, session, "The visitor ended the chat.").await?;
                }
                "livechat.rated" => self.rated(tx, client_id, session, &said).await?,
                _ => {}
            }
            Ok(())
        })
    }
}

impl Livechat {
    /// Keeps a rating, the first one only, and says it in the conversation.
    async fn rated(
        &self,
        tx: &mut Tx,
        client_id: i64,
        session: i64,
        said: &VisitorRating,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let stars = said.rating.clamp(1, 5);
        let ticket = store::by_id(tx, client_id, session).await?.and_then(|row| row.ticket_id);
        if let Some(ticket_id) = ticket {
            tickets::hold_ticket(tx, client_id, ticket_id).await?;
        }
        let rating = (stars, said.reason.as_str());
        if store::rate(tx, client_id, session, rating, now).await? == 0 {
            return Ok(());
        }
        let Some(ticket_id) = ticket else { return Ok(()) };
        let reason = match said.reason.trim() {
            "" => String::new(),
            reason => format!(" {reason}"),
        };
        let text = format!("The visitor rated this chat with {stars} of 5 stars.{reason}");
        tickets::say(tx, client_id, ticket_id, &text, now).await?;
        Ok(())
    }

    /// Ends a visit, tells both sides, and says so in the conversation. Ending twice changes nothing.
    pub(super) async fn close(
        &self,
        tx: &mut Tx,
        client_id: i64,
        session: i64,
        text: &str,
    ) -> DbResult<bool> {
        let now = self.clock.now_ms();
        // The ticket before the session, as a message that comes in takes them.
        let ticket = store::by_id(tx, client_id, session).await?.and_then(|row| row.ticket_id);
        if let Some(ticket_id) = ticket {
            tickets::hold_ticket(tx, client_id, ticket_id).await?;
        }
        if !store::end(tx, client_id, session, now).await? {
            return Ok(false);
        }
        let data = VisitEnded { converted: None };
        tx.announce(NewEvent::new(client_id, Audience::visitor(session), &data, now));
        let ticket = store::by_id(tx, client_id, session).await?.and_then(|row| row.ticket_id);
        if let Some(ticket_id) = ticket {
            tickets::say(tx, client_id, ticket_id, text, now).await?;
            if let Some(row) = tickets::ticket_row(tx, client_id, ticket_id, 0).await? {
                let data = LiveChatEnded { ticket_id, ticket_number: row.number };
                let audience = tickets::audience(&row.assignee_ids);
                tx.announce(NewEvent::new(client_id, audience, &data, now).about(ticket_id));
            }
        }
        Ok(true)
    }

    /// An agent ends a chat.
    ///
    /// # Errors
    /// `not_found`, or `conflict` when it has ended already.
    pub(super) async fn end_by_agent(&self, viewer: &Viewer, ticket: i64) -> Result<(), Problem> {
        let mut tx = self.db.begin().await?;
        let row = tickets::ticket_for(&mut tx, viewer, ticket).await?;
        let visit = store::by_ticket(&mut tx, viewer.client_id, row.id)
            .await?
            .ok_or_else(Problem::not_found)?;
        let text = format!("{} ended the chat.", viewer.name);
        if !self.close(&mut tx, viewer.client_id, visit.id, &text).await? {
            return Err(Problem::new(Code::Conflict, "This chat has ended already."));
        }
        tx.commit().await?;
        Ok(())
    }

    /// An agent makes a ticket of a chat: it is over for the visitor, whose link says so and asks for a
    /// rating, and it stands among the tickets. What is written there reaches nobody by itself: there
    /// is no page any more to show it.
    ///
    /// # Errors
    /// `not_found`, or `conflict` when it is none any more.
    pub(super) async fn convert(&self, viewer: &Viewer, ticket: i64) -> Result<(), Problem> {
        let now = self.clock.now_ms();
        let client_id = viewer.client_id;
        let mut tx = self.db.begin().await?;
        let row = tickets::ticket_for(&mut tx, viewer, ticket).await?;
        tickets::hold_ticket(&mut tx, client_id, row.id).await?;
        let visit = store::by_ticket(&mut tx, client_id, row.id).await?;
        let visit = visit.ok_or_else(Problem::not_found)?;
        if !store::convert(&mut tx, client_id, visit.id, now).await? {
            return Err(Problem::new(Code::Conflict, "This chat is a ticket already."));
        }
        let data = VisitEnded { converted: Some(true) };
        tx.announce(NewEvent::new(client_id, Audience::visitor(visit.id), &data, now));
        tickets::become_ticket(&mut tx, viewer, row.id, now).await?;
        tx.commit().await?;
        Ok(())
    }
}
