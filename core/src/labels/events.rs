//! What the socket tells about labels.

use super::model::Label;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    LabelsChanged => "labelsChanged",
    SlaBreached => "slaBreached",
}

/// The client's labels are others.
#[derive(Serialize, ToSchema)]
pub struct LabelsChanged {
    pub labels: Vec<Label>,
}

/// A ticket was not answered as soon as one of its labels promises.
#[derive(Serialize, ToSchema)]
pub struct SlaBreached {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub title: String,
    /// Whether it is a live chat.
    pub livechat: bool,
    /// Usernames, with commas.
    pub assignees: String,
    pub label_id: i64,
    pub label: String,
    /// What the label promises.
    pub minutes: i64,
    /// Milliseconds.
    pub due_at: i64,
}
