//! What a script says, as the interface's types.

use crate::{
    detail, fetch,
    patchbay::plugin::{
        effects::{
            Actor, Attachment, Batch, CallEvent, ChoiceMade, ContactCard, Content, Custom, Edit,
            Event, InboundMessage, Location, Reaction, Receipt, Timer,
        },
        host, outgoing,
        types::{Account, Failure, Retry},
    },
    recorded,
};
use serde_json::{Value, json};

pub fn empty() -> Batch {
    Batch { events: vec![], cursor: None, kv: vec![], timers: vec![], visitor: vec![] }
}

/// Fails as the script says, if it does.
pub fn fail(said: &Value) -> Result<(), Failure> {
    let problem = |code: &str| detail(code, "The script says so.");
    match said["fail"].as_str() {
        None => Ok(()),
        Some("trap") => panic!("the script says so"),
        Some("permanent") => Err(Failure::Permanent(problem("whole.permanent"))),
        Some("auth") => Err(Failure::AuthExpired(problem("whole.auth"))),
        Some("unknown") => Err(Failure::OutcomeUnknown(problem("whole.unknown"))),
        Some(_) => {
            let retry = Retry { after_ms: Some(100), max_attempts: None };
            Err(Failure::Retryable((problem("whole.retry"), retry)))
        }
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_string)
}

/// Texts by name, as `{"extras": {"group": "Sales"}}`.
fn extras(value: &Value) -> Vec<(String, String)> {
    let all = value["extras"].as_object().into_iter().flatten();
    all.filter_map(|(name, value)| Some((name.clone(), text(value)?))).collect()
}

fn actor(value: &Value) -> Actor {
    Actor {
        external_id: text(&value["person"]).unwrap_or_else(|| "p1".to_string()),
        display_name: text(&value["name"]),
        attrs: text(&value["phone"])
            .map(|phone| ("phone".to_string(), phone))
            .into_iter()
            .collect(),
    }
}

pub fn batch(acc: &Account, said: &Value) -> Batch {
    if said["batch"].is_object() {
        return recorded::batch(&said["batch"]);
    }
    let now = host::now_ms();
    let list = |name: &str| said[name].as_array().cloned().unwrap_or_default();
    Batch {
        events: list("events").iter().filter_map(|e| event(acc, e, now)).collect(),
        timers: list("timers")
            .iter()
            .map(|t| Timer {
                name: text(&t["name"]).unwrap_or_default(),
                at_ms: t["in_ms"].as_u64().map(|ms| now + ms).or(t["at_ms"].as_u64()),
            })
            .collect(),
        ..empty()
    }
}

fn event(acc: &Account, e: &Value, now: u64) -> Option<Event> {
    let thread = text(&e["thread"]).unwrap_or_else(|| "t1".to_string());
    let at_ms = e["at_ms"].as_u64().unwrap_or(now);
    let id = text(&e["id"]).unwrap_or_default();
    Some(match e["kind"].as_str()? {
        "message" => Event::Message(InboundMessage {
            external_id: id,
            thread,
            channel: "WHOLE".to_string(),
            from: actor(e),
            at_ms,
            subject: text(&e["subject"]),
            text: text(&e["text"]),
            html: None,
            reply_to: None,
            references: vec![],
            verified_ticket: None,
            attachments: e["pictures"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|path| picture(acc, path.as_str()?))
                .collect(),
            contents: e["contents"].as_array().into_iter().flatten().filter_map(content).collect(),
            automatic: false,
            extras: extras(e),
        }),
        "edited" => Event::Edit(Edit {
            external_id: id,
            thread,
            text: text(&e["text"]),
            deleted: false,
            at_ms,
        }),
        "receipt" => Event::Receipt(Receipt {
            external_id: id,
            status: text(&e["status"]).unwrap_or_default(),
            at_ms,
            code: text(&e["code"]),
        }),
        "reaction" => Event::Reaction(Reaction {
            external_id: id,
            thread,
            from: actor(e),
            emoji: text(&e["emoji"]),
            at_ms,
        }),
        "call" => Event::Call(CallEvent {
            external_id: id,
            thread,
            channel: "WHOLE".to_string(),
            from: actor(e),
            direction: text(&e["direction"]).unwrap_or_else(|| "in".to_string()),
            kind: text(&e["stage"]).unwrap_or_default(),
            at_ms,
            extension: text(&e["extension"]),
            line: text(&e["line"]),
            talk_ms: e["talk_ms"].as_u64(),
            recording: text(&e["recording"]).map(|path| Attachment {
                blob: fetch(acc, &path),
                mime: "audio/mpeg".to_string(),
                filename: Some("call.mp3".to_string()),
                kind: "audio".to_string(),
                content_id: None,
            }),
            extras: extras(e),
        }),
        "custom" => Event::Custom(Custom {
            kind: text(&e["name"]).unwrap_or_default(),
            payload: e["payload"].to_string().into_bytes(),
        }),
        _ => return None,
    })
}

fn picture(acc: &Account, path: &str) -> Option<Attachment> {
    Some(Attachment {
        blob: Some(fetch(acc, path)?),
        mime: "image/png".to_string(),
        filename: Some(path.to_string()),
        kind: "image".to_string(),
        content_id: None,
    })
}

fn content(c: &Value) -> Option<Content> {
    Some(match c["kind"].as_str()? {
        "location" => Content::Location(Location {
            latitude: c["latitude"].as_f64()?,
            longitude: c["longitude"].as_f64()?,
            name: text(&c["name"]),
            address: None,
        }),
        "contact" => Content::Contact(ContactCard {
            name: text(&c["name"])?,
            phones: vec![text(&c["phone"])?],
            emails: vec![],
            organisation: None,
        }),
        "choice" => Content::Choice(ChoiceMade {
            id: text(&c["id"])?,
            title: text(&c["title"])?,
            offered_by: None,
        }),
        _ => return None,
    })
}

/// What the host handed over, for the test to see.
pub fn outgoing(contents: &[outgoing::Content]) -> Value {
    let one = |c: &outgoing::Content| match c {
        outgoing::Content::Location(l) => json!({ "location": [l.latitude, l.longitude] }),
        outgoing::Content::Contact(c) => json!({ "contact": c.name }),
        outgoing::Content::QuickReplies(list) => {
            json!({ "quick": list.iter().map(|q| [&q.id, &q.title]).collect::<Vec<_>>() })
        }
        outgoing::Content::Buttons(list) => {
            json!({ "buttons": list.iter().map(|b| &b.title).collect::<Vec<_>>() })
        }
        outgoing::Content::Template(t) => json!({ "template": [&t.name, &t.language] }),
        outgoing::Content::Custom(c) => json!({ "custom": c.kind }),
    };
    contents.iter().map(one).collect()
}
