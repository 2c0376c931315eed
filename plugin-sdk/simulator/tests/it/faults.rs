//! Ordered faults and the sending limits.
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::sim::{Sim, TOKEN};

async fn outgoing(sim: &Sim) -> u64 {
    sim.look(&format!("chats/{TOKEN}")).await["totals"]["outgoing"].as_u64().unwrap()
}

fn hello() -> Value {
    json!({ "chat_id": 7, "text": "hello" })
}

#[tokio::test]
async fn an_error_strikes_as_often_as_ordered() {
    let sim = Sim::start().await;
    sim.ann("hi").await;
    sim.control("faults", json!({ "method": "SENDmessage", "status": 502, "times": 2 })).await;
    for _ in 0..2 {
        sim.call("sendMessage", hello()).await.refused(502, "Bad Gateway");
    }
    sim.call("sendMessage", hello()).await.ok();
    assert_eq!(outgoing(&sim).await, 1, "refused calls did nothing");
    let limit = json!({ "token": TOKEN, "status": 429, "retry_after": 7 });
    sim.control("faults", limit).await;
    let refused = sim.call("getMe", json!({})).await;
    assert_eq!(refused.body["parameters"]["retry_after"], 7);
    refused.refused(429, "Too Many Requests: retry after 7");
    let text = "Bad Request: can't parse entities: what you like";
    sim.control("faults", json!({ "status": 400, "description": text })).await;
    sim.call("sendMessage", hello()).await.refused(400, text);
    sim.control("faults", json!({ "token": "9:other", "status": 500, "times": 9 })).await;
    sim.call("getMe", json!({})).await.ok();
    sim.client.delete(sim.control_url("faults")).send().await.unwrap();
    assert_eq!(sim.look("faults").await, json!({ "waiting": [], "struck": 4 }));
}

#[tokio::test]
async fn a_connection_is_cut_before_or_after_the_work() {
    let sim = Sim::start().await;
    sim.ann("hi").await;
    sim.control("faults", json!({ "method": "sendMessage", "cut": true })).await;
    let request = || sim.client.post(sim.method("sendMessage")).json(&hello());
    assert!(request().send().await.is_err(), "no answer at all");
    assert_eq!(outgoing(&sim).await, 0);
    sim.control("faults", json!({ "method": "sendMessage", "after_accept": true })).await;
    assert!(request().send().await.is_err(), "no answer at all");
    assert_eq!(outgoing(&sim).await, 1, "but the message went out");
    let lie = json!({ "method": "sendMessage", "after_accept": true, "status": 504 });
    sim.control("faults", lie).await;
    sim.call("sendMessage", hello()).await.refused(504, "Gateway Timeout");
    assert_eq!(outgoing(&sim).await, 2);
    sim.call("sendMessage", hello()).await.ok();
}

#[tokio::test]
async fn an_answer_can_be_late() {
    let sim = Sim::start().await;
    sim.ann("hi").await;
    sim.control("faults", json!({ "method": "sendMessage", "delay_ms": 300 })).await;
    let began = Instant::now();
    sim.call("sendMessage", hello()).await.ok();
    assert!(began.elapsed() >= Duration::from_millis(300));
}

#[tokio::test]
async fn downloads_can_fail_too() {
    let sim = Sim::start().await;
    let note = json!({ "content": "x", "file_name": "a.txt" });
    sim.control("messages", json!({ "token": TOKEN, "from": { "id": 7 }, "document": note })).await;
    let id = sim.updates().await[0]["message"]["document"]["file_id"].clone();
    let file = sim.call("getFile", json!({ "file_id": id })).await.ok();
    let path = file["file_path"].as_str().unwrap();
    let url = format!("{}/telegram/file/bot{TOKEN}/{path}", sim.base);
    sim.control("faults", json!({ "method": "file", "status": 500 })).await;
    assert_eq!(sim.client.get(&url).send().await.unwrap().status(), 500);
    assert_eq!(sim.client.get(&url).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn sending_too_fast_is_refused_and_can_be_allowed() {
    let sim = Sim::start().await;
    sim.ann("hi").await;
    for _ in 0..20 {
        sim.call("sendMessage", hello()).await.ok();
    }
    let refused = sim.call("sendMessage", hello()).await;
    assert_eq!(refused.body["parameters"]["retry_after"], 1);
    refused.refused(429, "Too Many Requests: retry after 1");
    sim.call("sendChatAction", json!({ "chat_id": 7, "action": "typing" })).await.ok();
    tokio::time::sleep(Duration::from_millis(1050)).await;
    sim.call("sendMessage", hello()).await.ok();
    sim.control("limits", json!({ "enabled": false })).await;
    for _ in 0..50 {
        sim.call("sendMessage", hello()).await.ok();
    }
    assert_eq!(outgoing(&sim).await, 71);
}
