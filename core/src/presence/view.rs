//! What others see.

use super::{
    Presence, Who,
    model::{self, Status},
    sockets::LEASE_MS,
    store,
};
use crate::{
    accounts,
    db::{Conn, DbResult},
};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A user's own status.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnStatus {
    #[schema(example = "success")]
    pub result: &'static str,
    /// ONLINE, AWAY, BUSY, MEAL_BREAK, WASHROOM or PRAYER.
    pub status: &'static str,
    /// The kind of being away, which may be a status of the client's own; empty when ONLINE.
    pub second_status: String,
    /// What was chosen: one of the six, or the code of a status of the client's own.
    pub code: String,
    /// The name of a status of the client's own; empty for those that everybody has.
    pub alternate: String,
    pub reason: String,
    /// Whether it was set because nobody touched anything.
    pub automatic: bool,
    /// Whether that may happen.
    pub auto_away: bool,
    /// After how many seconds it happens; 0 where the operator switched it off.
    pub away_after: i64,
    /// Since when, in seconds, and the same in milliseconds.
    pub ts: i64,
    pub since: i64,
}

impl OwnStatus {
    pub(super) fn of(
        row: Option<&store::Row>,
        alternate: String,
        now: i64,
        away_after_ms: i64,
    ) -> Self {
        let code = row.map_or("ONLINE", |row| row.status.as_str());
        let (status, second_status) = model::in_effect(code, true);
        let since = row.map_or(now, |row| row.since);
        Self {
            result: "success",
            status,
            second_status,
            code: code.to_owned(),
            alternate,
            reason: row.map(|row| row.reason.clone()).unwrap_or_default(),
            automatic: row.is_some_and(|row| row.automatic),
            auto_away: row.is_none_or(|row| row.auto_away),
            away_after: away_after_ms / 1_000,
            ts: since / 1_000,
            since,
        }
    }
}

/// A user of the desk with the status in effect.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UserStatus {
    pub client_id: i64,
    pub username: String,
    pub name: String,
    /// One of the seven values; OFFLINE without a connection.
    pub status: &'static str,
    /// The kind of being away, and empty when ONLINE or OFFLINE.
    pub second_status: String,
    /// The name of that kind where it is the client's own, and empty otherwise.
    pub alternate: String,
    pub reason: String,
    /// Whether it was set because nobody touched anything.
    pub automatic: bool,
    /// When the user was last there, in seconds.
    pub ts: i64,
}

/// The statuses in effect of a client's users with since when they were chosen, by user; who was never
/// there is not among them.
///
/// # Errors
/// What the database said.
pub async fn statuses(
    conn: &mut Conn,
    client_id: i64,
    now: i64,
) -> DbResult<HashMap<i64, (Status, i64)>> {
    let leases: HashMap<i64, i64> = store::leases(conn, client_id).await?.into_iter().collect();
    let rows = store::all_chosen(conn, client_id).await?;
    let status = |row: &store::Row| match leases.get(&row.user_id) {
        Some(until) if *until > now => Status::named(&row.status).unwrap_or(Status::Away),
        _ => Status::Offline,
    };
    Ok(rows.iter().map(|row| (row.user_id, (status(row), row.since))).collect())
}

impl Presence {
    /// What the user chose. Whoever asks is there, connected or not yet.
    pub(super) async fn own(&self, who: &Who) -> DbResult<OwnStatus> {
        let mut conn = self.0.db.read().await?;
        let row = store::chosen(&mut conn, who.client_id, who.user_id).await?;
        let alternate = store::custom::alternate_of(&mut conn, who.client_id, row.as_ref()).await?;
        let (now, after) = (self.0.clock.now_ms(), self.0.away_after_ms);
        Ok(OwnStatus::of(row.as_ref(), alternate, now, after))
    }

    /// Every user of the client.
    pub(super) async fn everybody(&self, client_id: i64) -> DbResult<Vec<UserStatus>> {
        let mut conn = self.0.db.read().await?;
        let users = accounts::agents(&mut conn, client_id, &[]).await?;
        let rows = store::all_chosen(&mut conn, client_id).await?;
        let leases: HashMap<i64, i64> =
            store::leases(&mut conn, client_id).await?.into_iter().collect();
        let names = store::custom::alternates_of(&mut conn, client_id, &rows).await?;
        drop(conn);
        let chosen: HashMap<i64, store::Row> =
            rows.into_iter().map(|row| (row.user_id, row)).collect();
        let now = self.0.clock.now_ms();
        let here = self.0.sockets.lock();
        Ok(users
            .into_iter()
            .map(|user| {
                let until = leases.get(&user.id).copied().unwrap_or_default();
                let connected = until > now || here.contains_key(&(client_id, user.id));
                let row = chosen.get(&user.id);
                let code = row.map_or("ONLINE", |row| row.status.as_str());
                let (status, second_status) = model::in_effect(code, connected);
                let seen = row.map_or(0, |row| row.seen_at).max(until - LEASE_MS).max(0);
                UserStatus {
                    client_id,
                    username: user.username,
                    name: user.name,
                    status,
                    alternate: names.get(&second_status).cloned().unwrap_or_default(),
                    second_status,
                    reason: row
                        .filter(|_| connected)
                        .map(|row| row.reason.clone())
                        .unwrap_or_default(),
                    automatic: connected && row.is_some_and(|row| row.automatic),
                    ts: if connected { now } else { seen } / 1_000,
                }
            })
            .collect())
    }
}
