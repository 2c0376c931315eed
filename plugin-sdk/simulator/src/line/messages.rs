//! Replies, pushes and multicasts.
use std::sync::Arc;

use axum::Json;
use axum::http::{HeaderValue, StatusCode};
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};

use super::api::{ApiError, ApiResult, ok};
use super::{Line, content, form, user_of};
use crate::clock;
use crate::gate::Call;
use crate::network::model::Account;
use crate::network::{Outgoing, Refusal, hold, outgo};

/// A reply token is good for so long.
const TOKEN_MS: i64 = 60_000;

/// `reply`, `push`, `multicast` or `validate`.
pub async fn send(line: &Arc<Line>, account: &Account, call: &Call, kind: &str) -> ApiResult {
    let body = call.json();
    if !body.is_object() {
        return Err(ApiError::new(400, "The request body could not be parsed as JSON"));
    }
    let wrong = form::messages(&body["messages"]);
    if !wrong.is_empty() {
        return Err(ApiError::form(wrong));
    }
    let messages = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
    quotes_known(line, account, messages)?;
    match kind {
        "validate" => ok(json!({})),
        "reply" => {
            let token = body["replyToken"].as_str().unwrap_or_default();
            let user = spend(line, account, token)?;
            ok(deliver(line, account, user, messages).await?)
        }
        _ => {
            let list: Vec<&str> = match kind {
                "push" => vec![body["to"].as_str().unwrap_or_default()],
                _ => {
                    body["to"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
                }
            };
            pushed(line, account, call, &list, messages).await
        }
    }
}

async fn pushed(
    line: &Arc<Line>,
    account: &Account,
    call: &Call,
    list: &[&str],
    messages: &[Value],
) -> ApiResult {
    let key = call.header("x-line-retry-key").map(str::to_owned);
    if key.as_deref().is_some_and(|key| !is_uuid(key)) {
        return Err(ApiError::new(400, "The retry key must be a UUID"));
    }
    let key = key.map(|key| (account.key.clone(), key));
    if let Some((id, sent)) =
        key.as_ref().and_then(|key| hold(&line.facts).accepted.get(key).cloned())
    {
        let said = json!({ "message": "The retry key is already accepted", "sentMessages": sent });
        let mut response = (StatusCode::CONFLICT, Json(said)).into_response();
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-line-accepted-request-id", id);
        }
        return Ok(response);
    }
    if list.is_empty() || list.len() > 500 {
        return Err(ApiError::form(vec![("to".into(), "Size must be between 1 and 500".into())]));
    }
    let mut users = Vec::new();
    for id in list {
        let user = user_of(id).ok_or_else(|| {
            ApiError::new(
                400,
                "The property, 'to', in the request body is invalid (line: -, column: -)",
            )
        })?;
        if line.network.state().chat(&account.key, user).is_none() {
            return Err(ApiError::new(400, "Failed to send messages"));
        }
        users.push(user);
    }
    let quota = line.manners().quota;
    let used = hold(&line.facts).sent_this_month;
    if quota.is_some_and(|most| used + users.len() as u64 > most) {
        return Err(ApiError::new(429, "You have reached your monthly limit."));
    }
    let mut answer = json!({});
    for user in &users {
        answer = deliver(line, account, *user, messages).await?;
    }
    let mut facts = hold(&line.facts);
    facts.sent_this_month += users.len() as u64;
    if let Some(key) = key {
        let sent = answer["sentMessages"].clone();
        facts.accepted.insert(key, (line.network.dice.text(16), sent));
    }
    drop(facts);
    ok(answer)
}

fn is_uuid(text: &str) -> bool {
    let parts: Vec<usize> = text.split('-').map(str::len).collect();
    parts == [8, 4, 4, 4, 12] && text.chars().all(|one| one == '-' || one.is_ascii_hexdigit())
}

// A token serves once and not for long.
fn spend(line: &Line, account: &Account, token: &str) -> Result<i64, ApiError> {
    let mut facts = hold(&line.facts);
    let known = facts.replies.get_mut(token).filter(|known| known.account == account.key);
    match known {
        Some(known) if !known.used && clock::now_ms() - known.at_ms < TOKEN_MS => {
            known.used = true;
            Ok(known.user)
        }
        _ => Err(ApiError::new(400, "Invalid reply token")),
    }
}

