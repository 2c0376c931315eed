//! What the model answers: an object of the form that was asked for, whose texts come from what it
//! was given where the form is one that helpers of a desk ask for.

use serde_json::{Value, json};

use super::check::Question;

/// The content of the message.
pub fn content(question: &Question, fault: &str) -> String {
    let Some(schema) = &question.schema else {
        return "You asked for no form.".to_owned();
    };
    let given: Value = serde_json::from_str(&question.said).unwrap_or_default();
    let has = |field: &str| !schema["properties"][field].is_null();
    let mut answer = filled(schema);
    let put = |answer: &mut Value, pairs: Value| {
        for (name, value) in pairs.as_object().into_iter().flatten() {
            answer[name.as_str()] = value.clone();
        }
    };
    if has("suggestions") {
        put(&mut answer, json!({ "suggestions": suggestions(&given) }));
    } else if has("sentences") {
        put(&mut answer, recommended(&given, fault));
    } else if has("texts") {
        put(&mut answer, json!({ "detected": "en", "texts": translated(&given) }));
    } else if has("sentiment") {
        let about = newest(&given);
        put(
            &mut answer,
            json!({ "language": "en", "sentiment": 0.1,
            "topics": [{ "name": "question", "value": 0.9 }],
            "summary": format!("The customer wrote: {about}") }),
        );
    } else if has("scores") {
        let about = given["message"]["text"].as_str().unwrap_or_default();
        put(
            &mut answer,
            json!({ "value": format!("About: {about}"),
            "scores": [{ "name": "neutral", "value": 0.7 }, { "name": "joy", "value": 0.3 }] }),
        );
    }
    answer.to_string()
}

fn newest(given: &Value) -> String {
    let turns = given["conversation"]["turns"].as_array().map_or(&[][..], Vec::as_slice);
    let turn = turns.iter().rev().find(|turn| turn["role"] == "customer").or(turns.last());
    let text = turn.and_then(|turn| turn["text"].as_str()).unwrap_or_default();
    text.chars().take(80).collect()
}

fn suggestions(given: &Value) -> Value {
    let about = newest(given);
    json!([
        { "text": format!("Thank you for writing about “{about}”. I am looking into it."),
            "confidence": 0.8 },
        { "text": "Could you tell me your order number?", "confidence": 0.5 },
    ])
}

/// The first sentence of the first passage, word for word; the fault `invent` quotes what is nowhere.
fn recommended(given: &Value, fault: &str) -> Value {
    let passages = given["passages"].as_array().map_or(&[][..], Vec::as_slice);
    let Some(first) = passages.first() else {
        return json!({ "action": "hand-off", "sentences": [], "confidence": 0.2,
            "advice": "No article tells about this." });
    };
    let text = first["text"].as_str().unwrap_or_default();
    let end = text.find(['.', '\n', '。']).unwrap_or(text.len());
    let quote = if fault == "invent" { "what no article says" } else { &text[..end] };
    json!({
        "classification": "question", "action": "answer", "confidence": 0.9,
        "advice": "Answer from the article.", "what_to_do": ["Read the article"],
        "how_to_say": ["Friendly"],
        "sentences": [
            { "text": "Thank you for your question.", "citations": [] },
            { "text": format!("{quote}."),
                "citations": [{ "passage": first["id"], "quote": quote }] },
        ],
    })
}

fn translated(given: &Value) -> Vec<Value> {
    let target = given["target"].as_str().unwrap_or_default();
    let texts = given["texts"].as_array().into_iter().flatten();
    let texts = texts.map(|one| {
        let text = one["text"].as_str().unwrap_or_default();
        json!({ "n": one["n"], "text": format!("[{target}] {text}") })
    });
    texts.collect()
}

/// The smallest value that fits a schema.
fn filled(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].as_array().and_then(|list| list.first()) {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            Value::Object(fields.map(|(name, rules)| (name.clone(), filled(rules))).collect())
        }
        Some("array") => json!([]),
        Some("string") => json!(""),
        Some("number" | "integer") => json!(0),
        Some("boolean") => json!(false),
        _ => Value::Null,
    }
}
