//! Messenger, Instagram and their comments through real HTTP.
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::graph::{Desk, network};
use crate::sim::Sim;

const FACEBOOK_CUSTOMER: &str = "7000000000000007";
const INSTAGRAM_CUSTOMER: &str = "9000000000000007";

fn to(id: &str, message: Value) -> Value {
    json!({ "recipient": { "id": id }, "messaging_type": "RESPONSE", "message": message })
}

async fn code(sim: &Sim, desk: &Desk, body: Value) -> (Value, Value) {
    let error = desk.post(sim, "messages", body).await.body["error"].clone();
    (error["code"].clone(), error["error_subcode"].clone())
}

#[tokio::test]
async fn a_page_tells_what_it_was_subscribed_to() {
    let (sim, desk) = network("facebook").await;
    let missing = desk.post(&sim, "subscribed_apps", json!({})).await;
    assert_eq!(missing.body["error"]["code"], 100);
    desk.post(&sim, "subscribed_apps", json!({ "subscribed_fields": "messages" })).await;
    let listed = desk.get(&sim, &format!("{}/subscribed_apps", desk.key)).await;
    assert_eq!(listed.body["data"][0]["subscribed_fields"], json!(["messages"]));
    let comment = json!({ "account": desk.key, "from": { "id": 7 }, "text": "nice" });
    desk.control(&sim, "comment", comment).await;
    desk.says(&sim, json!({ "text": "äöå" })).await;
    let got = desk.got(1).await;
    assert!(got[0].signed && got[0].raw.contains(r"\u00e4\u00f6\u00e5"));
    let event = &got[0].body["entry"][0]["messaging"][0];
    assert_eq!(
        (&event["sender"]["id"], &event["message"]["text"]),
        (&json!(FACEBOOK_CUSTOMER), &json!("äöå"))
    );
}

#[tokio::test]
async fn the_apps_address_is_registered_with_its_own_token() {
    let (sim, desk) = network("facebook").await;
    desk.control(&sim, "accounts", json!({ "key": desk.key, "webhook": "" })).await;
    let register = |token: &str, verify: &str| {
        let body = json!({
            "object": "page", "callback_url": desk.url, "verify_token": verify,
            "fields": "messages", "access_token": token,
        });
        sim.client.post(format!("{}/facebook/v25.0/123/subscriptions", sim.base)).json(&body)
    };
    let app = "123|0123456789abcdef0123456789abcdef";
    let refused = sim.send(register("123|wrong", "vibecoding")).await;
    assert_eq!(refused.body["error"]["code"], 190);
    assert_eq!(sim.send(register(app, "wrong")).await.body["error"]["code"], 2200);
    assert_eq!(sim.send(register(app, "vibecoding")).await.body, json!({ "success": true }));
    desk.says(&sim, json!({ "text": "hello" })).await;
    desk.got(1).await;
}

#[tokio::test]
async fn a_message_is_delivered_and_read_up_to_a_watermark() {
    let (sim, desk) = network("facebook").await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    let sent = desk.post(&sim, "messages", to(FACEBOOK_CUSTOMER, json!({ "text": "hi" }))).await;
    assert_eq!(sent.body["recipient_id"], FACEBOOK_CUSTOMER, "{}", sent.body);
    desk.control(&sim, "read", json!({ "account": desk.key, "user": 7 })).await;
    let got = desk.got(3).await;
    let event = |n: usize| got[n].body["entry"][0]["messaging"][0].clone();
    assert_eq!(event(1)["delivery"]["mids"], json!([sent.body["message_id"]]));
    assert!(event(2)["read"]["watermark"].is_number());
}

