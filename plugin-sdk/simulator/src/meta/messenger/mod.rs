//! Messenger and Instagram: private messages, and comments below posts.
mod comments;
mod send;
mod shapes;

use serde_json::{Value, json};

use super::call::Call;
use super::hooks;
use super::no::{ApiError, ApiResult};
use super::{Brand, Graph};
use crate::network::happening::Kind;
use crate::network::intake::{self, IncomingMessage};
use crate::network::model::Person;
use crate::network::{Happening, Manner, Provider, hold};

/// The page that the Instagram account is linked to.
pub const PAGE: &str = "104001000000001";
/// How long after a message its first receipt comes, in seconds.
const RECEIPT_S: f64 = 0.5;

/// Every call.
pub async fn act(call: &Call<'_>, does: &str) -> ApiResult {
    // An Instagram account is also reached by the page it is linked to.
    let linked = |id: &str| call.graph.brand == Brand::Instagram && id == PAGE;
    let own = |id: &str| id == call.account.key || id == "me" || linked(id);
    match (does, call.path) {
        ("send", [id, _]) if own(id) => send::send(call),
        ("typing" | "read" | "react", [id, _]) if own(id) => send::signal(call),
        ("upload", [id, _]) if own(id) => send::hand_in(call),
        ("subscribe", [id, _]) if own(id) => subscribe(call),
        ("subscriptions", [_, _]) => subscriptions(call).await,
        ("look", [id]) if own(id) => Ok(own_face(call)),
        ("look", [id]) => comments::look(call, id).unwrap_or_else(|| profile(call, id)),
        ("comment", [id, edge]) => comments::answer(call, id, edge),
        ("edit", [id]) => comments::edit(call, id),
        ("delete", [id]) => comments::delete(call, id),
        (_, [id, "likes"]) => comments::like(call, id),
        (_, [id, ..]) => Err(ApiError::node(id)),
        _ => Err(ApiError::path("")),
    }
}

/// The account itself, and what was said where it was mentioned.
fn own_face(call: &Call<'_>) -> Value {
    let mut face = json!({
        "id": call.account.key, "name": call.account.name, "username": "demo.shop",
    });
    let fields = call.incoming.query.get("fields").map(String::as_str).unwrap_or_default();
    let mentioned = fields.strip_prefix("mentioned_comment.comment_id(");
    if let Some((id, _)) = mentioned.and_then(|rest| rest.split_once(')'))
        && let Some(Ok(comment)) = comments::look(call, id)
    {
        face["mentioned_comment"] = comment;
    }
    face
}

/// The person with that id, who must have written to this account.
fn person(call: &Call<'_>, id: &str) -> Option<i64> {
    let state = call.graph.network().state();
    let mut chats = state.chats_of(&call.account.key);
    chats.find(|chat| call.graph.user_id(chat.user) == id).map(|chat| chat.user)
}

fn profile(call: &Call<'_>, id: &str) -> ApiResult {
    let user = person(call, id).ok_or_else(|| ApiError::node(id))?;
    let state = call.graph.network().state();
    let person = state.people.get(&user).cloned().ok_or_else(|| ApiError::node(id))?;
    Ok(match call.graph.brand {
        Brand::Instagram => json!({
            "id": id, "name": person.name(), "username": person.username,
            "follower_count": 12, "is_user_follow_business": true,
        }),
        _ => json!({ "id": id, "first_name": person.first_name, "last_name": person.last_name }),
    })
}

/// What the account tells this app.
fn subscribe(call: &Call<'_>) -> ApiResult {
    let key = call.account.key.clone();
    match call.method {
        "GET" => {
            let fields = hold(&call.graph.fields).get(&key).cloned();
            let data: Vec<Value> = fields
                .into_iter()
                .filter(|fields| !fields.is_empty())
                .map(|fields| json!({ "id": "1", "name": "Demo app", "subscribed_fields": fields }))
                .collect();
            Ok(json!({ "data": data }))
        }
        "DELETE" => {
            hold(&call.graph.fields).insert(key, Vec::new());
            Ok(json!({ "success": true }))
        }
        _ => {
            let given = call.text("subscribed_fields").map(str::to_owned);
            let given = given.or_else(|| call.incoming.query.get("subscribed_fields").cloned());
            let fields: Vec<String> = given
                .ok_or_else(|| ApiError::parameter("The parameter subscribed_fields is required."))?
                .split(',')
                .map(|field| field.trim().to_owned())
                .collect();
            hold(&call.graph.fields).insert(key, fields);
            Ok(json!({ "success": true }))
        }
    }
}

