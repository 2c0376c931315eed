//! HTTP through the host's broker, as a small builder.

use crate::bindings::imports::patchbay::plugin::http as raw;
use crate::media::{self, Blob, BlobMeta};
use crate::types::{Detail, Failure, Header};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use raw::{Body, NetError, PartData, ResponseBody};

/// Answers larger than this are not read into memory as text or JSON.
const READ_MAX: usize = 8 << 20;

/// A request being put together.
///
/// ```no_run
/// # use patchbay_plugin::prelude::*;
/// # fn example() -> Result<(), Failure> {
/// let answer = Request::post("https://api.example.com/v1/messages")
///     .json(&patchbay_plugin::serde_json::json!({"text": "hello"}))
///     .credential("bot")
///     .send()
///     .map_err(NetFailure::while_sending)?;
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Request<'a> {
    raw: raw::Request<'a>,
    defect: Option<Detail>,
}

/// One part of a multipart body.
#[derive(Debug)]
pub struct Part<'a>(raw::Part<'a>);

impl<'a> Request<'a> {
    /// A request with any method; `url` is absolute and may hold `{credential:NAME}`.
    pub fn new(method: &str, url: impl Into<String>) -> Self {
        Self {
            raw: raw::Request {
                method: method.to_owned(),
                url: url.into(),
                headers: Vec::new(),
                body: Body::None,
                credentials: Vec::new(),
                timeout_ms: None,
                to_blob: false,
            },
            defect: None,
        }
    }

    /// A GET request.
    pub fn get(url: impl Into<String>) -> Self {
        Self::new("GET", url)
    }

    /// A POST request.
    pub fn post(url: impl Into<String>) -> Self {
        Self::new("POST", url)
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.raw.headers.push(Header { name: name.to_owned(), value: value.as_ref().to_vec() });
        self
    }

    /// Sends `value` as JSON.
    #[must_use]
    pub fn json(mut self, value: &impl Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(bytes) => self.bytes("application/json", bytes),
            Err(error) => {
                self.defect = Some(Detail::new("plugin.json", error.to_string()));
                self
            }
        }
    }

    /// Sends name and value pairs as a form.
    #[must_use]
    pub fn form(self, fields: &[(&str, &str)]) -> Self {
        let mut text = String::new();
        for (name, value) in fields {
            if !text.is_empty() {
                text.push('&');
            }
            encode(&mut text, name);
            text.push('=');
            encode(&mut text, value);
        }
        self.bytes("application/x-www-form-urlencoded", text.into_bytes())
    }

    /// Sends bytes of a media type.
    #[must_use]
    pub fn bytes(mut self, mime: &str, bytes: Vec<u8>) -> Self {
        self.raw.body = Body::Inline(bytes);
        self.header("Content-Type", mime)
    }

    /// Sends a stored blob; its bytes never enter the guest.
    #[must_use]
    pub fn blob(mut self, mime: &str, blob: &'a Blob) -> Self {
        self.raw.body = Body::Blob(blob);
        self.header("Content-Type", mime)
    }

    /// Sends multipart/form-data. The host writes the Content-Type with its boundary.
    #[must_use]
    pub fn multipart(mut self, parts: Vec<Part<'a>>) -> Self {
        self.raw.body = Body::Multipart(parts.into_iter().map(|part| part.0).collect());
        self
    }

    /// Injects a credential of the manifest.
    #[must_use]
    pub fn credential(mut self, name: &str) -> Self {
        self.raw.credentials.push(name.to_owned());
        self
    }

    /// Limits the whole request.
    #[must_use]
    pub fn timeout_ms(mut self, limit: u32) -> Self {
        self.raw.timeout_ms = Some(limit);
        self
    }

    /// Stores the answer's body as a blob whatever its size.
    #[must_use]
    pub fn to_blob(mut self) -> Self {
        self.raw.to_blob = true;
        self
    }

    /// Sends it. Any HTTP status is an `Ok`.
    pub fn send(self) -> Result<Response, NetError> {
        if let Some(defect) = self.defect {
            return Err(NetError::Denied(defect));
        }
        transport(&self.raw).map(Response)
    }
}

