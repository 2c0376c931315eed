//! What goes into a plugin call and what comes out of it, as plain Rust.
//!
//! These types mirror `plugin-sdk/wit/patchbay.wit` by name. They exist so that no room outside
//! `plugins` ever meets a wasmtime type, and so that inputs and batches can be stored and replayed.
//! Blobs are `BlobRef`s: the bytes stay in the blob store on both sides of the call.

mod assist;
mod content;
mod live;
mod telephony;

pub use assist::*;
pub use content::*;
pub use live::*;
pub use telephony::*;

use crate::blobs::BlobRef;
use serde::{Deserialize, Serialize};

/// What went wrong, for people and for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// A code from the documented registry, for example `telegram.403.blocked`.
    pub code: String,
    /// One sentence an agent or admin understands.
    pub message: String,
    /// What the provider said, word for word.
    pub provider: Option<String>,
}

impl Detail {
    /// A detail of the host's own, without a provider's words.
    #[must_use]
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), provider: None }
    }
}

/// When to try again; without `after_ms` the caller uses its own backoff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retry {
    pub after_ms: Option<u64>,
    pub max_attempts: Option<u32>,
}

/// Why a plugin says that a call did not succeed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// Try again later.
    Retryable(Detail, Retry),
    /// The provider asked for fewer calls.
    RateLimited(Detail, Retry),
    /// Trying again cannot help.
    Permanent(Detail),
    /// The credentials were refused.
    AuthExpired(Detail),
    /// Pairs of setting name and problem.
    NeedsConfig(Vec<(String, Detail)>),
    /// The provider may or may not have accepted the operation.
    OutcomeUnknown(Detail),
}

impl Failure {
    /// The detail to show; for missing settings that of the first one.
    #[must_use]
    pub fn detail(&self) -> Option<&Detail> {
        match self {
            Self::Retryable(d, _) | Self::RateLimited(d, _) => Some(d),
            Self::Permanent(d) | Self::AuthExpired(d) | Self::OutcomeUnknown(d) => Some(d),
            Self::NeedsConfig(list) => list.first().map(|(_, d)| d),
        }
    }
}

/// A person outside: the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    pub external_id: String,
    pub display_name: Option<String>,
    pub attrs: Vec<(String, String)>,
}

/// A file of a message, in either direction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    pub blob: Option<BlobRef>,
    pub mime: String,
    pub filename: Option<String>,
    /// `image`, `video`, `audio`, `voice`, `sticker`, `document`, `location`, `contact`, `other`.
    pub kind: String,
    pub content_id: Option<String>,
}

/// A message from a customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboundMessage {
    pub external_id: String,
    pub thread: String,
    pub channel: String,
    pub from: Actor,
    pub at_ms: i64,
    pub subject: Option<String>,
    pub text: Option<String>,
    pub html: Option<String>,
    pub reply_to: Option<String>,
    pub references: Vec<String>,
    pub verified_ticket: Option<String>,
    pub attachments: Vec<Attachment>,
    #[serde(default)]
    pub contents: Vec<Content>,
    pub automatic: bool,
    pub extras: Vec<(String, String)>,
}

/// One of our messages has moved on: `sent`, `delivered`, `read` or `failed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    pub external_id: String,
    pub status: String,
    pub at_ms: i64,
    pub code: Option<String>,
}

/// A customer changed or withdrew a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub external_id: String,
    pub thread: String,
    pub text: Option<String>,
    pub deleted: bool,
    pub at_ms: i64,
}

/// The customer is typing, or has read: `typing`, `stopped` or `read`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signal {
    pub thread: String,
    pub kind: String,
}

/// An event of a kind this version of the core has no record for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Custom {
    pub kind: String,
    pub payload: Vec<u8>,
}

/// One thing that happened on the customer's side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Message(InboundMessage),
    Receipt(Receipt),
    Edit(Edit),
    Signal(Signal),
    Reaction(Reaction),
    Call(CallEvent),
    Custom(Custom),
}

/// A frame for a visitor's page; `session` is also the thread, `data` is JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitorFrame {
    pub session: String,
    pub name: String,
    pub data: String,
}

/// A write to the account's store; no value deletes the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KvOp {
    pub key: String,
    pub value: Option<Vec<u8>>,
}

/// A timer to set, or to cancel when there is no time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    pub name: String,
    pub at_ms: Option<i64>,
}

/// Everything a call wants done; the caller commits it in one transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    pub events: Vec<Event>,
    pub cursor: Option<Vec<u8>>,
    pub kv: Vec<KvOp>,
    pub timers: Vec<Timer>,
    pub visitor: Vec<VisitorFrame>,
}

/// The outcome of "Check settings".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validation {
    pub title: Option<String>,
    /// Setting name and problem; an empty name means the account as a whole.
    pub problems: Vec<(String, Detail)>,
    /// Label and value.
    pub facts: Vec<(String, String)>,
}

/// A provider's request, after one of the manifest's recipes verified it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookRequest {
    pub method: String,
    pub path: String,
    pub query: String,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
    /// Name of the recipe that passed.
    pub verified: String,
}

/// What to answer the provider; without one the answer is an empty 200.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookReply {
    pub status: u16,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
}

/// The outcome of a pull.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PollOutcome {
    pub batch: Batch,
    pub more: bool,
    pub next_in_ms: Option<u64>,
}

/// A mail as the server handed it over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawMail {
    pub raw: BlobRef,
    pub folder: String,
    pub uid_validity: u32,
    pub uid: u32,
    pub received_ms: i64,
}

/// A mail ready for the submission server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    /// MAIL FROM; empty for the null sender.
    pub from: String,
    pub recipients: Vec<String>,
    pub raw: BlobRef,
    /// Message-ID without angle brackets.
    pub message_id: String,
}

/// A message an agent sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutgoingMessage {
    pub op_id: String,
    pub attempt: u32,
    pub prior_unknown: bool,
    pub thread: String,
    pub channel: String,
    pub recipient: String,
    pub ticket: String,
    pub subject: Option<String>,
    pub text: Option<String>,
    pub html: Option<String>,
    pub reply_to: Option<String>,
    pub references: Vec<String>,
    pub to: Vec<String>,
    pub cc: Vec<String>,
    pub attachments: Vec<Attachment>,
    #[serde(default)]
    pub contents: Vec<OutContent>,
    pub agent_name: String,
    pub extras: Vec<(String, String)>,
}

/// The provider took the message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    pub external_ids: Vec<String>,
    /// `sent`, or `delivered` where that is already certain.
    pub status: String,
    pub batch: Batch,
}

/// Which part of a message is to be sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartPosition {
    /// Counted from 0.
    pub index: u32,
    /// The ids that the parts before it were given, in their order.
    pub external_ids: Vec<String>,
}

/// The provider took a part of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentPart {
    pub external_ids: Vec<String>,
    /// How many parts the message has.
    pub of: u32,
    /// `sent`, or `delivered` where that is already certain.
    pub status: String,
    pub batch: Batch,
}

/// A best-effort signal to the customer's side: `typing`, `stopped` or `read`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresenceSignal {
    pub thread: String,
    pub recipient: String,
    pub kind: String,
    pub agent_name: String,
}

/// A visit on our own live chat page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitorSession {
    pub id: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub language: String,
}

/// What a visitor did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VisitorAct {
    /// The form's fields by name.
    Register(Vec<(String, String)>),
    /// `id` was made by the page.
    Message {
        id: String,
        text: String,
        attachments: Vec<Attachment>,
    },
    Typing,
    Stopped,
    Read,
    Leave,
    /// Stars 1 to 5.
    Rate {
        stars: u8,
        reason: String,
    },
}
