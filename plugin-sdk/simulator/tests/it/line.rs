//! LINE through real HTTP: its webhooks, its API, its refusals.
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::ear::{Ear, Heard};
use crate::sim::{Reply, Sim, until};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

struct Line {
    sim: Sim,
    ear: Ear,
}

impl Line {
    async fn start() -> Self {
        let line = Self { sim: Sim::start().await, ear: Ear::start().await };
        let told =
            line.call(Method::PUT, "channel/webhook/endpoint", json!({ "endpoint": line.ear.url }));
        assert_eq!(told.await.status, 200);
        line
    }

    async fn order(&self, what: &str, body: Value) -> Value {
        let url = format!("{}/control/providers/line/{what}", self.sim.base);
        let reply = self.sim.send(self.sim.client.post(url).json(&body)).await;
        assert_eq!(reply.status, 200, "{what}: {}", reply.body);
        reply.body
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> Reply {
        let url = format!("{}/line/v2/bot/{path}", self.sim.base);
        let request = self.sim.client.request(method, url).bearer_auth("line-test-token");
        self.sim.send(request.json(&body)).await
    }

    async fn push(&self, to: &str, messages: Value) -> Reply {
        self.call(Method::POST, "message/push", json!({ "to": to, "messages": messages })).await
    }

    async fn ann(&self, more: Value) -> Value {
        let mut said = json!({ "account": "main", "from": { "id": 7, "first_name": "Ann" } });
        for (name, value) in more.as_object().unwrap() {
            said[name] = value.clone();
        }
        self.order("messages", said).await
    }

    /// Ann writes; the event of it.
    async fn event(&self, more: Value) -> Value {
        let before = self.ear.all().len();
        self.ann(more).await;
        events(&self.ear.hears(before + 1).await[before])[0].clone()
    }

    async fn chat(&self) -> Vec<Value> {
        let url = format!("{}/control/providers/line/chats/main?user=7", self.sim.base);
        let chats = self.sim.send(self.sim.client.get(url)).await.body;
        chats["chats"][0]["messages"].as_array().unwrap().clone()
    }
}

fn events(heard: &Heard) -> Vec<Value> {
    let body: Value = serde_json::from_str(&heard.body).unwrap();
    body["events"].as_array().unwrap().clone()
}

fn text(text: &str) -> Value {
    json!([{ "type": "text", "text": text }])
}

#[tokio::test]
async fn events_are_signed_and_complete() {
    let line = Line::start().await;
    let event = line.event(json!({ "text": "สวัสดี" })).await;
    let heard = line.ear.all().remove(0);
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(heard.body.as_bytes());
    assert_eq!(heard.header("x-line-signature"), STANDARD.encode(mac.finalize().into_bytes()));
    assert_eq!(event["message"]["text"], "สวัสดี");
    assert_eq!(event["mode"], "active");
    assert_eq!(event["webhookEventId"].as_str().unwrap().len(), 26);
    assert_eq!(event["deliveryContext"]["isRedelivery"], false);
    for (place, least) in [("/replyToken", 20), ("/message/quoteToken", 20), ("/source/userId", 33)]
    {
        assert!(event.pointer(place).unwrap().as_str().unwrap().len() >= least, "{place}");
    }
}

#[tokio::test]
async fn what_is_refused_comes_again_and_says_so() {
    let line = Line::start().await;
    line.ear.answers(&[500, 503]);
    line.ann(json!({ "text": "Hi" })).await;
    let heard = line.ear.hears(3).await;
    let again: Vec<bool> = heard
        .iter()
        .map(|one| events(one)[0]["deliveryContext"]["isRedelivery"].as_bool().unwrap())
        .collect();
    assert_eq!(again, [false, true, true]);
    let ids: Vec<Value> =
        heard.iter().map(|one| events(one)[0]["webhookEventId"].clone()).collect();
    assert!(ids.iter().all(|id| *id == ids[0]));

    line.order("manners", json!({ "redelivery": false })).await;
    line.ear.answers(&[500]);
    line.ann(json!({ "text": "Lost" })).await;
    line.ann(json!({ "text": "Next" })).await;
    let heard = line.ear.hears(5).await;
    assert_eq!(events(&heard[4])[0]["message"]["text"], "Next", "the console says: no redelivery");
}

#[tokio::test]
async fn held_events_come_together_and_out_of_order() {
    let line = Line::start().await;
    line.order("hold", json!({})).await;
    for word in ["one", "two", "three"] {
        line.ann(json!({ "text": word })).await;
    }
    line.order("release", json!({ "order": "reversed", "together": true })).await;
    let heard = line.ear.hears(1).await;
    let words: Vec<Value> =
        events(&heard[0]).iter().map(|event| event["message"]["text"].clone()).collect();
    assert_eq!(words, ["three", "two", "one"]);
    until("all are ticked", async || line.chat().await.iter().all(|one| one["taken"] == true))
        .await;
}

#[tokio::test]
async fn every_kind_a_customer_can_send() {
    let line = Line::start().await;
    let kind = |event: &Value| event["message"]["type"].clone();
    let photo = line.event(json!({ "photo": true })).await;
    assert_eq!(kind(&photo), "image");
    let id = photo["message"]["id"].as_str().unwrap();
    let file = format!("{}/line/data/v2/bot/message/{id}/content", line.sim.base);
    let got = line.sim.client.get(&file).bearer_auth("line-test-token").send().await.unwrap();
    assert_eq!(got.headers()["content-type"], "image/png");
    // The files' host is another one.
    let wrong = line.call(Method::GET, &format!("message/{id}/content"), json!({})).await;
    assert_eq!(wrong.status, 404);
    line.order("gone", json!({ "id": id })).await;
    let got = line.sim.client.get(&file).bearer_auth("line-test-token").send().await.unwrap();
    assert_eq!(got.status(), 410);

    line.order("prepare", json!({ "times": 1 })).await;
    let video = line.event(json!({ "video": true })).await;
    assert_eq!(kind(&video), "video");
    let id = video["message"]["id"].as_str().unwrap();
    let file = format!("{}/line/data/v2/bot/message/{id}/content", line.sim.base);
    let mut statuses = Vec::new();
    for _ in 0..2 {
        let got = line.sim.client.get(&file).bearer_auth("line-test-token").send().await.unwrap();
        statuses.push(got.status().as_u16());
    }
    assert_eq!(statuses, [202, 200]);

    let place = line.event(json!({ "location": { "latitude": 1.5, "longitude": 2.5 } })).await;
    assert_eq!((kind(&place), &place["message"]["latitude"]), (json!("location"), &json!(1.5)));
    let file = line.event(json!({ "document": { "file_name": "a.pdf", "content": "x" } })).await;
    assert_eq!(file["message"]["fileName"], "a.pdf");
    let sent = line.ann(json!({ "text": "oops" })).await;
    line.ear.hears(5).await;
    line.order("delete", json!({ "account": "main", "user": 7, "message_id": sent["message_id"] }))
        .await;
    let heard = line.ear.hears(6).await;
    assert_eq!(events(&heard[5])[0]["unsend"]["messageId"], sent["id"]);
    line.order("block", json!({ "account": "main", "user": 7 })).await;
    assert_eq!(events(&line.ear.hears(7).await[6])[0]["type"], "unfollow");
    line.order("event", json!({ "user": 7, "type": "beacon", "beacon": { "hwid": "1" } })).await;
    assert_eq!(events(&line.ear.hears(8).await[7])[0]["beacon"]["hwid"], "1");
}

#[tokio::test]
async fn a_reply_token_serves_once_and_a_push_key_for_ever() {
    let line = Line::start().await;
    let event = line.event(json!({ "text": "Hi" })).await;
    let reply = || {
        let body = json!({ "replyToken": event["replyToken"], "messages": text("Hello") });
        line.call(Method::POST, "message/reply", body)
    };
    assert!(reply().await.body["sentMessages"][0]["quoteToken"].is_string());
    let again = reply().await;
    assert_eq!((again.status, &again.body["message"]), (400, &json!("Invalid reply token")));

    let to = event["source"]["userId"].as_str().unwrap();
    let push = |key: &'static str| {
        let url = format!("{}/line/v2/bot/message/push", line.sim.base);
        let request = line.sim.client.post(url).bearer_auth("line-test-token");
        let body = json!({ "to": to, "messages": text("Once") });
        line.sim.send(request.header("X-Line-Retry-Key", key).json(&body))
    };
    let key = "123e4567-e89b-42d3-a456-426614174000";
    let first = push(key).await;
    let second = push(key).await;
    assert_eq!((first.status, second.status), (200, 409));
    assert_eq!(first.body["sentMessages"], second.body["sentMessages"]);
    assert_eq!(push("no uuid").await.status, 400);
    let said = line.chat().await;
    assert_eq!(said.iter().filter(|one| one["text"] == "Once").count(), 1);
}

