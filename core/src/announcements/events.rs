//! What the socket tells about announcements.

use super::{CurrentAnnouncements, model::Announcement};
use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    AnnouncementsTold => "announcements",
    AnnouncementDismissed => "announcementDismissed",
}

/// The announcements of now.
#[derive(Serialize, ToSchema)]
pub struct AnnouncementsTold {
    pub announcements: Vec<Announcement>,
    /// Ids of those that the user has dismissed; only in the answer to who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<i64>, required = false)]
    pub dismissed: Option<Vec<i64>>,
    /// The server's time; milliseconds.
    pub now: i64,
}

/// The user dismissed an announcement.
#[derive(Serialize, ToSchema)]
pub struct AnnouncementDismissed {
    pub id: i64,
}

impl From<CurrentAnnouncements> for AnnouncementsTold {
    fn from(shown: CurrentAnnouncements) -> Self {
        let CurrentAnnouncements { announcements, dismissed, now } = shown;
        Self { announcements, dismissed: Some(dismissed), now }
    }
}
