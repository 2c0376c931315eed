//! Who is connected: sockets counted on this node, and leases for the other nodes.

use super::{Attention, Here, Presence, Who, store};
use crate::db::DbResult;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

pub(super) const LEASE_MS: i64 = 60_000;
const RENEW: Duration = Duration::from_secs(20);
/// A page that loads anew is not gone.
const GRACE: Duration = Duration::from_secs(3);
/// How long a dead node's rows say when its users were last there.
const KEEP_MS: i64 = 24 * 3_600_000;

impl Presence {
    /// A socket of the user opened or closed on this node.
    pub async fn socket_seen(&self, who: Who, open: bool) {
        let key = (who.client_id, who.user_id);
        if open {
            let first = {
                let mut sockets = self.0.sockets.lock();
                let first = !sockets.contains_key(&key);
                let here = sockets.entry(key).or_insert_with(|| Here {
                    username: who.username.clone(),
                    open: 0,
                    touched_at: self.0.clock.now_ms(),
                    attention: Attention::Unknown,
                });
                here.open += 1;
                first
            };
            if first {
                self.settle(&who, true).await;
            }
            return;
        }
        let last = {
            let mut sockets = self.0.sockets.lock();
            sockets.get_mut(&key).is_some_and(|here| {
                here.open = here.open.saturating_sub(1);
                here.open == 0
            })
        };
        if last {
            let presence = self.clone();
            tokio::spawn(async move { presence.leave(who).await });
        }
    }

    async fn leave(self, who: Who) {
        tokio::time::sleep(GRACE).await;
        let key = (who.client_id, who.user_id);
        let gone = {
            let mut sockets = self.0.sockets.lock();
            let gone = sockets.get(&key).is_some_and(|here| here.open == 0);
            if gone {
                sockets.remove(&key);
            }
            gone
        };
        if !gone {
            return;
        }
        self.settle(&who, false).await;
        // Somebody who came back while that was written is there.
        let back = self.0.sockets.lock().contains_key(&key);
        if back {
            self.settle(&who, true).await;
        }
    }

    async fn settle(&self, who: &Who, online: bool) {
        if let Err(error) = self.write(who, online).await {
            tracing::warn!(error = %error, "presence was not recorded");
        }
        self.tell(who).await;
    }

    async fn write(&self, who: &Who, online: bool) -> DbResult<()> {
        let now = self.0.clock.now_ms();
        let (client, user, node) = (who.client_id, who.user_id, self.0.node.as_str());
        let mut tx = self.0.db.begin().await?;
        store::seen(&mut tx, client, user, now).await?;
        if online {
            store::lease(&mut tx, client, user, node, now + LEASE_MS).await?;
        } else {
            store::release(&mut tx, client, user, node).await?;
        }
        self.0.watcher.status_changed(&mut tx, client).await?;
        tx.commit().await
    }

    /// Ends what an earlier life left behind, where this process is the only one.
    ///
    /// # Errors
    /// What the database said.
    pub async fn alone(&self) -> DbResult<()> {
        let mut tx = self.0.db.begin().await?;
        store::end_others_across_clients(&mut tx, &self.0.node, self.0.clock.now_ms()).await?;
        tx.commit().await
    }

    /// Renews this node's leases until told to stop.
    pub async fn keep_leases(self, stop: CancellationToken) {
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
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        store::renew_across_clients(&mut tx, &self.0.node, now + LEASE_MS).await?;
        store::forget_old_across_clients(&mut tx, now - KEEP_MS).await?;
        tx.commit().await
    }
}
