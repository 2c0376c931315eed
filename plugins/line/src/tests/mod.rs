//! LINE's JSON in, batches out, and the requests in between.

mod outgoing;
mod refusals;
mod setting_up;

use crate::Line;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Answer, golden};
use patchbay_plugin::timers::Guest as _;
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

pub const ANN: &str = "U4af4980629b2f7b1c0f3a5d1e2b3c4d5";

fn account(settings: &Value) -> Account {
    Account {
        id: "7".into(),
        config: settings.to_string(),
        public_url: "https://desk.example.com".into(),
        extras: vec![],
    }
}

fn request(body: &Value) -> webhook::Request {
    webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
        verified: "signature".into(),
    }
}

/// A LINE that has every file but a few.
fn files() {
    testing::otherwise(|sent| {
        let id = sent.url.rsplit('/').nth(1).unwrap_or_default();
        Ok(match id {
            "gone" => (410, Answer::Text("{}".into())),
            "preparing" => (202, Answer::Text(String::new())),
            "broken" => return Err(NetError::Timeout(true)),
            _ => (200, Answer::Blob(41)),
        })
    });
}

#[test]
fn every_kind_of_event_becomes_its_batch() {
    files();
    testing::set_kv(&format!("quotes:{ANN}"), br#"[["461230966842060001","quote-0"]]"#);
    let account = account(&json!({"free_replies": true}));
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"), |_, body| {
        let (reply, batch) =
            Line::handle(account.clone(), request(&body)).expect("every kind is taken");
        assert!(reply.is_none());
        golden::batch(batch)
    });
}

#[test]
fn files_come_from_the_host_for_files_with_the_credential() {
    files();
    let image = serde_json::from_str(include_str!("../../fixtures/image.json")).expect("JSON");
    let (_, batch) = Line::handle(account(&json!({})), request(&image)).expect("it is taken");
    testing::keep(batch);
    let sent = testing::take_sent();
    let id = image["events"][0]["message"]["id"].as_str().expect("an id");
    assert_eq!(sent[0].url, format!("https://api-data.line.me/v2/bot/message/{id}/content"));
    assert_eq!(sent[0].credentials, ["token"]);
}

#[test]
fn without_the_setting_no_reply_token_is_kept() {
    let text = serde_json::from_str(include_str!("../../fixtures/text.json")).expect("JSON");
    let (_, batch) = Line::handle(account(&json!({})), request(&text)).expect("it is taken");
    assert!(batch.kv.iter().all(|op| !op.key.starts_with("reply:")), "{:?}", batch.kv);
}

