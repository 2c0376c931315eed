//! The API v1.0: who calls, how often, and which call it is.
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{GraphMail, address, drafts, lists, login, subscriptions, uploads};
use crate::clock;
use crate::described::rates::Rate;
use crate::gate::{self, Call};
use crate::listener::Cut;
use crate::network::hold;
use crate::network::model::Account;
use crate::telegram::faults::Fault;

/// Larger bodies Graph refuses whatever they are.
const BODY_MAX: usize = 4 << 20;
/// Requests of an app in one mailbox.
const REQUESTS: Rate = Rate { count: 10_000.0, seconds: 600.0 };
/// What Exchange Online sends of a mailbox.
const SENDS: Rate = Rate { count: 30.0, seconds: 60.0 };

/// A refusal: status, code, and what it says.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: u16,
    pub code: &'static str,
    pub text: String,
}

impl ApiError {
    pub fn new(status: u16, code: &'static str, text: impl Into<String>) -> Self {
        Self { status, code, text: text.into() }
    }

    pub fn bad(text: impl Into<String>) -> Self {
        Self::new(400, "BadRequest", text)
    }

    pub fn not_found() -> Self {
        Self::new(404, "ErrorItemNotFound", "The specified object was not found in the store.")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let inner = json!({
            "date": crate::described::iso(clock::now_ms()), "request-id": "0",
            "client-request-id": "0",
        });
        let error = json!({ "code": self.code, "message": self.text, "innerError": inner });
        (status, Json(json!({ "error": error }))).into_response()
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

pub fn empty(status: StatusCode) -> ApiResult {
    Ok(status.into_response())
}

/// `/graph-email/…`
pub async fn call(
    State(graph): State<Arc<GraphMail>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let path = segments(request.uri().path());
    let path: Vec<&str> = path.iter().skip(1).map(String::as_str).collect();
    let call = Call::read(request, BODY_MAX).await;
    match path.as_slice() {
        ["login", tenant, "oauth2", "v2.0", "token"] => {
            let work = async { login::token(&graph, tenant, &call) };
            gate::faulty(&graph.network, "", "token", cut, ordered, work).await
        }
        ["upload", session] => {
            let work = async { answer(uploads::put(&graph, session, &call)) };
            gate::faulty(&graph.network, "", "upload", cut, ordered, work).await
        }
        ["v1.0", rest @ ..] => v1(&graph, &call, rest, cut).await,
        _ => ApiError::not_found().into_response(),
    }
}

// The parts of a path, decoded; the first is the provider's own.
fn segments(path: &str) -> Vec<String> {
    let decoded = |part: &str| {
        let part = part.replace('+', "%2B");
        let found = url::form_urlencoded::parse(part.as_bytes()).next();
        found.map(
            |(name, value)| {
                if value.is_empty() { name.into_owned() } else { format!("{name}={value}") }
            },
        )
    };
    path.trim_matches('/').split('/').map(|part| decoded(part).unwrap_or_default()).collect()
}

fn answer(done: ApiResult) -> Response {
    done.unwrap_or_else(IntoResponse::into_response)
}

async fn v1(graph: &Arc<GraphMail>, call: &Call, path: &[&str], cut: Cut) -> Response {
    let Some((account, app)) = caller(graph, call.bearer()) else {
        let text = "Access token has expired or is not yet valid.";
        return ApiError::new(401, "InvalidAuthenticationToken", text).into_response();
    };
    let path = match whose(&account, app, path) {
        Ok(path) => path,
        Err(no) => return no.into_response(),
    };
    if call.body.is_none() {
        let text = "Maximum request length exceeded.";
        return ApiError::new(413, "RequestEntityTooLarge", text).into_response();
    }
    let kind = kind_of(&call.method, &path);
    let sends = kind == "send";
    let mut wanted = vec![(account.key.clone(), REQUESTS)];
    if sends {
        wanted.push((format!("{}/send", account.key), SENDS));
    }
    let taken = hold(&graph.buckets).take(&wanted, Instant::now());
    if let (Err(wait), true) = (taken, graph.rate_limits) {
        let text = "Application is over its MailboxConcurrency limit.";
        let mut response = ApiError::new(429, "ApplicationThrottled", text).into_response();
        let wait = HeaderValue::from(wait.ceil().max(1.0) as u64);
        response.headers_mut().insert(header::RETRY_AFTER, wait);
        return response;
    }
    let work = async { answer(act(graph, &account, call, &path).await) };
    gate::faulty(&graph.network, &account.key, kind, cut, ordered, work).await
}

// Whose token it is, and whether an app's. A person's is the account's with `-user` behind it.
fn caller(graph: &GraphMail, token: &str) -> Option<(Account, bool)> {
    let state = graph.network.state();
    if let Some(account) = token.strip_suffix("-user").and_then(|token| state.by_token(token)) {
        return Some((account.clone(), false));
    }
    let (key, until) = hold(&graph.facts).tokens.get(token).cloned()?;
    let account = state.accounts.get(&key).filter(|_| until > clock::now_ms())?;
    Some((account.clone(), true))
}

// What is asked for within the mailbox: an app names the mailbox, a person has one.
fn whose<'a>(account: &Account, app: bool, path: &'a [&'a str]) -> Result<Vec<&'a str>, ApiError> {
    match (app, path) {
        (_, ["subscriptions", ..]) => Ok(path.to_vec()),
        (false, ["me", rest @ ..]) => Ok(rest.to_vec()),
        (true, ["me", ..]) => {
            Err(ApiError::bad("/me request is only valid with delegated authentication flow."))
        }
        (_, ["users", mailbox, rest @ ..]) if mailbox.eq_ignore_ascii_case(&address(account)) => {
            Ok(rest.to_vec())
        }
        (_, ["users", mailbox, ..]) if mailbox.ends_with("@acme.example") => {
            let text = "Access to OData is disabled: [RAOP] Blocked by tenant configured policy.";
            Err(ApiError::new(403, "ErrorAccessDenied", text))
        }
        (_, ["users", ..]) => {
            Err(ApiError::new(404, "ErrorInvalidUser", "The requested user is invalid."))
        }
        _ => Err(ApiError::new(400, "BadRequest", "Resource not found for the segment.")),
    }
}

/// What faults are ordered by.
fn kind_of(method: &Method, path: &[&str]) -> &'static str {
    match (method.as_str(), path) {
        (_, ["subscriptions", ..]) => "subscriptions",
        (_, ["mailFolders", _, "messages", "delta"]) => "delta",
        (_, ["messages", _, "$value"]) => "message",
        ("POST", ["messages"]) => "draft",
        ("POST", ["messages", _, "send"]) => "send",
        (_, ["messages", _, "attachments", ..]) => "attachments",
        (_, ["messages", ..]) => "messages",
        _ => "mailbox",
    }
}

fn ordered(fault: &Fault) -> Response {
    let status = fault.status.unwrap_or(500);
    let text = fault.description.clone().unwrap_or_else(|| format!("{status}: ordered"));
    let code = match status {
        401 => "InvalidAuthenticationToken",
        403 => "ErrorAccessDenied",
        410 => "syncStateNotFound",
        429 => "ApplicationThrottled",
        503 => "serviceNotAvailable",
        507 => "quotaLimitReached",
        _ => "generalException",
    };
    let mut response = ApiError::new(status, code, text).into_response();
    if let Some(wait) = fault.retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait));
    }
    response
}

