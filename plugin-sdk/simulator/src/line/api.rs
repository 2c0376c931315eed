//! The Messaging API: who calls, how often, and which call it is.
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Line, bot_id, content, line_id, messages, user_of};
use crate::described::rates::Rate;
use crate::gate::{self, Call};
use crate::listener::Cut;
use crate::network::model::Account;
use crate::network::{Provider, hold, outgo};

const BODY_MAX: usize = 2 << 20;

/// A refusal: status, what it says, and which fields are wrong.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: u16,
    pub text: String,
    pub details: Vec<(String, String)>,
}

impl ApiError {
    pub fn new(status: u16, text: impl Into<String>) -> Self {
        Self { status, text: text.into(), details: Vec::new() }
    }

    /// Fields of the body are wrong: property and what is wrong with it.
    pub fn form(details: Vec<(String, String)>) -> Self {
        let text = format!("The request body has {} error(s)", details.len());
        Self { details, ..Self::new(400, text) }
    }

    pub fn not_found() -> Self {
        Self::new(404, "Not found")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let mut body = json!({ "message": self.text });
        if !self.details.is_empty() {
            let details = self.details.iter();
            let details =
                details.map(|(property, text)| json!({ "message": text, "property": property }));
            body["details"] = details.collect();
        }
        (status, Json(body)).into_response()
    }
}

/// What a call answers.
pub type ApiResult = Result<Response, ApiError>;

pub fn ok(value: Value) -> ApiResult {
    Ok(Json(value).into_response())
}

/// `/line/…`
pub async fn call(
    State(line): State<Arc<Line>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let path = request.uri().path().trim_start_matches("/line/").to_owned();
    let call = Call::read(request, BODY_MAX).await;
    let path: Vec<&str> = path.split('/').collect();
    let account = line.network.state().by_token(call.bearer()).cloned();
    let mut response = match account {
        None => ApiError::new(
            401,
            "Authentication failed due to the following reason: invalid token. Confirm that the \
             access token in the authorization header is valid.",
        )
        .into_response(),
        Some(account) => answered(&line, &account, &call, &path, cut).await,
    };
    let id = HeaderValue::from_str(&line.network.dice.text(16));
    if let Ok(id) = id {
        response.headers_mut().insert("x-line-request-id", id);
    }
    response
}

async fn answered(
    line: &Arc<Line>,
    account: &Account,
    call: &Call,
    path: &[&str],
    cut: Cut,
) -> Response {
    let Some(kind) = kind_of(&call.method, path) else {
        return ApiError::not_found().into_response();
    };
    if call.body.is_none() {
        return ApiError::new(413, "Request entity too large").into_response();
    }
    let rate = Rate { count: if kind == "loading" { 100.0 } else { 2000.0 }, seconds: 1.0 };
    let wanted = [(format!("{}/{kind}", account.key), rate)];
    let taken = hold(&line.buckets).take(&wanted, Instant::now());
    if line.rate_limits && taken.is_err() {
        return too_fast().into_response();
    }
    let refuse = |fault: &crate::telegram::faults::Fault| {
        let status = fault.status.unwrap_or(500);
        let usual = match status {
            401 => "Authentication failed due to the following reason: invalid token.",
            429 => "The API rate limit has been exceeded. Try again later.",
            _ => "Internal server error",
        };
        let text = fault.description.clone().unwrap_or_else(|| usual.to_owned());
        let mut response = ApiError::new(status, text).into_response();
        if let Some(wait) = fault.retry_after {
            response.headers_mut().insert("retry-after", HeaderValue::from(wait));
        }
        response
    };
    let work = async {
        match act(line, account, call, kind, path).await {
            Ok(response) => response,
            Err(no) => no.into_response(),
        }
    };
    gate::faulty(&line.network, &account.key, kind, cut, refuse, work).await
}

fn too_fast() -> ApiError {
    ApiError::new(429, "The API rate limit has been exceeded. Try again later.")
}

// The kind of a call, which names its faults.
fn kind_of(method: &Method, path: &[&str]) -> Option<&'static str> {
    let [first, rest @ ..] = path else { return None };
    let (data, rest) = match (*first, rest) {
        ("data", ["v2", "bot", rest @ ..]) => (true, rest),
        ("v2", ["bot", rest @ ..]) => (false, rest),
        _ => return None,
    };
    Some(match (data, method.as_str(), rest) {
        (true, "GET", ["message", _, "content"]) => "content",
        (true, "GET", ["message", _, "content", "preview"]) => "preview",
        (true, "GET", ["message", _, "content", "transcoding"]) => "transcoding",
        (false, "GET", ["info"]) => "info",
        (false, "PUT", ["channel", "webhook", "endpoint"]) => "set-webhook",
        (false, "GET", ["channel", "webhook", "endpoint"]) => "webhook",
        (false, "POST", ["channel", "webhook", "test"]) => "test-webhook",
        (false, "POST", ["message", "reply"]) => "reply",
        (false, "POST", ["message", "push"]) => "push",
        (false, "POST", ["message", "multicast"]) => "multicast",
        (false, "POST", ["message", "validate", "push" | "reply"]) => "validate",
        (false, "GET", ["message", "quota"]) => "quota",
        (false, "GET", ["message", "quota", "consumption"]) => "consumption",
        (false, "POST", ["chat", "loading", "start"]) => "loading",
        (false, "POST", ["chat", "markAsRead"]) => "read",
        (false, "GET", ["profile", _]) => "profile",
        (false, "GET", ["group" | "room", _, "member", _]) => "profile",
        (false, "GET", ["group", _, "summary"]) => "summary",
        _ => return None,
    })
}

