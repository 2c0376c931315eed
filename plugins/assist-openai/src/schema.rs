//! JSON Schema as structured outputs want it: every field is required and no other allowed.

use patchbay_plugin::serde_json::{Map, Value, json};

pub fn object(fields: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|(name, rules)| ((*name).to_owned(), rules.clone())).collect();
    let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    })
}

pub fn text() -> Value {
    json!({ "type": "string" })
}

pub fn number() -> Value {
    json!({ "type": "number" })
}

pub fn integer() -> Value {
    json!({ "type": "integer" })
}

pub fn one_of(words: &[&str]) -> Value {
    json!({ "type": "string", "enum": words })
}

pub fn list(of: Value) -> Value {
    json!({ "type": "array", "items": of })
}

/// Names with a number each.
pub fn scores() -> Value {
    list(object(&[("name", text()), ("value", number())]))
}
