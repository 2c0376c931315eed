//! Bytes in fixtures: written as JSON, text, base64, a file or just a size.

use anyhow::{Context as _, Result, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures_util::{FutureExt as _, future::BoxFuture};
use patchbay::blobs::{BlobMeta, Blobs};
use serde_json::{Map, Value, json};
use std::path::Path;

const KEYS: [&str; 4] = ["$text", "$base64", "$file", "$size"];

/// Whether a value stands for bytes: an object with `$text`, `$base64`, `$file` or `$size`.
pub fn is_bytes(value: &Value) -> bool {
    value.as_object().is_some_and(|object| KEYS.iter().any(|key| object.contains_key(*key)))
}

/// The bytes a value stands for: those of an object with a `$` key, a string's own, nothing for
/// null, and for anything else its JSON.
pub fn bytes(value: &Value, folder: &Path) -> Result<Vec<u8>> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::String(text) => Ok(text.clone().into_bytes()),
        value if !is_bytes(value) => Ok(value.to_string().into_bytes()),
        value => {
            if let Some(text) = value["$text"].as_str() {
                Ok(text.as_bytes().to_vec())
            } else if let Some(text) = value["$base64"].as_str() {
                STANDARD.decode(text).context("`$base64` is not base64")
            } else if let Some(name) = value["$file"].as_str() {
                let path = folder.join(name);
                std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))
            } else if let Some(size) = value["$size"].as_u64() {
                Ok(filler(usize::try_from(size)?))
            } else {
                bail!("`$text`, `$base64` and `$file` are strings, `$size` is a number")
            }
        }
    }
}

/// Bytes of no meaning.
pub fn filler(size: usize) -> Vec<u8> {
    (0..size).map(|at| (at % 251) as u8).collect()
}

/// Replaces every object with a `$` key inside `value` by the reference of a stored blob.
pub fn store<'a>(
    value: &'a Value,
    folder: &'a Path,
    blobs: &'a Blobs,
) -> BoxFuture<'a, Result<Value>> {
    async move {
        Ok(match value {
            value if is_bytes(value) => {
                let meta = BlobMeta::clean(
                    value["mime"].as_str().unwrap_or("application/octet-stream"),
                    value["filename"].as_str(),
                );
                let blob = blobs.put_bytes(bytes(value, folder)?, meta).await?;
                serde_json::to_value(blob)?
            }
            Value::Array(list) => {
                let mut out = Vec::with_capacity(list.len());
                for item in list {
                    out.push(store(item, folder, blobs).await?);
                }
                Value::Array(out)
            }
            Value::Object(object) => {
                let mut out = Map::new();
                for (name, item) in object {
                    out.insert(name.clone(), store(item, folder, blobs).await?);
                }
                Value::Object(out)
            }
            other => other.clone(),
        })
    }
    .boxed()
}

/// Bytes the way a person reads them: JSON when they are an object or a list, else text, else
/// base64.
pub fn shown(bytes: &[u8]) -> Value {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return json!({ "$base64": STANDARD.encode(bytes) });
    };
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_object() || value.is_array() => value,
        _ => json!(text),
    }
}

/// An answer of a plugin for people: without what is empty, bytes as text.
pub fn plain(value: &Value) -> Value {
    match value {
        Value::Array(list) if is_octets(list) => {
            let bytes: Vec<u8> = list.iter().filter_map(Value::as_u64).map(|n| n as u8).collect();
            shown(&bytes)
        }
        Value::Array(list) => Value::Array(list.iter().map(plain).collect()),
        Value::Object(object) => object
            .iter()
            .map(|(name, value)| (name.clone(), plain(value)))
            .filter(|(_, value)| !is_empty(value))
            .collect(),
        other => other.clone(),
    }
}

/// No record of the interface holds a list of numbers that is not bytes.
fn is_octets(list: &[Value]) -> bool {
    !list.is_empty() && list.iter().all(|n| n.as_u64().is_some_and(|n| n < 256))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
        _ => false,
    }
}

/// `given` over `defaults`, key by key, for records in which a fixture writes only what matters.
pub fn over(defaults: Value, given: &Value) -> Value {
    match (defaults, given) {
        (Value::Object(mut out), Value::Object(given)) => {
            for (name, value) in given {
                let below = out.remove(name).unwrap_or(Value::Null);
                out.insert(name.clone(), over(below, value));
            }
            Value::Object(out)
        }
        (below, Value::Null) => below,
        (_, given) => given.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_in_four_ways() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.bin"), b"file").unwrap();
        for (value, expected) in [
            (json!("text"), b"text".to_vec()),
            (json!({ "a": 1 }), br#"{"a":1}"#.to_vec()),
            (json!({ "$text": "t" }), b"t".to_vec()),
            (json!({ "$base64": "AAE=" }), vec![0, 1]),
            (json!({ "$file": "a.bin" }), b"file".to_vec()),
            (json!({ "$size": 3 }), vec![0, 1, 2]),
            (Value::Null, vec![]),
        ] {
            assert_eq!(bytes(&value, folder.path()).unwrap(), expected, "{value}");
        }
        assert!(bytes(&json!({ "$file": "none" }), folder.path()).is_err());
        assert!(bytes(&json!({ "$size": "three" }), folder.path()).is_err());
    }

    #[test]
    fn answers_are_shown_without_what_is_empty() {
        let value = json!({
            "text": "hi", "html": null, "attachments": [], "automatic": false,
            "cursor": [123, 34, 97, 34, 58, 49, 125], "kv": [{ "key": "k", "value": [255] }],
        });
        assert_eq!(
            plain(&value),
            json!({
                "text": "hi", "cursor": { "a": 1 },
                "kv": [{ "key": "k", "value": { "$base64": "/w==" } }],
            })
        );
    }

    #[test]
    fn a_fixture_writes_only_what_matters() {
        let defaults = json!({ "a": 1, "b": { "c": 2, "d": 3 } });
        assert_eq!(
            over(defaults, &json!({ "b": { "d": 4 } })),
            json!({ "a": 1, "b": { "c": 2, "d": 4 } })
        );
    }
}
