//! What a fixture says about the provider: which request gets which answer.

use crate::{content, provider::RecordedRequest};
use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::{fmt, path::Path};

/// What the provider does with a request.
#[derive(Clone, Debug)]
pub enum Answer {
    Full {
        status: u16,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
    },
    /// The request arrives, then the connection breaks: nobody can say what became of it.
    Break,
    /// The request arrives, and no answer ever comes.
    Silence,
}

impl Answer {
    pub fn text(status: u16, text: &str) -> Self {
        Self::with(status, &[("content-type", "text/plain")], text.as_bytes())
    }

    pub fn with(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Self {
        let headers = headers.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        Self::Full { status, headers, body: body.to_vec() }
    }
}

/// A request and its answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    method: String,
    /// With `*` for any text; without a `?` the query does not matter.
    url: String,
    pub answer: Answer,
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.method, self.url)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    request: WrittenRequest,
    response: Option<WrittenResponse>,
    fails: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRequest {
    #[serde(default = "get")]
    method: String,
    url: String,
}

fn get() -> String {
    "GET".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenResponse {
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    headers: Map<String, Value>,
    #[serde(default)]
    body: Value,
}

fn ok() -> u16 {
    200
}

impl Exchange {
    /// Reads one from a fixture; `folder` is where files it names are.
    pub fn read(value: &Value, folder: &Path) -> Result<Self> {
        let written: Written = serde_json::from_value(value.clone()).context(
            "an exchange is {\"request\": {\"method\", \"url\"}, \"response\": {\"status\", \
             \"headers\", \"body\"}} or with \"fails\": \"break\" or \"silence\" instead of the \
             response",
        )?;
        let answer = match (written.response, written.fails.as_deref()) {
            (Some(response), None) => full(&response, folder)?,
            (None, Some("break")) => Answer::Break,
            (None, Some("silence")) => Answer::Silence,
            (None, Some(other)) => bail!("`fails` is `break` or `silence`, not `{other}`"),
            _ => bail!("an exchange has either `response` or `fails`"),
        };
        let WrittenRequest { method, url } = written.request;
        Ok(Self { method: method.to_ascii_uppercase(), url, answer })
    }

    /// Whether this is the answer to that request.
    pub fn fits(&self, seen: &RecordedRequest) -> bool {
        let url = match (self.url.contains('?'), seen.url.split_once('?')) {
            (false, Some((path, _))) => path,
            _ => &seen.url,
        };
        self.method == seen.method && glob(&self.url, url)
    }

    /// The same exchange, a file in its answer grown to `bytes`; none when there is no file.
    pub fn grown(&self, bytes: usize) -> Option<Self> {
        let Answer::Full { status, headers, .. } = &self.answer else { return None };
        let kind = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"))?;
        let file = !kind.1.contains("json") && !kind.1.starts_with("text/");
        file.then(|| Self {
            answer: Answer::Full {
                status: *status,
                headers: headers.clone(),
                body: content::filler(bytes),
            },
            ..self.clone()
        })
    }
}

fn full(response: &WrittenResponse, folder: &Path) -> Result<Answer> {
    let mut headers: Vec<(String, String)> = response
        .headers
        .iter()
        .map(|(name, value)| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (name.clone(), text)
        })
        .collect();
    let body = content::bytes(&response.body, folder)?;
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
        let kind = match &response.body {
            Value::String(_) => "text/plain",
            value if content::is_bytes(value) => "application/octet-stream",
            _ => "application/json",
        };
        headers.push(("content-type".to_owned(), kind.to_owned()));
    }
    Ok(Answer::Full { status: response.status, headers, body })
}

/// `*` stands for any text, the empty one included.
fn glob(pattern: &str, text: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == text };
    let Some(rest) = text.strip_prefix(before) else { return false };
    (0..=rest.len()).filter(|at| rest.is_char_boundary(*at)).any(|at| glob(after, &rest[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn seen(method: &str, url: &str) -> RecordedRequest {
        RecordedRequest { method: method.into(), url: url.into(), headers: vec![], body: vec![] }
    }

    #[test]
    fn requests_are_matched_by_method_and_address() {
        let read = |url: &str| {
            let value = json!({ "request": { "method": "post", "url": url }, "fails": "break" });
            Exchange::read(&value, Path::new(".")).unwrap()
        };
        let plain = read("https://a.example/x");
        assert!(plain.fits(&seen("POST", "https://a.example/x?y=1")));
        assert!(!plain.fits(&seen("GET", "https://a.example/x")));
        assert!(!plain.fits(&seen("POST", "https://a.example/xy")));
        assert!(!read("https://a.example/x?y=2").fits(&seen("POST", "https://a.example/x?y=1")));
        let star = read("https://a.example/*/x");
        assert!(star.fits(&seen("POST", "https://a.example/bot1/x")));
        assert!(!star.fits(&seen("POST", "https://a.example/bot1/y")));
    }

    #[test]
    fn what_an_exchange_lacks_is_said() {
        let request = json!({ "url": "https://a.example/" });
        for (value, said) in [
            (json!({ "request": request }), "either"),
            (json!({ "request": request, "fails": "later" }), "`later`"),
            (json!({ "request": request, "answer": {} }), "an exchange is"),
        ] {
            let error = format!("{:#}", Exchange::read(&value, Path::new(".")).unwrap_err());
            assert!(error.contains(said), "{error}");
        }
    }
}
