//! Facebook's JSON in, batches out, and the requests in between.

mod outgoing;
mod setting_up;

use crate::Facebook;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Answer, golden};
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

const PAGE: &str = "104001000000001";

fn account(human_agent: bool) -> Account {
    let config = json!({
        "page_id": PAGE, "app_id": "1234567890", "human_agent": human_agent,
        "base_url": "https://graph.facebook.com", "api_version": "v25.0",
    });
    let public_url = "https://desk.example".into();
    Account { id: "7".into(), config: config.to_string(), public_url, extras: vec![] }
}

fn handle(page: &str, entry: &Value) -> Result<Batch, Failure> {
    let mut entry = entry.clone();
    entry["id"] = json!(page);
    entry["time"] = json!(1_767_323_045);
    let body = json!({ "object": "page", "entry": [entry] });
    let request = webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
        verified: "signature".into(),
    };
    Facebook::handle(account(false), request).map(|(reply, batch)| {
        assert!(reply.is_none());
        batch
    })
}

#[test]
fn every_kind_becomes_its_batch() {
    testing::otherwise(|sent| match sent.url.rsplit('/').next() {
        Some("gone") => Ok((404, Answer::Text(String::new()))),
        _ => Ok((200, Answer::Blob(41))),
    });
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"), |_, entry| {
        golden::batch(handle(PAGE, &entry).expect("every kind is taken"))
    });
}

#[test]
fn files_are_fetched_without_the_token() {
    testing::answers_blob(9);
    let entry = include_str!("../../fixtures/image.json");
    testing::keep(handle(PAGE, &serde_json::from_str(entry).expect("JSON")).expect("it is taken"));
    let sent = testing::take_sent();
    assert_eq!(sent[0].url, "https://scontent.xx.fbcdn.net/photo.jpg");
    assert!(sent[0].credentials.is_empty(), "the address itself is signed");
}

#[test]
fn another_pages_events_are_left_out_and_what_nobody_sent_is_kept_for_a_look() {
    let entry: Value =
        serde_json::from_str(include_str!("../../fixtures/text.json")).expect("JSON");
    assert!(handle("999", &entry).expect("it is taken").events.is_empty());
    let failure = handle(PAGE, &json!({ "messaging": [{ "message": { "mid": "m" } }] }));
    assert!(matches!(failure, Err(Failure::Permanent(d)) if d.code == "facebook.unreadable"));
}
