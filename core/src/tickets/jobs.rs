//! What the room does at its time: answers for later, tickets that were put aside, what was held back
//! for too long.

use super::{Tickets, schedule, snooze};
use crate::{
    db::DbResult,
    jobs::{Class, Handlers, JobError, NewJob, queue},
};
use serde_json::json;

const SWEEP: &str = "tickets.sweep";
const EVERY_MS: i64 = 3_600_000;
const STEP: i64 = 100;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, tickets: &Tickets) {
    let (sending, waking, sweeping) = (tickets.clone(), tickets.clone(), tickets.clone());
    handlers.on(SWEEP, move |_| {
        let tickets = sweeping.clone();
        async move { tickets.sweep().await.map_err(JobError::from) }
    });
    handlers.on(schedule::SEND, move |job| {
        let tickets = sending.clone();
        async move { tickets.send_due(&job).await }
    });
    handlers.on(snooze::WAKE, move |job| {
        let tickets = waking.clone();
        async move { tickets.wake(&job).await.map_err(JobError::from) }
    });
}

impl Tickets {
    /// Enqueues the next sweep; client 0 stands for the installation.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plan_sweep(&self) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        let job = NewJob {
            client_id: 0,
            class: Class::Bulk,
            kind: SWEEP,
            key: "all".into(),
            payload: json!({}),
            run_at_ms: self.clock.now_ms() + EVERY_MS,
        };
        queue::enqueue(&mut tx, job).await?;
        tx.commit().await
    }

    async fn sweep(&self) -> DbResult<()> {
        self.forget_held(STEP).await?;
        self.forget_automatic_answers(STEP).await?;
        self.plan_sweep().await
    }
}
