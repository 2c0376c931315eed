//! What the socket tells about people's statuses.

use super::model::CustomStatus;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    CustomStatusesChanged => "customStatusesChanged",
    PresenceTold => "presence",
}

/// The client's own statuses are others.
#[derive(Serialize, ToSchema)]
pub struct CustomStatusesChanged {
    pub statuses: Vec<CustomStatus>,
}

/// How somebody is. Not stored.
#[derive(Serialize, ToSchema)]
pub struct PresenceTold {
    pub username: String,
    /// What counts: the chosen one, or `Offline`.
    pub status: &'static str,
    pub second_status: String,
    /// The code that was chosen.
    pub chosen: String,
    /// The name of a status of the client's own; empty for those that everybody has.
    pub alternate: String,
    pub reason: String,
    /// Nobody chose it: the user was away by itself.
    pub automatic: bool,
    /// Milliseconds.
    pub since: i64,
    /// Seconds.
    pub ts: i64,
}
