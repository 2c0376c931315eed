//! What one message says: its text, its file and its other contents. Nothing is dropped: a kind that
//! is not known here becomes a line that says so. Pure.

use crate::words;
use graph::{each, id, number, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;
use serde::{Deserialize, Serialize};

/// A message's content.
#[derive(Debug, Default)]
pub struct MessageContent {
    pub text: Option<String>,
    pub file: Option<FileRef>,
    pub contents: Vec<Content>,
    /// Written by WhatsApp itself, not by a person.
    pub automatic: bool,
    pub extras: Vec<(String, String)>,
}

/// A file to be fetched: WhatsApp's id of it, and what the desk shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRef {
    pub id: String,
    pub mime: String,
    pub filename: String,
    pub kind: String,
}

impl MessageContent {
    fn words(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }
}

/// Reads a message of any kind.
pub fn said(message: &Value) -> MessageContent {
    let kind = message["type"].as_str().unwrap_or_default();
    let body = &message[kind];
    let mut said = match kind {
        "text" => text(body, "body").map(MessageContent::words),
        "image" => file(body, "image"),
        "video" => file(body, "video"),
        "audio" if body["voice"] == true => file(body, "voice"),
        "audio" => file(body, "audio"),
        "document" => file(body, "document"),
        "sticker" => file(body, "sticker"),
        "location" => place(body),
        "contacts" => cards(body),
        "button" => text(body, "text")
            .map(|title| pressed(message, text(body, "payload").unwrap_or(title), title, None)),
        "interactive" => interactive(message, body),
        "order" => Some(MessageContent::words(words::order(body))),
        "system" => text(body, "body")
            .map(|text| MessageContent { automatic: true, ..MessageContent::words(text) }),
        "request_welcome" => Some(MessageContent {
            automatic: true,
            ..MessageContent::words("[opened the chat for the first time]")
        }),
        _ => None,
    }
    .unwrap_or_else(|| unknown(kind, message));
    about(message, &mut said);
    said
}

fn file(body: &Value, kind: &'static str) -> Option<MessageContent> {
    let id = id(&body["id"])?;
    let mime = text(body, "mime_type").unwrap_or("application/octet-stream");
    let mime = mime.split(';').next().unwrap_or(mime).trim().to_ascii_lowercase();
    let given = text(body, "filename").map(|name| name.rsplit(['/', '\\']).next().unwrap_or(name));
    let filename = match given.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) if !name.contains('.') => graph::named(name, &mime),
        Some(name) => name.to_owned(),
        None => graph::named(kind, &mime),
    };
    // A picture sent as a file is still a picture.
    let kind = match kind {
        "document" => patchbay_plugin::media::kind_of(&mime),
        kind => kind,
    };
    let file = Some(FileRef { id, mime, filename, kind: kind.to_owned() });
    Some(MessageContent {
        text: text(body, "caption").map(str::to_owned),
        file,
        ..MessageContent::default()
    })
}

fn place(body: &Value) -> Option<MessageContent> {
    let place = Location {
        latitude: body["latitude"].as_f64()?,
        longitude: body["longitude"].as_f64()?,
        name: text(body, "name").map(str::to_owned),
        address: text(body, "address").map(str::to_owned),
    };
    let extras = text(body, "url").map(|url| ("location-url".to_owned(), url.to_owned()));
    let contents = vec![Content::Location(place)];
    Some(MessageContent {
        contents,
        extras: extras.into_iter().collect(),
        ..MessageContent::default()
    })
}

fn cards(body: &Value) -> Option<MessageContent> {
    let card = |contact: &Value| {
        let name = &contact["name"];
        let parts = [text(name, "first_name"), text(name, "last_name")];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        let all = |list: &str, field: &str, other: &str| {
            let values =
                each(contact, list).filter_map(|one| text(one, field).or(text(one, other)));
            values.map(str::to_owned).collect()
        };
        Content::Contact(ContactCard {
            name: text(name, "formatted_name").map_or_else(|| parts.join(" "), str::to_owned),
            phones: all("phones", "phone", "wa_id"),
            emails: all("emails", "email", "email"),
            organisation: text(&contact["org"], "company").map(str::to_owned),
        })
    };
    let contents: Vec<Content> = body.as_array()?.iter().map(card).collect();
    let text = words::cards(body);
    (!contents.is_empty()).then(|| MessageContent { contents, text, ..MessageContent::default() })
}

fn interactive(message: &Value, body: &Value) -> Option<MessageContent> {
    match text(body, "type")? {
        kind @ ("button_reply" | "list_reply") => {
            let reply = &body[kind];
            let title = text(reply, "title")?;
            Some(pressed(
                message,
                text(reply, "id").unwrap_or(title),
                title,
                text(reply, "description"),
            ))
        }
        "nfm_reply" => Some(MessageContent::words(words::form(&body["nfm_reply"]))),
        _ => None,
    }
}

fn pressed(message: &Value, id: &str, title: &str, more: Option<&str>) -> MessageContent {
    let choice = ChoiceMade {
        id: id.to_owned(),
        title: title.to_owned(),
        offered_by: text(&message["context"], "id").map(str::to_owned),
    };
    let words = more.map_or_else(|| title.to_owned(), |more| format!("{title}\n{more}"));
    MessageContent { contents: vec![Content::Choice(choice)], ..MessageContent::words(words) }
}

/// A line naming the kind, with the reason where there is one, and the message itself as it came.
fn unknown(kind: &str, message: &Value) -> MessageContent {
    let reason = each(message, "errors").find_map(|error| {
        text(&error["error_data"], "details")
            .or_else(|| text(error, "message"))
            .or(text(error, "title"))
    });
    let named = match kind {
        "" | "unsupported" | "unknown" => "message",
        kind => kind,
    };
    let body = &message[kind];
    let said = ["title", "caption", "body", "text"].into_iter().filter_map(|name| text(body, name));
    let mut line: String = said.map(|words| format!("{words}\n")).collect();
    line.push_str(&format!(
        "[{}] This cannot be shown here; open it in WhatsApp.",
        named.replace('_', " ")
    ));
    if let Some(reason) = reason {
        line.push_str(&format!(" ({reason})"));
    }
    let raw: String = message.to_string().chars().take(4000).collect();
    MessageContent { extras: vec![("raw".to_owned(), raw)], ..MessageContent::words(line) }
}

/// Forwards, products asked about, and the advertisement a customer came from.
fn about(message: &Value, said: &mut MessageContent) {
    let context = &message["context"];
    let mut put = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            said.extras.push((name.to_owned(), value.to_owned()));
        }
    };
    if context["frequently_forwarded"] == true {
        put("forwarded", Some("many times"));
    } else if context["forwarded"] == true {
        put("forwarded", Some("once"));
    }
    let product = &context["referred_product"];
    put("product-catalogue", text(product, "catalog_id"));
    put("product", text(product, "product_retailer_id"));
    let referral = &message["referral"];
    put("referral", text(referral, "source_url"));
    put("referral-type", text(referral, "source_type"));
    put("referral-id", text(referral, "source_id"));
    put("referral-headline", text(referral, "headline"));
    put("referral-text", text(referral, "body"));
    put("referral-click", text(referral, "ctwa_clid"));
    put(
        "referral-media",
        ["image_url", "video_url", "thumbnail_url"]
            .into_iter()
            .find_map(|name| text(referral, name)),
    );
}

/// When a message or status happened, in milliseconds: WhatsApp writes seconds as text.
pub fn at_ms(item: &Value, now: u64) -> u64 {
    number(&item["timestamp"]).map_or(now, |seconds| seconds.saturating_mul(1000))
}
