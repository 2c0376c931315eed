//! Texts and JSON with `{{placeholders}}`.
//!
//! A string that is nothing but one placeholder becomes the value with its own type; a key that
//! ends in `?` is left out while its value is null or an empty list; and the list
//! `["{{each attachment}}", X]` becomes one X for each attachment.
use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// What every template may name.
pub const NAMES: &[&str] = &[
    "account_id",
    "account_name",
    "api",
    "attachment_count",
    "chat_id",
    "chat_n",
    "code",
    "emoji",
    "event_id",
    "event_n",
    "file_id",
    "file_kind",
    "file_mime",
    "file_name",
    "file_size",
    "file_url",
    "kind",
    "message",
    "message_id",
    "message_n",
    "n",
    "operation",
    "random",
    "reply_to",
    "retry_after",
    "secret",
    "status",
    "text",
    "time_iso",
    "time_ms",
    "time_s",
    "token",
    "user_id",
    "user_n",
    "user_name",
    "user_phone",
    "user_username",
    "was_emoji",
    "webhook",
];
const EACH: &str = "each attachment";

/// The values of placeholders, and those of each attachment.
#[derive(Debug, Clone, Default)]
pub struct Values {
    pub one: BTreeMap<&'static str, Value>,
    pub attachments: Vec<BTreeMap<&'static str, Value>>,
}

impl Values {
    /// Sets a value.
    pub fn set(&mut self, name: &'static str, value: impl Into<Value>) {
        self.one.insert(name, value.into());
    }
}

/// What is wrong with a template.
pub fn problems(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(from) = rest.find("{{") {
        let Some(to) = rest[from..].find("}}") else {
            found.push(
                "a placeholder that begins with {{ never ends; write }} after its name".into(),
            );
            break;
        };
        let name = rest[from + 2..from + to].trim();
        if name != EACH && !NAMES.contains(&name) {
            let near = nearest(name);
            found.push(format!("there is no placeholder {{{{{name}}}}}; {near}"));
        }
        rest = &rest[from + to + 2..];
    }
    found
}

/// A hint at what was probably meant.
fn nearest(name: &str) -> String {
    let close = NAMES.iter().min_by_key(|known| distance(known, name));
    let close = close.filter(|known| distance(known, name) <= 4);
    match close {
        Some(known) => format!("did you mean {{{{{known}}}}}?"),
        None => format!("there are {}", NAMES.join(", ")),
    }
}

pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let best = (before + usize::from(a != *b)).min(row[j] + 1).min(row[j + 1] + 1);
            before = row[j + 1];
            row[j + 1] = best;
        }
    }
    row[other.len()]
}

/// A text with its placeholders filled in; what is unknown or null becomes nothing.
pub fn text(template: &str, values: &Values) -> String {
    fill(template, &values.one)
}

fn fill(template: &str, values: &BTreeMap<&'static str, Value>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(from) = rest.find("{{") {
        let Some(to) = rest[from..].find("}}") else { break };
        out.push_str(&rest[..from]);
        match values.get(rest[from + 2..from + to].trim()) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => out.push_str(text),
            Some(other) => out.push_str(&other.to_string()),
        }
        rest = &rest[from + to + 2..];
    }
    out.push_str(rest);
    out
}

/// A JSON template with its placeholders filled in.
pub fn json(template: &Value, values: &Values) -> Value {
    render(template, &values.one, &values.attachments)
}

type Scope = BTreeMap<&'static str, Value>;

fn render(template: &Value, scope: &Scope, attachments: &[Scope]) -> Value {
    match template {
        Value::String(text) => match alone(text) {
            Some(name) => scope.get(name).cloned().unwrap_or(Value::Null),
            None => Value::String(fill(text, scope)),
        },
        Value::Array(items) => match items.as_slice() {
            [Value::String(first), item] if alone(first) == Some(EACH) => attachments
                .iter()
                .map(|attachment| {
                    let mut inner = scope.clone();
                    inner.extend(attachment.clone());
                    render(item, &inner, &[])
                })
                .collect(),
            items => items.iter().map(|item| render(item, scope, attachments)).collect(),
        },
        Value::Object(fields) => {
            let mut out = Map::new();
            for (key, value) in fields {
                let value = render(value, scope, attachments);
                match key.strip_suffix('?') {
                    Some(_) if value.is_null() || value.as_array().is_some_and(Vec::is_empty) => {}
                    Some(key) => {
                        out.insert(key.to_owned(), value);
                    }
                    None => {
                        out.insert(key.clone(), value);
                    }
                }
            }
            Value::Object(out)
        }
        other => other.clone(),
    }
}

// The name, when the text is nothing but one placeholder.
fn alone(text: &str) -> Option<&str> {
    let name = text.strip_prefix("{{")?.strip_suffix("}}")?;
    (!name.contains("{{")).then(|| name.trim())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn values() -> Values {
        let mut values = Values::default();
        values.set("message_id", "m-1");
        values.set("time_ms", 1700);
        values.set("text", "say \"hi\"");
        values.set("reply_to", Value::Null);
        let attachment = |id: &str| BTreeMap::from([("file_id", json!(id))]);
        values.attachments = vec![attachment("f-1"), attachment("f-2")];
        values
    }

    #[test]
    fn placeholders_keep_their_type_when_alone_and_are_words_otherwise() {
        let template =
            json!({ "at": "{{time_ms}}", "key": "{{message_id}}@{{time_ms}}", "t": "{{text}}" });
        let made = super::json(&template, &values());
        assert_eq!(made, json!({ "at": 1700, "key": "m-1@1700", "t": "say \"hi\"" }));
    }

    #[test]
    fn optional_keys_and_attachments() {
        let template = json!({
            "reply?": "{{reply_to}}", "reply": "{{reply_to}}",
            "files": ["{{each attachment}}", { "id": "{{file_id}}", "of": "{{message_id}}" }],
        });
        let mut values = values();
        let made = super::json(&template, &values);
        let files = json!([{ "id": "f-1", "of": "m-1" }, { "id": "f-2", "of": "m-1" }]);
        assert_eq!(made, json!({ "reply": null, "files": files }));
        values.attachments.clear();
        let none =
            super::json(&json!({ "files?": ["{{each attachment}}", "{{file_id}}"] }), &values);
        assert_eq!(none, json!({}));
    }

    #[test]
    fn a_misspelt_placeholder_is_named_with_what_was_meant() {
        assert!(problems("{{message_id}} {{ text }} {{each attachment}}").is_empty());
        assert_eq!(
            problems("{{mesage_id}}"),
            ["there is no placeholder {{mesage_id}}; did you mean {{message_id}}?"]
        );
        assert!(problems("{{text").first().unwrap().contains("never ends"));
    }
}
