//! Files: those of customers, which the business fetches, and those of the business, which LINE
//! fetches.
use std::sync::Arc;
use std::time::Duration;

use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::api::{ApiError, ApiResult, ok, takes};
use super::{Line, bot_id, signature};
use crate::clock;
use crate::network::hold;
use crate::network::intake::{self, NewFile};
use crate::network::model::{Account, File};

const FETCH: Duration = Duration::from_secs(5);

/// `content`, `preview` or `transcoding` of a customer's message.
pub fn answer(line: &Line, account: &Account, kind: &str, id: &str) -> ApiResult {
    if hold(&line.facts).gone.contains(id) {
        return Err(ApiError::new(410, "The content is gone"));
    }
    let file = file_of(line, account, id).ok_or_else(ApiError::not_found)?;
    let waiting = {
        let mut facts = hold(&line.facts);
        let left = facts.preparing.get_mut(id).filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    };
    match (kind, waiting) {
        ("transcoding", true) => ok(json!({ "status": "processing" })),
        ("transcoding", false) => ok(json!({ "status": "succeeded" })),
        (_, true) => Ok(StatusCode::ACCEPTED.into_response()),
        _ => Ok(([(header::CONTENT_TYPE, file.mime)], file.bytes).into_response()),
    }
}

// The further files of one message of the phone have its id with two more digits.
fn file_of(line: &Line, account: &Account, id: &str) -> Option<File> {
    let state = line.network.state();
    let whole = state.chats_of(&account.key).flat_map(|chat| chat.messages.values());
    let mut whole = whole.filter(|message| message.customer && !message.deleted);
    whole.find_map(|message| match id.strip_prefix(&message.id)? {
        "" => message.files.first().cloned(),
        rest => message.files.get(rest.parse::<usize>().ok()?).cloned(),
    })
}

/// Loads what the business sends; the phone shows it.
pub async fn load(
    line: &Arc<Line>,
    account: &Account,
    kind: &str,
    url: &str,
) -> Result<File, String> {
    if !takes(url) {
        return Err("not https".to_owned());
    }
    let request = line.posting.client.get(url).timeout(FETCH);
    let answer = request.send().await.map_err(|error| error.without_url().to_string())?;
    if !answer.status().is_success() {
        return Err(answer.status().to_string());
    }
    let mime = answer.headers().get(header::CONTENT_TYPE).and_then(|mime| mime.to_str().ok());
    let mime = mime.unwrap_or_default().split(';').next().unwrap_or_default().to_owned();
    let fits = match kind {
        "image" => ["image/jpeg", "image/png"].contains(&mime.as_str()),
        kind => mime.starts_with(kind),
    };
    if !fits {
        return Err(format!("{mime} cannot be shown"));
    }
    let most = if kind == "image" { 10 << 20 } else { 200 << 20 };
    let bytes = answer.bytes().await.map_err(|error| error.without_url().to_string())?;
    if bytes.len() > most {
        return Err("too large".to_owned());
    }
    let name = format!("{kind}.{}", mime.rsplit('/').next().unwrap_or("bin"));
    let mut state = line.network.state();
    let new = NewFile { name, mime, bytes };
    Ok(intake::keep(&**line, &mut state, &account.key, new))
}

/// Posts a webhook without events, as the button of the console does.
pub async fn test_webhook(line: &Arc<Line>, account: &Account, body: &Value) -> ApiResult {
    let url = body["endpoint"].as_str().unwrap_or(&account.webhook).to_owned();
    if !takes(&url) {
        return Err(ApiError::new(400, "Invalid webhook endpoint URL"));
    }
    let posted = json!({ "destination": bot_id(&account.key), "events": [] }).to_string();
    let request = line
        .posting
        .client
        .post(url)
        .timeout(super::PATIENCE)
        .header("content-type", "application/json; charset=utf-8")
        .header("x-line-signature", signature(&account.secret, &posted))
        .body(posted);
    let (success, status, reason) = match request.send().await {
        Ok(answer) if answer.status().is_success() => (true, answer.status().as_u16(), "OK"),
        Ok(answer) => (false, answer.status().as_u16(), "ERROR_STATUS_CODE"),
        Err(error) if error.is_timeout() => (false, 0, "REQUEST_TIMEOUT"),
        Err(_) => (false, 0, "COULD_NOT_CONNECT"),
    };
    let at = crate::described::iso(clock::now_ms());
    ok(json!({
        "success": success, "timestamp": at, "statusCode": status, "reason": reason,
        "detail": status.to_string(),
    }))
}
