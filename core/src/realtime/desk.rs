//! Who is on a socket and who answers its frames.

use super::VisitSeat;
use crate::events::EventData;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use std::sync::Arc;

/// Who is on the other end.
#[derive(Clone, Debug)]
pub enum Peer {
    /// An agent or admin in the workspace.
    Agent {
        client_id: i64,
        user_id: i64,
        /// The login session, so that signing out cuts the socket.
        session_id: i64,
        username: String,
        name: String,
        admin: bool,
        /// Whether an agent sees what others have taken.
        view_all: bool,
        /// Whether the user answers customers: neither a light agent nor an auditor.
        answers: bool,
    },
    /// Somebody on a public page who has not yet said which visit is theirs.
    Guest {
        /// The network it comes from, which limits are counted by.
        network: Arc<str>,
    },
    /// A visitor whose token and signed session were checked.
    Visitor {
        client_id: i64,
        session: i64,
        network: Arc<str>,
        /// Held so that the visit's windows are counted.
        seat: Arc<VisitSeat>,
    },
}

impl Peer {
    /// The client whose events this peer may get.
    #[must_use]
    pub fn client_id(&self) -> Option<i64> {
        match self {
            Self::Agent { client_id, .. } | Self::Visitor { client_id, .. } => Some(*client_id),
            Self::Guest { .. } => None,
        }
    }

    /// Whether both are the same visit.
    pub(super) fn is_visit_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Visitor { session, .. }, Self::Visitor { session: same, .. }) => session == same,
            _ => false,
        }
    }
}

/// The answer to a client's frame.
#[derive(Debug, Default)]
pub struct Answer {
    /// The `data` of the ack.
    pub data: Value,
    /// Rooms this socket enters and leaves: it gets their typing and presence.
    pub join: Option<i64>,
    pub leave: Option<i64>,
    /// A guest that turned out to be a visitor.
    pub admit: Option<Peer>,
    /// Frames for this socket alone, after the ack.
    pub push: Vec<(&'static str, Value)>,
}

impl Answer {
    /// An answer with data.
    #[must_use]
    pub fn data(data: Value) -> Self {
        Self { data, ..Self::default() }
    }

    /// With a frame for this socket alone, after the ack.
    #[must_use]
    pub fn and_tell<T: EventData>(mut self, data: &T) -> Self {
        self.push.push((T::NAME, json!(data)));
        self
    }
}

/// A refused frame.
#[derive(Clone, Debug)]
pub struct SocketError {
    /// From the closed list of HTTP error codes.
    pub code: &'static str,
    pub message: String,
    /// When to try again, where that is known.
    pub retry_after_s: Option<u64>,
}

impl SocketError {
    /// A refusal with a code of the closed list.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retry_after_s: None }
    }
}

/// What the rooms make of client frames. One implementation, in the composition root.
pub trait Desk: Send + Sync + 'static {
    /// Answers a frame.
    fn call<'a>(
        &'a self,
        peer: &'a Peer,
        event: &'a str,
        data: Value,
    ) -> BoxFuture<'a, Result<Answer, SocketError>>;

    /// What a peer is told, by name and data, that listens from this moment on: it was not told what
    /// happened before, which [`Hello`](super::Hello) alone cannot make up for.
    fn standing<'a>(&'a self, peer: &'a Peer) -> BoxFuture<'a, Vec<(&'static str, Value)>>;

    /// The peer's socket opened or closed.
    fn seen<'a>(&'a self, peer: &'a Peer, open: bool) -> BoxFuture<'a, ()>;
}
