//! What an agent does: sending, changing, taking back, reacting.

use crate::api::{Api, answered};
use patchbay_plugin::http::encode;
use patchbay_plugin::outbound_edits::Target;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

// Beacon's limit on a nonce.
const NONCE_MAX: usize = 25;

/// The operation id as a nonce. Its end differs most, so that is what stays of a long one.
fn nonce(op_id: &str) -> &str {
    let from = op_id.char_indices().rev().nth(NONCE_MAX - 1).map_or(0, |(at, _)| at);
    &op_id[from..]
}

/// Sends a message.
pub fn send(api: &Api, msg: &Message) -> Result<outbound::Sent, Failure> {
    let mut body = json!({ "nonce": nonce(&msg.op_id), "enforce_nonce": true });
    if let Some(text) = msg.text.as_deref().filter(|text| !text.is_empty()) {
        body["content"] = json!(text);
    }
    if let Some(answered) = &msg.reply_to {
        body["message_reference"] = json!({ "message_id": answered });
    }
    let path = format!("channels/{}/messages", msg.thread);
    let files: Vec<(&Attachment, &Blob)> =
        msg.attachments.iter().filter_map(|file| Some((file, file.blob.as_ref()?))).collect();
    let sent = if files.is_empty() {
        api.call("POST", &path, Some(&body))?
    } else {
        upload(api, &path, body, &files)?
    };
    Ok(outbound::Sent {
        external_ids: vec![sent["id"].as_str().unwrap_or_default().to_owned()],
        status: "sent".to_owned(),
        batch: Batch::empty(),
    })
}

fn upload(
    api: &Api,
    path: &str,
    mut body: Value,
    files: &[(&Attachment, &Blob)],
) -> Result<Value, Failure> {
    let name = |file: &Attachment| file.filename.clone().unwrap_or_else(|| "file".to_owned());
    let listed = files.iter().enumerate();
    body["attachments"] =
        listed.map(|(at, (file, _))| json!({ "id": at, "filename": name(file) })).collect();
    let mut parts = vec![Part::text("payload_json", body.to_string())];
    for (at, (file, blob)) in files.iter().enumerate() {
        parts.push(Part::blob(&format!("files[{at}]"), &name(file), &file.mime, blob));
    }
    let request = Request::post(api.url(path)).credential("bot").multipart(parts);
    answered(request.send().map_err(NetFailure::while_sending)?)
}

fn path(what: &Target) -> String {
    let id = what.external_ids.first().map_or("", String::as_str);
    format!("channels/{}/messages/{id}", what.thread)
}

/// Replaces the text.
pub fn edit(api: &Api, what: &Target, msg: &Message) -> Result<Batch, Failure> {
    let body = json!({ "content": msg.text.as_deref().unwrap_or_default() });
    api.call("PATCH", &path(what), Some(&body))?;
    Ok(Batch::empty())
}

/// Takes the message back. One that is gone already is as wished.
pub fn delete(api: &Api, what: &Target) -> Result<Batch, Failure> {
    match api.call("DELETE", &path(what), None) {
        Err(Failure::Permanent(detail)) if detail.code == "beacon.10008" => Ok(Batch::empty()),
        other => other.map(|_| Batch::empty()),
    }
}

/// Puts an emoji on a message. Beacon wants to be told which one is to go, so it is remembered.
pub fn react(api: &Api, what: &Target, emoji: Option<&str>) -> Result<Batch, Failure> {
    let key = format!("reaction:{}", what.external_ids.first().map_or("", String::as_str));
    let before = host::kv_get(&key).and_then(|bytes| String::from_utf8(bytes).ok());
    let at = |emoji: &str| {
        let mut address = format!("{}/reactions/", path(what));
        encode(&mut address, emoji);
        address + "/@me"
    };
    if let Some(before) = before.as_deref().filter(|before| Some(*before) != emoji) {
        api.call("DELETE", &at(before), None)?;
    }
    match emoji {
        Some(emoji) => {
            api.call("PUT", &at(emoji), None)?;
            Ok(Batch::empty().store(&key, emoji))
        }
        None => Ok(Batch::empty().forget(&key)),
    }
}
