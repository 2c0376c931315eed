//! What the socket tells about webhooks.

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    WebhookGivenUp => "webhookGivenUp",
}

/// A webhook was switched off: its address takes nothing.
#[derive(Serialize, ToSchema)]
pub struct WebhookGivenUp {
    pub id: i64,
    pub url: String,
}
