//! Reads tickets that the log does not tell of: those from before facts were kept, imported ones, and all
//! of them when they are to be read afresh.
//!
//! A bulk job goes through them from the oldest on in short transactions, each of which notes how far it
//! came: a restart goes on there.

use super::{Facts, refresh::refresh, store};
use crate::{
    db::{DbResult, Tx},
    events::offsets,
    jobs::{Class, Handlers, JobError, NewJob, queue},
};
use std::{collections::BTreeSet, time::Duration};

/// The name of the consumer, whose offset is also the lock over a client's facts.
pub(super) const CONSUMER: &str = "report_facts";
const FILL: &str = "reports.fill";
/// Tickets of one transaction.
const PAGE: i64 = 50;
/// Between two of them, so that others get their turn.
const PAUSE: Duration = Duration::from_millis(5);
/// One run of the job, shorter than its lease.
const RUN_MS: i64 = 20_000;

/// Registers the job.
pub(in crate::reports) fn job_handlers(handlers: &mut Handlers, facts: &Facts) {
    let facts = facts.clone();
    handlers.on(FILL, move |_| {
        let facts = facts.clone();
        async move { facts.run().await.map_err(JobError::from) }
    });
}

impl Facts {
    /// Enqueues the job when something is left to read.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plan_fill(&self) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let next = store::next_fill_across_clients(&mut conn).await?;
        drop(conn);
        match next {
            Some(_) => queue::plan_across_clients(&self.db, FILL, self.clock.now_ms()).await,
            None => Ok(()),
        }
    }

    /// Reads all tickets of all clients afresh, and tells how many are left after each page.
    ///
    /// # Errors
    /// What the database said.
    pub async fn rebuild(&self, mut left: impl FnMut(i64)) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        store::begin_fills_across_clients(&mut tx).await?;
        tx.commit().await?;
        while self.fill_some().await? {
            let mut conn = self.db.read().await?;
            left(store::left_across_clients(&mut conn).await?);
        }
        Ok(())
    }

    /// Plans to read those tickets of a client of which nothing is known.
    pub(super) async fn fill_client(&self, tx: &mut Tx, client_id: i64) -> DbResult<()> {
        store::begin_fill(tx, client_id, false).await?;
        let job = NewJob::walk(client_id, (Class::Bulk, FILL), (0, 0), self.clock.now_ms());
        queue::enqueue(tx, job).await
    }

    async fn run(&self) -> DbResult<()> {
        let until = self.clock.now_ms() + RUN_MS;
        while self.clock.now_ms() < until {
            if !self.fill_some().await? {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        self.plan_fill().await
    }

    /// Reads some tickets. False when there are none left.
    async fn fill_some(&self) -> DbResult<bool> {
        let mut conn = self.db.read().await?;
        let next = store::next_fill_across_clients(&mut conn).await?;
        drop(conn);
        let Some(next) = next else { return Ok(false) };
        let mut tx = self.db.begin().await?;
        offsets::add(&mut tx, CONSUMER, next.client_id).await?;
        offsets::lock(&mut tx, CONSUMER, next.client_id).await?;
        let Some(fill) = store::held_fill(&mut tx, next.client_id).await? else { return Ok(true) };
        let page = store::to_read(&mut tx, &fill, PAGE).await?;
        match page.last() {
            Some(last) => {
                store::set_reached(&mut tx, fill.client_id, *last).await?;
                let page: BTreeSet<i64> = page.into_iter().collect();
                refresh(&mut tx, fill.client_id, &page, &page).await?;
            }
            None => drop(store::end_fill(&mut tx, fill.client_id).await?),
        }
        tx.commit().await?;
        Ok(true)
    }
}
