//! What the page posts, and what the bot makes of it.

use super::{NOW, account, committed, posted, request, says, told};
use crate::Chatbot;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use patchbay_plugin::timers::Guest as _;
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

fn messages(batch: &Batch) -> Vec<&InboundMessage> {
    let messages = batch.events.iter().filter_map(|event| match event {
        Event::Message(message) => Some(message),
        _ => None,
    });
    messages.collect()
}

#[test]
fn an_answer_is_shown_to_agents_and_told_when_it_is_committed() {
    testing::set_secret("signing_secret");
    let batch = posted(json!([says("m-1", "hello")]));
    let [heard, said] = messages(&batch)[..] else { panic!("two messages") };
    assert_eq!((heard.text.as_deref(), heard.automatic), (Some("hello"), false));
    assert_eq!(heard.channel, "WAUCHAT");
    assert_eq!(said.text.as_deref(), Some("[Robin] Hi!\n[offered: Opening hours | A person]"));
    assert!(said.automatic, "no person wrote it, and rules leave it alone");
    assert_eq!((said.external_id.as_str(), &said.thread), ("m-1/bot", &heard.thread));
    assert_eq!(said.from.external_id, "u-1", "a blocked customer's bot opens no ticket");
    assert!(testing::take_sent().is_empty(), "nothing is told before it is stored");
    let [timer] = &batch.timers[..] else { panic!("a timer") };
    assert_eq!((timer.name.as_str(), timer.at_ms), ("say:m-1/bot", Some(NOW)));
    committed(batch);

    testing::answers(200, "{}");
    let batch = Chatbot::fire(account(), "say:m-1/bot".into(), NOW).expect("it is taken");
    assert!(matches!(&batch.kv[..], [KvOp { key, value: None }] if key == "out:m-1/bot"));
    let (sent, body) = told();
    assert_eq!(sent.url, "https://shop.example.com/chat/message");
    assert!(sent.credentials.is_empty(), "there is no token");
    assert_eq!(
        body,
        json!({"kind": "message", "id": "m-1/bot", "sent_at": NOW, "at": NOW, "conversation": "c-1",
            "to": "u-1", "from": {"role": "bot", "name": "Robin"}, "answers": "m-1",
            "text": "Hi!", "person": false, "quick_replies": [
                {"id": "Opening hours", "title": "Opening hours"},
                {"id": "A person", "title": "A person"}]})
    );
}

#[test]
fn a_conversation_goes_from_the_bot_to_a_person_and_back() {
    let one = |id: &str, text: &str| committed(posted(json!([says(id, text)])));
    assert_eq!(one("1", "opening hours?"), ["opening hours?", "[Robin] 9 to 5."]);
    assert_eq!(one("2", "我要退货"), ["我要退货", "[Robin] 十四天内。"]);
    assert_eq!(one("3", "xyzzy"), ["xyzzy", "[Robin] Pardon?"]);
    let handed = "[Robin] A colleague will answer.\n[handed over to you: the bot had no answer]";
    assert_eq!(one("4", "plugh"), ["plugh", handed]);
    assert_eq!(one("5", "hello"), ["hello"], "a person has it");

    committed(posted(json!([{"kind": "close", "conversation": "c-1"}])));
    assert_eq!(one("6", "opening hours?"), ["opening hours?", "[Robin] 9 to 5."]);
    let asked = "[Robin] A colleague will answer.\n[handed over to you: the customer asked for a \
                 person]";
    assert_eq!(one("7", "A person!"), ["A person!", asked]);
}

#[test]
fn several_messages_of_one_request_are_answered_in_turn() {
    let batch = posted(json!([
        says("1", "xyzzy"),
        {"kind": "typing", "conversation": "c-1"},
        says("2", "plugh"),
        says("3", "hello"),
    ]));
    let names: Vec<&str> = batch.timers.iter().map(|timer| timer.name.as_str()).collect();
    assert_eq!(names, ["say:1/bot", "say:2/bot"]);
    let talks = batch.kv.iter().filter(|op| op.key.starts_with("talk:")).count();
    assert_eq!((talks, committed(batch).len()), (1, 5));
}

