//! Refusals: each has a reason, which a description may put into the provider's own words.
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::description::Description;
use super::template::{self, Values};
use crate::network::Refusal;

/// Every reason, with its usual status.
pub const REASONS: &[(&str, u16)] = &[
    ("invalid", 400),
    ("unknown_field", 400),
    ("empty", 400),
    ("text_too_long", 400),
    ("too_many_files", 400),
    ("media_type", 400),
    ("unauthorized", 401),
    ("blocked", 403),
    ("not_yours", 403),
    ("not_found", 404),
    ("unknown_recipient", 404),
    ("unknown_message", 404),
    ("unknown_file", 404),
    ("method_not_allowed", 405),
    ("too_large", 413),
    ("rate_limited", 429),
    ("internal", 500),
];

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    pub reason: &'static str,
    pub text: String,
    /// Another status than the reason's.
    pub status: Option<u16>,
    pub retry_after: Option<f64>,
}

impl ApiError {
    /// One of [`REASONS`].
    pub fn new(reason: &'static str, text: impl Into<String>) -> Self {
        Self { reason, text: text.into(), status: None, retry_after: None }
    }

    /// An ordered error of any status.
    pub fn ordered(status: u16, text: Option<String>, retry_after: Option<f64>) -> Self {
        let fits = REASONS.iter().find(|(_, usual)| *usual == status);
        let reason = fits.map_or("internal", |(reason, _)| *reason);
        let text = text.unwrap_or_else(|| "This was ordered by the control API.".into());
        let retry_after = retry_after.or((status == 429).then_some(1.0));
        Self { reason, text, status: Some(status), retry_after }
    }

    /// The status and body as the description words them.
    pub fn answer(&self, description: &Description) -> Response {
        let usual = REASONS.iter().find(|(reason, _)| *reason == self.reason);
        let usual = self.status.unwrap_or(usual.map_or(500, |(_, status)| *status));
        let errors = &description.errors;
        // An ordered status is found by its number first: its reason is only a guess.
        let shape = match self.status {
            Some(_) => errors.get(&usual.to_string()),
            None => errors.get(self.reason).or_else(|| errors.get(&usual.to_string())),
        };
        let shape = shape.or_else(|| errors.get("default"));
        let status = match self.status {
            Some(status) => status,
            None => shape.and_then(|shape| shape.status).unwrap_or(usual),
        };
        let mut values = Values::default();
        values.set("code", self.reason);
        values.set("status", status);
        values.set("message", self.text.as_str());
        let seconds = self.retry_after.map(|seconds| seconds.ceil().max(1.0) as u64);
        values.set("retry_after", seconds.map_or(Value::Null, Value::from));
        let body = shape.and_then(|shape| shape.body.as_deref());
        let body = body.and_then(|body| serde_json::from_str(body).ok());
        let body = match body {
            Some(body) => template::json(&body, &values),
            None => json!({ "error": { "code": self.reason, "message": self.text } }),
        };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, axum::Json(body)).into_response();
        if let Some(seconds) = seconds {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        for (name, value) in shape.map(|shape| &shape.headers).into_iter().flatten() {
            put_header(&mut response, name, &template::text(value, &values));
        }
        response
    }
}

/// Sets a header that a description names; the check has seen that the name is one.
pub fn put_header(response: &mut Response, name: &str, value: &str) {
    if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
        response.headers_mut().insert(name, value);
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::UnknownRecipient => {
                Self::new("unknown_recipient", "Nobody of this id has written to this account.")
            }
            Refusal::UnknownMessage => {
                Self::new("unknown_message", "There is no message of this id in this chat.")
            }
            Refusal::NotYours => Self::new("not_yours", "The other side wrote this message."),
            Refusal::Blocked => Self::new("blocked", "The customer has blocked this account."),
            Refusal::Empty => Self::new("empty", "A message needs a text or a file."),
        }
    }
}
