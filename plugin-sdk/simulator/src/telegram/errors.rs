//! The Bot API's error answers: HTTP status, `error_code`, `description` and `parameters`.
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Texts that clients match on; each is what the official server writes after its prefix.
pub mod text {
    /// No chat with this id is known to the bot.
    pub const CHAT_NOT_FOUND: &str = "chat not found";
    /// The person blocked the bot.
    pub const BLOCKED: &str = "bot was blocked by the user";
    /// The person's account is gone.
    pub const DEACTIVATED: &str = "user is deactivated";
    /// The person exists but never pressed Start.
    pub const NEVER_STARTED: &str = "bot can't initiate conversation with a user";
    /// `reply_parameters.message_id` names nothing.
    pub const REPLY_NOT_FOUND: &str = "message to be replied not found";
    /// The edit would change nothing.
    pub const NOT_MODIFIED: &str = "message is not modified: specified new message content and \
        reply markup are exactly the same as a current content and reply markup of the message";
    /// Another bot's, a lost or an invented file id.
    pub const WRONG_FILE_ID: &str = "wrong file_id or the file is temporarily unavailable";
    /// A download above 20 MB.
    pub const FILE_TOO_BIG: &str = "file is too big";
    /// A button press nobody made, or an old one.
    pub const QUERY_TOO_OLD: &str =
        "query is too old and response timeout expired or query ID is invalid";
    /// `getUpdates` while a webhook is set.
    pub const WEBHOOK_ACTIVE: &str = "can't use getUpdates method while webhook is active; use \
        deleteWebhook to delete the webhook first";
    /// A second poller took over.
    pub const OTHER_POLLER: &str = "terminated by other getUpdates request; make sure that only \
        one bot instance is running";
    /// A webhook was set during a long poll.
    pub const WEBHOOK_TOOK_OVER: &str = "terminated by setWebhook request";
}

/// One refused call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    /// HTTP status and `error_code`.
    pub code: u16,
    /// The whole `description`.
    pub description: String,
    /// `parameters.retry_after`, in seconds.
    pub retry_after: Option<u64>,
}

impl ApiError {
    fn prefixed(code: u16, prefix: &str, text: &str) -> Self {
        Self { code, description: format!("{prefix}: {text}"), retry_after: None }
    }

    /// 400 `Bad Request: …`.
    pub fn bad(text: &str) -> Self {
        Self::prefixed(400, "Bad Request", text)
    }

    /// 403 `Forbidden: …`.
    pub fn forbidden(text: &str) -> Self {
        Self::prefixed(403, "Forbidden", text)
    }

    /// 409 `Conflict: …`.
    pub fn conflict(text: &str) -> Self {
        Self::prefixed(409, "Conflict", text)
    }

    /// 401 for a token that is well-formed and not ours (revoked, or never given out).
    pub fn unauthorized() -> Self {
        Self { code: 401, description: "Unauthorized".into(), retry_after: None }
    }

    /// 401 for something that cannot be a token.
    pub fn malformed_token() -> Self {
        Self::prefixed(401, "Unauthorized", "invalid token specified")
    }

    /// 404 for a path that is no method call at all.
    pub fn not_found() -> Self {
        Self { code: 404, description: "Not Found".into(), retry_after: None }
    }

    /// 404 for a method that does not exist here.
    pub fn unknown_method() -> Self {
        Self::prefixed(404, "Not Found", "method not found")
    }

    /// 413 for a body above the upload limit.
    pub fn too_large() -> Self {
        Self { code: 413, description: "Request Entity Too Large".into(), retry_after: None }
    }

    /// 429 with `parameters.retry_after`.
    pub fn too_many(retry_after: u64) -> Self {
        Self {
            code: 429,
            description: format!("Too Many Requests: retry after {retry_after}"),
            retry_after: Some(retry_after),
        }
    }

    /// The description a status has when an injected fault names none.
    pub fn default_description(code: u16, retry_after: Option<u64>) -> String {
        match code {
            400 => "Bad Request".into(),
            401 => "Unauthorized".into(),
            403 => format!("Forbidden: {}", text::BLOCKED),
            404 => "Not Found".into(),
            409 => format!("Conflict: {}", text::OTHER_POLLER),
            429 => format!("Too Many Requests: retry after {}", retry_after.unwrap_or(1)),
            502 => "Bad Gateway".into(),
            504 => "Gateway Timeout".into(),
            _ => "Internal Server Error".into(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body =
            json!({ "ok": false, "error_code": self.code, "description": self.description });
        if let Some(seconds) = self.retry_after {
            body["parameters"] = json!({ "retry_after": seconds });
        }
        let status = StatusCode::from_u16(self.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(body)).into_response()
    }
}
