//! Calls of the X API v2. Tokens are put into the header by the host.

use crate::refusal::{self, Refusal};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};

/// Where the API is, without a closing slash.
#[derive(Debug, Clone)]
pub struct Api {
    base: String,
}

/// Why a call gave no result.
#[derive(Debug)]
pub enum CallError {
    Net(NetError),
    Refused(Refusal),
    /// A success that is not X's: the status and what it began with.
    Strange(u16, String),
}

impl Api {
    pub fn new(base: &str) -> Self {
        let base = match base.trim().trim_end_matches('/') {
            "" => "https://api.x.com",
            base => base,
        };
        Self { base: base.to_owned() }
    }

    /// A request in the name of the account.
    pub fn user(&self, method: &str, path: &str) -> Request<'static> {
        Request::new(method, format!("{}{path}", self.base)).credential("user")
    }

    /// A request in the name of the app.
    pub fn app(&self, method: &str, path: &str) -> Request<'static> {
        Request::new(method, format!("{}{path}", self.base)).credential("app")
    }

    pub fn get(&self, path: &str) -> Result<Value, CallError> {
        result(self.user("GET", path))
    }

    /// A file of a direct message, into the blob store.
    pub fn dm_file(&self, path: &str) -> Result<Response, NetError> {
        self.user("GET", &format!("/2/dm_conversations/media/{path}")).to_blob().send()
    }
}

/// Sends a request and reads the answer.
pub fn result(request: Request<'_>) -> Result<Value, CallError> {
    let response = request.send().map_err(CallError::Net)?;
    let (status, ok) = (response.status(), response.ok());
    // X names the second at which its window begins anew.
    let reset = response.header("x-rate-limit-reset").and_then(|at| at.trim().parse::<u64>().ok());
    let until = reset.map(|at| (at * 1000).saturating_sub(host::now_ms()).max(1000));
    let retry_after = response.retry_after_ms().or(until);
    let bytes = response.bytes().unwrap_or_default();
    let start = || String::from_utf8_lossy(&bytes).chars().take(300).collect::<String>();
    match serde_json::from_slice::<Value>(&bytes) {
        Ok(said) if ok && said.is_object() => Ok(said),
        _ if ok => Err(CallError::Strange(status, start())),
        said => {
            let said = said.unwrap_or_default();
            let word = |field: &str| said[field].as_str().map(str::to_owned);
            let first = &said["errors"][0];
            Err(CallError::Refused(Refusal {
                status,
                kind: word("type").unwrap_or_default(),
                said: word("detail")
                    .or_else(|| first["message"].as_str().map(str::to_owned))
                    .or_else(|| word("title"))
                    .unwrap_or_else(start),
                retry_after,
            }))
        }
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
    let message = format!("The server answered with status {status}, but not as X does.");
    Detail::new("x.strange", message).said(said)
}
