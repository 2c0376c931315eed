//! The parts of LINE's webhooks that matter here, and what they mean. Pure: no requests.
//!
//! Read from loose JSON on purpose: LINE adds fields and kinds without notice, and a field of
//! another form must cost its own meaning only, never the message.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

pub const CHANNEL: &str = "LINE_DM";

/// A file to be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRef {
    pub message: String,
    pub mime: &'static str,
    pub filename: String,
    pub kind: &'static str,
}

/// What one event means.
#[derive(Debug)]
pub enum Read {
    Message(Box<InboundMessage>, Option<FileRef>),
    /// A message was taken back, and with it a file that followed it or is yet to follow.
    Unsent(Edit),
    Event(Box<Event>),
}

/// The conversation an event belongs to: a person, a group or a room.
pub fn thread(event: &Value) -> Option<&str> {
    let source = &event["source"];
    let field = match source["type"].as_str()? {
        "user" => "userId",
        "group" => "groupId",
        "room" => "roomId",
        _ => return None,
    };
    source[field].as_str().filter(|id| !id.is_empty())
}

/// Reads one event. `None`: it says who and when in no form known here.
pub fn read(event: &Value) -> Option<Read> {
    let kind = event["type"].as_str()?;
    let at_ms = event["timestamp"].as_u64()?;
    let told = |name: &str| {
        custom(
            &format!("line.{name}"),
            &json!({
                "thread": thread(event), "by": event["source"]["userId"], "at_ms": at_ms,
                "id": event["webhookEventId"], "event": event,
            }),
        )
    };
    Some(match (kind, thread(event)) {
        ("message", Some(thread)) => message(event, thread, at_ms)?,
        ("postback", Some(thread)) if turned_page(event) => custom(
            "line.rich-menu",
            &json!({
                "thread": thread, "by": event["source"]["userId"], "at_ms": at_ms,
                "id": event["webhookEventId"], "event": event,
                "text": match event["postback"]["params"]["status"].as_str() {
                    None | Some("SUCCESS") => "The customer turned to another page of the menu.",
                    Some(_) => "The customer tapped a page of the menu that LINE could not show.",
                },
            }),
        ),
        ("postback", Some(thread)) => pressed(event, thread, at_ms)?,
        ("unsend", Some(thread)) => Read::Unsent(Edit {
            external_id: event["unsend"]["messageId"].as_str()?.to_owned(),
            thread: thread.to_owned(),
            text: None,
            deleted: true,
            at_ms,
        }),
        // A customer who blocks the account, or lets it in again.
        ("follow" | "unfollow", Some(thread)) => custom(
            "line.membership",
            &json!({
                "thread": thread, "by": event["source"]["userId"], "is": kind,
                "blocked": kind == "unfollow",
                "text": match (kind, event["follow"]["isUnblocked"] == true) {
                    ("unfollow", _) => "The customer blocked the account.",
                    (_, true) => "The customer let the account in again.",
                    (_, false) => "The customer added the account.",
                },
                "unblocked": event["follow"]["isUnblocked"] == true, "at_ms": at_ms,
            }),
        ),
        (other, _) => told(other),
    })
}

/// Who blocks the account wants nothing from it.
pub fn consent(event: &Value) -> Option<Consent> {
    let given = match event["type"].as_str()? {
        "follow" => true,
        "unfollow" => false,
        _ => return None,
    };
    Some(Consent {
        thread: thread(event)?.to_owned(),
        contact: event["source"]["userId"].as_str()?.to_owned(),
        everything: true,
        given,
        at_ms: event["timestamp"].as_u64(),
        text: None,
    })
}

fn custom(kind: &str, payload: &Value) -> Read {
    Read::Event(Box::new(Event::Custom(Custom::json(kind, payload))))
}

fn message(event: &Value, thread: &str, at_ms: u64) -> Option<Read> {
    let said = &event["message"];
    let id = said["id"].as_str().filter(|id| !id.is_empty())?;
    let (text, contents, file) = content(said, id);
    let message = InboundMessage {
        external_id: id.to_owned(),
        reply_to: said["quotedMessageId"].as_str().map(str::to_owned),
        text,
        contents,
        extras: extras(event),
        ..from(event, thread, at_ms)
    };
    Some(Read::Message(Box::new(message), file))
}

fn from(event: &Value, thread: &str, at_ms: u64) -> InboundMessage {
    // Group members are named only by some versions of LINE; then the group itself speaks.
    let who = event["source"]["userId"].as_str().filter(|id| !id.is_empty()).unwrap_or(thread);
    InboundMessage {
        thread: thread.to_owned(),
        channel: CHANNEL.to_owned(),
        from: Actor { external_id: who.to_owned(), ..Actor::default() },
        at_ms,
        ..InboundMessage::default()
    }
}

