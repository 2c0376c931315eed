//! Messages that are sent in parts: each counts at once, and a send that breaks off goes on where it
//! ended.

use crate::harness::{Ground, Whole};
use serde_json::{Value, json};

on_both_engines!(
    parts_go_out_one_after_the_other,
    a_part_that_fails_is_tried_again_alone,
    a_send_that_breaks_off_goes_on_when_asked,
    a_killed_server_goes_on_with_the_part_that_is_missing,
);

fn part(id: &str, of: u32) -> Value {
    json!({ "ids": [id], "of": of })
}

async fn reply(whole: &Whole, ticket: i64, text: &str) -> i64 {
    whole.one.reply(ticket, text).await["id"].as_i64().expect("an id")
}

/// Which parts were asked for so far, with the attempt of each.
fn asked(whole: &Whole) -> Vec<(u64, u64)> {
    let asked = whole.provider.asked("send");
    let number = |value: &Value| value.as_u64().expect("a number");
    asked.iter().map(|body| (number(&body["part"]["index"]), number(&body["attempt"]))).collect()
}

async fn parts_go_out_one_after_the_other(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    whole.provider.answer("send", part("a-1", 3));
    whole.provider.answer("send", json!({ "held": part("a-2", 3) }));
    whole.provider.answer("send", part("a-3", 3));
    let sent = reply(&whole, ticket, "A long story").await;
    let bodies = whole.provider.until_asked("send", 2).await;
    assert_eq!(bodies[1]["part"], json!({ "index": 1, "external_ids": ["a-1"] }));
    // The first part has arrived; the message has not.
    let told = json!({ "kind": "receipt", "id": "a-1", "status": "delivered" });
    whole.says(json!({ "events": [told] })).await;
    let state = whole.one.messages(ticket).await.pop().expect("a message")["state"].clone();
    assert!(state == "queued" || state == "sending", "{state}");
    whole.provider.release();
    let bodies = whole.provider.until_asked("send", 3).await;
    assert_eq!(bodies[2]["part"], json!({ "index": 2, "external_ids": ["a-1", "a-2"] }));
    assert!(bodies.iter().all(|body| body["op_id"] == bodies[0]["op_id"]), "{bodies:?}");
    // What was told of the first part counts from now on, and so does what comes of the last.
    whole.one.until_state(ticket, sent, "delivered").await;
    let told = json!({ "kind": "receipt", "id": "a-3", "status": "read" });
    whole.says(json!({ "events": [told] })).await;
    whole.one.until_state(ticket, sent, "read").await;
    assert_eq!(asked(&whole), [(0, 1), (1, 1), (2, 1)]);
}

async fn a_part_that_fails_is_tried_again_alone(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    for answer in [part("a-1", 2), json!({ "fail": "retry" }), json!({ "fail": "unknown" })] {
        whole.provider.answer("send", answer);
    }
    whole.provider.answer("send", part("a-2", 2));
    let sent = reply(&whole, ticket, "A long story").await;
    whole.one.until_state(ticket, sent, "sent").await;
    assert_eq!(asked(&whole), [(0, 1), (1, 1), (1, 2), (1, 3)]);
    let bodies = whole.provider.asked("send");
    let doubtful: Vec<&Value> = bodies.iter().map(|body| &body["prior_unknown"]).collect();
    assert_eq!(doubtful, [false, false, false, true], "only after the lost answer");
}

async fn a_send_that_breaks_off_goes_on_when_asked(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    whole.provider.answer("send", part("a-1", 3));
    whole.provider.answer("send", json!({ "fail": "permanent" }));
    let sent = reply(&whole, ticket, "A long story").await;
    let failed = whole.one.until_state(ticket, sent, "failed").await;
    assert_eq!(
        failed["error"]["message"],
        "1 of 3 parts of this message were sent; sending it again goes on with the rest. The \
         script says so."
    );
    assert_eq!(failed["error"]["code"], "whole.permanent");

    // That the first part arrived does not make the message one that did.
    let told = json!({ "kind": "receipt", "id": "a-1", "status": "delivered" });
    whole.says(json!({ "events": [told] })).await;
    let state = whole.one.messages(ticket).await.pop().expect("a message")["state"].clone();
    assert_eq!(state, "failed");

    whole.provider.answer("send", part("a-2", 3));
    whole.provider.answer("send", part("a-3", 3));
    let again = format!("/api/messages/{sent}/retry");
    whole.one.post(&again, &json!({})).await.ok();
    whole.one.until_state(ticket, sent, "delivered").await;
    assert_eq!(asked(&whole), [(0, 1), (1, 1), (1, 1), (2, 1)]);

    // What was sent as a whole and failed later is sent anew as a whole.
    let told = json!({ "kind": "receipt", "id": "a-2", "status": "failed", "code": "whole.9" });
    whole.says(json!({ "events": [told] })).await;
    whole.one.until_state(ticket, sent, "failed").await;
    whole.provider.answer("send", part("b-1", 1));
    whole.one.post(&again, &json!({})).await.ok();
    whole.one.until_state(ticket, sent, "sent").await;
    let last = whole.provider.asked("send").pop().expect("asked");
    assert_eq!(last["part"], json!({ "index": 0, "external_ids": [] }));

    // A plugin that never comes to an end is stopped.
    whole.provider.answer("send", part("c-1", 101));
    let endless = reply(&whole, ticket, "Without end").await;
    let failed = whole.one.until_state(ticket, endless, "failed").await;
    assert_eq!(failed["error"]["code"], "plugin.parts", "{failed}");
}

async fn a_killed_server_goes_on_with_the_part_that_is_missing(ground: Ground) {
    let mut whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    whole.provider.answer("send", part("a-1", 2));
    whole.provider.answer("send", json!("hold"));
    let sent = reply(&whole, ticket, "A long story").await;
    whole.provider.until_asked("send", 2).await;
    whole.crash().await;
    whole.provider.release();
    whole.provider.answer("send", part("a-2", 2));
    // A lease of the dead process has to run out first.
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(120);
    while whole.provider.asked("send").len() < 3 {
        assert!(tokio::time::Instant::now() < until, "the send goes on");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let last = whole.provider.asked("send").pop().expect("asked");
    assert_eq!(last["part"], json!({ "index": 1, "external_ids": ["a-1"] }));
    assert_eq!(last["prior_unknown"], true, "nobody knows what became of the second part");
    whole.one.until_state(ticket, sent, "sent").await;
}
