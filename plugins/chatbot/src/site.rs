//! The other side: the server of the page or app, which is told what to show. Every request is signed
//! over its body, and tells the time, so that the other side can refuse what was posted before.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};

/// The setting whose value both sides sign with.
pub const SECRET: &str = "signing_secret";
const HEADER: &str = "X-Chatbot-Signature";
/// The other side only has to store what it gets.
const TIMEOUT_MS: u32 = 15_000;

/// Where it is told.
#[derive(Debug, Clone)]
pub struct Site {
    base: String,
}

/// Why a request was not taken.
#[derive(Debug)]
pub enum CallError {
    /// Nothing came back, or it could not be sent.
    Net(NetError),
    /// An answer other than 2xx: its status, what it began with, and when to come again.
    Refused { status: u16, said: String, retry_after: Option<u64> },
    /// There is no secret to sign with.
    Unsigned,
}

impl Site {
    pub fn new(callback_url: &str) -> Self {
        Self { base: callback_url.trim().trim_end_matches('/').to_owned() }
    }

    /// Where everything is posted below.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Posts something of a kind; gives what was answered, if that was JSON.
    pub fn post(&self, kind: &str, mut what: Value) -> Result<Value, CallError> {
        what["kind"] = json!(kind);
        what["sent_at"] = json!(host::now_ms());
        let body = what.to_string().into_bytes();
        let mac = host::sign(SECRET, &body).map_err(|_| CallError::Unsigned)?;
        let hex: String = mac.iter().map(|byte| format!("{byte:02x}")).collect();
        let request = Request::post(format!("{}/{kind}", self.base))
            .bytes("application/json", body)
            .header(HEADER, format!("sha256={hex}"))
            .timeout_ms(TIMEOUT_MS);
        let request = match host::secret_exists("callback_token") {
            true => request.credential("callback"),
            false => request,
        };
        let answer = request.send().map_err(CallError::Net)?;
        let (status, ok) = (answer.status(), answer.ok());
        let retry_after = answer.retry_after_ms();
        let bytes = answer.bytes().unwrap_or_default();
        if ok {
            return Ok(serde_json::from_slice(&bytes).unwrap_or_default());
        }
        let said = String::from_utf8_lossy(&bytes).chars().take(200).collect();
        Err(CallError::Refused { status, said, retry_after })
    }
}

impl CallError {
    /// Everything that is posted can be posted again: it bears an id, or says the same twice.
    pub fn failure(self) -> Failure {
        match self {
            Self::Net(error) => error.while_asking(),
            Self::Unsigned => {
                let detail = Detail::new("chatbot.no-secret", "Enter the signing secret.");
                Failure::needs_config(SECRET, detail)
            }
            Self::Refused { status, said, retry_after } => refused(status, &said, retry_after),
        }
    }
}

fn refused(status: u16, said: &str, retry_after: Option<u64>) -> Failure {
    let detail = |text: &str| Detail::new(format!("chatbot.{status}"), text).said(said);
    match status {
        401 => Failure::AuthExpired(detail(
            "Your page refuses what the desk posts to it. Check that the signing secret and the \
             token are the same on both sides.",
        )),
        404 | 410 => Failure::Permanent(detail("Your page no longer knows this conversation.")),
        413 => Failure::Permanent(detail("The message is larger than your page takes.")),
        429 => Failure::rate_limited(detail("Your page asks for fewer requests."), retry_after),
        408 | 425 | 500.. => Failure::retryable(detail("Your page has trouble at the moment.")),
        _ => Failure::Permanent(detail("Your page refuses this message.")),
    }
}
