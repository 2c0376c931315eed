//! Frames on the wire, and to whom the ones that are not stored go.

use crate::events::EventData;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A server frame without a number.
#[must_use]
pub fn frame(event: &str, data: &Value) -> String {
    serde_json::json!({ "event": event, "data": data }).to_string()
}

/// A server frame without a number, with the name of its data.
#[must_use]
pub fn frame_of<T: EventData>(data: &T) -> String {
    serde_json::json!({ "event": T::NAME, "data": data }).to_string()
}

/// A server frame of the log. `data` is JSON text already.
pub(super) fn logged(event: &str, data: &str, seq: i64) -> String {
    let name = Value::from(event);
    format!(r#"{{"event":{name},"data":{data},"seq":{seq}}}"#)
}

/// Whom a frame that is not stored is for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Sockets that joined this ticket's room, except those of one user (the one who types).
    Room { ticket_id: i64, except_user: Option<i64> },
    /// All sockets of one user.
    User(i64),
    /// The page of one visit.
    Visitor(i64),
    /// All agents.
    Agents,
    /// Sockets of a login session that has ended: they are closed.
    Cut(i64),
}

/// A frame that is not stored, on its way through the hub and between nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Passing {
    pub node: String,
    pub client_id: i64,
    pub scope: Scope,
    pub text: String,
}
