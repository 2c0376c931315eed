//! Sends private messages, reactions and signals.

use super::plan::{Step, plan};
use super::{Page, last_at, real};
use crate::{CallError, id, result};
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};

const DAY_MS: u64 = 86_400_000;

/// Sends one part of the message.
pub fn send_part(page: &Page, msg: &Message, part: &Position) -> Result<SentPart, Failure> {
    let mimes: Vec<&str> = msg.attachments.iter().map(|one| one.mime.as_str()).collect();
    let steps = plan(&page.flavour, msg.text.as_deref().unwrap_or_default(), &mimes, &msg.contents);
    if steps.is_empty() {
        return Err(page.never("empty", "The message has neither text nor an attachment."));
    }
    if msg.attachments.iter().any(|one| one.blob.is_none()) {
        return Err(page.never("no-file", "An attachment of this message is no longer there."));
    }
    if !page.flavour.uploads {
        // Known before anything has gone out.
        for place in 0..msg.attachments.len() {
            address(page, msg, place)?;
        }
    }
    let mut frame = json!({ "recipient": { "id": msg.thread } });
    let late = last_at(&msg.thread).is_some_and(|at| host::now_ms() > at + DAY_MS);
    if late && page.human_agent {
        frame["messaging_type"] = json!("MESSAGE_TAG");
        frame["tag"] = json!("HUMAN_AGENT");
    } else {
        frame["messaging_type"] = json!("RESPONSE");
    }
    // Only the first part answers; the rest follows from it.
    let answered = msg.reply_to.as_deref().filter(|_| part.is_first());
    if let Some(mid) = answered.and_then(|id| real(&msg.thread, id)) {
        frame["reply_to"] = json!({ "mid": mid });
    }
    let answer = match part.of(&steps)? {
        Step::Plain(message) => {
            frame["message"] = message.clone();
            post(page, &frame)
        }
        Step::File(place, kind) => file(page, msg, *place, kind, frame)?,
    };
    let id = answer.and_then(message_id).map_err(|error| page.api.sending(error))?;
    Ok(SentPart::sent(id, steps.len()))
}

fn post(page: &Page, body: &Value) -> Result<Value, CallError> {
    page.api.post(&format!("{}/messages", page.node), body)
}

fn message_id(answer: Value) -> Result<String, CallError> {
    id(&answer["message_id"]).ok_or_else(|| {
        CallError::Strange(200, None, answer.to_string().chars().take(200).collect())
    })
}

/// Sends a file: handed in with the message, or by an address from which it is fetched.
fn file(
    page: &Page,
    msg: &Message,
    place: usize,
    kind: &str,
    mut frame: Value,
) -> Result<Result<Value, CallError>, Failure> {
    let attachment = &msg.attachments[place];
    let mut message = json!({ "attachment": { "type": kind, "payload": {} } });
    if !page.flavour.uploads {
        message["attachment"]["payload"]["url"] = json!(address(page, msg, place)?);
        frame["message"] = message;
        return Ok(post(page, &frame));
    }
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (name, value) in frame.as_object().into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        parts.push(Part::text(name, text));
    }
    parts.push(Part::text("message", message.to_string()));
    if let Some(blob) = &attachment.blob {
        let name = attachment.filename.as_deref().unwrap_or("file");
        parts.push(Part::blob("filedata", name, &attachment.mime, blob));
    }
    Ok(page.api.upload(&format!("{}/messages", page.node), parts))
}

/// The signed address of a file on this desk.
pub fn address(page: &Page, msg: &Message, place: usize) -> Result<String, Failure> {
    let list = msg.extras.iter().find(|(name, _)| name == "attachment-json");
    let list: Option<Value> = list.and_then(|(_, json)| serde_json::from_str(json).ok());
    let path = list.and_then(|list| list[place]["url"].as_str().map(str::to_owned));
    let base = page.public_url.trim_end_matches('/');
    match path {
        Some(path) if base.starts_with("http") => Ok(format!("{base}{path}")),
        _ => {
            let app = page.flavour.app;
            let message =
                format!("{app} fetches files from this desk, which has no public address.");
            Err(page.never("no-address", message))
        }
    }
}

/// Puts an emoji on a message, or takes it away.
pub fn react(
    page: &Page,
    thread: &str,
    message: &str,
    emoji: Option<&str>,
) -> Result<Batch, Failure> {
    let Some(message) = real(thread, message) else {
        let app = page.flavour.app;
        return Err(page.never("no-message", format!("{app} knows no message here to react to.")));
    };
    let mut payload = json!({ "message_id": message });
    if let Some(emoji) = emoji {
        payload["reaction"] = json!(page.flavour.love.unwrap_or(emoji));
    }
    let action = if emoji.is_some() { "react" } else { "unreact" };
    let body =
        json!({ "recipient": { "id": thread }, "sender_action": action, "payload": payload });
    post(page, &body).map_err(|error| page.api.sending(error))?;
    Ok(Batch::empty())
}

/// Typing, its end, and reading.
pub fn notify(page: &Page, sig: &presence::Signal) -> Result<Batch, Failure> {
    let action = match sig.kind.as_str() {
        "typing" => "typing_on",
        "stopped" => "typing_off",
        "read" => "mark_seen",
        _ => return Ok(Batch::empty()),
    };
    let request = Request::post(page.api.url(&format!("{}/messages", page.node)))
        .json(&json!({ "recipient": { "id": sig.thread }, "sender_action": action }))
        .credential("token");
    result(request).map_err(|error| page.api.asking(error))?;
    Ok(Batch::empty())
}