#[test]
fn an_older_event_does_not_replace_a_newer_reply_token() {
    testing::set_kv(&format!("reply:{ANN}"), br#"["newer",1999999999999]"#);
    let text = serde_json::from_str(include_str!("../../fixtures/text.json")).expect("JSON");
    let account = account(&json!({"free_replies": true}));
    let (_, batch) = Line::handle(account, request(&text)).expect("it is taken");
    assert!(batch.kv.iter().all(|op| !op.key.starts_with("reply:")), "{:?}", batch.kv);
}

#[test]
fn a_conversation_keeps_its_newest_quotes_only() {
    let many: Vec<(String, String)> = (0..40).map(|n| (format!("m{n}"), format!("q{n}"))).collect();
    testing::set_kv(&format!("quotes:{ANN}"), json!(many).to_string().as_bytes());
    let text = serde_json::from_str(include_str!("../../fixtures/text.json")).expect("JSON");
    let (_, batch) = Line::handle(account(&json!({})), request(&text)).expect("it is taken");
    let kept = batch.kv.iter().find(|op| op.key.starts_with("quotes:")).expect("quotes are kept");
    let kept: Vec<(String, String)> =
        serde_json::from_slice(kept.value.as_deref().expect("a value")).expect("JSON");
    assert_eq!((kept.len(), kept[0].0.as_str()), (40, "m1"));
}

#[test]
fn a_file_follows_its_message_when_line_has_prepared_it() {
    let about = json!({"thread": ANN, "from": ANN, "at_ms": 5, "kind": "video",
        "filename": "video_9.mp4", "mime": "video/mp4", "tries": 1});
    testing::set_kv("file:9", about.to_string().as_bytes());
    let fire = || Line::fire(account(&json!({})), "file:9".into(), 0).expect("a batch");

    testing::answers(202, "");
    let batch = fire();
    assert!(batch.events.is_empty(), "still not ready");
    assert_eq!((batch.timers.len(), batch.kv.len()), (1, 1));

    testing::answers_blob(3);
    let batch = fire();
    let [Event::Message(message)] = &batch.events[..] else { panic!("a message") };
    assert_eq!(message.external_id, "9:file");
    assert_eq!(message.reply_to.as_deref(), Some("9"));
    assert_eq!(message.attachments.len(), 1);
    assert!(matches!(&batch.kv[..], [KvOp { value: None, .. }]));
    testing::keep(batch);

    testing::answers(503, "{}");
    let trouble = Line::fire(account(&json!({})), "file:9".into(), 0);
    assert!(matches!(trouble, Err(Failure::Retryable(_))), "the host tries the timer again");

    // At last it says so instead of asking for ever.
    let mut about = about;
    about["tries"] = json!(6);
    testing::set_kv("file:9", about.to_string().as_bytes());
    testing::answers(202, "");
    let batch = fire();
    assert!(batch.timers.is_empty());
    assert!(matches!(&batch.events[..], [Event::Message(m)] if m.text.is_some()));

    assert!(
        Line::fire(account(&json!({})), "file:none".into(), 0).expect("a batch").events.is_empty()
    );
}

#[test]
fn what_is_unsent_takes_its_late_file_along() {
    let unsend = serde_json::from_str(include_str!("../../fixtures/unsend.json")).expect("JSON");
    let (_, batch) = Line::handle(account(&json!({})), request(&unsend)).expect("it is taken");
    let gone: Vec<_> = batch
        .events
        .iter()
        .map(|event| match event {
            Event::Edit(edit) if edit.deleted => (edit.external_id.as_str(), edit.at_ms),
            other => panic!("{other:?}"),
        })
        .collect();
    let (id, at_ms) = ("461230966842060001", 1_767_323_068_000);
    assert_eq!(gone, [(id, at_ms), (&*format!("{id}:file"), at_ms)], "whether it came or not");
    let name = format!("file:{id}");
    assert!(matches!(&batch.timers[..], [t] if t.name == name && t.at_ms.is_none()));
    assert!(batch.kv.iter().any(|op| op.key == name && op.value.is_none()), "{:?}", batch.kv);
}

#[test]
fn what_comes_and_is_unsent_in_one_webhook_waits_for_no_file() {
    testing::answers(202, "");
    let mut body: Value =
        serde_json::from_str(include_str!("../../fixtures/video.json")).expect("JSON");
    let mut unsend = body["events"][0].clone();
    let id = unsend["message"]["id"].clone();
    unsend["type"] = json!("unsend");
    unsend["unsend"] = json!({"messageId": id});
    unsend["timestamp"] = json!(unsend["timestamp"].as_u64().expect("a time") + 1);
    body["events"].as_array_mut().expect("events").push(unsend);
    let (_, batch) = Line::handle(account(&json!({})), request(&body)).expect("it is taken");
    let name = format!("file:{}", id.as_str().expect("an id"));
    let last = batch.timers.iter().rfind(|timer| timer.name == name).expect("a timer");
    assert_eq!(last.at_ms, None);
    let last = batch.kv.iter().rfind(|op| op.key == name).expect("a value");
    assert_eq!(last.value, None);
}

#[test]
fn what_is_not_a_webhook_is_refused_for_good() {
    for body in [json!({}), json!({"events": 7}), json!(null), json!([])] {
        let came = Line::handle(account(&json!({})), request(&body));
        assert!(matches!(came, Err(Failure::Permanent(_))), "{body}");
    }
}

#[test]
fn a_tab_of_the_rich_menu_is_no_message() {
    for params in [
        json!({"newRichMenuAliasId": "menu-b", "status": "SUCCESS"}),
        json!({"newRichMenuAliasId": "menu-b", "status": "RICHMENU_ALIAS_ID_NOTFOUND"}),
        json!({"newRichMenuAliasId": "menu-b"}),
    ] {
        for data in [json!("menu-changed-to-b"), json!(""), Value::Null] {
            let body = json!({"events": [{
                "type": "postback", "timestamp": 1_767_323_046_000_u64, "webhookEventId": "01",
                "source": {"type": "user", "userId": ANN},
                "postback": {"data": data, "params": params},
            }]});
            let (_, batch) =
                Line::handle(account(&json!({})), request(&body)).expect("it is taken");
            let [Event::Custom(told)] = batch.events.as_slice() else {
                panic!("turning a page says nothing: {:?}", batch.events);
            };
            assert_eq!(told.kind, "line.rich-menu");
        }
    }
}
