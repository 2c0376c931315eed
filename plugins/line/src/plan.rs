//! Which of LINE's messages an agent's message becomes. Pure.

use crate::split::{TEXT_MAX, split, units};
use crate::wire;
use patchbay_plugin::outgoing::{Button, Content, QuickReply};
use patchbay_plugin::prelude::{Detail, Failure, Location};
use patchbay_plugin::serde_json::{self, Value, json};

/// LINE's largest pictures, previews, and films and recordings.
const IMAGE_MAX: u64 = 10 << 20;
const PREVIEW_MAX: u64 = 1 << 20;
const LONG_MAX: u64 = 200 << 20;
/// The text above buttons.
const BUTTONS_TEXT_MAX: usize = 160;
/// A text instead of what cannot be shown.
const ALT_MAX: usize = 400;

/// A file to be sent, with the address LINE's users load it from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    pub mime: String,
    pub filename: String,
    pub size: u64,
    pub url: String,
}

/// Everything that is to be said.
#[derive(Debug, Default)]
pub struct OutgoingContent<'a> {
    pub text: &'a str,
    pub files: &'a [Outgoing],
    pub contents: &'a [Content],
    /// Quotes the message that is answered.
    pub quote: Option<String>,
    /// A picture for what needs a small one.
    pub preview: &'a str,
}

/// LINE's messages, in order.
pub fn plan(wanted: &OutgoingContent<'_>) -> Result<Vec<Value>, Failure> {
    let mut out = Vec::new();
    let text = wanted.text.trim();
    let buttons = wanted.contents.iter().find_map(|content| match content {
        Content::Buttons(buttons) if !buttons.is_empty() => Some(buttons),
        _ => None,
    });
    // A short text stands above the buttons; a longer one comes before them.
    let above = buttons.is_some() && !text.is_empty() && units(text) <= BUTTONS_TEXT_MAX;
    if !above {
        out.extend(split(text, TEXT_MAX).into_iter().map(|t| json!({"type": "text", "text": t})));
    }
    if let (Some(quote), Some(first)) = (&wanted.quote, out.first_mut()) {
        first["quoteToken"] = json!(quote);
    }
    if let Some(buttons) = buttons {
        let titles = buttons.iter().map(|button| button.title.as_str()).collect::<Vec<_>>();
        let text = if above { text.to_owned() } else { titles.join(" / ") };
        out.push(template(&text, buttons));
    }
    for content in wanted.contents {
        match content {
            Content::Location(place) => out.push(location(place)),
            // A message of LINE's own, for those who know its form.
            Content::Custom(custom) if custom.kind == "line.message" => {
                out.extend(serde_json::from_slice::<Value>(&custom.payload).ok());
            }
            _ => {}
        }
    }
    out.extend(wanted.files.iter().map(|file| shown(file, wanted.preview)));
    let Some(last) = out.last_mut() else {
        return Err(Failure::Permanent(Detail::new(
            "line.empty",
            "The message has neither text nor an attachment.",
        )));
    };
    for content in wanted.contents {
        if let Content::QuickReplies(replies) = content {
            last["quickReply"] = json!({"items": replies.iter().map(quick).collect::<Vec<_>>()});
        }
    }
    Ok(out)
}

fn postback(id: &str, title: &str) -> Value {
    json!({
        "type": "postback", "label": cut(title, 20), "data": wire::data(id, title),
        "displayText": cut(title, 300),
    })
}

fn quick(reply: &QuickReply) -> Value {
    json!({"type": "action", "action": postback(&reply.id, &reply.title)})
}

fn template(text: &str, buttons: &[Button]) -> Value {
    let actions = buttons.iter().map(|button| match &button.url {
        Some(url) => json!({"type": "uri", "label": cut(&button.title, 20), "uri": url}),
        None => postback(&button.id, &button.title),
    });
    json!({
        "type": "template", "altText": cut(text, ALT_MAX),
        "template": {
            "type": "buttons", "text": cut(text, BUTTONS_TEXT_MAX),
            "actions": actions.collect::<Vec<_>>(),
        },
    })
}

fn location(place: &Location) -> Value {
    let Location { latitude, longitude, name, address } = place;
    let spot = format!("{latitude:.5}, {longitude:.5}");
    let word = |given: &Option<String>, otherwise: &str| {
        let given = given.as_deref().map(str::trim).filter(|given| !given.is_empty());
        cut(given.unwrap_or(otherwise), 100)
    };
    // LINE wants both words.
    json!({
        "type": "location", "title": word(name, address.as_deref().unwrap_or(&spot)),
        "address": word(address, &spot), "latitude": latitude, "longitude": longitude,
    })
}

/// A picture, film or recording as such where LINE can show it; anything else as a link.
fn shown(file: &Outgoing, preview: &str) -> Value {
    let mime = file.mime.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    let url = &file.url;
    let preview = preview.trim();
    let small = if file.size <= PREVIEW_MAX { url } else { preview };
    match mime.as_str() {
        "image/jpeg" | "image/png" if file.size <= IMAGE_MAX && !small.is_empty() => {
            json!({"type": "image", "originalContentUrl": url, "previewImageUrl": small})
        }
        "video/mp4" if file.size <= LONG_MAX && !preview.is_empty() => {
            json!({"type": "video", "originalContentUrl": url, "previewImageUrl": preview})
        }
        "audio/mpeg" | "audio/mp3" | "audio/mp4" | "audio/m4a" | "audio/x-m4a"
            if file.size <= LONG_MAX =>
        {
            json!({"type": "audio", "originalContentUrl": url, "duration": duration(file.size)})
        }
        _ => json!({"type": "text", "text": format!("{}\n{url}", file.filename)}),
    }
}

/// LINE shows a recording's length and wants to be told; nobody measured it, so it is reckoned
/// from the size at 128 kbit/s.
fn duration(bytes: u64) -> u64 {
    (bytes / 16).max(1000)
}

/// At most so many UTF-16 units, with an ellipsis where something was left out.
fn cut(text: &str, most: usize) -> String {
    if units(text) <= most {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for letter in text.chars() {
        used += letter.len_utf16();
        if used > most {
            break;
        }
        out.push(letter);
    }
    out + "…"
}
