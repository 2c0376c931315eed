//! The workers: claim, run, settle.

use super::{
    Class, Job, JobError,
    busy::{Busy, Turn},
    model,
    queue::{self},
};
use crate::{
    clock::Clock,
    db::{Db, DbResult},
    ids::Ids,
    metrics::metrics,
};
use futures_util::future::BoxFuture;
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long a job may run before another worker takes it for lost.
const LEASE_MS: i64 = 120_000;
/// The fallback when a wake-up call was missed.
const POLL: Duration = Duration::from_millis(1000);

type Handler = Arc<dyn Fn(Job) -> BoxFuture<'static, Result<(), JobError>> + Send + Sync>;

/// What to run for each kind of job. Rooms register theirs at start.
#[derive(Clone, Default)]
pub struct Handlers {
    run: HashMap<&'static str, Handler>,
    /// Periodic jobs: milliseconds from the end of one run to the next.
    every: HashMap<&'static str, i64>,
}

impl Handlers {
    /// Registers the handler of a kind.
    pub fn on<F, Fut>(&mut self, kind: &'static str, run: F)
    where
        F: Fn(Job) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), JobError>> + Send + 'static,
    {
        self.run.insert(kind, Arc::new(move |job| Box::pin(run(job))));
    }

    /// Registers a periodic job of the whole installation: one node runs it, `every_ms` after the last
    /// time. One that failed for good comes again all the same.
    pub fn every<F, Fut>(&mut self, kind: &'static str, every_ms: i64, run: F)
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = DbResult<()>> + Send + 'static,
    {
        self.every.insert(kind, every_ms);
        self.on(kind, move |_| {
            let run = run();
            async move { run.await.map_err(JobError::from) }
        });
    }
}

/// Runs jobs until told to stop.
#[derive(Clone)]
pub struct Workers {
    db: Db,
    clock: Clock,
    ids: Ids,
    handlers: Arc<Handlers>,
    owner: Arc<str>,
}

impl Workers {
    /// Workers of this process, known to others as `owner`.
    #[must_use]
    pub fn new(db: Db, clock: Clock, ids: Ids, handlers: Handlers, owner: Arc<str>) -> Self {
        Self { db, clock, ids, handlers: Arc::new(handlers), owner }
    }

    /// Plans the periodic jobs that do not wait already, and starts the workers of every class on the
    /// tracker.
    ///
    /// # Errors
    /// What the database said; then no worker runs.
    pub async fn start(&self, tracker: &TaskTracker, stop: &CancellationToken) -> DbResult<()> {
        let now = self.clock.now_ms();
        for (kind, every_ms) in &self.handlers.every {
            queue::plan_across_clients(&self.db, kind, now + every_ms).await?;
        }
        for class in Class::ALL {
            tracker.spawn(self.clone().serve(class, tracker.clone(), stop.clone()));
        }
        Ok(())
    }

    async fn serve(self, class: Class, tracker: TaskTracker, stop: CancellationToken) {
        let slots = Arc::new(Semaphore::new(class.workers()));
        let bell = self.db.wake().waiter(class.as_str());
        let busy = Busy::default();
        let freed = Arc::new(Notify::new());
        let capped = class.workers_of_one() < class.workers();
        let mut last = 0;
        while !stop.is_cancelled() {
            let mut found = false;
            match self.round(class, &slots, &busy, &mut last).await {
                Ok(jobs) => {
                    for (job, slot) in jobs {
                        found = true;
                        let (worker, freed) = (self.clone(), freed.clone());
                        tracker.spawn(async move {
                            worker.run(class, job).await;
                            drop(slot);
                            if capped {
                                freed.notify_one();
                            }
                        });
                    }
                }
                Err(error) => {
                    tracing::warn!(error = %error, class = class.as_str(), "claiming jobs failed")
                }
            }
            if found {
                continue;
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = bell.notified() => {}
                () = freed.notified() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }

    /// One turn for each client that has work, as far as there are free slots.
    async fn round(
        &self,
        class: Class,
        slots: &Arc<Semaphore>,
        busy: &Busy,
        last: &mut i64,
    ) -> DbResult<Vec<(Job, (OwnedSemaphorePermit, Turn))>> {
        self.recover(class).await?;
        let mut conn = self.db.read().await?;
        let now = self.clock.now_ms();
        let clients = queue::clients_waiting_across_clients(&mut conn, class, now).await?;
        drop(conn);
        let mut claimed = vec![];
        for client_id in model::take_turns(clients, *last) {
            let Some(turn) = busy.take(client_id, class.workers_of_one()) else { continue };
            let Ok(slot) = slots.clone().acquire_owned().await else { break };
            let now = self.clock.now_ms();
            let mut tx = self.db.begin().await?;
            let jobs =
                queue::claim(&mut tx, client_id, class, &self.owner, (now, now + LEASE_MS), 1)
                    .await?;
            tx.commit().await?;
            if let Some(job) = jobs.into_iter().next() {
                *last = client_id;
                claimed.push((job, (slot, turn)));
            }
            if slots.available_permits() == 0 {
                break;
            }
        }
        Ok(claimed)
    }

    async fn recover(&self, class: Class) -> DbResult<()> {
        if class != Class::Normal {
            return Ok(());
        }
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let lost = queue::free_lost_across_clients(&mut conn, now).await?;
        drop(conn);
        for (client_id, id) in lost {
            let mut tx = self.db.begin().await?;
            queue::again(&mut tx, client_id, id, now, "the worker stopped in the middle").await?;
            tx.commit().await?;
        }
        Ok(())
    }

    async fn run(&self, class: Class, job: Job) {
        let outcome = match self.handlers.run.get(job.kind.as_str()) {
            Some(handler) => match queue::after_planners(&self.db, &job).await {
                Ok(()) => handler(job.clone()).await,
                Err(error) => Err(error.into()),
            },
            None => Err(JobError::GiveUp(format!("no handler for {}", job.kind))),
        };
        if let Err(error) = self.settle(class, &job, outcome).await {
            // The lease runs out and the job runs again, which it must bear.
            tracing::warn!(error = %error, job.kind, job.id, "a job's end was not recorded");
        }
    }

    async fn settle(&self, class: Class, job: &Job, outcome: Result<(), JobError>) -> DbResult<()> {
        let now = self.clock.now_ms();
        let word = match &outcome {
            Ok(()) => "ok",
            Err(JobError::Retry(_)) => "retry",
            Err(JobError::GiveUp(_)) => "dead",
        };
        metrics().jobs.with_label_values(&[class.as_str(), word]).inc();
        let mut tx = self.db.begin().await?;
        let mut is_over = true;
        match outcome {
            Ok(()) => {
                queue::done(&mut tx, job.client_id, job.id).await?;
            }
            Err(JobError::Retry(reason)) if job.attempt < model::ATTEMPTS_MAX => {
                let wait = model::backoff_ms(job.attempt, self.ids.below(u64::MAX));
                queue::again(&mut tx, job.client_id, job.id, now + wait, &reason).await?;
                is_over = false;
            }
            Err(JobError::Retry(reason) | JobError::GiveUp(reason)) => {
                tracing::error!(job.kind, job.id, reason, "a job became a dead letter");
                queue::dead(&mut tx, job.client_id, job.id, now, &reason).await?;
            }
        }
        if let Some((kind, every_ms)) = self.handlers.every.get_key_value(job.kind.as_str())
            && is_over
        {
            queue::enqueue(&mut tx, queue::across_clients(kind, now + every_ms)).await?;
        }
        tx.commit().await
    }
}
