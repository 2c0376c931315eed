//! What the room does at its time: answers for later, tickets that were put aside.

use super::{Tickets, schedule, snooze};
use crate::jobs::{Handlers, JobError};

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, tickets: &Tickets) {
    let (sending, waking) = (tickets.clone(), tickets.clone());
    handlers.on(schedule::SEND, move |job| {
        let tickets = sending.clone();
        async move { tickets.send_due(&job).await }
    });
    handlers.on(snooze::WAKE, move |job| {
        let tickets = waking.clone();
        async move { tickets.wake(&job).await.map_err(JobError::from) }
    });
}
