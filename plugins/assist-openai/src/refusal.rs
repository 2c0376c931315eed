//! What an answer other than 2xx means.

use crate::detail;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};

/// Codes of accounts without credit: waiting does not fill them.
const UNPAID: [&str; 4] =
    ["insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "access_terminated"];

/// A refusal as the server wrote it. Gateways write errors of their own, so each part may be missing.
#[derive(Debug)]
pub struct Refusal {
    pub status: u16,
    code: String,
    kind: String,
    param: String,
    message: String,
    after_ms: Option<u64>,
    /// The server's own word on whether asking again makes sense.
    should_retry: Option<bool>,
}

impl Refusal {
    pub fn read(answer: Response) -> Self {
        let status = answer.status();
        let exact = answer.header("retry-after-ms").and_then(|ms| ms.trim().parse::<f64>().ok());
        let after_ms = exact.filter(|ms| *ms >= 0.0).map(|ms| ms as u64);
        let after_ms = after_ms.or_else(|| answer.retry_after_ms());
        let should_retry = answer.header("x-should-retry").map(|word| word.trim() == "true");
        let body = answer.bytes().unwrap_or_default();
        let whole: Value = serde_json::from_slice(&body).unwrap_or_default();
        let error = &whole["error"];
        let word = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        };
        let said = [&error["message"], error, &whole["detail"], &whole["message"]];
        let message = said.iter().map(|value| word(value)).find(|text| !text.is_empty());
        let message = message.unwrap_or_else(|| String::from_utf8_lossy(&body).into_owned());
        Self {
            status,
            code: word(&error["code"]),
            kind: word(&error["type"]),
            param: word(&error["param"]),
            message: message.chars().take(300).collect(),
            after_ms,
            should_retry,
        }
    }

    /// Whether it is about one of these fields of the request.
    pub fn names(&self, fields: &[&str]) -> bool {
        let about = if self.param.is_empty() { &self.message } else { &self.param };
        fields.iter().any(|field| about.contains(field))
    }

    /// Whether the question does not fit into the model.
    pub fn is_too_long(&self) -> bool {
        let message = self.message.to_ascii_lowercase();
        let worded = ["context length", "maximum context", "context size", "context window"];
        self.code == "context_length_exceeded"
            || (self.status == 400 && worded.iter().any(|words| message.contains(words)))
    }

    /// For whom and for how long it is one. `setting` holds the name of the model that was asked.
    pub fn failure(self, model: &str, setting: &str) -> Failure {
        let Self { status, after_ms, .. } = self;
        let detail = |text: &str| detail(status, text).said(self.message.clone());
        let unpaid = |code: &String| UNPAID.contains(&code.as_str());
        let passes = match self.should_retry {
            Some(word) => word,
            None => matches!(status, 408 | 409 | 429 | 500..),
        };
        match status {
            _ if unpaid(&self.code) || unpaid(&self.kind) => Failure::Permanent(
                crate::detail("quota", "The provider's account has no credit left.")
                    .said(self.message),
            ),
            401 => Failure::AuthExpired(detail("The provider refuses the API key.")),
            404 if self.is_about(model) => Failure::needs_config(
                setting,
                detail("The server does not have this model, or not for this key."),
            ),
            404 | 405 => Failure::needs_config(
                "base_url",
                detail("No model is served at this address. It usually ends in /v1."),
            ),
            429 if passes => {
                Failure::rate_limited(detail("The provider asks for fewer requests."), after_ms)
            }
            _ if passes => {
                let detail = detail("The server has trouble, or too much to do.");
                match after_ms {
                    Some(after) => Failure::retry_after(detail, after),
                    None => Failure::retryable(detail),
                }
            }
            _ if self.is_too_long() => {
                let text =
                    "The conversation is too long for this model. Allow it fewer characters.";
                Failure::Permanent(crate::detail("too-long", text).said(self.message))
            }
            403 => Failure::Permanent(detail(
                "The provider does not let this key use the model, or not from here.",
            )),
            413 => Failure::Permanent(detail("This is larger than the server takes.")),
            _ => Failure::Permanent(detail("The server refuses the request.")),
        }
    }

    fn is_about(&self, model: &str) -> bool {
        self.code == "model_not_found"
            || self.param == "model"
            || (!model.is_empty() && self.message.contains(model))
    }
}