#[tokio::test]
async fn messages_are_checked_before_anything_is_sent() {
    let line = Line::start().await;
    let event = line.event(json!({ "text": "Hi" })).await;
    let to = event["source"]["userId"].as_str().unwrap();
    let long = line.push(to, text(&"x".repeat(5001))).await;
    assert_eq!(long.body["details"][0]["property"], "messages[0].text");
    let http = json!([{ "type": "image", "originalContentUrl": "http://x.example/a.png",
        "previewImageUrl": "https://x.example/a.png" }]);
    assert_eq!(line.push(to, http).await.status, 400);
    let quote = json!([{ "type": "text", "text": "a", "quoteToken": "made up" }]);
    assert_eq!(line.push(to, quote).await.body["details"][0]["property"], "messages[0].quoteToken");
    let nobody = line.push(&to.replace('7', "8"), text("a")).await;
    assert_eq!(nobody.status, 400);
    let stranger = format!("U4af4980629b2f7b1{:016x}", 99);
    assert_eq!(line.push(&stranger, text("a")).await.body["message"], "Failed to send messages");
    assert_eq!(line.chat().await.len(), 1, "nothing of it is on the phone");

    let url = format!("{}/line/v2/bot/info", line.sim.base);
    let who = line.sim.send(line.sim.client.get(url).bearer_auth("wrong")).await;
    assert_eq!(who.status, 401);
    line.order("manners", json!({ "quota": 0 })).await;
    let quota = line.push(to, text("a")).await;
    assert_eq!(
        (quota.status, &quota.body["message"]),
        (429, &json!("You have reached your monthly limit."))
    );
    line.order("faults", json!({ "does": "push", "status": 429, "retry_after": 2 })).await;
    assert_eq!(line.push(to, text("a")).await.status, 429);
}

