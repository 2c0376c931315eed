//! Inputs of an account in their order, and many of them at once.

use crate::harness::{Ground, Whole, eventually};
use futures_util::future::join_all;
use serde_json::{Value, json};

on_both_engines!(inputs_keep_their_order, batches_of_several_people_pass_each_other);

fn texts(messages: &[Value]) -> Vec<&str> {
    messages.iter().filter_map(|m| m["message"].as_str()).collect()
}

async fn inputs_keep_their_order(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    let ticket = whole.message("m0", "Hello").await;
    whole.provider.answer("first", json!({ "fail": "retry" }));
    let event = json!({ "events": [{ "kind": "message", "id": "m1", "text": "First" }] });
    whole.provider.answer("first", event);
    whole.says(json!({ "ask": "first" })).await;
    for (id, text) in [("m2", "Second"), ("m3", "Third")] {
        whole.says(json!({ "events": [{ "kind": "message", "id": id, "text": text }] })).await;
    }
    let all = eventually("all of them", || async {
        Some(whole.admin.messages(ticket).await).filter(|all| all.len() == 4)
    })
    .await;
    assert_eq!(texts(&all), ["Hello", "First", "Second", "Third"]);
    // And nobody waits any longer.
    let event = json!({ "events": [{ "kind": "message", "id": "m4", "text": "Fourth" }] });
    whole.says(event).await;
    let all = whole.admin.messages(ticket).await;
    assert_eq!(texts(&all).last(), Some(&"Fourth"));
    assert!(whole.quarantine().await.is_empty());
}

const PEOPLE: usize = 6;
const BATCHES: usize = 24;
const ROUNDS: usize = 5;

/// A message of each of some people, in an order of the batch's own.
fn batch(round: usize, number: usize) -> Value {
    let event = |place: usize| {
        let person = if number.is_multiple_of(2) { place } else { PEOPLE - 1 - place };
        // New people come in every round, beside those who are known.
        let who =
            if person < PEOPLE / 2 { format!("p{person}") } else { format!("p{person}-{round}") };
        json!({
            "kind": "message", "id": format!("{round}-{number}-{person}"), "person": who,
            "thread": who, "text": format!("{round}/{number}"),
        })
    };
    json!({ "events": (0..PEOPLE).map(event).collect::<Vec<_>>() })
}

async fn batches_of_several_people_pass_each_other(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    for round in 0..ROUNDS {
        let tickets = whole.admin.tickets().await;
        let batches = (0..BATCHES).map(|number| whole.says(batch(round, number)));
        // Each of them is answered with 200 at once, and agents work on the same tickets.
        let acts = tickets.iter().map(|ticket| {
            let severity = ["H", "M"][round % 2];
            let body = json!({ "id": ticket["id"], "priority": severity, "type": "ticket" });
            let one = &whole.one;
            async move { one.post("/api/ticket/priority", &body).await.ok() }
        });
        tokio::join!(join_all(batches), join_all(acts));
    }
    let tickets = whole.admin.tickets().await;
    let new = PEOPLE - PEOPLE / 2;
    assert_eq!(tickets.len(), PEOPLE / 2 + new * ROUNDS);
    let mut said = 0;
    for ticket in tickets {
        let all = whole.admin.messages(ticket["id"].as_i64().expect("an id")).await;
        said += all.iter().filter(|m| m["direction"] == "in").count();
    }
    assert_eq!(said, PEOPLE * BATCHES * ROUNDS);
}
