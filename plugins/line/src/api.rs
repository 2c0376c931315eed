//! Calls of the Messaging API. The token is put into the header by the host.

use crate::refusal::{self, Refusal};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};
use serde::Deserialize;

/// LINE's two addresses, without a closing slash.
#[derive(Debug, Clone)]
pub struct Api {
    base: String,
    data: String,
}

/// Why a call gave no result.
#[derive(Debug)]
pub enum CallError {
    /// Nothing came back.
    Net(NetError),
    /// LINE said no.
    Refused(Refusal),
    /// A success that is not LINE's: the status and what it began with.
    Strange(u16, String),
}

#[derive(Deserialize)]
struct ErrorBody {
    message: Option<String>,
    #[serde(default)]
    details: Vec<Part>,
    #[serde(default)]
    #[serde(rename = "sentMessages")]
    sent: Value,
}

#[derive(Deserialize)]
struct Part {
    message: Option<String>,
    property: Option<String>,
}

impl Api {
    pub fn new(base: &str, data: &str) -> Self {
        let tidy = |given: &str, usual: &str| match given.trim().trim_end_matches('/') {
            "" => usual.to_owned(),
            given => given.to_owned(),
        };
        Self {
            base: tidy(base, "https://api.line.me"),
            data: tidy(data, "https://api-data.line.me"),
        }
    }

    pub fn get(&self, path: &str) -> Result<Value, CallError> {
        result(Request::get(format!("{}{path}", self.base)).credential("token"))
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<Value, CallError> {
        result(self.request("POST", path).json(body))
    }

    pub fn put(&self, path: &str, body: &Value) -> Result<Value, CallError> {
        result(self.request("PUT", path).json(body))
    }

    /// A request to be given a body.
    pub fn request(&self, method: &str, path: &str) -> Request<'static> {
        Request::new(method, format!("{}{path}", self.base)).credential("token")
    }

    /// A message's file, into the blob store.
    pub fn content(&self, message: &str) -> Result<Response, NetError> {
        let mut id = String::new();
        patchbay_plugin::http::encode(&mut id, message);
        Request::get(format!("{}/v2/bot/message/{id}/content", self.data))
            .credential("token")
            .to_blob()
            .send()
    }
}

/// Sends a request and reads the answer.
pub fn result(request: Request<'_>) -> Result<Value, CallError> {
    let response = request.send().map_err(CallError::Net)?;
    let (status, ok) = (response.status(), response.ok());
    let retry_after = response.retry_after_ms();
    let bytes = response.bytes().unwrap_or_default();
    if ok {
        return match serde_json::from_slice(&bytes) {
            Ok(Value::Object(fields)) => Ok(Value::Object(fields)),
            _ => Err(CallError::Strange(status, start(&bytes))),
        };
    }
    let said = serde_json::from_slice::<ErrorBody>(&bytes);
    let (said, sent) = match said {
        Ok(said) => (sentence(&said), said.sent),
        Err(_) => (start(&bytes), Value::Null),
    };
    Err(CallError::Refused(Refusal { status, said, retry_after, sent }))
}

fn sentence(said: &ErrorBody) -> String {
    let mut text = said.message.clone().unwrap_or_default();
    for part in &said.details {
        let (what, place) = (part.message.as_deref(), part.property.as_deref());
        text += &format!("; {}: {}", place.unwrap_or(""), what.unwrap_or(""));
    }
    text
}

fn start(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().take(200).collect()
}

impl CallError {
    /// For calls that only ask.
    pub fn while_asking(self) -> Failure {
        match self {
            Self::Net(error) => error.while_asking(),
            Self::Refused(refusal) => refusal::failure(&refusal),
            Self::Strange(status, said) => Failure::retryable(strange(status, said)),
        }
    }

    /// For calls after which a customer may have a message.
    pub fn while_sending(self) -> Failure {
        match self {
            Self::Net(error) => error.while_sending(),
            Self::Refused(refusal) => refusal::failure(&refusal),
            Self::Strange(status, said) => Failure::OutcomeUnknown(strange(status, said)),
        }
    }

    /// Whether the request may have been carried out although no answer tells.
    pub fn unclear(&self) -> bool {
        match self {
            Self::Net(error) => matches!(error, NetError::Timeout(true) | NetError::TooLarge),
            Self::Refused(refusal) => refusal.status >= 500,
            Self::Strange(..) => true,
        }
    }
}

fn strange(status: u16, said: String) -> Detail {
    let message = format!("The server answered with status {status}, but not as LINE does.");
    Detail::new("line.strange", message).said(said)
}
