//! `read_ticket`: a ticket's facts and its newest messages.

use super::search_tickets::{TicketSummary, summary};
use crate::{
    accounts::Caller,
    http::Problem,
    mcp::{
        Mcp,
        untrusted::{Marks, UntrustedText, language_tag},
    },
    tickets::{
        Viewer,
        api::{ConversationPart, MessageView, OwnDraft},
        utc,
    },
};
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

/// Messages of one answer: as many as one load of a conversation has.
const MESSAGES_MAX: usize = 30;
const MESSAGES: usize = 20;
/// Characters of one message, and of all messages of one answer.
const MESSAGE_CHARACTERS: usize = 4_000;
const CHARACTERS: usize = 24_000;
/// Notes at one message, and characters of one.
const NOTES: usize = 10;
const NOTE_CHARACTERS: usize = 1_000;
/// File names of one message.
const FILES: usize = 20;

/// Which ticket, and how much of it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct TicketQuery {
    /// The `ticket_id` of a search.
    pub ticket_id: i64,
    /// How many of the newest messages: 1 to 30; 20 when absent.
    #[serde(default)]
    pub messages: Option<usize>,
    /// Only messages before this one: the `older_before` of an earlier answer.
    #[serde(default)]
    pub before_message_id: Option<i64>,
}

/// A ticket as it is read.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct TicketReading {
    pub ticket: TicketSummary,
    /// What the customer writes in; `und` where nobody can tell.
    pub language: String,
    /// Until when it is put aside; UTC.
    pub snoozed_until: Option<String>,
    /// How many messages the conversation has.
    pub message_count: i64,
    /// The oldest first.
    pub messages: Vec<MessageReading>,
    /// To be given as `before_message_id` for older messages; null where there are none.
    pub older_before: Option<i64>,
    /// What the user has begun to write to the customer.
    pub own_draft: Option<DraftReading>,
}

/// A message as it is read.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct MessageReading {
    pub message_id: i64,
    pub from: Writer,
    /// The team wrote it for itself; the customer does not see it.
    pub internal: bool,
    pub author: UntrustedText,
    /// UTC.
    pub sent_at: String,
    pub text: UntrustedText,
    /// The text is longer than what is shown.
    pub cut: bool,
    pub deleted: bool,
    /// The names of its files, which are not read.
    pub files: Vec<UntrustedText>,
    /// Internal notes of the team at this message.
    pub internal_notes: Vec<NoteReading>,
}

/// Who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::mcp) enum Writer {
    Customer,
    Team,
    System,
}

/// An internal note.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct NoteReading {
    pub author: UntrustedText,
    pub text: UntrustedText,
}

/// The user's own draft.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct DraftReading {
    /// To be given as `replaces_version` to write another one in its place.
    pub version: i64,
    pub text: UntrustedText,
}

/// The part of a draft that every composer writes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DraftText {
    text: String,
}

impl Mcp {
    /// Reads a ticket; it does not become read.
    ///
    /// # Errors
    /// `not_found` for tickets that the caller may not see; `invalid` for a number of messages.
    pub(in crate::mcp) async fn read_ticket(
        &self,
        caller: &Caller,
        query: &TicketQuery,
        marks: &mut Marks,
    ) -> Result<TicketReading, Problem> {
        let most = query.messages.unwrap_or(MESSAGES);
        if !(1..=MESSAGES_MAX).contains(&most) {
            return Err(Problem::field("messages", "Ask for 1 to 30 messages."));
        }
        let (viewer, id) = (Viewer::from(caller), query.ticket_id);
        let details = self.tickets.info(&viewer, id).await?;
        let mut message_count = 0;
        let mut loaded: Vec<MessageView> = vec![];
        for part in self.tickets.messages(&viewer, id, query.before_message_id, 0).await? {
            match part {
                ConversationPart::Total { total } => message_count = total,
                ConversationPart::Day { messages, .. } => loaded.extend(messages),
            }
        }
        // As many of the newest as fit.
        let full_load = loaded.len() >= MESSAGES_MAX;
        let mut left = CHARACTERS;
        let mut messages = vec![];
        for message in loaded.iter().rev().take(most) {
            let size = message.message.chars().count().min(MESSAGE_CHARACTERS);
            if size > left && !messages.is_empty() {
                break;
            }
            left = left.saturating_sub(size);
            messages.push(reading(message, marks));
        }
        messages.reverse();
        let more = messages.len() < loaded.len() || full_load;
        let older_before = messages.first().map(|first| first.message_id).filter(|_| more);
        let own_draft = self.tickets.draft(&viewer, id).await?;
        Ok(TicketReading {
            ticket: summary(&details.ticket, &details.ticket.snippet, marks),
            language: language_tag(&details.ticket.source_lang),
            snoozed_until: details.snoozed_until.map(utc),
            message_count,
            messages,
            older_before,
            own_draft: draft(own_draft, marks),
        })
    }
}

fn reading(message: &MessageView, marks: &mut Marks) -> MessageReading {
    let internal = message.direction == "note";
    let (text, cut) = marks.quote(&message.message, MESSAGE_CHARACTERS);
    let notes = message.notes.iter().rev().take(NOTES).rev();
    let internal_notes = notes.map(|note| NoteReading {
        author: marks.line(&note.sender_name),
        text: marks.quote(&note.text, NOTE_CHARACTERS).0,
    });
    let internal_notes = internal_notes.collect();
    MessageReading {
        message_id: message.id,
        from: match message.direction.as_str() {
            "in" => Writer::Customer,
            "system" => Writer::System,
            _ => Writer::Team,
        },
        internal,
        author: marks.line(&message.sender_name),
        sent_at: utc(message.sent_ms),
        text,
        cut,
        deleted: message.deleted,
        files: message.attachments.iter().take(FILES).map(|f| marks.line(&f.filename)).collect(),
        internal_notes,
    }
}

fn draft(own: OwnDraft, marks: &mut Marks) -> Option<DraftReading> {
    let kept = own.draft.filter(|draft| !draft.0.is_null())?;
    let DraftText { text } = serde_json::from_value(kept.0).unwrap_or_default();
    Some(DraftReading { version: own.version, text: marks.quote(&text, MESSAGE_CHARACTERS).0 })
}