#[test]
fn a_message_that_is_posted_anew_is_not_answered_anew() {
    assert_eq!(committed(posted(json!([says("1", "xyzzy")]))).len(), 2);
    let again = posted(json!([says("1", "xyzzy")]));
    assert!(again.timers.is_empty());
    assert_eq!(committed(again), ["xyzzy"]);
    let next = committed(posted(json!([says("2", "hello")])));
    assert_eq!(next.len(), 2, "the repeat was no second miss");
}

#[test]
fn a_pressed_quick_reply_counts_as_typed() {
    let mut event = says("1", "");
    event["choice"] = json!({"id": "Opening hours", "title": "Opening hours", "message": "0/bot"});
    let batch = posted(json!([event]));
    let [heard, said] = messages(&batch)[..] else { panic!("two messages") };
    let [Content::Choice(choice)] = &heard.contents[..] else { panic!("a choice") };
    assert_eq!(choice.offered_by.as_deref(), Some("0/bot"));
    assert_eq!(said.text.as_deref(), Some("[Robin] 9 to 5."));
}

#[test]
fn what_the_bot_cannot_read_goes_to_a_person() {
    testing::answers_blob(3);
    let mut event = says("1", "");
    let url = "https://shop.example.com/files/a.png";
    event["files"] = json!([{"url": url, "name": "a.png", "mime": "image/png"}]);
    let batch = posted(json!([event]));
    let [heard, said] = messages(&batch)[..] else { panic!("two messages") };
    assert_eq!((heard.attachments.len(), heard.attachments[0].kind.as_str()), (1, "image"));
    assert!(said.text.as_deref().is_some_and(|text| text.contains("cannot read")));
    committed(batch);
    testing::take_sent();
}

#[test]
fn a_file_from_elsewhere_is_named_and_does_not_keep_its_message_back() {
    testing::fails(NetError::Denied(Detail::new("http.host", "no")));
    let mut event = says("1", "hello");
    event["files"] = json!([{"url": "https://else.example/b.pdf", "name": "b.pdf"}]);
    let batch = posted(json!([event]));
    let text = messages(&batch)[0].text.clone().expect("a text");
    assert!(text.starts_with("hello\n[document: b.pdf] Only files at"), "{text}");
    assert!(text.ends_with("https://else.example/b.pdf"), "{text}");
    let said = messages(&batch)[1].text.as_deref();
    assert!(said.is_some_and(|text| text.starts_with("[Robin] Hi!")), "the note is not read");
}

