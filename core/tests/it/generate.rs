//! Demo data by the command line.

use crate::harness::{Desk, Ground, Start, program};
use patchbay::{db::Db, fetch_one};
use serde_json::Value;

on_both_engines!(a_client_is_filled_once);

/// Runs the command: whether it succeeded, and what it printed on both outputs.
fn generate(ground: &Ground, args: &[&str]) -> (bool, String) {
    let mut command = program(&[], &ground.data(), ground.database());
    let output = command.arg("generate").args(args).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).expect("text"))
}

async fn number(ground: &Ground, what: &'static str) -> i64 {
    let db = Db::open(&ground.url()).await.expect("the database");
    let mut conn = db.read().await.expect("a connection");
    let counts = fetch_one!(
        &mut conn,
        (i64, i64, i64, i64, i64, i64, i64),
        "select (select count(*) from tickets), (select count(*) from messages),
                (select count(*) from departments), (select count(*) from labels),
                (select count(*) from users where kind = 'agent'),
                (select count(*) from tickets t
                  where t.message_count <> (select count(*) from messages m
                                             where m.ticket_id = t.id)
                     or t.last_message_id is null or t.last_in_id is null or t.snippet = ''
                     or (t.assignee_ids <> '' and not exists (
                            select 1 from participants p where p.ticket_id = t.id))
                     or (t.labels <> '[]' and not exists (
                            select 1 from ticket_labels l where l.ticket_id = t.id))),
                (select count(*) from tickets where automatic = true)"
    )
    .expect("counts");
    drop(conn);
    db.close().await;
    match what {
        "tickets" => counts.0,
        "messages" => counts.1,
        "departments" => counts.2,
        "labels" => counts.3,
        "agents" => counts.4,
        "automatic" => counts.6,
        _ => counts.5,
    }
}

async fn a_client_is_filled_once(ground: Ground) {
    std::fs::create_dir_all(ground.data()).expect("folder");
    let (success, said) = generate(&ground, &["--tickets", "20", "--messages", "10"]);
    assert!(!success && said.contains("at least the number of tickets"), "{said}");

    let some = ["--tickets", "300", "--messages", "2000", "--agents", "4"];
    let (success, said) = generate(&ground, &some);
    assert!(success && said.contains("tickets=300 messages=2000"), "{said}");
    assert!(said.contains("tickets and their messages: 300 of 300 (100 %)"), "{said}");
    for (what, wanted) in [
        ("tickets", 300),
        ("messages", 2000),
        ("departments", 30),
        ("labels", 200),
        ("agents", 4),
        ("whatever does not fit together", 0),
    ] {
        assert_eq!(number(&ground, what).await, wanted, "{what}");
    }
    // Four of a hundred, as the dice fall.
    let automatic = number(&ground, "automatic").await;
    assert!((3..30).contains(&automatic), "{automatic}");

    // A second time only when it is said; other clients may be filled.
    let (success, said) = generate(&ground, &some);
    assert!(!success && said.contains("has tickets already"), "{said}");
    let (success, said) = generate(&ground, &[&some[..], &["--into-existing"]].concat());
    assert!(success, "{said}");
    assert_eq!(number(&ground, "tickets").await, 600);
    assert_eq!(number(&ground, "departments").await, 30);
    assert_eq!(number(&ground, "agents").await, 4);

    // The server shows it.
    let desk = Desk::start(&ground, &Start::default());
    let admin = desk.sign_in("admin", "admin").await;
    let page = admin.get("/api/ticket/load/-/all/ticket/0").await.ok();
    assert_eq!(page["count"], 600);
    let rows = page["data"].as_array().expect("a list");
    assert_eq!(rows.len(), 30);
    assert!(rows.iter().all(|row| row["name"] != Value::Null && row["title"] != ""));
    let found = admin.get("/api/search/data?q=order").await.ok();
    assert!(found["messageCount"].as_i64().is_some_and(|count| count > 10), "{found}");
}
