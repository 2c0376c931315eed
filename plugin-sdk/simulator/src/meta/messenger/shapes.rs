//! How Messenger and Instagram write what happened.
use serde_json::{Value, json};

use super::super::{Brand, Graph, media};
use crate::network::Happening;
use crate::network::happening::Kind;
use crate::network::model::Message;

/// A comment with what stands above it, when a message of the chat is one.
pub fn comment(message: &Message) -> Option<&Value> {
    message.more.get("comment")
}

/// The field an account must be subscribed to, and the event; `None` for what is not told.
pub fn event(graph: &Graph, happening: &Happening) -> Option<(&'static str, Value)> {
    let message = happening.message.as_ref();
    let account = &happening.account.key;
    let mut event = json!({
        "sender": { "id": happening.user_id }, "recipient": { "id": account },
        "timestamp": happening.at_ms,
    });
    let field = match happening.kind {
        Kind::Message => {
            let message = message?;
            if let Some(payload) = message.more.get("postback") {
                event["postback"] =
                    json!({ "mid": message.id, "title": message.text, "payload": payload });
                "messaging_postbacks"
            } else {
                event["message"] = said(graph, happening, message);
                "messages"
            }
        }
        Kind::Edit => {
            let message = message?;
            event["message_edit"] =
                json!({ "mid": message.id, "text": message.text, "num_edit": 1 });
            "message_edits"
        }
        Kind::Delete => {
            event["message"] = json!({ "mid": message?.id, "is_deleted": true });
            "messages"
        }
        Kind::Reaction => {
            let id = &message?.id;
            event["reaction"] = match &happening.emoji {
                Some(emoji) => {
                    let word = if emoji.starts_with('❤') { "love" } else { "other" };
                    json!({ "mid": id, "action": "react", "reaction": word, "emoji": emoji })
                }
                None => json!({ "mid": id, "action": "unreact" }),
            };
            "message_reactions"
        }
        Kind::Read if graph.brand == Brand::Instagram => {
            event["read"] = json!({ "mid": message?.id });
            "messaging_seen"
        }
        Kind::Read => {
            event["read"] = json!({ "watermark": happening.at_ms });
            "message_reads"
        }
        // Instagram tells only what was seen.
        Kind::Delivered if graph.brand == Brand::Facebook => {
            event["delivery"] = json!({ "mids": [message?.id], "watermark": happening.at_ms });
            "message_deliveries"
        }
        _ => return None,
    };
    Some((field, event))
}

fn said(graph: &Graph, happening: &Happening, message: &Message) -> Value {
    let mut said = json!({ "mid": message.id });
    if let Some(wire) = message.more.get("wire").and_then(Value::as_object) {
        for (name, value) in wire {
            said[name] = value.clone();
        }
        return said;
    }
    if let Some(text) = &message.text {
        said["text"] = json!(text);
    }
    if let Some(payload) = message.more.get("quick_reply") {
        said["quick_reply"] = json!({ "payload": payload });
    }
    if let Some(answered) = &happening.reply_id {
        said["reply_to"] = json!({ "mid": answered });
    }
    let sticker = message.more.get("kind").is_some_and(|kind| kind == "sticker");
    let mut attachments = Vec::new();
    for file in &message.files {
        let url = media::address(graph, &happening.account, file);
        if sticker {
            let payload = json!({ "url": url, "sticker_id": 369_239_263_222_822_i64 });
            attachments.push(json!({ "type": "sticker", "payload": payload }));
            // The same once more, as it comes until apps know stickers.
            attachments.push(json!({ "type": "image", "payload": payload }));
            continue;
        }
        let kind = file.mime.split('/').next();
        let shown = |kind: &&str| ["image", "video", "audio"].contains(kind);
        let kind = kind.filter(shown).unwrap_or("file");
        attachments.push(json!({ "type": kind, "payload": { "url": url } }));
    }
    if !attachments.is_empty() {
        said["attachments"] = json!(attachments);
    }
    said
}

/// A comment below a post, as the network in question tells it: the field and its value.
pub fn commented(graph: &Graph, happening: &Happening) -> Option<(&'static str, Value)> {
    let message = happening.message.as_ref()?;
    let about = comment(message)?;
    let (post, parent) = (&about["post"], &about["parent"]);
    let name = happening.person.name();
    if graph.brand == Brand::Instagram {
        // Comments that were changed or taken back are not told.
        if happening.kind != Kind::Message {
            return None;
        }
        let username = happening
            .person
            .username
            .clone()
            .unwrap_or_else(|| name.to_lowercase().replace(' ', "."));
        if about["mention"] == true {
            return Some(("mentions", json!({ "media_id": post, "comment_id": message.id })));
        }
        let mut value = json!({
            "from": { "id": happening.user_id, "username": username }, "comment_id": message.id,
            "text": message.text, "media": { "id": post, "media_product_type": "FEED" },
        });
        if !parent.is_null() {
            value["parent_id"] = parent.clone();
        }
        return Some(("comments", value));
    }
    let mut value = json!({
        "from": { "id": happening.user_id, "name": name }, "item": "comment", "verb": "add",
        "comment_id": message.id, "post_id": post, "created_time": message.at_ms / 1000,
        "parent_id": if parent.is_null() { post } else { parent },
    });
    match happening.kind {
        Kind::Message => value["message"] = json!(message.text),
        Kind::Edit => {
            value["verb"] = json!("edited");
            value["message"] = json!(message.text);
            value["edited_time"] = json!(happening.at_ms / 1000);
        }
        Kind::Delete => value["verb"] = json!("remove"),
        Kind::Reaction => {
            value["item"] = json!("reaction");
            value["verb"] = json!(if happening.emoji.is_some() { "add" } else { "remove" });
            value["reaction_type"] = json!("like");
        }
        _ => return None,
    }
    Some(("feed", value))
}
