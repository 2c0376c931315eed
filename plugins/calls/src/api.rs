//! Requests to the exchange, and what its refusals mean. The host puts the login in.

use patchbay_plugin::http::encode;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};

/// Where the exchange is, without a closing slash.
#[derive(Debug, Clone)]
pub struct Api {
    base: String,
}

/// Why a request gave no result.
#[derive(Debug)]
pub enum CallError {
    Net(NetError),
    /// The exchange said no.
    Refused(Refusal),
    /// A success that is not an exchange's: the status and what it began with.
    Strange(u16, String),
}

/// An answer other than 2xx.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    pub said: String,
    pub retry_after: Option<u64>,
}

impl Api {
    pub fn new(base: &str) -> Self {
        Self { base: base.to_owned() }
    }

    pub fn request(&self, method: &str, path: &str) -> Request<'static> {
        Request::new(method, format!("{}{path}", self.base)).credential("rest")
    }

    /// Asks for JSON.
    pub fn get(&self, path: &str) -> Result<Value, CallError> {
        let answer = self.request("GET", path).send().map_err(CallError::Net)?;
        let (status, retry_after) = (answer.status(), answer.retry_after_ms());
        let ok = answer.ok();
        let bytes = answer.bytes().unwrap_or_default();
        if !ok {
            return Err(CallError::Refused(refused(status, retry_after, &bytes)));
        }
        serde_json::from_slice(&bytes).map_err(|_| CallError::Strange(status, start(&bytes)))
    }

    /// Makes something happen. Every such request names what it is about, so a repeat does no harm,
    /// and what the exchange answers besides its status is of no use.
    pub fn act(&self, method: &str, path: &str) -> Result<(), CallError> {
        let answer = self.request(method, path).send().map_err(CallError::Net)?;
        if answer.ok() {
            return Ok(());
        }
        let (status, retry_after) = (answer.status(), answer.retry_after_ms());
        let bytes = answer.bytes().unwrap_or_default();
        Err(CallError::Refused(refused(status, retry_after, &bytes)))
    }
}

fn start(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().take(300).collect()
}

/// What the exchange said in words.
pub fn refused(status: u16, retry_after: Option<u64>, bytes: &[u8]) -> Refusal {
    let body: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let word = |name: &str| body[name].as_str().map(str::to_owned);
    let said = word("message").or_else(|| word("error")).unwrap_or_else(|| start(bytes));
    Refusal { status, said, retry_after }
}

/// A part of an address.
pub fn part(text: &str) -> String {
    let mut out = String::new();
    encode(&mut out, text);
    out
}

/// A query of names and values; empty values are left out.
pub fn query(pairs: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (name, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
        out.push(if out.is_empty() { '?' } else { '&' });
        out.push_str(name);
        out.push('=');
        encode(&mut out, value);
    }
    out
}

/// The failure of a refused request.
pub fn failure(refusal: &Refusal) -> Failure {
    let Refusal { status, said, retry_after } = refusal;
    let detail =
        |message: &str| Detail::new(format!("calls.{status}"), message).said(said.as_str());
    match status {
        401 => Failure::AuthExpired(detail("The exchange does not accept the user and password.")),
        403 => Failure::AuthExpired(detail(
            "The exchange lets this user only read. Set read_only=no in ari.conf.",
        )),
        404 => Failure::Permanent(detail("The exchange no longer has this call.")),
        409 => Failure::Permanent(detail(
            "The exchange's dialplan has this call, so it can only be ended from here.",
        )),
        412 => Failure::Permanent(detail("The call is not in a state for this, such as ringing.")),
        422 => Failure::Permanent(detail("The exchange cannot do this with the call.")),
        429 => Failure::rate_limited(detail("The exchange asks to wait."), *retry_after),
        500 if said.contains("Allocation failed") => Failure::Permanent(
            Detail::new("calls.unreachable", "The exchange cannot reach this telephone or number.")
                .said(said.as_str()),
        ),
        408 | 500.. => Failure::retryable(detail("The exchange has trouble at the moment.")),
        _ => Failure::Permanent(detail("The exchange refused this.")),
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Net(error) => error.while_asking(),
            CallError::Refused(refusal) => failure(&refusal),
            CallError::Strange(status, said) => Self::retryable(strange(status, said)),
        }
    }
}

/// An answer that no exchange gives.
pub fn strange(status: u16, said: String) -> Detail {
    let message = format!("This does not answer as Asterisk does; the status was {status}.");
    Detail::new("calls.strange", message).said(said)
}
