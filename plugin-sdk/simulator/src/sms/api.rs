//! The REST API: who calls, how often, and which call it is.
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Sms, messages, wire};
use crate::described::rates::Rate;
use crate::gate::{self, Call};
use crate::listener::Cut;
use crate::network::model::Account;
use crate::network::{Provider, hold};
use crate::telegram::faults::Fault;

const BODY_MAX: usize = 1 << 20;

/// A refusal: HTTP status, the provider's own code, and what it says.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: u16,
    pub code: u64,
    pub text: String,
}

impl ApiError {
    pub fn new(status: u16, code: u64, text: impl Into<String>) -> Self {
        Self { status, code, text: text.into() }
    }

    pub fn bad(code: u64, text: impl Into<String>) -> Self {
        Self::new(400, code, text)
    }

    pub fn not_found() -> Self {
        Self::new(404, 20404, "The requested resource was not found")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let body = json!({
            "code": self.code, "message": self.text, "status": self.status,
            "more_info": format!("https://www.twilio.com/docs/errors/{}", self.code),
        });
        (status, Json(body)).into_response()
    }
}

/// What a call answers.
pub type ApiResult = Result<Response, ApiError>;

pub fn ok(value: Value) -> ApiResult {
    Ok(Json(value).into_response())
}

/// `/sms/…`
pub async fn call(
    State(sms): State<Arc<Sms>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let path = request.uri().path().trim_start_matches("/sms/").to_owned();
    let call = Call::read(request, BODY_MAX).await;
    let path: Vec<&str> = path.split('/').collect();
    // Signed addresses of files are open to whoever knows them.
    if let ["files", account, file] = path.as_slice() {
        return open_file(&sms, account, file).unwrap_or_else(IntoResponse::into_response);
    }
    let ["2010-04-01", "Accounts", named, rest @ ..] = path.as_slice() else {
        return ApiError::not_found().into_response();
    };
    let named = named.trim_end_matches(".json");
    let Some(account) = caller(&sms, &call, named) else {
        let mut response = ApiError::new(401, 20003, "Authenticate").into_response();
        let realm = HeaderValue::from_static("Basic realm=\"Twilio API\"");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, realm);
        return response;
    };
    let Some(kind) = kind_of(&call.method, rest) else {
        return ApiError::not_found().into_response();
    };
    let rate = Rate { count: 100.0, seconds: 1.0 };
    let taken = hold(&sms.buckets).take(&[(account.key.clone(), rate)], Instant::now());
    if sms.rate_limits && taken.is_err() {
        return ApiError::new(429, 20429, "Too Many Requests").into_response();
    }
    let refuse = |fault: &Fault| {
        let status = fault.status.unwrap_or(500);
        let (code, usual) = match status {
            401 => (20003, "Authenticate"),
            429 => (20429, "Too Many Requests"),
            _ => (20500, "An internal server error has occurred"),
        };
        let text = fault.description.clone().unwrap_or_else(|| usual.to_owned());
        let mut response = ApiError::new(status, code, text).into_response();
        if let Some(wait) = fault.retry_after {
            response.headers_mut().insert("retry-after", HeaderValue::from(wait));
        }
        response
    };
    let work = async {
        let done = act(&sms, &account, &call, kind, rest).await;
        done.unwrap_or_else(IntoResponse::into_response)
    };
    gate::faulty(&sms.network, &account.key, kind, cut, refuse, work).await
}

// Basic credentials of the very account in the address.
fn caller(sms: &Sms, call: &Call, named: &str) -> Option<Account> {
    let given = call.header("authorization")?.strip_prefix("Basic ")?;
    let given = String::from_utf8(STANDARD.decode(given.trim()).ok()?).ok()?;
    let (sid, token) = given.split_once(':')?;
    let account = sms.network.state().by_token(token).cloned()?;
    let own = wire::sid(&account);
    (own == sid && own == named).then_some(account)
}

// The kind of a call, which names its faults.
fn kind_of(method: &Method, path: &[&str]) -> Option<&'static str> {
    Some(match (method.as_str(), path) {
        ("GET", []) => "account",
        ("POST", ["Messages.json"]) => "send",
        ("GET", ["Messages.json"]) => "list",
        ("GET", ["Messages", _]) => "message",
        ("GET", ["Messages", _, "Media.json"]) => "media-list",
        ("GET", ["Messages", _, "Media", _]) => "media",
        ("GET", ["IncomingPhoneNumbers.json"]) => "numbers",
        ("POST", ["IncomingPhoneNumbers", _]) => "set-webhook",
        _ => return None,
    })
}

async fn act(
    sms: &Arc<Sms>,
    account: &Account,
    call: &Call,
    kind: &str,
    path: &[&str],
) -> ApiResult {
    match (kind, path) {
        ("account", _) => ok(json!({
            "sid": wire::sid(account), "friendly_name": account.name, "status": "active",
            "type": "Full",
        })),
        ("send", _) => messages::send(sms, account, call).await,
        ("list", _) => messages::list(sms, account, call),
        ("message", [_, id]) => messages::one(sms, account, id.trim_end_matches(".json")),
        ("media-list", [_, id, _]) => messages::media(sms, account, id),
        ("media", [_, _, _, id]) => {
            let known =
                sms.network.state().files.contains_key(&(account.key.clone(), (*id).to_owned()));
            if !known {
                return Err(ApiError::not_found());
            }
            let to = format!("{}/files/{}/{id}", sms.base, account.key);
            Ok((StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, to)]).into_response())
        }
        ("numbers", _) => {
            let wanted = call.query.get("PhoneNumber");
            let ours = wanted.is_none_or(|number| *number == account.name);
            let list: Vec<Value> = ours.then(|| number(account)).into_iter().collect();
            ok(json!({ "incoming_phone_numbers": list, "page": 0, "page_size": 50 }))
        }
        ("set-webhook", [_, id]) => set_webhook(sms, account, call, id.trim_end_matches(".json")),
        _ => Err(ApiError::not_found()),
    }
}

fn number(account: &Account) -> Value {
    json!({
        "sid": wire::number_sid(account), "account_sid": wire::sid(account),
        "phone_number": account.name, "sms_url": account.webhook, "sms_method": "POST",
        "capabilities": { "sms": true, "mms": true, "voice": false },
    })
}

fn set_webhook(sms: &Sms, account: &Account, call: &Call, id: &str) -> ApiResult {
    if id != wire::number_sid(account) {
        return Err(ApiError::not_found());
    }
    let form = call.form();
    let field = |name: &str| form.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    if let Some(url) = field("SmsUrl") {
        if !url.is_empty() && !url::Url::parse(url).is_ok_and(|url| url.has_host()) {
            return Err(ApiError::bad(21402, "SmsUrl is not a valid URL"));
        }
        if let Some(account) = sms.network.state().accounts.get_mut(&account.key) {
            url.clone_into(&mut account.webhook);
        }
    }
    if field("SmsMethod").is_some_and(|method| method != "POST") {
        return Err(ApiError::bad(21403, "SmsMethod: only POST is played"));
    }
    sms.network.show(None, json!({ "type": "bot" }));
    sms.account_changed(&account.key);
    let account = sms.network.state().accounts.get(&account.key).cloned();
    ok(account.map_or(Value::Null, |account| number(&account)))
}

fn open_file(sms: &Sms, account: &str, file: &str) -> ApiResult {
    let key = (account.to_owned(), file.to_owned());
    let found = sms.network.state().files.get(&key).cloned().ok_or_else(ApiError::not_found)?;
    Ok(([(header::CONTENT_TYPE, found.mime)], found.bytes).into_response())
}
