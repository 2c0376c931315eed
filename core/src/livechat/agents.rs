//! Whether anybody is there to take a chat: agents' sockets, counted across nodes.

use super::{Livechat, store};
use crate::{db::DbResult, http::Problem};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const LEASE_MS: i64 = 60_000;
const RENEW: Duration = Duration::from_secs(20);
/// A queued visitor whose page is away for longer loses the place.
const AWAY_MS: i64 = 70_000;

/// A socket opened or closed.
#[derive(Clone, Copy, Debug)]
pub struct Online {
    pub client_id: i64,
    pub open: bool,
}

impl Livechat {
    /// An agent's socket opened or closed on this node.
    pub async fn agent_seen(&self, seen: Online) {
        let (first, last) = {
            let mut agents = self.0.agents.lock();
            let count = agents.entry(seen.client_id).or_default();
            if seen.open {
                *count += 1;
                (*count == 1, false)
            } else {
                *count = count.saturating_sub(1);
                (false, *count == 0)
            }
        };
        if last {
            self.0.agents.lock().retain(|_, count| *count > 0);
        }
        if (first || last)
            && let Err(error) = self.tell_agents(seen.client_id, first).await
        {
            tracing::warn!(error = %error, "agents' presence was not recorded");
        }
    }

    async fn tell_agents(&self, client_id: i64, online: bool) -> DbResult<()> {
        let until = self.clock.now_ms() + LEASE_MS;
        let mut tx = self.db.begin().await?;
        if online {
            store::note_agents(&mut tx, client_id, &self.node, until).await?;
        } else {
            store::forget_agents(&mut tx, client_id, &self.node).await?;
        }
        tx.commit().await
    }

    pub(super) async fn agents_online(&self, client_id: i64) -> Result<bool, Problem> {
        if self.0.agents.lock().get(&client_id).is_some_and(|count| *count > 0) {
            return Ok(true);
        }
        let mut conn = self.db.read().await?;
        Ok(store::agents_online(&mut conn, client_id, self.clock.now_ms()).await?)
    }

    /// Renews what other nodes read, and frees the places of visitors who went away.
    pub async fn keep_presence(self, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(RENEW) => {}
            }
            if let Err(error) = self.renew().await {
                tracing::warn!(error = %error, "presence was not renewed");
            }
        }
    }

    async fn renew(&self) -> DbResult<()> {
        let now = self.clock.now_ms();
        let clients: Vec<i64> = self.0.agents.lock().keys().copied().collect();
        for client_id in clients {
            self.tell_agents(client_id, true).await?;
        }
        let mut visitors: Vec<(i64, i64)> =
            self.0.visitors.lock().iter().map(|(id, (client, _))| (*client, *id)).collect();
        // In the order in which whoever needs several holds them.
        visitors.sort_unstable_by_key(|(_, session)| *session);
        if !visitors.is_empty() {
            let mut tx = self.db.begin().await?;
            for (client_id, id) in visitors {
                store::seen(&mut tx, client_id, id, now).await?;
            }
            tx.commit().await?;
        }
        let mut conn = self.db.read().await?;
        let away = store::away_across_clients(&mut conn, now - AWAY_MS).await?;
        drop(conn);
        for (client_id, id) in away {
            self.leave_queue(client_id, id).await?;
        }
        Ok(())
    }
}
