//! Direct messages, posts and uploads of the business.
use std::sync::Arc;

use serde_json::{Value, json};

use super::api::{ApiError, ApiResult, created, ok};
use super::{X, conversation, person_id};
use crate::described::description::Body;
use crate::described::request::Incoming;
use crate::gate::Call;
use crate::network::intake::{self, NewFile};
use crate::network::model::{Account, File};
use crate::network::outgo::{self, Change};
use crate::network::{Outgoing, Refusal, hold};

const DM_MAX: usize = 10_000;
const POST_MAX: usize = 280;

fn files(x: &X, account: &Account, ids: &[&str]) -> Result<Vec<File>, ApiError> {
    let facts = hold(&x.facts);
    let state = x.network.state();
    let one = |id: &&str| {
        let key = (account.key.clone(), (*id).to_owned());
        let ready = facts.preparing.get(*id).is_none_or(|left| *left == 0);
        state.files.get(&key).filter(|_| ready).cloned()
    };
    let found: Option<Vec<File>> = ids.iter().map(one).collect();
    found.ok_or_else(|| ApiError::bad("Your media IDs are invalid."))
}

fn users(x: &X, account: &Account) -> Vec<i64> {
    let state = x.network.state();
    state.chats_of(&account.key).map(|chat| chat.user).collect()
}

/// `POST /2/dm_conversations/{id}/messages`, or `with/{participant}`
pub fn direct(x: &Arc<X>, account: &Account, call: &Call, id: &str) -> ApiResult {
    let body = call.json();
    let known = users(x, account);
    let user = known
        .into_iter()
        .find(|user| conversation(&account.key, *user) == id || person_id(*user) == id)
        .ok_or_else(ApiError::not_found)?;
    let text = body["text"].as_str().filter(|text| !text.trim().is_empty()).map(str::to_owned);
    if text.as_deref().is_some_and(|text| text.chars().count() > DM_MAX) {
        return Err(ApiError::bad("The text is too long."));
    }
    let list = body["attachments"].as_array().map_or(&[][..], Vec::as_slice);
    if list.len() > 1 {
        return Err(ApiError::bad("One attachment is allowed."));
    }
    let ids: Vec<&str> = list.iter().filter_map(|one| one["media_id"].as_str()).collect();
    let outgoing = Outgoing { text, files: files(x, account, &ids)?, ..Outgoing::default() };
    let sent =
        outgo::send(&**x, &account.key, user, outgoing).map_err(|refusal| match refusal {
            Refusal::Blocked => ApiError::forbidden("You cannot send messages to this user."),
            _ => ApiError::bad("Text or an attachment is needed."),
        })?;
    let id = conversation(&account.key, user);
    created(json!({ "data": { "dm_conversation_id": id, "dm_event_id": sent.id } }))
}

fn weight(text: &str) -> usize {
    let letter = |one: char| match u32::from(one) {
        0..=4351 | 8192..=8205 | 8208..=8223 | 8242..=8247 => 1,
        _ => 2,
    };
    let word = |word: &str| match word.starts_with("http://") || word.starts_with("https://") {
        true => 23,
        false => word.chars().map(letter).sum(),
    };
    let words: usize = text.split_whitespace().map(word).sum();
    words + text.chars().filter(|one| one.is_whitespace()).count()
}

/// `POST /2/tweets`
pub fn post(x: &Arc<X>, account: &Account, call: &Call) -> ApiResult {
    let body = call.json();
    let text = body["text"].as_str().unwrap_or_default().trim().to_owned();
    let ids = body["media"]["media_ids"].as_array().map_or(&[][..], Vec::as_slice);
    let ids: Vec<&str> = ids.iter().filter_map(Value::as_str).collect();
    if text.is_empty() && ids.is_empty() {
        return Err(ApiError::bad("Text or media is needed."));
    }
    if weight(&text) > POST_MAX || ids.len() > 4 {
        return Err(ApiError::bad("Your post is too long, or has too many pictures."));
    }
    let Some(answered) = body["reply"]["in_reply_to_tweet_id"].as_str() else {
        return Err(ApiError::forbidden("Only answers are played."));
    };
    let known = x.is_post(answered);
    let user = {
        let state = x.network.state();
        let mut chats = state.chats_of(&account.key);
        let chat = chats.find(|chat| {
            let mut messages = chat.messages.values();
            messages.any(|one| one.id == answered && !one.deleted)
        });
        let chat = chat.filter(|_| known).ok_or_else(|| {
            ApiError::forbidden(
                "Reply to this conversation is not allowed because you have not been mentioned or \
                 otherwise engaged by the author of the post you are replying to.",
            )
        })?;
        let last = chat.messages.values().rfind(|one| !one.customer);
        if last.is_some_and(|one| one.text.as_deref() == Some(&text) && ids.is_empty()) {
            let twice = "You are not allowed to create a Tweet with duplicate content.";
            return Err(ApiError::forbidden(twice));
        }
        chat.user
    };
    let outgoing = Outgoing {
        text: Some(text.clone()),
        files: files(x, account, &ids)?,
        reply_to: Some(answered.to_owned()),
        ..Outgoing::default()
    };
    let sent = outgo::send(&**x, &account.key, user, outgoing);
    let sent = sent.map_err(|_| ApiError::forbidden("You cannot reply to this account."))?;
    hold(&x.facts).posts.insert(sent.id.clone());
    created(json!({ "data": { "id": sent.id, "text": text } }))
}

