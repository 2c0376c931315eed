//! The page's JSON in, batches and requests out.

mod incoming;
mod outgoing;
mod setting_up;

use crate::Chatbot;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, SentRequest};
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

/// The clock of the tests.
pub const NOW: u64 = 1_700_000_000_000;

pub fn settings() -> Value {
    json!({
        "callback_url": "https://shop.example.com/chat/",
        "bot_name": "Robin",
        "rules": "when: hello\nsay: Hi!\noffer: Opening hours | A person\n\nwhen: lawyer\nthen: person",
        "knowledge": "Q: What are your opening hours?\nA: 9 to 5.\nQ: 如何退货？\nA: 十四天内。",
        "person_words": "person",
        "miss_text": "Pardon?",
        "handover_text": "A colleague will answer.",
        "back_word": "#bot",
        "quiet_minutes": 60
    })
}

pub fn account() -> Account {
    Account {
        id: "7".into(),
        config: settings().to_string(),
        public_url: "https://desk.example.com".into(),
        extras: vec![],
    }
}

pub fn request(body: impl ToString) -> webhook::Request {
    webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
        verified: "signature".into(),
    }
}

/// The batch of some events that are posted now.
pub fn posted(events: Value) -> Batch {
    let body = json!({"sent_at": NOW, "events": events});
    let (reply, batch) = Chatbot::handle(account(), request(body)).expect("it is taken");
    assert_eq!(reply.expect("a reply").status, 200);
    batch
}

/// A customer's message.
pub fn says(id: &str, text: &str) -> Value {
    json!({"kind": "message", "id": id, "conversation": "c-1", "text": text,
        "from": {"id": "u-1", "name": "Ann"}})
}

/// Keeps what a batch stores, as the host does when it commits; gives the messages' texts.
pub fn committed(batch: Batch) -> Vec<String> {
    for op in &batch.kv {
        // A forgotten value is an empty one, which reads as none.
        testing::set_kv(&op.key, op.value.as_deref().unwrap_or_default());
    }
    let texts = batch.events.iter().filter_map(|event| match event {
        Event::Message(message) => message.text.clone(),
        _ => None,
    });
    let texts = texts.collect();
    testing::keep(batch);
    texts
}

/// The one request that was sent since the last look, and its body.
pub fn told() -> (SentRequest, Value) {
    let mut all = testing::take_sent();
    assert_eq!(all.len(), 1, "{all:?}");
    let sent = all.remove(0);
    let body = serde_json::from_str(&sent.body).expect("the body is JSON");
    (sent, body)
}
