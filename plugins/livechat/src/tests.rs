//! What visitors and agents do, and the batch each becomes.

use crate::{Livechat, is_colour, visit};
use patchbay_plugin::outbound::Guest as _;
use patchbay_plugin::prelude::*;
use patchbay_plugin::presence::Guest as _;
use patchbay_plugin::settings::Guest as _;
use patchbay_plugin::visitor::{Act, Guest as _, Session};
use serde_json::{Value, json};

fn account(config: Value) -> Account {
    Account {
        id: "1".into(),
        config: config.to_string(),
        public_url: "https://desk.example".into(),
        extras: vec![],
    }
}

fn ann() -> Session {
    Session {
        id: "s1".into(),
        name: "Ann".into(),
        email: "ann@shop.example".into(),
        phone: String::new(),
        language: "en".into(),
    }
}

fn only_message(batch: &Batch) -> &InboundMessage {
    match batch.events.as_slice() {
        [Event::Message(message)] => message,
        other => panic!("one message expected, got {other:?}"),
    }
}

fn frame(batch: &Batch) -> (&str, &str, Value) {
    let [frame] = batch.visitor.as_slice() else { panic!("one frame expected") };
    (&frame.session, &frame.name, serde_json::from_str(&frame.data).expect("frames are JSON"))
}

#[test]
fn the_form_becomes_the_first_message() {
    let fields =
        [("title", "Order 7"), ("des", "Where is it?\nThanks"), ("ic", "900101"), ("x", " ")];
    let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let batch = visit::batch("", 5, &ann(), Act::Register(fields));
    let message = only_message(&batch);
    assert_eq!(message.external_id, "s1:register");
    assert_eq!((message.thread.as_str(), message.channel.as_str()), ("s1", "LIVECHAT"));
    assert_eq!(message.subject.as_deref(), Some("Order 7"));
    assert_eq!(message.text.as_deref(), Some("Where is it?\nThanks"));
    assert_eq!(message.from.external_id, "s1");
    assert_eq!(message.from.display_name.as_deref(), Some("Ann"));
    let facts = [("email", "ann@shop.example"), ("language", "en")];
    assert_eq!(message.from.attrs, facts.map(|(n, v)| (n.to_owned(), v.to_owned())));
    assert_eq!(message.extras, [("ic".to_owned(), "900101".to_owned())]);
    assert!(batch.visitor.is_empty(), "no greeting is set");
}

#[test]
fn without_a_title_the_first_line_names_the_ticket() {
    let fields = vec![("des".to_owned(), format!("{}\nmore", "é".repeat(100)))];
    let batch = visit::batch("", 5, &ann(), Act::Register(fields));
    assert_eq!(only_message(&batch).subject.as_deref(), Some("é".repeat(80).as_str()));
}

#[test]
fn the_greeting_is_a_frame_for_the_page() {
    let batch = Livechat::handle(
        account(json!({"greeting": "Hello there"})),
        ann(),
        Act::Register(vec![("des".into(), "Hi".into())]),
    )
    .expect("a form is taken");
    let (session, name, data) = frame(&batch);
    assert_eq!((session, name), ("s1", "message"));
    assert_eq!((&data["from"], &data["text"]), (&json!("system"), &json!("Hello there")));
}

#[test]
fn a_message_keeps_the_pages_id_so_that_a_repeat_is_dropped() {
    let act = || Act::Message(("m1".into(), "Hello".into(), Vec::new()));
    let (one, two) = (visit::batch("", 1, &ann(), act()), visit::batch("", 2, &ann(), act()));
    assert_eq!(only_message(&one).external_id, "s1:m1");
    assert_eq!(only_message(&one).external_id, only_message(&two).external_id);
}

#[test]
fn small_acts_become_signals() {
    for (act, kind) in [(Act::Typing, "typing"), (Act::Stopped, "stopped"), (Act::Read, "read")] {
        let batch = visit::batch("", 1, &ann(), act);
        let [Event::Signal(signal)] = batch.events.as_slice() else { panic!("a signal") };
        assert_eq!((signal.thread.as_str(), signal.kind.as_str()), ("s1", kind));
    }
}

