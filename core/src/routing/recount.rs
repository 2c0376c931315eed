//! What agents hold is counted anew when a desk begins to route: until then nobody kept account of it.

use super::{Routing, store};
use crate::{
    db::{DbResult, Tx},
    jobs::{Class, Job, NewJob, queue},
    tickets,
};
use serde_json::json;

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
    let job = NewJob {
        client_id,
        class: Class::Normal,
        kind: RECOUNT,
        key: format!("{since} {after}"),
        payload: json!({ "since": since, "after": after }),
        run_at_ms: now,
    };
    queue::enqueue(tx, job).await
}

impl Routing {
    /// Counts a page of who takes part in the client's tickets, and plans the next page.
    pub(super) async fn recount(&self, job: &Job) -> DbResult<()> {
        let number = |name: &str| job.payload[name].as_i64().unwrap_or_default();
        let (client_id, since, after) = (job.client_id, number("since"), number("after"));
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let mut page = tickets::taken_after(&mut conn, client_id, after, PAGE).await?;
        drop(conn);
        let whole = i64::try_from(page.len()).is_ok_and(|count| count == PAGE);
        let last = page.last().map_or(0, |row| row.0);
        if whole {
            // More people may take part in the last one than the page has.
            page.retain(|row| row.0 != last);
        }
        let mut tx = self.db.begin().await?;
        if after == 0 {
            store::agents::release_all(&mut tx, client_id).await?;
        }
        for (ticket_id, user_id, _) in page.iter().filter(|(.., open)| *open) {
            store::agents::hold(&mut tx, (client_id, *ticket_id), (*user_id, 0), now).await?;
        }
        match page.last().filter(|_| whole) {
            Some((reached, ..)) => plan(&mut tx, client_id, (since, *reached), now).await?,
            None => super::dispatch::plan(&mut tx, client_id, now, now).await?,
        }
        tx.commit().await
    }
}
