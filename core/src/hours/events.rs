//! What the socket tells about calendars.

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    HoursChanged => "hoursChanged",
}

/// Calendars or holidays are others.
#[derive(Serialize, ToSchema)]
pub struct HoursChanged {}
