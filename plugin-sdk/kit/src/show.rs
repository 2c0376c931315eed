//! Answers, requests and differences the way a person reads them.

use crate::{call::Ran, content, provider::RecordedRequest};
use patchbay::plugins::{CallError, Detail, Failure, LogLine};
use serde_json::{Value, json};

/// Bodies above this are shown by their size.
const BODY_MAX: usize = 4096;

/// Headers that say nothing about the plugin; `authorization` has a line of its own.
const USUAL: [&str; 9] = [
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "content-length",
    "content-type",
    "host",
    "transfer-encoding",
    "user-agent",
];

/// Everything that came of a call, as it is kept beside a fixture. Secrets are shown by name.
pub fn record(ran: &Ran, secrets: &[(String, String)]) -> Value {
    let mut out = match &ran.result {
        Ok(answer) => json!({ "answer": answer }),
        Err(error) => json!({ "failure": failure(error) }),
    };
    let requests: Vec<Value> = ran.seen.iter().map(request).collect();
    let log: Vec<Value> = ran.report.logs.iter().map(|line| json!(log_line(line))).collect();
    if !requests.is_empty() {
        out["requests"] = json!(requests);
    }
    if !log.is_empty() {
        out["log"] = json!(log);
    }
    hide(out, secrets)
}

fn request(seen: &RecordedRequest) -> Value {
    let header = |name: &str| seen.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
    let mut out = json!({ "method": seen.method, "url": seen.url });
    if let Some(value) = header("authorization") {
        out["authorization"] = json!(value);
    }
    let own: serde_json::Map<String, Value> = seen
        .headers
        .iter()
        .filter(|(name, _)| !USUAL.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    if !own.is_empty() {
        out["headers"] = Value::Object(own);
    }
    let kind = header("content-type").unwrap_or_default();
    if seen.body.len() > BODY_MAX {
        out["bytes"] = json!(seen.body.len());
    } else if let Some((_, boundary)) = kind.split_once("boundary=") {
        // The host draws it anew each time.
        let text = String::from_utf8_lossy(&seen.body).replace(boundary.trim_matches('"'), "…");
        out["body"] = json!(text);
    } else if !seen.body.is_empty() {
        out["body"] = content::shown(&seen.body);
    }
    out
}

/// `rate-limited telegram.429: One sentence. (again in 3000 ms)`
pub fn sentence(error: &CallError) -> String {
    let value = failure(error);
    let word = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let mut text = word("kind");
    if !word("code").is_empty() {
        text += &format!(" {}", word("code"));
    }
    text += &format!(": {}", word("message"));
    if let Some(after) = value["after_ms"].as_u64() {
        text += &format!(" (again in {after} ms)");
    }
    text
}

/// A failure's kind in the words of the interface; for what the host ended, the host's.
pub fn kind(error: &CallError) -> &'static str {
    match error {
        CallError::Failure(Failure::Retryable(..)) => "retryable",
        CallError::Failure(Failure::RateLimited(..)) => "rate-limited",
        CallError::Failure(Failure::Permanent(_)) => "permanent",
        CallError::Failure(Failure::AuthExpired(_)) => "auth-expired",
        CallError::Failure(Failure::NeedsConfig(_)) => "needs-config",
        CallError::Failure(Failure::OutcomeUnknown(_)) => "outcome-unknown",
        CallError::Trapped { .. } => "crashed",
        CallError::Deadline => "out of processor time",
        CallError::WallTime => "out of time",
        CallError::Memory => "out of memory",
        CallError::Limit { .. } => "over a limit",
        CallError::Missing { .. } => "missing interface",
        CallError::UnknownPlugin | CallError::Busy => "not run",
    }
}

