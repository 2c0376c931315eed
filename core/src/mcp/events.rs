//! What the socket tells about assistants.

use super::setting::McpSetting;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    McpChanged => "mcpChanged",
}

/// An admin decided otherwise about assistants that ask over the Model Context Protocol.
#[derive(Serialize, ToSchema)]
pub struct McpChanged {
    pub setting: McpSetting,
}
