//! What the socket tells about AI helpers.

use super::setting::AssistSetting;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    AssistChanged => "assistChanged",
}

/// An admin decided otherwise about helpers.
#[derive(Serialize, ToSchema)]
pub struct AssistChanged {
    pub setting: AssistSetting,
}
