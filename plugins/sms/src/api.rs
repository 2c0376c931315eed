//! Calls of the REST API. The credential is put into the header by the host.

use crate::refusal::{self, Refusal};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};

/// An account's address: the base URL with the account in it.
#[derive(Debug, Clone)]
pub struct Api {
    account: String,
}

/// Why a call gave no result.
#[derive(Debug)]
pub enum CallError {
    Net(NetError),
    Refused(Refusal),
    /// A success that is not the provider's: the status and what it began with.
    Strange(u16, String),
}

impl Api {
    pub fn new(base: &str, sid: &str) -> Self {
        let base = match base.trim().trim_end_matches('/') {
            "" => "https://api.twilio.com",
            base => base,
        };
        let mut safe = String::new();
        patchbay_plugin::http::encode(&mut safe, sid.trim());
        Self { account: format!("{base}/2010-04-01/Accounts/{safe}") }
    }

    /// Where something of the account is.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.account)
    }

    pub fn get(&self, path: &str) -> Result<Value, CallError> {
        result(Request::get(self.address(path)).credential("basic"))
    }

    /// Posts a form, given as it is to be sent.
    pub fn post(&self, path: &str, form: String, with_key: bool) -> Result<Value, CallError> {
        let request = Request::post(self.address(path)).credential("basic");
        let request = if with_key { request.credential("webhook") } else { request };
        result(request.bytes("application/x-www-form-urlencoded", form.into_bytes()))
    }

    /// A file of a message, into the blob store. Its address was told by the provider.
    pub fn download(&self, url: &str) -> Result<Response, NetError> {
        Request::get(url).credential("basic").to_blob().send()
    }
}

/// A form being written.
#[derive(Debug, Default)]
pub struct Form(String);

impl Form {
    pub fn put(&mut self, name: &str, value: &str) {
        if !self.0.is_empty() {
            self.0.push('&');
        }
        patchbay_plugin::http::encode(&mut self.0, name);
        self.0.push('=');
        patchbay_plugin::http::encode(&mut self.0, value);
    }

    /// An address of ours with the key that proves the caller; the host fills it in.
    pub fn put_with_key(&mut self, name: &str, url: &str) {
        self.put(name, url);
        let mut more = String::new();
        patchbay_plugin::http::encode(&mut more, if url.contains('?') { "&key=" } else { "?key=" });
        self.0.push_str(&more);
        self.0.push_str("{credential:webhook}");
    }

    pub fn done(self) -> String {
        self.0
    }
}

fn result(request: Request<'_>) -> Result<Value, CallError> {
    let response = request.send().map_err(CallError::Net)?;
    let (status, ok) = (response.status(), response.ok());
    let retry_after = response.retry_after_ms();
    let bytes = response.bytes().unwrap_or_default();
    let said = serde_json::from_slice::<Value>(&bytes).ok().filter(Value::is_object);
    let start = || String::from_utf8_lossy(&bytes).chars().take(200).collect::<String>();
    match said {
        Some(said) if ok => Ok(said),
        None if ok => Err(CallError::Strange(status, start())),
        said => Err(CallError::Refused(Refusal {
            status,
            code: said.as_ref().and_then(|said| said["code"].as_u64()).unwrap_or(0),
            said: said
                .and_then(|said| said["message"].as_str().map(str::to_owned))
                .unwrap_or_else(start),
            retry_after,
        })),
    }
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
            // Trouble there may have come after the message was passed on; 503 says that it was not.
            Self::Refused(refusal) if midway(refusal.status) => {
                let failure = refusal::failure(&refusal);
                failure.detail().cloned().map_or(failure, Failure::OutcomeUnknown)
            }
            Self::Refused(refusal) => refusal::failure(&refusal),
            Self::Strange(status, said) => Failure::OutcomeUnknown(strange(status, said)),
        }
    }
}

/// Whether a server with this status may have done what it was asked.
fn midway(status: u16) -> bool {
    status == 408 || (status >= 500 && status != 503)
}

fn strange(status: u16, said: String) -> Detail {
    let message = format!("The server answered with status {status}, but not as Twilio does.");
    Detail::new("sms.strange", message).said(said)
}
