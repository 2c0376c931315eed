//! Calls of the Bot API. The token is put into the path by the host; it is never seen here.

use crate::refusal::{self, Refusal};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};
use serde::Deserialize;

/// A bot's address: the base URL without a closing slash.
#[derive(Debug, Clone)]
pub struct Api {
    base: String,
}

/// Why a call gave no result.
#[derive(Debug)]
pub enum CallError {
    /// Nothing came back.
    Net(NetError),
    /// Telegram said no.
    Refused(Refusal),
    /// An answer that is not the Bot API's: the status and what it began with.
    Strange(u16, String),
}

/// The frame of every answer.
#[derive(Deserialize)]
struct Answer {
    ok: bool,
    result: Option<Value>,
    error_code: Option<u16>,
    description: Option<String>,
    parameters: Option<Parameters>,
}

#[derive(Deserialize)]
struct Parameters {
    migrate_to_chat_id: Option<i64>,
    retry_after: Option<u64>,
}

impl Api {
    pub fn new(base: &str) -> Self {
        Self { base: base.trim().trim_end_matches('/').to_owned() }
    }

    /// Telegram's own server: it has limits that a server of one's own lifts.
    pub fn is_telegrams(&self) -> bool {
        self.base == "https://api.telegram.org"
    }

    /// A request for a method, to be given a body.
    pub fn method(&self, name: &str) -> Request<'static> {
        Request::post(format!("{}/bot{{credential:bot}}/{name}", self.base)).credential("bot")
    }

    /// Calls a method with JSON parameters.
    pub fn call(&self, name: &str, parameters: &Value) -> Result<Value, CallError> {
        result(self.method(name).json(parameters))
    }

    /// Downloads a file into the blob store.
    pub fn download(&self, path: &str) -> Result<Response, NetError> {
        let mut safe = String::with_capacity(path.len());
        for (place, segment) in path.split('/').enumerate() {
            if place > 0 {
                safe.push('/');
            }
            patchbay_plugin::http::encode(&mut safe, segment);
        }
        Request::get(format!("{}/file/bot{{credential:bot}}/{safe}", self.base))
            .credential("bot")
            .to_blob()
            .send()
    }
}

/// Sends a request and opens the answer's frame.
pub fn result(request: Request<'_>) -> Result<Value, CallError> {
    let response = request.send().map_err(CallError::Net)?;
    let status = response.status();
    let bytes = response.bytes().unwrap_or_default();
    let Ok(answer) = serde_json::from_slice::<Answer>(&bytes) else {
        let start: String = String::from_utf8_lossy(&bytes).chars().take(200).collect();
        return Err(CallError::Strange(status, start));
    };
    match answer.result {
        Some(result) if answer.ok => Ok(result),
        _ => Err(CallError::Refused(Refusal {
            status: answer.error_code.unwrap_or(status),
            said: answer.description.unwrap_or_default(),
            retry_after: answer.parameters.as_ref().and_then(|p| p.retry_after),
            migrate_to: answer.parameters.as_ref().and_then(|p| p.migrate_to_chat_id),
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
            Self::Refused(refusal) => refusal::failure(&refusal),
            // A gateway's error page means that the server was not reached; a good status means
            // that something happened and only its account is lost.
            Self::Strange(status, said) if status >= 400 => {
                Failure::retryable(strange(status, said))
            }
            Self::Strange(status, said) => Failure::OutcomeUnknown(strange(status, said)),
        }
    }
}

fn strange(status: u16, said: String) -> Detail {
    let message = format!("The server answered with status {status}, but not as Telegram does.");
    Detail::new("telegram.strange", message).said(said)
}
