//! Announcements: what a client's admins tell everybody who works there, until each has dismissed it.

mod dismiss;
pub mod events;
mod model;
mod publish;
mod routes;
mod store;
#[cfg(test)]
mod tests;

pub use routes::routes;

use self::model::Announcement;
use crate::{accounts::Accounts, clock::Clock, db::Db, http::Problem};
use serde::Serialize;
use utoipa::ToSchema;

/// What the room needs. Cheap to clone.
#[derive(Clone)]
pub struct Announcements {
    pub db: Db,
    pub clock: Clock,
    pub accounts: Accounts,
}

/// What a user is to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CurrentAnnouncements {
    /// Those that have not ended, those to come among them.
    pub announcements: Vec<Announcement>,
    /// Ids of those that the user has dismissed.
    pub dismissed: Vec<i64>,
    /// The server's time; milliseconds.
    pub now: i64,
}

impl Announcements {
    /// What a user is to be shown: every announcement that has not ended, so that one which is
    /// planned appears without another call, and the ids of those the user has dismissed.
    ///
    /// # Errors
    /// What the database said.
    pub async fn current(
        &self,
        client_id: i64,
        user_id: i64,
    ) -> Result<CurrentAnnouncements, Problem> {
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let announcements = store::current(&mut conn, client_id, now).await?;
        let dismissed = store::dismissed(&mut conn, client_id, user_id).await?;
        Ok(CurrentAnnouncements { announcements, dismissed, now })
    }
}