#[test]
fn leaving_and_rating_are_custom_events() {
    let batch = visit::batch("", 1, &ann(), Act::Leave);
    let [Event::Custom(ended)] = batch.events.as_slice() else { panic!("a custom event") };
    assert_eq!(ended.kind, "livechat.ended");

    let batch = visit::batch("", 1, &ann(), Act::Rate((9, "Quick".into())));
    let [Event::Custom(rated)] = batch.events.as_slice() else { panic!("a custom event") };
    assert_eq!(rated.kind, "livechat.rated");
    let payload: Value = serde_json::from_slice(&rated.payload).expect("the payload is JSON");
    assert_eq!(payload, json!({"session": "s1", "rating": 5, "reason": "Quick"}));
}

fn reply(text: &str, extras: Vec<(String, String)>) -> Message {
    Message {
        op_id: "op-1".into(),
        attempt: 1,
        prior_unknown: false,
        thread: "s1".into(),
        channel: "LIVECHAT".into(),
        recipient: "s1".into(),
        ticket: "12".into(),
        subject: None,
        text: Some(text.into()),
        html: None,
        reply_to: None,
        references: Vec::new(),
        to: Vec::new(),
        cc: Vec::new(),
        attachments: Vec::new(),
        contents: Vec::new(),
        agent_name: "Bob".into(),
        extras,
    }
}

#[test]
fn a_reply_becomes_a_frame_with_the_hosts_attachments() {
    let files = json!([
        {"id": 4, "url": "/api/attachments/4", "mime": "image/png"},
        {"id": 5, "url": "/api/attachments/5", "mime": "video/mp4"},
        {"id": 6, "url": "/api/attachments/6", "mime": "audio/ogg"},
        {"id": 7, "url": "/api/attachments/7", "mime": "application/pdf"},
    ]);
    let extras = vec![("attachment-json".to_owned(), files.to_string())];
    let sent = Livechat::send(account(json!({})), reply("Hi Ann", extras)).expect("it is sent");
    assert_eq!(
        (sent.external_ids.as_slice(), sent.status.as_str()),
        (&["op-1".to_owned()][..], "sent")
    );
    let (session, name, data) = frame(&sent.batch);
    assert_eq!((session, name), ("s1", "message"));
    assert_eq!(
        data,
        json!({"id": "op-1", "from": "agent", "name": "Bob", "text": "Hi Ann",
            "ts_ms": 1_700_000_000_000_u64, "attachments": files})
    );
}

#[test]
fn an_empty_reply_is_refused() {
    let refused = Livechat::send(account(json!({})), reply("", Vec::new()));
    assert!(matches!(refused, Err(Failure::Permanent(_))));
}

#[test]
fn typing_reaches_the_page() {
    let signal = |kind: &str| presence::Signal {
        thread: "s1".into(),
        recipient: "s1".into(),
        kind: kind.into(),
        agent_name: "Bob".into(),
    };
    let batch = Livechat::notify(account(json!({})), signal("typing")).expect("a frame");
    assert_eq!(frame(&batch), ("s1", "typing", json!({"typing": true, "name": "Bob"})));
    let batch = Livechat::notify(account(json!({})), signal("read")).expect("nothing");
    assert!(batch.visitor.is_empty());
}

#[test]
fn settings_are_checked_without_the_network() {
    let check = |config| Livechat::check(account(config)).expect("a check always answers");
    let fine = check(json!({"page_title": "Shop chat", "accent": "#0F9D8A"}));
    assert_eq!(fine.title.as_deref(), Some("Shop chat"));
    assert!(fine.problems.is_empty());
    let wrong = check(json!({"accent": "green", "terms_url": "javascript:alert(1)"}));
    let names: Vec<_> = wrong.problems.iter().map(|(setting, _)| setting.as_str()).collect();
    assert_eq!(names, ["accent", "terms_url"]);
    assert!(is_colour("#abcDEF") && !is_colour("#abcde") && !is_colour("#abcdeg"));
}
