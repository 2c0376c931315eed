//! JSON schemas of the tools, in the part of JSON Schema 2020-12 that most clients know.

use rmcp::{
    handler::server::tool::{schema_for_output, schema_for_type},
    model::JsonObject,
    schemars::JsonSchema,
};
use serde_json::{Value, json};
use std::{any::Any, sync::Arc};

/// What a tool takes. What may be left out is of one type: a client need not send null.
pub(super) fn input<T: JsonSchema + Any>() -> Arc<JsonObject> {
    portable(&schema_for_type::<T>(), |kind, _| *kind = one_type(kind))
}

/// What a tool gives.
pub(super) fn output<T: JsonSchema + Any>() -> Arc<JsonObject> {
    portable(&schema_for_output::<T>(), |kind, rest| {
        let one = json!({ "type": one_type(kind) });
        rest.insert("anyOf".to_owned(), json!([one, { "type": "null" }]));
        *kind = Value::Null;
    })
}

/// A schema without lists of types, with which some clients refuse a tool: `split` does away with one.
fn portable(
    schema: &JsonObject,
    split: impl Fn(&mut Value, &mut JsonObject) + Copy,
) -> Arc<JsonObject> {
    let mut whole = Value::Object(schema.clone());
    visit(&mut whole, split);
    match whole {
        Value::Object(schema) => Arc::new(schema),
        _ => Arc::default(),
    }
}

fn visit(value: &mut Value, split: impl Fn(&mut Value, &mut JsonObject) + Copy) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| visit(one, split)),
        Value::Object(schema) => {
            if let Some(mut kind) = schema.get("type").filter(|kind| kind.is_array()).cloned() {
                // A hint for programs, of a number that may be none.
                schema.shift_remove("format");
                if schema.get("default").is_some_and(Value::is_null) {
                    schema.shift_remove("default");
                }
                split(&mut kind, schema);
                match kind {
                    Value::Null => schema.shift_remove("type"),
                    kind => schema.insert("type".to_owned(), kind),
                };
            }
            schema.values_mut().for_each(|one| visit(one, split));
        }
        _ => {}
    }
}

/// The type beside null.
fn one_type(kinds: &Value) -> Value {
    let mut kinds = kinds.as_array().into_iter().flatten();
    kinds.find(|kind| *kind != "null").cloned().unwrap_or_else(|| json!("null"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rmcp::schemars;

    #[derive(JsonSchema, serde::Serialize, serde::Deserialize)]
    struct Sample {
        /// What it counts.
        #[serde(default)]
        number: Option<i64>,
    }

    #[test]
    fn each_type_is_one_word() {
        let number =
            Value::Object(input::<Sample>().as_ref().clone())["properties"]["number"].clone();
        assert_eq!(number, json!({ "description": "What it counts.", "type": "integer" }));
        let number =
            Value::Object(output::<Sample>().as_ref().clone())["properties"]["number"].clone();
        let any = json!([{ "type": "integer" }, { "type": "null" }]);
        assert_eq!(number, json!({ "description": "What it counts.", "anyOf": any }));
    }
}
