//! The REST interface: who calls, and which call it is.
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::model::{Channel, Exchange};
use super::{Asterisk, MAIN, bridges, channels};
use crate::gate::{self, Call};
use crate::listener::Cut;
use crate::network::Provider;

const BODY_MAX: usize = 1 << 16;

/// A refusal as ARI words it.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: u16,
    pub text: String,
}

impl ApiError {
    pub fn new(status: u16, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    pub fn unauthorized() -> Self {
        Self::new(401, "Authentication required")
    }

    fn not_found() -> Self {
        Self::new(404, "Resource not found")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        // What Asterisk could not do it names otherwise than what it would not.
        let name = if self.status == 500 { "error" } else { "message" };
        let mut response = (status, Json(json!({ name: self.text }))).into_response();
        if self.status == 401 {
            let realm = HeaderValue::from_static("Basic realm=\"Asterisk REST Interface\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, realm);
        }
        response
    }
}

/// What a call answers: JSON, or nothing with 204.
pub enum ApiAnswer {
    Json(Value),
    Made(Value),
    Nothing,
    File(bytes::Bytes),
}

/// An answer or a refusal.
pub type ApiResult = Result<ApiAnswer, ApiError>;

impl IntoResponse for ApiAnswer {
    fn into_response(self) -> Response {
        match self {
            Self::Json(value) => Json(value).into_response(),
            Self::Made(value) => (StatusCode::CREATED, Json(value)).into_response(),
            Self::Nothing => StatusCode::NO_CONTENT.into_response(),
            Self::File(bytes) => ([(header::CONTENT_TYPE, "audio/wav")], bytes).into_response(),
        }
    }
}

/// `user:password` of a Basic header or of `api_key`.
pub fn login(headers: &HeaderMap, query: &BTreeMap<String, String>) -> Option<String> {
    let basic = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    match basic.and_then(|value| value.strip_prefix("Basic ")) {
        Some(coded) => String::from_utf8(STANDARD.decode(coded.trim()).ok()?).ok(),
        None => query.get("api_key").cloned(),
    }
}

/// A call being carried out.
pub struct ApiCall<'a> {
    pub asterisk: &'a Asterisk,
    pub exchange: &'a mut Exchange,
    pub query: &'a BTreeMap<String, String>,
    /// A leg to give up on, and after how many seconds.
    pub patience: Option<(String, f64)>,
}

impl ApiCall<'_> {
    /// A parameter; absent and empty are the same.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    pub fn needed(&self, name: &str) -> Result<&str, ApiError> {
        self.param(name).ok_or_else(|| ApiError::new(400, format!("Missing parameter {name}")))
    }
}

/// `/asterisk/ari/…`
pub async fn call(
    State(asterisk): State<Arc<Asterisk>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let path = request.uri().path().trim_start_matches("/asterisk/ari/").to_owned();
    let call = Call::read(request, BODY_MAX).await;
    let allowed = login(&call.headers, &call.query).is_some_and(|login| asterisk.lets_in(&login));
    if !allowed {
        return ApiError::unauthorized().into_response();
    }
    let path: Vec<String> = path.split('/').map(decoded).collect();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let method = call.method.as_str().to_owned();
    // Who watches the exchange reads all the time: an ordered fault must not meet that by chance.
    let kind = path.first().copied().unwrap_or_default();
    let kind = if method == "GET" { format!("read-{kind}") } else { kind.to_owned() };
    let refuse = |fault: &crate::telegram::faults::Fault| {
        let status = fault.status.unwrap_or(503);
        ApiError::new(status, fault.description.as_deref().unwrap_or("Ordered")).into_response()
    };
    let work = async {
        let (done, patience) = {
            let mut exchange = asterisk.exchange();
            let mut asked = ApiCall {
                asterisk: &asterisk,
                exchange: &mut exchange,
                query: &call.query,
                patience: None,
            };
            let done = act(&mut asked, &method, &path);
            (done, asked.patience)
        };
        if let Some((leg, seconds)) = patience {
            asterisk.give_up_later(&leg, seconds);
        }
        if method != "GET" {
            asterisk.show();
        }
        done.map_or_else(IntoResponse::into_response, IntoResponse::into_response)
    };
    gate::faulty(asterisk.network(), MAIN, &kind, cut, refuse, work).await
}

fn decoded(part: &str) -> String {
    let form = format!("v={}", part.replace('+', "%2B"));
    let mut pairs = url::form_urlencoded::parse(form.as_bytes());
    pairs.next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

fn act(asked: &mut ApiCall<'_>, method: &str, path: &[&str]) -> ApiResult {
    match (method, path) {
        ("GET", ["asterisk", "info"]) => Ok(ApiAnswer::Json(json!({
            "build": { "os": "Linux" }, "system": { "version": "22.10.1-simulated" },
            "config": { "name": "", "default_language": "en" }, "status": {},
        }))),
        ("GET", ["endpoints"]) => {
            let mut names = vec![super::model::TRUNK.to_owned()];
            names.extend(asked.exchange.phones.clone());
            let shown = names.into_iter().map(|name| {
                let state = if asked.exchange.off.contains(&name) { "offline" } else { "online" };
                json!({ "technology": "PJSIP", "resource": name, "state": state, "channel_ids": [] })
            });
            Ok(ApiAnswer::Json(shown.collect()))
        }
        ("GET", ["applications"]) => {
            let all: Vec<Value> =
                asked.exchange.lines.keys().map(|app| application(asked.exchange, app)).collect();
            Ok(ApiAnswer::Json(json!(all)))
        }
        ("GET", ["applications", app]) if asked.exchange.lines.contains_key(*app) => {
            Ok(ApiAnswer::Json(application(asked.exchange, app)))
        }
        ("POST", ["applications", app, "subscription"]) => subscribe(asked, app),
        (_, ["applications", ..]) => Err(ApiError::new(404, "Application not found")),
        ("GET", ["channels"]) => {
            Ok(ApiAnswer::Json(asked.exchange.channels.values().map(Channel::json).collect()))
        }
        (_, ["channels", rest @ ..]) => channels::call(asked, method, rest),
        ("GET", ["bridges"]) => {
            let ids: Vec<&String> = asked.exchange.bridges.keys().collect();
            Ok(ApiAnswer::Json(ids.into_iter().map(|id| asked.exchange.bridge(id)).collect()))
        }
        (_, ["bridges", rest @ ..]) => bridges::call(asked, method, rest),
        (_, ["recordings", rest @ ..]) => bridges::recordings(asked, method, rest),
        _ => Err(ApiError::not_found()),
    }
}

fn application(exchange: &Exchange, app: &str) -> Value {
    let line = exchange.lines.get(app);
    let ids: Vec<&String> =
        line.into_iter().flat_map(|line| line.inside.iter().chain(&line.asked)).collect();
    json!({
        "name": app, "channel_ids": ids, "bridge_ids": [], "endpoint_ids": [], "device_names": [],
        "events_allowed": [], "events_disallowed": [],
    })
}

fn subscribe(asked: &mut ApiCall<'_>, app: &str) -> ApiResult {
    let source = asked.needed("eventSource")?.to_owned();
    let Some(id) = source.strip_prefix("channel:") else {
        return Err(ApiError::new(400, "Invalid eventSource"));
    };
    if !asked.exchange.channels.contains_key(id) {
        return Err(ApiError::new(422, "Event source does not exist"));
    }
    let Some(line) = asked.exchange.lines.get_mut(app) else {
        return Err(ApiError::new(404, "Application not found"));
    };
    line.asked.insert(id.to_owned());
    Ok(ApiAnswer::Json(application(asked.exchange, app)))
}
