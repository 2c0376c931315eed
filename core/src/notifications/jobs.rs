//! Old notifications go.

use super::{Notifications, push::SEND, store};
use crate::{db::DbResult, jobs::Handlers};

const KEEP_MS: i64 = 90 * 86_400_000;
const SWEEP: &str = "notifications.sweep";
const EVERY_MS: i64 = 3_600_000;
const STEP: i64 = 1000;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, notifications: &Notifications) {
    let (sweeping, sending) = (notifications.clone(), notifications.clone());
    handlers.every(SWEEP, EVERY_MS, move || {
        let notifications = sweeping.clone();
        async move { notifications.sweep().await }
    });
    handlers.on(SEND, move |job| {
        let notifications = sending.clone();
        async move { notifications.send_push(&job).await }
    });
}

impl Notifications {
    async fn sweep(&self) -> DbResult<()> {
        self.prune(self.clock.now_ms() - KEEP_MS).await
    }

    /// Removes what is older, in short transactions.
    pub(super) async fn prune(&self, before: i64) -> DbResult<()> {
        loop {
            let mut tx = self.db.begin().await?;
            let now = self.clock.now_ms();
            let removed = store::prune_across_clients(&mut tx, before, STEP).await?
                + store::prune_subscriptions_across_clients(&mut tx, now, STEP).await?;
            tx.commit().await?;
            if removed == 0 {
                return Ok(());
            }
        }
    }
}
