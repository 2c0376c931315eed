//! The gateway's frames as they are written.

use patchbay_plugin::serde_json::{self, Value, json};
use patchbay_plugin::socket::Frame;
use serde::{Deserialize, Serialize};

/// A frame of the gateway.
#[derive(Debug, Deserialize)]
pub struct Incoming {
    pub op: u64,
    #[serde(default)]
    pub d: Value,
    /// The number of a dispatch.
    pub s: Option<u64>,
    /// The name of a dispatch.
    pub t: Option<String>,
}

pub const DISPATCH: u64 = 0;
pub const HEARTBEAT: u64 = 1;
const IDENTIFY: u64 = 2;
const RESUME: u64 = 6;
pub const RECONNECT: u64 = 7;
pub const INVALID_SESSION: u64 = 9;
pub const HELLO: u64 = 10;
pub const ACK: u64 = 11;

// Private messages, their reactions, and typing.
const INTENTS: u64 = 0b111 << 12;

/// What lasts from one step to the next, also over connections.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// The session to go on with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The number of the last dispatch.
    pub seq: u64,
    /// The newest message seen; ids grow with time, over all channels.
    pub newest: u64,
    /// A heartbeat was sent and not yet acknowledged.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waiting: bool,
}

impl State {
    /// What the last step left; what cannot be read is a fresh start.
    pub fn read(bytes: Option<&[u8]>) -> Self {
        bytes.and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default()
    }

    pub fn write(&self) -> Vec<u8> {
        json!(self).to_string().into_bytes()
    }
}

fn frame(op: u64, data: Value) -> Frame {
    Frame::Text(json!({ "op": op, "d": data }).to_string())
}

/// Says that we are there, and what we have heard.
pub fn heartbeat(state: &State) -> Frame {
    let heard = state.session.is_some().then_some(state.seq);
    frame(HEARTBEAT, json!(heard))
}

/// Begins or continues a session. The host puts the token in.
pub fn introduce(state: &State) -> Frame {
    match &state.session {
        Some(session) => frame(
            RESUME,
            json!({
                "token": "{credential:identify}", "session_id": session, "seq": state.seq,
            }),
        ),
        None => frame(
            IDENTIFY,
            json!({
                "token": "{credential:identify}", "intents": INTENTS,
                "properties": { "os": "linux", "browser": "patchbay", "device": "patchbay" },
            }),
        ),
    }
}
