//! Receipts that come before, while and after their message gets its external ids.

use crate::harness::{Ground, Whole};
use serde_json::{Value, json};

on_both_engines!(
    early_receipts_wait_for_their_message,
    receipts_beside_the_answer_are_kept,
    early_receipts_outlive_a_kill,
);

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

/// Conversations in which something is sent at the same time.
const THREADS: usize = 16;

/// A ticket for each conversation.
async fn conversations(whole: &Whole) -> Vec<i64> {
    let message = |n: usize| {
        json!({ "kind": "message", "id": format!("m-{n}"), "person": format!("p{n}"),
            "thread": format!("t{n}"), "text": "Hello" })
    };
    let events: Vec<Value> = (0..THREADS).map(message).collect();
    whole.says(json!({ "events": events })).await;
    let rows = whole.one.tickets().await;
    assert_eq!(rows.len(), THREADS);
    rows.iter().map(|row| row["id"].as_i64().expect("an id")).collect()
}

async fn send_all(whole: &Whole, tickets: &[i64], text: &str) -> Vec<i64> {
    let sent = tickets.iter().map(|ticket| whole.one.reply(*ticket, text));
    let sent = futures_util::future::join_all(sent).await;
    sent.iter().map(|sent| sent["id"].as_i64().expect("an id")).collect()
}

/// Waits until all of them were delivered.
async fn until_delivered(whole: &Whole, tickets: &[i64], sent: &[i64]) {
    let all = tickets.iter().zip(sent);
    let all = all.map(|(ticket, id)| whole.one.until_state(*ticket, *id, "delivered"));
    futures_util::future::join_all(all).await;
}

fn pause(ms: i64) -> impl Future<Output = ()> {
    tokio::time::sleep(std::time::Duration::from_millis(ms.max(0).unsigned_abs()))
}

/// 208 receipts race with the commit of their sends: from 300 ms before the provider's answer to 300 ms
/// after it, and in the milliseconds around it; of messages in one part and in three.
async fn receipts_beside_the_answer_are_kept(ground: Ground) {
    const GROUPS: usize = 13;
    let whole = Whole::open(ground, json!({})).await;
    let tickets = conversations(&whole).await;
    for group in 0..GROUPS {
        let parts = if group % 2 == 0 { 1 } else { 3 };
        let ids = |n: usize| -> Vec<String> {
            (0..parts).map(|part| format!("r-{group}-{n}-{part}")).collect()
        };
        for n in 0..THREADS {
            whole.provider.answer("send", json!({ "held": { "ids": ids(n) } }));
        }
        let sent = send_all(&whole, &tickets, &format!("Text {group}")).await;
        whole.provider.until_asked("send", (group + 1) * THREADS).await;
        // Every third group is about the commit itself.
        let step = if group % 3 == 2 { 2 } else { 40 };
        let answering = async {
            pause(300).await;
            whole.provider.release();
        };
        let telling = (0..THREADS).map(|n| {
            let (whole, told) = (&whole, ids(n));
            let at = 300 + step * (i64::try_from(n).expect("small") - 7);
            async move {
                pause(at).await;
                let events: Vec<Value> = told.iter().map(|id| receipt(id, "delivered")).collect();
                whole.says(json!({ "events": events })).await;
            }
        });
        tokio::join!(answering, futures_util::future::join_all(telling));
        until_delivered(&whole, &tickets, &sent).await;
    }
}

/// The server is killed between the receipt and the answer.
async fn early_receipts_outlive_a_kill(ground: Ground) {
    let mut whole = Whole::open(ground, json!({})).await;
    let tickets = conversations(&whole).await;
    for _ in 0..THREADS {
        whole.provider.answer("send", json!("hold"));
    }
    let sent = send_all(&whole, &tickets, "Hello").await;
    let asked = whole.provider.until_asked("send", THREADS).await;
    let told = asked.iter().map(|body| format!("out-{}", body["op_id"].as_str().expect("an id")));
    let events: Vec<Value> = told.map(|id| receipt(&id, "delivered")).collect();
    whole.says(json!({ "events": events })).await;
    whole.crash().await;
    whole.provider.release();
    // The provider knows the operations, so the same are asked for again, once the leases have run out.
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(120);
    while whole.provider.asked("send").len() < 2 * THREADS {
        assert!(tokio::time::Instant::now() < until, "the sends are repeated");
        pause(100).await;
    }
    until_delivered(&whole, &tickets, &sent).await;
}
