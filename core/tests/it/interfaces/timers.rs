//! Timers: never early, once, over a crash, and to the quarantine when they cannot be.

use crate::harness::{Ground, Whole, eventually};
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(timers_fire_once, timers_survive_a_crash);

fn script(timers: Value) -> Value {
    json!({ "timers": timers })
}

fn texts(messages: &[Value]) -> Vec<&str> {
    messages.iter().filter_map(|m| m["message"].as_str()).collect()
}

async fn timers_fire_once(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let event =
        |id: &str, text: &str| json!({ "events": [{ "kind": "message", "id": id, "text": text }] });
    whole.provider.answer("fire", event("m1", "It is time"));
    let asked_at = tokio::time::Instant::now();
    whole
        .says(script(json!([{ "name": "wake", "in_ms": 700 }, { "name": "never", "in_ms": 800 }])))
        .await;
    whole.says(script(json!([{ "name": "never" }]))).await;
    let asked = whole.provider.until_asked("fire", 1).await;
    assert!(asked_at.elapsed() >= Duration::from_millis(690), "never early");
    assert_eq!(asked[0]["name"], "wake");
    let ticket = eventually("the timer's message", || async {
        whole.admin.tickets().await.into_iter().find(|t| t["snippet"] == "It is time")
    })
    .await;

    // A fault is tried again, and the batch of the attempt that works counts once. The plugin may set
    // the same timer anew from within.
    whole.provider.answer("fire", json!({ "fail": "retry" }));
    let mut again = event("m2", "At last");
    again["timers"] = json!([{ "name": "wake", "in_ms": 50 }]);
    whole.provider.answer("fire", again);
    whole.provider.answer("fire", event("m3", "And again"));
    whole.says(script(json!([{ "name": "wake", "in_ms": 0 }]))).await;
    let id = ticket["id"].as_i64().expect("an id");
    eventually("both messages", || async {
        let all = whole.admin.messages(id).await;
        (texts(&all) == ["It is time", "At last", "And again"]).then_some(())
    })
    .await;
    assert_eq!(whole.provider.asked("fire").len(), 4);

    // What fails for good is kept, and an admin lets it run again.
    whole.provider.answer("fire", json!({ "fail": "permanent" }));
    whole.says(script(json!([{ "name": "broken", "in_ms": 0 }]))).await;
    let kept = eventually("it is kept", || async {
        whole.quarantine().await.into_iter().find(|k| k["kind"] == "timer")
    })
    .await;
    whole.provider.answer("fire", event("m4", "Replayed"));
    let replay = format!("/api/quarantine/{}/replay", kept["id"]);
    assert_eq!(whole.admin.post(&replay, &json!({})).await.ok()["result"], "success");
    let all = whole.admin.messages(id).await;
    assert_eq!(texts(&all).last(), Some(&"Replayed"));
    // Nothing was left behind that would fire again.
    let fired = whole.provider.asked("fire");
    assert!(fired.iter().all(|f| f["name"] != "never"), "{fired:?}");
    assert_eq!(fired.len(), 6);
}

async fn timers_survive_a_crash(ground: Ground) {
    let mut whole = Whole::open(ground, json!({})).await;
    whole.message("m0", "Hello").await;
    // The server dies while the plugin waits for its provider: the call happens again, its batch once.
    whole.provider.answer("fire", json!("hold"));
    let event = json!({ "events": [{ "kind": "message", "id": "m1", "text": "Fired" }] });
    whole.provider.answer("fire", event);
    whole.says(script(json!([{ "name": "wake", "in_ms": 0 }]))).await;
    whole.provider.until_asked("fire", 1).await;
    whole.crash().await;
    whole.provider.release();
    // On PostgreSQL the dead node's claim has to run out first.
    let until = tokio::time::Instant::now() + Duration::from_secs(90);
    while whole.provider.asked("fire").len() < 2 {
        assert!(tokio::time::Instant::now() < until, "the timer fires again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let asked = whole.provider.asked("fire");
    assert_eq!(asked[0]["at_ms"], asked[1]["at_ms"]);
    let ticket = whole.admin.tickets().await[0]["id"].as_i64().expect("an id");
    eventually("its message", || async {
        let all = whole.admin.messages(ticket).await;
        (texts(&all) == ["Hello", "Fired"]).then_some(())
    })
    .await;
    // A timer that came due while nobody ran fires afterwards.
    whole.says(script(json!([{ "name": "late", "in_ms": 1500 }]))).await;
    whole.crash().await;
    let asked = whole.provider.until_asked("fire", 3).await;
    assert_eq!(asked[2]["name"], "late");
}
