//! The REST API: requests with the bot's token, and what refusals mean.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};

/// Where the API is.
pub struct Api {
    base: String,
}

impl Api {
    pub fn new(base: &str) -> Self {
        Self { base: base.to_owned() }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}/api/v1/{path}", self.base)
    }

    /// Asks; repeating it does no harm.
    pub fn get(&self, path: &str) -> Result<Value, Failure> {
        let answer = Request::get(self.url(path)).credential("bot").send();
        answered(answer.map_err(NetFailure::while_asking)?)
    }

    /// Makes something happen.
    pub fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, Failure> {
        let mut request = Request::new(method, self.url(path)).credential("bot");
        if let Some(body) = body {
            request = request.json(body);
        }
        answered(request.send().map_err(NetFailure::while_sending)?)
    }
}

/// The JSON of a success (null for an empty one), or what the refusal means.
pub fn answered(answer: Response) -> Result<Value, Failure> {
    let status = answer.status();
    let ok = answer.ok();
    let bytes = answer.bytes()?;
    let body: Option<Value> = serde_json::from_slice(&bytes).ok();
    if !ok {
        return Err(refusal(status, body.as_ref(), &String::from_utf8_lossy(&bytes)));
    }
    match body {
        Some(body) => Ok(body),
        None if bytes.is_empty() => Ok(Value::Null),
        // It was done, but what came back is cut off.
        None => Err(Failure::OutcomeUnknown(Detail::new(
            "beacon.answer",
            "Beacon's answer could not be read.",
        ))),
    }
}

fn refusal(status: u16, body: Option<&Value>, said: &str) -> Failure {
    let field = |name: &str| body.map_or(&Value::Null, |body| &body[name]);
    let code = field("code").as_u64().filter(|code| *code > 0);
    let name = code.map_or_else(|| format!("beacon.{status}"), |code| format!("beacon.{code}"));
    let said: String = field("message").as_str().unwrap_or(said).chars().take(300).collect();
    let detail = |text: &str| Detail::new(name.clone(), text).said(said.clone());
    match (status, code) {
        (401, _) => Failure::AuthExpired(detail("Beacon does not accept the bot token.")),
        (429, _) => {
            let wait =
                field("retry_after").as_f64().map(|seconds| (seconds * 1000.0).ceil() as u64);
            Failure::rate_limited(detail("Beacon asked for fewer requests."), wait)
        }
        (500.., _) => Failure::retryable(detail("Beacon has trouble.")),
        (_, Some(50007)) => {
            Failure::Permanent(detail("The customer does not take messages from the bot."))
        }
        (_, Some(10003)) => {
            Failure::Permanent(detail("This conversation does not exist at Beacon any more."))
        }
        (_, Some(10008)) => {
            Failure::Permanent(detail("This message does not exist at Beacon any more."))
        }
        (413, _) => Failure::Permanent(detail("The file is too large for Beacon.")),
        _ => Failure::Permanent(detail("Beacon refused the request.")),
    }
}
