//! Reading a request: bodies as JSON or as a form, and query strings, with errors in our shape.

use super::problem::{Code, Problem};
use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request, rejection::BytesRejection},
    http::{StatusCode, header, request::Parts},
    response::IntoResponse as _,
};
use serde::de::DeserializeOwned;

/// A body that may be JSON or a URL-encoded form: the documents show both for the same calls.
/// An empty body reads as an empty object.
#[derive(Clone, Debug)]
pub struct Input<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let kind = media_type(request.headers()).to_owned();
        let bytes = Bytes::from_request(request, state).await.map_err(refused_body)?;
        match kind.as_str() {
            _ if bytes.is_empty() => {
                serde_json::from_slice(b"{}").map(Self).map_err(|e| Problem::invalid(e.to_string()))
            }
            "application/x-www-form-urlencoded" => form(&bytes).map(Self),
            // Callers that name no type mean JSON.
            "application/json" | "text/plain" | "" => json(&bytes).map(Self),
            kind if kind.ends_with("+json") => json(&bytes).map(Self),
            _ => Err(Problem::new(Code::Unsupported, "Send JSON or a form.")),
        }
    }
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes)
        .map_err(|error| Problem::invalid(format!("The JSON does not fit: {error}.")))
}

fn form<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_urlencoded::from_bytes(bytes)
        .map_err(|error| Problem::invalid(format!("The form does not fit: {error}.")))
}

/// The media type alone, in lower case.
pub(super) fn media_type(headers: &axum::http::HeaderMap) -> &str {
    let full = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    full.split(';').next().unwrap_or_default().trim()
}

pub(super) fn refused_body(rejection: BytesRejection) -> Problem {
    if rejection.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE {
        Problem::new(Code::TooLarge, "The request is too large.")
    } else {
        Problem::invalid("The request's body could not be read.")
    }
}

/// A query string.
#[derive(Clone, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        serde_urlencoded::from_str(query)
            .map(Self)
            .map_err(|error| Problem::invalid(format!("The query does not fit: {error}.")))
    }
}
