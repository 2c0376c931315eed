//! `getUpdates`: order, confirmation, waiting, and two that poll at once.
use std::time::Duration;

use patchbay_simulator::Options;
use serde_json::json;
use tokio::time::Instant;

use crate::sim::{Sim, TOKEN};

#[tokio::test]
async fn updates_stay_until_confirmed() {
    let sim = Sim::start().await;
    for text in ["one", "two", "three"] {
        sim.ann(text).await;
    }
    let all = sim.updates().await;
    let ids: Vec<i64> = all.iter().map(|update| update["update_id"].as_i64().unwrap()).collect();
    assert_eq!(ids, [ids[0], ids[0] + 1, ids[0] + 2]);
    assert_eq!(sim.updates().await.len(), 3, "nothing was confirmed");
    let one = sim.call("getUpdates", json!({ "limit": 1 })).await.ok();
    assert_eq!(one.as_array().unwrap().len(), 1);
    let rest = sim.call("getUpdates", json!({ "offset": ids[1] })).await.ok();
    assert_eq!(rest[0]["message"]["text"], "two");
    let last = sim.call("getUpdates", json!({ "offset": -1 })).await.ok();
    assert_eq!(last.as_array().unwrap().len(), 1, "a negative offset keeps the end");
    assert_eq!(last[0]["message"]["text"], "three");
    assert!(
        sim.call("getUpdates", json!({ "offset": ids[2] + 1 }))
            .await
            .ok()
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_long_poll_waits_for_the_next_message() {
    let sim = Sim::start().await;
    let began = Instant::now();
    let none = sim.call("getUpdates", json!({ "timeout": 1 })).await.ok();
    assert_eq!(none, json!([]));
    assert!(began.elapsed() >= Duration::from_millis(900));
    let began = Instant::now();
    let (got, _) = tokio::join!(sim.call("getUpdates", json!({ "timeout": 20 })), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        sim.ann("wake up").await;
    });
    assert_eq!(got.ok()[0]["message"]["text"], "wake up");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn the_second_poller_ends_the_first() {
    let sim = Sim::start().await;
    let (first, second) = tokio::join!(sim.call("getUpdates", json!({ "timeout": 20 })), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let second = sim.call("getUpdates", json!({ "timeout": 20 }));
        let (second, _) = tokio::join!(second, async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            sim.ann("for the second").await;
        });
        second
    });
    first.refused(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    );
    assert_eq!(second.ok()[0]["message"]["text"], "for the second");
}

#[tokio::test]
async fn polling_and_webhook_exclude_each_other() {
    let sim = Sim::start().await;
    let (poll, set) = tokio::join!(sim.call("getUpdates", json!({ "timeout": 20 })), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        sim.call("setWebhook", json!({ "url": "http://127.0.0.1:9/hook" })).await
    });
    set.ok();
    poll.refused(409, "Conflict: terminated by setWebhook request");
    sim.call("getUpdates", json!({})).await.refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
    sim.call("deleteWebhook", json!({})).await.ok();
    sim.call("getUpdates", json!({})).await.ok();
}

#[tokio::test]
async fn only_wanted_kinds_are_queued() {
    let sim = Sim::start().await;
    sim.call("getUpdates", json!({ "allowed_updates": ["edited_message"] })).await.ok();
    assert!(sim.ann("not wanted").await["update_id"].is_null());
    sim.control("edit", json!({ "token": TOKEN, "user": 7, "message_id": 1, "text": "wanted" }))
        .await;
    let updates = sim.updates().await;
    assert_eq!(updates.len(), 1);
    assert_eq!(updates[0]["edited_message"]["text"], "wanted");
    assert!(updates[0]["edited_message"]["edit_date"].is_number());
}

#[tokio::test]
async fn what_nobody_takes_expires() {
    let sim = Sim::with(Options { update_life_s: 0, ..Options::default() }).await;
    sim.ann("too late").await;
    assert!(sim.updates().await.is_empty());
    let info = sim.call("getWebhookInfo", json!({})).await.ok();
    assert_eq!(info["pending_update_count"], 0);
}
