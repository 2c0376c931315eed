//! Whether answers and frames are what the API's own description says of them: every one that the
//! tests see is held against it, and a field that it does not name is a fault as well.

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::sync::OnceCell;

static CONTRACT: OnceCell<Contract> = OnceCell::const_new();

/// The description of a running server.
struct Contract {
    operations: Vec<Operation>,
    /// All schemas, closed and open.
    schemas: Value,
    /// Made when they are needed first, by the schema's text.
    made: Mutex<HashMap<String, Arc<Validator>>>,
}

struct Operation {
    method: String,
    /// None for a parameter.
    segments: Vec<Option<String>>,
    /// The schema of a JSON body, by status.
    answers: HashMap<u16, Value>,
}

/// Holds an answer of a server at `origin` against its description. What is not described (the
/// simulator, web files) is passed over.
pub async fn check_answer(origin: &str, method: &str, path: &str, status: u16, body: &Value) {
    if !path.starts_with("/api/") || body.is_string() {
        return;
    }
    let contract = CONTRACT.get_or_try_init(|| Contract::load(origin)).await;
    let Ok(contract) = contract else { return };
    let Some(operation) = contract.operation(method, path) else { return };
    if let Some(schema) = operation.answers.get(&status) {
        contract.check(schema, body, &format!("{method} {path} ({status})"));
    }
}

/// Holds a frame of the socket against the description.
pub fn check_frame(frame: &Value) {
    let (Some(contract), Some(event)) = (CONTRACT.get(), frame["event"].as_str()) else { return };
    let schema = json!({ "anyOf": [
        { "$ref": "#/$defs/SocketEvent" }, { "$ref": "#/$defs/VisitorEvent" },
    ] });
    // What a plugin of a chat page tells its own visitors is between the two.
    if event != "notice" {
        contract.check(&schema, frame, &format!("the event {event}"));
    }
}

impl Contract {
    async fn load(origin: &str) -> Result<Self, reqwest::Error> {
        let url = format!("{origin}/api/openapi.json");
        let api: Value = super::http().get(url).send().await?.error_for_status()?.json().await?;
        let mut schemas = Map::new();
        for (name, schema) in api["components"]["schemas"].as_object().into_iter().flatten() {
            schemas.insert(name.clone(), closed(schema, true));
            schemas.insert(open_name(name), closed(schema, false));
        }
        let mut operations = vec![];
        for (path, methods) in api["paths"].as_object().into_iter().flatten() {
            let parameter = |part: &str| (!part.starts_with('{')).then(|| part.to_owned());
            for (method, operation) in methods.as_object().into_iter().flatten() {
                let answers = operation["responses"].as_object().into_iter().flatten();
                let body = |answer: &Value| answer["content"]["application/json"]["schema"].clone();
                operations.push(Operation {
                    method: method.to_uppercase(),
                    segments: path.split('/').map(parameter).collect(),
                    answers: answers
                        .filter_map(|(status, answer)| Some((status.parse().ok()?, body(answer))))
                        .filter(|(_, schema)| !schema.is_null())
                        .map(|(status, schema)| (status, closed(&schema, true)))
                        .collect(),
                });
            }
        }
        // A word counts for more than a parameter.
        let parameters = |one: &Operation| one.segments.iter().filter(|s| s.is_none()).count();
        operations.sort_by_key(parameters);
        Ok(Self { operations, schemas: schemas.into(), made: Mutex::default() })
    }

    fn operation(&self, method: &str, path: &str) -> Option<&Operation> {
        let parts: Vec<&str> = path.split('/').collect();
        self.operations.iter().find(|one| {
            let same = |(have, part): (&Option<String>, &&str)| {
                have.as_ref().is_none_or(|have| have == part)
            };
            one.method == method
                && one.segments.len() == parts.len()
                && one.segments.iter().zip(&parts).all(same)
        })
    }

    #[track_caller]
    fn check(&self, schema: &Value, body: &Value, what: &str) {
        let validator = self.validator(schema);
        if validator.is_valid(body) {
            return;
        }
        // What stands at the deepest place says most.
        let mut faults: Vec<String> = validator
            .iter_errors(body)
            .map(|fault| format!("{}: {}", fault.instance_path(), fault.masked()))
            .collect();
        faults.sort_by_key(|fault| std::cmp::Reverse(fault.matches('/').count()));
        faults.truncate(5);
        panic!("{what} is not what the description says: {faults:#?} in {body:#}");
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut made = self.made.lock().expect("nobody panics while making one");
        let make = || {
            let mut whole = schema.clone();
            whole["$defs"] = self.schemas.clone();
            Arc::new(jsonschema::draft202012::new(&whole).expect("the description is in order"))
        };
        made.entry(schema.to_string()).or_insert_with(make).clone()
    }
}

fn open_name(name: &str) -> String {
    format!("{name}.open")
}

/// A schema that takes no field besides those it names, or is one part of such a schema.
fn closed(schema: &Value, close: bool) -> Value {
    let Some(object) = schema.as_object() else { return schema.clone() };
    let mut made = Map::new();
    for (key, value) in object {
        let value = match (key.as_str(), value) {
            ("$ref", Value::String(to)) => {
                let name = to.rsplit('/').next().unwrap_or_default();
                let name = if close { name.to_owned() } else { open_name(name) };
                format!("#/$defs/{name}").into()
            }
            ("properties", Value::Object(fields)) => fields
                .iter()
                .map(|(name, field)| (name.clone(), closed(field, true)))
                .collect::<Map<_, _>>()
                .into(),
            ("allOf", Value::Array(parts)) => {
                parts.iter().map(|part| closed(part, false)).collect::<Vec<_>>().into()
            }
            ("oneOf" | "anyOf", Value::Array(parts)) => {
                parts.iter().map(|part| closed(part, close)).collect::<Vec<_>>().into()
            }
            ("prefixItems", Value::Array(parts)) => {
                parts.iter().map(|part| closed(part, true)).collect::<Vec<_>>().into()
            }
            ("items" | "additionalProperties", value) => closed(value, true),
            _ => value.clone(),
        };
        made.insert(key.clone(), value);
    }
    let names_fields = object.contains_key("properties") || object.contains_key("allOf");
    if close && names_fields && !object.contains_key("additionalProperties") {
        // What came of a rule or a machine says so in every event.
        if let Some(Value::Object(fields)) = made.get_mut("properties") {
            fields.entry("cause").or_insert(json!({}));
        }
        made.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
    }
    made.into()
}
