//! Telephone calls: what happened to one, and what an agent wants done with it.

use super::{Actor, Attachment};
use serde::{Deserialize, Serialize};

/// Something happened to a telephone call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallEvent {
    pub external_id: String,
    pub thread: String,
    pub channel: String,
    pub from: Actor,
    /// `in` or `out`.
    pub direction: String,
    /// `ringing`, `answered`, `held`, `resumed`, `transferred`, `ended`, `missed`, `recorded`.
    pub kind: String,
    pub at_ms: i64,
    pub extension: Option<String>,
    pub line: Option<String>,
    pub talk_ms: Option<u64>,
    pub recording: Option<Attachment>,
    pub extras: Vec<(String, String)>,
}

/// What an agent wants done with a call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallCommand {
    pub op_id: String,
    /// The provider's id of the call; empty for `dial`.
    pub call: String,
    pub kind: String,
    pub extension: String,
    pub target: Option<String>,
    pub extras: Vec<(String, String)>,
}

/// How an agent's browser registers as a telephone. `Debug` leaves the password out.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Softphone {
    pub server: String,
    pub user: String,
    pub password: String,
    pub realm: String,
    pub ice: Vec<String>,
    pub expires_ms: Option<u64>,
}

impl std::fmt::Debug for Softphone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Softphone")
            .field("server", &self.server)
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}
