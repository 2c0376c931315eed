//! What the socket tells about emoji.

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    CustomEmojiChanged => "customEmojiChanged",
}

/// The client's emoji are others.
#[derive(Serialize, ToSchema)]
pub struct CustomEmojiChanged {}
