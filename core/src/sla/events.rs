//! What the socket tells about service levels.

use crate::{room_events, tickets::DueMetric as Metric};
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    SlaPoliciesChanged => "slaPoliciesChanged",
    SlaWarning => "slaWarning",
    SlaBreached => "slaBreached",
}

/// The client's policies are others.
#[derive(Serialize, ToSchema)]
pub struct SlaPoliciesChanged {}

/// Most of the time that was promised for a ticket has passed.
#[derive(Serialize, ToSchema)]
pub struct SlaWarning {
    #[serde(flatten)]
    pub promise: SlaPromise,
}

/// What was promised for a ticket was not done in time.
#[derive(Serialize, ToSchema)]
pub struct SlaBreached {
    #[serde(flatten)]
    pub promise: SlaPromise,
}

/// What was promised for a ticket, by a policy or by a label.
#[derive(Serialize, ToSchema)]
pub struct SlaPromise {
    pub ticket_id: i64,
    pub ticket_number: i64,
    pub title: String,
    /// Whether it is a live chat.
    pub livechat: bool,
    /// Usernames, with commas.
    pub assignees: String,
    pub metric: Metric,
    pub policy_id: Option<i64>,
    /// Empty for a label's promise.
    pub policy: String,
    pub label_id: Option<i64>,
    /// Empty for a policy's promise.
    pub label: String,
    /// What was promised, in minutes.
    pub minutes: i64,
    /// Milliseconds.
    pub due_at: i64,
}
