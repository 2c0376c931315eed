//! An admin publishes, changes and deletes announcements.

use super::{
    Announcements,
    model::{ANNOUNCEMENTS_MAX, Announcement, AnnouncementDraft, check},
    store,
};
use crate::{
    accounts::Caller,
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
};
use serde_json::json;

impl Announcements {
    /// Publishes a new announcement.
    pub(super) async fn publish(
        &self,
        caller: &Caller,
        draft: &AnnouncementDraft,
    ) -> Result<Announcement, Problem> {
        caller.require_admin()?;
        let now = self.clock.now_ms();
        let checked = check(draft, now)?;
        let mut tx = self.db.begin().await?;
        let made = store::insert(&mut tx, caller, &checked, now).await?;
        if store::count(&mut tx, caller.client_id, now).await? > ANNOUNCEMENTS_MAX {
            return Err(Problem::new(
                Code::Conflict,
                "There are at most 50 announcements that have not ended. Delete one first.",
            ));
        }
        tell(&mut tx, caller.client_id, now).await?;
        tx.commit().await?;
        Ok(made)
    }

    /// Changes an announcement. Those who dismissed it are not shown it again.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        draft: &AnnouncementDraft,
    ) -> Result<Announcement, Problem> {
        caller.require_admin()?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let before =
            store::one(&mut tx, caller.client_id, id).await?.ok_or_else(Problem::not_found)?;
        let checked = check(draft, before.from)?;
        let changed = store::change(&mut tx, (caller.client_id, id), &checked, now).await?;
        tell(&mut tx, caller.client_id, now).await?;
        tx.commit().await?;
        changed.ok_or_else(Problem::not_found)
    }

    /// Deletes an announcement, which takes it from every screen.
    pub(super) async fn withdraw(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        caller.require_admin()?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        if !store::delete(&mut tx, caller.client_id, id).await? {
            return Err(Problem::not_found());
        }
        tell(&mut tx, caller.client_id, now).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Tells everybody of the client what there is now.
async fn tell(tx: &mut Tx, client_id: i64, now: i64) -> DbResult<()> {
    let announcements = store::current(tx, client_id, now).await?;
    tx.announce(NewEvent {
        client_id,
        name: "announcements",
        ticket_id: None,
        audience: Audience::everyone(),
        data: json!({ "announcements": announcements, "now": now }),
        at_ms: now,
    });
    Ok(())
}
