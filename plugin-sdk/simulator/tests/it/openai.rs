//! The chat and transcription servers through real HTTP.
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::sim::{Reply, Sim};

const KEY: &str = "sk-simulator-0123456789abcdef";

async fn ask(sim: &Sim, server: &str, body: &Value) -> Reply {
    let url = format!("{}/{server}/v1/chat/completions", sim.base);
    sim.send(sim.client.post(url).bearer_auth(KEY).json(body)).await
}

fn question(said: &str) -> Value {
    let item = json!({ "type": "object", "additionalProperties": false, "required": ["text"],
        "properties": { "text": { "type": "string" } } });
    let schema = json!({ "type": "object", "additionalProperties": false,
        "required": ["suggestions"],
        "properties": { "suggestions": { "type": "array", "items": item } } });
    let data = json!({ "conversation": { "turns": [{ "role": "customer", "text": said }] } });
    json!({
        "model": "gpt-simulator", "max_tokens": 100, "temperature": 0.2,
        "messages": [
            { "role": "system", "content": format!("Fit this JSON Schema: {schema}") },
            { "role": "user", "content": data.to_string() },
        ],
        "response_format": { "type": "json_schema",
            "json_schema": { "name": "suggestions", "strict": true, "schema": schema } },
    })
}

fn with(mut body: Value, name: &str, value: Value) -> Value {
    body[name] = value;
    body
}

#[tokio::test]
async fn answers_have_the_form_that_was_asked_for() {
    let sim = Sim::start().await;
    let came = ask(&sim, "openai", &question("Where is it?")).await.body;
    let message = &came["choices"][0]["message"];
    let answer: Value = serde_json::from_str(message["content"].as_str().unwrap()).unwrap();
    assert!(answer["suggestions"][0]["text"].as_str().unwrap().contains("Where is it?"));
    assert_eq!(
        (&came["choices"][0]["finish_reason"], &message["refusal"]),
        (&json!("stop"), &Value::Null)
    );
    assert!(came["usage"]["prompt_tokens"].as_u64().unwrap() > 10);
    let refused = ask(&sim, "openai-local", &question("Hello")).await;
    assert_eq!((refused.status, &refused.body["error"]["param"]), (400, &json!("response_format")));
    let plain = with(question("Hello"), "response_format", Value::Null);
    let plain = ask(&sim, "openai-local", &plain).await.body;
    let content = plain["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(content.starts_with("```json\n{\"suggestions\""), "{content}");
}

#[tokio::test]
async fn what_the_provider_refuses_is_refused() {
    let sim = Sim::start().await;
    let loose = json!({ "type": "json_schema", "json_schema": { "name": "x", "strict": true,
        "schema": { "type": "object", "properties": { "a": { "type": "string" } } } } });
    for (name, value, status, param) in [
        ("model", Value::Null, 400, Value::Null),
        ("model", json!("gpt-none"), 404, Value::Null),
        ("messages", json!([]), 400, json!("messages")),
        ("messages", json!([{ "role": "robot", "content": "x" }]), 400, json!("messages[0].role")),
        ("messages", json!([{ "role": "user" }]), 400, json!("messages[0].content")),
        ("temperature", json!(3), 400, json!("temperature")),
        ("max_completion_tokens", json!(5), 400, json!("max_tokens")),
        ("model", json!("thinker"), 400, json!("max_tokens")),
        ("colour", json!("red"), 400, json!("colour")),
        ("response_format", loose, 400, json!("response_format")),
    ] {
        let came = ask(&sim, "openai", &with(question("Hello"), name, value)).await;
        assert_eq!((came.status, &came.body["error"]["param"]), (status, &param), "{name}");
    }
    let url = format!("{}/openai/v1/models", sim.base);
    let came = sim.send(sim.client.get(url).bearer_auth("no")).await;
    assert_eq!((came.status, &came.body["error"]["code"]), (401, &json!("invalid_api_key")));
    let long = with(question(&"x".repeat(30_000)), "response_format", Value::Null);
    let came = ask(&sim, "openai-local", &long).await;
    assert_eq!(came.body["error"]["code"], "context_length_exceeded");
}

#[tokio::test]
async fn words_order_faults() {
    let sim = Sim::start().await;
    for (word, status) in [("429", 429), ("quota", 429), ("500", 500), ("503", 503), ("401", 401)] {
        let came = ask(&sim, "openai", &question(&format!("fault:{word} please"))).await;
        assert_eq!(came.status, status);
    }
    for (word, at, value) in [
        ("length", "/finish_reason", json!("length")),
        ("filter", "/finish_reason", json!("content_filter")),
        ("refusal", "/message/content", Value::Null),
        ("null", "/message/content", Value::Null),
    ] {
        let came = ask(&sim, "openai", &question(&format!("fault:{word}"))).await.body;
        assert_eq!(came["choices"][0].pointer(at), Some(&value), "{word}");
    }
    let url = format!("{}/openai/v1/chat/completions", sim.base);
    let request = sim.client.post(url).bearer_auth(KEY).json(&question("fault:cut"));
    let text = request.send().await.unwrap().text().await.unwrap();
    assert!(serde_json::from_str::<Value>(&text).is_err());
}

#[tokio::test]
async fn recordings_are_written_down() {
    let sim = Sim::start().await;
    let url = format!("{}/openai-local/v1/audio/transcriptions", sim.base);
    for (model, format, name, status) in [
        ("whisper-1", "verbose_json", "a.ogg", 200),
        ("gpt-simulator-transcribe", "json", "a.wav", 200),
        ("gpt-simulator-transcribe", "verbose_json", "a.wav", 400),
        ("whisper-1", "json", "a.amr", 400),
        ("gpt-simulator", "json", "a.ogg", 404),
    ] {
        let file = Part::bytes(b"sound".to_vec()).file_name(name);
        let form = Form::new().text("model", model).text("response_format", format);
        let request = sim.client.post(&url).multipart(form.part("file", file));
        let came = sim.send(request).await;
        assert_eq!(came.status, status, "{model} {format} {name}: {}", came.body);
    }
}
