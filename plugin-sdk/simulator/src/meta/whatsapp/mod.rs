//! WhatsApp's Cloud API: numbers, its webhooks and what an app may ask about itself.
mod check;
mod send;
mod shapes;

use serde_json::{Value, json};

use super::call::Call;
use super::hooks;
use super::no::{ApiError, ApiResult};
use super::{Graph, media};
use crate::clock;
use crate::network::happening::Kind;
use crate::network::intake::chat_of;
use crate::network::{Happening, Manner, Provider, hold};

/// The account that all numbers belong to.
pub const WABA: &str = "102290129340398";
/// What customers' numbers begin with; four digits follow.
pub const NUMBERS: &str = "1650555";
/// How long after a message its first receipt comes, in seconds.
const RECEIPT_S: f64 = 0.5;

/// The approved templates: name, language, category, how many values, the text.
pub const TEMPLATES: [(&str, &str, &str, usize, &str); 3] = [
    (
        "hello_world",
        "en_US",
        "UTILITY",
        0,
        "Welcome! This message shows that the connection works.",
    ),
    ("order_update", "en_US", "UTILITY", 2, "Your order {{1}} will arrive {{2}}."),
    ("order_update", "ms", "UTILITY", 2, "Pesanan {{1}} anda akan tiba {{2}}."),
];

/// A call that is no message.
pub async fn act(call: &Call<'_>, does: &str) -> ApiResult {
    let (graph, account) = (call.graph, call.account);
    let own = |id: &str| id == account.key;
    match (does, call.path) {
        ("send" | "react" | "read", [id, _]) if own(id) => send::send(call, does),
        ("upload", [id, "media"]) if own(id) => media::hand_in(graph, account, call.incoming),
        ("templates", [WABA, _]) => Ok(templates()),
        ("subscribe", [WABA, _]) => subscribed(call),
        ("configure", [id]) if own(id) => configure(call).await,
        ("look", [id]) if own(id) => Ok(json!({
            "id": account.key, "display_phone_number": "+1 555-078-3881",
            "verified_name": account.name, "quality_rating": "GREEN", "name_status": "APPROVED",
            "webhook_configuration": if account.webhook.is_empty() { json!({}) } else {
                json!({ "phone_number": account.webhook })
            },
        })),
        ("look", [id]) => {
            media::look_up(graph, account, id, call.incoming.query.get("phone_number_id"))
        }
        ("delete", [id]) => media::forget(graph, account, id),
        (_, [id, ..]) => Err(ApiError::node(id)),
        _ => Err(ApiError::path("")),
    }
}

fn templates() -> Value {
    let data: Vec<Value> = TEMPLATES
        .iter()
        .enumerate()
        .map(|(n, (name, language, category, _, text))| {
            json!({
                "name": name, "language": language, "status": "APPROVED", "category": category,
                "id": (800 + n).to_string(), "components": [{ "type": "BODY", "text": text }],
            })
        })
        .collect();
    json!({ "data": data, "paging": { "cursors": { "before": "a", "after": "b" } } })
}

fn subscribed(call: &Call<'_>) -> ApiResult {
    let app = json!({ "whatsapp_business_api_data": { "id": "1", "name": "Demo app" } });
    match call.method {
        "GET" => Ok(json!({ "data": [app] })),
        "POST" => {
            hold(&call.graph.fields).insert(call.account.key.clone(), vec!["messages".to_owned()]);
            Ok(json!({ "success": true }))
        }
        _ => {
            hold(&call.graph.fields).insert(call.account.key.clone(), Vec::new());
            Ok(json!({ "success": true }))
        }
    }
}

