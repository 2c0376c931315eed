//! `/control/providers/{id}/…`: the customers' side, for tests, scripts and the phone page.
mod order;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::intake::{self, IncomingMessage, NewFile};
use super::model::{Account, Person};
use super::{Manner, events, hold};
use crate::providers::Providers;
use crate::telegram::control::safe_headers;
use crate::telegram::faults::Fault;
use crate::telegram::request::Params;
pub use order::{ControlError, Order, OrderResult};

type Handle = State<Arc<Providers>>;

// What `"photo": true` sends.
const SAMPLE_PHOTO: &[u8] = include_bytes!("../phone/assets/sample.png");
const KINDS: [(&str, &str, &str); 6] = [
    ("photo", "photo.png", "image/png"),
    ("video", "video.mp4", "video/mp4"),
    ("audio", "audio.ogg", "audio/ogg"),
    ("voice", "voice.ogg", "audio/ogg"),
    ("document", "document.txt", "text/plain"),
    ("sticker", "sticker.webp", "image/webp"),
];

/// The routes below `/control/providers/{id}`.
pub fn routes(providers: Arc<Providers>) -> Router {
    Router::new()
        .route("/accounts", get(list_accounts).post(make_account))
        .route("/accounts/{key}", delete(revoke_account))
        .route("/customers", get(list_customers).post(make_customer))
        .route("/messages", post(send))
        .route("/edit", post(edit))
        .route("/delete", post(unsend))
        .route("/react", post(react))
        .route("/typing", post(typing))
        .route("/read", post(read))
        .route("/block", post(block))
        .route("/chats/{key}", get(chats))
        .route("/files/{key}/{file}", get(file))
        .route("/events", get(listen))
        .route("/faults", get(list_faults).post(add_fault).delete(clear_faults))
        .route("/{what}", get(look).post(order))
        .layer(DefaultBodyLimit::disable())
        .with_state(providers)
}

