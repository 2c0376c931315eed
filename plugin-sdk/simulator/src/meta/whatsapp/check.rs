//! What a message of each kind must be.
use serde_json::{Value, json};

use super::super::call::Call;
use super::super::media;
use super::super::no::ApiError;
use super::TEMPLATES;
use super::send::CheckedMessage;

fn invalid(details: impl Into<String>) -> ApiError {
    ApiError::new(400, 131_009, "Parameter value is not valid").because(details)
}

fn missing(name: &str) -> ApiError {
    ApiError::new(400, 131_008, "Required parameter is missing")
        .because(format!("{name} is required"))
}

fn short(value: &Value, name: &str, most: usize) -> Result<String, ApiError> {
    let text = value.as_str().ok_or_else(|| missing(name))?;
    match text.chars().count() {
        0 => Err(missing(name)),
        count if count > most => {
            Err(invalid(format!("{name} has {count} characters, at most {most}")))
        }
        _ => Ok(text.to_owned()),
    }
}

fn only(body: &Value, allowed: &[&str]) -> Result<(), ApiError> {
    let fields = body.as_object().ok_or_else(|| missing("the body"))?;
    match fields.keys().find(|key| !allowed.contains(&key.as_str())) {
        Some(other) => {
            Err(ApiError::parameter(format!("Invalid parameter: unexpected key \"{other}\"")))
        }
        None => Ok(()),
    }
}

/// Checks the part of a message that bears its kind's name.
pub fn message(call: &Call<'_>, kind: &str, body: &Value) -> Result<CheckedMessage, ApiError> {
    match kind {
        "text" => {
            only(body, &["body", "preview_url"])?;
            Ok(CheckedMessage {
                text: Some(short(&body["body"], "text.body", 4096)?),
                ..CheckedMessage::default()
            })
        }
        "image" | "video" | "audio" | "document" | "sticker" => file(call, kind, body),
        "location" => {
            only(body, &["latitude", "longitude", "name", "address"])?;
            let fits =
                |name: &str, most: f64| body[name].as_f64().is_some_and(|at| at.abs() <= most);
            if !fits("latitude", 90.0) || !fits("longitude", 180.0) {
                return Err(invalid("latitude and longitude are degrees"));
            }
            let more = json!({ "kind": "location", "location": body });
            Ok(CheckedMessage {
                more: more.as_object().cloned().unwrap_or_default(),
                ..CheckedMessage::default()
            })
        }
        "contacts" => {
            let card =
                body.as_array().and_then(|all| all.first()).ok_or_else(|| missing("contacts"))?;
            let name = short(&card["name"]["formatted_name"], "formatted_name", 1024)?;
            let shown = json!({ "first_name": name, "phone_number": card["phones"][0]["phone"] });
            let more = json!({ "kind": "contact", "contact": shown });
            Ok(CheckedMessage {
                more: more.as_object().cloned().unwrap_or_default(),
                ..CheckedMessage::default()
            })
        }
        "reaction" => {
            only(body, &["message_id", "emoji"])?;
            body["message_id"].as_str().ok_or_else(|| missing("reaction.message_id"))?;
            body["emoji"].as_str().ok_or_else(|| missing("reaction.emoji"))?;
            Ok(CheckedMessage::default())
        }
        "interactive" => interactive(body),
        "template" => template(body),
        other => Err(ApiError::parameter(format!(
            "Param type must be one of the known kinds - got \"{other}\"."
        ))),
    }
}

fn file(call: &Call<'_>, kind: &str, body: &Value) -> Result<CheckedMessage, ApiError> {
    match kind {
        "image" | "video" => only(body, &["id", "link", "caption"])?,
        "document" => only(body, &["id", "link", "caption", "filename"])?,
        _ => only(body, &["id", "link"])?,
    }
    let text = match &body["caption"] {
        Value::Null => None,
        caption => Some(short(caption, "caption", 1024)?),
    };
    let id = body["id"].as_str().ok_or_else(|| missing("id or link"))?;
    let found = media::of(call.graph, call.account, id);
    let mut file = found.ok_or_else(|| invalid(format!("Media ID {id} does not exist")))?;
    let fits = match kind {
        "image" => matches!(file.mime.as_str(), "image/jpeg" | "image/png"),
        "sticker" => file.mime == "image/webp",
        "document" => true,
        kind => file.mime.starts_with(kind),
    };
    if !fits {
        let details = format!("{} cannot be sent as {kind}", file.mime);
        return Err(ApiError::new(400, 131_053, "Media upload error").because(details));
    }
    if let Some(name) = body["filename"].as_str() {
        file.name = name.to_owned();
    }
    let mut said = CheckedMessage { text, files: vec![file], ..CheckedMessage::default() };
    if kind == "sticker" {
        said.more.insert("kind".to_owned(), json!("sticker"));
    }
    Ok(said)
}

