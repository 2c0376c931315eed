//! Requests to the server, and what its refusals mean.

use crate::{ID, languages::Naming, languages::code_of};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// The server tells nobody for how long: its limits are for a minute.
const SLOW_DOWN_MS: u64 = 60_000;
/// An address is banned for so long at least when it did not heed the limits.
const BANNED_MS: u64 = 3_600_000;
const TIMEOUT_MS: u32 = 60_000;

pub struct Server {
    base: String,
}

/// Languages as tags; no source has the server find it.
#[derive(Debug, Clone, Copy)]
pub struct Direction<'a> {
    pub source: Option<&'a str>,
    pub target: &'a str,
}

impl Direction<'_> {
    fn codes(self, naming: Naming) -> (String, String) {
        let source = self.source.map_or_else(|| "auto".to_owned(), |tag| code_of(tag, naming));
        (source, code_of(self.target, naming))
    }
}

impl Server {
    pub fn new(url: &str) -> Self {
        let url = url.trim().trim_end_matches('/');
        Self { base: url.strip_suffix("/translate").unwrap_or(url).to_owned() }
    }

    pub fn has_key() -> bool {
        host::secret_exists("api_key")
    }

    pub fn get(&self, path: &str) -> Result<Response, NetError> {
        Request::get(format!("{}{path}", self.base)).timeout_ms(TIMEOUT_MS).send()
    }

    /// Posts with the key, if there is one.
    pub fn post(&self, path: &str, what: &Value) -> Result<Response, NetError> {
        // The host puts the key wherever the placeholder stands, also where a customer wrote it.
        let mut body = what.to_string().replace("{credential:", "\\u007bcredential:");
        let has_key = Self::has_key();
        if has_key {
            body.truncate(body.len() - 1);
            body.push_str(r#","api_key":"{credential:key}"}"#);
        }
        let request = Request::post(format!("{}{path}", self.base))
            .bytes("application/json", body.into_bytes())
            .timeout_ms(TIMEOUT_MS);
        if has_key { request.credential("key").send() } else { request.send() }
    }

    /// The server's answer to some texts.
    pub fn translate(&self, texts: &[&str], direction: Direction<'_>) -> Result<Value, Failure> {
        let [newer, older] = [Naming::Newer, Naming::Older].map(|naming| direction.codes(naming));
        let mut answer = self.ask(texts, &newer)?;
        if answer.status() == 400 && newer != older {
            answer = self.ask(texts, &older)?;
        }
        if answer.ok() {
            return answer.json().map_err(|_| unreadable());
        }
        Err(self.refusal(answer))
    }

    fn ask(&self, texts: &[&str], codes: &(String, String)) -> Result<Response, Failure> {
        let (source, target) = codes;
        let what = json!({ "q": texts, "source": source, "target": target, "format": "text" });
        Ok(self.post("/translate", &what)?)
    }

    /// The words of a refusal are in the language of the server, so only its status counts.
    pub fn refusal(&self, answer: Response) -> Failure {
        let (status, after) = (answer.status(), answer.retry_after_ms());
        // A missing key is a 400 like any mistake; the server says elsewhere whether it needs one.
        if status == 400 && !Self::has_key() && self.needs_key() {
            return Failure::needs_config("api_key", key_missing());
        }
        let said = String::from_utf8_lossy(&answer.bytes().unwrap_or_default()).into_owned();
        let said: String = said.chars().take(300).collect();
        let detail = |text: &str| Detail::new(format!("{ID}.{status}"), text).said(said.clone());
        match status {
            400 => Failure::Permanent(detail(
                "The translation server refuses this text or one of the two languages.",
            )),
            401 => Failure::AuthExpired(detail("The translation server refuses the API key.")),
            403 if Self::has_key() => {
                Failure::AuthExpired(detail("The translation server refuses the API key."))
            }
            403 => Failure::rate_limited(
                detail("The translation server has banned this desk for too many requests."),
                Some(BANNED_MS),
            ),
            404 | 405 => Failure::needs_config(
                "server_url",
                detail("Nothing translates at this address. Enter it without /translate."),
            ),
            413 => Failure::Permanent(detail("The text is longer than the server takes.")),
            // A server that was told to serve nobody without a key says so in this way.
            429 if !Self::has_key() => Failure::rate_limited(
                detail("The translation server asks for fewer requests, or for an API key."),
                Some(after.unwrap_or(SLOW_DOWN_MS)),
            ),
            429 => Failure::rate_limited(
                detail("The translation server asks for fewer requests."),
                Some(after.unwrap_or(SLOW_DOWN_MS)),
            ),
            408 | 500.. => Failure::retryable(detail("The translation server has trouble.")),
            _ => Failure::Permanent(detail("The translation server refuses the request.")),
        }
    }

    fn needs_key(&self) -> bool {
        let answer = self.get("/frontend/settings").ok().filter(Response::ok);
        let told: Option<Value> = answer.and_then(|answer| answer.json().ok());
        told.is_some_and(|told| told["keyRequired"] == true)
    }
}

pub fn key_missing() -> Detail {
    Detail::new(format!("{ID}.no-key"), "This server needs an API key. Enter one.")
}

/// Asking again costs nothing but time, and an answer that broke off is whole the next time.
pub fn unreadable() -> Failure {
    let text = "The answer of the translation server could not be read.";
    Failure::retryable(Detail::new(format!("{ID}.answer"), text))
}
