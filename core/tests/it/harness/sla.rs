//! Letting time pass for SLA clocks.

use super::{Ground, eventually};
use patchbay::{clock::Clock, db::Db, execute, fetch_one};

const MINUTE_MS: i64 = 60_000;

/// Lets so many minutes pass: everything is that much older, and what was planned is due. Then waits
/// until nothing is due any more.
pub async fn later(ground: &Ground, minutes: i64) {
    let db = Db::open(&ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let ago = minutes * MINUTE_MS;
    execute!(&mut tx, "update tickets set created_at = created_at - $1", ago).expect("rows");
    execute!(
        &mut tx,
        "update sla_clocks
            set started_at = started_at - $1, running_since = running_since - $1,
                due_at = due_at - $1, warn_at = warn_at - $1, stopped_at = stopped_at - $1",
        ago,
    )
    .expect("rows");
    execute!(&mut tx, "update jobs set run_at = run_at - $1 where kind = 'sla.due'", ago)
        .expect("rows");
    tx.commit().await.expect("kept");
    eventually("nothing is due", || async {
        let mut conn = db.read().await.expect("a connection");
        let (due,) = fetch_one!(
            &mut conn,
            (i64,),
            "select count(*) from jobs
              where kind in ('sla.due', 'sla.recalculate')
                and (state = 'running' or (state = 'waiting' and run_at <= $1))",
            Clock::system().now_ms(),
        )
        .expect("counted");
        (due == 0).then_some(())
    })
    .await;
    db.close().await;
}
