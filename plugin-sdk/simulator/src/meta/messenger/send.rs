//! `POST /{account}/messages`: what the business sends, checked as Messenger and Instagram do.
use serde_json::{Map, Value, json};

use super::super::call::Call;
use super::super::no::{ApiError, ApiResult};
use super::super::{Brand, media};
use super::{comments, person};
use crate::network::intake::keep;
use crate::network::model::File;
use crate::network::outgo::{self, Change};
use crate::network::{NewFile, Outgoing, Provider, Refusal};

const FIELDS: [&str; 8] = [
    "recipient",
    "message",
    "messaging_type",
    "tag",
    "reply_to",
    "metadata",
    "access_token",
    "platform",
];
const FILE_MAX: usize = 25 << 20;

// Forms carry objects as JSON text.
fn object(call: &Call<'_>, name: &str) -> Value {
    match &call.incoming.body[name] {
        Value::String(text) => serde_json::from_str(text).unwrap_or(Value::Null),
        other => other.clone(),
    }
}

fn recipient(call: &Call<'_>) -> Result<i64, ApiError> {
    let id = object(call, "recipient");
    let id = id["id"]
        .as_str()
        .ok_or_else(|| ApiError::parameter("(#100) The parameter recipient is required"))?;
    let unknown = || ApiError::sub(400, 100, 2_018_001, "No matching user found");
    person(call, id).ok_or_else(unknown)
}

/// Typing, reading and reactions.
pub fn signal(call: &Call<'_>) -> ApiResult {
    let user = recipient(call)?;
    if !call.incoming.body["message"].is_null() {
        return Err(ApiError::sub(400, 100, 2_018_014, "A sender action goes without a message"));
    }
    let key = &call.account.key;
    let payload = &call.incoming.body["payload"];
    match call.text("sender_action").unwrap_or_default() {
        "typing_on" => outgo::typing(&**call.graph, key, user),
        "typing_off" => {}
        "mark_seen" => outgo::seen(&**call.graph, key, user),
        action @ ("react" | "unreact") => {
            let id = payload["message_id"].as_str().unwrap_or_default();
            let emoji =
                payload["reaction"].as_str().map(|word| if word == "love" { "❤️" } else { word });
            if action == "react" && emoji.is_none() {
                return Err(ApiError::parameter("payload.reaction is required"));
            }
            let change = Change::React(emoji.filter(|_| action == "react"));
            outgo::change(&**call.graph, key, user, id, change).map_err(refused)?;
        }
        other => return Err(ApiError::parameter(format!("sender_action {other} is unknown"))),
    }
    Ok(json!({ "recipient_id": call.graph.user_id(user) }))
}

/// `POST /{account}/message_attachments`
pub fn hand_in(call: &Call<'_>) -> ApiResult {
    let file = upload(call)?
        .ok_or_else(|| ApiError::sub(400, 100, 2_018_008, "Failed to fetch the file"))?;
    Ok(json!({ "attachment_id": file.id }))
}

fn upload(call: &Call<'_>) -> Result<Option<File>, ApiError> {
    let Some(upload) = call.incoming.files.get("filedata") else { return Ok(None) };
    if upload.bytes.len() > FILE_MAX {
        return Err(ApiError::sub(400, 100, 2_018_109, "Attachment size exceeds allowable limit"));
    }
    let new = NewFile {
        name: upload.name.clone().unwrap_or_else(|| "file".to_owned()),
        mime: upload.mime.clone().unwrap_or_else(|| "application/octet-stream".to_owned()),
        bytes: upload.bytes.clone(),
    };
    Ok(Some(keep(&**call.graph, &mut call.graph.network().state(), &call.account.key, new)))
}

/// A message.
pub fn send(call: &Call<'_>) -> ApiResult {
    let fields = call.incoming.body.as_object();
    if let Some(other) =
        fields.and_then(|all| all.keys().find(|key| !FIELDS.contains(&key.as_str())))
    {
        return Err(ApiError::parameter(format!("Unexpected key \"{other}\" on param")));
    }
    if call.limited("sends", 300.0, 300.0) {
        return Err(ApiError::new(400, 613, "Calls to this api have exceeded the rate limit."));
    }
    let message = object(call, "message");
    let said = check(call, &message)?;
    let answered = match comments::recipient(call) {
        Some(comment) => Some(comments::private(call, &comment)?),
        None => None,
    };
    let user = match answered {
        Some(user) => user,
        None => recipient(call)?,
    };
    let tag = call.text("tag").unwrap_or_default();
    let tagged = call.text("messaging_type") == Some("MESSAGE_TAG");
    if tagged && tag != "HUMAN_AGENT" {
        return Err(ApiError::parameter(format!("(#100) The tag {tag} is no longer supported")));
    }
    let open = match tagged {
        true => call.graph.person_may_answer(&call.account.key, user),
        false => call.graph.window_open(&call.account.key, user),
    };
    if answered.is_none() && !open {
        let subcode = if call.graph.brand == Brand::Instagram { 2_534_022 } else { 2_018_278 };
        let text = "This message is sent outside of allowed window.";
        return Err(ApiError::sub(403, 10, subcode, text));
    }
    let reply_to = object(call, "reply_to")["mid"].as_str().map(str::to_owned);
    let outgoing =
        Outgoing { reply_to, text: said.text, files: said.files, more: said.more, operation: None };
    let sent = outgo::send(&**call.graph, &call.account.key, user, outgoing).map_err(refused)?;
    Ok(json!({ "recipient_id": call.graph.user_id(user), "message_id": sent.id }))
}

