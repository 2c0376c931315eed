//! `POST /{number}/messages`: what the business sends, each kind checked as WhatsApp does.
use serde_json::{Map, Value, json};

use super::super::call::Call;
use super::super::no::{ApiError, ApiResult};
use super::{check, failed, person};
use crate::clock;
use crate::network::outgo::{self, Change};
use crate::network::{IdKind, Outgoing, Provider, Refusal};

const FIELDS: [&str; 11] = [
    "messaging_product",
    "recipient_type",
    "to",
    "recipient",
    "type",
    "context",
    "biz_opaque_callback_data",
    "status",
    "message_id",
    "typing_indicator",
    "access_token",
];

/// Messages, reactions, and that something was read.
pub fn send(call: &Call<'_>, does: &str) -> ApiResult {
    let body = &call.incoming.body;
    if call.text("messaging_product") != Some("whatsapp") {
        return Err(ApiError::parameter("The parameter messaging_product is required."));
    }
    let kind = call.text("type").unwrap_or("text").to_owned();
    if let Some(other) = body
        .as_object()
        .and_then(|all| all.keys().find(|key| !FIELDS.contains(&key.as_str()) && **key != kind))
    {
        return Err(ApiError::parameter(format!("Invalid parameter: unexpected key \"{other}\"")));
    }
    if does == "read" {
        return read(call);
    }
    if call.limited("number", 80.0, 80.0) {
        let details = "Message failed to send because there were too many messages sent from this \
            phone number in a short period of time";
        return Err(ApiError::new(429, 130_429, "Rate limit hit").because(details));
    }
    let to = call.text("to").or(call.text("recipient"));
    let to = to.ok_or_else(|| ApiError::parameter("The parameter to is required."))?.to_owned();
    let user = person(call.graph, &call.account.key, &to);
    if call.limited(&format!("pair {to}"), 45.0, 1.0 / 6.0) {
        let text = "(Business Account, Consumer Account) pair rate limit hit";
        return Err(
            ApiError::new(400, 131_056, text).because("Too many messages to this recipient.")
        );
    }
    let said = check::message(call, &kind, &body[kind.as_str()])?;
    if kind == "reaction" {
        return react(call, &to, user);
    }
    // What cannot arrive is taken all the same and fails by webhook.
    let lost = match user {
        None => Some((131_026, "Message undeliverable")),
        Some(user) if kind != "template" && !call.graph.window_open(&call.account.key, user) => {
            Some((131_047, "Re-engagement message"))
        }
        Some(_) => None,
    };
    let context = body["context"]["message_id"].as_str().map(str::to_owned);
    let mut more = said.more;
    if let Some(data) = body.get("biz_opaque_callback_data") {
        more.insert("opaque".to_owned(), data.clone());
    }
    let outgoing =
        Outgoing { text: said.text, files: said.files, reply_to: context, more, operation: None };
    let id = match (lost, user) {
        (Some((code, title)), user) => {
            let n = call.graph.network().state().count();
            let id = call.graph.id_of(IdKind::Message, n, clock::now_ms());
            failed(call.graph, &call.account.key, user.unwrap_or(0), &id, code, title);
            id
        }
        (None, user) => {
            let user = user.unwrap_or(0);
            match outgo::send(&**call.graph, &call.account.key, user, outgoing) {
                Ok(message) => message.id,
                Err(Refusal::Blocked) => {
                    let n = call.graph.network().state().count();
                    let id = call.graph.id_of(IdKind::Message, n, clock::now_ms());
                    failed(
                        call.graph,
                        &call.account.key,
                        user,
                        &id,
                        131_026,
                        "Message undeliverable",
                    );
                    id
                }
                Err(Refusal::UnknownMessage) => {
                    return Err(ApiError::new(400, 131_009, "Parameter value is not valid")
                        .because("The context names no message of this conversation."));
                }
                Err(other) => return Err(ApiError::parameter(format!("{other:?}"))),
            }
        }
    };
    Ok(answer(&to, &id, kind == "template"))
}

fn answer(to: &str, id: &str, template: bool) -> Value {
    let mut message = json!({ "id": id });
    if template {
        message["message_status"] = json!("accepted");
    }
    json!({
        "messaging_product": "whatsapp",
        "contacts": [{ "input": to, "wa_id": to.trim_start_matches('+') }],
        "messages": [message],
    })
}

fn react(call: &Call<'_>, to: &str, user: Option<i64>) -> ApiResult {
    let reaction = &call.incoming.body["reaction"];
    let message = reaction["message_id"].as_str().unwrap_or_default();
    let emoji = reaction["emoji"].as_str().unwrap_or_default();
    let unknown = || {
        ApiError::new(400, 131_009, "Parameter value is not valid")
            .because("The reaction names no message of this conversation.")
    };
    let user = user.ok_or_else(unknown)?;
    let change = Change::React((!emoji.is_empty()).then_some(emoji));
    outgo::change(&**call.graph, &call.account.key, user, message, change)
        .map_err(|_| unknown())?;
    let n = call.graph.network().state().count();
    Ok(answer(to, &call.graph.id_of(IdKind::Message, n, clock::now_ms()), false))
}

fn read(call: &Call<'_>) -> ApiResult {
    let id = call.text("message_id").unwrap_or_default();
    let user = {
        let state = call.graph.network().state();
        let mut chats = state.chats_of(&call.account.key);
        let found =
            chats.find(|chat| chat.messages.values().any(|one| one.id == id && one.customer));
        found.map(|chat| chat.user)
    };
    let user = user.ok_or_else(|| {
        ApiError::new(400, 131_009, "Parameter value is not valid").because("Invalid message_id.")
    })?;
    let typing = &call.incoming.body["typing_indicator"];
    if !typing.is_null() && typing["type"] != "text" {
        return Err(ApiError::parameter("typing_indicator.type must be text"));
    }
    outgo::seen(&**call.graph, &call.account.key, user);
    if !typing.is_null() {
        outgo::typing(&**call.graph, &call.account.key, user);
    }
    Ok(json!({ "success": true }))
}

/// A checked message.
#[derive(Default)]
pub struct CheckedMessage {
    pub text: Option<String>,
    pub files: Vec<crate::network::model::File>,
    pub more: Map<String, Value>,
}
