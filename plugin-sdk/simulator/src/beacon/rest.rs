//! The REST API: who calls, how often, and which call it is.
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, body::Body};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::throttle::Fill;
use super::{Beacon, VERSION, messages, shapes};
use crate::described::request::{Incoming, drain, query_of};
use crate::listener::Cut;
use crate::network::model::Account;
use crate::network::outgo::{self, To};
use crate::network::{Provider, Refusal, hold};
use crate::telegram::faults::Fault;

/// Bytes of a file.
pub const FILE_MAX: usize = 10 << 20;
const BODY_MAX: usize = FILE_MAX + (64 << 10);

/// A refusal: status, Beacon's own code, and what it says.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: u16,
    pub code: u32,
    pub text: String,
    /// With an invalid form: field, code, what it says.
    pub field: Option<(&'static str, &'static str, String)>,
}

impl ApiError {
    pub fn new(status: u16, code: u32, text: impl Into<String>) -> Self {
        Self { status, code, text: text.into(), field: None }
    }

    /// A field of the body is wrong.
    pub fn form(field: &'static str, code: &'static str, text: impl Into<String>) -> Self {
        Self {
            field: Some((field, code, text.into())),
            ..Self::new(400, 50035, "Invalid Form Body")
        }
    }

    fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    fn not_found() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    pub fn unknown_channel() -> Self {
        Self::new(404, 10003, "Unknown Channel")
    }

    /// A status that the control API ordered.
    fn ordered(fault: &Fault) -> Self {
        let status = fault.status.unwrap_or(502);
        let text = fault.description.clone().unwrap_or_else(|| format!("{status}: ordered"));
        Self::new(status, 0, text)
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::UnknownRecipient => Self::unknown_channel(),
            Refusal::UnknownMessage => Self::new(404, 10008, "Unknown Message"),
            Refusal::NotYours => {
                Self::new(403, 50005, "Cannot edit a message authored by another user")
            }
            Refusal::Blocked => Self::new(403, 50007, "Cannot send messages to this user"),
            Refusal::Empty => Self::new(400, 50006, "Cannot send an empty message"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let mut body = json!({ "message": self.text, "code": self.code });
        if let Some((field, code, text)) = self.field {
            body["errors"] = json!({ field: { "_errors": [{ "code": code, "message": text }] } });
        }
        (status, Json(body)).into_response()
    }
}

/// What a call answers: nothing (204), JSON, or a refusal.
pub type ApiResult = Result<Option<Value>, ApiError>;

/// One call of a bot.
pub struct Call<'a> {
    pub beacon: &'a Beacon,
    pub account: &'a Account,
    pub incoming: &'a mut Incoming,
}

impl Call<'_> {
    /// The person behind a channel.
    pub fn person(&self, channel: &str) -> Result<i64, ApiError> {
        outgo::find(self.beacon, &self.account.key, To::Chat(channel))
            .map_err(|_| ApiError::unknown_channel())
    }

    /// Understands the body as JSON.
    pub async fn json(&mut self) -> Result<(), ApiError> {
        let raw = self.incoming.raw.clone();
        let read = self.incoming.read(crate::described::description::Body::Json, raw).await;
        read.map_err(|_| ApiError::new(400, 50109, "The request body contains invalid JSON."))
    }
}

/// `/beacon/api/v1/…`
pub async fn call(
    State(beacon): State<Arc<Beacon>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let raw = drain(body, BODY_MAX).await;
    let mut incoming = Incoming {
        headers: parts.headers,
        query: query_of(&parts.uri),
        extensions: parts.extensions,
        ..Incoming::default()
    };
    let path = parts.uri.path().trim_start_matches("/beacon/api/");
    let path: Vec<String> = path.split('/').map(decoded).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let given = incoming.headers.get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
    let token = given.and_then(|given| given.strip_prefix("Bot ")).unwrap_or_default();
    let Some(account) = beacon.network().state().by_token(token).cloned() else {
        return ApiError::unauthorized().into_response();
    };
    let method = parts.method.as_str();
    let [version, path @ ..] = path.as_slice() else {
        return ApiError::not_found().into_response();
    };
    if *version != VERSION {
        return ApiError::new(400, 50041, "Invalid API version").into_response();
    }
    let Some((kind, channel)) = kind_of(method, path) else {
        return ApiError::not_found().into_response();
    };
    let fill = hold(&beacon.throttle).take(&account.key, kind, channel, Instant::now());
    let fill = match fill {
        Ok(fill) => fill,
        Err(fill) => return too_fast(&fill, fill.reset_after.as_secs_f64()),
    };
    let fault = hold(&beacon.network().faults).strike(&account.key, kind);
    let work = async {
        incoming.raw = raw.ok_or_else(|| ApiError::new(413, 40005, "Request entity too large"))?;
        let mut call = Call { beacon: &beacon, account: &account, incoming: &mut incoming };
        act(&mut call, kind, path).await
    };
    let mut response = faulty(fault, &fill, cut, work).await;
    if !response.headers().contains_key("x-ratelimit-limit") {
        fill.put(&mut response);
    }
    response
}

