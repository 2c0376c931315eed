//! What is due on a ticket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What somebody waits for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DueMetric {
    /// From the customer's first message to the first answer that a person wrote.
    FirstReply,
    /// From the first unanswered message to the next answer that a person wrote.
    NextReply,
    /// From the customer's first message until the ticket is resolved or closed.
    Resolution,
    /// From one answer of the desk to the next.
    Update,
}

impl DueMetric {
    pub const ALL: [Self; 4] = [Self::FirstReply, Self::NextReply, Self::Resolution, Self::Update];

    /// As it is stored and shown.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::FirstReply => "first_reply",
            Self::NextReply => "next_reply",
            Self::Resolution => "resolution",
            Self::Update => "update",
        }
    }

    /// The metric of a word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.word() == word)
    }
}

/// Whether time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DueState {
    Running,
    /// The desk waits for the customer.
    Paused,
}

/// What is due soonest on a ticket. Moments are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketDue {
    pub metric: DueMetric,
    /// When it is due; null while it is paused.
    pub at: Option<i64>,
    /// From when on it is soon; null for no warning.
    pub warn_at: Option<i64>,
    pub state: DueState,
    /// Business time that is left, while it is paused.
    pub remaining_ms: Option<i64>,
    /// Whether it was told that it is late.
    pub breached: bool,
}
