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
use std::collections::{BTreeSet, HashMap};
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

/// The status in effect of a user. Who was never there is offline.
#[derive(Clone, Debug)]
pub struct CurrentStatus {
    pub connected: bool,
    /// One of the seven values; OFFLINE without a connection.
    pub status: &'static str,
    /// The kind of being away, and empty when ONLINE or OFFLINE.
    pub second_status: String,
    /// The name of that kind where it is the client's own, and empty otherwise.
    pub alternate: String,
    pub reason: String,
    /// Whether it was set because nobody touched anything.
    pub automatic: bool,
    /// Since when, in milliseconds; without a connection when the user was last there. 0 where nobody knows.
    pub since: i64,
}

impl Default for CurrentStatus {
    fn default() -> Self {
        Self {
            connected: false,
            status: Status::Offline.name(),
            second_status: String::new(),
            alternate: String::new(),
            reason: String::new(),
            automatic: false,
            since: 0,
        }
    }
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
        let mut statuses = self.current(&mut conn, client_id).await?;
        drop(conn);
        let now = self.0.clock.now_ms();
        let line = |user: accounts::AgentRow| {
            let current = statuses.remove(&user.id).unwrap_or_default();
            UserStatus {
                client_id,
                username: user.username,
                name: user.name,
                status: current.status,
                second_status: current.second_status,
                alternate: current.alternate,
                reason: current.reason,
                automatic: current.automatic,
                ts: if current.connected { now } else { current.since } / 1_000,
            }
        };
        Ok(users.into_iter().map(line).collect())
    }

    /// The statuses in effect, by user; who was never there is not among them.
    ///
    /// # Errors
    /// What the database said.
    pub async fn current(
        &self,
        conn: &mut Conn,
        client_id: i64,
    ) -> DbResult<HashMap<i64, CurrentStatus>> {
        let rows = store::all_chosen(conn, client_id).await?;
        let leases: HashMap<i64, i64> = store::leases(conn, client_id).await?.into_iter().collect();
        let names = store::custom::alternates_of(conn, client_id, &rows).await?;
        let chosen: HashMap<i64, store::Row> =
            rows.into_iter().map(|row| (row.user_id, row)).collect();
        let now = self.0.clock.now_ms();
        let here = self.0.sockets.lock();
        let on_this_node = here.keys().filter(|(client, _)| *client == client_id).map(|key| key.1);
        let users: BTreeSet<i64> =
            chosen.keys().chain(leases.keys()).copied().chain(on_this_node).collect();
        let current = |user_id: i64| {
            let until = leases.get(&user_id).copied().unwrap_or_default();
            let connected = until > now || here.contains_key(&(client_id, user_id));
            let row = chosen.get(&user_id);
            let (status, second_status) =
                model::in_effect(row.map_or("ONLINE", |row| row.status.as_str()), connected);
            let seen = row.map_or(0, |row| row.seen_at).max(until - LEASE_MS).max(0);
            let reason = row.filter(|_| connected).map(|row| row.reason.clone());
            let current = CurrentStatus {
                connected,
                status,
                alternate: names.get(&second_status).cloned().unwrap_or_default(),
                second_status,
                reason: reason.unwrap_or_default(),
                automatic: connected && row.is_some_and(|row| row.automatic),
                since: if connected { row.map_or(0, |row| row.since) } else { seen },
            };
            (user_id, current)
        };
        Ok(users.into_iter().map(current).collect())
    }
}
