//! What the socket tells about contacts.

use super::ContactCard;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    ContactUpdated => "contactUpdated",
}

/// A contact has another name, address or number.
#[derive(Serialize, ToSchema)]
pub struct ContactUpdated {
    pub contact: EventContact,
}

/// A contact as everybody may see it.
#[derive(Serialize, ToSchema)]
pub struct EventContact {
    #[serde(flatten)]
    pub card: ContactCard,
    /// How the contact is addressed; absent where a channel told the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub salutation: Option<String>,
}
