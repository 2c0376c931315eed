//! Who takes messages out. Tickets states what it needs; another room provides it.

use crate::db::{DbResult, Tx};
use crate::tickets::model::SendRules;
use futures_util::future::BoxFuture;

/// A message that was stored as queued.
#[derive(Clone, Debug)]
pub struct Outgoing {
    pub client_id: i64,
    pub channel_id: i64,
    pub ticket_id: i64,
    pub message_id: i64,
    pub thread: String,
    pub at_ms: i64,
}

/// What kind of change of a sent message it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    Edit,
    Delete,
    React,
}

impl ChangeKind {
    /// As stored and shown.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Delete => "delete",
            Self::React => "react",
        }
    }

    /// From what is stored.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "delete" => Self::Delete,
            "react" => Self::React,
            _ => Self::Edit,
        }
    }
}

/// A change of a sent message that was stored as queued.
#[derive(Clone, Debug)]
pub struct OutgoingChange {
    pub client_id: i64,
    pub channel_id: i64,
    pub ticket_id: i64,
    pub message_id: i64,
    pub user_id: i64,
    pub kind: ChangeKind,
    /// The new text, or the emoji; none takes our emoji away.
    pub body: Option<String>,
    /// The message as it was; given back when the provider refuses.
    pub earlier: String,
    pub at_ms: i64,
}

/// A channel account on which an agent can write first.
#[derive(Clone, Debug)]
pub struct Startable {
    pub id: i64,
    /// The value of its channel, such as `EMAIL`.
    pub value: String,
    /// The account's name, for people.
    pub name: String,
    pub by: StartBy,
    pub rules: SendRules,
}

/// Whom an agent can write to first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartBy {
    /// Any mail address.
    Email,
    /// Any telephone number; with what the channel calls the customer and the conversation, where
    /// `{digits}` stands for the number's digits.
    Phone(String),
    /// Who has written before.
    Known,
}

/// Takes messages over, and knows what may be sent.
pub trait Carrier: Send + Sync {
    /// What may be sent over this account.
    fn rules(&self, client_id: i64, channel_id: i64) -> SendRules;

    /// The account's name, for people.
    fn account_name(&self, client_id: i64, channel_id: i64) -> String;

    /// What customers' ids on this account are: `phone`, `email`, `username` or `opaque`.
    fn identity_kind(&self, client_id: i64, channel_id: i64) -> &'static str;

    /// The accounts of a client whose messages are letters to mail addresses, with the value of their
    /// channel; the oldest first.
    fn letters(&self, client_id: i64) -> Vec<(i64, String)>;

    /// The accounts of a client on which an agent can write first, the oldest first.
    fn startable(&self, client_id: i64) -> Vec<Startable>;

    /// Takes a queued message over, in the transaction that stored it.
    fn queued<'a>(&'a self, tx: &'a mut Tx, message: &'a Outgoing) -> BoxFuture<'a, DbResult<()>>;

    /// Messages went from one ticket to another, in the transaction that moved them.
    fn moved<'a>(
        &'a self,
        tx: &'a mut Tx,
        client_id: i64,
        tickets: (i64, i64),
    ) -> BoxFuture<'a, DbResult<()>>;

    /// Takes a change of a sent message over, in the transaction that stored it.
    fn changed<'a>(
        &'a self,
        tx: &'a mut Tx,
        change: &'a OutgoingChange,
    ) -> BoxFuture<'a, DbResult<()>>;
}
