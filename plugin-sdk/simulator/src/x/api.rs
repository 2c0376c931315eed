//! The API v2: who calls, how often, and which call it is.
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{X, hooks, lists, own_id, sending};
use crate::clock;
use crate::described::rates::Rate;
use crate::gate::{self, Call};
use crate::listener::Cut;
use crate::network::hold;
use crate::network::model::Account;
use crate::telegram::faults::Fault;

const BODY_MAX: usize = 520 << 20;
const WINDOW_S: f64 = 900.0;

/// A refusal: status, the end of the problem's address, and what it says.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: u16,
    pub kind: &'static str,
    pub text: String,
}

impl ApiError {
    pub fn new(status: u16, kind: &'static str, text: impl Into<String>) -> Self {
        Self { status, kind, text: text.into() }
    }

    pub fn bad(text: impl Into<String>) -> Self {
        Self::new(400, "invalid-request", text)
    }

    pub fn forbidden(text: impl Into<String>) -> Self {
        Self::new(403, "client-forbidden", text)
    }

    pub fn not_found() -> Self {
        Self::new(404, "resource-not-found", "Could not find what was asked for.")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let body = json!({
            "title": status.canonical_reason(), "detail": self.text, "status": self.status,
            "type": format!("https://api.x.com/2/problems/{}", self.kind),
        });
        (status, Json(body)).into_response()
    }
}

/// What a call answers.
pub type ApiResult = Result<Response, ApiError>;

pub fn ok(value: Value) -> ApiResult {
    Ok(Json(value).into_response())
}

pub fn created(value: Value) -> ApiResult {
    Ok((StatusCode::CREATED, Json(value)).into_response())
}

/// `/x/…`
pub async fn call(
    State(x): State<Arc<X>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let path = request.uri().path().trim_start_matches("/x/2/").to_owned();
    let call = Call::read(request, BODY_MAX).await;
    let path: Vec<&str> = path.split('/').collect();
    // The app's token is the account's with `-app` behind it.
    let given = call.bearer();
    let (token, app) = match given.strip_suffix("-app") {
        Some(token) => (token, true),
        None => (given, false),
    };
    let Some(account) = x.network.state().by_token(token).cloned() else {
        return ApiError::new(401, "not-authenticated", "Unauthorized").into_response();
    };
    let Some((kind, by_app, most)) = kind_of(&call.method, &path) else {
        return ApiError::not_found().into_response();
    };
    if by_app != app && kind != "subscribe" {
        let text = match by_app {
            true => "This endpoint needs OAuth 2.0 application-only authentication.",
            false => "Authenticating with application-only is forbidden for this endpoint.",
        };
        return ApiError::new(403, "unsupported-authentication", text).into_response();
    }
    let rate = Rate { count: most, seconds: WINDOW_S };
    let wanted = [(format!("{}/{kind}", account.key), rate)];
    let taken = hold(&x.buckets).take(&wanted, Instant::now());
    let wait = taken.err().filter(|_| x.rate_limits).map(|wait| wait.ceil() as i64);
    let mut response = match wait {
        Some(_) => ApiError::new(429, "rate-limit-exceeded", "Too Many Requests").into_response(),
        None => {
            let work = async {
                let done = act(&x, &account, &call, kind, &path).await;
                done.unwrap_or_else(IntoResponse::into_response)
            };
            gate::faulty(&x.network, &account.key, kind, cut, ordered, work).await
        }
    };
    let headers = response.headers_mut();
    headers.insert("x-rate-limit-limit", HeaderValue::from(most as u64));
    let reset = clock::now_s() + wait.unwrap_or(WINDOW_S as i64);
    headers.insert("x-rate-limit-reset", HeaderValue::from(reset));
    response
}

fn ordered(fault: &Fault) -> Response {
    let status = fault.status.unwrap_or(500);
    let text = fault.description.clone().unwrap_or_else(|| format!("{status}: ordered"));
    let kind = if status == 429 { "rate-limit-exceeded" } else { "about:blank" };
    let mut response = ApiError::new(status, kind, text).into_response();
    if let Some(wait) = fault.retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
    }
    response
}

