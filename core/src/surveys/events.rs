//! What the socket tells about surveys.

use super::model::SurveyInvitation;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    SurveyChanged => "surveyChanged",
}

/// A survey was sent, not sent, or answered.
#[derive(Serialize, ToSchema)]
pub struct SurveyChanged {
    pub ticket_id: i64,
    pub survey: Option<SurveyInvitation>,
}
