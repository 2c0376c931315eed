//! How WhatsApp writes what happened.
use serde_json::{Value, json};

use super::super::{Graph, media};
use crate::network::Happening;
use crate::network::happening::Kind;
use crate::network::model::{File, Message};

fn scoped(user: i64) -> String {
    format!("US.13491208655{user}")
}

fn seconds(at_ms: i64) -> String {
    (at_ms / 1000).to_string()
}

/// What a webhook says of a customer's act; `None` for what WhatsApp does not tell.
pub fn value(graph: &Graph, happening: &Happening) -> Option<Value> {
    let message = happening.message.as_ref()?;
    let user = happening.person.id;
    let mut told = json!({
        "from": happening.user_id, "from_user_id": scoped(user), "id": message.id,
        "timestamp": seconds(happening.at_ms),
    });
    match happening.kind {
        Kind::Message => {
            fill(graph, happening, message, &mut told);
            if let Some(answered) = &happening.reply_id {
                told["context"] = json!({ "from": "15550783881", "id": answered });
            }
        }
        Kind::Edit => {
            told["id"] = json!(format!("{}-{}", message.id, happening.event));
            told["type"] = json!("edit");
            let new = json!({
                "context": { "id": "M0" }, "type": "text", "text": { "body": message.text },
            });
            told["edit"] = json!({ "original_message_id": message.id, "message": new });
        }
        Kind::Delete => {
            told["id"] = json!(format!("{}-{}", message.id, happening.event));
            told["type"] = json!("revoke");
            told["revoke"] = json!({ "original_message_id": message.id });
        }
        Kind::Reaction => {
            told["id"] = json!(format!("{}-{}", message.id, happening.event));
            told["type"] = json!("reaction");
            told["reaction"] = json!({ "message_id": message.id });
            if let Some(emoji) = &happening.emoji {
                told["reaction"]["emoji"] = json!(emoji);
            }
        }
        _ => return None,
    }
    let mut contact = json!({
        "profile": { "name": happening.person.name() }, "wa_id": happening.user_id,
        "user_id": scoped(user),
    });
    if let Some(name) = &happening.person.username {
        contact["profile"]["username"] = json!(name);
    }
    Some(json!({ "contacts": [contact], "messages": [told] }))
}

fn fill(graph: &Graph, happening: &Happening, message: &Message, told: &mut Value) {
    if let Some(wire) = message.more.get("wire").and_then(Value::as_object) {
        for (name, value) in wire {
            told[name] = value.clone();
        }
        return;
    }
    if let Some(place) = message.more.get("location") {
        told["type"] = json!("location");
        told["location"] = place.clone();
        return;
    }
    if let Some(card) = message.more.get("contact") {
        let name = card["first_name"].as_str().unwrap_or_default();
        let phone = card["phone_number"].as_str().unwrap_or_default();
        let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
        told["type"] = json!("contacts");
        told["contacts"] = json!([{
            "name": { "first_name": name, "formatted_name": name },
            "phones": [{ "phone": phone, "wa_id": digits, "type": "CELL" }],
        }]);
        return;
    }
    let Some(file) = message.files.first() else {
        told["type"] = json!("text");
        told["text"] = json!({ "body": message.text });
        return;
    };
    let sticker = message.more.get("kind").is_some_and(|kind| kind == "sticker");
    let kind = kind_of(file, sticker);
    let mut body = json!({
        "mime_type": file.mime, "sha256": media::sha256(file), "id": file.id,
        "url": media::address(graph, &happening.account, file),
    });
    match kind {
        "audio" => body["voice"] = json!(file.mime.starts_with("audio/ogg")),
        "sticker" => body["animated"] = json!(false),
        "document" => body["filename"] = json!(file.name),
        _ => {}
    }
    if let Some(text) = message.text.as_ref().filter(|_| !matches!(kind, "audio" | "sticker")) {
        body["caption"] = json!(text);
    }
    told["type"] = json!(kind);
    told[kind] = body;
}

fn kind_of(file: &File, sticker: bool) -> &'static str {
    match file.mime.split('/').next() {
        _ if sticker => "sticker",
        Some("image") => "image",
        Some("video") => "video",
        Some("audio") => "audio",
        _ => "document",
    }
}

/// A receipt.
pub fn status(happening: &Happening, id: &str, word: &str, error: Option<Value>) -> Value {
    let mut status = json!({
        "id": id, "status": word, "timestamp": seconds(happening.at_ms),
        "recipient_id": happening.user_id, "recipient_user_id": scoped(happening.person.id),
        "pricing": {
            "billable": false, "pricing_model": "PMP", "type": "free_customer_service",
            "category": "service",
        },
    });
    let message = happening.message.as_ref().filter(|message| message.id == id);
    if let Some(data) = message.and_then(|message| message.more.get("opaque")) {
        status["biz_opaque_callback_data"] = data.clone();
    }
    if let Some(error) = error {
        status["errors"] = json!([error]);
    }
    json!({ "statuses": [status] })
}