#[test]
fn every_other_kind_has_its_event_and_unknown_ones_are_kept() {
    let batch = posted(json!([
        {"kind": "edit", "conversation": "c-1", "message": "1", "text": "better", "at": 5},
        {"kind": "delete", "conversation": "c-1", "message": "1"},
        {"kind": "reaction", "conversation": "c-1", "message": "2", "from": {"id": "u-1"},
            "emoji": "👍"},
        {"kind": "delivered", "conversation": "c-1", "message": "op-1"},
        {"kind": "read", "conversation": "c-1", "message": "op-1"},
        {"kind": "failed", "conversation": "c-1", "message": "op-2", "reason": "offline"},
        {"kind": "typing", "conversation": "c-1"},
        {"kind": "read", "conversation": "c-1"},
        {"kind": "dance", "conversation": "c-1"},
        {"kind": "message", "id": "3", "conversation": "c-1"},
        "what",
    ]));
    let kinds: Vec<String> = batch
        .events
        .iter()
        .map(|event| match event {
            Event::Edit(e) => format!("edit {:?} {} {}", e.text, e.deleted, e.at_ms),
            Event::Reaction(r) => format!("reaction {:?}", r.emoji),
            Event::Receipt(r) => format!("{} {:?}", r.status, r.code),
            Event::Signal(s) => s.kind.clone(),
            Event::Custom(c) => c.kind.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        "edit Some(\"better\") false 5",
        "edit None true 1700000000000",
        "reaction Some(\"👍\")",
        "delivered None",
        "read None",
        "failed Some(\"offline\")",
        "typing",
        "read",
        "chatbot.unknown",
        "chatbot.unknown",
        "chatbot.unknown",
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn what_became_of_the_bots_answer_is_taken_and_not_told() {
    let batch = posted(json!([
        {"kind": "delivered", "conversation": "c-1", "message": "m-1/bot"},
        {"kind": "read", "conversation": "c-1", "message": "m-1/bot"},
    ]));
    assert!(batch.events.is_empty(), "the desk never sent it");
}

#[test]
fn a_message_of_an_unknown_form_is_shown_as_such() {
    let mut event = says("1", "");
    event["hologram"] = json!({"size": 3});
    let batch = posted(json!([event]));
    let [Content::Custom(custom)] = &messages(&batch)[0].contents[..] else { panic!("a custom") };
    assert_eq!(custom.kind, "unknown message");
    assert!(String::from_utf8_lossy(&custom.payload).contains("hologram"));
}

#[test]
fn places_cards_and_facts_come_along() {
    let mut event = says("1", "hello");
    event["location"] = json!({"latitude": 1.5, "longitude": 110.3, "name": "Kuching"});
    event["contact"] = json!({"name": "Bob", "phones": ["+6012"], "emails": []});
    event["page"] = json!("https://shop.example.com/cart");
    event["from"]["email"] = json!("ann@shop.example");
    event["from"]["language"] = json!("zh-MY");
    let batch = posted(json!([event]));
    let heard = messages(&batch)[0];
    assert!(matches!(&heard.contents[..], [Content::Location(_), Content::Contact(_)]));
    assert_eq!(heard.extras, [("page".to_owned(), "https://shop.example.com/cart".to_owned())]);
    assert_eq!(heard.from.attrs.len(), 2);
}

#[test]
fn what_is_no_request_of_this_moment_is_refused_for_good() {
    let at = |sent_at: u64| json!({"sent_at": sent_at, "events": []}).to_string();
    let many: Vec<Value> = (0..101).map(|n| says(&n.to_string(), "x")).collect();
    let events = json!([says("1", &"x".repeat(600_000))]);
    for (body, code) in [
        (at(NOW - 300_001), "chatbot.time"),
        (at(NOW + 300_001), "chatbot.time"),
        (json!({"events": []}).to_string(), "chatbot.no-time"),
        (json!({"sent_at": "now", "events": []}).to_string(), "chatbot.no-time"),
        (json!({"sent_at": NOW}).to_string(), "chatbot.form"),
        (json!({"sent_at": NOW, "events": {}}).to_string(), "chatbot.form"),
        (json!({"sent_at": NOW, "events": many}).to_string(), "chatbot.too-many"),
        (json!({"sent_at": NOW, "events": events}).to_string(), "chatbot.too-large"),
        (at(NOW)[..20].to_owned(), "plugin.json"),
        (String::new(), "plugin.json"),
    ] {
        let refused = Chatbot::handle(account(), request(&body));
        let Err(Failure::Permanent(detail)) = refused else { panic!("{code} {refused:?}") };
        assert_eq!(detail.code, code);
    }
    for sent_at in [NOW - 300_000, NOW + 300_000] {
        assert!(Chatbot::handle(account(), request(at(sent_at))).is_ok());
    }
}

#[test]
fn an_id_that_is_too_long_for_a_key_is_no_id() {
    let batch = posted(json!([says(&"x".repeat(201), "hello"), says(&"x".repeat(200), "hello")]));
    let [Event::Custom(_), Event::Message(_), Event::Message(_)] = &batch.events[..] else {
        panic!("{:?}", batch.events)
    };
    assert!(batch.kv.iter().all(|op| op.key.len() <= 256));
    assert!(batch.timers.iter().all(|timer| timer.name.len() <= 256));
}
