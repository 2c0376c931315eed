//! Channel accounts as they are, and the pure decisions of the pipelines.

use crate::{
    plugins::{
        CallError, Failure, Interface, Secrets,
        manifest::{AfterWindow, Identity, Manifest},
    },
    tickets::{After, SendRules, WindowRule},
};
use serde_json::Value;

/// A connected account.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ChannelRow {
    pub id: i64,
    pub client_id: i64,
    pub plugin: String,
    pub name: String,
    pub title: String,
    pub settings: String,
    pub secrets: Vec<u8>,
    pub hook_key: String,
    pub page_key: String,
    pub enabled: bool,
    pub status: String,
    pub status_reason: String,
    pub status_at: i64,
    pub last_inbound_at: Option<i64>,
    pub last_outbound_at: Option<i64>,
    pub created_at: i64,
}

/// The rules of a manifest, as tickets and the composer know them.
#[must_use]
pub fn send_rules(manifest: &Manifest) -> SendRules {
    let send = &manifest.send;
    SendRules {
        signature: takes_signatures(manifest),
        text_max: send.text_max.map(u64::from),
        html: send.html,
        attachments_max: Some(u64::from(send.attachments_max)),
        attachment_max_bytes: Some(send.attachment_max_bytes),
        media: send.media.clone(),
        typing: send.typing,
        read: send.read,
        reply_to: send.reply_to,
        edit: send.edit,
        delete: send.delete,
        react: send.react,
        reactions: send.reactions.clone(),
        location: send.location,
        contact: send.contact,
        quick_replies_max: send.quick_replies_max,
        buttons_max: send.buttons_max,
        button_title_max: send.button_title_max,
        templates: send.templates,
        // Letters are sent by the host.
        silent: manifest.mail.is_none() && !manifest.sends(),
        calls: manifest.offers(Interface::Calls),
        forgeable: is_forgeable(manifest),
        window: send.window.as_ref().map(|window| WindowRule {
            hours: window.hours,
            after: match window.after {
                AfterWindow::Template => After::Template,
                AfterWindow::Nothing => After::Nothing,
            },
        }),
    }
}

/// Whether anybody can claim to be a sender, as by the From of a mail.
fn is_forgeable(manifest: &Manifest) -> bool {
    let by_address = manifest.channels.iter().any(|one| one.identity == Identity::Email);
    manifest.mail.is_some() || by_address
}

/// Whether answers over a plugin's channels may end with a signature: where messages are letters, as
/// in mail or wherever they have a subject.
#[must_use]
pub fn takes_signatures(manifest: &Manifest) -> bool {
    manifest.mail.is_some() || manifest.send.subject
}

/// A rate limit: when a rate lets the next operation through: the generic cell rate algorithm (ITU-T I.371). Takes
/// the stored theoretical arrival time, the time now and the rate as events per microseconds, all in
/// microseconds. Gives the new arrival time, or how long to wait.
///
/// A burst of a second's worth of events is let through.
///
/// # Errors
/// The microseconds to wait.
pub fn pass_rate(arrival: i64, now: i64, rate: (u32, u64)) -> Result<i64, i64> {
    let (events, per_us) = rate;
    let interval = i64::try_from(per_us / u64::from(events.max(1))).unwrap_or(i64::MAX).max(1);
    let burst = (1_000_000 / interval).max(1) * interval - interval;
    let arrival = arrival.max(now);
    if arrival - now > burst { Err(arrival - now - burst) } else { Ok(arrival + interval) }
}

/// Milliseconds until the next attempt to send: 1, 2, 4 … seconds up to five minutes, with jitter.
#[must_use]
pub fn send_backoff_ms(attempt: i64, jitter: u64) -> i64 {
    let exponent = u32::try_from(attempt.clamp(1, 10) - 1).unwrap_or(0);
    let base = (1000_i64 << exponent).min(300_000);
    base + i64::try_from(jitter % u64::try_from(base / 4).unwrap_or(1).max(1)).unwrap_or(0)
}

/// How long the provider asked to wait before the next attempt, if it did.
#[must_use]
pub fn wait_after(error: &CallError) -> Option<i64> {
    match error {
        CallError::Failure(Failure::Retryable(_, retry) | Failure::RateLimited(_, retry)) => {
            retry.after_ms.and_then(|ms| i64::try_from(ms).ok())
        }
        _ => None,
    }
}