fn failure(error: &CallError) -> Value {
    let mut out = json!({ "kind": kind(error) });
    match error {
        CallError::Failure(Failure::NeedsConfig(problems)) => {
            let problems: Vec<Value> = problems
                .iter()
                .map(|(setting, d)| json!({ "setting": setting, "code": d.code, "message": d.message }))
                .collect();
            out["message"] = json!("settings are missing or wrong");
            out["settings"] = json!(problems);
        }
        CallError::Failure(failure) => {
            if let Some(Detail { code, message, provider }) = failure.detail() {
                out["code"] = json!(code);
                out["message"] = json!(message);
                if let Some(provider) = provider {
                    out["provider"] = json!(provider);
                }
            }
            if let Failure::Retryable(_, retry) | Failure::RateLimited(_, retry) = failure
                && let Some(after) = retry.after_ms
            {
                out["after_ms"] = json!(after);
            }
        }
        CallError::Trapped { message, backtrace } => {
            out["message"] = json!(message);
            if !backtrace.is_empty() {
                out["backtrace"] = json!(backtrace);
            }
        }
        other => out["message"] = json!(other.to_string()),
    }
    out
}

/// `warn: message field=value`
pub fn log_line(line: &LogLine) -> String {
    let fields: String = line.fields.iter().map(|(n, v)| format!(" {n}={v}")).collect();
    let level = format!("{:?}", line.level).to_ascii_lowercase();
    format!("{level}: {}{fields}", line.message)
}

/// Replaces secret values by their names, also where they are percent-encoded.
fn hide(value: Value, secrets: &[(String, String)]) -> Value {
    match value {
        Value::String(mut text) => {
            for (name, secret) in secrets.iter().filter(|(_, secret)| secret.len() > 5) {
                let encoded: String =
                    url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
                for spelling in [secret, &encoded] {
                    text = text.replace(spelling.as_str(), &format!("{{secret:{name}}}"));
                }
            }
            Value::String(text)
        }
        Value::Array(list) => list.into_iter().map(|v| hide(v, secrets)).collect(),
        Value::Object(object) => object.into_iter().map(|(n, v)| (n, hide(v, secrets))).collect(),
        other => other,
    }
}

/// JSON as it is written to a file.
pub fn pretty(value: &Value) -> String {
    let sorted: Value = sort(value);
    serde_json::to_string_pretty(&sorted).unwrap_or_default() + "\n"
}

/// Names in order, so that a file changes only where its meaning does.
fn sort(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(sort).collect(),
        Value::Object(object) => {
            let mut names: Vec<_> = object.iter().collect();
            names.sort_by(|a, b| a.0.cmp(b.0));
            names.into_iter().map(|(n, v)| (n.clone(), sort(v))).collect()
        }
        other => other.clone(),
    }
}

/// How two texts differ, line by line: `-` was expected, `+` came, with two lines around each.
pub fn difference(expected: &str, came: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), came.lines().collect());
    // Lengths of the longest common subsequences of the ends.
    let mut common = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', new[j]));
            j += 1;
        }
    }
    let near = |at: usize| {
        lines[at.saturating_sub(2)..(at + 3).min(lines.len())].iter().any(|(sign, _)| *sign != ' ')
    };
    let mut out = String::new();
    let mut gap = false;
    for (at, (sign, line)) in lines.iter().enumerate() {
        if near(at) {
            if gap {
                out += "    …\n";
            }
            out += &format!("  {sign} {line}\n");
            gap = false;
        } else {
            gap = true;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_show_their_surroundings() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nb\nc\nd\nE\nf\ng\nh\ni\n";
        let expected = "    …\n    c\n    d\n  - e\n  + E\n    f\n    g\n    h\n  + i\n";
        assert_eq!(difference(old, new), expected);
        assert_eq!(difference(old, old), "");
    }

    #[test]
    fn headers_of_the_plugins_own_are_shown() {
        let headers = [("host", "a"), ("x-api-key", "very-secret"), ("authorization", "Key k")];
        let seen = RecordedRequest {
            method: "GET".to_owned(),
            url: "https://a/".to_owned(),
            headers: headers.map(|(n, v)| (n.to_owned(), v.to_owned())).to_vec(),
            body: Vec::new(),
        };
        let shown = request(&seen);
        assert_eq!(shown["headers"], json!({ "x-api-key": "very-secret" }));
        assert_eq!(shown["authorization"], "Key k");
    }

    #[test]
    fn secrets_are_shown_by_name() {
        let secrets = [("token".to_owned(), "very/secret".to_owned())];
        let value = json!(["x very/secret", { "u": "https://a/very%2Fsecret" }]);
        assert_eq!(
            hide(value, &secrets),
            json!(["x {secret:token}", { "u": "https://a/{secret:token}" }])
        );
    }
}
