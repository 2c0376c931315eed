//! The job of an SLA clock's next moment: it warns, or tells of a breach. And a sweep that looks whether a
//! moment was overlooked.

use super::{Sla, clocks::Happened, promises::Promises, store};
use crate::{
    db::{DbResult, Tx},
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    tickets,
};
use serde_json::json;

const DUE: &str = "sla.due";
/// The job of earlier versions, which looked whether a label's promise was kept.
const LABEL_DUE: &str = "labels.due";
const SWEEP: &str = "sla.sweep";
const SWEEP_MS: i64 = 60_000;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, sla: &Sla) {
    let due = sla.clone();
    handlers.on(DUE, move |job| {
        let sla = due.clone();
        async move { sla.due(&job).await.map_err(JobError::from) }
    });
    let label_due = sla.clone();
    handlers.on(LABEL_DUE, move |job| {
        let sla = label_due.clone();
        async move { sla.label_due(&job).await.map_err(JobError::from) }
    });
    let recalculating = sla.clone();
    handlers.on(super::recalculate::RECALCULATE, move |job| {
        let sla = recalculating.clone();
        async move { sla.recalculate(&job).await.map_err(JobError::from) }
    });
    let sweeping = sla.clone();
    handlers.every(SWEEP, SWEEP_MS, move || {
        let sla = sweeping.clone();
        async move { sla.sweep().await }
    });
}

/// Plans the look at a clock's next moment.
pub(super) async fn plan(tx: &mut Tx, client_id: i64, clock_id: i64, moment: i64) -> DbResult<()> {
    let job = NewJob {
        client_id,
        class: Class::Normal,
        kind: DUE,
        // A clock whose moment was moved has a job for each; the one that comes first finds nothing due.
        key: format!("{clock_id} {moment}"),
        payload: json!({ "clock_id": clock_id }),
        run_at_ms: moment,
    };
    queue::enqueue(tx, job).await
}

impl Sla {
    /// The moment of a clock has come.
    async fn due(&self, job: &Job) -> DbResult<()> {
        let clock_id = job.payload["clock_id"].as_i64().unwrap_or_default();
        let mut tx = self.db.begin().await?;
        let Some(ticket_id) = store::ticket_of(&mut tx, job.client_id, clock_id).await? else {
            return Ok(());
        };
        self.look_at(&mut tx, job.client_id, ticket_id).await?;
        tx.commit().await
    }

    /// A label of the ticket was to be looked at by an earlier version.
    async fn label_due(&self, job: &Job) -> DbResult<()> {
        let ticket_id = job.payload["ticket_id"].as_i64().unwrap_or_default();
        let mut tx = self.db.begin().await?;
        self.look_at(&mut tx, job.client_id, ticket_id).await?;
        tx.commit().await
    }

    /// Makes a ticket's clocks those of today's promises, and tells of what is due.
    pub(super) async fn look_at(
        &self,
        tx: &mut Tx,
        client_id: i64,
        ticket_id: i64,
    ) -> DbResult<()> {
        tickets::hold_ticket(tx, client_id, ticket_id).await?;
        let promises = Promises::read(tx, client_id).await?;
        let happened = [(Happened::Changed, self.clock.now_ms())];
        self.keep_time(tx, (client_id, ticket_id), &happened, &promises).await
    }

    /// Every moment has its job; what has none is planned again, and said.
    async fn sweep(&self) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let overlooked = store::overlooked_across_clients(&mut tx, now - SWEEP_MS).await?;
        if overlooked.is_empty() {
            return Ok(());
        }
        tracing::warn!(clocks = overlooked.len(), "SLA clocks were due and nobody was told");
        for (client_id, clock_id, due_at) in overlooked {
            plan(&mut tx, client_id, clock_id, due_at).await?;
        }
        tx.commit().await
    }
}
