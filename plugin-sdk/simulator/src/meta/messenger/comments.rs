//! Comments as the API sees them: answered in public or in private, liked, changed, taken away.
use serde_json::{Value, json};

use super::super::Brand;
use super::super::call::Call;
use super::super::no::{ApiError, ApiResult};
use super::shapes;
use crate::network::model::Message;
use crate::network::outgo::{self, Change};
use crate::network::{Outgoing, Provider, Refusal};

/// The comment of that id, and whose chat it is in.
pub fn find(call: &Call<'_>, id: &str) -> Option<(i64, Message)> {
    let state = call.graph.network().state();
    let mut all = state
        .chats_of(&call.account.key)
        .flat_map(|chat| chat.messages.values().map(move |message| (chat.user, message)));
    let found = all.find(|(_, one)| one.id == id && shapes::comment(one).is_some());
    found.map(|(user, message)| (user, message.clone()))
}

/// `GET /{comment}`, and what Instagram tells of a mention; `None` when the id is no comment.
pub fn look(call: &Call<'_>, id: &str) -> Option<ApiResult> {
    let (user, message) = find(call, id)?;
    let state = call.graph.network().state();
    let name = state.people.get(&user).map(|person| person.name()).unwrap_or_default();
    let about = shapes::comment(&message).cloned().unwrap_or_default();
    Some(Ok(json!({
        "id": id, "text": message.text, "message": message.text, "username": name,
        "from": { "id": call.graph.user_id(user), "name": name, "username": name },
        "media": { "id": about["post"] },
    })))
}

/// `POST /{comment}/comments`, `/{comment}/replies` or `/{account}/mentions`.
pub fn answer(call: &Call<'_>, id: &str, edge: &str) -> ApiResult {
    let instagram = call.graph.brand == Brand::Instagram;
    if (edge == "comments") == instagram {
        return Err(ApiError::node(id));
    }
    let id = match edge {
        "mentions" => call.text("comment_id").unwrap_or_default(),
        _ => id,
    };
    let (user, above) = find(call, id).ok_or_else(|| ApiError::node(id))?;
    let text = call.text("message").map(str::to_owned);
    let picture = call.text("attachment_url").map(str::to_owned);
    if instagram && picture.is_some() {
        return Err(ApiError::parameter("An answer on Instagram holds text alone."));
    }
    let text = match (text, picture) {
        (None, None) => {
            return Err(ApiError::parameter("(#100) The parameter message is required."));
        }
        (text, None) => text,
        (text, Some(url)) => Some(format!("{} {url}", text.unwrap_or_default()).trim().to_owned()),
    };
    let about = shapes::comment(&above).cloned().unwrap_or_default();
    let mut more = serde_json::Map::new();
    let parent = if about["parent"].is_null() { json!(above.id) } else { about["parent"].clone() };
    more.insert("comment".to_owned(), json!({ "post": about["post"], "parent": parent }));
    let outgoing = Outgoing { text, reply_to: Some(above.id), more, ..Outgoing::default() };
    let sent = outgo::send(&**call.graph, &call.account.key, user, outgoing).map_err(refused)?;
    Ok(json!({ "id": sent.id }))
}

/// `POST /{comment}`: hides it, or changes one of the account's own.
pub fn edit(call: &Call<'_>, id: &str) -> ApiResult {
    let (user, _) = find(call, id).ok_or_else(|| ApiError::node(id))?;
    if let Some(text) = call.text("message") {
        let change = Change::Text(text);
        outgo::change(&**call.graph, &call.account.key, user, id, change).map_err(refused)?;
    }
    Ok(json!({ "success": true }))
}

/// `DELETE /{comment}`
pub fn delete(call: &Call<'_>, id: &str) -> ApiResult {
    let (user, _) = find(call, id).ok_or_else(|| ApiError::node(id))?;
    outgo::change(&**call.graph, &call.account.key, user, id, Change::Delete).map_err(refused)?;
    Ok(json!({ "success": true }))
}

/// `POST` and `DELETE /{comment}/likes`
pub fn like(call: &Call<'_>, id: &str) -> ApiResult {
    let (user, _) = find(call, id).ok_or_else(|| ApiError::node(id))?;
    let change = Change::React((call.method == "POST").then_some("👍"));
    outgo::change(&**call.graph, &call.account.key, user, id, change).map_err(refused)?;
    Ok(json!({ "success": true }))
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

/// Whether a comment may still be answered in private, once and within seven days.
pub fn private(call: &Call<'_>, id: &str) -> Result<i64, ApiError> {
    let refused = || ApiError::sub(400, 100, 2_534_025, "Invalid comment for a private reply");
    let (user, comment): (i64, Message) = find(call, id).ok_or_else(refused)?;
    if crate::clock::now_ms() - comment.at_ms > 7 * 86_400_000 {
        return Err(refused());
    }
    let first = crate::network::hold(&call.graph.private_replies).insert(id.to_owned());
    if first { Ok(user) } else { Err(refused()) }
}

/// A recipient that is a comment.
pub fn recipient(call: &Call<'_>) -> Option<String> {
    let to: &Value = &call.incoming.body["recipient"];
    to["comment_id"].as_str().map(str::to_owned)
}