fn interactive(body: &Value) -> Result<CheckedMessage, ApiError> {
    only(body, &["type", "header", "body", "footer", "action"])?;
    let text = short(&body["body"]["text"], "interactive.body.text", 1024)?;
    let action = &body["action"];
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut keys: Vec<Value> = Vec::new();
    match body["type"].as_str() {
        Some("button") => {
            for button in list(&action["buttons"]) {
                let reply = &button["reply"];
                let title = short(&reply["title"], "button title", 20)?;
                let id = short(&reply["id"], "button id", 256)?;
                keys.push(json!([{ "text": title, "callback_data": id }]));
            }
            if keys.is_empty() || keys.len() > 3 {
                return Err(invalid("a message has one to three buttons"));
            }
        }
        Some("list") => {
            short(&action["button"], "action.button", 20)?;
            for row in list(&action["sections"]).iter().flat_map(|section| list(&section["rows"])) {
                let title = short(&row["title"], "row title", 24)?;
                let id = short(&row["id"], "row id", 200)?;
                keys.push(json!([{ "text": title, "callback_data": id }]));
            }
            if keys.is_empty() || keys.len() > 10 {
                return Err(invalid("a list has one to ten rows"));
            }
        }
        Some("cta_url") => {
            let parameters = &action["parameters"];
            let title = short(&parameters["display_text"], "display_text", 20)?;
            let url = short(&parameters["url"], "url", 2000)?;
            keys.push(json!([{ "text": title, "url": url }]));
        }
        _ => return Err(invalid("interactive.type is button, list or cta_url")),
    }
    let mut ids: Vec<&str> =
        keys.iter().filter_map(|key| key[0]["callback_data"].as_str()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() < count {
        return Err(invalid("ids of buttons must differ"));
    }
    let mut more = json!({ "reply_markup": { "inline_keyboard": keys } });
    if body["type"] == "list" {
        more["list"] = json!(true);
    }
    Ok(CheckedMessage {
        text: Some(text),
        more: more.as_object().cloned().unwrap_or_default(),
        ..CheckedMessage::default()
    })
}

fn template(body: &Value) -> Result<CheckedMessage, ApiError> {
    only(body, &["name", "language", "components"])?;
    let name = short(&body["name"], "template.name", 512)?;
    let language = short(&body["language"]["code"], "template.language.code", 15)?;
    let found = TEMPLATES.iter().find(|one| one.0 == name && one.1 == language);
    let (.., count, text) = found.ok_or_else(|| {
        ApiError::new(404, 132_001, "Template name does not exist in the translation")
            .because(format!("template name ({name}) does not exist in {language}"))
    })?;
    let components = body["components"].as_array().cloned().unwrap_or_default();
    let values: Vec<String> = components
        .iter()
        .filter(|one| one["type"] == "body")
        .flat_map(|one| one["parameters"].as_array().cloned().unwrap_or_default())
        .map(|one| one["text"].as_str().unwrap_or_default().to_owned())
        .collect();
    if values.len() != *count {
        let details = format!(
            "body: number of localizable_params ({}) does not match the expected number of params ({count})",
            values.len()
        );
        return Err(
            ApiError::new(400, 132_000, "Number of parameters does not match").because(details)
        );
    }
    let mut shown = (*text).to_owned();
    for (n, value) in values.iter().enumerate() {
        shown = shown.replace(&format!("{{{{{}}}}}", n + 1), value);
    }
    Ok(CheckedMessage { text: Some(shown), ..CheckedMessage::default() })
}
