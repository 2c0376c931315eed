//! A user has read an announcement and does not want to see it any more.

use super::{Announcements, events::AnnouncementDismissed, store};
use crate::{
    accounts::Caller,
    events::{Audience, NewEvent},
    http::Problem,
};

impl Announcements {
    /// Dismisses an announcement for this user, on every screen of theirs. Doing it again changes
    /// nothing.
    pub(super) async fn dismiss(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let now = self.clock.now_ms();
        let (client_id, user_id) = (caller.client_id, caller.user_id);
        let mut tx = self.db.begin().await?;
        store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        if store::dismiss(&mut tx, (client_id, id), user_id, now).await? {
            let audience = Audience { users: vec![user_id], ..Audience::default() };
            tx.announce(NewEvent::new(client_id, audience, &AnnouncementDismissed { id }, now));
        }
        tx.commit().await?;
        Ok(())
    }
}
