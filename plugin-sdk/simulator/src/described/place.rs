//! Where in a request something is, and addresses with parts that differ.
use std::collections::BTreeMap;

use serde_json::Value;

use super::request::Incoming;

/// One place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueLocation {
    /// A JSON pointer; `*` stands for each entry of a list.
    Body(String),
    Path(String),
    Query(String),
    Header(String),
    /// A file of a multipart form.
    Part(String),
}

impl ValueLocation {
    /// Reads one as a description writes it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let how = "write /json/pointer, path:NAME, query:NAME, header:NAME or part:NAME";
        if text.starts_with('/') {
            return Ok(Self::Body(text.to_owned()));
        }
        match text.split_once(':') {
            Some((_, "")) => Err(format!("the name after the colon is missing; {how}")),
            Some(("path", name)) => Ok(Self::Path(name.into())),
            Some(("query", name)) => Ok(Self::Query(name.into())),
            Some(("header", name)) => Ok(Self::Header(name.to_ascii_lowercase())),
            Some(("part", name)) => Ok(Self::Part(name.into())),
            _ => Err(format!("{text:?} is no place; {how}")),
        }
    }

    /// The text that is there; `Err` when something else is there.
    pub fn text(&self, incoming: &Incoming) -> Result<Option<String>, String> {
        match self {
            Self::Body(pointer) => match incoming.body.pointer(pointer) {
                None | Some(Value::Null) => Ok(None),
                Some(Value::String(text)) => Ok(Some(text.clone())),
                Some(Value::Number(number)) => Ok(Some(number.to_string())),
                Some(_) => Err(format!("{pointer} must be a string")),
            },
            Self::Path(name) => Ok(incoming.path.get(name).cloned()),
            Self::Query(name) => Ok(incoming.query.get(name).cloned()),
            Self::Header(name) => {
                let value = incoming.headers.get(name).and_then(|value| value.to_str().ok());
                Ok(value.map(str::to_owned))
            }
            Self::Part(name) => Ok(incoming.files.get(name).and_then(|file| file.name.clone())),
        }
    }

    /// All texts that are there: a pointer with `*` may lead to several.
    pub fn texts(&self, incoming: &Incoming) -> Result<Vec<String>, String> {
        let Self::Body(pointer) = self else {
            return Ok(self.text(incoming)?.into_iter().collect());
        };
        let mut reached = vec![&incoming.body];
        for step in pointer.split('/').skip(1) {
            reached = match step {
                "*" => reached.into_iter().filter_map(Value::as_array).flatten().collect(),
                step => reached.into_iter().filter_map(|value| value.get(step)).collect(),
            };
        }
        let texts = reached.into_iter().filter(|value| !value.is_null());
        texts
            .map(|value| match value {
                Value::String(text) => Ok(text.clone()),
                Value::Number(number) => Ok(number.to_string()),
                _ => Err(format!("{pointer} must be a string")),
            })
            .collect()
    }
}

/// The pointers of everything in a body that is neither object nor list, with `*` for indices.
pub fn leaves(body: &Value) -> Vec<String> {
    fn walk(value: &Value, at: String, out: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    walk(value, format!("{at}/{key}"), out);
                }
            }
            Value::Array(items) => {
                for item in items {
                    walk(item, format!("{at}/*"), out);
                }
            }
            _ => out.push(at),
        }
    }
    let mut out = Vec::new();
    walk(body, String::new(), &mut out);
    out
}

/// Whether a described pointer speaks of this leaf: the same, or something above an allowed one.
pub fn covers(described: &str, leaf: &str) -> bool {
    let described: Vec<&str> = described.split('/').collect();
    let leaf: Vec<&str> = leaf.split('/').collect();
    described.len() <= leaf.len()
        && described
            .iter()
            .zip(&leaf)
            .all(|(a, b)| a == b || (*b == "*" && a.chars().all(|digit| digit.is_ascii_digit())))
}

/// Compares an address with a pattern such as `/v1/chats/{chat}/messages`.
pub fn matches(pattern: &str, path: &str) -> Option<BTreeMap<String, String>> {
    let (mut wanted, mut given) =
        (pattern.trim_matches('/').split('/'), path.trim_matches('/').split('/'));
    let mut values = BTreeMap::new();
    loop {
        let (want, have) = match (wanted.next(), given.next()) {
            (None, None) => return Some(values),
            (Some(want), Some(have)) => (want, have),
            _ => return None,
        };
        let Some((before, rest)) = want.split_once('{') else {
            if want != have {
                return None;
            }
            continue;
        };
        let (name, after) = rest.split_once('}')?;
        let value = have.strip_prefix(before)?.strip_suffix(after)?;
        if value.is_empty() {
            return None;
        }
        values.insert(name.to_owned(), decoded(value));
    }
}

/// The names in braces of a pattern.
pub fn names(pattern: &str) -> Vec<&str> {
    pattern.split('{').skip(1).filter_map(|part| part.split('}').next()).collect()
}

fn decoded(text: &str) -> String {
    // A name nobody else uses makes the form decoder read one value; a plus stays a plus.
    let form = format!("v={}", text.replace('+', "%2B"));
    let mut pairs = url::form_urlencoded::parse(form.as_bytes());
    pairs.next().map(|(_, value)| value.into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn patterns() {
        let found = matches("/v1/chats/{chat}/messages", "/v1/chats/c%201/messages").unwrap();
        assert_eq!(found["chat"], "c 1");
        assert_eq!(matches("/bot{token}/send", "/bot12:ab/send").unwrap()["token"], "12:ab");
        for other in ["/v1/chats/c", "/v1/chats//messages", "/v1/chats/c/messages/x"] {
            assert!(matches("/v1/chats/{chat}/messages", other).is_none(), "{other}");
        }
        assert_eq!(names("/a/{b}/c{d}"), ["b", "d"]);
    }

    #[test]
    fn leaves_and_what_covers_them() {
        let body =
            json!({ "to": "c", "files": [{ "id": "f" }, { "id": "g" }], "meta": { "x": 1 } });
        assert_eq!(leaves(&body), ["/to", "/files/*/id", "/files/*/id", "/meta/x"]);
        assert!(covers("/files/*/id", "/files/*/id") && covers("/files/0/id", "/files/*/id"));
        assert!(covers("/meta", "/meta/x") && !covers("/to", "/too") && !covers("/to/x", "/to"));
    }

    #[test]
    fn places() {
        assert_eq!(ValueLocation::parse("header:X-Id"), Ok(ValueLocation::Header("x-id".into())));
        assert!(ValueLocation::parse("body.text").unwrap_err().contains("/json/pointer"));
        assert!(ValueLocation::parse("path:").unwrap_err().contains("missing"));
    }
}
