//! Choosing a status, and telling the desk.

use super::{
    Presence, Who,
    events::PresenceTold,
    model::{self, Choice},
    store,
    view::OwnStatus,
};
use crate::{
    audit::{self, Act, Action, Author},
    db::DbResult,
    http::Problem,
    realtime::{Scope, frame_of},
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
        self.set(who, (status, reason), None).await
    }

    /// An admin chooses a status for a user, which the audit log says.
    ///
    /// # Errors
    /// `invalid` for a status there is not, or a reason that is missing or too long.
    pub async fn choose_for(
        &self,
        author: &Author,
        who: &Who,
        (status, reason): (&str, &str),
    ) -> Result<OwnStatus, Problem> {
        self.set(who, (status, reason), Some(author)).await
    }

    async fn set(
        &self,
        who: &Who,
        (status, reason): (&str, &str),
        author: Option<&Author>,
    ) -> Result<OwnStatus, Problem> {
        let custom = if model::is_built_in(status) {
            vec![]
        } else {
            self.custom_codes(who.client_id).await?
        };
        let choice = model::choose(status, reason, &custom).map_err(|refused| {
            let (field, text) = refused.says();
            Problem::field(field, text)
        })?;
        self.keep(who, &choice, author).await?;
        self.tell(who).await;
        Ok(self.own(who).await?)
    }

    async fn custom_codes(&self, client_id: i64) -> DbResult<Vec<String>> {
        let mut conn = self.0.db.read().await?;
        let custom = store::custom::list(&mut conn, client_id, false).await?;
        Ok(custom.into_iter().map(|status| status.status_code).collect())
    }

    async fn keep(&self, who: &Who, choice: &Choice, author: Option<&Author>) -> DbResult<()> {
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        // Two tabs that choose at the same time take turns, each ending what the other began.
        store::lock(&mut tx, who.client_id, who.user_id).await?;
        let before = store::chosen(&mut tx, who.client_id, who.user_id).await?;
        let same = |row: &store::Row| {
            row.status == choice.code && row.reason == choice.reason && !row.automatic
        };
        if before.as_ref().is_some_and(same) {
            return Ok(());
        }
        let next = store::Next { status: &choice.code, reason: &choice.reason, automatic: false };
        store::follow(&mut tx, who, before.as_ref(), &next, now).await?;
        self.0.watcher.status_changed(&mut tx, who.client_id).await?;
        if let Some(author) = author {
            let from = before.as_ref().map_or("ONLINE", |row| row.status.as_str());
            let act = Act {
                action: Action::UserStatusSet,
                kind: "user",
                id: who.user_id.to_string(),
                name: &who.username,
                changes: json!({
                    "status": { "from": from, "to": choice.code },
                    "reason": choice.reason,
                }),
            };
            audit::note(&mut tx, author, &act, now).await?;
        }
        tx.commit().await
    }

    /// Lets the user be set away automatically, or not.
    pub(super) async fn let_away(&self, who: &Who, on: bool) -> Result<OwnStatus, Problem> {
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        store::let_away(&mut tx, who, on, now).await?;
        tx.commit().await?;
        Ok(self.own(who).await?)
    }

    /// Tells the desk's sockets what the user is now. Best effort: lists are asked for anyway.
    pub async fn tell(&self, who: &Who) {
        if let Err(error) = self.try_tell(who).await {
            tracing::warn!(error = %error, "a status was not told to the desk");
        }
    }

    async fn try_tell(&self, who: &Who) -> DbResult<()> {
        // What was read earlier is told earlier, or a status that is over would stay on the screens.
        let turn = usize::try_from(who.user_id).unwrap_or_default() % self.0.telling.len();
        let _turn = self.0.telling[turn].lock().await;
        let now = self.0.clock.now_ms();
        let mut conn = self.0.db.read().await?;
        let row = store::chosen(&mut conn, who.client_id, who.user_id).await?;
        let connected = store::connected(&mut conn, who.client_id, who.user_id, now).await?;
        let alternate = store::custom::alternate_of(&mut conn, who.client_id, row.as_ref()).await?;
        drop(conn);
        let own = OwnStatus::of(row.as_ref(), alternate, now, self.0.away_after_ms);
        let (status, second_status) = model::in_effect(&own.code, connected);
        let reason = if connected { own.reason } else { String::new() };
        let data = PresenceTold {
            username: who.username.clone(),
            status,
            second_status,
            chosen: own.code,
            alternate: own.alternate,
            reason,
            automatic: own.automatic,
            since: own.since,
            ts: now / 1_000,
        };
        self.0.hub.pass(who.client_id, Scope::Agents, frame_of(&data)).await;
        Ok(())
    }
}
