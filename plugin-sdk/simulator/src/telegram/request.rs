//! Reads a Bot API call's parameters from wherever the client put them: query, JSON, form or multipart.
use std::collections::HashMap;

use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use serde_json::{Map, Value};

use super::errors::ApiError;

/// Uploads above this are refused with 413.
pub const UPLOAD_MAX: usize = 50 * 1024 * 1024;
// Field names and part headers come on top of the file itself.
const BODY_MAX: usize = UPLOAD_MAX + 1024 * 1024;
// A refused body is read to its end so that the client gets to see the answer, but not for ever.
const DRAIN_MAX: usize = 4 * UPLOAD_MAX;

/// One uploaded file.
#[derive(Debug, Clone, Default)]
pub struct Upload {
    /// File name of the part.
    pub name: Option<String>,
    /// Content type of the part.
    pub mime: Option<String>,
    /// The content.
    pub bytes: Bytes,
}

/// The parameters of one call.
#[derive(Debug, Clone, Default)]
pub struct Params {
    fields: Map<String, Value>,
    files: HashMap<String, Upload>,
}

impl Params {
    /// Parameters that came as a JSON object.
    pub fn from_object(fields: Map<String, Value>) -> Self {
        Self { fields, files: HashMap::new() }
    }

    /// Reads query and body.
    pub async fn read(request: Request) -> Result<Self, ApiError> {
        let mut params = Self::default();
        if let Some(query) = request.uri().query() {
            params.add_form(query.as_bytes());
        }
        let kind = request.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
        let kind = kind.to_ascii_lowercase();
        let announced = request.headers().get(CONTENT_LENGTH).and_then(|v| v.to_str().ok());
        let announced: Option<usize> = announced.and_then(|v| v.parse().ok());
        if announced.is_some_and(|size| size > DRAIN_MAX) {
            return Err(ApiError::too_large());
        }
        // Also a form is read to its very end first: a connection with an unread rest cannot be
        // used again, and clients that keep theirs open would run into that.
        let (parts, body) = request.into_parts();
        let body = read_body(body).await?;
        if kind.starts_with("multipart/form-data") {
            params.add_multipart(Request::from_parts(parts, Body::from(body))).await?;
        } else if kind.starts_with("application/json") && !body.is_empty() {
            params.add_json(&body)?;
        } else {
            params.add_form(&body);
        }
        Ok(params)
    }

    fn add_form(&mut self, raw: &[u8]) {
        for (name, value) in url::form_urlencoded::parse(raw) {
            self.fields.insert(name.into_owned(), Value::String(value.into_owned()));
        }
    }

    fn add_json(&mut self, raw: &[u8]) -> Result<(), ApiError> {
        if std::str::from_utf8(raw).is_err() {
            return Err(ApiError::bad("strings must be encoded in UTF-8"));
        }
        match serde_json::from_slice(raw) {
            Ok(Value::Object(fields)) => self.fields.extend(fields),
            _ => return Err(ApiError::bad("can't parse request body JSON object")),
        }
        Ok(())
    }

    async fn add_multipart(&mut self, request: Request) -> Result<(), ApiError> {
        let broken = |_| ApiError::bad("can't parse multipart body");
        let mut parts = Multipart::from_request(request, &())
            .await
            .map_err(|_| ApiError::bad("can't parse multipart body"))?;
        while let Some(part) = parts.next_field().await.map_err(broken)? {
            let field = part.name().unwrap_or_default().to_owned();
            let name = part.file_name().map(str::to_owned);
            let mime = part.content_type().map(str::to_owned);
            let bytes = part.bytes().await.map_err(broken)?;
            if name.is_some() {
                self.files.insert(field, Upload { name, mime, bytes });
            } else {
                let text = String::from_utf8(bytes.to_vec())
                    .map_err(|_| ApiError::bad("strings must be encoded in UTF-8"))?;
                self.fields.insert(field, Value::String(text));
            }
        }
        Ok(())
    }

    /// The raw value.
    pub fn raw(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// A text; numbers and booleans are written out as the official server does.
    pub fn text(&self, name: &str) -> Option<String> {
        match self.raw(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            other => Some(other.to_string()),
        }
    }

    /// A whole number, also when written as text.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.raw(name)? {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// A decimal number, also when written as text.
    pub fn float(&self, name: &str) -> Option<f64> {
        match self.raw(name)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// A flag: `true`, `1`, `yes` and `y` count as set.
    pub fn flag(&self, name: &str) -> bool {
        match self.raw(name) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::Number(number)) => number.as_i64() == Some(1),
            Some(Value::String(text)) => {
                matches!(text.to_ascii_lowercase().as_str(), "true" | "1" | "yes" | "y")
            }
            _ => false,
        }
    }

    /// An object or list, also when it came as JSON text in a form field. `Err` when unreadable.
    pub fn json(&self, name: &str) -> Result<Option<Value>, ()> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::String(text)) => serde_json::from_str(text).map(Some).map_err(|_| ()),
            Some(value) => Ok(Some(value.clone())),
        }
    }

    /// The uploaded file of that part name.
    pub fn file(&self, name: &str) -> Option<&Upload> {
        self.files.get(name)
    }
}

async fn read_body(body: Body) -> Result<Bytes, ApiError> {
    let mut stream = body.into_data_stream();
    let mut bytes = BytesMut::new();
    let mut total = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|_| ApiError::bad("request body ended too early"))?;
        total += chunk.len();
        if total > DRAIN_MAX {
            return Err(ApiError::too_large());
        }
        if total <= BODY_MAX {
            bytes.extend_from_slice(&chunk);
        }
    }
    if total > BODY_MAX {
        return Err(ApiError::too_large());
    }
    Ok(bytes.freeze())
}
