//! Messages of a channel: reading, sending, changing, reacting.
use axum::http::header;
use serde_json::{Value, json};

use super::rest::{ApiError, ApiResult, Call, FILE_MAX};
use super::shapes;
use crate::clock;
use crate::described::description::Body;
use crate::network::intake::{chat_of, keep};
use crate::network::model::{File, Message};
use crate::network::outgo::{self, Change};
use crate::network::{NewFile, Outgoing, Provider, Refusal};

const TEXT_MAX: usize = 2000;
const FILES_MAX: usize = 10;
const FIELDS: [&str; 7] = [
    "content",
    "nonce",
    "enforce_nonce",
    "message_reference",
    "attachments",
    "flags",
    "allowed_mentions",
];

fn shown(call: &Call<'_>, user: i64, message: &Message) -> ApiResult {
    let state = call.beacon.network().state();
    let chat = state.chat(&call.account.key, user).ok_or_else(ApiError::unknown_channel)?;
    Ok(Some(shapes::message_in(call.beacon, &state, call.account, chat, message)))
}

/// Opens the private channel with a person.
pub async fn open(call: &mut Call<'_>) -> ApiResult {
    call.json().await?;
    let id = call.incoming.body["recipient_id"].as_str().unwrap_or_default().to_owned();
    let mut state = call.beacon.network().state();
    let user = state.people.keys().copied().find(|user| call.beacon.user_id(*user) == id);
    let user = user
        .ok_or_else(|| ApiError::form("recipient_id", "UNKNOWN_USER", "There is no such user."))?;
    chat_of(call.beacon, &mut state, &call.account.key, user, clock::now_ms());
    let chat = state.chat(&call.account.key, user).ok_or_else(ApiError::unknown_channel)?;
    Ok(shapes::channel(call.beacon, &state, chat))
}

/// Messages of a channel: `after` oldest first to newest, `before` or nothing newest first, as a
/// list that always begins with the newest.
pub fn history(call: &Call<'_>, channel: &str) -> ApiResult {
    let user = call.person(channel)?;
    let query = &call.incoming.query;
    let limit = query.get("limit").map_or(Ok(50), |limit| limit.parse::<usize>());
    let limit = limit.ok().filter(|limit| (1..=100).contains(limit));
    let limit =
        limit.ok_or_else(|| ApiError::form("limit", "NUMBER_TYPE_MAX", "must be 1 to 100"))?;
    let number = |name: &str| query.get(name).and_then(|id| id.parse::<i64>().ok());
    let state = call.beacon.network().state();
    let chat = state.chat(&call.account.key, user).ok_or_else(ApiError::unknown_channel)?;
    let id = |message: &Message| message.id.parse::<i64>().unwrap_or_default();
    let (after, before) = (number("after"), number("before"));
    let fits = |message: &&Message| {
        !message.deleted
            && after.is_none_or(|after| id(message) > after)
            && before.is_none_or(|before| id(message) < before)
    };
    let mut found: Vec<&Message> = chat.messages.values().filter(fits).collect();
    match after {
        Some(_) => found.truncate(limit),
        None => drop(found.drain(..found.len().saturating_sub(limit))),
    }
    let shown = found.iter().rev();
    let shown = shown.map(|one| shapes::message_in(call.beacon, &state, call.account, chat, one));
    Ok(Some(shown.collect()))
}

/// One message.
pub fn one(call: &Call<'_>, channel: &str, id: &str) -> ApiResult {
    let user = call.person(channel)?;
    let found = {
        let state = call.beacon.network().state();
        let chat = state.chat(&call.account.key, user).ok_or_else(ApiError::unknown_channel)?;
        chat.messages.values().find(|one| one.id == id && !one.deleted).cloned()
    };
    let found = found.ok_or_else(|| ApiError::new(404, 10008, "Unknown Message"))?;
    shown(call, user, &found)
}

/// Sends: JSON, or a form with `payload_json` and `files[n]`.
pub async fn send(call: &mut Call<'_>, channel: &str) -> ApiResult {
    let user = call.person(channel)?;
    let body = body_of(call).await?;
    if let Some(field) =
        body.as_object().and_then(|all| all.keys().find(|key| !FIELDS.contains(&key.as_str())))
    {
        return Err(ApiError::form(
            "_",
            "UNKNOWN_FIELD",
            format!("{field} is no field of a message"),
        ));
    }
    let text = content(&body)?;
    let files = files_of(call, &body)?;
    let reference = &body["message_reference"];
    let reply_to = match reference {
        Value::Null => None,
        reference => Some(reference["message_id"].as_str().ok_or_else(|| {
            ApiError::form("message_reference", "BASE_TYPE_REQUIRED", "message_id is required")
        })?),
    };
    let nonce = match &body["nonce"] {
        Value::Null => None,
        Value::String(nonce) if nonce.len() <= 25 => Some(nonce.clone()),
        Value::Number(nonce) => Some(nonce.to_string()),
        _ => {
            return Err(ApiError::form(
                "nonce",
                "BASE_TYPE_MAX_LENGTH",
                "Must be 25 or fewer in length.",
            ));
        }
    };
    // Without enforce_nonce a nonce is only handed back.
    let enforced = body["enforce_nonce"] == true;
    let outgoing = Outgoing {
        text,
        files,
        reply_to: reply_to.map(str::to_owned),
        operation: nonce.clone().filter(|_| enforced),
        ..Outgoing::default()
    };
    let sent =
        outgo::send(call.beacon, &call.account.key, user, outgoing).map_err(
            |refusal| match refusal {
                Refusal::UnknownMessage => ApiError::form(
                    "message_reference",
                    "REPLIES_UNKNOWN_MESSAGE",
                    "Unknown message",
                ),
                other => other.into(),
            },
        )?;
    let mut answer = shown(call, user, &sent)?;
    if let (Some(answer), Some(nonce)) = (&mut answer, nonce) {
        answer["nonce"] = json!(nonce);
    }
    Ok(answer)
}

