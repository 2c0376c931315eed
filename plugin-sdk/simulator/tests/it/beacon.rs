//! Beacon through a real WebSocket and real HTTP: the gateway's rules and the API's.
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use patchbay_simulator::Options;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::sim::{Reply, Sim};

const TOKEN: &str = "beacon-test-token";

struct Wire(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Wire {
    async fn open(sim: &Sim) -> Self {
        let address =
            format!("{}/beacon/gateway?v=1&encoding=json", sim.base.replacen("http", "ws", 1));
        Self(connect_async(address).await.unwrap().0)
    }

    async fn say(&mut self, op: u64, data: Value) {
        let frame = json!({ "op": op, "d": data }).to_string();
        self.0.send(Message::Text(frame.into())).await.unwrap();
    }

    /// The next frame, or the code with which the gateway closed.
    async fn next(&mut self) -> Result<Value, u16> {
        loop {
            let came = tokio::time::timeout(Duration::from_secs(20), self.0.next()).await.unwrap();
            match came {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    async fn event(&mut self, name: &str) -> Value {
        loop {
            let frame = self.next().await.unwrap();
            if frame["t"] == name {
                return frame;
            }
        }
    }

    async fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.next().await {
                return code;
            }
        }
    }

    async fn identified(sim: &Sim) -> (Self, String) {
        let mut wire = Self::open(sim).await;
        assert_eq!(wire.next().await.unwrap()["op"], 10);
        wire.say(2, identify(TOKEN)).await;
        let ready = wire.event("READY").await;
        (wire, ready["d"]["session_id"].as_str().unwrap().to_owned())
    }

    async fn resumed(sim: &Sim, session: &str, seq: u64) -> Self {
        let mut wire = Self::open(sim).await;
        assert_eq!(wire.next().await.unwrap()["op"], 10);
        wire.say(6, json!({ "token": TOKEN, "session_id": session, "seq": seq })).await;
        wire
    }
}

fn identify(token: &str) -> Value {
    json!({ "token": token, "intents": 28672, "properties": { "os": "linux" } })
}

async fn order(sim: &Sim, what: &str, body: Value) -> Value {
    let url = format!("{}/control/providers/beacon/{what}", sim.base);
    let reply = sim.send(sim.client.post(url).json(&body)).await;
    assert_eq!(reply.status, 200, "{what}: {}", reply.body);
    reply.body
}

async fn ann(sim: &Sim, text: &str) -> Value {
    let from = json!({ "id": 7, "first_name": "Ann" });
    order(sim, "messages", json!({ "account": "main", "from": from, "text": text })).await
}

async fn call(sim: &Sim, method: Method, path: &str, body: Value) -> Reply {
    let url = format!("{}/beacon/api/v1/{path}", sim.base);
    let request = sim.client.request(method, url).header("authorization", format!("Bot {TOKEN}"));
    let answer = request.json(&body).send().await.unwrap();
    let status = answer.status().as_u16();
    Reply { status, body: answer.json().await.unwrap_or_default() }
}

async fn channel(sim: &Sim) -> String {
    let chats =
        sim.send(sim.client.get(format!("{}/control/providers/beacon/chats/main", sim.base))).await;
    chats.body["chats"][0]["chat_id"].as_str().unwrap().to_owned()
}

async fn phone(sim: &Sim) -> Vec<Value> {
    let chats =
        sim.send(sim.client.get(format!("{}/control/providers/beacon/chats/main", sim.base))).await;
    chats.body["chats"][0]["messages"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_bot_hears_and_answers() {
    let sim = Sim::start().await;
    let (mut wire, _) = Wire::identified(&sim).await;
    let said = ann(&sim, "Is it open?").await;
    let heard = wire.event("MESSAGE_NEW").await;
    assert_eq!((&heard["s"], &heard["d"]["content"]), (&json!(2), &json!("Is it open?")));
    assert_eq!(heard["d"]["author"]["global_name"], "Ann");
    let path = format!("channels/{}/messages", heard["d"]["channel_id"].as_str().unwrap());
    let body = json!({ "content": "It is.", "message_reference": { "message_id": said["id"] } });
    let sent = call(&sim, Method::POST, &path, body).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    let id = sent.body["id"].as_str().unwrap();
    let shown = phone(&sim).await;
    assert_eq!((&shown[1]["text"], &shown[1]["reply_to"]), (&json!("It is."), &said["message_id"]));
    assert_eq!(shown[0]["taken"], true);
    let one = format!("{path}/{id}");
    assert_eq!(call(&sim, Method::PATCH, &one, json!({ "content": "It was." })).await.status, 200);
    let emoji = format!("{path}/{}/reactions/%F0%9F%91%8D/@me", said["id"].as_str().unwrap());
    assert_eq!(call(&sim, Method::PUT, &emoji, Value::Null).await.status, 204);
    let shown = phone(&sim).await;
    assert_eq!(
        (&shown[1]["text"], &shown[0]["bot_reactions"]),
        (&json!("It was."), &json!(["👍"]))
    );
    assert_eq!(call(&sim, Method::DELETE, &one, Value::Null).await.status, 204);
    assert_eq!(phone(&sim).await[1]["deleted"], true);
    let listed = call(&sim, Method::GET, &path, Value::Null).await.body;
    assert_eq!(listed.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_a_customer_changes_is_told() {
    let sim = Sim::start().await;
    let (mut wire, _) = Wire::identified(&sim).await;
    // Nobody is told of what a stranger types.
    order(&sim, "typing", json!({ "account": "main", "user": 7 })).await;
    let n = ann(&sim, "Bleu").await["message_id"].clone();
    let about = |more: Value| {
        let mut body = json!({ "account": "main", "user": 7, "message_id": n });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    order(&sim, "edit", about(json!({ "text": "Blue" }))).await;
    assert_eq!(wire.event("MESSAGE_CHANGED").await["d"]["content"], "Blue");
    order(&sim, "react", about(json!({ "emoji": "🔥" }))).await;
    assert_eq!(wire.event("REACTION_ADDED").await["d"]["emoji"]["name"], "🔥");
    order(&sim, "react", about(json!({ "emoji": "" }))).await;
    assert_eq!(wire.event("REACTION_REMOVED").await["d"]["emoji"]["name"], "🔥");
    order(&sim, "typing", about(json!({}))).await;
    wire.event("TYPING").await;
    order(&sim, "delete", about(json!({}))).await;
    wire.event("MESSAGE_GONE").await;
}

#[tokio::test]
async fn a_broken_line_is_resumed_without_gap_or_repeat() {
    let sim = Sim::start().await;
    let (mut wire, session) = Wire::identified(&sim).await;
    ann(&sim, "one").await;
    assert_eq!(wire.event("MESSAGE_NEW").await["s"], 2);
    assert_eq!(order(&sim, "drop", json!({})).await["connections"], 1);
    assert_eq!(wire.closed().await, 1006);
    ann(&sim, "two").await;
    ann(&sim, "three").await;
    assert_eq!(phone(&sim).await[2]["taken"], false);
    let mut wire = Wire::resumed(&sim, &session, 2).await;
    let texts = [wire.event("MESSAGE_NEW").await, wire.event("MESSAGE_NEW").await];
    assert_eq!(
        (&texts[0]["d"]["content"], &texts[1]["d"]["content"]),
        (&json!("two"), &json!("three"))
    );
    assert_eq!(wire.event("RESUMED").await["s"], 5);
    assert_eq!(phone(&sim).await[2]["taken"], true);
    order(&sim, "duplicate", json!({})).await;
    assert_eq!(wire.next().await.unwrap()["s"], 5, "the same number again");
    order(&sim, "reconnect", json!({})).await;
    assert_eq!(wire.next().await.unwrap()["op"], 7);
    order(&sim, "invalidate", json!({})).await;
    let invalid = wire.next().await.unwrap();
    assert_eq!((&invalid["op"], &invalid["d"]), (&json!(9), &json!(false)));
    let mut wire = Wire::resumed(&sim, &session, 5).await;
    assert_eq!(wire.next().await.unwrap()["op"], 9, "it is forgotten");
}

#[tokio::test]
async fn who_breaks_the_rules_is_closed() {
    let sim = Sim::start().await;
    let codes = async |op: u64, data: Value| {
        let mut wire = Wire::open(&sim).await;
        wire.say(op, data).await;
        wire.closed().await
    };
    assert_eq!(codes(2, identify("wrong")).await, 4004);
    assert_eq!(codes(6, json!({ "token": "wrong", "session_id": "x", "seq": 1 })).await, 4004);
    assert_eq!(codes(99, Value::Null).await, 4001);
    assert_eq!(codes(3, Value::Null).await, 4003);
    assert_eq!(codes(2, json!({ "token": TOKEN, "properties": {} })).await, 4013);
    assert_eq!(codes(2, json!({ "token": TOKEN, "properties": {}, "intents": 1 })).await, 4014);
    let (mut wire, _) = Wire::identified(&sim).await;
    wire.say(2, identify(TOKEN)).await;
    assert_eq!(wire.closed().await, 4005);
    let (mut wire, _) = Wire::identified(&sim).await;
    wire.say(1, json!(77)).await;
    assert_eq!(wire.closed().await, 4007);
    let (mut wire, _) = Wire::identified(&sim).await;
    for _ in 0..130 {
        if wire
            .0
            .send(Message::Text(json!({ "op": 1, "d": null }).to_string().into()))
            .await
            .is_err()
        {
            break;
        }
    }
    assert_eq!(wire.closed().await, 4008);
    let (mut wire, _) = Wire::identified(&sim).await;
    order(&sim, "accounts", json!({ "key": "main", "token": "another" })).await;
    assert_eq!(wire.closed().await, 4004, "a token that was changed is worth nothing");
}

#[tokio::test]
async fn heartbeats_are_acknowledged_and_their_absence_is_noticed() {
    let sim = Sim::start().await;
    let (mut wire, _) = Wire::identified(&sim).await;
    wire.say(1, json!(1)).await;
    assert_eq!(wire.next().await.unwrap()["op"], 11);
    let manners = json!({ "heartbeat_interval_ms": 50, "grace_ms": 50 });
    order(&sim, "gateway", manners).await;
    let (mut silent, session) = Wire::identified(&sim).await;
    assert_eq!(silent.closed().await, 4009);
    let mut again = Wire::resumed(&sim, &session, 1).await;
    assert_eq!(again.next().await.unwrap()["op"], 9, "a session that timed out is over");
}

#[tokio::test]
async fn the_api_refuses_in_its_own_words() {
    let sim = Sim::start().await;
    ann(&sim, "hello").await;
    let path = format!("channels/{}/messages", channel(&sim).await);
    let refused = async |body: Value, status: u16, code: u64| {
        let reply = call(&sim, Method::POST, &path, body).await;
        assert_eq!((reply.status, &reply.body["code"]), (status, &json!(code)), "{}", reply.body);
    };
    order(&sim, "limits", json!({ "enabled": false })).await;
    refused(json!({}), 400, 50006).await;
    refused(json!({ "content": "x".repeat(2001) }), 400, 50035).await;
    refused(json!({ "contents": "x" }), 400, 50035).await;
    refused(json!({ "content": "x", "message_reference": { "message_id": "1" } }), 400, 50035)
        .await;
    let elsewhere =
        call(&sim, Method::POST, "channels/1/messages", json!({ "content": "x" })).await;
    assert_eq!((elsewhere.status, &elsewhere.body["code"]), (404, &json!(10003)));
    let url = format!("{}/beacon/api/v1/users/@me", sim.base);
    assert_eq!(sim.send(sim.client.get(&url)).await.status, 401);
    let twice = json!({ "content": "once", "nonce": "op-1", "enforce_nonce": true });
    let first = call(&sim, Method::POST, &path, twice.clone()).await.body["id"].clone();
    assert_eq!(call(&sim, Method::POST, &path, twice).await.body["id"], first);
    order(&sim, "block", json!({ "account": "main", "user": 7 })).await;
    refused(json!({ "content": "x" }), 403, 50007).await;
    order(&sim, "faults", json!({ "does": "send", "status": 503 })).await;
    assert_eq!(call(&sim, Method::POST, &path, json!({ "content": "x" })).await.status, 503);
}

#[tokio::test]
async fn too_many_calls_get_429_with_all_its_headers() {
    let sim = Sim::with(Options { time_scale: 0.01, ..Options::default() }).await;
    ann(&sim, "hello").await;
    let url = format!("{}/beacon/api/v1/channels/{}/messages", sim.base, channel(&sim).await);
    let send = async || {
        let request = sim.client.post(&url).header("authorization", format!("Bot {TOKEN}"));
        request.json(&json!({ "content": "x" })).send().await.unwrap()
    };
    let first = send().await;
    assert_eq!(
        (&first.headers()["x-ratelimit-limit"], &first.headers()["x-ratelimit-remaining"]),
        (&"5".parse().unwrap(), &"4".parse().unwrap())
    );
    let mut last = first;
    while last.status() == 200 {
        last = send().await;
    }
    assert_eq!(last.status(), 429);
    assert!(
        last.headers().contains_key("retry-after")
            && last.headers().contains_key("x-ratelimit-bucket")
    );
    let body: Value = last.json().await.unwrap();
    assert!(body["retry_after"].as_f64().unwrap() > 0.0 && body["global"] == false);
    assert_eq!(phone(&sim).await.len(), 6, "five got through");
}

#[tokio::test]
async fn files_are_uploaded_and_fetched() {
    let sim = Sim::start().await;
    let (mut wire, _) = Wire::identified(&sim).await;
    let from = json!({ "id": 7, "first_name": "Ann" });
    order(&sim, "messages", json!({ "account": "main", "from": from, "photo": true })).await;
    let heard = wire.event("MESSAGE_NEW").await;
    let file = &heard["d"]["attachments"][0];
    let bytes =
        sim.client.get(file["url"].as_str().unwrap()).send().await.unwrap().bytes().await.unwrap();
    assert_eq!(json!(bytes.len()), file["size"]);
    let url = format!(
        "{}/beacon/api/v1/channels/{}/messages",
        sim.base,
        heard["d"]["channel_id"].as_str().unwrap()
    );
    let upload = async |bytes: Vec<u8>| {
        let payload =
            json!({ "content": "Look", "attachments": [{ "id": 0, "filename": "a b.png" }] });
        let part = Part::bytes(bytes).file_name("x.png").mime_str("image/png").unwrap();
        let form = Form::new().text("payload_json", payload.to_string()).part("files[0]", part);
        let request = sim.client.post(&url).header("authorization", format!("Bot {TOKEN}"));
        sim.send(request.multipart(form)).await
    };
    let sent = upload(bytes.to_vec()).await;
    assert_eq!((sent.status, &sent.body["attachments"][0]["filename"]), (200, &json!("a b.png")));
    let shown = phone(&sim).await;
    assert_eq!(
        (&shown[1]["text"], &shown[1]["files"][0]["kind"]),
        (&json!("Look"), &json!("photo"))
    );
    assert_eq!(upload(vec![0; 10 << 20 | 1]).await.status, 413);
}
