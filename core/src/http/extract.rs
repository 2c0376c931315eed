//! Reading a request: bodies as JSON or as a form, and query strings, with errors in our shape.

use super::problem::{Code, Problem};
use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Request, rejection::BytesRejection},
    http::{StatusCode, header, request::Parts},
    response::IntoResponse as _,
};
use serde::{Deserialize as _, de::DeserializeOwned};
use serde_json::Value;
use std::borrow::Cow;

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

/// Reads a field that may be null, and tells that from one that is absent: `#[serde(default,
/// deserialize_with = "nullable")]`.
///
/// # Errors
/// What does not fit.
pub fn nullable<'de, T, D>(from: D) -> Result<Option<Option<T>>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    Option::<T>::deserialize(from).map(Some)
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let unfit =
        |error: serde_json::Error| Problem::invalid(format!("The JSON does not fit: {error}."));
    if !bytes.windows(NUL.len()).any(|part| part == NUL) {
        return serde_json::from_slice(bytes).map_err(unfit);
    }
    let mut value: Value = serde_json::from_slice(bytes).map_err(unfit)?;
    drop_nul(&mut value);
    serde_json::from_value(value).map_err(unfit)
}

/// The character of number zero as JSON writes it. It ends no text, and PostgreSQL keeps none.
const NUL: &[u8] = br"\u0000";

fn drop_nul(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|c| c != '\0'),
        Value::Array(list) => list.iter_mut().for_each(drop_nul),
        Value::Object(fields) => fields.values_mut().for_each(drop_nul),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn form<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_urlencoded::from_str(&without_nul(&String::from_utf8_lossy(bytes)))
        .map_err(|error| Problem::invalid(format!("The form does not fit: {error}.")))
}

/// What stands around one may make another one, so the texts are cleaned, not their encoding.
fn without_nul(encoded: &str) -> Cow<'_, str> {
    if !encoded.contains("%00") && !encoded.contains('\0') {
        return Cow::Borrowed(encoded);
    }
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(encoded).unwrap_or_default();
    let clean = |text: String| text.replace('\0', "");
    let pairs: Vec<_> = pairs.into_iter().map(|(name, text)| (clean(name), clean(text))).collect();
    Cow::Owned(serde_urlencoded::to_string(pairs).unwrap_or_default())
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
        let query = without_nul(parts.uri.query().unwrap_or_default());
        serde_urlencoded::from_str(&query)
            .map(Self)
            .map_err(|error| Problem::invalid(format!("The query does not fit: {error}.")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_lose_what_no_database_keeps() {
        let read = |text: &str| super::json::<Value>(text.as_bytes()).ok();
        assert_eq!(read(r#"{"a":["x\u0000y"]}"#), Some(json!({ "a": ["xy"] })));
        assert_eq!(read(r#"{"a":"\\u0000"}"#), Some(json!({ "a": r"\u0000" })), "that is words");
        let read: Option<Value> = form(b"a=x%00y").ok();
        assert_eq!(read, Some(json!({ "a": "xy" })));
        let read: Option<Value> = form(b"a=x%%0000y&b=%00").ok();
        assert_eq!(read, Some(json!({ "a": "x%00y", "b": "" })), "that is words");
    }
}
