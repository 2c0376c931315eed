//! Receipts that come before, while and after their message gets its external ids.

use crate::harness::{Ground, Whole};
use serde_json::{Value, json};

on_both_engines!(early_receipts_wait_for_their_message, receipts_beside_the_answer_are_kept);

fn receipt(id: &str, status: &str) -> Value {
    json!({ "kind": "receipt", "id": id, "status": status })
}

async fn early_receipts_wait_for_their_message(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;

    // The answer is late: of three parts, each is told of before.
    whole.provider.answer("send", json!({ "held": { "ids": ["a-1", "a-2", "a-3"] } }));
    let sent = whole.one.reply(ticket, "Three pictures").await["id"].as_i64().expect("an id");
    whole.provider.until_asked("send", 1).await;
    whole
        .says(json!({ "events": [receipt("a-1", "delivered"), receipt("a-2", "delivered")] }))
        .await;
    whole.says(json!({ "events": [receipt("a-3", "read")] })).await;
    whole.provider.release();
    whole.one.until_state(ticket, sent, "read").await;

    // A failure that comes early has its code.
    whole.provider.answer("send", json!({ "held": { "ids": ["b-1"] } }));
    let lost = whole.one.reply(ticket, "To nobody").await["id"].as_i64().expect("an id");
    whole.provider.until_asked("send", 2).await;
    let failed =
        json!({ "kind": "receipt", "id": "b-1", "status": "failed", "code": "whole.131026" });
    whole.says(json!({ "events": [failed] })).await;
    whole.provider.release();
    let failed = whole.one.until_state(ticket, lost, "failed").await;
    assert_eq!(failed["error"]["code"], "whole.131026");

    // With nothing under way, a receipt of an unknown message is a line of the account's log.
    whole.says(json!({ "events": [receipt("never", "read")] })).await;
    let log = whole.admin.get(&format!("/api/channels/{}/log", whole.channel)).await.ok();
    let said = log["data"].as_array().expect("lines").iter();
    let never: Vec<&Value> = said.filter(|line| line["call"] == "receipt").collect();
    assert_eq!(never.len(), 1, "{log}");
}

/// Receipts race with the commit of their send.
async fn receipts_beside_the_answer_are_kept(ground: Ground) {
    const SENDS: usize = 40;
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    for n in 0..SENDS {
        let id = format!("r-{n}");
        whole.provider.answer("send", json!({ "held": { "ids": [id] } }));
        let sent =
            whole.one.reply(ticket, &format!("Text {n}")).await["id"].as_i64().expect("an id");
        whole.provider.until_asked("send", n + 1).await;
        let events = json!({ "events": [receipt(&id, "delivered")] });
        // From well before the answer to well after it.
        let lead = i64::try_from(n % 20).expect("small") - 6;
        let pause = |ms: i64| {
            tokio::time::sleep(std::time::Duration::from_millis(ms.max(0).unsigned_abs()))
        };
        let answering = async {
            pause(-lead).await;
            whole.provider.release();
        };
        let telling = async {
            pause(lead).await;
            whole.says(events).await;
        };
        tokio::join!(answering, telling);
        whole.one.until_state(ticket, sent, "delivered").await;
    }
}
