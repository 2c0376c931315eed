//! What the socket tells agents of what a supervisor does.

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    ChatSupervised => "chatSupervised",
}

/// What a supervisor does with a live chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SupervisorAct {
    /// Reads along.
    Watch,
    /// Tells its agents something that the visitor does not see.
    Whisper,
    /// Is its agent from then on.
    TakeOver,
}

/// A supervisor does something with a live chat that the user who gets this takes part in.
#[derive(Serialize, ToSchema)]
pub struct ChatSupervised {
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// The supervisor's name.
    pub by: String,
    pub act: SupervisorAct,
    /// What was whispered; empty for the others.
    pub text: String,
}
