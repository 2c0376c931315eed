//! A model behind OpenAI's interface for chats and recordings, without a model: it answers every
//! question in the form that was asked for, and refuses what the real ones refuse.
//!
//! `/openai/v1` wants a key and takes a schema; `/openai-local/v1` wants none and knows no schemas, as
//! many servers that people run themselves. Words of a text order faults.
mod check;
mod model;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

/// The key of `/openai/v1`.
const KEY: &str = "sk-simulator-0123456789abcdef";
/// The largest recording, and room for the form around it.
const FILE_MAX: usize = 25 << 20;
const FORM_MAX: usize = FILE_MAX + (1 << 20);
const ENDINGS: [&str; 9] = ["flac", "mp3", "mp4", "mpeg", "mpga", "m4a", "ogg", "wav", "webm"];

/// How one of the two servers is.
#[derive(Debug, Clone, Copy)]
struct Server {
    wants_key: bool,
    takes_schema: bool,
    /// A token is taken to be four characters.
    context_chars: usize,
}

type Handle = State<Server>;

/// The routes of both servers.
pub fn routes() -> Router {
    let routes = |server: Server| {
        Router::new()
            .route("/models", get(models))
            .route("/chat/completions", post(chat))
            .route("/audio/transcriptions", post(transcribe))
            .layer(DefaultBodyLimit::max(FORM_MAX))
            .with_state(server)
    };
    let own = Server { wants_key: false, takes_schema: false, context_chars: 24_000 };
    let hosted = Server { wants_key: true, takes_schema: true, context_chars: 400_000 };
    Router::new().nest("/openai/v1", routes(hosted)).nest("/openai-local/v1", routes(own))
}

/// A refusal as OpenAI writes it.
#[derive(Debug)]
pub struct Refusal {
    status: u16,
    kind: &'static str,
    code: Option<&'static str>,
    param: Option<String>,
    message: String,
}

impl Refusal {
    /// A request that is wrong at a field.
    pub fn invalid(param: &str, message: impl Into<String>) -> Self {
        Self::new(400, "invalid_request_error", None, message).at(param)
    }

    fn new(
        status: u16,
        kind: &'static str,
        code: Option<&'static str>,
        message: impl Into<String>,
    ) -> Self {
        Self { status, kind, code, param: None, message: message.into() }
    }

    fn at(mut self, param: &str) -> Self {
        self.param = Some(param.to_owned()).filter(|param| !param.is_empty());
        self
    }

    fn coded(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let body = json!({ "error": {
            "message": self.message, "type": self.kind, "param": self.param, "code": self.code,
        } });
        let mut answer = (status, Json(body)).into_response();
        // Waiting does not fill an account, so there is no time to wait for.
        if self.status == 429 && self.code == Some("rate_limit_exceeded") {
            answer
                .headers_mut()
                .insert(header::RETRY_AFTER, header::HeaderValue::from_static("20"));
        }
        answer
    }
}

fn admit(server: Server, headers: &HeaderMap) -> Result<(), Refusal> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = given.and_then(|given| given.strip_prefix("Bearer "));
    let refused = |message: &str| {
        Err(Refusal::new(401, "invalid_request_error", Some("invalid_api_key"), message))
    };
    match key {
        _ if !server.wants_key => Ok(()),
        Some(KEY) => Ok(()),
        Some(_) => refused("Incorrect API key provided."),
        None => refused("You didn't provide an API key."),
    }
}

async fn models(State(server): Handle, headers: HeaderMap) -> Result<Json<Value>, Refusal> {
    admit(server, &headers)?;
    let one = |id: &&str| json!({ "id": id, "object": "model", "created": 0, "owned_by": "house" });
    let list: Vec<Value> = check::CHATS.iter().chain(&check::RECORDINGS).map(one).collect();
    Ok(Json(json!({ "object": "list", "data": list })))
}

/// The fault that the words `fault:…` in what people wrote order.
fn fault_in(text: &str) -> &str {
    let behind = text.split_once("fault:").map_or("", |(_, behind)| behind);
    let end = behind.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(behind.len());
    &behind[..end]
}

fn refused_by(fault: &str) -> Option<Refusal> {
    Some(match fault {
        "429" => Refusal::new(429, "requests", Some("rate_limit_exceeded"), "Rate limit reached"),
        "quota" => Refusal::new(
            429,
            "insufficient_quota",
            Some("insufficient_quota"),
            "You exceeded your current quota, please check your plan and billing details.",
        ),
        "401" => Refusal::new(401, "invalid_request_error", Some("invalid_api_key"), "Expired."),
        "500" => Refusal::new(500, "server_error", None, "The server had an error."),
        "503" => Refusal::new(503, "server_error", None, "The engine is overloaded."),
        _ => return None,
    })
}

