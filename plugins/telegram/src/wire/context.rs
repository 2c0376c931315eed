//! What stands around a message: its album, its group, where it was forwarded from, and the words it
//! answers.

use super::content::full_name;
use super::unknown::words;
use serde_json::Value;

/// What a message from elsewhere has besides its content.
const BESIDE: [&str; 5] =
    ["origin", "chat", "message_id", "link_preview_options", "has_media_spoiler"];

/// The context of a message, by the names that all channels use.
pub fn extras(raw: &Value) -> Vec<(String, String)> {
    let mut extras = Vec::new();
    let mut put = |name: &str, value: Option<&str>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            extras.push((name.to_owned(), value.to_owned()));
        }
    };
    put("album", raw["media_group_id"].as_str());
    if raw["forward_origin"].is_object() {
        put("forwarded", Some("once"));
        put("forwarded-from", origin(&raw["forward_origin"]).as_deref());
    }
    let marked = raw["quote"]["text"].as_str().filter(|text| !text.is_empty());
    let (quote, from) = answered(raw, marked);
    put("quote", quote.as_deref());
    put("quote-from", from.as_deref());
    if raw["chat"]["type"] != "private" {
        put("group", raw["chat"]["title"].as_str());
    }
    put("start", raw["text"].as_str().and_then(|text| text.strip_prefix("/start ")).map(str::trim));
    extras
}

/// The words that are answered and whose they are. An answered message of the same chat is known by
/// its id, so it counts only where a part of it was marked.
fn answered(raw: &Value, marked: Option<&str>) -> (Option<String>, Option<String>) {
    let elsewhere = &raw["external_reply"];
    let story = &raw["reply_to_story"];
    if elsewhere.is_object() {
        let from = origin(&elsewhere["origin"]);
        let place = title(&elsewhere["chat"])
            .filter(|place| from.as_ref().is_none_or(|from| !from.starts_with(*place)));
        let from: Vec<String> = from.into_iter().chain(place.map(str::to_owned)).collect();
        let quote = marked.map_or_else(|| described(elsewhere), str::to_owned);
        return (Some(quote), (!from.is_empty()).then(|| from.join(", ")));
    }
    if story.is_object() {
        let quote = marked.unwrap_or("[story]").to_owned();
        return (
            Some(quote),
            title(&story["chat"]).map(str::to_owned).or_else(|| name(&story["chat"])),
        );
    }
    let Some(marked) = marked else { return (None, None) };
    let message = &raw["reply_to_message"];
    let from = title(&message["sender_chat"]).map(str::to_owned).or_else(|| name(&message["from"]));
    (Some(marked.to_owned()), from)
}

/// A message from elsewhere of which no words are told: its kind, and what that says.
fn described(message: &Value) -> String {
    let mut fields = message.as_object().into_iter().flatten();
    let Some((kind, value)) = fields.find(|(kind, _)| !BESIDE.contains(&kind.as_str())) else {
        return "[message]".to_owned();
    };
    let mut said = Vec::new();
    words(value, &mut said);
    let kind = kind.replace('_', " ");
    format!("[{kind}] {}", said.join(", ")).trim().to_owned()
}

/// Who or where a message comes from: a person, somebody who hides, a chat or a channel.
fn origin(origin: &Value) -> Option<String> {
    let hidden = || origin["sender_user_name"].as_str().map(str::to_owned);
    let place = || {
        let place = title(&origin["chat"]).or_else(|| title(&origin["sender_chat"]))?;
        Some(match origin["author_signature"].as_str().filter(|who| !who.is_empty()) {
            Some(who) => format!("{place} ({who})"),
            None => place.to_owned(),
        })
    };
    name(&origin["sender_user"]).or_else(hidden).or_else(place)
}

fn title(chat: &Value) -> Option<&str> {
    chat["title"].as_str().filter(|title| !title.is_empty())
}

fn name(person: &Value) -> Option<String> {
    Some(full_name(person["first_name"].as_str()?, person["last_name"].as_str()))
}
