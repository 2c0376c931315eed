//! A request as a route sees it: the body as JSON, whatever it was written as, and its files.
use std::collections::{BTreeMap, HashMap};

use axum::body::Body as HttpBody;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, Uri};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use serde_json::{Map, Value};

use super::description::Body;
use crate::telegram::request::Upload;

// A refused body is read to its end so that the client gets to see the answer, but not for ever.
const DRAIN_MAX: usize = 256 << 20;

/// What came.
#[derive(Debug, Default)]
pub struct Incoming {
    pub path: BTreeMap<String, String>,
    pub query: BTreeMap<String, String>,
    pub headers: HeaderMap,
    pub body: Value,
    pub files: HashMap<String, Upload>,
    pub raw: Bytes,
    /// Among them that the router lifts the usual limit on bodies.
    pub extensions: Extensions,
}

/// Reads a body up to `most` bytes; `None` when it was larger.
pub async fn drain(body: HttpBody, most: usize) -> Option<Bytes> {
    let mut stream = body.into_data_stream();
    let mut bytes = BytesMut::new();
    let mut total = 0;
    while let Some(Ok(chunk)) = stream.next().await {
        total += chunk.len();
        if total > DRAIN_MAX {
            return None;
        }
        if total <= most {
            bytes.extend_from_slice(&chunk);
        }
    }
    (total <= most).then(|| bytes.freeze())
}

/// The parameters of an address.
pub fn query_of(uri: &Uri) -> BTreeMap<String, String> {
    let pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

impl Incoming {
    /// Understands the body as the route describes it.
    pub async fn read(&mut self, kind: Body, raw: Bytes) -> Result<(), String> {
        let mime = self.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let mime = mime.unwrap_or_default().to_ascii_lowercase();
        let wanted = |want: &str| match mime.starts_with(want) {
            true => Ok(()),
            false => Err(format!("the Content-Type must be {want}, not {mime:?}")),
        };
        self.raw = raw.clone();
        match kind {
            Body::None => {}
            Body::Bytes if raw.is_empty() => return Err("the file is empty".into()),
            Body::Bytes => {}
            Body::Json => {
                wanted("application/json")?;
                let value: Value = serde_json::from_slice(&raw)
                    .map_err(|error| format!("the body is not JSON: {error}"))?;
                if !value.is_object() {
                    return Err("the body must be a JSON object".into());
                }
                self.body = value;
            }
            Body::Form => {
                wanted("application/x-www-form-urlencoded")?;
                let pairs = url::form_urlencoded::parse(&raw);
                let pairs = pairs
                    .map(|(name, value)| (name.into_owned(), Value::String(value.into_owned())));
                self.body = Value::Object(pairs.collect());
            }
            Body::Multipart => {
                wanted("multipart/form-data")?;
                self.read_parts(raw).await?;
            }
        }
        Ok(())
    }

    async fn read_parts(&mut self, raw: Bytes) -> Result<(), String> {
        let broken = |error: String| format!("the multipart body cannot be read: {error}");
        let mut request = Request::new(HttpBody::from(raw));
        *request.headers_mut() = self.headers.clone();
        *request.extensions_mut() = self.extensions.clone();
        let parts = Multipart::from_request(request, &()).await;
        let mut parts = parts.map_err(|error| broken(error.to_string()))?;
        let mut fields = Map::new();
        while let Some(part) = parts.next_field().await.map_err(|e| broken(e.to_string()))? {
            let field = part.name().unwrap_or_default().to_owned();
            let name = part.file_name().map(str::to_owned);
            let mime = part.content_type().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|error| broken(error.to_string()))?;
            if name.is_some() {
                self.files.insert(field, Upload { name, mime, bytes });
                continue;
            }
            let text = String::from_utf8(bytes.to_vec())
                .map_err(|_| broken(format!("the part {field} is not UTF-8")))?;
            // A part that says it is JSON is read as such.
            let json = mime.is_some_and(|mime| mime.starts_with("application/json"));
            let value = json.then(|| serde_json::from_str(&text).ok()).flatten();
            fields.insert(field, value.unwrap_or(Value::String(text)));
        }
        self.body = Value::Object(fields);
        Ok(())
    }
}