#[tokio::test]
async fn messenger_refuses_what_it_does_not_take() {
    let (sim, desk) = network("facebook").await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    let to = |message: Value| to(FACEBOOK_CUSTOMER, message);
    assert_eq!(code(&sim, &desk, to(json!({ "text": "x".repeat(2001) }))).await.0, 100);
    assert_eq!(code(&sim, &desk, to(json!({ "text": "" }))).await.0, 100);
    assert_eq!(code(&sim, &desk, to(json!({ "bold": true }))).await.0, 100);
    let nobody = json!({ "recipient": { "id": "1" }, "message": { "text": "x" } });
    assert_eq!(code(&sim, &desk, nobody).await, (json!(100), json!(2_018_001)));
    let both = json!({ "recipient": { "id": FACEBOOK_CUSTOMER }, "sender_action": "typing_on", "message": { "text": "x" } });
    assert_eq!(code(&sim, &desk, both).await, (json!(100), json!(2_018_014)));
    let mut tagged = to(json!({ "text": "x" }));
    tagged["messaging_type"] = json!("MESSAGE_TAG");
    tagged["tag"] = json!("ACCOUNT_UPDATE");
    assert_eq!(code(&sim, &desk, tagged.clone()).await.0, 100);
    desk.control(&sim, "close-window", json!({ "account": desk.key, "user": 7 })).await;
    assert_eq!(code(&sim, &desk, to(json!({ "text": "x" }))).await, (json!(10), json!(2_018_278)));
    tagged["tag"] = json!("HUMAN_AGENT");
    assert_eq!(desk.post(&sim, "messages", tagged).await.status, 200);
    desk.control(&sim, "block", json!({ "account": desk.key, "user": 7 })).await;
    desk.says(&sim, json!({ "text": "again" })).await;
    desk.control(&sim, "block", json!({ "account": desk.key, "user": 7 })).await;
    assert_eq!(code(&sim, &desk, to(json!({ "text": "x" }))).await, (json!(551), json!(1_545_041)));
}

#[tokio::test]
async fn files_stickers_and_quick_replies() {
    let (sim, desk) = network("facebook").await;
    desk.says(&sim, json!({ "sticker": true })).await;
    let got = desk.got(1).await;
    let attachments = got[0].body["entry"][0]["messaging"][0]["message"]["attachments"].clone();
    assert_eq!(
        (&attachments[0]["type"], &attachments[1]["type"]),
        (&json!("sticker"), &json!("image"))
    );
    let url = attachments[0]["payload"]["url"].as_str().unwrap();
    assert_eq!(sim.client.get(url).send().await.unwrap().status(), 200, "the address is signed");
    let message = json!({ "attachment": { "type": "image", "payload": {} } });
    let recipient = json!({ "id": FACEBOOK_CUSTOMER });
    let file = |mime: &'static str| {
        let part = Part::bytes(vec![1; 100]).file_name("a").mime_str(mime).unwrap();
        let form = Form::new()
            .text("recipient", recipient.to_string())
            .text("message", message.to_string());
        let form = form.text("messaging_type", "RESPONSE").part("filedata", part);
        sim.send(
            sim.client
                .post(desk.address(&sim, "messages"))
                .bearer_auth(&desk.token)
                .multipart(form),
        )
    };
    assert_eq!(file("image/png").await.status, 200);
    assert_eq!(file("video/mp4").await.body["error"]["error_subcode"], 2_018_047);
    let reply = json!({ "content_type": "text", "title": "Red", "payload": "red" });
    let quick = to(FACEBOOK_CUSTOMER, json!({ "text": "Which?", "quick_replies": [reply] }));
    assert_eq!(desk.post(&sim, "messages", quick).await.status, 200);
    let chats = desk.look(&sim, &format!("chats/{}?user=7", desk.key)).await;
    let offered = chats["chats"][0]["messages"][2]["message_id"].clone();
    let press = json!({ "account": desk.key, "user": 7, "message_id": offered, "data": "red" });
    desk.control(&sim, "press", press).await;
    let got = desk.got(4).await;
    let pressed = got.iter().map(|one| &one.body["entry"][0]["messaging"][0]["message"]);
    let pressed = pressed.rev().find(|one| !one["quick_reply"].is_null()).unwrap();
    assert_eq!(
        (&pressed["text"], &pressed["quick_reply"]["payload"]),
        (&json!("Red"), &json!("red"))
    );
}

