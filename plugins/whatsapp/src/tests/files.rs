//! Files that WhatsApp cannot give at once.

use super::{account, taken};
use crate::WhatsApp;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Answer};
use patchbay_plugin::timers::Guest as _;
use serde_json::{Value, json};

const NAME: &str = "file:wamid.image5";
/// The clock of the tests, in milliseconds.
const NOW: u64 = 1_700_000_000_000;

fn image() -> Batch {
    let value = include_str!("../../fixtures/image.json");
    taken(&serde_json::from_str(value).expect("the fixture reads"))
}

fn the(batch: &Batch) -> &InboundMessage {
    let [Event::Message(message)] = &batch.events[..] else { panic!("a message") };
    message
}

/// What the batch has for later: the timer's time and what is remembered.
fn later(batch: &Batch) -> Option<(u64, Value)> {
    let timer = batch.timers.iter().find(|timer| timer.name == NAME)?;
    let kept = batch.kv.iter().find(|op| op.key == NAME).expect("it is remembered");
    let kept = kept.value.as_deref().expect("with a value");
    Some((timer.at_ms.expect("a time"), serde_json::from_slice(kept).expect("JSON")))
}

/// An error object of the Graph API's.
fn error(code: u64, subcode: u64) -> String {
    json!({ "error": { "message": "no", "code": code, "error_subcode": subcode } }).to_string()
}

fn address() {
    testing::answers(200, json!({ "url": "https://lookaside.fbsbx.com/1" }).to_string());
}

fn fire(at_ms: u64) -> Result<Batch, Failure> {
    WhatsApp::fire(account(), NAME.into(), at_ms)
}

/// Remembers a file after so many rounds.
fn waits(tries: u64) {
    let file = json!({ "id": "1003", "mime": "image/jpeg", "filename": "image.jpg",
        "kind": "image" });
    let about = json!({ "thread": "group:9", "from": "1650", "group": "9", "at_ms": 5,
        "tries": tries, "file": file });
    testing::set_kv(NAME, about.to_string().as_bytes());
}

#[test]
fn a_file_that_cannot_be_had_at_the_moment_follows() {
    type Fault = Result<(u16, String), NetError>;
    let asked: [(&str, Fault); 5] = [
        ("trouble", Ok((503, error(2, 0)))),
        ("too many", Ok((400, error(4, 0)))),
        ("the token", Ok((401, error(190, 463)))),
        ("no line", Err(NetError::Timeout(true))),
        ("budget", Err(NetError::Budget)),
    ];
    let loaded: [(&str, Fault); 4] = [
        ("trouble there", Ok((502, String::new()))),
        ("too many there", Ok((429, String::new()))),
        ("the token there", Ok((401, String::new()))),
        ("budget there", Err(NetError::Budget)),
    ];
    let asked = asked.map(|(what, fault)| (what, fault, "https://graph."));
    let loaded = loaded.map(|(what, fault)| (what, fault, "https://lookaside."));
    for (what, fault, place) in asked.into_iter().chain(loaded) {
        testing::otherwise(move |sent| {
            if sent.url.starts_with(place) {
                return fault.clone().map(|(status, text)| (status, Answer::Text(text)));
            }
            let url = json!({ "url": "https://lookaside.fbsbx.com/1" });
            Ok((200, Answer::Text(url.to_string())))
        });
        let batch = image();
        let text = the(&batch).text.clone().unwrap_or_default();
        assert!(text.ends_with("it follows."), "{what}: {text}");
        assert!(the(&batch).attachments.is_empty() && the(&batch).extras.is_empty(), "{what}");
        let (at_ms, _) = later(&batch).unwrap_or_else(|| panic!("{what}: a timer"));
        assert!(at_ms > NOW, "{what}");
    }
}

#[test]
fn trouble_of_a_moment_delays_no_file() {
    testing::answers(503, error(2, 0));
    address();
    testing::answers_blob(7);
    let batch = image();
    assert!(the(&batch).attachments.len() == 1 && later(&batch).is_none());
    testing::keep(batch);
}

