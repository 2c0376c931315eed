//! Instagram's JSON in, batches out, and the requests in between.

mod outgoing;
mod setting_up;

use crate::Instagram;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Answer, golden};
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

const OWN: &str = "178414000000001";

fn account(login: &str) -> Account {
    let config = json!({
        "login": login, "account_id": OWN, "page_id": "104001000000001", "app_id": "1234567890",
        "api_version": "v25.0",
    });
    let public_url = "https://desk.example".into();
    Account { id: "7".into(), config: config.to_string(), public_url, extras: vec![] }
}

fn handle(page: &str, entry: &Value) -> Result<Batch, Failure> {
    let mut entry = entry.clone();
    entry["id"] = json!(page);
    entry["time"] = json!(1_767_323_045);
    let body = json!({ "object": "instagram", "entry": [entry] });
    let request = webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
        verified: "signature".into(),
    };
    Instagram::handle(account("facebook"), request).map(|(reply, batch)| {
        assert!(reply.is_none());
        batch
    })
}

#[test]
fn every_kind_becomes_its_batch() {
    testing::otherwise(|sent| {
        let answer = if sent.url.contains("mentioned_comment.comment_id%281805") {
            json!({ "mentioned_comment": { "text": "@demo.shop has it", "username": "demo.friend" } })
        } else if sent.url.contains("mentioned_media.media_id%2819") {
            json!({ "mentioned_media": { "caption": "Thanks @demo.shop", "username": "demo.fan",
                "media_url": "https://scontent.cdninstagram.com/m.jpg" } })
        } else if sent.url.contains("fields=") {
            let error = json!({ "error": { "message": "gone", "code": 100, "error_subcode": 33 } });
            return Ok((400, Answer::Text(error.to_string())));
        } else {
            return Ok((200, Answer::Blob(41)));
        };
        Ok((200, Answer::Text(answer.to_string())))
    });
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"), |_, entry| {
        golden::batch(handle(OWN, &entry).expect("every kind is taken"))
    });
}

#[test]
fn another_accounts_events_are_left_out_and_what_nobody_sent_is_kept_for_a_look() {
    let entry: Value =
        serde_json::from_str(include_str!("../../fixtures/text.json")).expect("JSON");
    assert!(handle("999", &entry).expect("it is taken").events.is_empty());
    let failure = handle(OWN, &json!({ "messaging": [{ "message": { "mid": "m" } }] }));
    assert!(matches!(failure, Err(Failure::Permanent(d)) if d.code == "instagram.unreadable"));
}

#[test]
fn a_mention_that_cannot_be_looked_up_now_is_tried_again() {
    let entry = json!({ "changes": [{ "field": "mentions", "value": { "media_id": "19" } }] });
    testing::answers(503, "{}");
    assert!(matches!(handle(OWN, &entry), Err(Failure::Retryable(_))));
    testing::fails(NetError::Timeout(true));
    assert!(matches!(handle(OWN, &entry), Err(Failure::Retryable(_))));
    let gone = json!({ "error": { "message": "gone", "code": 100, "error_subcode": 33 } });
    testing::answers(400, gone.to_string());
    assert_eq!(handle(OWN, &entry).expect("it is told").events.len(), 1);
}

#[test]
fn a_comment_on_an_advertisement_says_that_it_is_one() {
    let entry = serde_json::from_str(include_str!("../../fixtures/comment_ad.json"));
    let batch = handle("178414000000001", &entry.expect("the fixture reads")).expect("taken");
    let Some(Event::Message(message)) = batch.events.first() else { panic!("a message") };
    let extra = |name: &str| {
        message.extras.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    };
    assert_eq!(extra("referral-type"), Some("ad"));
    assert_eq!(extra("referral-headline"), Some("Lamps"));
}