fn refused(refusal: Refusal) -> ApiError {
    match refusal {
        Refusal::Blocked => {
            ApiError::sub(400, 551, 1_545_041, "This person isn't available right now.")
        }
        Refusal::UnknownMessage => {
            ApiError::new(400, 9_000_001, "This message is no longer available.")
        }
        Refusal::Empty => {
            ApiError::parameter("Message cannot be empty, must provide valid attachment or text")
        }
        other => ApiError::parameter(format!("{other:?}")),
    }
}

#[derive(Default)]
struct CheckedMessage {
    text: Option<String>,
    files: Vec<File>,
    more: Map<String, Value>,
}

fn short(value: &Value, name: &str, most: usize) -> Result<String, ApiError> {
    let text = value.as_str().ok_or_else(|| ApiError::parameter(format!("{name} is required")))?;
    match text.chars().count() {
        0 => Err(ApiError::parameter(format!("{name} must be a non-empty UTF-8 encoded string"))),
        count if count > most => Err(ApiError::parameter(format!(
            "(#100) Length of param {name} must be less than or equal to {most}"
        ))),
        _ => Ok(text.to_owned()),
    }
}

fn check(call: &Call<'_>, message: &Value) -> Result<CheckedMessage, ApiError> {
    let known = ["text", "attachment", "quick_replies", "metadata"];
    let fields = message
        .as_object()
        .ok_or_else(|| ApiError::parameter("The parameter message is required"))?;
    if let Some(other) = fields.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(ApiError::parameter(format!("Unexpected key \"{other}\" on message")));
    }
    let mut said = CheckedMessage::default();
    if !message["text"].is_null() {
        let text = short(&message["text"], "message[text]", 2000)?;
        if call.graph.brand == Brand::Instagram && text.len() > 1000 {
            return Err(ApiError::parameter(
                "(#100) Length of param message[text] must be at most 1000 bytes",
            ));
        }
        said.text = Some(text);
    }
    let mut keys = Vec::new();
    if let Some(replies) = message["quick_replies"].as_array() {
        if replies.len() > 13 || said.text.is_none() {
            return Err(ApiError::parameter("At most 13 quick replies, below a text"));
        }
        for reply in replies {
            let title = short(&reply["title"], "quick_replies[title]", 20)?;
            keys.push(json!([{ "text": title, "callback_data": short(&reply["payload"], "payload", 1000)? }]));
        }
        said.more.insert("quick".to_owned(), json!(true));
    }
    let attachment = &message["attachment"];
    let payload = &attachment["payload"];
    match attachment["type"].as_str() {
        None => {}
        Some("template") => {
            if payload["template_type"] != "button" {
                return Err(ApiError::parameter("this template is not played here"));
            }
            said.text = Some(short(&payload["text"], "payload[text]", 640)?);
            let buttons = payload["buttons"].as_array().cloned().unwrap_or_default();
            if buttons.is_empty() || buttons.len() > 3 {
                return Err(ApiError::parameter("a button template has one to three buttons"));
            }
            for button in &buttons {
                let title = short(&button["title"], "button title", 20)?;
                keys.push(match button["type"].as_str() {
                    Some("web_url") => json!([{ "text": title, "url": short(&button["url"], "url", 2000)? }]),
                    _ => json!([{ "text": title, "callback_data": short(&button["payload"], "payload", 1000)? }]),
                });
            }
        }
        Some(kind @ ("image" | "video" | "audio" | "file")) => {
            if matches!(kind, "video" | "audio") && call.limited("media", 10.0, 10.0) {
                return Err(ApiError::new(
                    400,
                    613,
                    "Calls to this api have exceeded the rate limit.",
                ));
            }
            let kept = payload["attachment_id"].as_str();
            let found = match (upload(call)?, kept, payload["url"].as_str()) {
                (Some(file), ..) => Some(file),
                (None, Some(id), _) => media::of(call.graph, call.account, id),
                (None, None, Some(url)) => {
                    // Shown as its address: nothing is fetched from a simulator.
                    said.text = Some(url.to_owned());
                    None
                }
                _ => return Err(ApiError::sub(400, 100, 2_018_074, "Invalid attachment")),
            };
            if let Some(file) = &found
                && kind != "file"
                && !file.mime.starts_with(kind)
            {
                return Err(ApiError::sub(
                    400,
                    100,
                    2_018_047,
                    "The type of the file does not match",
                ));
            }
            said.files.extend(found);
        }
        Some(other) => {
            return Err(ApiError::parameter(format!("attachment type {other} is unknown")));
        }
    }
    if !keys.is_empty() {
        said.more.insert("reply_markup".to_owned(), json!({ "inline_keyboard": keys }));
    }
    Ok(said)
}
