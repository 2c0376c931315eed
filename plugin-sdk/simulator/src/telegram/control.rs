//! `/control/telegram`: the customers' side of the network, for tests, the demo and the phone page.
mod message;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::errors::ApiError;
use super::faults::Fault;
use super::limits::Rates;
use super::state::{Change, Customer};
use super::{Telegram, chats, events, flood, hold};

type Handle = State<Arc<Telegram>>;
type OrderResult = Result<Json<Value>, ControlError>;

/// A refused order: an HTTP status and `{"error": "…"}`.
pub struct ControlError(StatusCode, String);

impl ControlError {
    fn invalid(text: impl Into<String>) -> Self {
        Self(StatusCode::BAD_REQUEST, text.into())
    }
}

impl From<ApiError> for ControlError {
    fn from(error: ApiError) -> Self {
        let unknown_bot = error == ApiError::unauthorized();
        if unknown_bot {
            return Self(StatusCode::NOT_FOUND, "there is no bot with this token".into());
        }
        let status = StatusCode::from_u16(error.code).unwrap_or(StatusCode::BAD_REQUEST);
        Self(status, error.description)
    }
}

impl IntoResponse for ControlError {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// A JSON order; an unreadable one is refused in the same shape as any other.
struct Order<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Order<T> {
    type Rejection = ControlError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ControlError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(order)) => Ok(Self(order)),
            Err(refused) => Err(ControlError(refused.status(), refused.body_text())),
        }
    }
}

/// The routes.
pub fn routes(telegram: Arc<Telegram>) -> Router {
    Router::new()
        .route("/bots", get(list_bots).post(make_bot))
        .route("/bots/{token}", delete(revoke_bot))
        .route("/customers", get(list_customers).post(make_customer))
        .route("/messages", post(message::send))
        .route("/edit", post(edit))
        .route("/block", post(block))
        .route("/react", post(react))
        .route("/press", post(press))
        .route("/chats/{token}", get(list_chats))
        .route("/files/{token}/{file_id}", get(message::file))
        .route("/events", get(events::listen))
        .route("/faults", get(list_faults).post(add_fault).delete(clear_faults))
        .route("/limits", get(limits).post(set_limits))
        .route("/flood", get(list_floods).post(start_flood))
        .route("/flood/{id}", get(one_flood).delete(stop_flood))
        .layer(DefaultBodyLimit::disable())
        .with_state(telegram)
}

#[derive(Deserialize)]
struct NewBot {
    token: Option<String>,
    username: Option<String>,
    first_name: Option<String>,
}

async fn make_bot(State(telegram): Handle, Order(new): Order<NewBot>) -> OrderResult {
    let token = new.token.unwrap_or_else(|| {
        let id = 1_000_000_000 + telegram.dice.below(8_000_000_000);
        format!("{id}:{}", telegram.dice.text(26))
    });
    let id: Option<i64> = token.split_once(':').and_then(|(id, _)| id.parse().ok());
    let Some(id) = id.filter(|id| *id > 0 && token.len() <= 80) else {
        return Err(ControlError::invalid("a token looks like 123456:ABC"));
    };
    let first_update_id = 100_000_000 + telegram.dice.below(800_000_000) as i64;
    let made = telegram
        .act(|draft| {
            let before = draft.bots.get(&token);
            let was = |of: fn(&super::state::Bot) -> &String| before.map(|bot| of(bot).clone());
            let username = new.username.or_else(|| was(|bot| &bot.username));
            let first_name = new.first_name.or_else(|| was(|bot| &bot.first_name));
            let username = username.unwrap_or_else(|| format!("bot{id}_bot"));
            let first_name = first_name.unwrap_or_else(|| "Bot".into());
            let made = json!({
                "token": token, "id": id, "username": username, "first_name": first_name,
            });
            let same =
                before.is_some_and(|bot| bot.username == username && bot.first_name == first_name);
            if !same {
                let token = token.clone();
                draft.change(Change::Bot { token, username, first_name, first_update_id });
            }
            Ok(made)
        })
        .await?;
    Ok(Json(made))
}

async fn list_bots(State(telegram): Handle) -> Json<Value> {
    let bots = telegram.bots().into_iter().map(|bot| {
        json!({
            "token": bot.token,
            "username": bot.username,
            "first_name": bot.name,
            "chats": bot.chats,
            "pending": bot.waiting,
            "receives": bot.receives,
        })
    });
    Json(bots.collect())
}

async fn revoke_bot(State(telegram): Handle, Path(token): Path<String>) -> OrderResult {
    telegram
        .act(|draft| {
            draft.bot(&token)?;
            draft.change(Change::Revoked { token: token.clone() });
            Ok(())
        })
        .await?;
    Ok(Json(json!({ "revoked": true })))
}

async fn list_customers(State(telegram): Handle) -> Json<Value> {
    Json(telegram.state().customers.values().map(|customer| json!(customer)).collect())
}

#[derive(Deserialize)]
struct NewCustomer {
    id: Option<i64>,
    first_name: Option<String>,
    last_name: Option<String>,
    username: Option<String>,
    language_code: Option<String>,
    phone_number: Option<String>,
    deactivated: Option<bool>,
}

