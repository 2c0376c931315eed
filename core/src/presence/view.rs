//! What others see.

use super::{
    Presence, Who,
    model::{self, Status},
    sockets::LEASE_MS,
    store,
};
use crate::{accounts, db::DbResult};
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
    /// The same when it is not ONLINE, and empty otherwise.
    pub second_status: &'static str,
    pub reason: String,
    /// Since when, in seconds.
    pub ts: i64,
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
    pub second_status: &'static str,
    pub reason: String,
    /// When the user was last there, in seconds.
    pub ts: i64,
}

impl Presence {
    /// What the user chose. Whoever asks is there, connected or not yet.
    pub(super) async fn own(&self, who: &Who) -> DbResult<OwnStatus> {
        let mut conn = self.0.db.read().await?;
        let row = store::chosen(&mut conn, who.client_id, who.user_id).await?;
        let now = self.0.clock.now_ms();
        let (status, reason, since) = row.map_or((Status::Online, String::new(), now), |row| {
            (Status::named(&row.status).unwrap_or(Status::Online), row.reason, row.since)
        });
        Ok(OwnStatus {
            result: "success",
            status: status.name(),
            second_status: status.second(),
            reason,
            ts: since / 1_000,
        })
    }

    /// Every user of the client.
    pub(super) async fn everybody(&self, client_id: i64) -> DbResult<Vec<UserStatus>> {
        let mut conn = self.0.db.read().await?;
        let users = accounts::agents(&mut conn, client_id, &[]).await?;
        let rows = store::all_chosen(&mut conn, client_id).await?;
        let leases: HashMap<i64, i64> =
            store::leases(&mut conn, client_id).await?.into_iter().collect();
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
                let wish = row.and_then(|row| Status::named(&row.status));
                let status = model::in_effect(wish.unwrap_or(Status::Online), connected);
                let seen = row.map_or(0, |row| row.seen_at).max(until - LEASE_MS).max(0);
                UserStatus {
                    client_id,
                    username: user.username,
                    name: user.name,
                    status: status.name(),
                    second_status: status.second(),
                    reason: row
                        .filter(|_| connected)
                        .map(|row| row.reason.clone())
                        .unwrap_or_default(),
                    ts: if connected { now } else { seen } / 1_000,
                }
            })
            .collect())
    }
}
