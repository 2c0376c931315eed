//! Notes at messages: for the team only, whatever the channel.

use crate::tickets::{
    Tickets,
    api::{AddNote, MessageNote, MessageView, RemoveNote},
    model::{Viewer, utc},
    record::announce,
    store,
};
use crate::{
    db::Tx,
    http::{Code, Problem},
};
use serde::{Deserialize, Serialize};

/// Notes of one message, and characters of one note.
const NOTES_MAX: usize = 50;
const TEXT_MAX: usize = 4_000;

/// One note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    id: i64,
    /// The username.
    sender: String,
    name: String,
    text: String,
    at: i64,
}

fn parse(stored: &str) -> Vec<Note> {
    serde_json::from_str(stored).unwrap_or_default()
}

fn note_view(note: &Note, message_id: i64) -> MessageNote {
    MessageNote {
        id: note.id,
        message_id,
        sender: note.sender.clone(),
        sender_name: note.name.clone(),
        text: note.text.clone(),
        ts: note.at.div_euclid(1000),
        updated_at: utc(note.at),
    }
}

/// As the API shows them, the oldest first.
#[must_use]
pub(in crate::tickets) fn view(stored: &str, message_id: i64) -> Vec<MessageNote> {
    parse(stored).iter().map(|note| note_view(note, message_id)).collect()
}

impl Tickets {
    /// Notes something at a message. Gives the note and the message as they are shown.
    ///
    /// # Errors
    /// `not_found`; `invalid` for no text or too much of it; `conflict` when it has enough notes.
    pub async fn add_note(
        &self,
        viewer: &Viewer,
        message_id: i64,
        text: &str,
    ) -> Result<(MessageNote, MessageView), Problem> {
        let mut tx = self.db.begin().await?;
        let added = self.add_note_in(&mut tx, viewer, message_id, text).await?;
        tx.commit().await?;
        Ok(added)
    }

    /// The same in the caller's transaction.
    ///
    /// # Errors
    /// As for [`Self::add_note`].
    pub async fn add_note_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        message_id: i64,
        text: &str,
    ) -> Result<(MessageNote, MessageView), Problem> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > TEXT_MAX {
            let text = format!("A note has between one and {TEXT_MAX} characters.");
            return Err(Problem::field("text", text));
        }
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let (_, ticket) = self.own_message(tx, viewer, message_id).await?;
        let before = store::lock_message(tx, client_id, message_id).await?;
        let mut notes = parse(&before.ok_or_else(Problem::not_found)?.notes);
        if notes.len() >= NOTES_MAX {
            let text = format!("A message has at most {NOTES_MAX} notes.");
            return Err(Problem::new(Code::Conflict, text));
        }
        let note = Note {
            // Never the id of one that was taken away: who takes that one away again must not meet it.
            id: notes.iter().map(|note| note.id + 1).max().unwrap_or(0).max(now),
            sender: viewer.username.clone(),
            name: viewer.name.clone(),
            text: text.to_owned(),
            at: now,
        };
        let shown = note_view(&note, message_id);
        notes.push(note);
        let stored = serde_json::to_string(&notes).unwrap_or_default();
        store::set_notes(tx, client_id, message_id, &stored).await?;
        let note = shown.clone();
        let data = |act| AddNote { act, note };
        let message = announce::kept(tx, &ticket, message_id, viewer, data, now).await?;
        Ok((shown, message))
    }

    /// Takes a note away. Gives the message as it is shown.
    ///
    /// # Errors
    /// `not_found`; `forbidden` for a colleague's note, except for admins.
    pub async fn remove_note(
        &self,
        viewer: &Viewer,
        message_id: i64,
        note_id: i64,
    ) -> Result<MessageView, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let (_, ticket) = self.own_message(&mut tx, viewer, message_id).await?;
        let before = store::lock_message(&mut tx, client_id, message_id).await?;
        let mut notes = parse(&before.ok_or_else(Problem::not_found)?.notes);
        let at = notes.iter().position(|note| note.id == note_id);
        let gone = notes.remove(at.ok_or_else(Problem::not_found)?);
        if gone.sender != viewer.username && !viewer.admin {
            let text = "Only who wrote a note, or an admin, can remove it.";
            return Err(Problem::forbidden(text));
        }
        let stored = serde_json::to_string(&notes).unwrap_or_default();
        store::set_notes(&mut tx, client_id, message_id, &stored).await?;
        let data = |act| RemoveNote { act, note_id };
        let message = announce::kept(&mut tx, &ticket, message_id, viewer, data, now).await?;
        tx.commit().await?;
        Ok(message)
    }
}
