//! Periodic jobs come again, whatever became of the last run.

use crate::harness::{Ground, eventually};
use patchbay::{
    clock::Clock,
    db::{Db, DbError, DbResult},
    execute, fetch_one,
    ids::Ids,
    jobs::{Handlers, Workers},
};
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

on_both_engines!(a_run_that_failed_for_good_is_not_the_last);

const TICK: &str = "test.tick";
const EVERY_MS: i64 = 200;

async fn a_run_that_failed_for_good_is_not_the_last(ground: Ground) {
    std::fs::create_dir_all(ground.data()).expect("folder");
    let db = Db::open(&ground.url()).await.expect("the database");
    let clock = Clock::fake(1_790_000_000_000);
    let runs = Arc::new(AtomicI64::new(0));
    let mut handlers = Handlers::default();
    let counted = runs.clone();
    handlers.every(TICK, EVERY_MS, move || {
        let run = counted.fetch_add(1, Ordering::SeqCst) + 1;
        async move { if run == 1 { Err(DbError::NotFound) } else { DbResult::Ok(()) } }
    });
    let (tracker, stop) = (TaskTracker::new(), CancellationToken::new());
    let workers = Workers::new(db.clone(), clock.clone(), Ids::system(), handlers, "story".into());
    workers.start(&tracker, &stop).await.expect("workers");
    let mut tx = db.begin().await.expect("a transaction");
    // The attempt that comes is the last one.
    let waiting =
        execute!(&mut tx, "update jobs set attempts = 19 where kind = $1", TICK).expect("set");
    assert_eq!(waiting, 1);
    tx.commit().await.expect("kept");
    eventually("three runs", || {
        clock.advance(EVERY_MS);
        let runs = runs.load(Ordering::SeqCst);
        async move { (runs >= 3).then_some(()) }
    })
    .await;
    let mut conn = db.read().await.expect("a connection");
    let dead = fetch_one!(
        &mut conn,
        (i64,),
        "select count(*) from jobs where kind = $1 and state = 'dead'",
        TICK,
    );
    assert_eq!(dead.expect("counted").0, 1);
    stop.cancel();
    tracker.close();
    tracker.wait().await;
}
