//! How the control API is spoken to, and how it refuses.
use axum::Json;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::telegram::errors::ApiError;

/// A JSON answer or a refusal.
pub type OrderResult = Result<Json<Value>, ControlError>;

/// A refused order: an HTTP status and `{"error": "…"}`.
#[derive(Debug)]
pub struct ControlError(StatusCode, String);

impl ControlError {
    /// The order makes no sense.
    pub fn invalid(text: impl Into<String>) -> Self {
        Self(StatusCode::BAD_REQUEST, text.into())
    }

    /// It names something that is not there.
    pub fn unknown(text: impl Into<String>) -> Self {
        Self(StatusCode::NOT_FOUND, text.into())
    }

    /// A description with faults in it.
    pub fn faulty(text: impl Into<String>) -> Self {
        Self(StatusCode::UNPROCESSABLE_ENTITY, text.into())
    }
}

impl From<&'static str> for ControlError {
    fn from(text: &'static str) -> Self {
        match text.starts_with("there is no") {
            true => Self::unknown(text),
            false => Self::invalid(text),
        }
    }
}

impl From<ApiError> for ControlError {
    fn from(error: ApiError) -> Self {
        let status = StatusCode::from_u16(error.code).unwrap_or(StatusCode::BAD_REQUEST);
        Self(status, error.description)
    }
}

impl IntoResponse for ControlError {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// A JSON order; an unreadable one is refused in the same shape as any other.
pub struct Order<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Order<T> {
    type Rejection = ControlError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ControlError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(order)) => Ok(Self(order)),
            Err(refused) => Err(ControlError(refused.status(), refused.body_text())),
        }
    }
}
