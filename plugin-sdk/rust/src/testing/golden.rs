//! Golden files: a folder of payloads, each with the batch it must become.
//!
//! `name.json` holds what the provider sends and `name.batch.json` what comes of it. With
//! `PATCHBAY_GOLDEN=write` in the environment the second is written instead of compared: look at
//! the difference before committing it.

use crate::effects::{Actor, Attachment, Batch, Content, Event, InboundMessage};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Runs `handle` on every payload of `folder` and compares. Panics with all differences.
pub fn check(folder: impl AsRef<Path>, mut handle: impl FnMut(&str, Value) -> Value) {
    let mut payloads: Vec<PathBuf> = fs::read_dir(folder.as_ref())
        .expect("the folder of golden files is there")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| {
            let name = path.to_string_lossy();
            name.ends_with(".json") && !name.ends_with(".batch.json")
        })
        .collect();
    payloads.sort();
    assert!(!payloads.is_empty(), "there are no payloads in {}", folder.as_ref().display());
    let write = std::env::var_os("PATCHBAY_GOLDEN").is_some_and(|word| word == "write");
    let mut wrong = Vec::new();
    for path in payloads {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let payload = read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let made = handle(&name, payload);
        let expected = path.with_extension("batch.json");
        if write {
            let text = serde_json::to_string_pretty(&made).expect("a value is always JSON");
            fs::write(&expected, text + "\n").expect("golden files can be written");
        } else if read(&expected).ok().as_ref() != Some(&made) {
            wrong.push(format!("{name} became\n{made:#}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "these differ from their .batch.json (PATCHBAY_GOLDEN=write writes them):\n{}",
        wrong.join("\n")
    );
}

fn read(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// A batch as JSON, without the fields that are empty. The batch is kept from being dropped, so
/// that it may hold test blobs.
pub fn batch(batch: Batch) -> Value {
    let mut out = Map::new();
    put(&mut out, "events", batch.events.iter().map(event).collect());
    put(&mut out, "cursor", batch.cursor.as_deref().map_or(Value::Null, text));
    let kv = batch.kv.iter().map(|op| json!([op.key, op.value.as_deref().map(text)])).collect();
    put(&mut out, "kv", kv);
    put(&mut out, "timers", batch.timers.iter().map(|t| json!([t.name, t.at_ms])).collect());
    let frames = batch.visitor.iter();
    let frames = frames.map(|f| json!([f.session, f.name, text(f.data.as_bytes())])).collect();
    put(&mut out, "visitor", frames);
    super::keep(batch);
    Value::Object(out)
}

fn event(event: &Event) -> Value {
    match event {
        Event::Message(message) => json!({"message": self::message(message)}),
        Event::Receipt(r) => json!({"receipt": {
            "external-id": r.external_id, "status": r.status, "at-ms": r.at_ms, "code": r.code,
        }}),
        Event::Edit(e) => json!({"edit": {
            "external-id": e.external_id, "thread": e.thread, "text": e.text,
            "deleted": e.deleted, "at-ms": e.at_ms,
        }}),
        Event::Signal(s) => json!({"signal": {"thread": s.thread, "kind": s.kind}}),
        Event::Reaction(r) => json!({"reaction": {
            "external-id": r.external_id, "thread": r.thread, "from": actor(&r.from),
            "emoji": r.emoji, "at-ms": r.at_ms,
        }}),
        Event::Call(c) => json!({"call": {
            "external-id": c.external_id, "thread": c.thread, "channel": c.channel,
            "from": actor(&c.from), "direction": c.direction, "kind": c.kind, "at-ms": c.at_ms,
            "extension": c.extension, "line": c.line, "talk-ms": c.talk_ms,
            "recording": c.recording.as_ref().map(attachment), "extras": c.extras,
        }}),
        Event::Custom(c) => json!({"custom": {"kind": c.kind, "payload": text(&c.payload)}}),
    }
}

fn message(m: &InboundMessage) -> Value {
    let mut out = Map::new();
    for (name, value) in [
        ("external-id", json!(m.external_id)),
        ("thread", json!(m.thread)),
        ("channel", json!(m.channel)),
        ("from", actor(&m.from)),
        ("at-ms", json!(m.at_ms)),
        ("subject", json!(m.subject)),
        ("text", json!(m.text)),
        ("html", json!(m.html)),
        ("reply-to", json!(m.reply_to)),
        ("references", json!(m.references)),
        ("verified-ticket", json!(m.verified_ticket)),
        ("attachments", m.attachments.iter().map(attachment).collect()),
        ("contents", m.contents.iter().map(content).collect()),
        ("extras", json!(m.extras)),
    ] {
        put(&mut out, name, value);
    }
    if m.automatic {
        out.insert("automatic".to_owned(), json!(true));
    }
    Value::Object(out)
}

fn actor(a: &Actor) -> Value {
    json!({
        "external-id": a.external_id,
        "display-name": a.display_name,
        "attrs": a.attrs,
    })
}

fn content(c: &Content) -> Value {
    match c {
        Content::Location(l) => json!({"location": {
            "latitude": l.latitude, "longitude": l.longitude, "name": l.name,
            "address": l.address,
        }}),
        Content::Contact(c) => json!({"contact": {
            "name": c.name, "phones": c.phones, "emails": c.emails,
            "organisation": c.organisation,
        }}),
        Content::Choice(c) => json!({"choice": {
            "id": c.id, "title": c.title, "offered-by": c.offered_by,
        }}),
        Content::Custom(c) => json!({"custom": {"kind": c.kind, "payload": text(&c.payload)}}),
    }
}

fn attachment(a: &Attachment) -> Value {
    json!({
        "blob": a.blob.as_ref().map(|blob| blob.handle()),
        "mime": a.mime,
        "filename": a.filename,
        "kind": a.kind,
        "content-id": a.content_id,
    })
}

fn put(out: &mut Map<String, Value>, name: &str, value: Value) {
    if !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty()) {
        out.insert(name.to_owned(), value);
    }
}

/// Bytes as JSON when they are JSON, else as text.
fn text(bytes: &[u8]) -> Value {
    let text = String::from_utf8_lossy(bytes);
    serde_json::from_str(&text).unwrap_or_else(|_| json!(text))
}
