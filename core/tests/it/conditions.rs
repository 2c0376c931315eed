//! Trying conditions out on the tickets of the last days.

use crate::harness::{Answer, Ground, Start, World};
use patchbay::{db::Db, execute};
use serde_json::{Value, json};

on_both_engines!(conditions_are_tried_on_last_weeks_tickets);

const EIGHT_DAYS_MS: i64 = 8 * 86_400_000;

async fn opened(world: &World, title: &str, severity: &str) -> i64 {
    let body = json!({
        "title": title, "message": "Hello", "name": "Mei", "email": "mei@customer.example", "severity": severity,
    });
    world.one.post("/api/tickets", &body).await.ok()["id"].as_i64().expect("an id")
}

async fn tried(world: &World, body: &Value) -> Answer {
    world.admin.post("/api/conditions/dry-run", body).await
}

async fn conditions_are_tried_on_last_weeks_tickets(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let high = json!({ "conditions": [{ "field": "severity", "values": ["H"] }] });
    let none = tried(&world, &high).await.ok();
    assert_eq!(
        none,
        json!({ "days": 7, "tickets": 0, "more": false, "matched": 0, "examples": [] })
    );
    let old = opened(&world, "Long ago", "H").await;
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    execute!(
        &mut tx,
        "update tickets set created_at = created_at - $2 where id = $1",
        old,
        EIGHT_DAYS_MS
    )
    .expect("a row");
    tx.commit().await.expect("kept");
    db.close().await;
    for number in 0..7 {
        opened(&world, &format!("Urgent {number}"), "H").await;
    }
    opened(&world, "Some day", "L").await;
    let found = tried(&world, &high).await.ok();
    assert_eq!((&found["tickets"], &found["matched"]), (&json!(8), &json!(7)), "{found}");
    assert_eq!(found["examples"].as_array().map(Vec::len), Some(5));
    assert_eq!(found["examples"][0]["title"], "Urgent 6", "the newest first");
    let all = tried(&world, &json!({ "conditions": [] })).await.ok();
    assert_eq!(all["matched"], 8, "no condition holds for every ticket");
    let chats = tried(&world, &json!({ "conditions": [], "kind": "livechat" })).await.ok();
    assert_eq!(chats["tickets"], 0);

    let empty = tried(&world, &json!({ "conditions": [{ "field": "label", "values": [] }] })).await;
    assert_eq!(empty.status, 422);
    assert!(empty.body["error"]["fields"]["conditions.0.values"].is_string(), "{empty:?}");
    tried(&world, &json!({ "conditions": [], "kind": "call" })).await.refused(422, "invalid");
    world.one.post("/api/conditions/dry-run", &high).await.refused(403, "forbidden");
    let theirs = world.outsider.post("/api/conditions/dry-run", &high).await.ok();
    assert_eq!(theirs["tickets"], 0, "of another client");
}
