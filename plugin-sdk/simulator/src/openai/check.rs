//! What of a question is refused before a model sees it.

use serde_json::Value;

use super::Refusal;

/// `thinker` stands for models that know neither `max_tokens` nor another temperature than 1.
pub const CHATS: [&str; 2] = ["gpt-simulator", "thinker"];
pub const RECORDINGS: [&str; 2] = ["whisper-1", "gpt-simulator-transcribe"];
const ROLES: [&str; 6] = ["developer", "system", "user", "assistant", "tool", "function"];
const FIELDS: [&str; 22] = [
    "model",
    "messages",
    "temperature",
    "top_p",
    "n",
    "stop",
    "max_tokens",
    "max_completion_tokens",
    "response_format",
    "stream",
    "seed",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "presence_penalty",
    "frequency_penalty",
    "logit_bias",
    "user",
    "store",
    "metadata",
    "reasoning_effort",
    "service_tier",
];

/// A question that may be answered.
#[derive(Debug)]
pub struct Question {
    pub model: String,
    /// The form of the answer: from the request, or else from the rules.
    pub schema: Option<Value>,
    /// Everything of the user's messages.
    pub said: String,
    /// Of all messages.
    pub chars: usize,
}

/// A question to a chat model.
pub fn chat(request: &Value, takes_schema: bool) -> Result<Question, Refusal> {
    let Some(fields) = request.as_object() else {
        return Err(Refusal::invalid("", "The body must be an object."));
    };
    if let Some(name) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        return Err(Refusal::invalid(
            name,
            format!("Unrecognized request argument supplied: {name}"),
        ));
    }
    let Some(model) = request["model"].as_str().filter(|model| !model.is_empty()) else {
        return Err(Refusal::invalid("", "you must provide a model parameter"));
    };
    if !CHATS.contains(&model) {
        let text = format!("The model `{model}` does not exist or you do not have access to it.");
        return Err(Refusal::new(404, "invalid_request_error", Some("model_not_found"), text));
    }
    numbers(request, model == "thinker")?;
    let schema = schema(&request["response_format"], takes_schema)?;
    let messages = request["messages"].as_array().filter(|list| !list.is_empty());
    let Some(messages) = messages else {
        return Err(Refusal::invalid("messages", "[] is too short - 'messages'"));
    };
    let (mut said, mut rules, mut chars) = (String::new(), String::new(), 0);
    for (n, message) in messages.iter().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        if !ROLES.contains(&role) {
            let text = format!("'{role}' is not one of {ROLES:?}");
            return Err(Refusal::invalid(&format!("messages[{n}].role"), text));
        }
        let content = match &message["content"] {
            Value::String(text) => text.clone(),
            Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
            _ => {
                let at = format!("messages[{n}].content");
                return Err(Refusal::invalid(&at, "expected a string or an array of objects"));
            }
        };
        chars += content.chars().count();
        match role {
            "user" => said.push_str(&content),
            _ => rules.push_str(&content),
        }
    }
    let written = || {
        let from = rules.find("JSON Schema").map_or("", |at| &rules[at..]);
        serde_json::from_str(from.get(from.find('{')?..=from.rfind('}')?)?).ok()
    };
    Ok(Question { model: model.to_owned(), schema: schema.or_else(written), said, chars })
}

fn numbers(request: &Value, thinks: bool) -> Result<(), Refusal> {
    let tokens = ["max_tokens", "max_completion_tokens"];
    let given: Vec<&str> = tokens.into_iter().filter(|name| !request[*name].is_null()).collect();
    if given.len() > 1 {
        let text =
            "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
        return Err(Refusal::invalid("max_tokens", text));
    }
    if given.iter().any(|name| request[*name].as_u64().unwrap_or(0) == 0) {
        return Err(Refusal::invalid(given[0], "expected an integer above 0"));
    }
    if thinks && given == ["max_tokens"] {
        let text = "Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                    'max_completion_tokens' instead.";
        return Err(Refusal::invalid("max_tokens", text).coded("unsupported_parameter"));
    }
    let temperature = &request["temperature"];
    if !temperature.is_null()
        && !temperature.as_f64().is_some_and(|number| (0.0..=2.0).contains(&number))
    {
        return Err(Refusal::invalid("temperature", "expected a number from 0 to 2"));
    }
    if thinks && temperature.as_f64().is_some_and(|number| number != 1.0) {
        let text = "Unsupported value: 'temperature' does not support this value with this model.";
        return Err(Refusal::invalid("temperature", text).coded("unsupported_value"));
    }
    Ok(())
}

fn schema(format: &Value, takes_schema: bool) -> Result<Option<Value>, Refusal> {
    let invalid = |text: String| Err(Refusal::invalid("response_format", text));
    match format["type"].as_str() {
        None if format.is_null() => Ok(None),
        Some("text" | "json_object") => Ok(None),
        Some("json_schema") if !takes_schema => {
            invalid("response_format of the type json_schema is not supported".to_owned())
        }
        Some("json_schema") => {
            let given = &format["json_schema"];
            let name = given["name"].as_str().unwrap_or_default();
            let letter = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
            if name.is_empty() || name.len() > 64 || !name.chars().all(letter) {
                return invalid(format!("Invalid 'response_format.json_schema.name': '{name}'"));
            }
            if given["strict"] == true
                && let Some(problem) = loose(&given["schema"])
            {
                return invalid(format!("Invalid schema for response_format '{name}': {problem}"));
            }
            Ok(Some(given["schema"].clone()))
        }
        _ => invalid("Invalid 'response_format.type'".to_owned()),
    }
}

/// What strict output does not allow: fields that may be left out, or others than those named.
fn loose(schema: &Value) -> Option<String> {
    match schema["type"].as_str() {
        Some("object") => {
            let fields = schema["properties"].as_object()?;
            if schema["additionalProperties"] != false {
                return Some("'additionalProperties' is required to be false".to_owned());
            }
            let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
            let missing = fields.keys().find(|name| !required.iter().any(|one| one == *name));
            let missing = missing.map(|name| format!("'required' must hold '{name}'"));
            missing.or_else(|| fields.values().find_map(loose))
        }
        Some("array") => loose(&schema["items"]),
        Some("string" | "number" | "integer" | "boolean") => None,
        _ => Some("a schema must have a 'type'".to_owned()),
    }
}

/// The name of a model for recordings.
pub fn recording_model(model: &str) -> Result<(), Refusal> {
    if model.is_empty() {
        return Err(Refusal::invalid("", "you must provide a model parameter"));
    }
    if RECORDINGS.contains(&model) {
        return Ok(());
    }
    let text = format!("The model `{model}` does not exist or you do not have access to it.");
    Err(Refusal::new(404, "invalid_request_error", Some("model_not_found"), text))
}