/// Attempts before a message that could not be sent fails.
pub const SEND_ATTEMPTS_MAX: i64 = 12;

/// The provider's own key of a request, so that a repeat of it is known: as the manifest says, else
/// the digest of the body.
#[must_use]
pub fn provider_key(
    recipe: Option<&str>,
    headers: &[(String, Vec<u8>)],
    query: &str,
    body: &[u8],
) -> String {
    let named = recipe.and_then(|recipe| match recipe.split_once(':') {
        Some(("json", pointer)) => {
            let value: Value = serde_json::from_slice(body).ok()?;
            match value.pointer(pointer)? {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            }
        }
        Some(("header", name)) => headers
            .iter()
            .find(|(have, _)| have.eq_ignore_ascii_case(name))
            .and_then(|(_, value)| String::from_utf8(value.clone()).ok()),
        _ => None,
    });
    named.filter(|key| !key.is_empty() && key.len() <= 200).map_or_else(
        || {
            let digest = crate::crypto::sha256_hex(&[query.as_bytes(), b"\n", body].concat());
            format!("sha256:{digest}")
        },
        |key| format!("id:{key}"),
    )
}

/// Splits entered settings into those the guest may see and the secrets, as the schema says.
/// An empty secret keeps the old one.
#[must_use]
pub fn split_settings(
    schema: &Value,
    entered: &Value,
    old: &Secrets,
) -> (Value, Vec<(String, String)>) {
    let mut open = serde_json::Map::new();
    let mut secrets: Vec<(String, String)> =
        old.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
    let empty = serde_json::Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    for (name, value) in entered.as_object().unwrap_or(&empty) {
        let property = properties.get(name);
        if property.is_some_and(|p| p["x-secret"] == true) {
            if let Some(text) = value.as_str().filter(|t| !t.is_empty()) {
                secrets.retain(|(have, _)| have != name);
                secrets.push((name.clone(), text.to_owned()));
            }
        } else if property.is_some() {
            open.insert(name.clone(), value.clone());
        }
    }
    for (name, property) in properties {
        let default = &property["default"];
        if property["x-secret"] != true && !open.contains_key(name) && !default.is_null() {
            open.insert(name.clone(), default.clone());
        }
    }
    (Value::Object(open), secrets)
}

/// What is wrong with entered settings, by setting name: only what a form can tell. The plugin's own
/// check says the rest.
#[must_use]
pub fn check_settings(
    schema: &Value,
    settings: &Value,
    secrets: &[(String, String)],
    entered: &Value,
) -> Vec<(String, String)> {
    let mut wrong = vec![];
    let empty = serde_json::Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    for name in entered.as_object().unwrap_or(&empty).keys() {
        if !properties.contains_key(name) {
            wrong.push((name.clone(), "This plugin has no such setting.".to_owned()));
        }
    }
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, property) in properties {
        let secret = property["x-secret"] == true;
        if secret {
            let given = secrets.iter().any(|(have, value)| have == name && !value.is_empty());
            if required.contains(&name.as_str()) && !given && property["x-generated"].is_null() {
                wrong.push((name.clone(), "This cannot be empty.".to_owned()));
            }
            continue;
        }
        let value = &settings[name];
        let missing = value.is_null() || value.as_str().is_some_and(|t| t.trim().is_empty());
        if missing {
            if required.contains(&name.as_str()) {
                wrong.push((name.clone(), "This cannot be empty.".to_owned()));
            }
            continue;
        }
        let fits = match property["type"].as_str() {
            Some("string") => value.is_string(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("number") => value.is_number(),
            Some("boolean") => value.is_boolean(),
            _ => true,
        };
        let listed = property["enum"].as_array().is_none_or(|list| list.contains(value));
        if !fits {
            let kind = property["type"].as_str().unwrap_or_default();
            wrong.push((name.clone(), format!("This must be of type {kind}.")));
        } else if !listed {
            wrong.push((name.clone(), "Choose one of the listed values.".to_owned()));
        } else if let Some(number) = value.as_f64() {
            let low = property["minimum"].as_f64().is_some_and(|min| number < min);
            let high = property["maximum"].as_f64().is_some_and(|max| number > max);
            if low || high {
                wrong.push((name.clone(), "This number is out of range.".to_owned()));
            }
        }
    }
    wrong
}
