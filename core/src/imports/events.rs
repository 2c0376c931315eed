//! What the socket tells about imports.

use super::model::Import;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    ImportChanged => "importChanged",
}

/// An import is in another state, or has come further.
#[derive(Serialize, ToSchema)]
pub struct ImportChanged {
    pub import: Import,
}
