//! What a visitor's act means for the desk: pure, so that tests read it as data.

use patchbay_plugin::prelude::*;
use patchbay_plugin::visitor::{Act, Session};
use serde_json::json;

const CHANNEL: &str = "LIVECHAT";

/// Titles of tickets are one short line.
const TITLE_MAX: usize = 80;

/// The batch of one act.
pub fn batch(greeting: &str, now_ms: u64, who: &Session, what: Act) -> Batch {
    match what {
        Act::Register(fields) => registered(greeting, now_ms, who, &fields),
        Act::Message((id, text, attachments)) => Batch::empty().event(InboundMessage {
            external_id: format!("{}:{id}", who.id),
            text: Some(text).filter(|text| !text.is_empty()),
            attachments,
            ..message(now_ms, who)
        }),
        Act::Typing => signal(who, "typing"),
        Act::Stopped => signal(who, "stopped"),
        Act::Read => signal(who, "read"),
        Act::Leave => custom(who, "livechat.ended", json!({"session": who.id, "by": "visitor"})),
        Act::Rate((stars, reason)) => custom(
            who,
            "livechat.rated",
            json!({"session": who.id, "rating": stars.clamp(1, 5), "reason": reason}),
        ),
    }
}

/// The form opens the conversation: its message is the first one.
fn registered(greeting: &str, now_ms: u64, who: &Session, fields: &[(String, String)]) -> Batch {
    let field = |wanted: &str| {
        fields
            .iter()
            .find(|(name, value)| name == wanted && !value.trim().is_empty())
            .map(|(_, value)| value.trim())
    };
    let text = field("des");
    let subject = field("title").or_else(|| text.and_then(|text| text.lines().next()));
    let mut first = InboundMessage {
        external_id: format!("{}:register", who.id),
        subject: subject.map(|line| line.chars().take(TITLE_MAX).collect()),
        text: text.map(str::to_owned),
        ..message(now_ms, who)
    };
    // Everything else of the form goes along, so that a custom field is never dropped.
    for (name, value) in fields {
        if !value.trim().is_empty() && !["des", "title"].contains(&name.as_str()) {
            first.extras.push((name.clone(), value.trim().to_owned()));
        }
    }
    let batch = Batch::empty().event(first);
    if greeting.trim().is_empty() {
        return batch;
    }
    let data = json!({
        "id": format!("{}:greeting", who.id),
        "from": "system",
        "name": "",
        "text": greeting.trim(),
        "ts_ms": now_ms,
        "attachments": [],
    });
    batch.frame(&who.id, "message", &data)
}

/// What every message of a visit has. The visit is the person's id: an address typed into a public
/// form proves nothing, so it is a fact about the visitor and never who the visitor is.
fn message(now_ms: u64, who: &Session) -> InboundMessage {
    let facts = [("email", &who.email), ("phone", &who.phone), ("language", &who.language)];
    InboundMessage {
        thread: who.id.clone(),
        channel: CHANNEL.to_owned(),
        at_ms: now_ms,
        from: Actor {
            external_id: who.id.clone(),
            display_name: Some(who.name.clone()).filter(|name| !name.is_empty()),
            attrs: facts
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| (name.to_owned(), value.clone()))
                .collect(),
        },
        ..InboundMessage::default()
    }
}

fn signal(who: &Session, kind: &str) -> Batch {
    Batch::empty().event(Signal { thread: who.id.clone(), kind: kind.to_owned() })
}

fn custom(who: &Session, kind: &str, payload: serde_json::Value) -> Batch {
    debug_assert_eq!(payload["session"], who.id.as_str());
    Batch::empty().event(Custom::json(kind, &payload))
}