#[tokio::test]
async fn pictures_are_loaded_and_buttons_answer() {
    let line = Line::start().await;
    let photo = line.event(json!({ "photo": true })).await;
    let to = photo["source"]["userId"].as_str().unwrap().to_owned();
    let id = line.chat().await[0]["file"]["file_id"].as_str().unwrap().to_owned();
    let url = format!("{}/control/providers/line/files/main/{id}", line.sim.base);
    let messages = json!([
        { "type": "image", "originalContentUrl": url, "previewImageUrl": url },
        { "type": "location", "title": "Shop", "address": "1 Street", "latitude": 1.0, "longitude": 2.0 },
        { "type": "template", "altText": "Size?", "template": { "type": "buttons", "text": "Size?",
            "actions": [
                { "type": "postback", "label": "Large", "data": "l", "displayText": "Large" },
                { "type": "message", "label": "Other", "text": "Another one" },
            ] } },
    ]);
    assert_eq!(line.push(&to, messages).await.status, 200);
    let said = line.chat().await;
    assert_eq!((&said[1]["kind"], &said[2]["venue"]["title"]), (&json!("photo"), &json!("Shop")));
    let press = |data: &'static str| {
        let n = &said[3]["message_id"];
        line.order("press", json!({ "account": "main", "user": 7, "message_id": n, "data": data }))
    };
    press("l").await;
    assert_eq!(events(&line.ear.hears(2).await[1])[0]["postback"]["data"], "l");
    press("Another one").await;
    assert_eq!(events(&line.ear.hears(3).await[2])[0]["message"]["text"], "Another one");
}

#[tokio::test]
async fn profiles_typing_and_read_marks() {
    let line = Line::start().await;
    let event = line.event(json!({ "text": "Hi" })).await;
    let to = event["source"]["userId"].as_str().unwrap();
    let profile = line.call(Method::GET, &format!("profile/{to}"), json!({})).await;
    assert_eq!(profile.body["displayName"], "Ann");
    let typing = |seconds: u64| {
        let body = json!({ "chatId": to, "loadingSeconds": seconds });
        line.call(Method::POST, "chat/loading/start", body)
    };
    assert_eq!((typing(5).await.status, typing(4).await.status), (202, 400));
    let token = json!({ "markAsReadToken": event["message"]["markAsReadToken"] });
    assert_eq!(line.call(Method::POST, "chat/markAsRead", token.clone()).await.status, 200);
    assert_eq!(line.chat().await[0]["read"], true);
    line.order("manners", json!({ "mark_as_read": "auto" })).await;
    assert_eq!(line.call(Method::POST, "chat/markAsRead", token).await.status, 400);
    line.order("block", json!({ "account": "main", "user": 7 })).await;
    assert_eq!(line.call(Method::GET, &format!("profile/{to}"), json!({})).await.status, 404);
    let test = line.call(Method::POST, "channel/webhook/test", json!({})).await;
    assert_eq!(test.body["success"], true);
}
