//! A custom field, and what may stand in it. Pure.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Fields in use that a client has at most.
pub const FIELDS_MAX: i64 = 50;
/// The choice that a ticked checkbox is found by.
pub const TICKED: i64 = 1;
const TEXT_MAX: usize = 500;
const LONG_TEXT_MAX: usize = 4_000;
/// Beyond it the browser's numbers are no longer exact.
const NUMBER_MAX: f64 = 9_007_199_254_740_991.0;

/// What stands in a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CustomFieldKind)]
pub enum Kind {
    /// A line.
    #[default]
    Text,
    LongText,
    Number,
    /// A day as YYYY-MM-DD.
    Date,
    Checkbox,
    /// One of several.
    Choice,
    /// Some of several.
    MultiChoice,
}

impl Kind {
    /// Whether it offers choices.
    #[must_use]
    pub fn has_choices(self) -> bool {
        matches!(self, Self::Choice | Self::MultiChoice)
    }

    /// Whether lists can be narrowed to what stands in it.
    #[must_use]
    pub fn narrows(self) -> bool {
        self.has_choices() || self == Self::Checkbox
    }
}

/// One of the values that may be picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CustomFieldChoice)]
pub struct Choice {
    pub id: i64,
    pub label: String,
    /// No longer offered, though tickets may still have it.
    pub archived: bool,
}

/// A custom field as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CustomField {
    pub id: i64,
    pub kind: Kind,
    pub label: String,
    /// What agents are told beside it; may be empty.
    pub help: String,
    /// A ticket is neither resolved nor closed without it.
    pub required: bool,
    /// In their order; of `choice` and `multi_choice`.
    pub choices: Vec<Choice>,
    /// No longer asked for, though tickets may still have it.
    pub archived: bool,
}

impl CustomField {
    fn choice(&self, id: i64) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.id == id)
    }
}

/// What is to stand in a field, as it is kept; null for nothing. What a ticket has already may stay,
/// though its choice was archived. Numbers, ticks and choices may also be written as texts.
///
/// # Errors
/// Why it cannot stand there, for the person who wrote it.
pub fn read(field: &CustomField, has: &Value, given: &Value) -> Result<Value, &'static str> {
    let given = match given {
        Value::String(text) if text.trim().is_empty() => &Value::Null,
        other => other,
    };
    if given.is_null() {
        return Ok(Value::Null);
    }
    match field.kind {
        Kind::Text => line(given),
        Kind::LongText => long_text(given),
        Kind::Number => number(given),
        Kind::Date => date(given),
        Kind::Checkbox => match given {
            Value::Bool(true) => Ok(json!(true)),
            Value::Bool(false) => Ok(Value::Null),
            Value::String(word) if matches!(word.trim(), "yes" | "true" | "1") => Ok(json!(true)),
            Value::String(word) if matches!(word.trim(), "no" | "false" | "0") => Ok(Value::Null),
            _ => Err("This is ticked or not."),
        },
        Kind::Choice => {
            let id = id(given).filter(|id| offered(field, has, *id));
            id.map(|id| json!(id)).ok_or("This is not one of the choices.")
        }
        Kind::MultiChoice => several(field, has, given),
    }
}

fn line(given: &Value) -> Result<Value, &'static str> {
    let text = given.as_str().ok_or("This is a text.")?.trim();
    if text.chars().count() > TEXT_MAX || text.chars().any(char::is_control) {
        return Err("This is one line of at most 500 characters.");
    }
    Ok(json!(text))
}

fn long_text(given: &Value) -> Result<Value, &'static str> {
    let text = given.as_str().ok_or("This is a text.")?.replace("\r\n", "\n");
    let text = text.trim();
    let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.chars().count() > LONG_TEXT_MAX || text.chars().any(odd) {
        return Err("This is a text of at most 4,000 characters.");
    }
    Ok(json!(text))
}

