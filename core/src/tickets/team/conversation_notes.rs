//! Notes in a conversation: for the team only, whatever the channel, and for those who are mentioned.

use super::mentions::{self, MentionedParties, Mentions};
use crate::tickets::{
    Tickets,
    api::{Mentioned, MessageView},
    lifecycle::{status, work::PARTICIPANTS_MAX},
    model::{Hop, NOTE, Viewer, numbers, snippet},
    record::announce,
    store::{self, NewMessage, TicketRow},
};
use crate::{
    db::{DbError, Tx},
    events::{Audience, NewEvent},
    http::Problem,
};
use serde_json::json;

/// Characters of one note.
const TEXT_MAX: usize = 10_000;

/// A note that an agent writes.
#[derive(Clone, Debug, Default)]
pub struct ConversationNote {
    /// Id or number of the ticket.
    pub ticket: i64,
    pub text: String,
    /// The client's temporary id; the same again gives the first note.
    pub queue_id: Option<String>,
    pub mentions: MentionedParties,
}

impl ConversationNote {
    /// Its text as it is kept.
    fn check(&self) -> Result<&str, Problem> {
        let text = self.text.trim();
        if text.is_empty() || text.chars().count() > TEXT_MAX {
            let text = format!("A note has between one and {TEXT_MAX} characters.");
            return Err(Problem::field("text", text));
        }
        Ok(text)
    }
}

impl Tickets {
    /// Writes a note into a conversation and tells those it mentions. Who is mentioned by name and could
    /// not read the conversation takes part in it from then on.
    ///
    /// # Errors
    /// `not_found`; `conflict` for a ticket that was merged into another; `invalid` for no text or too
    /// much of it, and for people or departments there are not.
    pub async fn add_conversation_note(
        &self,
        viewer: &Viewer,
        note: &ConversationNote,
    ) -> Result<MessageView, Problem> {
        note.check()?;
        let client_id = viewer.client_id;
        let mut tx = self.db.begin().await?;
        let ticket = store::held_ticket(&mut tx, viewer, note.ticket).await?;
        if let Some(queue_id) = note.queue_id.as_deref()
            && let Some(id) =
                store::message_by_queue(&mut tx, client_id, viewer.user_id, queue_id).await?
        {
            // The first one may not be on disk yet, and then no other connection sees it.
            tx.commit().await?;
            return self.shown(client_id, id).await;
        }
        let message = self.note_in(&mut tx, viewer, ticket, note).await?;
        tx.commit().await?;
        Ok(message)
    }

    /// The same in the caller's transaction, on a ticket that is held; a queue id that is there already
    /// is a fault.
    ///
    /// # Errors
    /// As [`Self::add_conversation_note`].
    pub async fn note_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: TicketRow,
        note: &ConversationNote,
    ) -> Result<MessageView, Problem> {
        let text = note.check()?;
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let ticket = self.stands_alone(tx, ticket).await?;
        let found = mentions::resolve(tx, viewer, &ticket, &note.mentions).await?;
        let ticket = self.bring_in(tx, viewer, ticket, &found, now).await?;
        let hop = Hop { name: "kept".into(), at_ms: now, took_us: 0, detail: "a note".into() };
        let new = NewMessage {
            client_id,
            ticket_id: ticket.id,
            channel_id: ticket.channel_id,
            direction: NOTE,
            kind: NOTE,
            sender: &viewer.username,
            sender_name: &viewer.name,
            user_id: Some(viewer.user_id),
            body: text,
            queue_id: note.queue_id.as_deref(),
            state: "kept",
            extras: json!({ "mentions": found.shown }).to_string(),
            trace: serde_json::to_string(&[hop]).unwrap_or_default(),
            sent_at: now,
            now,
            ..NewMessage::default()
        };
        // One queue id is one message, and the ticket is held: nobody can have been quicker in it.
        let id = store::insert_message(tx, &new).await?.ok_or(DbError::NotFound)?;
        let row = new.stored(id).ok_or(DbError::NotFound)?;
        let name = self.channel_name(&ticket);
        let message = announce::stored(tx, &ticket, &row, false, &name, now).await?;
        for (user_id, _) in &found.told {
            store::note_mention(tx, (client_id, ticket.id), *user_id, now).await?;
        }
        if !found.told.is_empty() {
            let data = Mentioned {
                ticket_id: ticket.id,
                ticket_number: ticket.number,
                livechat: ticket.kind == "livechat",
                message_id: id,
                text: snippet(text, 0),
                usernames: found.told.iter().map(|(_, username)| username.clone()).collect(),
                by: viewer.username.clone(),
            };
            let audience = Audience::users(found.told.iter().map(|(id, _)| *id).collect());
            tx.announce(NewEvent::new(client_id, audience, &data, now).about(ticket.id));
        }
        Ok(message)
    }

    /// Lets those take part who are mentioned by name and could not read the conversation.
    async fn bring_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: TicketRow,
        found: &Mentions,
        now: i64,
    ) -> Result<TicketRow, Problem> {
        if found.joining.is_empty() {
            return Ok(ticket);
        }
        let (client_id, ticket_id) = (ticket.client_id, ticket.id);
        let people = store::participants(tx, client_id, ticket_id).await?;
        let mut users: Vec<(i64, String)> = people.into_iter().map(|p| (p.0, p.1)).collect();
        users.extend(found.joining.iter().cloned());
        if numbers(&ticket.assignee_ids).len() + found.joining.len() > PARTICIPANTS_MAX {
            let text = format!("A ticket has at most {PARTICIPANTS_MAX} participants.");
            return Err(Problem::field("mentions", text));
        }
        let name = self.channel_name(&ticket);
        status::assign(tx, &ticket, &users, viewer, &name, now).await?;
        let row = store::ticket_row(tx, client_id, ticket_id, viewer.user_id).await?;
        Ok(row.ok_or(DbError::NotFound)?)
    }
}
