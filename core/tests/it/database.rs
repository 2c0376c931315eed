//! The database layer as the program uses it, on both engines.

use crate::harness::{Desk, Ground, Start, program};
use patchbay::{
    app,
    db::{Db, DbError, Kind, Raw, prepare_all},
};
use std::{process::Stdio, sync::Arc, time::Duration};

on_both_engines!(every_statement_is_understood, what_is_committed_is_there);

async fn open(ground: &Ground) -> Db {
    std::fs::create_dir_all(ground.data()).expect("folder");
    Db::open(&ground.url()).await.expect("migrated from nothing")
}

async fn every_statement_is_understood(ground: Ground) {
    // Statements register themselves where they stand: the whole program must be linked in.
    let whole = app::serve;
    std::hint::black_box(&whole);
    let db = open(&ground).await;
    let (count, complaints) = prepare_all(&db).await.expect("a connection");
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
    assert!(count > 100, "only {count} statements were found");
    db.close().await;
    // A second start finds the schema up to date.
    let db = Db::open(&ground.url()).await.expect("opened again");
    assert_eq!(db.kind() == Kind::Postgres, ground.is_postgres());
    db.ping().await.expect("it answers");
}

async fn run(conn: &mut patchbay::db::Conn, sqlite: &'static str, postgres: &'static str, n: i64) {
    let done = match conn.raw() {
        Raw::Sqlite(c) => sqlx::query(sqlite).bind(n).execute(c).await.map(|_| ()),
        Raw::Postgres(c) => sqlx::query(postgres).bind(n).execute(c).await.map(|_| ()),
    };
    done.expect("the statement works");
}

async fn numbers(db: &Db) -> Vec<i64> {
    let mut conn = db.read().await.expect("a connection");
    const ALL: &str = "select n from story_numbers order by n";
    let rows: Result<Vec<(i64,)>, _> = match conn.raw() {
        Raw::Sqlite(c) => sqlx::query_as(ALL).fetch_all(c).await,
        Raw::Postgres(c) => sqlx::query_as(ALL).fetch_all(c).await,
    };
    rows.expect("rows").into_iter().map(|row| row.0).collect()
}

async fn what_is_committed_is_there(ground: Ground) {
    const ADD: &str = "insert into story_numbers (n) values ($1)";
    let db = open(&ground).await;
    let mut tx = db.begin().await.expect("begun");
    let table = "create table story_numbers (n bigint primary key)";
    match tx.raw() {
        Raw::Sqlite(c) => sqlx::query(table).execute(c).await.map(|_| ()),
        Raw::Postgres(c) => sqlx::query(table).execute(c).await.map(|_| ()),
    }
    .expect("made");
    tx.commit().await.expect("committed");

    // Of five transactions one is dropped before its end, one is cancelled wherever it happens to
    // be, one breaks a rule, and two commit.
    let gate = Arc::new(tokio::sync::Barrier::new(200));
    let tasks: Vec<_> = (0..200_i64)
        .map(|n| {
            let (db, gate) = (db.clone(), gate.clone());
            tokio::spawn(async move {
                gate.wait().await;
                let mut tx = db.begin().await.expect("begun");
                run(&mut tx, ADD, ADD, n).await;
                match n % 5 {
                    0 => drop(tx),
                    1 => {
                        tokio::time::sleep(Duration::from_millis(1)).await;
                        tx.commit().await.expect("committed unless it was cancelled");
                    }
                    2 => {
                        let again = match tx.raw() {
                            Raw::Sqlite(c) => sqlx::query(ADD).bind(n).execute(c).await.map(|_| ()),
                            Raw::Postgres(c) => {
                                sqlx::query(ADD).bind(n).execute(c).await.map(|_| ())
                            }
                        };
                        let refused = DbError::from(again.expect_err("twice the same number"));
                        assert!(matches!(refused, DbError::Unique(_)), "{refused:?}");
                    }
                    _ => tx.commit().await.expect("committed"),
                }
            })
        })
        .collect();
    let mut cancelled = vec![];
    for (n, task) in (0_i64..).zip(tasks) {
        if n % 5 == 1 {
            // Whether it had committed already is open; that it is all or nothing is not.
            tokio::time::sleep(Duration::from_micros(300)).await;
            task.abort();
            let ended = task.await;
            if ended.is_ok() {
                cancelled.push((n, true));
            }
        } else {
            task.await.expect("no task fails");
        }
    }
    let there = numbers(&db).await;
    for n in 0..200 {
        let found = there.binary_search(&n).is_ok();
        match n % 5 {
            0 | 2 => assert!(!found, "{n} was undone"),
            1 => {
                let acknowledged = cancelled.contains(&(n, true));
                assert!(found || !acknowledged, "{n} was acknowledged and is gone");
            }
            _ => assert!(found, "{n} was committed"),
        }
    }
    db.close().await;
    let db = Db::open(&ground.url()).await.expect("opened again");
    assert_eq!(numbers(&db).await, there, "the same after a restart");
}

#[tokio::test]
async fn one_folder_has_one_server() {
    let ground = Ground::sqlite();
    let mut first = Desk::start(&ground, &Start::default());
    let mut second = program(&[], &ground.data(), None);
    second.args(["serve", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped());
    let second = second.stderr(Stdio::piped()).output().expect("it ends by itself");
    assert!(!second.status.success());
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("another server is running on the data folder"), "{said}");
    assert!(said.contains("PostgreSQL"), "it says what to do: {said}");
    assert!(first.lives());
    // A killed server leaves nothing behind that would keep the next one from starting.
    first.kill();
    let mut next = Desk::start(&ground, &Start::default());
    assert!(next.lives());
}
