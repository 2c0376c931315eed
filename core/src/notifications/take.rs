//! Making notifications of what happened.

use super::{
    Notifications,
    model::{Draft, Notification, drafts},
    store,
};
use crate::{
    accounts,
    db::{DbResult, Tx},
    events::{Audience, Event, NewEvent},
};

/// Notifications a user has; older ones go.
const MOST: i64 = 500;
/// How long what keeps happening is added to one that nobody has read.
const FOLD_MS: i64 = 24 * 3_600_000;

impl Notifications {
    /// Tells people of events of a client's log.
    pub(super) async fn take(&self, tx: &mut Tx, client_id: i64, new: &[Event]) -> DbResult<()> {
        let people = accounts::people(tx, client_id).await?;
        for draft in drafts(new, &people) {
            self.tell(tx, client_id, &draft).await?;
        }
        Ok(())
    }

    async fn tell(&self, tx: &mut Tx, client_id: i64, draft: &Draft) -> DbResult<()> {
        let now = self.clock.now_ms();
        let muted = store::muted(tx, client_id, draft.user_id).await?;
        let muted: Vec<String> = serde_json::from_str(&muted).unwrap_or_default();
        if muted.iter().any(|kind| kind == draft.kind.name()) {
            return Ok(());
        }
        if !draft.fold.is_empty() && store::fold(tx, client_id, draft, now - FOLD_MS).await? {
            return Ok(());
        }
        let row = store::insert(tx, client_id, draft, now).await?;
        store::bound(tx, client_id, draft.user_id, MOST).await?;
        self.plan_push(tx, (client_id, draft.user_id), row.id).await?;
        let data = Notification::from(row);
        let audience = Audience::only(draft.user_id);
        tx.announce(NewEvent::new(client_id, audience, &data, now));
        Ok(())
    }
}