fn quotes_known(line: &Line, account: &Account, messages: &[Value]) -> Result<(), ApiError> {
    let facts = hold(&line.facts);
    for (n, one) in messages.iter().enumerate() {
        let Some(token) = one["quoteToken"].as_str() else { continue };
        if facts.quotes.get(token).is_none_or(|(of, _)| *of != account.key) {
            let at = format!("messages[{n}].quoteToken");
            return Err(ApiError::form(vec![(at, "Invalid quoteToken".into())]));
        }
    }
    Ok(())
}

// Puts the messages on the phone. To somebody who has blocked the account LINE says yes as well.
async fn deliver(
    line: &Arc<Line>,
    account: &Account,
    user: i64,
    messages: &[Value],
) -> Result<Value, ApiError> {
    let mut sent = Vec::new();
    for one in messages {
        let mut outgoing = shown(line, account, one).await;
        let quoted = one["quoteToken"].as_str();
        outgoing.reply_to =
            quoted.and_then(|token| hold(&line.facts).quotes.get(token).map(|(_, id)| id.clone()));
        let known = |id: &String| {
            let state = line.network.state();
            let chat = state.chat(&account.key, user);
            chat.is_some_and(|chat| chat.messages.values().any(|message| message.id == *id))
        };
        outgoing.reply_to = outgoing.reply_to.filter(known);
        let id = match outgo::send(&**line, &account.key, user, outgoing) {
            Ok(message) => message.id,
            Err(Refusal::Blocked) => {
                let n = line.network.state().count();
                format!("{}", 461_230_966_842_000_000 + n)
            }
            Err(_) => return Err(ApiError::new(400, "Failed to send messages")),
        };
        let mut told = json!({ "id": id });
        let kind = one["type"].as_str().unwrap_or_default();
        if ["text", "textV2", "image", "video", "sticker", "template"].contains(&kind) {
            let token = line.token();
            hold(&line.facts).quotes.insert(token.clone(), (account.key.clone(), id));
            told["quoteToken"] = json!(token);
        }
        sent.push(told);
    }
    Ok(json!({ "sentMessages": sent }))
}

// A message as the phone shows it.
async fn shown(line: &Arc<Line>, account: &Account, one: &Value) -> Outgoing {
    let word = |name: &str| one[name].as_str().unwrap_or_default().to_owned();
    let mut outgoing = Outgoing::default();
    let mut more = Map::new();
    match one["type"].as_str().unwrap_or_default() {
        "text" | "textV2" => outgoing.text = Some(word("text")),
        kind @ ("image" | "video" | "audio") => {
            let url = word("originalContentUrl");
            match content::load(line, account, kind, &url).await {
                Ok(file) => outgoing.files.push(file),
                Err(why) => outgoing.text = Some(format!("[{kind}: {why}] {url}")),
            }
        }
        "location" => {
            more.insert("kind".into(), json!("venue"));
            more.insert(
                "venue".into(),
                json!({ "title": word("title"), "address": word("address") }),
            );
            let place = json!({ "latitude": one["latitude"], "longitude": one["longitude"] });
            more.insert("location".into(), place);
        }
        "sticker" => outgoing.text = Some(format!("[sticker {}]", word("stickerId"))),
        "template" => {
            let text = one["template"]["text"].as_str().map(str::to_owned);
            outgoing.text = Some(text.unwrap_or_else(|| word("altText")));
        }
        _ => outgoing.text = Some(word("altText")),
    }
    let actions = one["template"]["actions"].as_array().into_iter().flatten();
    let quick = one["quickReply"]["items"].as_array().into_iter().flatten();
    let rows: Vec<Value> =
        actions.chain(quick.map(|item| &item["action"])).map(|one| json!([button(one)])).collect();
    if !rows.is_empty() {
        more.insert("reply_markup".into(), json!({ "inline_keyboard": rows }));
    }
    outgoing.more = more;
    outgoing
}

fn button(action: &Value) -> Value {
    match action["type"].as_str() {
        Some("uri") => json!({ "text": action["label"], "url": action["uri"] }),
        Some("message") => json!({
            "text": action["label"], "callback_data": action["text"], "says": action["text"],
        }),
        _ => json!({
            "text": action["label"], "callback_data": action["data"],
            "shows": action["displayText"],
        }),
    }
}
