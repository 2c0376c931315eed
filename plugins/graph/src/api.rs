//! Calls of the Graph API. The token is put into the requests by the host; it is never seen here.

use crate::refusal::{self, Refusal, Row};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};
use serde::Deserialize;

/// The settings that every channel of the Graph API has.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Settings {
    #[serde(default)]
    pub base_url: String,
    #[serde(default)]
    pub api_version: String,
}

/// A provider's address, and how its refusals are read.
#[derive(Debug, Clone)]
pub struct Api {
    /// The plugin's id: codes begin with it.
    pub id: &'static str,
    /// The provider's name, for sentences.
    pub name: &'static str,
    root: String,
    table: &'static [Row],
}

/// Why a call gave no result.
#[derive(Debug)]
pub enum CallError {
    /// Nothing came back.
    Net(NetError),
    /// The provider said no.
    Refused(Refusal),
    /// An answer that is not the Graph API's: the status, how long to wait, what it began with.
    Strange(u16, Option<u64>, String),
}

impl Api {
    pub fn new(
        (id, name): (&'static str, &'static str),
        table: &'static [Row],
        settings: &Settings,
        (host, version): (&str, &str),
    ) -> Self {
        let or = |given: &str, usual: &str| {
            let given = given.trim().trim_matches('/');
            if given.is_empty() { usual.to_owned() } else { given.to_owned() }
        };
        let base = or(&settings.base_url, host);
        let root = format!("{base}/{}", or(&settings.api_version, version));
        Self { id, name, root, table }
    }

    /// The address of a node or edge, such as `123/messages`.
    pub fn url(&self, path: &str) -> String {
        format!("{}/{path}", self.root)
    }

    /// Asks for something.
    pub fn get(&self, path: &str) -> Result<Value, CallError> {
        result(Request::get(self.url(path)).credential("token"))
    }

    /// Posts JSON.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, CallError> {
        result(Request::post(self.url(path)).json(body).credential("token"))
    }

    /// Posts a form with files.
    pub fn upload(&self, path: &str, parts: Vec<Part<'_>>) -> Result<Value, CallError> {
        result(Request::post(self.url(path)).multipart(parts).credential("token"))
    }

    /// For calls that only ask.
    pub fn asking(&self, error: CallError) -> Failure {
        match error {
            CallError::Net(error) => error.while_asking(),
            CallError::Refused(refusal) => self.refused(&refusal),
            CallError::Strange(status, wait, said) => self.strange(status, wait, said),
        }
    }

    /// For calls after which a customer may have a message: trouble at the provider may have come
    /// after it was passed on, so such an answer leaves the outcome unknown.
    pub fn sending(&self, error: CallError) -> Failure {
        let unclear = match &error {
            CallError::Net(_) => false,
            // A code that the provider documents is a refusal, whatever its status.
            CallError::Refused(refusal) => {
                midway(refusal.status) && !refusal::is_listed(self.table, refusal)
            }
            // A good status means that something happened and only its account is lost.
            CallError::Strange(status, ..) => *status < 400 || midway(*status),
        };
        let failure = match error {
            CallError::Net(error) => error.while_sending(),
            other => self.asking(other),
        };
        match failure.detail() {
            Some(detail) if unclear => Failure::OutcomeUnknown(detail.clone()),
            _ => failure,
        }
    }

    /// What a refusal means.
    pub fn refused(&self, refusal: &Refusal) -> Failure {
        refusal::failure(self.id, self.name, self.table, refusal)
    }

    /// The code and sentence of a refusal that came by webhook.
    pub fn told(&self, code: u64, subcode: u64) -> (String, &'static str) {
        refusal::told(self.id, self.table, code, subcode)
    }

    fn strange(&self, status: u16, wait: Option<u64>, said: String) -> Failure {
        let detail = self.oddly(status, said);
        match status {
            401 => Failure::AuthExpired(detail),
            429 => Failure::rate_limited(detail, wait),
            _ => Failure::retryable(detail),
        }
    }

    fn oddly(&self, status: u16, said: String) -> Detail {
        let name = self.name;
        let message = format!("The server answered with status {status}, but not as {name} does.");
        Detail::new(format!("{}.strange", self.id), message).said(said)
    }
}

/// Whether a server with this status may have done what it was asked; 503 says that it did not.
fn midway(status: u16) -> bool {
    status >= 500 && status != 503
}

/// Sends a request and tells an answer from a refusal.
pub fn result(request: Request<'_>) -> Result<Value, CallError> {
    let response = request.send().map_err(CallError::Net)?;
    let (status, good, wait) = (response.status(), response.ok(), response.retry_after_ms());
    let bytes = response.bytes().unwrap_or_default();
    match serde_json::from_slice::<Value>(&bytes) {
        // Whatever the status: a refusal may come with 200.
        Ok(answer) if answer["error"].is_object() => {
            Err(CallError::Refused(Refusal::read(status, wait, &answer["error"])))
        }
        Ok(answer) if good && answer.is_object() => Ok(answer),
        _ => {
            let start = String::from_utf8_lossy(&bytes).chars().take(200).collect();
            Err(CallError::Strange(status, wait, start))
        }
    }
}
