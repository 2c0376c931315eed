//! What the socket tells about merged contacts.

use super::api::ContactShown;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    ContactMerged => "contactMerged",
}

/// Two contacts became one, or are two again.
#[derive(Serialize, ToSchema)]
pub struct ContactMerged {
    pub survivor: ContactShown,
    pub loser: ContactShown,
    pub merged: bool,
    pub by: String,
}
