//! What the socket tells about calls.

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    CallChanged => "callChanged",
}

/// A call began, was answered, ended or was recorded. It goes to whom its ticket is shown.
#[derive(Serialize, ToSchema)]
pub struct CallChanged {
    pub call_id: i64,
    pub ticket_id: i64,
}
