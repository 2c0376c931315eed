//! A label, and what makes a change of labels one that can be kept.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Labels a client may have; everybody's workspace holds all of them.
pub const LABELS_MAX: usize = 200;
const NAME_MAX: usize = 80;
const LEVEL_MAX: i64 = 1_000_000;
/// A year of minutes.
const SLA_MAX: i64 = 366 * 24 * 60;

/// A label as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    pub id: i64,
    pub name: String,
    /// `#` and six hex digits, for the light theme.
    pub color: String,
    /// The same for the dark theme.
    pub color_dark: String,
    /// Higher comes first.
    pub level: i64,
    /// Minutes until a first reply is due; 0 for no promise.
    pub sla: i64,
    /// Gone from the list, though tickets may still carry it.
    pub deleted: bool,
}

/// A label to be kept: one that is there when it has an id, else a new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub id: Option<i64>,
    pub name: String,
    pub color: String,
    pub color_dark: String,
    pub level: i64,
    pub sla: i64,
}

/// What an admin saves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    pub labels: Vec<Draft>,
    /// Ids of labels to delete.
    pub delete: Vec<i64>,
}

/// Where a change cannot be kept: the field, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidField {
    pub field: String,
    pub why: &'static str,
}

fn wrong(field: impl Into<String>, why: &'static str) -> InvalidField {
    InvalidField { field: field.into(), why }
}

/// Reads a change. Both lists may be JSON or a text that holds JSON; an absent one is empty.
pub fn read(labels: &Value, delete: &Value) -> Result<Change, InvalidField> {
    let list = items(labels).ok_or_else(|| wrong("labelArray", "This is a list of labels."))?;
    if list.len() > LABELS_MAX {
        return Err(wrong("labelArray", "There are at most 200 labels."));
    }
    let labels = list
        .iter()
        .enumerate()
        .map(|(at, item)| {
            draft(item).map_err(|(key, why)| wrong(format!("labelArray.{at}.{key}"), why))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let delete = ids(delete).ok_or_else(|| wrong("delete", "This is a list of ids."))?;
    if labels.iter().any(|label| label.id.is_some_and(|id| delete.contains(&id))) {
        return Err(wrong("delete", "A label is either kept or deleted."));
    }
    Ok(Change { labels, delete })
}

/// Reads a list of ids, as JSON or as a text of it.
pub fn ids(value: &Value) -> Option<Vec<i64>> {
    items(value)?.iter().map(whole).collect()
}

fn items(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Null => Some(vec![]),
        Value::String(text) if text.trim().is_empty() => Some(vec![]),
        Value::String(text) => serde_json::from_str(text).ok(),
        Value::Array(items) => Some(items.clone()),
        _ => None,
    }
}

fn draft(item: &Value) -> Result<Draft, (&'static str, &'static str)> {
    let text = |key: &str| item[key].as_str().unwrap_or_default().trim().to_owned();
    let number = |key: &'static str, least: i64, most: i64| {
        whole(&item[key])
            .filter(|n| (least..=most).contains(n))
            .ok_or((key, "This is a whole number."))
    };
    let is_new = match &item["isNew"] {
        Value::Bool(new) => *new,
        Value::Null => item["id"].is_null(),
        other => whole(other) == Some(1),
    };
    let id = if is_new {
        None
    } else {
        Some(whole(&item["id"]).ok_or(("id", "This is the id of a label."))?)
    };
    let name = text("name");
    if name.is_empty() || name.chars().count() > NAME_MAX {
        return Err(("name", "A name has 1 to 80 characters."));
    }
    let color = text("color");
    let color_dark = if item["colorDark"].is_null() { color.clone() } else { text("colorDark") };
    for (key, color) in [("color", &color), ("colorDark", &color_dark)] {
        if !is_color(color) {
            return Err((key, "A colour is # and six hex digits."));
        }
    }
    let level = number("level", -LEVEL_MAX, LEVEL_MAX)?;
    let sla = number("sla", 0, SLA_MAX)?;
    Ok(Draft { id, name, color, color_dark, level, sla })
}

/// A whole number, also written as a text.
pub fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}