/// `POST /{number} {"webhook_configuration": {…}}`: the address is proven before it is taken.
async fn configure(call: &Call<'_>) -> ApiResult {
    let wanted = &call.incoming.body["webhook_configuration"];
    let Some(address) = wanted["override_callback_uri"].as_str() else {
        return Err(ApiError::parameter("The parameter webhook_configuration is required."));
    };
    if !address.is_empty() {
        let token = wanted["verify_token"].as_str().unwrap_or_default();
        let challenge = call.graph.network().dice.below(u64::from(u32::MAX)).to_string();
        hooks::proves(call.graph, address, token, &challenge).await.map_err(|why| {
            let said = format!("Callback verification failed with the following errors: {why}");
            ApiError::new(400, 2200, said)
        })?;
    }
    if let Some(account) = call.graph.network().state().accounts.get_mut(&call.account.key) {
        account.webhook = address.to_owned();
    }
    call.graph.heard(&call.account.key);
    Ok(json!({ "success": true }))
}

/// The person behind a number or a scoped id, with a chat to write into.
fn person(graph: &Graph, account: &str, to: &str) -> Option<i64> {
    let digits =
        to.strip_prefix("US.13491208655").or_else(|| to.strip_prefix('+')?.strip_prefix(NUMBERS));
    let user: i64 = digits?.parse().ok()?;
    let mut state = graph.network().state();
    state.people.contains_key(&user).then(|| {
        chat_of(graph, &mut state, account, user, clock::now_ms());
        user
    })
}

/// What happened becomes a webhook.
pub fn tell(graph: &Graph, happening: &Happening, manner: Manner) {
    let (account, user) = (&happening.account.key, happening.person.id);
    let post = |value: Value, after_s: f64| {
        let (whose, kind) = ((user, happening.event), happening.kind.name());
        let mut job = hooks::job(account, whose, kind, entry(account, value));
        job.twice = manner.twice;
        hooks::post(graph, job, "messages", after_s);
    };
    match happening.kind {
        Kind::Delivered => {
            let Some(message) = &happening.message else { return };
            for (word, after) in [("sent", RECEIPT_S), ("delivered", 0.0)] {
                post(shapes::status(happening, &message.id, word, None), after);
                // A reaction only ever gets as far as sent.
                if message.more.contains_key("reaction") {
                    break;
                }
            }
        }
        Kind::Read => {
            let unread: Vec<String> = {
                let state = graph.network().state();
                let mut told = hold(&graph.told_read);
                let chat = state.chat(account, user).into_iter();
                let read = chat
                    .flat_map(|chat| chat.messages.values())
                    .filter(|one| !one.customer && one.read);
                read.filter(|one| told.insert(one.id.clone())).map(|one| one.id.clone()).collect()
            };
            for id in unread {
                post(shapes::status(happening, &id, "read", None), 0.0);
            }
        }
        Kind::Typing | Kind::Failed => {}
        _ => {
            if let Some(value) = shapes::value(graph, happening) {
                post(value, 0.0);
            }
        }
    }
}

/// A message of the business that WhatsApp took and could not deliver.
fn failed(graph: &Graph, account: &str, user: i64, id: &str, code: u32, title: &str) {
    let event = graph.network().state().count();
    let error = json!({ "code": code, "title": title, "message": title, "error_data": { "details": title } });
    let status = json!({
        "id": id, "status": "failed", "timestamp": (clock::now_ms() / 1000).to_string(),
        "recipient_id": graph.user_id(user), "errors": [error],
    });
    let value = json!({ "statuses": [status] });
    let job = hooks::job(account, (user, event), "failed", entry(account, value));
    hooks::post(graph, job, "messages", RECEIPT_S);
}

fn entry(account: &str, value: Value) -> Value {
    let mut whole = json!({
        "messaging_product": "whatsapp",
        "metadata": { "display_phone_number": "15550783881", "phone_number_id": account },
    });
    if let (Some(whole), Value::Object(fields)) = (whole.as_object_mut(), value) {
        whole.extend(fields);
    }
    json!({ "id": WABA, "changes": [{ "value": whole, "field": "messages" }] })
}

/// The customer presses a button or chooses from a list.
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
    let list = offered.more.get("list").is_some();
    let kind = if list { "list_reply" } else { "button_reply" };
    let wire = json!({
        "type": "interactive", "interactive": { "type": kind, kind: { "id": id, "title": title } },
    });
    let mut body = body.clone();
    body["reply_to"] = json!(n);
    graph.wired(&body, wire, Some(title.to_owned()))
}