async fn chat(State(server): Handle, headers: HeaderMap, body: Bytes) -> Result<Response, Refusal> {
    admit(server, &headers)?;
    let request: Value = serde_json::from_slice(&body)
        .map_err(|_| Refusal::invalid("", "We could not parse the JSON body of your request."))?;
    let question = check::chat(&request, server.takes_schema)?;
    if question.chars > server.context_chars {
        let text = format!(
            "This model's maximum context length is {} tokens. Your messages resulted in {} tokens.",
            server.context_chars / 4,
            question.chars / 4
        );
        return Err(Refusal::invalid("messages", text).coded("context_length_exceeded"));
    }
    let fault = fault_in(&question.said);
    if let Some(refusal) = refused_by(fault) {
        return Err(refusal);
    }
    let content = model::content(&question, fault);
    let content = if server.takes_schema { content } else { format!("```json\n{content}\n```") };
    let cut: String = content.chars().take(content.chars().count() / 2).collect();
    let (content, refusal, reason) = match fault {
        "length" => (json!(cut), Value::Null, "length"),
        "filter" => (json!(""), Value::Null, "content_filter"),
        "refusal" => (Value::Null, json!("I'm sorry, I can't help with that."), "stop"),
        "null" => (Value::Null, Value::Null, "stop"),
        "shape" => (json!("Gladly! What would you like to know?"), Value::Null, "stop"),
        _ => (json!(content), Value::Null, "stop"),
    };
    let written = content.as_str().map_or(0, |text| text.chars().count()) / 4;
    let mut message = json!({ "role": "assistant", "content": content });
    if server.takes_schema {
        message["refusal"] = refusal;
    }
    let answer = json!({
        "id": "chatcmpl-simulator", "object": "chat.completion", "created": 0,
        "model": question.model,
        "choices": [{ "index": 0, "message": message, "logprobs": null, "finish_reason": reason }],
        "usage": { "prompt_tokens": question.chars / 4, "completion_tokens": written,
            "total_tokens": question.chars / 4 + written },
    });
    if fault == "cut" {
        let whole = answer.to_string();
        let half = whole.chars().take(whole.chars().count() / 2).collect::<String>();
        return Ok(([(header::CONTENT_TYPE, "application/json")], half).into_response());
    }
    Ok(Json(answer).into_response())
}

async fn transcribe(
    State(server): Handle,
    headers: HeaderMap,
    mut form: Multipart,
) -> Result<Response, Refusal> {
    admit(server, &headers)?;
    let broken = |_| Refusal::invalid("", "We could not parse your form.");
    let (mut file, mut model, mut format) = (None, String::new(), "json".to_owned());
    while let Some(part) = form.next_field().await.map_err(broken)? {
        let name = part.name().unwrap_or_default().to_owned();
        match name.as_str() {
            "file" => {
                let filename = part.file_name().unwrap_or_default().to_owned();
                file = Some((filename, part.bytes().await.map_err(broken)?));
            }
            "model" => model = part.text().await.map_err(broken)?,
            "response_format" => format = part.text().await.map_err(broken)?,
            "language" | "prompt" | "temperature" => drop(part.bytes().await.map_err(broken)?),
            other => return Err(Refusal::invalid(other, format!("Unrecognized field: {other}"))),
        }
    }
    check::recording_model(&model)?;
    let (filename, bytes) =
        file.ok_or_else(|| Refusal::invalid("file", "You must provide a file."))?;
    let ending = filename.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !ENDINGS.contains(&ending) {
        return Err(Refusal::invalid("file", format!("Unrecognized file format: {filename}")));
    }
    if bytes.len() > FILE_MAX {
        let text = "Maximum content size limit (26214400) exceeded";
        return Err(Refusal::new(413, "server_error", None, text));
    }
    if let Some(refusal) = refused_by(fault_in(&String::from_utf8_lossy(&bytes))) {
        return Err(refusal);
    }
    let said = format!("This is what was said in {} bytes of {ending}.", bytes.len());
    match format.as_str() {
        "json" => Ok(Json(json!({ "text": said,
            "usage": { "type": "duration", "seconds": 4 } }))
        .into_response()),
        "verbose_json" if model.starts_with("whisper") => {
            let segment = |id: u32, text: &str, silence: f64| {
                json!({ "id": id, "seek": 0, "start": id * 4, "end": id * 4 + 4, "text": text,
                    "avg_logprob": if silence > 0.5 { -1.5 } else { -0.2 },
                    "compression_ratio": 1.0, "no_speech_prob": silence })
            };
            Ok(Json(json!({
                "task": "transcribe", "language": "english", "duration": 8.0,
                "text": format!("{said} Thanks for watching!"),
                "segments": [segment(0, &said, 0.01), segment(1, "Thanks for watching!", 0.9)],
            }))
            .into_response())
        }
        other => {
            let text = format!("response_format '{other}' is not compatible with model '{model}'.");
            Err(Refusal::invalid("response_format", text).coded("unsupported_value"))
        }
    }
}
