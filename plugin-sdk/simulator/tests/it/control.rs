//! The customers' side: bots, floods, counts, the phone's events and the pages.
use std::collections::HashSet;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::hook::Hook;
use crate::sim::{Sim, TOKEN, until};

#[tokio::test]
async fn making_a_bot_twice_makes_one() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let again = sim.control("bots", json!({ "token": TOKEN })).await;
    assert_eq!(again["username"], "desk_bot", "what is left out stays");
    assert_eq!(sim.updates().await.len(), 1, "and nothing is lost");
    sim.control("bots", json!({ "token": TOKEN, "first_name": "Renamed" })).await;
    assert_eq!(sim.call("getMe", json!({})).await.ok()["first_name"], "Renamed");
    let drawn = sim.control("bots", json!({ "first_name": "Second" })).await;
    let url = format!("{}/telegram/bot{}/getMe", sim.base, drawn["token"].as_str().unwrap());
    sim.send(sim.client.get(url)).await.ok();
    let bad = sim.client.post(sim.control_url("bots")).json(&json!({ "token": "nonsense" }));
    assert_eq!(bad.send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn a_demo_is_told_how_to_connect() {
    let sim = Sim::start().await;
    let url = format!("{}/control/providers", sim.base);
    let listed = sim.send(sim.client.get(&url)).await.body;
    let joins = listed.as_array().unwrap().iter().filter(|card| card["join"].is_object());
    let mut known = Vec::new();
    for card in joins {
        let id = card["id"].as_str().unwrap();
        let settings = card["join"]["settings"].as_object().unwrap();
        // At the simulator's own address, or at one it tells of. What calls ask is a telephone
        // exchange, whose paths begin with its own name.
        let here = match id {
            "calls" => format!("{}/asterisk/ari", sim.base),
            _ => format!("{}/{id}", sim.base),
        };
        let apart = ["imap", "smtp"].map(|door| {
            let part = |name: &str| settings.get(&format!("{door}_{name}")).cloned();
            let host = part("host")?.as_str()?.to_owned();
            Some(json!(format!("{host}:{}", part("port")?)))
        });
        let apart: Vec<Value> = apart.into_iter().flatten().collect();
        assert_eq!(card["join"]["reaches"], json!(apart), "{id}");
        let known_here = settings.values().any(|value| *value == here.as_str());
        assert!(known_here || apart.len() == 2, "{id}: {settings:?}");
        assert_eq!(card["join"]["told"], false, "{id} is told by its plugin");
        let accounts = sim.send(sim.client.get(format!("{url}/{id}/accounts"))).await.body;
        assert_eq!(accounts[0]["key"], card["join"]["account"], "{id}");
        known.push(id);
    }
    assert_eq!(
        known,
        ["graph-email", "line", "sms", "x", "whatsapp", "facebook", "instagram", "calls", "email"]
    );
}

#[tokio::test]
async fn orders_that_make_no_sense_are_refused() {
    let sim = Sim::start().await;
    for (path, body, status) in [
        ("messages", json!({ "token": TOKEN, "from": { "id": 7 } }), 400),
        ("messages", json!({ "token": TOKEN, "from": "Ann", "text": "x" }), 400),
        ("messages", json!({ "token": "9:x", "from": { "id": 7 }, "text": "x" }), 404),
        (
            "messages",
            json!({ "token": TOKEN, "from": { "id": 7 }, "text": "x", "reply_to": 9 }),
            400,
        ),
        ("faults", json!({ "method": "sendMessage" }), 400),
        ("faults", json!({ "status": 200 }), 400),
        ("faults", json!("nonsense"), 422),
        ("block", json!({ "token": TOKEN }), 422),
        ("flood", json!({ "token": "9:x", "messages": 1 }), 404),
    ] {
        let answer = sim.client.post(sim.control_url(path)).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path} {body}");
        let answer: Value = answer.json().await.unwrap();
        assert!(answer["error"].is_string(), "{answer}");
    }
}

#[tokio::test]
async fn doubles_are_counted() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    for text in ["same", "same", "other"] {
        sim.call("sendMessage", json!({ "chat_id": 7, "text": text })).await.ok();
    }
    let chats = sim.look(&format!("chats/{TOKEN}?counts_only=1&user=7")).await;
    assert!(chats["chats"][0].get("messages").is_none());
    assert_eq!(chats["totals"]["outgoing"], 3);
    assert_eq!(
        chats["totals"]["doubled"],
        json!([{ "user": 7, "direction": "outgoing", "text": "same", "count": 2 }])
    );
}