async fn act(graph: &Arc<GraphMail>, account: &Account, call: &Call, path: &[&str]) -> ApiResult {
    match (call.method.as_str(), path) {
        ("GET", []) => {
            let name = address(account);
            ok(json!({ "id": account.key, "mail": name, "userPrincipalName": name }))
        }
        ("GET", ["mailFolders", folder]) => lists::folder(graph, account, folder),
        ("GET", ["mailFolders", folder, "messages", "delta"]) => {
            lists::delta(graph, account, call, folder)
        }
        ("GET", ["messages"]) => lists::find(graph, account, call),
        ("GET", ["messages", id]) => lists::one(graph, account, id),
        ("GET", ["messages", id, "$value"]) => lists::raw(graph, account, id),
        ("GET", ["messages", id, "attachments"]) => lists::attachments(graph, account, id),
        ("POST", ["messages"]) => drafts::make(graph, account, call),
        ("PATCH", ["messages", id]) => drafts::change(graph, account, id, &call.json()),
        ("DELETE", ["messages", id]) => drafts::remove(graph, account, id),
        ("POST", ["messages", id, "attachments"]) => {
            drafts::attach(graph, account, id, &call.json())
        }
        ("POST", ["messages", id, "attachments", "createUploadSession"]) => {
            uploads::begin(graph, account, id, &call.json())
        }
        ("POST", ["messages", id, "send"]) => drafts::send(graph, account, id),
        ("GET", ["subscriptions"]) => subscriptions::list(graph, account),
        ("POST", ["subscriptions"]) => subscriptions::make(graph, account, &call.json()).await,
        ("PATCH", ["subscriptions", id]) => subscriptions::renew(graph, account, id, &call.json()),
        ("DELETE", ["subscriptions", id]) => subscriptions::end(graph, account, id),
        _ => Err(ApiError::new(405, "Request_BadRequest", "The method is not allowed here.")),
    }
}
