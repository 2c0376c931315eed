//! A message.

use crate::{http::AnyJson, tickets::record::contents::Piece};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Who wrote a message: the customer, the desk, the server about the ticket, or the team for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MessageDirection)]
pub enum Direction {
    In,
    Out,
    System,
    Note,
}

/// How far a message has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageState {
    /// A customer's, or the server's own.
    Received,
    /// Written for the desk alone.
    Kept,
    Queued,
    Sending,
    Sent,
    Delivered,
    Read,
    Failed,
    /// It was handed over, and nobody can tell what became of it.
    Unknown,
}

/// The state in three words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SendStatus {
    Sending,
    Success,
    Failed,
}

/// A message as the API and the events carry it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Message)]
pub struct MessageView {
    pub id: i64,
    /// The ticket that shows it.
    pub ticket_id: i64,
    /// The ticket it was written in: another one where that was merged into the one that shows it.
    pub home_id: i64,
    /// `text`, `system`, `note`, or the kind of a message that has no text.
    #[serde(rename = "type")]
    pub kind: String,
    pub sender: String,
    pub sender_name: String,
    #[schema(value_type = Direction)]
    pub direction: String,
    /// Empty where it was deleted.
    pub message: String,
    /// Where the HTML of a mail is.
    pub html_url: Option<String>,
    /// When the desk got it; seconds.
    pub ts: i64,
    /// The same in milliseconds.
    pub ts_ms: i64,
    /// When it was written, as the provider says; milliseconds.
    pub sent_ms: i64,
    /// The message that it answers.
    pub reply_id: Option<i64>,
    pub reply: Option<QuotedMessage>,
    pub attachments: Vec<MessageFile>,
    #[schema(value_type = MessageState)]
    pub state: String,
    #[serde(rename = "sendStatus")]
    #[schema(value_type = SendStatus)]
    pub send_status: &'static str,
    pub error: Option<MessageError>,
    /// The id that the sender's browser gave it.
    pub queue_id: Option<String>,
    /// When it is tried again; milliseconds.
    pub retry_at: Option<i64>,
    /// Written by a program.
    pub automatic: bool,
    pub edited: bool,
    pub deleted: bool,
    /// The same as `edited`.
    pub update: bool,
    /// Always false: a page works out its own.
    pub unread: bool,
    pub contents: Vec<Piece>,
    pub reactions: Vec<MessageReaction>,
    /// Usernames by emoji.
    pub reactions_2: BTreeMap<String, Vec<String>>,
    /// What becomes of its last change.
    pub edit: Option<MessageChange>,
    /// What its channel tells besides, by name; docs/PLUGINS.md lists the names.
    pub extras: AnyJson,
    pub notes: Vec<MessageNote>,
    /// Whom a note names.
    pub mentions: Vec<Mention>,
    pub pinned: bool,
    /// It in other languages, by language.
    pub translated_text: BTreeMap<String, String>,
    /// The newest proposal of a helper to answer it, as `GET /api/wauchat/recommendation` gives it.
    #[schema(value_type = AnyJson)]
    pub recommendation: Option<AnyJson>,
    /// What a helper told of it: emotions in percent by name.
    pub emotion_2: BTreeMap<String, i64>,
    /// What its channel told under this name among its extras.
    #[schema(value_type = AnyJson)]
    pub context: Option<AnyJson>,
    #[serde(flatten)]
    pub insights: MessageInsights,
}

/// What helpers told of a message when somebody asked (`GET /api/wauchat`), or else what its channel told
/// under the name among its extras.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct MessageInsights {
    #[schema(value_type = AnyJson)]
    pub aiqon_results: Option<AnyJson>,
    #[schema(value_type = AnyJson)]
    pub alternative: Option<AnyJson>,
    #[schema(value_type = AnyJson)]
    pub personality: Option<AnyJson>,
    #[schema(value_type = AnyJson)]
    pub advocacy: Option<AnyJson>,
    #[schema(value_type = AnyJson)]
    pub forwardres: Option<AnyJson>,
    #[schema(value_type = AnyJson)]
    pub anchor: Option<AnyJson>,
    #[schema(value_type = AnyJson)]
    pub keywin: Option<AnyJson>,
    #[schema(value_type = AnyJson)]
    pub traits: Option<AnyJson>,
    #[schema(value_type = AnyJson)]
    pub handle: Option<AnyJson>,
}

impl MessageInsights {
    /// Those that stand among a message's extras.
    pub fn among(extras: &serde_json::Value) -> Self {
        let of =
            |name: &str| extras.get(name).filter(|value| !value.is_null()).cloned().map(AnyJson);
        Self {
            aiqon_results: of("aiqon_results"),
            alternative: of("alternative"),
            personality: of("personality"),
            advocacy: of("advocacy"),
            forwardres: of("forwardres"),
            anchor: of("anchor"),
            keywin: of("keywin"),
            traits: of("traits"),
            handle: of("handle"),
        }
    }
}

/// The message that another one answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct QuotedMessage {
    pub id: i64,
    pub sender: String,
    /// Its beginning.
    pub message: String,
}

/// Why a message did not go out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MessageError {
    /// Of the channel's plugin, or of the core.
    pub code: String,
    /// A sentence for the agent.
    pub message: String,
}

/// A file of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MessageFile {
    pub id: i64,
    pub url: String,
    /// The media type.
    pub mime: String,
    pub filename: String,
    /// Bytes.
    pub size: i64,
    /// `image`, `video`, `audio`, `sticker` or `document`.
    pub kind: String,
    /// It stands in the HTML.
    pub inline: bool,
}

/// Somebody's emoji on a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MessageReaction {
    pub id: i64,
    pub message_id: i64,
    pub reaction: String,
    /// The same.
    pub emoji_text: String,
    /// `visitor`, or an agent's.
    pub username: String,
    pub name: String,
    /// Only the team sees it.
    pub team: bool,
}

/// A note at a message, for the team only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MessageNote {
    pub id: i64,
    pub message_id: i64,
    /// The username.
    pub sender: String,
    pub sender_name: String,
    pub text: String,
    /// Seconds.
    pub ts: i64,
    /// UTC, `YYYY-MM-DD HH:MM:SS`.
    pub updated_at: String,
}

/// Whom a note names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Mention {
    User { username: String, name: String },
    Department { id: i64, name: String },
}

/// What becomes of the last change of a message, or of our emoji on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MessageChange {
    /// `edit`, `delete` or `react`.
    pub kind: String,
    /// `queued`, `sending`, `sent`, `failed` or `unknown`.
    #[schema(value_type = MessageState)]
    pub state: String,
    /// The agent's username; absent where what became of a change is all that is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub by: Option<String>,
    /// Milliseconds.
    pub at: i64,
    pub error: Option<MessageError>,
}

#[cfg(test)]
mod tests {
    use super::MessageChange;

    #[test]
    fn a_change_whose_author_nobody_kept_is_told_all_the_same() {
        let stored = r#"{"kind":"edit","state":"failed","at":5,"error":null}"#;
        let change: MessageChange = serde_json::from_str(stored).expect("read");
        assert_eq!(serde_json::to_string(&change).expect("JSON"), stored);
    }
}
