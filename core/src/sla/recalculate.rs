//! Policies, labels or calendars are others: all clocks that run are set anew, some at a time.

use super::{Sla, store};
use crate::{
    db::{DbResult, Tx},
    jobs::{Class, Job, NewJob, queue},
};
use std::collections::BTreeSet;

pub(super) const RECALCULATE: &str = "sla.recalculate";
const PAGE: i64 = 200;

/// Plans the walk through a client's clocks, from behind a clock's id on. `since` tells apart what it is
/// for, so that a change during a walk has one of its own.
pub(super) async fn plan(
    tx: &mut Tx,
    client_id: i64,
    (since, after): (i64, i64),
    now: i64,
) -> DbResult<()> {
    let job = NewJob::walk(client_id, (Class::Bulk, RECALCULATE), (since, after), now);
    queue::enqueue(tx, job).await
}

impl Sla {
    /// Sets a page of clocks anew, each ticket in a transaction of its own, and plans the next page.
    pub(super) async fn recalculate(&self, job: &Job) -> DbResult<()> {
        let (client_id, (since, after)) = (job.client_id, job.walk());
        let mut conn = self.db.read().await?;
        let page = store::live_after(&mut conn, client_id, after, PAGE).await?;
        drop(conn);
        let tickets: BTreeSet<i64> = page.iter().map(|(_, ticket_id)| *ticket_id).collect();
        for ticket_id in tickets {
            let mut tx = self.db.begin().await?;
            self.look_at(&mut tx, client_id, ticket_id).await?;
            tx.commit().await?;
        }
        let more = i64::try_from(page.len()).is_ok_and(|count| count == PAGE);
        if let Some((last, _)) = page.last().filter(|_| more) {
            let mut tx = self.db.begin().await?;
            plan(&mut tx, client_id, (since, *last), self.clock.now_ms()).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