/// `POST /{app}/subscriptions`: the app's webhook, proven before it is taken.
async fn subscriptions(call: &Call<'_>) -> ApiResult {
    let text = |name: &str| call.text(name).unwrap_or_default().to_owned();
    if text("object") != call.graph.brand.object() {
        return Err(ApiError::parameter("The parameter object is none of this app's."));
    }
    let challenge = call.graph.network().dice.below(u64::from(u32::MAX)).to_string();
    let (address, token) = (text("callback_url"), text("verify_token"));
    hooks::proves(call.graph, &address, &token, &challenge).await.map_err(|why| {
        let said = format!("Callback verification failed with the following errors: {why}");
        ApiError::new(400, 2200, said)
    })?;
    if let Some(account) = call.graph.network().state().accounts.get_mut(&call.account.key) {
        account.webhook = address;
    }
    call.graph.heard(&call.account.key);
    Ok(json!({ "success": true }))
}

/// What happened becomes a webhook.
pub fn tell(graph: &Graph, happening: &Happening, manner: Manner) {
    let account = &happening.account.key;
    let change = shapes::commented(graph, happening);
    let is_comment = happening.message.as_ref().is_some_and(|one| shapes::comment(one).is_some());
    let (field, entry) = match (change, is_comment) {
        (Some((field, value)), _) => {
            let time = happening.at_ms / 1000;
            (
                field,
                json!({ "id": account, "time": time, "changes": [{ "field": field, "value": value }] }),
            )
        }
        (None, true) => return,
        (None, false) => {
            let Some((field, event)) = shapes::event(graph, happening) else { return };
            (field, json!({ "id": account, "time": happening.at_ms, "messaging": [event] }))
        }
    };
    let kind = happening.kind.name();
    let mut job = hooks::job(account, (happening.person.id, happening.event), kind, entry);
    job.twice = manner.twice;
    let after = if happening.kind == Kind::Delivered { RECEIPT_S } else { 0.0 };
    hooks::post(graph, job, field, after);
}

/// The customer presses a button or a quick reply.
pub fn press(graph: &Graph, account: &str, user: i64, body: &Value) -> Result<Value, String> {
    let n = body["message_id"].as_i64().unwrap_or(0);
    let id = body["data"].as_str().unwrap_or_default().to_owned();
    let offered = {
        let state = graph.network().state();
        let chat = state.chat(account, user).ok_or("there is no such chat")?;
        chat.messages.get(&n).cloned().ok_or("this chat has no such message")?
    };
    let rows =
        offered.more.get("reply_markup").and_then(|markup| markup["inline_keyboard"].as_array());
    let buttons = rows.into_iter().flatten().filter_map(|row| row.as_array()).flatten();
    let mut found = buttons.filter(|button| button["callback_data"] == id.as_str());
    let title = found.next().and_then(|one| one["text"].as_str()).ok_or("it has no such button")?;
    let word = if offered.more.contains_key("quick") { "quick_reply" } else { "postback" };
    let more = json!({ word: id }).as_object().cloned().unwrap_or_default();
    let from = Person { id: user, ..Person::default() };
    let said =
        IncomingMessage { from, text: Some(title.to_owned()), more, ..IncomingMessage::default() };
    let message = intake::say(graph, account, said)?;
    Ok(json!({ "message_id": message.n, "id": message.id, "event": message.event }))
}

/// `POST /control/…/comment`: a customer comments on a post, answers a comment, or mentions the account.
pub fn comment(graph: &Graph, body: &Value) -> Result<Value, String> {
    let account = body["account"].as_str().or(body["token"].as_str()).unwrap_or_default();
    let from: Person = serde_json::from_value(body["from"].clone())
        .map_err(|_| "from must be an object with a number as id")?;
    let text = body["text"].as_str().map(str::to_owned).ok_or("text is missing")?;
    let post = body["post"].as_str().map_or_else(|| format!("{account}_1"), str::to_owned);
    let mut about = json!({ "post": post });
    for name in ["parent", "mention"] {
        if !body[name].is_null() {
            about[name] = body[name].clone();
        }
    }
    let more = json!({ "comment": about }).as_object().cloned().unwrap_or_default();
    let message = intake::say(
        graph,
        account,
        IncomingMessage { from, text: Some(text), more, ..IncomingMessage::default() },
    )?;
    Ok(json!({ "message_id": message.n, "id": message.id, "event": message.event }))
}
