//! Automatic away: nobody touched anything in any tab for a while.
//!
//! Each node knows when something was last touched in its own sockets, and writes only when that
//! changes: a lease whose sockets rest says since when. The user is away when every lease rests, and
//! only from being online; what somebody chose is never replaced.

use super::{
    Attention, Presence, Who,
    model::AUTOMATIC,
    store::{self, Next},
};
use crate::db::DbResult;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often the sockets are looked through, at most and at least.
const STEPS_MS: (i64, i64) = (100, 15_000);

impl Presence {
    /// Somebody touched something in one of the user's tabs.
    pub async fn touched(&self, who: &Who) {
        let key = (who.client_id, who.user_id);
        let woke = {
            let mut sockets = self.0.sockets.lock();
            let Some(here) = sockets.get_mut(&key) else { return };
            here.touched_at = self.0.clock.now_ms();
            std::mem::replace(&mut here.attention, Attention::Awake) != Attention::Awake
        };
        if woke {
            self.settle_attention(who, Attention::Awake).await;
        }
    }

    /// Looks for users who touched nothing, until told to stop.
    pub async fn watch_idle(self, stop: CancellationToken) {
        let after = self.0.away_after_ms;
        if after <= 0 {
            return;
        }
        let step = (after / 4).clamp(STEPS_MS.0, STEPS_MS.1);
        let step = Duration::from_millis(u64::try_from(step).unwrap_or_default());
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(step) => {}
            }
            for who in self.newly_idle(after) {
                self.settle_attention(&who, Attention::Resting).await;
            }
        }
    }

    fn newly_idle(&self, after: i64) -> Vec<Who> {
        let before = self.0.clock.now_ms() - after;
        let mut sockets = self.0.sockets.lock();
        let mut idle = vec![];
        for (&(client_id, user_id), here) in sockets.iter_mut() {
            if here.attention != Attention::Resting && here.touched_at <= before {
                here.attention = Attention::Resting;
                idle.push(Who { client_id, user_id, username: here.username.clone() });
            }
        }
        idle
    }

    /// Writes down how attentive the user is, until that is how it still is.
    async fn settle_attention(&self, who: &Who, mut attention: Attention) {
        let key = (who.client_id, who.user_id);
        loop {
            let written = match attention {
                Attention::Resting => self.rest(who).await,
                Attention::Awake | Attention::Unknown => self.wake(who).await,
            };
            match written {
                Ok(true) => self.tell(who).await,
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(error = %error, "attention was not recorded");
                    if let Some(here) = self.0.sockets.lock().get_mut(&key) {
                        // The next look, or the next touch, tries again.
                        here.attention = Attention::Unknown;
                    }
                    return;
                }
            }
            // A touch while resting was written, or the other way round.
            let now = self.0.sockets.lock().get(&key).map(|here| here.attention);
            match now {
                Some(now) if now != attention && now != Attention::Unknown => attention = now,
                _ => return,
            }
        }
    }

    /// Whether this made the user away.
    async fn rest(&self, who: &Who) -> DbResult<bool> {
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        store::lock(&mut tx, who.client_id, who.user_id).await?;
        store::set_idle(&mut tx, who, &self.0.node, Some(now)).await?;
        let row = store::chosen(&mut tx, who.client_id, who.user_id).await?;
        let online = row.as_ref().filter(|row| row.status == "ONLINE" && row.auto_away);
        let away = online.is_some() && !store::attended(&mut tx, who, now).await?;
        if away {
            let next = Next { status: "AWAY", reason: AUTOMATIC, automatic: true };
            store::follow(&mut tx, who, online, &next, now).await?;
            self.0.watcher.status_changed(&mut tx, who.client_id).await?;
        }
        tx.commit().await?;
        Ok(away)
    }

    /// Whether this brought the user back.
    async fn wake(&self, who: &Who) -> DbResult<bool> {
        let now = self.0.clock.now_ms();
        let mut tx = self.0.db.begin().await?;
        store::lock(&mut tx, who.client_id, who.user_id).await?;
        store::set_idle(&mut tx, who, &self.0.node, None).await?;
        let row = store::chosen(&mut tx, who.client_id, who.user_id).await?;
        let away = row.as_ref().filter(|row| row.automatic);
        if away.is_some() {
            let next = Next { status: "ONLINE", reason: "", automatic: false };
            store::follow(&mut tx, who, away, &next, now).await?;
            self.0.watcher.status_changed(&mut tx, who.client_id).await?;
        }
        tx.commit().await?;
        Ok(away.is_some())
    }
}
