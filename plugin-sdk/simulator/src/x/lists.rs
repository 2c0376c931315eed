//! Looking back: direct messages, mentions, posts, files.
use axum::http::header;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::api::{ApiError, ApiResult, ok};
use super::{X, conversation, own_id, person_id, wire};
use crate::gate::Call;
use crate::network::model::{Account, Message};

// Everything of an account, newest first, with the customer's number.
fn all(x: &X, account: &Account) -> Vec<(i64, Message)> {
    let mut found: Vec<(i64, Message)> = {
        let state = x.network.state();
        let chats = state.chats_of(&account.key);
        chats
            .flat_map(|chat| chat.messages.values().map(move |one| (chat.user, one.clone())))
            .collect()
    };
    found.retain(|(_, message)| !message.deleted);
    found.sort_by_key(|(_, message)| std::cmp::Reverse(message.n));
    found
}

fn most(call: &Call) -> usize {
    call.query.get("max_results").and_then(|most| most.parse().ok()).unwrap_or(100).clamp(1, 100)
}

/// `GET /2/dm_events`, or those of one conversation.
pub fn messages(x: &X, account: &Account, call: &Call, wanted: Option<&str>) -> ApiResult {
    let found = all(x, account);
    let found = found.into_iter().filter(|(user, message)| {
        !x.is_post(&message.id)
            && wanted.is_none_or(|wanted| conversation(&account.key, *user) == wanted)
    });
    let start = call.query.get("pagination_token").and_then(|at| at.parse().ok()).unwrap_or(0);
    let found: Vec<(i64, Message)> = found.collect();
    let page: Vec<&(i64, Message)> = found.iter().skip(start).take(most(call)).collect();
    let next = start + page.len();
    let data: Vec<Value> =
        page.iter().map(|(user, one)| wire::listed(&account.key, *user, one)).collect();
    let media: Vec<Value> = page.iter().filter_map(|(_, message)| wire::media(message)).collect();
    let mut answer = json!({
        "includes": { "users": people(x, page.iter().map(|(user, _)| *user)), "media": media },
        "meta": { "result_count": data.len() },
    });
    if !data.is_empty() {
        answer["data"] = json!(data);
    }
    if next < found.len() {
        answer["meta"]["next_token"] = json!(next.to_string());
    }
    ok(answer)
}

fn people(x: &X, users: impl Iterator<Item = i64>) -> Vec<Value> {
    let mut users: Vec<i64> = users.collect();
    users.sort_unstable();
    users.dedup();
    let state = x.network.state();
    users.iter().filter_map(|user| state.people.get(user).map(wire::user)).collect()
}

/// `GET /2/users/{id}/mentions`
pub fn mentions(x: &X, account: &Account, call: &Call) -> ApiResult {
    let since = call.query.get("since_id").and_then(|id| id.parse::<i64>().ok()).unwrap_or(0);
    let found = all(x, account).into_iter().filter(|(_, message)| {
        message.customer
            && x.is_post(&message.id)
            && message.id.parse::<i64>().is_ok_and(|id| id > since)
    });
    let found: Vec<(i64, Message)> = found.take(most(call)).collect();
    posts_of(x, account, &found)
}

/// `GET /2/users/{id}/tweets`: the account's own.
pub fn posts(x: &X, account: &Account) -> ApiResult {
    let found = all(x, account).into_iter();
    let found = found.filter(|(_, message)| !message.customer && x.is_post(&message.id));
    posts_of(x, account, &found.take(100).collect::<Vec<_>>())
}

fn posts_of(x: &X, account: &Account, found: &[(i64, Message)]) -> ApiResult {
    let answered = |user: i64, message: &Message| {
        let state = x.network.state();
        let chat = state.chat(&account.key, user)?;
        chat.messages.get(&message.reply_to?).map(|one| one.id.clone())
    };
    let data: Vec<Value> = found
        .iter()
        .map(|(user, one)| {
            let author = if one.customer { person_id(*user) } else { own_id(&account.key) };
            wire::post(one, &author, answered(*user, one).as_deref())
        })
        .collect();
    let mut answer = json!({ "meta": { "result_count": data.len() } });
    if !data.is_empty() {
        answer["includes"] = json!({ "users": people(x, found.iter().map(|(user, _)| *user)) });
        answer["data"] = json!(data);
    }
    ok(answer)
}

/// `GET /2/dm_conversations/media/{message}/{file}/{name}`
pub fn file(x: &X, account: &Account, message: &str, file: &str) -> ApiResult {
    let found = all(x, account).into_iter().find(|(_, one)| one.id == message);
    let found = found.and_then(|(_, one)| one.files.into_iter().find(|one| one.id == file));
    let found = found.ok_or_else(ApiError::not_found)?;
    Ok(([(header::CONTENT_TYPE, found.mime)], found.bytes).into_response())
}