#[test]
fn the_file_comes_as_an_answer_to_its_message() {
    (0..2).for_each(|_| testing::answers(503, error(2, 0)));
    let batch = image();
    let (_, kept) = later(&batch).expect("a timer");
    testing::set_kv(NAME, kept.to_string().as_bytes());
    address();
    testing::answers_blob(7);
    let followed = fire(NOW).expect("a batch");
    let message = the(&followed);
    assert_eq!(message.external_id, "wamid.image5:file");
    assert_eq!(message.reply_to.as_deref(), Some("wamid.image5"));
    let first = the(&batch);
    let told = |m: &InboundMessage| (m.thread.clone(), m.from.external_id.clone(), m.at_ms);
    assert_eq!(told(message), told(first));
    assert_eq!(message.attachments[0].filename.as_deref(), Some("image.jpg"));
    assert_eq!(
        (message.text.as_deref(), message.attachments[0].mime.as_str()),
        (None, "image/jpeg")
    );
    assert!(matches!(&followed.kv[..], [KvOp { key, value: None }] if key == NAME));
    testing::keep(followed);
}

#[test]
fn only_what_whatsapp_no_longer_has_is_gone() {
    for (status, code, subcode, gone) in [
        (400, 100, 33, true),
        (404, 803, 0, true),
        (400, 131_052, 0, false),
        (400, 131_009, 0, false),
    ] {
        testing::answers(status, error(code, subcode));
        let batch = image();
        let text = the(&batch).text.clone().unwrap_or_default();
        assert_eq!(text.contains("no longer has"), gone, "{code}: {text}");
        assert!(later(&batch).is_none() && !text.contains("follows"), "{code}: {text}");
    }
    for (status, gone) in [(404, true), (403, false)] {
        for _ in 0..2 {
            address();
            testing::answers(status, "");
        }
        let text = the(&image()).text.clone().unwrap_or_default();
        assert_eq!(text.contains("no longer has"), gone, "{status}: {text}");
    }
}

#[test]
fn the_host_tries_for_a_moment_and_then_the_file_waits_longer() {
    waits(1);
    // One attempt each: the next one is the host's.
    testing::answers(503, error(2, 0));
    assert!(matches!(fire(NOW), Err(Failure::Retryable(_))));
    testing::answers(401, error(190, 0));
    assert!(matches!(fire(NOW), Err(Failure::AuthExpired(_))), "an admin hears of it");
    testing::answers(400, error(130_429, 0));
    let Err(Failure::RateLimited((_, retry))) = fire(NOW) else { panic!("rate limited") };
    assert!(retry.after_ms >= Some(5_000), "or the host's attempts are over at once");

    testing::answers(401, error(190, 0));
    let batch = fire(NOW - 60_000).expect("a batch");
    let (at_ms, kept) = later(&batch).expect("a timer");
    assert!(at_ms >= NOW + 600_000 && batch.events.is_empty());
    assert_eq!((&kept["tries"], &kept["file"]["id"]), (&json!(2), &json!("1003")));

    waits(99);
    testing::answers(401, error(190, 0));
    let batch = fire(NOW - 60_000).expect("a batch");
    assert!(batch.timers.is_empty());
    let text = the(&batch).text.clone().unwrap_or_default();
    assert!(text.starts_with("[image]") && !text.contains("no longer"), "{text}");
    let extras = [("group".to_owned(), "9".to_owned()), ("file-id".to_owned(), "1003".to_owned())];
    assert_eq!(the(&batch).extras, extras);
    assert!(matches!(&batch.kv[..], [KvOp { value: None, .. }]));
}

#[test]
fn a_timer_that_nothing_is_known_of_does_nothing() {
    for name in [NAME, "file:", "no-such-timer"] {
        let batch = WhatsApp::fire(account(), name.into(), NOW).expect("a batch");
        assert!(batch.events.is_empty() && batch.timers.is_empty(), "{name}");
    }
}

#[test]
fn what_is_withdrawn_takes_its_late_file_along() {
    let value = include_str!("../../fixtures/revoke.json");
    let batch = taken(&serde_json::from_str(value).expect("the fixture reads"));
    let gone: Vec<_> = batch
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Edit(edit) if edit.deleted => Some(edit.external_id.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(gone, ["wamid.text1", "wamid.text1:file"]);
    assert!(matches!(&batch.timers[..], [t] if t.name == "file:wamid.text1" && t.at_ms.is_none()));
    assert!(batch.kv.iter().any(|op| op.key == "file:wamid.text1" && op.value.is_none()));
}
