//! A batch as a plugin's fixture records it, as the interface's types: every field that a plugin may
//! fill. Files have other bytes than the recorded ones, and their sizes up to a limit.

use crate::{
    patchbay::plugin::{
        effects::{
            Actor, Attachment, Batch, CallEvent, ChoiceMade, ContactCard, Content, Custom, Edit,
            Event, InboundMessage, KvOp, Location, Reaction, Receipt, Signal, Timer, VisitorFrame,
        },
        media::{Blob, BlobMeta, BlobWriter},
    },
    script,
};
use serde_json::Value;

/// The most bytes of a file that are made up.
const FILE_MAX: u64 = 2_000;

pub fn batch(said: &Value) -> Batch {
    let list = |name: &str| said[name].as_array().cloned().unwrap_or_default();
    Batch {
        events: list("events").iter().map(event).collect(),
        cursor: bytes(&said["cursor"]),
        kv: list("kv")
            .iter()
            .map(|op| KvOp { key: text(&op["key"]), value: bytes(&op["value"]) })
            .collect(),
        timers: list("timers")
            .iter()
            .map(|t| Timer { name: text(&t["name"]), at_ms: t["at_ms"].as_u64() })
            .collect(),
        visitor: list("visitor")
            .iter()
            .map(|f| VisitorFrame {
                session: text(&f["session"]),
                name: text(&f["name"]),
                data: text(&f["data"]),
            })
            .collect(),
        ..script::empty()
    }
}

fn text(value: &Value) -> String {
    maybe(value).unwrap_or_default()
}

fn maybe(value: &Value) -> Option<String> {
    value.as_str().map(str::to_string)
}

/// Bytes are recorded as their text or, where they are JSON, as that.
fn bytes(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone().into_bytes()),
        other => Some(other.to_string().into_bytes()),
    }
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

fn pairs(value: &Value) -> Vec<(String, String)> {
    value.as_array().into_iter().flatten().map(|p| (text(&p[0]), text(&p[1]))).collect()
}

fn actor(value: &Value) -> Actor {
    Actor {
        external_id: text(&value["external_id"]),
        display_name: maybe(&value["display_name"]),
        attrs: pairs(&value["attrs"]),
    }
}

fn custom(value: &Value) -> Custom {
    Custom { kind: text(&value["kind"]), payload: bytes(&value["payload"]).unwrap_or_default() }
}

fn event(value: &Value) -> Event {
    let (kind, e) = value.as_object().and_then(|o| o.iter().next()).expect("an event has a kind");
    let at_ms = e["at_ms"].as_u64().unwrap_or_default();
    match kind.as_str() {
        "message" => Event::Message(message(e)),
        "receipt" => Event::Receipt(Receipt {
            external_id: text(&e["external_id"]),
            status: text(&e["status"]),
            at_ms,
            code: maybe(&e["code"]),
        }),
        "edit" => Event::Edit(Edit {
            external_id: text(&e["external_id"]),
            thread: text(&e["thread"]),
            text: maybe(&e["text"]),
            deleted: e["deleted"] == true,
            at_ms,
        }),
        "signal" => Event::Signal(Signal { thread: text(&e["thread"]), kind: text(&e["kind"]) }),
        "reaction" => Event::Reaction(Reaction {
            external_id: text(&e["external_id"]),
            thread: text(&e["thread"]),
            from: actor(&e["from"]),
            emoji: maybe(&e["emoji"]),
            at_ms,
        }),
        "call" => Event::Call(CallEvent {
            external_id: text(&e["external_id"]),
            thread: text(&e["thread"]),
            channel: text(&e["channel"]),
            from: actor(&e["from"]),
            direction: text(&e["direction"]),
            kind: text(&e["kind"]),
            at_ms,
            extension: maybe(&e["extension"]),
            line: maybe(&e["line"]),
            talk_ms: e["talk_ms"].as_u64(),
            recording: e["recording"].is_object().then(|| attachment(&e["recording"])),
            extras: pairs(&e["extras"]),
        }),
        "custom" => Event::Custom(custom(e)),
        other => panic!("an event of the kind {other}"),
    }
}

fn message(m: &Value) -> InboundMessage {
    let list = |name: &str| m[name].as_array().cloned().unwrap_or_default();
    InboundMessage {
        external_id: text(&m["external_id"]),
        thread: text(&m["thread"]),
        channel: text(&m["channel"]),
        from: actor(&m["from"]),
        at_ms: m["at_ms"].as_u64().unwrap_or_default(),
        subject: maybe(&m["subject"]),
        text: maybe(&m["text"]),
        html: maybe(&m["html"]),
        reply_to: maybe(&m["reply_to"]),
        references: texts(&m["references"]),
        verified_ticket: maybe(&m["verified_ticket"]),
        attachments: list("attachments").iter().map(attachment).collect(),
        contents: list("contents").iter().map(content).collect(),
        automatic: m["automatic"] == true,
        extras: pairs(&m["extras"]),
    }
}

fn attachment(a: &Value) -> Attachment {
    Attachment {
        blob: (!a["blob"].is_null()).then(|| blob(a)),
        mime: text(&a["mime"]),
        filename: maybe(&a["filename"]),
        kind: text(&a["kind"]),
        content_id: maybe(&a["content_id"]),
    }
}

fn blob(a: &Value) -> Blob {
    let size = a["blob"]["size"].as_u64().unwrap_or(FILE_MAX).min(FILE_MAX);
    let meta = BlobMeta { mime: text(&a["mime"]), filename: None, size: Some(size) };
    let writer = BlobWriter::new(&meta);
    let bytes: Vec<u8> = (0..size).map(|at| (at % 251) as u8).collect();
    writer.write(&bytes).expect("the file is within the limits");
    BlobWriter::finish(writer).expect("the file is stored")
}

fn content(c: &Value) -> Content {
    let (kind, c) = c.as_object().and_then(|o| o.iter().next()).expect("a content has a kind");
    match kind.as_str() {
        "location" => Content::Location(Location {
            latitude: c["latitude"].as_f64().unwrap_or_default(),
            longitude: c["longitude"].as_f64().unwrap_or_default(),
            name: maybe(&c["name"]),
            address: maybe(&c["address"]),
        }),
        "contact" => Content::Contact(ContactCard {
            name: text(&c["name"]),
            phones: texts(&c["phones"]),
            emails: texts(&c["emails"]),
            organisation: maybe(&c["organisation"]),
        }),
        "choice" => Content::Choice(ChoiceMade {
            id: text(&c["id"]),
            title: text(&c["title"]),
            offered_by: maybe(&c["offered_by"]),
        }),
        "custom" => Content::Custom(custom(c)),
        other => panic!("a content of the kind {other}"),
    }
}
