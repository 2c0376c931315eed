//! The model's answer: whether it is whole, and the JSON object in it.
//!
//! Compatible servers leave out fields that OpenAI's description requires, so only what is needed is
//! read.

use crate::detail;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};
use patchbay_plugin::talk::Score;

/// A JSON object, and what it cost.
#[derive(Debug)]
pub struct Reply {
    pub value: Value,
    pub usage: Vec<(String, String)>,
}

pub fn read(answer: Response, model: &str) -> Result<Reply, Failure> {
    let whole: Value = answer.json().map_err(|_| unreadable())?;
    let choice = &whole["choices"][0];
    // Gateways before several providers say so when the one they chose failed half-way.
    let error = &whole["error"];
    if choice.is_null() && !error.is_null() {
        let text = detail("provider", "The provider could not answer.");
        return Err(Failure::retryable(text.said(first(&error.to_string()))));
    }
    let refused = |what: &str, text: &str| Failure::Permanent(detail(what, text));
    match choice["finish_reason"].as_str() {
        Some("length") => {
            let text = "The answer was longer than allowed. Raise the tokens of an answer.";
            return Err(refused("length", text));
        }
        Some("content_filter") => {
            return Err(refused("filtered", "The provider's filter held the answer back."));
        }
        _ => {}
    }
    let message = &choice["message"];
    if let Some(words) = message["refusal"].as_str().filter(|words| !words.is_empty()) {
        let text = detail("refused", "The model refused to answer.");
        return Err(Failure::Permanent(text.said(first(words))));
    }
    let content = content(&message["content"]);
    if content.trim().is_empty() {
        return Err(refused("empty", "The model answered with nothing."));
    }
    let Some(value) = object_in(&content) else {
        let text = "The model did not answer in the form that was asked for. Try another model.";
        return Err(Failure::Permanent(detail("form", text).said(first(&content))));
    };
    Ok(Reply { value, usage: usage(&whole, model) })
}

/// Asking again may well bring a whole answer.
pub fn unreadable() -> Failure {
    Failure::retryable(detail("answer", "The model's answer could not be read."))
}

fn first(words: &str) -> String {
    words.chars().take(300).collect()
}

/// A text, or a list of parts of which some are texts.
fn content(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// Without structured output, models think aloud first, put the object into a fence or say a word
/// before it.
fn object_in(content: &str) -> Option<Value> {
    let text = content.rsplit_once("</think>").map_or(content, |(_, behind)| behind);
    let whole: Option<Value> = serde_json::from_str(text.trim()).ok();
    let within = || serde_json::from_str(text.get(text.find('{')?..=text.rfind('}')?)?).ok();
    whole.or_else(within).filter(Value::is_object)
}

fn usage(whole: &Value, model: &str) -> Vec<(String, String)> {
    let model = whole["model"].as_str().filter(|name| !name.is_empty()).unwrap_or(model);
    let mut usage = vec![("model".to_owned(), model.to_owned())];
    for (name, field) in [("tokens_in", "prompt_tokens"), ("tokens_out", "completion_tokens")] {
        if let Some(count) = whole["usage"][field].as_u64() {
            usage.push((name.to_owned(), count.to_string()));
        }
    }
    usage
}

impl Reply {
    pub fn text(&self, field: &str) -> String {
        text(&self.value[field])
    }

    pub fn texts(&self, field: &str) -> Vec<String> {
        let list = self.list(field).iter().map(text);
        list.filter(|text| !text.is_empty()).collect()
    }

    pub fn list(&self, field: &str) -> &[Value] {
        self.value[field].as_array().map_or(&[], Vec::as_slice)
    }

    /// Between `least` and 1.
    pub fn number(&self, field: &str, least: f64) -> Option<f32> {
        number(&self.value[field], least, 1.0)
    }

    /// Those that have a name and a number, which is at most `most`.
    pub fn scores(&self, field: &str, most: f64) -> Vec<Score> {
        let score = |one: &Value| {
            let (name, value) = (text(&one["name"]), number(&one["value"], 0.0, most)?);
            (!name.is_empty()).then_some(Score { name, value })
        };
        self.list(field).iter().filter_map(score).collect()
    }

    pub fn model(&self) -> &str {
        self.usage.first().map_or("", |(_, model)| model)
    }
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim().to_owned()
}

pub fn number(value: &Value, least: f64, most: f64) -> Option<f32> {
    value.as_f64().map(|number| number.clamp(least, most) as f32)
}
