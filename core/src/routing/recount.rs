//! What agents hold is counted anew when a desk begins to route: until then nobody kept account of it.

use super::{Routing, store};
use crate::{
    db::{DbResult, Tx},
    jobs::{Class, Job, NewJob, queue},
    tickets::{self, Participation},
};
use std::collections::BTreeSet;

pub(super) const RECOUNT: &str = "routing.recount";
/// People of tickets that are read at a time.
const PAGE: i64 = 1_000;

/// Plans counting from behind a ticket on. `since` tells apart what it is for.
pub(super) async fn plan(
    tx: &mut Tx,
    client_id: i64,
    (since, after): (i64, i64),
    now: i64,
) -> DbResult<()> {
    let job = NewJob::walk(client_id, (Class::Normal, RECOUNT), (since, after), now);
    queue::enqueue(tx, job).await
}

impl Routing {
    /// Counts a page of who takes part in the client's tickets, and plans the next page.
    ///
    /// No decision is made meanwhile, and the page's tickets are held: what is given or taken by hand
    /// between reading and writing would be counted wrongly for ever.
    pub(super) async fn recount(&self, job: &Job) -> DbResult<()> {
        let (client_id, (since, after)) = (job.client_id, job.walk());
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let (page, reached) = page_after(&mut tx, client_id, after).await?;
        let held: BTreeSet<i64> = page.iter().map(|row| row.0).collect();
        let ids: Vec<i64> = held.iter().copied().collect();
        tickets::hold_tickets(&mut tx, client_id, &ids).await?;
        let until = reached.unwrap_or(i64::MAX);
        store::agents::release_between(&mut tx, client_id, (after, until)).await?;
        // Whoever held a slot that was ended just now took part before, and is read here.
        let (page, again) = page_after(&mut tx, client_id, after).await?;
        if again != reached || page.iter().any(|row| !held.contains(&row.0)) {
            // Somebody took a ticket that is not held: the page is counted once more.
            drop(tx);
            let mut tx = self.db.begin().await?;
            plan(&mut tx, client_id, (now.max(since + 1), after), now).await?;
            return tx.commit().await;
        }
        for (ticket_id, user_id, _) in page.iter().filter(|(.., open)| *open) {
            store::agents::hold(&mut tx, (client_id, *ticket_id), (*user_id, 0), now).await?;
        }
        match reached {
            Some(reached) => plan(&mut tx, client_id, (since, reached), now).await?,
            None => super::dispatch::plan(&mut tx, client_id, now, now).await?,
        }
        tx.commit().await
    }
}

/// People of tickets behind one, and the last ticket that is read whole, if there may be more.
async fn page_after(
    tx: &mut Tx,
    client_id: i64,
    after: i64,
) -> DbResult<(Vec<Participation>, Option<i64>)> {
    let mut page = tickets::taken_after(tx, client_id, after, PAGE).await?;
    if i64::try_from(page.len()).is_ok_and(|count| count < PAGE) {
        return Ok((page, None));
    }
    // More people may take part in the last one than the page has.
    let last = page.last().map_or(0, |row| row.0);
    page.retain(|row| row.0 != last);
    let reached = page.last().map(|row| row.0);
    Ok((page, reached))
}
