//! What waits in a queue.

use serde::{Deserialize, Serialize};

/// A ticket, or a visitor of live chat who has no ticket yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Subject {
    /// By its id.
    Ticket(i64),
    /// By the id of the visit's session.
    Visit(i64),
}

impl Subject {
    /// The ticket's id; none for a visit.
    pub fn ticket(self) -> Option<i64> {
        match self {
            Self::Ticket(id) => Some(id),
            Self::Visit(_) => None,
        }
    }

    /// The id of the visit's session; none for a ticket.
    pub fn session(self) -> Option<i64> {
        match self {
            Self::Ticket(_) => None,
            Self::Visit(id) => Some(id),
        }
    }
}
