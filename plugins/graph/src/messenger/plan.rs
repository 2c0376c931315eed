//! Which requests an agent's message becomes. Pure.

use super::Flavour;
use crate::split;
use patchbay_plugin::outgoing::{Button, Content, QuickReply};
use patchbay_plugin::serde_json::{Value, json};

/// Characters above buttons.
const ABOVE_MAX: usize = 640;

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The message as it is.
    Plain(Value),
    /// An attachment, by its place.
    File(usize, &'static str),
}

/// The requests, in order: texts, files, and buttons below the last text.
pub fn plan(flavour: &Flavour, text: &str, files: &[&str], contents: &[Content]) -> Vec<Step> {
    let mut pieces = split(text, flavour.text_max, flavour.length);
    let choices = contents.iter().find_map(|content| match content {
        Content::QuickReplies(replies) if !replies.is_empty() => Some(quick(replies)),
        Content::Buttons(buttons) if !buttons.is_empty() => Some(template(buttons)),
        _ => None,
    });
    let last = choices.is_some().then(|| match pieces.pop() {
        Some(last) if (flavour.length)(last) <= ABOVE_MAX.min(flavour.text_max) => last,
        Some(last) => {
            let mut parts = split(last, ABOVE_MAX.min(flavour.text_max), flavour.length);
            let end = parts.pop().unwrap_or(last);
            pieces.extend(parts);
            end
        }
        None => "…",
    });
    let mut steps: Vec<Step> =
        pieces.into_iter().map(|piece| Step::Plain(json!({ "text": piece }))).collect();
    steps.extend(files.iter().enumerate().map(|(place, mime)| Step::File(place, kind(mime))));
    if let (Some(choices), Some(last)) = (choices, last) {
        steps.push(Step::Plain(choices(last)));
    }
    steps
}

fn kind(mime: &str) -> &'static str {
    match mime.split('/').next() {
        Some("image") if !mime.contains("svg") && !mime.contains("tiff") => "image",
        Some("video") => "video",
        Some("audio") => "audio",
        _ => "file",
    }
}

type Body = Box<dyn Fn(&str) -> Value>;

fn quick(replies: &[QuickReply]) -> Body {
    let replies: Vec<Value> = replies
        .iter()
        .map(|QuickReply { id, title }| json!({ "content_type": "text", "title": title, "payload": id }))
        .collect();
    Box::new(move |text| json!({ "text": text, "quick_replies": replies }))
}

fn template(buttons: &[Button]) -> Body {
    let buttons: Vec<Value> = buttons
        .iter()
        .map(|Button { id, title, url }| match url {
            Some(url) => json!({ "type": "web_url", "url": url, "title": title }),
            None => json!({ "type": "postback", "title": title, "payload": id }),
        })
        .collect();
    Box::new(move |text| {
        let payload = json!({ "template_type": "button", "text": text, "buttons": buttons });
        json!({ "attachment": { "type": "template", "payload": payload } })
    })
}
