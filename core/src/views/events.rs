//! What the socket tells about saved views.

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    ViewsChanged => "viewsChanged",
}

/// Views that the user has are others.
#[derive(Serialize, ToSchema)]
pub struct ViewsChanged {}