async fn act(
    line: &Arc<Line>,
    account: &Account,
    call: &Call,
    kind: &str,
    path: &[&str],
) -> ApiResult {
    let id = path.iter().rev().find(|part| part.len() == 33).copied().unwrap_or_default();
    match kind {
        "content" | "preview" | "transcoding" => {
            content::answer(line, account, kind, path.get(4).copied().unwrap_or_default())
        }
        "info" => {
            let manners = line.manners();
            ok(json!({
                "userId": bot_id(&account.key), "basicId": format!("@{}", account.key),
                "displayName": account.name, "chatMode": manners.chat_mode,
                "markAsReadMode": manners.mark_as_read,
            }))
        }
        "set-webhook" => set_webhook(line, account, &call.json()),
        "webhook" if account.webhook.is_empty() => Err(ApiError::not_found()),
        "webhook" => {
            ok(json!({ "endpoint": account.webhook, "active": line.manners().use_webhook }))
        }
        "test-webhook" => content::test_webhook(line, account, &call.json()).await,
        "reply" | "push" | "multicast" | "validate" => {
            messages::send(line, account, call, kind).await
        }
        "quota" => ok(match line.manners().quota {
            Some(value) => json!({ "type": "limited", "value": value }),
            None => json!({ "type": "none" }),
        }),
        "consumption" => ok(json!({ "totalUsage": hold(&line.facts).sent_this_month })),
        "loading" => loading(line, account, &call.json()),
        "read" => read(line, account, &call.json()),
        "profile" => profile(line, account, id),
        _ => {
            let user = user_of(id).ok_or_else(ApiError::not_found)?;
            ok(json!({ "groupId": line_id('C', user), "groupName": format!("Group {user}") }))
        }
    }
}

/// Whether LINE takes an address: https, or a server on this machine.
pub fn takes(address: &str) -> bool {
    url::Url::parse(address).is_ok_and(|url| {
        let here = matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
        url.scheme() == "https" || (url.scheme() == "http" && here)
    })
}

fn set_webhook(line: &Line, account: &Account, body: &Value) -> ApiResult {
    let endpoint = body["endpoint"].as_str().unwrap_or_default();
    if endpoint.len() > 500 || !takes(endpoint) {
        return Err(ApiError::new(400, "Invalid webhook endpoint URL"));
    }
    if let Some(account) = line.network.state().accounts.get_mut(&account.key) {
        endpoint.clone_into(&mut account.webhook);
    }
    line.network.show(None, json!({ "type": "bot" }));
    line.account_changed(&account.key);
    ok(json!({}))
}

fn loading(line: &Line, account: &Account, body: &Value) -> ApiResult {
    let id = body["chatId"].as_str().unwrap_or_default();
    let seconds = body["loadingSeconds"].as_u64().unwrap_or(20);
    if !id.starts_with('U') || !(5..=60).contains(&seconds) || !seconds.is_multiple_of(5) {
        return Err(ApiError::new(400, "The request body has 1 error(s)"));
    }
    let user = user_of(id).filter(|user| line.network.state().chat(&account.key, *user).is_some());
    let user = user.ok_or_else(|| ApiError::new(400, "The value for 'chatId' is invalid"))?;
    outgo::typing(line, &account.key, user);
    Ok((StatusCode::ACCEPTED, Json(json!({}))).into_response())
}

fn read(line: &Line, account: &Account, body: &Value) -> ApiResult {
    if line.manners().mark_as_read != "manual" {
        return Err(ApiError::new(400, "Marking as read is automatic for this account"));
    }
    let token = body["markAsReadToken"].as_str().unwrap_or_default();
    let known = hold(&line.facts).reads.get(token).cloned();
    match known {
        Some((of, user)) if of == account.key => {
            outgo::seen(line, &account.key, user);
            ok(json!({}))
        }
        _ => Err(ApiError::new(400, "Invalid mark as read token")),
    }
}

fn profile(line: &Line, account: &Account, id: &str) -> ApiResult {
    let state = line.network.state();
    let user = user_of(id).filter(|_| id.starts_with('U'));
    let person = user.and_then(|user| {
        let blocked = state.chat(&account.key, user)?.blocked;
        state.people.get(&user).filter(|_| !blocked)
    });
    let person = person.ok_or_else(ApiError::not_found)?;
    ok(json!({ "userId": id, "displayName": person.name(), "language": "en" }))
}