async fn list_accounts(State(providers): Handle, Path(id): Path<String>) -> OrderResult {
    let provider = providers.named(&id)?;
    let state = provider.network().state();
    let accounts = state.accounts.values().map(|account| {
        let mut shown = json!(account);
        shown["chats"] = json!(state.chats_of(&account.key).count());
        shown
    });
    Ok(Json(accounts.collect()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewAccount {
    key: Option<String>,
    name: Option<String>,
    token: Option<String>,
    secret: Option<String>,
    webhook: Option<String>,
}

async fn make_account(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(new): Order<NewAccount>,
) -> OrderResult {
    let provider = providers.named(&id)?;
    if let Some(webhook) = new.webhook.as_deref().filter(|webhook| !webhook.is_empty()) {
        let parsed = url::Url::parse(webhook).ok();
        if !parsed.is_some_and(|url| url.has_host() && url.scheme().starts_with("http")) {
            return Err(ControlError::invalid("webhook must be an http or https address"));
        }
    }
    let network = provider.network();
    let key = new.key.unwrap_or_else(|| format!("account-{}", network.dice.text(6)));
    let account = {
        let mut state = network.state();
        let taken = |token: &str| {
            state.accounts.values().any(|other| other.key != key && other.token == token)
        };
        if new.token.as_deref().is_some_and(taken) {
            return Err(ControlError::invalid("another account has this token"));
        }
        let before = state.accounts.get(&key).cloned();
        let before = before.unwrap_or_else(|| Account {
            key: key.clone(),
            name: provider.card().name,
            token: network.dice.text(24),
            secret: network.dice.text(24),
            webhook: String::new(),
        });
        let account = Account {
            key: key.clone(),
            name: new.name.filter(|name| !name.trim().is_empty()).unwrap_or(before.name),
            token: new.token.filter(|token| !token.is_empty()).unwrap_or(before.token),
            secret: new.secret.filter(|secret| !secret.is_empty()).unwrap_or(before.secret),
            webhook: new.webhook.unwrap_or(before.webhook),
        };
        state.accounts.insert(key.clone(), account.clone());
        account
    };
    provider.account_changed(&key);
    network.show(None, json!({ "type": "bot" }));
    Ok(Json(json!(account)))
}

async fn revoke_account(
    State(providers): Handle,
    Path((id, key)): Path<(String, String)>,
) -> OrderResult {
    let provider = providers.named(&id)?;
    if provider.network().state().accounts.remove(&key).is_none() {
        return Err(ControlError::unknown("there is no such account"));
    }
    provider.account_changed(&key);
    provider.network().show(None, json!({ "type": "bot" }));
    Ok(Json(json!({ "revoked": true })))
}

async fn list_customers(State(providers): Handle, Path(id): Path<String>) -> OrderResult {
    let provider = providers.named(&id)?;
    let state = provider.network().state();
    Ok(Json(state.people.values().map(|person| json!(person)).collect()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPerson {
    #[serde(default)]
    id: i64,
    #[serde(default)]
    first_name: String,
    last_name: Option<String>,
    username: Option<String>,
    phone_number: Option<String>,
}

async fn make_customer(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(new): Order<NewPerson>,
) -> OrderResult {
    let NewPerson { id: number, first_name, last_name, username, phone_number } = new;
    let person = Person { id: number, first_name, last_name, username, phone_number };
    Ok(Json(json!(providers.named(&id)?.network().meet(person))))
}

async fn send(State(providers): Handle, Path(id): Path<String>, request: Request) -> OrderResult {
    let provider = providers.named(&id)?;
    let params = Params::read(request).await?;
    let account = params.text("account").or_else(|| params.text("token")).unwrap_or_default();
    let from = params.json("from").ok().flatten().unwrap_or_default();
    let from: Person = serde_json::from_value(from)
        .map_err(|_| ControlError::invalid("from must be an object with a number as id"))?;
    let words = params.text("text").or_else(|| params.text("caption"));
    let said = IncomingMessage {
        from,
        text: words.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()),
        files: files_of(&params)?,
        reply_to: params.int("reply_to"),
        more: more_of(&params),
        manner: Manner { twice: params.flag("twice") },
    };
    if said.text.is_none() && said.files.is_empty() && said.more.is_empty() {
        return Err(ControlError::invalid("there is nothing to send: give text or a file"));
    }
    let message = intake::say(&*provider, &account, said)?;
    Ok(Json(json!({ "message_id": message.n, "id": message.id, "event": message.event })))
}

// Stickers, locations and contacts, as the phone page sends them.
fn more_of(params: &Params) -> Map<String, Value> {
    let mut more = Map::new();
    for kind in ["location", "contact", "sticker"] {
        let value = params.json(kind).ok().flatten();
        if params.file(kind).is_none() && value.is_none() {
            continue;
        }
        more.insert("kind".to_owned(), json!(kind));
        if let Some(value) = value.filter(|_| kind != "sticker") {
            more.insert(kind.to_owned(), value);
        }
        if let Some(emoji) = params.text("emoji").filter(|_| kind == "sticker") {
            more.insert("emoji".to_owned(), json!(emoji));
        }
    }
    more
}

// Each kind once: a form part named after it, `true` for a built-in one, or an object with base64
// `data` or a text as `content`.
fn files_of(params: &Params) -> Result<Vec<NewFile>, ControlError> {
    let mut files = Vec::new();
    for (kind, usual_name, usual_mime) in KINDS {
        if let Some(upload) = params.file(kind) {
            let seen = crate::telegram::picture::mime(&upload.bytes).map(str::to_owned);
            let mime = upload.mime.clone().filter(|mime| mime != "application/octet-stream");
            files.push(NewFile {
                name: upload.name.clone().unwrap_or_else(|| usual_name.to_owned()),
                mime: mime.or(seen).unwrap_or_else(|| usual_mime.to_owned()),
                bytes: upload.bytes.clone(),
            });
            continue;
        }
        let Some(value) = params.json(kind).ok().flatten() else { continue };
        let about = Params::from_object(value.as_object().cloned().unwrap_or_default());
        let bytes = match (about.text("data"), about.text("content")) {
            (Some(data), _) => STANDARD
                .decode(data)
                .map(Bytes::from)
                .map_err(|_| ControlError::invalid("data must be base64"))?,
            (None, Some(content)) => Bytes::from(content),
            (None, None) if kind == "photo" => Bytes::from_static(SAMPLE_PHOTO),
            (None, None) => Bytes::from_static(b"sample"),
        };
        files.push(NewFile {
            name: about.text("file_name").unwrap_or_else(|| usual_name.to_owned()),
            mime: about.text("mime_type").unwrap_or_else(|| usual_mime.to_owned()),
            bytes,
        });
    }
    Ok(files)
}

/// An act of one customer in one chat.
#[derive(Deserialize)]
struct One {
    // The phone's pages call it token, as Telegram does.
    #[serde(alias = "token")]
    account: String,
    user: i64,
    #[serde(default)]
    message_id: i64,
    #[serde(default)]
    text: String,
    emoji: Option<String>,
    blocked: Option<bool>,
}

async fn edit(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(one): Order<One>,
) -> OrderResult {
    let provider = providers.named(&id)?;
    if one.text.trim().is_empty() {
        return Err(ControlError::invalid("text is missing; /delete takes a message back"));
    }
    intake::change(&*provider, &one.account, one.user, one.message_id, Some(&one.text))?;
    Ok(Json(json!({ "edited": true })))
}

async fn unsend(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(one): Order<One>,
) -> OrderResult {
    let provider = providers.named(&id)?;
    intake::change(&*provider, &one.account, one.user, one.message_id, None)?;
    Ok(Json(json!({ "deleted": true })))
}

async fn react(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(one): Order<One>,
) -> OrderResult {
    let provider = providers.named(&id)?;
    let emoji = one.emoji.as_deref().filter(|emoji| !emoji.is_empty());
    intake::react(&*provider, &one.account, one.user, one.message_id, emoji)?;
    Ok(Json(json!({ "reacted": emoji.is_some() })))
}

async fn typing(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(one): Order<One>,
) -> OrderResult {
    intake::typing(&*providers.named(&id)?, &one.account, one.user)?;
    Ok(Json(json!({ "typing": true })))
}

async fn read(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(one): Order<One>,
) -> OrderResult {
    intake::read(&*providers.named(&id)?, &one.account, one.user)?;
    Ok(Json(json!({ "read": true })))
}

async fn block(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(one): Order<One>,
) -> OrderResult {
    let provider = providers.named(&id)?;
    let network = provider.network();
    let blocked = one.blocked.unwrap_or(true);
    match network.state().chat_mut(&one.account, one.user) {
        Some(chat) => chat.blocked = blocked,
        None => return Err(ControlError::unknown("there is no such chat")),
    }
    provider.blocked(&one.account, one.user, blocked);
    let shown = json!({ "type": "blocked", "user": one.user, "blocked": blocked });
    network.show(Some(&one.account), shown);
    Ok(Json(json!({ "blocked": blocked })))
}

#[derive(Deserialize)]
struct MessagesQuery {
    user: Option<i64>,
    #[serde(default)]
    summary: u8,
}

async fn chats(
    State(providers): Handle,
    Path((id, key)): Path<(String, String)>,
    Query(wanted): Query<MessagesQuery>,
) -> OrderResult {
    let provider = providers.named(&id)?;
    let state = provider.network().state();
    if !state.accounts.contains_key(&key) {
        return Err(ControlError::unknown("there is no such account"));
    }
    let found =
        state.chats_of(&key).filter(|chat| wanted.user.is_none_or(|user| user == chat.user));
    let shown: Vec<Value> = found
        .map(|chat| {
            let mut shown = json!({
                "user": chat.user, "chat_id": chat.id, "blocked": chat.blocked,
                "user_id": provider.user_id(chat.user),
            });
            let last = chat.messages.values().last();
            match wanted.summary {
                0 => shown["messages"] = chat.messages.values().map(|one| one.shown()).collect(),
                _ => shown["last"] = last.map_or(Value::Null, |one| one.shown()),
            }
            shown
        })
        .collect();
    // The phone's list reads the summary as Telegram's page does.
    Ok(Json(if wanted.summary > 0 { json!(shown) } else { json!({ "chats": shown }) }))
}

async fn file(
    State(providers): Handle,
    Path((id, key, file)): Path<(String, String, String)>,
) -> Result<Response, ControlError> {
    let provider = providers.named(&id)?;
    let found = provider.network().state().files.get(&(key, file)).cloned();
    let found = found.ok_or_else(|| ControlError::unknown("there is no such file"))?;
    Ok((safe_headers(&found.mime, &found.name), found.bytes).into_response())
}

#[derive(Deserialize)]
struct Listen {
    #[serde(alias = "token")]
    account: String,
}

async fn listen(
    State(providers): Handle,
    Path(id): Path<String>,
    Query(listen): Query<Listen>,
) -> Result<impl IntoResponse, ControlError> {
    Ok(events::listen(&providers.named(&id)?, listen.account))
}

async fn list_faults(State(providers): Handle, Path(id): Path<String>) -> OrderResult {
    let provider = providers.named(&id)?;
    let faults = hold(&provider.network().faults);
    let (waiting, struck) = faults.list();
    Ok(Json(json!({ "waiting": waiting, "struck": struck })))
}

async fn add_fault(
    State(providers): Handle,
    Path(id): Path<String>,
    Order(fault): Order<Fault>,
) -> OrderResult {
    let provider = providers.named(&id)?;
    fault.check().map_err(ControlError::invalid)?;
    let mut faults = hold(&provider.network().faults);
    faults.add(fault);
    Ok(Json(json!({ "waiting": faults.list().0 })))
}

async fn clear_faults(State(providers): Handle, Path(id): Path<String>) -> OrderResult {
    hold(&providers.named(&id)?.network().faults).clear();
    Ok(Json(json!({ "waiting": [] })))
}

async fn look(State(providers): Handle, Path((id, what)): Path<(String, String)>) -> OrderResult {
    let provider = providers.named(&id)?;
    let found = match what.as_str() {
        "card" => Some(json!(provider.card())),
        what => provider.look(what),
    };
    found.map(Json).ok_or_else(|| ControlError::unknown("this provider has no such answer"))
}

async fn order(
    State(providers): Handle,
    Path((id, what)): Path<(String, String)>,
    Order(body): Order<Value>,
) -> Result<Response, ControlError> {
    match providers.named(&id)?.order(&what, &body) {
        None => Err(ControlError::unknown("this provider knows no such order")),
        Some(Err(problem)) => Err(ControlError::invalid(problem)),
        Some(Ok(answer)) => Ok((StatusCode::OK, Json(answer)).into_response()),
    }
}