/// `DELETE /2/dm_events/{id}` and `/2/tweets/{id}`
pub fn delete(x: &Arc<X>, account: &Account, id: &str) -> ApiResult {
    let user = outgo::chat_with(&**x, &account.key, id).map_err(|_| ApiError::not_found())?;
    outgo::change(&**x, &account.key, user, id, Change::Delete).map_err(
        |refusal| match refusal {
            Refusal::NotYours => ApiError::forbidden("You may delete only what you wrote."),
            _ => ApiError::not_found(),
        },
    )?;
    ok(json!({ "data": { "deleted": true } }))
}

/// `POST /2/media/upload`
pub async fn upload(x: &Arc<X>, account: &Account, call: &Call) -> ApiResult {
    let mut incoming = Incoming {
        headers: call.headers.clone(),
        extensions: call.extensions.clone(),
        ..Incoming::default()
    };
    let raw =
        call.body.clone().ok_or_else(|| ApiError::new(413, "invalid-request", "Too large."))?;
    incoming.read(Body::Multipart, raw).await.map_err(ApiError::bad)?;
    let category = incoming.body["media_category"].as_str().unwrap_or_default().to_owned();
    let file = incoming.files.remove("media").ok_or_else(|| ApiError::bad("media is missing."))?;
    let mime = file.mime.clone().unwrap_or_default();
    let (most, kinds): (usize, &[&str]) = match category.split('_').next_back() {
        Some("image") => (5 << 20, &["image/jpeg", "image/png", "image/webp", "image/gif"]),
        Some("gif") => (15 << 20, &["image/gif"]),
        Some("video") => (512 << 20, &["video/mp4"]),
        _ => return Err(ApiError::bad("media_category is not one of the known ones.")),
    };
    if !kinds.contains(&mime.as_str()) || file.bytes.len() > most || file.bytes.is_empty() {
        return Err(ApiError::bad(format!("{category} does not take this file.")));
    }
    let size = file.bytes.len();
    let name = file.name.unwrap_or_else(|| "media".to_owned());
    let new = NewFile { name, mime, bytes: file.bytes };
    let id = {
        let mut state = x.network.state();
        intake::keep(&**x, &mut state, &account.key, new).id
    };
    let times = std::mem::take(&mut hold(&x.facts).prepare_next);
    if times > 0 {
        hold(&x.facts).preparing.insert(id.clone(), times);
    }
    ok(uploaded(&id, times, size))
}

fn uploaded(id: &str, left: u64, size: usize) -> Value {
    let mut data = json!({
        "id": id, "media_key": format!("3_{id}"), "expires_after_secs": 86_400, "size": size,
    });
    if left > 0 {
        data["processing_info"] = json!({ "state": "pending", "check_after_secs": 1 });
    }
    json!({ "data": data })
}

/// `GET /2/media/upload?media_id=`
pub fn state(x: &X, account: &Account, call: &Call) -> ApiResult {
    let id = call.query.get("media_id").cloned().unwrap_or_default();
    let size = {
        let state = x.network.state();
        state.files.get(&(account.key.clone(), id.clone())).map(|file| file.bytes.len())
    };
    let size = size.ok_or_else(ApiError::not_found)?;
    let left = {
        let mut facts = hold(&x.facts);
        facts.preparing.get_mut(&id).map_or(0, |left| {
            *left = left.saturating_sub(1);
            *left
        })
    };
    ok(uploaded(&id, left, size))
}
