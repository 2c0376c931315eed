//! An admin publishes, changes and deletes announcements.

use super::{
    Announcements,
    events::AnnouncementsTold,
    model::{ANNOUNCEMENTS_MAX, Announcement, AnnouncementDraft, check},
    store,
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action, step},
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
};
use serde_json::{Map, Value, json};

impl Announcements {
    /// Publishes a new announcement.
    pub(super) async fn publish(
        &self,
        caller: &Caller,
        draft: &AnnouncementDraft,
    ) -> Result<Announcement, Problem> {
        let author = caller.admin()?;
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
        let changes = json!({ "level": made.level, "until": made.until });
        let act = act(Action::AnnouncementPublished, &made, changes);
        audit::note(&mut tx, &author, &act, now).await?;
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
        let author = caller.admin()?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let before =
            store::one(&mut tx, caller.client_id, id).await?.ok_or_else(Problem::not_found)?;
        let checked = check(draft, before.from)?;
        let changed = store::change(&mut tx, (caller.client_id, id), &checked, now).await?;
        let changed = changed.ok_or_else(Problem::not_found)?;
        let changes = changes(&before, &changed);
        if !changes.is_empty() {
            let act = act(Action::AnnouncementChanged, &changed, changes.into());
            audit::note(&mut tx, &author, &act, now).await?;
        }
        tell(&mut tx, caller.client_id, now).await?;
        tx.commit().await?;
        Ok(changed)
    }

    /// Deletes an announcement, which takes it from every screen.
    pub(super) async fn withdraw(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let before =
            store::one(&mut tx, caller.client_id, id).await?.ok_or_else(Problem::not_found)?;
        store::delete(&mut tx, caller.client_id, id).await?;
        let act = act(Action::AnnouncementWithdrawn, &before, json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tell(&mut tx, caller.client_id, now).await?;
        tx.commit().await?;
        Ok(())
    }
}

impl Announcements {
    /// All of the client's, for its admins.
    pub(super) async fn list(&self, caller: &Caller) -> Result<Vec<Announcement>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        Ok(store::all(&mut conn, caller.client_id).await?)
    }
}

/// An announcement has no name but the beginning of its text.
fn act(action: Action, announcement: &Announcement, changes: Value) -> Act<'_> {
    let text = announcement.text.as_str();
    let end = text.char_indices().nth(80).map_or(text.len(), |(at, _)| at);
    let id = announcement.id.to_string();
    Act { action, kind: "announcement", id, name: &text[..end], changes }
}

fn changes(from: &Announcement, to: &Announcement) -> Map<String, Value> {
    let mut changes = Map::new();
    step(&mut changes, "text", &from.text, &to.text);
    step(&mut changes, "level", &from.level, &to.level);
    step(&mut changes, "link", &from.link, &to.link);
    step(&mut changes, "from", from.from, to.from);
    step(&mut changes, "until", from.until, to.until);
    changes
}

/// Tells everybody of the client what there is now.
async fn tell(tx: &mut Tx, client_id: i64, now: i64) -> DbResult<()> {
    let announcements = store::current(tx, client_id, now).await?;
    let data = AnnouncementsTold { announcements, dismissed: None, now };
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
    Ok(())
}
