//! What the socket tells about labels.

use super::model::Label;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    LabelsChanged => "labelsChanged",
}

/// The client's labels are others.
#[derive(Serialize, ToSchema)]
pub struct LabelsChanged {
    pub labels: Vec<Label>,
}
