//! Choosing a status, and telling the desk.

use super::{
    Presence, Who,
    model::{self, Choice, Status},
    store,
    view::OwnStatus,
};
use crate::{
    db::DbResult,
    http::Problem,
    realtime::{Scope, frame},
};
use serde_json::json;

impl Presence {
    /// The user chooses a status. What was before is kept with how long it lasted; choosing the
    /// same again changes nothing.
    pub(super) async fn choose(
        &self,
        who: &Who,
        status: &str,
        reason: &str,
    ) -> Result<OwnStatus, Problem> {
        let choice = model::choose(status, reason).map_err(|refused| {
            let (field, text) = refused.says();
            Problem::field(field, text)
        })?;
        self.keep(who, &choice).await?;
        self.tell(who).await;
        Ok(self.own(who).await?)
    }

    async fn keep(&self, who: &Who, choice: &Choice) -> DbResult<()> {
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        let before = store::chosen(&mut tx, who.client_id, who.user_id).await?;
        let name = choice.status.name();
        if before.as_ref().is_some_and(|row| row.status == name && row.reason == choice.reason) {
            return Ok(());
        }
        let since = before.as_ref().map_or(now, |row| model::ends(row.since, now));
        if let Some(row) = &before {
            store::record(&mut tx, who.client_id, row, since).await?;
        }
        let chosen = (name, choice.reason.as_str());
        store::choose(&mut tx, who.client_id, who.user_id, chosen, since).await?;
        tx.commit().await
    }

    /// Tells the desk's sockets what the user is now. Best effort: lists are asked for anyway.
    pub async fn tell(&self, who: &Who) {
        if let Err(error) = self.try_tell(who).await {
            tracing::warn!(error = %error, "a status was not told to the desk");
        }
    }

    async fn try_tell(&self, who: &Who) -> DbResult<()> {
        let now = self.0.clock.now_ms();
        let mut conn = self.0.db.read().await?;
        let row = store::chosen(&mut conn, who.client_id, who.user_id).await?;
        let connected = store::connected(&mut conn, who.client_id, who.user_id, now).await?;
        drop(conn);
        let wish = row.as_ref().and_then(|row| Status::named(&row.status));
        let status = model::in_effect(wish.unwrap_or(Status::Online), connected);
        let reason = row.filter(|_| connected).map(|row| row.reason).unwrap_or_default();
        let data = json!({
            "username": who.username, "status": status.name(), "second_status": status.second(),
            "chosen": wish.unwrap_or(Status::Online).name(), "reason": reason, "ts": now / 1_000,
        });
        self.0.hub.pass(who.client_id, Scope::Agents, frame("presence", &data)).await;
        Ok(())
    }
}