async fn make_customer(State(telegram): Handle, Order(new): Order<NewCustomer>) -> OrderResult {
    let drawn = 5_000_000_000 + telegram.dice.below(2_000_000_000) as i64;
    // From the range that is never given out to real people.
    let number = format!("+12025550{}", 100 + telegram.dice.below(100));
    let customer = telegram
        .act(|draft| {
            let id = new.id.unwrap_or(drawn);
            let before = draft.customers.get(&id).cloned();
            let mut customer = before.unwrap_or(Customer {
                id,
                first_name: format!("Customer {id}"),
                language_code: Some("en".into()),
                phone_number: Some(number),
                ..Customer::default()
            });
            if let Some(name) = new.first_name.filter(|name| !name.trim().is_empty()) {
                customer.first_name = name.trim().into();
            }
            customer.last_name = new.last_name.or(customer.last_name);
            customer.username = new.username.or(customer.username);
            customer.language_code = new.language_code.or(customer.language_code);
            customer.phone_number = new.phone_number.or(customer.phone_number);
            customer.deactivated = new.deactivated.unwrap_or(customer.deactivated);
            draft.change(Change::Customer { customer: customer.clone() });
            Ok(customer)
        })
        .await?;
    Ok(Json(json!(customer)))
}

#[derive(Deserialize)]
struct OneMessage {
    token: String,
    user: i64,
    message_id: i64,
    #[serde(default)]
    text: String,
    emoji: Option<String>,
    #[serde(default)]
    data: String,
}

async fn edit(State(telegram): Handle, Order(one): Order<OneMessage>) -> OrderResult {
    Ok(Json(json!(telegram.correct(&one.token, one.user, one.message_id, &one.text).await?)))
}

async fn react(State(telegram): Handle, Order(one): Order<OneMessage>) -> OrderResult {
    let emoji = one.emoji.filter(|emoji| !emoji.is_empty());
    let update_id = telegram.react(&one.token, one.user, one.message_id, emoji).await?;
    Ok(Json(json!({ "update_id": update_id })))
}

async fn press(State(telegram): Handle, Order(one): Order<OneMessage>) -> OrderResult {
    let update_id = telegram.press(&one.token, one.user, one.message_id, &one.data).await?;
    Ok(Json(json!({ "update_id": update_id })))
}

#[derive(Deserialize)]
struct Block {
    token: String,
    user: i64,
    #[serde(default = "yes")]
    blocked: bool,
}

fn yes() -> bool {
    true
}

async fn block(State(telegram): Handle, Order(block): Order<Block>) -> OrderResult {
    let update_id = telegram.block(&block.token, block.user, block.blocked).await?;
    Ok(Json(json!({ "blocked": block.blocked, "update_id": update_id })))
}

#[derive(Deserialize)]
struct WantedChats {
    user: Option<i64>,
    counts_only: Option<u8>,
    summary: Option<u8>,
}

async fn list_chats(
    State(telegram): Handle,
    Path(token): Path<String>,
    Query(query): Query<WantedChats>,
) -> OrderResult {
    if query.summary.is_some_and(|n| n > 0) {
        let found = chats::summary(&telegram.state(), &token);
        return Ok(Json(found.ok_or_else(ApiError::unauthorized)?));
    }
    let wanted = chats::ChatFilter {
        user: query.user,
        counts_only: query.counts_only.is_some_and(|n| n > 0),
    };
    let found = chats::list(&telegram.state(), &token, wanted);
    Ok(Json(found.ok_or_else(ApiError::unauthorized)?))
}

async fn list_faults(State(telegram): Handle) -> Json<Value> {
    let faults = hold(&telegram.faults);
    let (waiting, struck) = faults.list();
    Json(json!({ "waiting": waiting, "struck": struck }))
}

async fn add_fault(State(telegram): Handle, Order(fault): Order<Fault>) -> OrderResult {
    fault.check().map_err(ControlError::invalid)?;
    let mut faults = hold(&telegram.faults);
    faults.add(fault);
    Ok(Json(json!({ "waiting": faults.list().0 })))
}

async fn clear_faults(State(telegram): Handle) -> Json<Value> {
    hold(&telegram.faults).clear();
    Json(json!({ "waiting": [] }))
}

async fn limits(State(telegram): Handle) -> Json<Rates> {
    Json(hold(&telegram.limits).rates)
}

async fn set_limits(State(telegram): Handle, Order(rates): Order<Rates>) -> Json<Rates> {
    hold(&telegram.limits).set(rates);
    Json(rates)
}

async fn start_flood(State(telegram): Handle, Order(order): Order<flood::Order>) -> OrderResult {
    let id = flood::start(&telegram, order)?;
    Ok(Json(json!({ "id": id })))
}

async fn list_floods(State(telegram): Handle) -> Json<Value> {
    let floods = hold(&telegram.floods);
    let mut floods: Vec<&flood::Flood> = floods.values().collect();
    floods.sort_by_key(|flood| flood.id);
    Json(json!(floods))
}

async fn one_flood(State(telegram): Handle, Path(id): Path<u64>) -> OrderResult {
    let floods = hold(&telegram.floods);
    let none = || ControlError(StatusCode::NOT_FOUND, "there is no such flood".into());
    Ok(Json(json!(floods.get(&id).ok_or_else(none)?)))
}

async fn stop_flood(State(telegram): Handle, Path(id): Path<u64>) -> OrderResult {
    Ok(Json(json!({ "stopped": flood::stop(&telegram, id) })))
}

/// Headers of bytes that a customer or a bot sent: shown in place only where that is harmless.
pub(crate) fn safe_headers(mime: &str, name: &str) -> [(header::HeaderName, String); 4] {
    let harmless = ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(&mime)
        || mime.starts_with("audio/")
        || mime.starts_with("video/");
    let (mime, place) =
        if harmless { (mime, "inline") } else { ("application/octet-stream", "attachment") };
    let name: String = name
        .chars()
        .map(|c| if c.is_ascii_graphic() && c != '"' && c != '\\' { c } else { '_' })
        .collect();
    [
        (header::CONTENT_TYPE, mime.into()),
        (header::CONTENT_DISPOSITION, format!("{place}; filename=\"{name}\"")),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".into()),
        (header::CACHE_CONTROL, "private, max-age=86400".into()),
    ]
}
