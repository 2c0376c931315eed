//! What the gateway tells, as events of the desk. Pure, except that files are fetched.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

// Ids count milliseconds from the first of January 2024, in their upper bits.
const EPOCH_MS: u64 = 1_704_067_200_000;

/// An id as a number, which grows with time.
pub fn id(value: &Value) -> u64 {
    value.as_str().and_then(|id| id.parse().ok()).unwrap_or_default()
}

fn at_ms(id: u64) -> u64 {
    EPOCH_MS + (id >> 22)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The id of the message that an event brings.
pub fn newest(name: &str, data: &Value) -> u64 {
    if name == "MESSAGE_NEW" { id(&data["id"]) } else { 0 }
}

/// Adds what an event means. What a later version of the gateway tells is ignored.
pub fn take(name: &str, data: &Value, batch: &mut Batch) {
    let own = data["author"]["bot"] == true;
    let event: Event = match name {
        "MESSAGE_NEW" if !own => message(data).into(),
        "MESSAGE_CHANGED" if !own => Edit {
            external_id: text(&data["id"]),
            thread: text(&data["channel_id"]),
            text: data["content"].as_str().map(str::to_owned),
            deleted: false,
            at_ms: host::now_ms(),
        }
        .into(),
        "MESSAGE_GONE" => Edit {
            external_id: text(&data["id"]),
            thread: text(&data["channel_id"]),
            text: None,
            deleted: true,
            at_ms: host::now_ms(),
        }
        .into(),
        "REACTION_ADDED" | "REACTION_REMOVED" => Reaction {
            external_id: text(&data["message_id"]),
            thread: text(&data["channel_id"]),
            from: Actor { external_id: text(&data["user_id"]), ..actor(&data["user"]) },
            emoji: (name == "REACTION_ADDED").then(|| text(&data["emoji"]["name"])),
            at_ms: host::now_ms(),
        }
        .into(),
        "TYPING" => Signal { thread: text(&data["channel_id"]), kind: "typing".to_owned() }.into(),
        _ => return,
    };
    batch.events.push(event);
}

/// A person.
pub fn actor(user: &Value) -> Actor {
    let known = |name: &str| user[name].as_str().filter(|text| !text.is_empty());
    let username = known("username");
    Actor {
        external_id: text(&user["id"]),
        display_name: known("global_name").or(username).map(str::to_owned),
        attrs: username.map(|name| ("username".to_owned(), name.to_owned())).into_iter().collect(),
    }
}

fn message(data: &Value) -> InboundMessage {
    let content = data["content"].as_str().filter(|content| !content.is_empty());
    let files = data["attachments"].as_array().into_iter().flatten();
    InboundMessage {
        external_id: text(&data["id"]),
        thread: text(&data["channel_id"]),
        channel: "BEACON".to_owned(),
        from: actor(&data["author"]),
        at_ms: at_ms(id(&data["id"])),
        text: content.map(str::to_owned),
        reply_to: data["message_reference"]["message_id"].as_str().map(str::to_owned),
        attachments: files.map(attachment).collect(),
        ..InboundMessage::default()
    }
}

/// A file; one that cannot be fetched is still named, so that the agent knows of it.
fn attachment(file: &Value) -> Attachment {
    let mime = file["content_type"].as_str().unwrap_or("application/octet-stream").to_owned();
    let filename = file["filename"].as_str().map(str::to_owned);
    let meta = BlobMeta { mime: mime.clone(), filename: filename.clone(), size: None };
    let fetched = Request::get(text(&file["url"])).to_blob().send();
    let blob = match fetched {
        Ok(answer) if answer.ok() => answer.into_blob(meta).ok(),
        Ok(answer) => {
            warn!("a file could not be fetched", status = answer.status());
            None
        }
        Err(_) => {
            warn!("a file could not be fetched");
            None
        }
    };
    match blob {
        Some(blob) => Attachment::stored(blob, &mime, filename),
        None => Attachment {
            blob: None,
            kind: media::kind_of(&mime).to_owned(),
            mime,
            filename,
            content_id: None,
        },
    }
}