async fn body_of(call: &mut Call<'_>) -> Result<Value, ApiError> {
    let mime = call.incoming.headers.get(header::CONTENT_TYPE).and_then(|mime| mime.to_str().ok());
    if !mime.is_some_and(|mime| mime.starts_with("multipart/form-data")) {
        call.json().await?;
        return Ok(call.incoming.body.clone());
    }
    let raw = call.incoming.raw.clone();
    let broken = |_| ApiError::new(400, 50035, "Invalid Form Body");
    call.incoming.read(Body::Multipart, raw).await.map_err(broken)?;
    match &call.incoming.body["payload_json"] {
        Value::Null => Ok(json!({})),
        Value::String(text) => serde_json::from_str(text)
            .map_err(|_| ApiError::new(400, 50109, "The request body contains invalid JSON.")),
        value => Ok(value.clone()),
    }
}

fn content(body: &Value) -> Result<Option<String>, ApiError> {
    let text = match &body["content"] {
        Value::Null => return Ok(None),
        Value::String(text) => text.clone(),
        _ => {
            return Err(ApiError::form(
                "content",
                "STRING_TYPE_CONVERT",
                "Could not interpret as string.",
            ));
        }
    };
    if text.chars().count() > TEXT_MAX {
        let text = format!("Must be {TEXT_MAX} or fewer in length.");
        return Err(ApiError::form("content", "BASE_TYPE_MAX_LENGTH", text));
    }
    Ok(Some(text))
}

fn files_of(call: &Call<'_>, body: &Value) -> Result<Vec<File>, ApiError> {
    let mut parts: Vec<(usize, &crate::telegram::request::Upload)> = Vec::new();
    for (name, upload) in &call.incoming.files {
        let index = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
        let index = index.and_then(|index| index.parse().ok());
        let index = index.ok_or_else(|| {
            ApiError::form("files", "UNKNOWN_PART", format!("{name} is no part; write files[0]"))
        })?;
        parts.push((index, upload));
    }
    parts.sort_by_key(|(index, _)| *index);
    if parts.len() > FILES_MAX {
        return Err(ApiError::form(
            "files",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 10 or fewer in length.",
        ));
    }
    if parts.iter().any(|(_, upload)| upload.bytes.len() > FILE_MAX) {
        return Err(ApiError::new(413, 40005, "Request entity too large"));
    }
    let named = body["attachments"].as_array().cloned().unwrap_or_default();
    let mut state = call.beacon.network().state();
    let kept = parts.into_iter().map(|(index, upload)| {
        let about = named.iter().find(|one| {
            one["id"].as_u64().map(|id| id.to_string()).as_deref().or(one["id"].as_str())
                == Some(index.to_string().as_str())
        });
        let name = about.and_then(|one| one["filename"].as_str().map(str::to_owned));
        let new = NewFile {
            name: name.or_else(|| upload.name.clone()).unwrap_or_else(|| "file".to_owned()),
            mime: upload.mime.clone().unwrap_or_else(|| "application/octet-stream".to_owned()),
            bytes: upload.bytes.clone(),
        };
        keep(call.beacon, &mut state, &call.account.key, new)
    });
    Ok(kept.collect())
}

/// Changes the text of one of the bot's own messages.
pub async fn edit(call: &mut Call<'_>, channel: &str, id: &str) -> ApiResult {
    call.json().await?;
    let user = call.person(channel)?;
    let text = content(&call.incoming.body.clone())?.unwrap_or_default();
    let changed = outgo::change(call.beacon, &call.account.key, user, id, Change::Text(&text))?;
    shown(call, user, &changed)
}

/// Takes one of the bot's own messages back.
pub fn delete(call: &Call<'_>, channel: &str, id: &str) -> ApiResult {
    let user = call.person(channel)?;
    outgo::change(call.beacon, &call.account.key, user, id, Change::Delete).map_err(|refusal| {
        match refusal {
            Refusal::NotYours => {
                ApiError::new(403, 50003, "Cannot execute action on a private channel")
            }
            other => other.into(),
        }
    })?;
    Ok(None)
}

/// Puts an emoji on a message, or takes it away.
pub fn react(call: &Call<'_>, channel: &str, id: &str, emoji: &str, put: bool) -> ApiResult {
    let user = call.person(channel)?;
    if emoji.is_ascii() || emoji.chars().count() > 10 {
        return Err(ApiError::new(400, 10014, "Unknown Emoji"));
    }
    let what = Change::React(put.then_some(emoji));
    outgo::change(call.beacon, &call.account.key, user, id, what)?;
    Ok(None)
}
