//! Is the settings schema one the admin's form can show, with every secret marked as one?

use super::Findings;
use patchbay_package::Manifest;
use serde_json::Value;
use std::collections::BTreeMap;

/// Parts of a name that give a secret away.
const SECRET_WORDS: [&str; 5] = ["password", "passwd", "secret", "token", "api_key"];

/// The settings by name.
#[derive(Debug, Default)]
pub struct Schema {
    pub settings: BTreeMap<String, Value>,
}

impl Schema {
    pub fn has(&self, name: &str) -> bool {
        self.settings.contains_key(name)
    }
}

pub fn check(
    manifest: &Manifest,
    files: &BTreeMap<String, Vec<u8>>,
    findings: &mut Findings,
) -> Schema {
    let name = manifest.settings.schema.as_str();
    let Some(bytes) = files.get(name) else {
        findings.error(format!("{name} is missing: it describes the settings form"));
        return Schema::default();
    };
    let document: Value = match serde_json::from_slice(bytes) {
        Ok(document) => document,
        Err(error) => {
            findings.error(format!("{name} is not JSON: {error}"));
            return Schema::default();
        }
    };
    if document["type"] != "object" {
        findings.error(format!("{name} must have `\"type\": \"object\"`"));
    }
    let mut schema = Schema::default();
    for (setting, rules) in document["properties"].as_object().into_iter().flatten() {
        schema.settings.insert(setting.clone(), rules.clone());
    }
    for (setting, rules) in &schema.settings {
        self::setting(&format!("{name}: `{setting}`"), setting, rules, &schema, findings);
    }
    for required in document["required"].as_array().into_iter().flatten() {
        if !required.as_str().is_some_and(|required| schema.has(required)) {
            findings.error(format!("{name}: `required` names {required}, which is no setting"));
        }
    }
    schema
}

fn setting(place: &str, name: &str, rules: &Value, schema: &Schema, findings: &mut Findings) {
    if !rules["title"].is_string() {
        findings.error(format!("{place} needs a `title` for the form"));
    }
    let kind = rules["type"].as_str().unwrap_or("");
    if !["string", "integer", "number", "boolean", "array"].contains(&kind) {
        findings.error(format!(
            "{place} has the type `{kind}`; the form shows string, integer, number, boolean and \
             array"
        ));
    }
    let default = &rules["default"];
    if !default.is_null() && !fits(kind, default) {
        findings.error(format!("{place} has the default {default}, which is no {kind}"));
    }
    if let Some(values) = rules["enum"].as_array()
        && !default.is_null()
        && !values.contains(default)
    {
        findings.error(format!("{place} has the default {default}, which its `enum` lacks"));
    }
    let secret = &rules["x-secret"];
    if *secret == true {
        if kind != "string" {
            findings.error(format!("{place} is a secret, so it must be a string"));
        }
        if !default.is_null() {
            findings.error(format!("{place} is a secret, so it must have no default"));
        }
    } else if secret.is_null() && SECRET_WORDS.iter().any(|word| name.contains(word)) {
        findings.error(format!(
            "{place} looks like a secret, but plain settings are given to the plugin and shown to \
             admins. Add `\"x-secret\": true` (or `\"x-secret\": false` when it is none)"
        ));
    }
    if !rules["x-generated"].is_null() {
        let length = rules["x-generated"].as_u64();
        if *secret != true || !length.is_some_and(|length| (16..=256).contains(&length)) {
            findings.error(format!(
                "{place}: `x-generated` is the length, 16 to 256, of a setting with \
                 `\"x-secret\": true`"
            ));
        }
    }
    for other in rules["x-show-if"].as_object().into_iter().flat_map(|shown| shown.keys()) {
        if !schema.has(other) {
            findings.error(format!("{place}: `x-show-if` names `{other}`, which is no setting"));
        }
    }
}

fn fits(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        _ => true,
    }
}