#[tokio::test]
async fn a_flood_reaches_the_webhook_whole() {
    let (sim, hook) = (Sim::start().await, Hook::start().await);
    sim.call("setWebhook", json!({ "url": hook.url })).await.ok();
    let order = json!({
        "token": TOKEN, "chats": 20, "messages": 300, "duplicates_percent": 30, "reorder": true,
    });
    let id = sim.control("flood", order).await["id"].clone();
    until("the flood is done", async || {
        let flood = sim.look(&format!("flood/{id}")).await;
        flood["state"] == "done" && flood["repeated"].as_u64() > Some(40)
    })
    .await;
    let flood = sim.look(&format!("flood/{id}")).await;
    assert_eq!(
        (&flood["sent"], &flood["acked"], &flood["pending"]),
        (&json!(300), &json!(300), &json!(0))
    );
    tokio::time::sleep(Duration::from_millis(300)).await;
    let got = hook.got();
    let distinct: HashSet<i64> = got.iter().map(|got| got.id()).collect();
    assert_eq!(distinct.len(), 300);
    assert!(got.len() > 340, "about ninety repeats: {}", got.len());
    // First deliveries keep the order of their chat.
    let mut seen = HashSet::new();
    let mut last = std::collections::HashMap::new();
    for got in got.iter().filter(|got| seen.insert(got.id())) {
        let chat = got.body["message"]["chat"]["id"].as_i64();
        let before = last.insert(chat, got.id());
        assert!(before.is_none_or(|before| before < got.id()));
    }
}

#[tokio::test]
async fn a_flood_keeps_its_rate_and_can_be_stopped() {
    let sim = Sim::start().await;
    let order = json!({ "token": TOKEN, "chats": 2, "messages": 100000, "rate": 50.0 });
    let id = sim.control("flood", order).await["id"].clone();
    tokio::time::sleep(Duration::from_millis(500)).await;
    sim.client.delete(sim.control_url(&format!("flood/{id}"))).send().await.unwrap();
    until("it stops", async || sim.look(&format!("flood/{id}")).await["state"] == "stopped").await;
    let sent = sim.look(&format!("flood/{id}")).await["sent"].as_u64().unwrap();
    assert!((5..=60).contains(&sent), "{sent}");
    // Polled by offset, they count as taken too.
    let updates = sim.updates().await;
    let last = updates.last().unwrap()["update_id"].as_i64().unwrap();
    sim.call("getUpdates", json!({ "offset": last + 1 })).await.ok();
    assert_eq!(sim.look(&format!("flood/{id}")).await["acked"], sent);
}

#[tokio::test]
async fn the_phone_hears_everything_as_it_happens() {
    let sim = Sim::start().await;
    sim.ann("hello").await;
    let url = sim.control_url(&format!("events?token={TOKEN}"));
    let answer = sim.client.get(url).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let mut events = answer.bytes_stream();
    sim.call("sendChatAction", json!({ "chat_id": 7, "action": "typing" })).await.ok();
    sim.call("sendMessage", json!({ "chat_id": 7, "text": "answer" })).await.ok();
    let ups = sim.updates().await;
    let offset = ups[0]["update_id"].as_i64().unwrap() + 1;
    sim.call("getUpdates", json!({ "offset": offset })).await.ok();
    let mut heard = String::new();
    while !heard.contains("\"done\"") {
        heard.push_str(std::str::from_utf8(&events.next().await.unwrap().unwrap()).unwrap());
    }
    let kinds: Vec<String> = heard
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str::<Value>(data).unwrap())
        .map(|event| event["type"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["typing", "message", "typing", "done"]);
}

#[tokio::test]
async fn pages_load_nothing_from_elsewhere() {
    let sim = Sim::start().await;
    for path in ["/", "/telegram/phone"] {
        let answer = sim.client.get(format!("{}{path}", sim.base)).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.starts_with("default-src 'none'"));
        let page = answer.text().await.unwrap();
        for link in page.split(['"', '\'']).filter(|part| part.starts_with("/assets/")) {
            let asset = sim.client.get(format!("{}{link}", sim.base)).send().await.unwrap();
            assert_eq!(asset.status(), 200, "{link}");
            assert!(!asset.bytes().await.unwrap().is_empty(), "{link}");
        }
    }
    let page = sim.client.get(&sim.base).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("@desk_bot"));
    sim.control("bots", json!({ "token": "77:x", "first_name": "<script>x</script>" })).await;
    let page = sim.client.get(&sim.base).send().await.unwrap().text().await.unwrap();
    assert!(!page.contains("<script>x"));
}

#[tokio::test]
async fn a_customers_page_cannot_be_served_as_a_page() {
    let sim = Sim::start().await;
    let page =
        json!({ "content": "<script>x</script>", "file_name": "a.html", "mime_type": "text/html" });
    sim.control("messages", json!({ "token": TOKEN, "from": { "id": 7 }, "document": page })).await;
    let id = sim.updates().await[0]["message"]["document"]["file_id"].as_str().unwrap().to_owned();
    let file =
        sim.client.get(sim.control_url(&format!("files/{TOKEN}/{id}"))).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "application/octet-stream");
    assert_eq!(file.headers()["content-disposition"], "attachment; filename=\"a.html\"");
    assert_eq!(file.headers()["x-content-type-options"], "nosniff");
}
