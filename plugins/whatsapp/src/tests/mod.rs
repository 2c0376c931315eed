//! WhatsApp's JSON in, batches out, and the requests in between.

mod choosing;
mod files;
mod identity;
mod outgoing;
mod refusals;
mod setting_up;

use crate::WhatsApp;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Answer, golden};
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

fn account() -> Account {
    let config = json!({
        "phone_number_id": "106540352242922", "waba_id": "102290129340398",
        "base_url": "https://graph.facebook.com", "api_version": "v25.0",
    });
    Account {
        id: "7".into(),
        config: config.to_string(),
        public_url: String::new(),
        extras: vec![],
    }
}

fn request(body: &str) -> webhook::Request {
    webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: body.as_bytes().to_vec(),
        verified: "signature".into(),
    }
}

fn envelope(number: &str, field: &str, value: &Value) -> Value {
    let mut value = value.clone();
    value["messaging_product"] = json!("whatsapp");
    value["metadata"] = json!({ "display_phone_number": "15550783881", "phone_number_id": number });
    json!({
        "object": "whatsapp_business_account",
        "entry": [{ "id": "102290129340398", "changes": [{ "field": field, "value": value }] }],
    })
}

fn taken(value: &Value) -> Batch {
    let body = envelope("106540352242922", "messages", value);
    let (reply, batch) =
        WhatsApp::handle(account(), request(&body.to_string())).expect("it is taken");
    assert!(reply.is_none());
    batch
}

/// A WhatsApp that has every file except `gone`.
fn files() {
    testing::otherwise(|sent| {
        if sent.url.contains("/gone?") {
            let gone = json!({"error": {"message": "Unsupported get request. Object with ID 'gone' does not exist",
                "type": "GraphMethodException", "code": 100, "error_subcode": 33}});
            return Ok((400, Answer::Text(gone.to_string())));
        }
        if sent.url.starts_with("https://graph.facebook.com/") {
            let id = sent.url.rsplit('/').next().and_then(|rest| rest.split('?').next());
            let url = format!("https://lookaside.fbsbx.com/{}", id.unwrap_or_default());
            return Ok((200, Answer::Text(json!({ "url": url }).to_string())));
        }
        Ok((200, Answer::Blob(41)))
    });
}

#[test]
fn every_kind_becomes_its_batch() {
    files();
    testing::set_kv("key:US.KNOWN", b"16505559999");
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"), |_, value| {
        golden::batch(taken(&value))
    });
}

#[test]
fn files_are_asked_for_and_fetched_with_the_hosts_token() {
    files();
    let value = include_str!("../../fixtures/image.json");
    testing::keep(taken(&serde_json::from_str(value).expect("the fixture reads")));
    let sent = testing::take_sent();
    let lines: Vec<_> = sent.iter().map(|one| format!("{} {}", one.method, one.url)).collect();
    assert_eq!(
        lines,
        [
            "GET https://graph.facebook.com/v25.0/1003?phone_number_id=106540352242922",
            "GET https://lookaside.fbsbx.com/1003",
        ]
    );
    assert!(sent.iter().all(|one| one.credentials == ["token"]));
}

#[test]
fn an_address_that_has_expired_is_asked_for_anew() {
    testing::answers(200, json!({ "url": "https://lookaside.fbsbx.com/old" }).to_string());
    testing::answers(404, "");
    testing::answers(200, json!({ "url": "https://lookaside.fbsbx.com/new" }).to_string());
    testing::answers_blob(9);
    let value = include_str!("../../fixtures/voice.json");
    let batch = taken(&serde_json::from_str(value).expect("the fixture reads"));
    assert!(matches!(&batch.events[..], [Event::Message(m)] if m.attachments.len() == 1));
    testing::keep(batch);
    assert_eq!(testing::left(), 0);
}

#[test]
fn what_is_for_another_number_or_about_the_account_is_no_message() {
    let value: Value =
        serde_json::from_str(include_str!("../../fixtures/text.json")).expect("the fixture reads");
    for body in
        [envelope("999", "messages", &value), envelope("106540352242922", "account_update", &value)]
    {
        let (_, batch) =
            WhatsApp::handle(account(), request(&body.to_string())).expect("it is taken");
        assert!(batch.events.is_empty() && batch.kv.is_empty());
    }
}

#[test]
fn a_message_nobody_sent_is_kept_for_a_look() {
    let body =
        envelope("106540352242922", "messages", &json!({ "messages": [{ "type": "text" }] }));
    let failure = WhatsApp::handle(account(), request(&body.to_string()));
    assert!(matches!(failure, Err(Failure::Permanent(d)) if d.code == "whatsapp.unreadable"));
    assert!(matches!(WhatsApp::handle(account(), request("<html>")), Err(Failure::Permanent(_))));
}
