//! Old notifications go.

use super::{Notifications, push::SEND, store};
use crate::{
    db::DbResult,
    jobs::{Handlers, JobError, queue},
};

const KEEP_MS: i64 = 90 * 86_400_000;
const SWEEP: &str = "notifications.sweep";
const EVERY_MS: i64 = 3_600_000;
const STEP: i64 = 1000;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, notifications: &Notifications) {
    let (sweeping, sending) = (notifications.clone(), notifications.clone());
    handlers.on(SWEEP, move |_| {
        let notifications = sweeping.clone();
        async move { notifications.sweep().await.map_err(JobError::from) }
    });
    handlers.on(SEND, move |job| {
        let notifications = sending.clone();
        async move { notifications.send_push(&job).await }
    });
}

impl Notifications {
    /// Enqueues the next sweep.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plan_sweep(&self) -> DbResult<()> {
        queue::plan_across_clients(&self.db, SWEEP, self.clock.now_ms() + EVERY_MS).await
    }

    async fn sweep(&self) -> DbResult<()> {
        self.prune(self.clock.now_ms() - KEEP_MS).await?;
        self.plan_sweep().await
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
