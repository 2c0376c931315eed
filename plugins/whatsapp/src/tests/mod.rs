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
    // WhatsApp tells of these in lists of the field's name.
    let field = if value["message_echoes"].is_array() {
        "smb_message_echoes"
    } else if value["user_preferences"].is_array() {
        "user_preferences"
    } else {
        "messages"
    };
    let body = envelope("106540352242922", field, value);
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

/// The message that one of WhatsApp's becomes.
fn said(more: &Value) -> InboundMessage {
    files();
    let mut message = json!({"from": "16505551234", "id": "wamid.1", "timestamp": "1749416383"});
    for (name, value) in more.as_object().expect("fields") {
        message[name] = value.clone();
    }
    let contacts = json!([{"profile": {"name": "Ann"}, "wa_id": "16505551234"}]);
    let batch = taken(&json!({"contacts": contacts, "messages": [message]}));
    match batch.events.into_iter().next() {
        Some(Event::Message(message)) => message,
        other => panic!("a message: {other:?}"),
    }
}

#[test]
fn a_document_has_the_ending_of_its_type() {
    let docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    for (name, mime, expected) in [
        (Value::Null, docx, "document.docx"),
        (json!("invoice"), "application/pdf", "invoice.pdf"),
        (json!("invoice.v2"), "application/pdf", "invoice.v2"),
        (json!("invoice"), "application/octet-stream", "invoice"),
    ] {
        let file = json!({"id": "1003", "mime_type": mime, "filename": name});
        let message = said(&json!({"type": "document", "document": file}));
        assert_eq!(message.attachments[0].filename.as_deref(), Some(expected));
        testing::keep(message);
    }
}

#[test]
fn words_are_kept_whatever_the_kind() {
    let cannot = "[novelty] This cannot be shown here; open it in WhatsApp.";
    for (body, words) in [
        (json!({"caption": "Look"}), "Look"),
        (json!({"body": "Hi"}), "Hi"),
        (json!({"title": "T", "text": "Hi"}), "T\nHi"),
    ] {
        let message = said(&json!({"type": "novelty", "novelty": body}));
        assert_eq!(message.text, Some(format!("{words}\n{cannot}")));
    }
}

#[test]
fn a_card_says_all_it_has() {
    let card = json!({
        "name": {"formatted_name": "Bo"}, "birthday": "1990-01-02",
        "urls": [{"url": "https://bo.example", "type": "WORK"}],
        "addresses": [{"street": "Main St 1", "city": "Oakland", "zip": "94601", "country": "US"}],
    });
    let message = said(&json!({"type": "contacts", "contacts": [card]}));
    let words = "Bo: https://bo.example\nBo: Main St 1, 94601 Oakland, US";
    assert_eq!(message.text.as_deref(), Some(words));
    assert_eq!(message.contents.len(), 1);
}
