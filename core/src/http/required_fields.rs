//! Which fields are always there. What a program derives from a type says too little: a field that may
//! be null is told all the same, and a manifest's default is told as well. A field that is left out where
//! it has nothing to say is described without null, and stays as it is.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use utoipa::openapi::OpenApi;

/// The description with every field required that an answer or an event always has.
pub(super) fn complete(api: OpenApi) -> OpenApi {
    let mut document = json!(api);
    let asked = asked_for(&document);
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return api };
    for (name, schema) in schemas.iter_mut().filter(|(name, _)| !asked.contains(*name)) {
        let of_manifest = name.starts_with("Manifest") || name == "PluginManifest";
        require(schema, of_manifest);
    }
    serde_json::from_value(document).unwrap_or(api)
}

/// The schemas that requests are made of: what may be left out there is left to whoever asks.
fn asked_for(document: &Value) -> BTreeSet<String> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(_, methods)| methods.as_object().into_iter().flatten());
    let mut found = BTreeSet::new();
    let mut open = vec![];
    for (_, operation) in operations {
        open.extend([&operation["requestBody"], &operation["parameters"]]);
    }
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => {
                open.extend(fields.values());
                if let Some(name) = fields.get("$ref").and_then(Value::as_str)
                    && let Some(name) = name.strip_prefix("#/components/schemas/")
                    && found.insert(name.to_owned())
                {
                    open.push(&document["components"]["schemas"][name]);
                }
            }
            _ => {}
        }
    }
    found
}

/// Requires the fields of a schema, and of those within it, that may be null; or all of them.
fn require(schema: &mut Value, all: bool) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| require(item, all)),
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                let required = required(properties, fields.get("required"), all);
                fields.insert("required".to_owned(), required.into());
            }
            fields.values_mut().for_each(|field| require(field, all));
        }
        _ => {}
    }
}

fn required(properties: &Map<String, Value>, known: Option<&Value>, all: bool) -> Vec<Value> {
    let is_known = |name: &str| {
        known.and_then(Value::as_array).is_some_and(|known| known.iter().any(|n| n == name))
    };
    let told = properties.iter().filter(|(name, field)| all || is_known(name) || nullable(field));
    told.map(|(name, _)| name.as_str().into()).collect()
}

fn nullable(field: &Value) -> bool {
    let is_null = |kind: &Value| kind == "null";
    let one_of = field["oneOf"].as_array().into_iter().flatten();
    field["type"].as_array().is_some_and(|kinds| kinds.iter().any(is_null))
        || one_of.into_iter().any(|one| is_null(&one["type"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_answers_always_tell_is_required() {
        let field = |kind: &Value| json!({ "type": kind });
        let shape = json!({
            "type": "object", "required": ["id"],
            "properties": {
                "id": field(&json!("integer")), "at": field(&json!(["integer", "null"])),
                "why": field(&json!("string")),
                "by": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Who" }] },
            },
        });
        let body = |name: &str| {
            let to = format!("#/components/schemas/{name}");
            json!({ "description": "", "content": { "application/json": { "schema": { "$ref": to } } } })
        };
        let document = json!({
            "openapi": "3.1.0", "info": { "title": "", "version": "" },
            "paths": { "/x": { "post": {
                "requestBody": body("Asked"), "responses": { "200": body("Told") },
            } } },
            "components": { "schemas": { "Asked": shape, "Told": shape, "Who": { "type": "object" } } },
        });
        let api: OpenApi = serde_json::from_value(document).expect("a description");
        let done = json!(complete(api));
        let required = |name: &str| &done["components"]["schemas"][name]["required"];
        assert_eq!(required("Asked"), &json!(["id"]));
        assert_eq!(required("Told"), &json!(["at", "by", "id"]));
    }
}
