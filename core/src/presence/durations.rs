//! How long users were what they chose to be.

use super::{Presence, sockets::LEASE_MS, store};
use crate::db::{Conn, DbResult};
use std::collections::{BTreeMap, HashMap};

/// The status of somebody who can be given work, in which no time is counted: it is chosen for good, and
/// lasts while nobody is there.
const ONLINE: &str = "ONLINE";

/// A user's time in a status within a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeInStatus {
    pub user_id: i64,
    /// The code that was chosen; never ONLINE.
    pub code: String,
    /// The name of a status of the client's own; empty for those that everybody has.
    pub alternate: String,
    pub ms: i64,
}

/// The part of a span that lies within a range; both in milliseconds, their ends not included.
pub(super) fn within((from, until): (i64, i64), range: (i64, i64)) -> i64 {
    (until.min(range.1) - from.max(range.0)).max(0)
}

impl Presence {
    /// The time that each user was something else than ONLINE between two moments, cut at these. What lasts
    /// counts until now, or until the user was last there.
    ///
    /// # Errors
    /// What the database said.
    pub async fn time_in_statuses(
        &self,
        conn: &mut Conn,
        client_id: i64,
        range: (i64, i64),
    ) -> DbResult<Vec<TimeInStatus>> {
        let now = self.0.clock.now_ms();
        let mut times: BTreeMap<(i64, String), i64> = BTreeMap::new();
        for (user_id, code, ms) in store::spans::times(conn, client_id, range).await? {
            times.insert((user_id, code), ms);
        }
        let leases: HashMap<i64, i64> = store::leases(conn, client_id).await?.into_iter().collect();
        let lasting = store::all_chosen(conn, client_id).await?;
        for row in &lasting {
            let lease = leases.get(&row.user_id).copied().unwrap_or_default();
            let there = row.seen_at.max(lease - LEASE_MS).max(row.since);
            let until = if lease > now { now } else { there };
            *times.entry((row.user_id, row.status.clone())).or_default() +=
                within((row.since, until), range);
        }
        let names: HashMap<String, String> = store::custom::list(conn, client_id, true)
            .await?
            .into_iter()
            .map(|status| (status.status_code, status.alternate))
            .collect();
        let time = |((user_id, code), ms): ((i64, String), i64)| TimeInStatus {
            user_id,
            alternate: names.get(&code).cloned().unwrap_or_default(),
            code,
            ms,
        };
        Ok(times
            .into_iter()
            .filter(|((_, code), ms)| code != ONLINE && *ms > 0)
            .map(time)
            .collect())
    }
}