#[cfg(target_arch = "wasm32")]
fn transport(request: &raw::Request<'_>) -> Result<raw::Response, NetError> {
    raw::send(request)
}

#[cfg(not(target_arch = "wasm32"))]
fn transport(request: &raw::Request<'_>) -> Result<raw::Response, NetError> {
    crate::testing::answer(request)
}

impl<'a> Part<'a> {
    /// A text field.
    pub fn text(name: &str, value: impl Into<String>) -> Self {
        Self(raw::Part {
            name: name.to_owned(),
            filename: None,
            mime: None,
            data: PartData::Inline(value.into().into_bytes()),
        })
    }

    /// A stored file.
    pub fn blob(name: &str, filename: &str, mime: &str, blob: &'a Blob) -> Self {
        Self(raw::Part {
            name: name.to_owned(),
            filename: Some(filename.to_owned()),
            mime: Some(mime.to_owned()),
            data: PartData::Blob(blob),
        })
    }
}

/// The provider's answer.
#[derive(Debug)]
pub struct Response(raw::Response);

impl Response {
    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// True for 200 to 299.
    pub fn ok(&self) -> bool {
        (200..300).contains(&self.0.status)
    }

    /// The first header of that name, as text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.0
            .headers
            .iter()
            .find(|header| header.name.eq_ignore_ascii_case(name))
            .and_then(|header| std::str::from_utf8(&header.value).ok())
    }

    /// How long the provider asks to wait: `Retry-After` in seconds. A date there is not read.
    pub fn retry_after_ms(&self) -> Option<u64> {
        let seconds: f64 = self.header("retry-after")?.trim().parse().ok()?;
        (seconds >= 0.0).then_some((seconds * 1000.0) as u64)
    }

    /// What an answer other than 2xx usually means; codes are `<id>.<status>`. 401 asks an admin to
    /// connect again, 429 waits as long as it says, 408 and 5xx are tried again.
    pub fn refusal(self, id: &str) -> Failure {
        let (status, after) = (self.status(), self.retry_after_ms());
        let said = String::from_utf8_lossy(&self.bytes().unwrap_or_default()).into_owned();
        let detail =
            |message: &str| Detail::new(format!("{id}.{status}"), message).said(said.clone());
        match status {
            401 => Failure::AuthExpired(detail("The provider refused the access token.")),
            429 => Failure::rate_limited(detail("The provider asked for fewer requests."), after),
            408 | 500.. => Failure::retryable(detail("The provider has trouble.")),
            _ => Failure::Permanent(detail("The provider refused the request.")),
        }
    }

    /// The body, wherever the host put it.
    pub fn bytes(self) -> Result<Vec<u8>, Detail> {
        match self.0.body {
            ResponseBody::Inline(bytes) => Ok(bytes),
            ResponseBody::Blob(blob) => media::read_all(&blob, READ_MAX),
        }
    }

    /// The body read as JSON.
    pub fn json<T: DeserializeOwned>(self) -> Result<T, Failure> {
        let bytes = self.bytes()?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    /// The body as a blob; small answers that came inline are stored now.
    pub fn into_blob(self, meta: BlobMeta) -> Result<Blob, Detail> {
        match self.0.body {
            ResponseBody::Blob(blob) => Ok(blob),
            ResponseBody::Inline(bytes) => media::store(meta, &bytes),
        }
    }
}

/// Percent-encodes what may not stand in a URL's query or a form.
pub fn encode(into: &mut String, text: &str) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            into.push(char::from(byte));
        } else {
            into.push('%');
            into.push(char::from(HEX[usize::from(byte >> 4)]));
            into.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_form_is_percent_encoded() {
        let mut text = String::new();
        super::encode(&mut text, "a b&c=é~");
        assert_eq!(text, "a%20b%26c%3D%C3%A9~");
    }
}