// The kind of a call, whether the app itself calls, and how often in a quarter of an hour.
fn kind_of(method: &Method, path: &[&str]) -> Option<(&'static str, bool, f64)> {
    Some(match (method.as_str(), path) {
        ("GET", ["users", "me"]) => ("me", false, 75.0),
        ("GET", ["users", _, "mentions"]) => ("mentions", false, 300.0),
        ("GET", ["users", _, "tweets"]) => ("posts", false, 900.0),
        ("GET", ["dm_events"]) => ("dm-events", false, 15.0),
        ("GET", ["dm_conversations", _, "dm_events"]) => ("dm-conversation", false, 15.0),
        ("GET", ["dm_conversations", "media", _, _, _]) => ("dm-media", false, 300.0),
        (
            "POST",
            ["dm_conversations", _, "messages"] | ["dm_conversations", "with", _, "messages"],
        ) => ("dm", false, 15.0),
        ("DELETE", ["dm_events", _]) => ("delete", false, 300.0),
        ("POST", ["tweets"]) => ("post", false, 100.0),
        ("DELETE", ["tweets", _]) => ("delete", false, 50.0),
        ("POST", ["media", "upload"]) => ("upload", false, 500.0),
        ("GET", ["media", "upload"]) => ("upload-state", false, 1000.0),
        ("GET" | "POST", ["webhooks"]) => ("webhooks", true, 450.0),
        ("PUT" | "DELETE", ["webhooks", _]) => ("webhooks", true, 450.0),
        ("GET", ["activity", "subscriptions"]) => ("subscriptions", true, 500.0),
        ("POST", ["activity", "subscriptions"]) => ("subscribe", true, 500.0),
        ("DELETE", ["activity", "subscriptions", _]) => ("subscriptions", true, 500.0),
        _ => return None,
    })
}

async fn act(x: &Arc<X>, account: &Account, call: &Call, kind: &str, path: &[&str]) -> ApiResult {
    let own = own_id(&account.key);
    match (kind, path) {
        ("me", _) => {
            let user = json!({ "id": own, "name": account.name, "username": account.key });
            ok(json!({ "data": user }))
        }
        ("mentions" | "posts", [_, id, _]) if *id != own => Err(ApiError::not_found()),
        ("mentions", _) => lists::mentions(x, account, call),
        ("posts", _) => lists::posts(x, account),
        ("dm-events", _) => lists::messages(x, account, call, None),
        ("dm-conversation", [_, id, _]) => lists::messages(x, account, call, Some(*id)),
        ("dm-media", [_, _, message, file, _]) => lists::file(x, account, message, file),
        ("dm", [_, "with", id, _]) | ("dm", [_, id, _]) => sending::direct(x, account, call, id),
        ("delete", [_, id]) => sending::delete(x, account, id),
        ("post", _) => sending::post(x, account, call),
        ("upload", _) => sending::upload(x, account, call).await,
        ("upload-state", _) => sending::state(x, account, call),
        ("webhooks", [_]) if call.method == Method::GET => {
            let hooks = hold(&x.facts).hooks.clone();
            let hooks: Vec<_> =
                hooks.into_iter().filter(|hook| hook.account == account.key).collect();
            ok(json!({ "data": hooks, "meta": { "result_count": hooks.len() } }))
        }
        ("webhooks", [_]) => hooks::register(x, account, &call.json()).await,
        ("webhooks", [_, id]) if call.method == Method::PUT => hooks::again(x, account, id).await,
        ("webhooks", [_, id]) => hooks::remove(x, account, id),
        ("subscribe", _) => hooks::subscribe(x, account, call),
        ("subscriptions", [_, _, id]) => hooks::unsubscribe(x, account, id),
        ("subscriptions", _) => {
            let facts = hold(&x.facts);
            let ours = facts.subscriptions.iter().filter(|(of, _)| *of == account.key);
            let list: Vec<Value> = ours.map(|(_, one)| one.clone()).collect();
            ok(json!({ "data": list, "meta": { "total_subscriptions": list.len() } }))
        }
        _ => Err(ApiError::not_found()),
    }
}
