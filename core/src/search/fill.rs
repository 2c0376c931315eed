//! Indexes what was there before the index, in the background.
//!
//! The migration notes how far each part reaches. A bulk job goes through it from the newest row down
//! in short transactions, each of which notes how far it came: a restart goes on there.

use super::{Search, store};
use crate::{
    contacts::index_contacts_across_clients,
    db::DbResult,
    jobs::{Handlers, JobError, queue},
    tickets::{index_messages_across_clients, index_tickets_across_clients},
};
use std::time::Duration;

const FILL: &str = "search.fill";
/// Rows of one transaction: what a customer's message waits for on SQLite is a few milliseconds.
const ROWS: i64 = 100;
/// Between two of them, so that others get their turn.
const PAUSE: Duration = Duration::from_millis(5);
/// One run of the job, shorter than its lease.
const RUN_MS: i64 = 20_000;

/// Registers the room's job.
pub fn job_handlers(handlers: &mut Handlers, search: &Search) {
    let search = search.clone();
    handlers.on(FILL, move |_| {
        let search = search.clone();
        async move { search.fill().await.map_err(JobError::from) }
    });
}

impl Search {
    /// Enqueues the job when something is left to index.
    ///
    /// # Errors
    /// What the database said.
    pub async fn plan_fill(&self) -> DbResult<()> {
        let mut conn = self.db.read().await?;
        let part = store::next_part_across_clients(&mut conn).await?;
        drop(conn);
        let Some(part) = part else { return Ok(()) };
        tracing::info!(part = part.name, left = part.at_id, "indexing what is searched");
        queue::plan_across_clients(&self.db, FILL, self.clock.now_ms()).await
    }

    async fn fill(&self) -> DbResult<()> {
        let until = self.clock.now_ms() + RUN_MS;
        while self.clock.now_ms() < until {
            if !self.fill_some().await? {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        self.plan_fill().await
    }

    /// Indexes some rows. False when everything is indexed.
    async fn fill_some(&self) -> DbResult<bool> {
        let mut tx = self.db.begin().await?;
        let Some(part) = store::next_part_across_clients(&mut tx).await? else {
            return Ok(false);
        };
        let came_to = match part.name.as_str() {
            "contacts" => index_contacts_across_clients(&mut tx, part.at_id, ROWS).await?,
            "tickets" => index_tickets_across_clients(&mut tx, part.at_id, ROWS).await?,
            _ => index_messages_across_clients(&mut tx, part.at_id, ROWS).await?,
        };
        match came_to {
            Some(id) => store::came_to_across_clients(&mut tx, &part.name, id).await?,
            None => {
                tracing::info!(part = part.name, "indexed");
                store::finish_across_clients(&mut tx, &part.name, self.clock.now_ms()).await?
            }
        };
        tx.commit().await?;
        Ok(true)
    }
}
