//! What the channels of Meta's Graph API share: calls, refusals, the webhook's handshake, files and
//! long texts.

mod api;
mod files;
mod hook;
pub mod messenger;
pub mod refusal;

pub use api::{Api, CallError, Settings, result};
pub use files::{Link, NoFile, download, named, note};
pub use hook::{Hook, hook};
pub use patchbay_plugin::split::{bytes, split, units};
pub use refusal::{Class, Refusal, Row};

use patchbay_plugin::serde_json::Value;

/// A text field that is there and not empty.
pub fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value[name].as_str().filter(|text| !text.is_empty())
}

/// An id: the provider writes ids as texts, and sometimes as numbers.
pub fn id(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The entries of a list, none when it is something else.
pub fn each<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().into_iter().flatten()
}

/// A whole number, also when it is written as text.
pub fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}
