//! X through real HTTP: challenge, subscriptions, direct messages, posts, refusals.
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;

use crate::sim::{Reply, Sim, until};

const SECRET: &str = "consumer_secret_demo";

fn signed(text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    format!("sha256={}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// A desk that knows the secret, or does not.
#[derive(Clone, Default)]
struct Desk {
    got: Arc<Mutex<Vec<(String, Value)>>>,
    wrong: Arc<Mutex<bool>>,
    url: String,
}

async fn prove(
    State(desk): State<Desk>,
    Query(query): Query<HashMap<String, String>>,
) -> Json<Value> {
    let word = if *desk.wrong.lock().unwrap() { "wrong" } else { query["crc_token"].as_str() };
    Json(json!({ "response_token": signed(word) }))
}

async fn take(State(desk): State<Desk>, headers: HeaderMap, body: String) -> StatusCode {
    let signature = headers["x-twitter-webhooks-signature"].to_str().unwrap().to_owned();
    assert_eq!(signature, signed(&body));
    let body: Value = serde_json::from_str(&body).unwrap();
    let kind = body["data"]["event_type"].as_str().unwrap().to_owned();
    desk.got.lock().unwrap().push((kind, body["data"]["payload"].clone()));
    StatusCode::OK
}

impl Desk {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/in?key=k", listener.local_addr().unwrap());
        let desk = Self { url, ..Self::default() };
        let app = Router::new().route("/in", get(prove).post(take)).with_state(desk.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        desk
    }

    async fn hears(&self, count: usize) -> Vec<(String, Value)> {
        let all = || self.got.lock().unwrap().clone();
        until("enough webhooks came", async || all().len() >= count).await;
        all()
    }
}

struct X {
    sim: Sim,
    desk: Desk,
    own: String,
}

impl X {
    async fn start() -> Self {
        let mut x = Self { sim: Sim::start().await, desk: Desk::start().await, own: String::new() };
        x.own = x.user(Method::GET, "users/me", json!({})).await.body["data"]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        x
    }

    async fn connected() -> Self {
        let x = Self::start().await;
        let made = x.app(Method::POST, "webhooks", json!({ "url": x.desk.url })).await;
        assert_eq!(made.body["data"]["valid"], true, "{}", made.body);
        let id = made.body["data"]["id"].clone();
        for kind in ["dm.received", "dm.read", "dm.indicate_typing"] {
            let reply = x.user(Method::POST, "activity/subscriptions", x.wants(kind, &id)).await;
            assert_eq!(reply.status, 201, "{}", reply.body);
        }
        let reply =
            x.app(Method::POST, "activity/subscriptions", x.wants("post.mention.create", &id));
        assert_eq!(reply.await.status, 201);
        x
    }

    fn wants(&self, kind: &str, webhook: &Value) -> Value {
        json!({ "event_type": kind, "filter": { "user_id": self.own }, "webhook_id": webhook })
    }

    async fn user(&self, method: Method, path: &str, body: Value) -> Reply {
        let request = self.sim.client.request(method, format!("{}/x/2/{path}", self.sim.base));
        self.sim.send(request.bearer_auth("x-test-token").json(&body)).await
    }

    async fn app(&self, method: Method, path: &str, body: Value) -> Reply {
        let request = self.sim.client.request(method, format!("{}/x/2/{path}", self.sim.base));
        self.sim.send(request.bearer_auth("x-test-token-app").json(&body)).await
    }

    async fn order(&self, what: &str, body: Value) -> Value {
        let url = format!("{}/control/providers/x/{what}", self.sim.base);
        let reply = self.sim.send(self.sim.client.post(url).json(&body)).await;
        assert_eq!(reply.status, 200, "{what}: {}", reply.body);
        reply.body
    }

    async fn ann(&self, more: Value) -> Value {
        let mut said = json!({ "account": "main", "from": { "id": 7, "first_name": "Ann" } });
        for (name, value) in more.as_object().unwrap() {
            said[name] = value.clone();
        }
        self.order("messages", said).await
    }
}

#[tokio::test]
async fn an_address_must_know_the_secret() {
    let x = X::start().await;
    *x.desk.wrong.lock().unwrap() = true;
    let register = || x.app(Method::POST, "webhooks", json!({ "url": x.desk.url }));
    assert_eq!(register().await.body["detail"], "CrcValidationFailed");
    *x.desk.wrong.lock().unwrap() = false;
    let made = register().await;
    assert_eq!(made.status, 200);
    assert_eq!(register().await.body["detail"], "DuplicateUrlFailed");
    let other = x.app(Method::POST, "webhooks", json!({ "url": "https://x.example/in" })).await;
    assert_eq!(other.body["detail"], "WebhookLimitExceeded");
    let port = x.app(Method::POST, "webhooks", json!({ "url": "https://x.example:8443/in" })).await;
    assert!(port.body["detail"].as_str().unwrap().starts_with("UrlValidationFailed"));
    assert_eq!(x.user(Method::GET, "webhooks", json!({})).await.status, 403);
    assert_eq!(x.app(Method::GET, "dm_events", json!({})).await.status, 403);
    let wanted = x.wants("dm.received", &made.body["data"]["id"]);
    assert_eq!(x.app(Method::POST, "activity/subscriptions", wanted).await.status, 403);

    // An address that forgets the secret gets nothing more until it proves itself again.
    *x.desk.wrong.lock().unwrap() = true;
    let id = made.body["data"]["id"].as_str().unwrap();
    assert_eq!(x.app(Method::PUT, &format!("webhooks/{id}"), json!({})).await.status, 400);
    let hooks = x.app(Method::GET, "webhooks", json!({})).await.body;
    assert_eq!(hooks["data"][0]["valid"], false);
}

#[tokio::test]
async fn direct_messages_go_both_ways() {
    let x = X::connected().await;
    let sent = x.ann(json!({ "text": "hello!" })).await;
    let (kind, payload) = x.desk.hears(1).await.remove(0);
    assert_eq!(kind, "dm.received");
    let event = &payload["direct_message_events"][0];
    assert_eq!(
        (&event["id"], &event["message_create"]["message_data"]["text"]),
        (&sent["id"], &json!("hello!"))
    );
    let sender = event["message_create"]["sender_id"].as_str().unwrap();
    let conversation = format!("{}-{sender}", x.own);
    let path = format!("dm_conversations/{conversation}/messages");
    let reply = x.user(Method::POST, &path, json!({ "text": "Hi Ann" })).await;
    assert_eq!(
        (reply.status, &reply.body["data"]["dm_conversation_id"]),
        (201, &json!(conversation))
    );
    x.order("read", json!({ "account": "main", "user": 7 })).await;
    let (kind, payload) = x.desk.hears(2).await.remove(1);
    assert_eq!(kind, "dm.read");
    let read = &payload["direct_message_mark_read_events"][0]["last_read_event_id"];
    assert_eq!(*read, reply.body["data"]["dm_event_id"]);
    let list = x.user(Method::GET, "dm_events", json!({})).await.body;
    assert_eq!(list["data"].as_array().unwrap().len(), 2);
    let id = reply.body["data"]["dm_event_id"].as_str().unwrap();
    assert_eq!(x.user(Method::DELETE, &format!("dm_events/{id}"), json!({})).await.status, 200);
    let theirs = format!("dm_events/{}", sent["id"].as_str().unwrap());
    assert_eq!(x.user(Method::DELETE, &theirs, json!({})).await.status, 403);
}

#[tokio::test]
async fn posts_are_answered_where_the_account_was_mentioned() {
    let x = X::connected().await;
    let sent = x.ann(json!({ "text": "@main where is it?" })).await;
    let (kind, payload) = x.desk.hears(1).await.remove(0);
    assert_eq!((kind.as_str(), &payload["id"]), ("post.mention.create", &sent["id"]));
    let answer = |text: &str, to: &Value| {
        let body = json!({ "text": text, "reply": { "in_reply_to_tweet_id": to } });
        x.user(Method::POST, "tweets", body)
    };
    assert_eq!(answer("On its way", &sent["id"]).await.status, 201);
    assert_eq!(answer("On its way", &sent["id"]).await.status, 403, "the same twice");
    assert_eq!(answer(&"x".repeat(281), &sent["id"]).await.status, 400);
    assert_eq!(answer("Hi", &json!("1")).await.status, 403);
    let mentions = x.user(Method::GET, &format!("users/{}/mentions", x.own), json!({})).await.body;
    assert_eq!(mentions["data"][0]["id"], sent["id"]);
    let posts = x.user(Method::GET, &format!("users/{}/tweets", x.own), json!({})).await.body;
    assert_eq!(posts["data"][0]["text"], "On its way");
}

#[tokio::test]
async fn files_are_fetched_and_uploaded() {
    let x = X::connected().await;
    x.ann(json!({ "photo": true })).await;
    let (_, payload) = x.desk.hears(1).await.remove(0);
    let data = &payload["direct_message_events"][0]["message_create"];
    let url = data["message_data"]["attachment"]["media"]["media_url_https"].as_str().unwrap();
    let path = url.rsplit_once("/dm/").unwrap().1;
    let file = format!("{}/x/2/dm_conversations/media/{path}", x.sim.base);
    let got = x.sim.client.get(file).bearer_auth("x-test-token").send().await.unwrap();
    assert_eq!(got.headers()["content-type"], "image/png");

    x.order("prepare", json!({ "times": 1 })).await;
    let part = reqwest::multipart::Part::bytes(vec![1; 100]).file_name("a.mp4");
    let form = reqwest::multipart::Form::new()
        .text("media_category", "dm_video")
        .part("media", part.mime_str("video/mp4").unwrap());
    let url = format!("{}/x/2/media/upload", x.sim.base);
    let request = x.sim.client.post(&url).bearer_auth("x-test-token").multipart(form);
    let up = x.sim.send(request).await.body;
    assert_eq!(up["data"]["processing_info"]["state"], "pending", "{up}");
    let id = up["data"]["id"].as_str().unwrap();
    let conversation =
        format!("dm_conversations/with/{}/messages", data["sender_id"].as_str().unwrap());
    let send = || {
        let body = json!({ "attachments": [{ "media_id": id }] });
        x.user(Method::POST, &conversation, body)
    };
    assert_eq!(send().await.status, 400, "not before it is prepared");
    let state = x.user(Method::GET, &format!("media/upload?media_id={id}"), json!({})).await.body;
    assert!(state["data"].get("processing_info").is_none());
    assert_eq!(send().await.status, 201);
}

#[tokio::test]
async fn fifteen_direct_messages_are_a_window() {
    let x = X::connected().await;
    x.ann(json!({ "text": "hello!" })).await;
    let (_, payload) = x.desk.hears(1).await.remove(0);
    let sender = payload["direct_message_events"][0]["message_create"]["sender_id"].clone();
    let path = format!("dm_conversations/with/{}/messages", sender.as_str().unwrap());
    for n in 0..15 {
        let sent = x.user(Method::POST, &path, json!({ "text": format!("{n}") })).await;
        assert_eq!(sent.status, 201, "{n}");
    }
    assert_eq!(x.user(Method::POST, &path, json!({ "text": "one more" })).await.status, 429);
}