fn extras(event: &Value) -> Vec<(String, String)> {
    let said = &event["message"];
    let mut extras = Vec::new();
    let mut put = |name: &str, value: &Value| {
        if let Some(value) = value.as_str().filter(|value| !value.is_empty()) {
            extras.push((name.to_owned(), value.to_owned()));
        }
    };
    put("album", &said["imageSet"]["id"]);
    put("package", &said["packageId"]);
    put("sticker", &said["stickerId"]);
    match event["source"]["type"].as_str() {
        Some("group") => put("group", &event["source"]["groupId"]),
        Some("room") => put("group", &event["source"]["roomId"]),
        _ => {}
    }
    // Another program of the account is in charge of answering.
    if event["mode"] == "standby" {
        put("mode", &event["mode"]);
    }
    extras
}

type ContentParts = (Option<String>, Vec<Content>, Option<FileRef>);

fn content(said: &Value, id: &str) -> ContentParts {
    let kind = said["type"].as_str().unwrap_or("message");
    match kind {
        "text" => (Some(said["text"].as_str().unwrap_or("").to_owned()), vec![], None),
        "image" | "video" | "audio" | "file" => media(said, kind, id),
        "location" => match place(said) {
            Some(place) => (None, vec![place], None),
            None => (Some(cannot_show(kind)), vec![], None),
        },
        "sticker" => (Some(sticker(said)), vec![], None),
        other => (Some(cannot_show(other)), vec![], None),
    }
}

fn cannot_show(kind: &str) -> String {
    format!("[{kind}] This cannot be shown here; open it in LINE.")
}

fn media(said: &Value, kind: &str, id: &str) -> ContentParts {
    // Sent by an app of somebody's: LINE has only the address, and no foreign host is granted.
    if said["contentProvider"]["type"] == "external" {
        let url = said["contentProvider"]["originalContentUrl"].as_str().unwrap_or("");
        return (Some(format!("[{kind}] {url}")), vec![], None);
    }
    let (kind, mime, filename) = match kind {
        "image" => ("image", "image/jpeg", format!("image_{id}.jpg")),
        "video" => ("video", "video/mp4", format!("video_{id}.mp4")),
        "audio" => ("voice", "audio/mp4", format!("voice_{id}.m4a")),
        _ => {
            let name = said["fileName"].as_str().unwrap_or("");
            let name = name.rsplit(['/', '\\']).next().unwrap_or("").trim();
            let name = if name.is_empty() { format!("file_{id}") } else { name.to_owned() };
            let mime = patchbay_plugin::media::mime_of(&name);
            (patchbay_plugin::media::kind_of(mime), mime, name)
        }
    };
    (None, vec![], Some(FileRef { message: id.to_owned(), mime, filename, kind }))
}

fn place(said: &Value) -> Option<Content> {
    let word = |name: &str| said[name].as_str().filter(|w| !w.is_empty()).map(str::to_owned);
    Some(Content::Location(Location {
        latitude: said["latitude"].as_f64()?,
        longitude: said["longitude"].as_f64()?,
        name: word("title"),
        address: word("address"),
    }))
}

/// A sticker in words: what is written on it, or what LINE says it means.
fn sticker(said: &Value) -> String {
    if let Some(text) = said["text"].as_str().filter(|text| !text.trim().is_empty()) {
        return format!("[sticker] {text}");
    }
    let words = said["keywords"].as_array().into_iter().flatten();
    let words: Vec<&str> = words.filter_map(Value::as_str).take(3).collect();
    if words.is_empty() {
        "[sticker]".to_owned()
    } else {
        format!("[sticker] {}", words.join(", "))
    }
}

/// LINE tells of a tap on a tab of the rich menu as of a button, but it only turns the page.
fn turned_page(event: &Value) -> bool {
    event["postback"]["params"]["newRichMenuAliasId"].is_string()
}

/// A button: ours carry id and title, those of rich menus and other programs whatever they were
/// given.
fn pressed(event: &Value, thread: &str, at_ms: u64) -> Option<Read> {
    let data = event["postback"]["data"].as_str()?;
    let (id, mut title) = match data_of(data) {
        Some((id, title)) => (id, title),
        None => (data.to_owned(), data.to_owned()),
    };
    // The date or time that was chosen.
    for (_, value) in event["postback"]["params"].as_object().into_iter().flatten() {
        title = format!("{title} {}", value.as_str().unwrap_or_default()).trim().to_owned();
    }
    let message = InboundMessage {
        external_id: format!("postback:{}", event["webhookEventId"].as_str()?),
        contents: vec![Content::Choice(ChoiceMade { id, title, offered_by: None })],
        extras: extras(event),
        ..from(event, thread, at_ms)
    };
    Some(Read::Message(Box::new(message), None))
}

/// The longest `data` of a button.
const DATA_MAX: usize = 300;

/// What a button of ours sends back: its id, and what stands on it as long as there is room.
pub fn data(id: &str, title: &str) -> String {
    let whole = json!({"b": id, "t": title}).to_string();
    if whole.encode_utf16().count() <= DATA_MAX { whole } else { json!({"b": id}).to_string() }
}

fn data_of(data: &str) -> Option<(String, String)> {
    let value: Value = patchbay_plugin::serde_json::from_str(data).ok()?;
    let id = value["b"].as_str()?.to_owned();
    let title = value["t"].as_str().map_or_else(|| id.clone(), str::to_owned);
    Some((id, title))
}