#[tokio::test]
async fn comments_are_told_answered_and_answered_in_private_once() {
    let (sim, desk) = network("facebook").await;
    let comment = json!({ "account": desk.key, "from": { "id": 7, "first_name": "Demo" }, "text": "nice", "post": "1_2" });
    let made = desk.control(&sim, "comment", comment).await;
    let id = made["id"].as_str().unwrap().to_owned();
    let value = desk.got(1).await[0].body["entry"][0]["changes"][0]["value"].clone();
    assert_eq!(
        (&value["item"], &value["verb"], &value["parent_id"]),
        (&json!("comment"), &json!("add"), &json!("1_2"))
    );
    assert!(value["created_time"].as_i64().unwrap() < 100_000_000_000, "seconds");
    let post = |path: String, body: Value| {
        let url = format!("{}/facebook/v25.0/{path}", sim.base);
        sim.send(sim.client.post(url).bearer_auth(&desk.token).json(&body))
    };
    let answered = post(format!("{id}/comments"), json!({ "message": "thanks" })).await;
    assert!(answered.body["id"].is_string(), "{}", answered.body);
    assert_eq!(post(format!("{id}/likes"), json!({})).await.body, json!({ "success": true }));
    assert_eq!(
        post("m_none/comments".into(), json!({ "message": "x" })).await.body["error"]["error_subcode"],
        33
    );
    let private = json!({ "recipient": { "comment_id": id }, "message": { "text": "in private" } });
    let first = desk.post(&sim, "messages", private.clone()).await;
    assert_eq!(first.body["recipient_id"], FACEBOOK_CUSTOMER);
    assert_eq!(code(&sim, &desk, private).await, (json!(100), json!(2_534_025)));
}

#[tokio::test]
async fn instagram_counts_bytes_and_tells_what_was_seen() {
    let (sim, desk) = network("instagram").await;
    desk.says(&sim, json!({ "text": "hello" })).await;
    let long = to(INSTAGRAM_CUSTOMER, json!({ "text": "é".repeat(501) }));
    assert_eq!(code(&sim, &desk, long).await.0, 100);
    let sent = desk
        .post(&sim, "messages", to(INSTAGRAM_CUSTOMER, json!({ "text": "é".repeat(500) })))
        .await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    desk.control(&sim, "read", json!({ "account": desk.key, "user": 7 })).await;
    let got = desk.got(2).await;
    assert_eq!(got[1].body["entry"][0]["messaging"][0]["read"]["mid"], sent.body["message_id"]);
    let first = got[0].body["entry"][0]["messaging"][0]["message"]["mid"].clone();
    let react = json!({ "recipient": { "id": INSTAGRAM_CUSTOMER }, "sender_action": "react",
        "payload": { "message_id": first, "reaction": "love" } });
    assert_eq!(desk.post(&sim, "messages", react).await.status, 200);
    desk.control(&sim, "close-window", json!({ "account": desk.key, "user": 7 })).await;
    let late = code(&sim, &desk, to(INSTAGRAM_CUSTOMER, json!({ "text": "late" }))).await;
    assert_eq!(late, (json!(10), json!(2_534_022)));
}

#[tokio::test]
async fn instagrams_comments_and_mentions() {
    let (sim, desk) = network("instagram").await;
    let from = json!({ "id": 7, "first_name": "Demo", "username": "demo.fan" });
    let comment = json!({ "account": desk.key, "from": from, "text": "nice", "post": "17" });
    let id = desk.control(&sim, "comment", comment).await["id"].as_str().unwrap().to_owned();
    let mention = json!({ "account": desk.key, "from": from, "text": "@demo.shop", "post": "18", "mention": true });
    desk.control(&sim, "comment", mention).await;
    let got = desk.got(2).await;
    let change = |n: usize| got[n].body["entry"][0]["changes"][0].clone();
    assert_eq!(
        (&change(0)["field"], &change(0)["value"]["from"]["username"]),
        (&json!("comments"), &json!("demo.fan"))
    );
    assert_eq!(
        (&change(1)["field"], &change(1)["value"]["media_id"]),
        (&json!("mentions"), &json!("18"))
    );
    let post = |path: String, body: Value| {
        let url = format!("{}/instagram/v25.0/{path}", sim.base);
        sim.send(sim.client.post(url).bearer_auth(&desk.token).json(&body))
    };
    assert!(
        post(format!("{id}/replies"), json!({ "message": "thanks" })).await.body["id"].is_string()
    );
    assert_eq!(post(format!("{id}/comments"), json!({ "message": "x" })).await.status, 400);
    let mentioned = change(1)["value"]["comment_id"].clone();
    let fields =
        format!("mentioned_comment.comment_id({}){{text,username}}", mentioned.as_str().unwrap());
    let encoded: String = url::form_urlencoded::byte_serialize(fields.as_bytes()).collect();
    let face = desk.get(&sim, &format!("{}?fields={encoded}", desk.key)).await;
    assert_eq!(face.body["mentioned_comment"]["text"], "@demo.shop");
    let answer = json!({ "media_id": "18", "comment_id": mentioned, "message": "hello" });
    assert!(post(format!("{}/mentions", desk.key), answer).await.body["id"].is_string());
}
