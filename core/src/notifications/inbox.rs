//! What a user does with their notifications.

use super::{
    Notifications,
    events::{NotificationRead, NotificationRemoved},
    model::{Category, Kind, Notification},
    store,
};
use crate::{
    accounts::Caller,
    db::DbResult,
    events::EventData,
    realtime::{Scope, frame_of},
};
use serde_json::json;

/// Notifications on a page.
pub(super) const PAGE: i64 = 10;

impl Notifications {
    /// Which categories have something unread: sla, trade, system.
    pub(super) async fn unread(&self, who: &Caller) -> DbResult<[bool; 3]> {
        let mut conn = self.db.read().await?;
        let unread = store::unread(&mut conn, who.client_id, who.user_id).await?;
        Ok([Category::Sla, Category::Trade, Category::System]
            .map(|category| unread.iter().any(|row| row.0 == category.name())))
    }

    pub(super) async fn page(
        &self,
        who: &Caller,
        category: Category,
        from: (Option<i64>, i64),
    ) -> DbResult<Vec<Notification>> {
        let mut conn = self.db.read().await?;
        let whose = (who.client_id, who.user_id);
        let rows = store::page(&mut conn, whose, category.name(), from, PAGE).await?;
        Ok(rows.into_iter().map(Notification::from).collect())
    }

    /// Marks a category as read up to an id, and tells the user's other windows.
    pub(super) async fn mark_read(
        &self,
        who: &Caller,
        category: Category,
        up_to: i64,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let whose = (who.client_id, who.user_id);
        let mut tx = self.db.begin().await?;
        let marked = store::read(&mut tx, whose, category.name(), up_to, now).await?;
        tx.commit().await?;
        if marked > 0 {
            let data = NotificationRead { category: category.name(), last_id: up_to };
            self.pass(who, &data).await;
        }
        Ok(())
    }

    /// Removes one. False when the user has none with this id.
    pub(super) async fn remove(&self, who: &Caller, id: i64) -> DbResult<bool> {
        let mut tx = self.db.begin().await?;
        let removed = store::remove(&mut tx, who.client_id, who.user_id, id).await?;
        tx.commit().await?;
        if removed {
            self.pass(who, &NotificationRemoved { id }).await;
        }
        Ok(removed)
    }

    /// The kinds a user does not want to hear of.
    pub(super) async fn muted(&self, who: &Caller) -> DbResult<Vec<String>> {
        let mut conn = self.db.read().await?;
        let muted = store::muted(&mut conn, who.client_id, who.user_id).await?;
        Ok(serde_json::from_str(&muted).unwrap_or_default())
    }

    /// Keeps them. What was told before stays.
    pub(super) async fn mute(&self, who: &Caller, kinds: &[Kind]) -> DbResult<Vec<String>> {
        let muted: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
        let mut tx = self.db.begin().await?;
        store::set_muted(&mut tx, who.client_id, who.user_id, &json!(muted).to_string()).await?;
        tx.commit().await?;
        Ok(muted)
    }

    /// Best effort: a window that misses it asks anyway when it is opened.
    async fn pass<T: EventData>(&self, who: &Caller, data: &T) {
        self.hub.pass(who.client_id, Scope::User(who.user_id), frame_of(data)).await;
    }
}
