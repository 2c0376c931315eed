//! What the room does at its time: answers for later, tickets that were put aside, what was held back
//! for too long.

use super::snooze;
use crate::tickets::{Tickets, outbound::schedule};
use crate::{
    db::DbResult,
    jobs::{Handlers, JobError},
};

const SWEEP: &str = "tickets.sweep";
const EVERY_MS: i64 = 3_600_000;
const STEP: i64 = 100;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, tickets: &Tickets) {
    let (sending, waking, sweeping) = (tickets.clone(), tickets.clone(), tickets.clone());
    handlers.every(SWEEP, EVERY_MS, move || {
        let tickets = sweeping.clone();
        async move { tickets.sweep().await }
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
    async fn sweep(&self) -> DbResult<()> {
        self.forget_held(STEP).await?;
        self.forget_automatic_answers(STEP).await
    }
}
