//! A LibreTranslate server: translations, detection, languages, keys and limits, without a model.
//!
//! `/libretranslate` serves everybody, `/libretranslate-keys` only who has the key. Words of a text
//! order faults, so that whoever writes to a desk can order them.
mod words;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use words::{Fault, detect, fault_in, translated};

/// The key of `/libretranslate-keys`.
const KEY: &str = "libre-test-key-0123456789abcdef";
/// Characters of a request, as `--char-limit` sets them.
const CHARS_MAX: usize = 2000;
const LANGUAGES: [(&str, &str); 5] = [
    ("en", "English"),
    ("ms", "Malay"),
    ("ta", "Tamil"),
    ("zh-Hans", "Chinese"),
    ("zh-Hant", "Chinese (traditional)"),
];

#[derive(Debug, Clone, Copy)]
struct Server {
    wants_key: bool,
}

type Handle = State<Server>;

/// The routes of both servers.
pub fn routes() -> Router {
    let server = |wants_key| {
        Router::new()
            .route("/frontend/settings", get(settings))
            .route("/languages", get(languages))
            .route("/health", get(async || Json(json!({ "status": "ok" }))))
            .route("/detect", post(detected))
            .route("/translate", post(translate))
            .with_state(Server { wants_key })
    };
    Router::new().nest("/libretranslate", server(false)).nest("/libretranslate-keys", server(true))
}

/// A refusal: its status, and words that clients must not rely on.
struct Refusal(u16, String);

impl Refusal {
    fn bad(text: impl Into<String>) -> Self {
        Self(400, text.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0).unwrap_or(StatusCode::BAD_REQUEST);
        (status, Json(json!({ "error": self.1 }))).into_response()
    }
}

async fn settings(State(server): Handle) -> Json<Value> {
    Json(json!({
        "apiKeys": server.wants_key, "charLimit": CHARS_MAX, "frontendTimeout": 500,
        "keyRequired": server.wants_key, "suggestions": false, "supportedFilesFormat": [".txt"],
        "language": { "source": { "code": "auto" }, "target": { "code": "en" } },
    }))
}

async fn languages() -> Json<Value> {
    let targets: Vec<&str> = LANGUAGES.iter().map(|(code, _)| *code).collect();
    let list = LANGUAGES.iter();
    let list = list.map(|(code, name)| json!({ "code": code, "name": name, "targets": targets }));
    Json(list.collect())
}

async fn detected(
    State(server): Handle,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let fields = fields(&headers, &body)?;
    admit(server, &fields)?;
    let text = fields["q"].as_str().filter(|text| !text.is_empty());
    let text = text.ok_or_else(|| missing("q"))?;
    Ok(Json(json!([{ "confidence": 90.0, "language": detect(text) }])))
}

async fn translate(
    State(server): Handle,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let fields = fields(&headers, &body)?;
    admit(server, &fields)?;
    let q = &fields["q"];
    let texts: Vec<&str> = match q {
        Value::Array(list) if list.iter().all(Value::is_string) => {
            list.iter().filter_map(Value::as_str).collect()
        }
        Value::String(text) if !text.is_empty() => vec![text],
        _ => vec![],
    };
    if texts.is_empty() {
        return Err(missing("q"));
    }
    let word = |name: &str| fields[name].as_str().filter(|word| !word.is_empty());
    let source = word("source").ok_or_else(|| missing("source"))?;
    let target = word("target").ok_or_else(|| missing("target"))?;
    let chars: usize = texts.iter().map(|text| text.chars().count()).sum();
    if chars > CHARS_MAX {
        let text = format!("Invalid request: request ({chars}) exceeds text limit ({CHARS_MAX})");
        return Err(Refusal::bad(text));
    }
    let known = |code: &str| LANGUAGES.iter().any(|(known, _)| *known == code);
    if let Some(code) = [source, target].iter().find(|code| **code != "auto" && !known(code)) {
        return Err(Refusal::bad(format!("{code} is not supported")));
    }
    let format = word("format").unwrap_or("text");
    if !["text", "html"].contains(&format) {
        return Err(Refusal::bad(format!("{format} format is not supported")));
    }
    let fault = texts.iter().find_map(|text| fault_in(text));
    match fault {
        Some(Fault::Slow) => return Err(Refusal(429, "Slowdown: 30 per 1 minute".to_owned())),
        Some(Fault::Banned) => {
            return Err(Refusal(403, "Too many request limits violations".to_owned()));
        }
        Some(Fault::Fails) => {
            return Err(Refusal(500, "Cannot translate text: out of memory".to_owned()));
        }
        Some(Fault::Cut) => {
            let headers = [(header::CONTENT_TYPE, "application/json")];
            return Ok((headers, "{\"translatedText\": [\"Sel").into_response());
        }
        Some(Fault::Shape) => return Ok(Json(json!({ "translation": "?" })).into_response()),
        // What clients get that the server does not want to serve.
        Some(Fault::Signs) => {
            let answer = json!({ "translatedText": "🐙🌵🎈", "alternatives": [],
                "detectedLanguage": { "confidence": 100, "language": "en" } });
            return Ok(Json(answer).into_response());
        }
        Some(Fault::Placeholder) | None => {}
    }
    let came: Vec<String> = texts.iter().map(|text| translated(text, target, fault)).collect();
    let found: Vec<Value> =
        texts.iter().map(|text| json!({ "confidence": 90.0, "language": detect(text) })).collect();
    let mut answer = match q.is_array() {
        true => json!({ "translatedText": came }),
        false => json!({ "translatedText": came[0] }),
    };
    if source == "auto" {
        answer["detectedLanguage"] = if q.is_array() { json!(found) } else { found[0].clone() };
    }
    Ok(Json(answer).into_response())
}

fn missing(name: &str) -> Refusal {
    Refusal::bad(format!("Invalid request: missing {name} parameter"))
}

/// A missing key is a mistake like any other; only a wrong one is forbidden.
fn admit(server: Server, fields: &Value) -> Result<(), Refusal> {
    match fields["api_key"].as_str().filter(|key| !key.is_empty()) {
        _ if !server.wants_key => Ok(()),
        Some(KEY) => Ok(()),
        Some(_) => Err(Refusal(403, "Invalid API key".to_owned())),
        None => Err(Refusal::bad("Visit http://127.0.0.1/ to get an API key")),
    }
}

/// JSON, or a form of one text.
fn fields(headers: &HeaderMap, body: &[u8]) -> Result<Value, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("application/json")) {
        let fields: Option<Value> = serde_json::from_slice(body).ok();
        let fields = fields.filter(Value::is_object);
        return fields.ok_or_else(|| Refusal::bad("Invalid JSON format"));
    }
    let pairs = url::form_urlencoded::parse(body);
    Ok(Value::Object(pairs.map(|(name, value)| (name.into_owned(), json!(value))).collect()))
}
