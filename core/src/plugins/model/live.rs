//! Push sockets, changes of sent messages, profiles and sign-ins.

use super::Batch;
use crate::blobs::BlobRef;
use serde::{Deserialize, Serialize};

/// One WebSocket message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SocketFrame {
    Text(String),
    Binary(Vec<u8>),
}

impl SocketFrame {
    /// Bytes of its payload.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(bytes) => bytes.len(),
        }
    }

    /// Whether it carries nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How a plugin wants its account connected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocketPlan {
    pub url: String,
    pub headers: Vec<(String, Vec<u8>)>,
    pub subprotocols: Vec<String>,
    pub hello: Vec<SocketFrame>,
    pub heartbeat_ms: Option<u32>,
}

/// What happened on a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SocketInput {
    Frames(Vec<SocketFrame>),
    Tick,
    Closed { code: u16, reason: String },
}

/// What a plugin does about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SocketStep {
    pub batch: Batch,
    pub send: Vec<SocketFrame>,
    pub state: Option<Vec<u8>>,
    pub heartbeat_ms: Option<u32>,
    pub reconnect: Option<u16>,
}

/// A sent message that is to change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditTarget {
    pub external_ids: Vec<String>,
    pub thread: String,
    pub channel: String,
    pub recipient: String,
    pub op_id: String,
}

/// Who is behind an id.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    pub display_name: Option<String>,
    pub avatar: Option<BlobRef>,
    pub attrs: Vec<(String, String)>,
}

/// A sign-in that succeeded, without its tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OAuthGrant {
    pub name: String,
    pub scopes: Vec<String>,
    /// The token answer as a JSON object, without the tokens themselves.
    pub answer: String,
}
