//! Something the business is to hear about, with everything a webhook or a frame may say of it.
use super::model::{Account, Message, Person};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A customer wrote.
    Message,
    /// A customer changed a message.
    Edit,
    /// A customer took a message back.
    Delete,
    /// A customer put an emoji on a message, or took it away.
    Reaction,
    /// A customer is typing.
    Typing,
    /// A customer has read what the business wrote.
    Read,
    /// A message of the business has arrived on the phone.
    Delivered,
    /// A message of the business could not be delivered.
    Failed,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Message,
        Self::Edit,
        Self::Delete,
        Self::Reaction,
        Self::Typing,
        Self::Read,
        Self::Delivered,
        Self::Failed,
    ];

    /// Its name in a description and in the control API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Edit => "edit",
            Self::Delete => "delete",
            Self::Reaction => "reaction",
            Self::Typing => "typing",
            Self::Read => "read",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

/// One happening.
#[derive(Debug, Clone)]
pub struct Happening {
    pub kind: Kind,
    /// Its number; a message remembers it in order to learn that it was taken.
    pub event: i64,
    pub event_id: String,
    pub at_ms: i64,
    pub account: Account,
    pub person: Person,
    pub user_id: String,
    pub chat: i64,
    pub chat_id: String,
    /// The message concerned.
    pub message: Option<Message>,
    /// The id of the message that it answers.
    pub reply_id: Option<String>,
    /// With a reaction: the emoji; none when it was taken away.
    pub emoji: Option<String>,
    /// With a reaction taken away: the emoji that was there.
    pub was: Option<String>,
}

/// How it is told.
#[derive(Debug, Clone, Copy, Default)]
pub struct Manner {
    /// Tell it two times.
    pub twice: bool,
}