// The kind of a call, which names its bucket and its faults, and its channel.
fn kind_of<'a>(method: &str, path: &[&'a str]) -> Option<(&'static str, &'a str)> {
    Some(match (method, path) {
        ("GET", ["gateway", "bot"]) => ("gateway", ""),
        ("GET", ["users", "@me"]) => ("me", ""),
        ("GET", ["users", _]) => ("person", ""),
        ("POST", ["users", "@me", "channels"]) => ("open", ""),
        ("GET", ["channels", channel]) => ("channel", channel),
        ("GET", ["channels", channel, "messages"]) => ("history", channel),
        ("POST", ["channels", channel, "messages"]) => ("send", channel),
        ("GET", ["channels", channel, "messages", _]) => ("history", channel),
        ("PATCH", ["channels", channel, "messages", _]) => ("edit", channel),
        ("DELETE", ["channels", channel, "messages", _]) => ("delete", channel),
        ("PUT", ["channels", channel, "messages", _, "reactions", _, "@me"]) => ("react", channel),
        ("DELETE", ["channels", channel, "messages", _, "reactions", _, "@me"]) => {
            ("unreact", channel)
        }
        ("POST", ["channels", channel, "typing"]) => ("typing", channel),
        _ => return None,
    })
}

async fn act(call: &mut Call<'_>, kind: &str, path: &[&str]) -> ApiResult {
    let beacon = call.beacon;
    match (kind, path) {
        ("gateway", _) => Ok(Some(shapes::gateway(beacon))),
        ("me", _) => Ok(Some(shapes::bot(beacon, call.account))),
        ("person", [_, id]) => {
            let state = beacon.network().state();
            let found = state.people.values().find(|person| beacon.user_id(person.id) == *id);
            let found = found.ok_or_else(|| ApiError::new(404, 10013, "Unknown User"))?;
            Ok(Some(shapes::user(beacon, found)))
        }
        ("open", _) => messages::open(call).await,
        ("channel", [_, channel]) => {
            let user = call.person(channel)?;
            let state = beacon.network().state();
            let chat = state.chat(&call.account.key, user).ok_or_else(ApiError::unknown_channel)?;
            Ok(shapes::channel(beacon, &state, chat))
        }
        ("history", [_, channel, _, one]) => messages::one(call, channel, one),
        ("history", [_, channel, ..]) => messages::history(call, channel),
        ("send", [_, channel, ..]) => messages::send(call, channel).await,
        ("edit", [_, channel, _, id]) => messages::edit(call, channel, id).await,
        ("delete", [_, channel, _, id]) => messages::delete(call, channel, id),
        ("react" | "unreact", [_, channel, _, id, _, emoji, _]) => {
            messages::react(call, channel, id, emoji, kind == "react")
        }
        ("typing", [_, channel, _]) => {
            let user = call.person(channel)?;
            outgo::typing(beacon, &call.account.key, user);
            Ok(None)
        }
        _ => Err(ApiError::not_found()),
    }
}

// Lets an ordered fault come before, instead of or after the real work.
async fn faulty(
    fault: Option<Fault>,
    fill: &Fill,
    cut: Cut,
    work: impl Future<Output = ApiResult>,
) -> Response {
    let answer = |done: ApiResult| match done {
        Ok(Some(value)) => Json(value).into_response(),
        Ok(None) => StatusCode::NO_CONTENT.into_response(),
        Err(no) => no.into_response(),
    };
    let Some(fault) = fault else { return answer(work.await) };
    if fault.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
    }
    let ordered = || match fault.status {
        Some(429) => too_fast(fill, fault.retry_after.unwrap_or(1) as f64),
        _ => ApiError::ordered(&fault).into_response(),
    };
    if fault.cut {
        cut.cut();
        return ordered();
    }
    if fault.after_accept {
        let done = work.await;
        if done.is_err() {
            return answer(done);
        }
        if fault.truncated {
            let headers = [(header::CONTENT_TYPE, "application/json")];
            return (headers, Body::from("{\"id\": \"1")).into_response();
        }
        if fault.status.is_none() {
            cut.cut();
        }
        return ordered();
    }
    if fault.status.is_none() {
        return answer(work.await);
    }
    ordered()
}

fn too_fast(fill: &Fill, seconds: f64) -> Response {
    let seconds = (seconds * 1000.0).ceil() / 1000.0;
    let body = json!({
        "message": "You are being rate limited.", "retry_after": seconds, "global": fill.global,
    });
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
    let whole = HeaderValue::from(seconds.ceil().max(1.0) as u64);
    response.headers_mut().insert(header::RETRY_AFTER, whole);
    fill.put(&mut response);
    response
}

/// `GET /beacon/files/{account}/{file}/{name}`: open to whoever knows the address, as such files are.
pub async fn download(
    State(beacon): State<Arc<Beacon>>,
    Path((account, file, _name)): Path<(String, String, String)>,
) -> Response {
    let found = beacon.network().state().files.get(&(account, file)).cloned();
    match found {
        Some(file) => ([(header::CONTENT_TYPE, file.mime)], file.bytes).into_response(),
        None => ApiError::not_found().into_response(),
    }
}

fn decoded(part: &str) -> String {
    let form = format!("v={}", part.replace('+', "%2B"));
    let mut pairs = url::form_urlencoded::parse(form.as_bytes());
    pairs.next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}
