//! What a connection tells of itself.

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    Hello => "hello",
    Resumed => "resumed",
    Resync => "resync",
}

/// The first frame after somebody was let in.
#[derive(Serialize, ToSchema)]
pub(super) struct Hello {
    /// The newest event of the log.
    pub seq: i64,
    /// The login session, or the visit.
    pub session: String,
}

/// The end of a replay: from here on the client hears everything at once.
#[derive(Serialize, ToSchema)]
pub(super) struct Resumed {
    pub seq: i64,
}

/// The client was away for too long: it loads everything anew.
#[derive(Serialize, ToSchema)]
pub(super) struct Resync {
    pub seq: i64,
}