fn number(given: &Value) -> Result<Value, &'static str> {
    let number = match given {
        Value::String(text) => text.trim().parse::<f64>().ok(),
        other => other.as_f64(),
    };
    let number = number.filter(|n| n.is_finite() && n.abs() <= NUMBER_MAX);
    let number = number.ok_or("This is a number.")?;
    if number.fract() == 0.0 {
        // It is whole and not beyond what an i64 holds.
        #[expect(clippy::cast_possible_truncation, reason = "bounded above")]
        return Ok(json!(number as i64));
    }
    Ok(json!(number))
}

fn date(given: &Value) -> Result<Value, &'static str> {
    let why = "This is a day as YYYY-MM-DD.";
    let text = given.as_str().ok_or(why)?.trim();
    let format = time::macros::format_description!("[year]-[month]-[day]");
    let day = time::Date::parse(text, format).map_err(|_| why)?;
    // As it is sorted and compared: no sign, no fifth digit.
    if day.year() < 1 || text.len() != 10 {
        return Err(why);
    }
    Ok(json!(text))
}

fn id(given: &Value) -> Option<i64> {
    match given {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_i64(),
    }
}

fn offered(field: &CustomField, has: &Value, id: i64) -> bool {
    let carried = || ids(has).contains(&id);
    field.choice(id).is_some_and(|choice| !choice.archived || carried())
}

/// In the order of the choices, each once.
fn several(field: &CustomField, has: &Value, given: &Value) -> Result<Value, &'static str> {
    let wanted: Option<Vec<i64>> = match given {
        Value::Array(items) => items.iter().map(id).collect(),
        Value::String(text) => text.split(',').map(|part| part.trim().parse().ok()).collect(),
        other => other.as_i64().map(|id| vec![id]),
    };
    let wanted = wanted.filter(|ids| ids.iter().all(|id| offered(field, has, *id)));
    let wanted = wanted.ok_or("These are not all among the choices.")?;
    let chosen = field.choices.iter().map(|choice| choice.id).filter(|id| wanted.contains(id));
    let chosen: Vec<i64> = chosen.collect();
    Ok(if chosen.is_empty() { Value::Null } else { json!(chosen) })
}

/// The ids of the choices in a value.
fn ids(value: &Value) -> Vec<i64> {
    match value {
        Value::Array(items) => items.iter().filter_map(Value::as_i64).collect(),
        other => other.as_i64().into_iter().collect(),
    }
}

/// The choices by which a ticket with this value is found.
#[must_use]
pub fn marks(field: &CustomField, value: &Value) -> Vec<i64> {
    match field.kind {
        Kind::Checkbox if value == &json!(true) => vec![TICKED],
        kind if kind.has_choices() => ids(value),
        _ => vec![],
    }
}

/// A value as people read it.
#[must_use]
pub fn in_words(field: &CustomField, value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(ticked) => ticked.to_string(),
        chosen if field.kind.has_choices() => {
            let label = |id: i64| field.choice(id).map(|choice| choice.label.clone());
            ids(chosen).into_iter().filter_map(label).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// A value as conditions compare it: texts, ids of choices, `yes` for a tick.
#[must_use]
pub fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Null => vec![],
        Value::String(text) => vec![text.clone()],
        Value::Bool(_) => vec!["yes".into()],
        Value::Array(items) => items.iter().map(Value::to_string).collect(),
        other => vec![other.to_string()],
    }
}

/// What an admin says of a choice.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = CustomFieldChoiceDraft)]
pub struct ChoiceDraft {
    /// Of one that is there; absent for a new one.
    pub id: Option<i64>,
    pub label: String,
    pub archived: bool,
}

/// What an admin says of a field; what is absent stays, or is as usual for a new one.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(as = CustomFieldDraft)]
pub struct FieldDraft {
    /// Stays what it was at the beginning.
    pub kind: Option<Kind>,
    pub label: Option<String>,
    pub help: Option<String>,
    pub required: Option<bool>,
    /// All of them in their order. One that is there and not named is archived.
    pub choices: Option<Vec<ChoiceDraft>>,
    pub archived: Option<bool>,
}
