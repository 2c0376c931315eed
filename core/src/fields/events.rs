//! What the socket tells about custom fields.

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    CustomFieldsChanged => "customFieldsChanged",
}

/// The client's custom fields are others.
#[derive(Serialize, ToSchema)]
pub struct CustomFieldsChanged {}
