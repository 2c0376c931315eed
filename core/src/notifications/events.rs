//! What the socket tells about notifications.

use super::model::Notification;
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    Notification => "newNotification",
    NotificationRead => "notificationRead",
    NotificationRemoved => "notificationRemoved",
}

/// One's own notifications of a category are read up to one. Not stored.
#[derive(Serialize, ToSchema)]
pub struct NotificationRead {
    /// `sla`, `trade` or `system`.
    pub category: &'static str,
    #[serde(rename = "lastId")]
    pub last_id: i64,
}

/// One of one's own notifications was removed. Not stored.
#[derive(Serialize, ToSchema)]
pub struct NotificationRemoved {
    pub id: i64,
}
