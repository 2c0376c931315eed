//! The API's page for people: one document without scripts, made once at start.
//!
//! The usual viewers load a megabyte of script from elsewhere, which our policy forbids and an
//! installation without internet could not show.

use serde_json::{Map, Value};
use std::fmt::Write as _;
use utoipa::openapi::OpenApi;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
padding:0 1rem;color:#1c1e21;background:#fff}h2{margin-top:2.5rem;border-bottom:1px solid #ddd}\
details{border:1px solid #ddd;border-radius:6px;margin:.5rem 0;padding:.5rem .75rem}\
summary{cursor:pointer}code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;\
background:#f4f5f7;padding:.75rem;border-radius:6px}.m{display:inline-block;min-width:4.5rem;\
font-weight:700}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;\
vertical-align:top}@media(prefers-color-scheme:dark){body{color:#e4e6eb;background:#18191a}\
pre{background:#242526}details,h2{border-color:#3a3b3c}a{color:#6cb2ff}}";

/// The whole page.
pub(super) fn render(api: &OpenApi) -> String {
    let doc = serde_json::to_value(api).unwrap_or_default();
    let mut out = String::new();
    let title = text(&doc["info"]["title"]);
    let _ = write!(
        out,
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport \
         content=\"width=device-width\"><title>{title} API</title><style>{STYLE}</style>\
         <h1>{title} API</h1><p>{}</p><p>Machine-readable: \
         <a href=/api/openapi.json>/api/openapi.json</a>.</p>",
        text(&doc["info"]["description"]),
    );
    let empty = Map::new();
    let mut groups: Vec<(String, String)> = Vec::new();
    for (path, item) in doc["paths"].as_object().unwrap_or(&empty) {
        for (method, operation) in item.as_object().unwrap_or(&empty) {
            if !operation.is_object() {
                continue;
            }
            let group = operation["tags"][0].as_str().unwrap_or("other").to_owned();
            let shown = operation_html(path, method, operation);
            match groups.iter_mut().find(|(name, _)| *name == group) {
                Some((_, html)) => html.push_str(&shown),
                None => groups.push((group, shown)),
            }
        }
    }
    for (name, html) in groups {
        let _ = write!(out, "<h2>{}</h2>{html}", escape(&name));
    }
    out.push_str("<h2>Shapes</h2>");
    for (name, schema) in doc["components"]["schemas"].as_object().unwrap_or(&empty) {
        let name = escape(name);
        let _ = write!(out, "<details id=\"{name}\"><summary><code>{name}</code></summary>");
        json_html(&mut out, schema);
        out.push_str("</details>");
    }
    out
}

fn operation_html(path: &str, method: &str, operation: &Value) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "<details><summary><span class=m>{}</span><code>{}</code> {}</summary><p>{}</p>",
        escape(&method.to_uppercase()),
        escape(path),
        text(&operation["summary"]),
        text(&operation["description"]),
    );
    if let Some(parameters) = operation["parameters"].as_array() {
        out.push_str("<table><tr><th>Parameter</th><th>In</th><th>Meaning</th></tr>");
        for parameter in parameters {
            let _ = write!(
                out,
                "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                text(&parameter["name"]),
                text(&parameter["in"]),
                text(&parameter["description"]),
            );
        }
        out.push_str("</table>");
    }
    let empty = Map::new();
    for (kind, content) in operation["requestBody"]["content"].as_object().unwrap_or(&empty) {
        let _ = write!(out, "<p>Body, <code>{}</code>:</p>", escape(kind));
        json_html(&mut out, &content["schema"]);
    }
    for (status, response) in operation["responses"].as_object().unwrap_or(&empty) {
        let _ = write!(out, "<p>{} {}</p>", escape(status), text(&response["description"]));
        for content in response["content"].as_object().unwrap_or(&empty).values() {
            json_html(&mut out, &content["schema"]);
        }
    }
    out.push_str("</details>");
    out
}

/// A schema; one that only names another becomes a link to it.
fn json_html(out: &mut String, schema: &Value) {
    if let Some(name) = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()) {
        let name = escape(name);
        let _ = write!(out, "<p><a href=\"#{name}\"><code>{name}</code></a></p>");
    } else if !schema.is_null() {
        let pretty = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = write!(out, "<pre>{}</pre>", escape(&pretty));
    }
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
