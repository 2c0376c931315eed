//! How the Graph API refuses.
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::telegram::faults::Fault;

/// A refusal.
#[derive(Debug, Clone, Default)]
pub struct ApiError {
    pub status: u16,
    pub code: u32,
    pub subcode: u32,
    pub text: String,
    pub details: Option<String>,
    pub retry_after: Option<u64>,
}

/// What a call answers.
pub type ApiResult = Result<Value, ApiError>;

impl ApiError {
    pub fn new(status: u16, code: u32, text: impl Into<String>) -> Self {
        Self { status, code, text: text.into(), ..Self::default() }
    }

    /// With a subcode.
    pub fn sub(status: u16, code: u32, subcode: u32, text: impl Into<String>) -> Self {
        Self { subcode, ..Self::new(status, code, text) }
    }

    /// A parameter is wrong.
    pub fn parameter(text: impl Into<String>) -> Self {
        Self::new(400, 100, text)
    }

    /// What WhatsApp says more about it.
    #[must_use]
    pub fn because(mut self, details: impl Into<String>) -> Self {
        self.details = Some(details.into());
        self
    }

    pub fn token() -> Self {
        Self::sub(401, 190, 463, "Error validating access token: Session has expired")
    }

    /// There is no such node, or the token may not see it.
    pub fn node(id: &str) -> Self {
        let text = format!(
            "Unsupported request. Object with ID '{id}' does not exist, cannot be loaded due to \
             missing permissions, or does not support this operation"
        );
        Self::sub(400, 100, 33, text)
    }

    pub fn path(path: &str) -> Self {
        Self::new(400, 2500, format!("Unknown path components: /{path}"))
    }

    /// What the control API ordered. A number as description is the code to answer with.
    pub fn ordered(fault: &Fault, whatsapp: bool) -> Self {
        let status = fault.status.unwrap_or(503);
        let said = fault.description.clone().unwrap_or_default();
        let numbers: Vec<u32> = said.split('.').filter_map(|part| part.parse().ok()).collect();
        let (code, subcode) = match (numbers.as_slice(), status) {
            ([code], _) => (*code, 0),
            ([code, subcode], _) => (*code, *subcode),
            (_, 401) => (190, 463),
            (_, 429) if whatsapp => (130_429, 0),
            (_, 429) => (613, 0),
            (_, 500..) => (2, 0),
            _ => (100, 0),
        };
        let text = if said.is_empty() { "ordered".to_owned() } else { said };
        Self { retry_after: fault.retry_after, ..Self::sub(status, code, subcode, text) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Self { code, subcode, text, details, .. } = self;
        let mut error = json!({
            "message": format!("(#{code}) {text}"), "type": "OAuthException", "code": code,
            "fbtrace_id": "AsimulatedTrace",
        });
        if subcode != 0 {
            error["error_subcode"] = json!(subcode);
        }
        if let Some(details) = details {
            error["error_data"] = json!({ "messaging_product": "whatsapp", "details": details });
        }
        if self.status >= 500 {
            error["is_transient"] = json!(true);
        }
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let mut response = (status, Json(json!({ "error": error }))).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
