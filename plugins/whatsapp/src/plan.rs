//! Which requests an agent's message becomes. Pure.

use graph::{split, units};
use patchbay_plugin::outgoing::{Button, Content, QuickReply, Template};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// The longest text, the longest caption, the longest text above buttons.
const TEXT_MAX: usize = 4096;
const CAPTION_MAX: usize = 1024;
const BODY_MAX: usize = 1024;
/// Buttons of a message; more choices become a list.
const BUTTONS_MAX: usize = 3;

const ALONE: &str = "Send the template by itself. Put the text, the files and everything else into \
    messages of their own; after the 24 hours, send those when the customer has answered.";

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The kind and its body.
    Plain(&'static str, Value),
    File(FileStep),
}

/// One file: which attachment, as which kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStep {
    pub attachment: usize,
    pub kind: &'static str,
    pub mime: String,
    pub filename: String,
    pub caption: Option<String>,
}

/// What a file is, as far as its kind depends on it.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a> {
    pub mime: &'a str,
    pub kind: &'a str,
    pub filename: Option<&'a str>,
}

/// The requests, in order. A text that fits goes as the first file's caption, or above the buttons.
pub fn plan(
    text: Option<&str>,
    files: &[Outgoing<'_>],
    contents: &[Content],
) -> Result<Vec<Step>, Failure> {
    if let Some(template) = contents.iter().find_map(|content| match content {
        Content::Template(template) => Some(template),
        _ => None,
    }) {
        // The text of a template is WhatsApp's; whatever else is here would be lost.
        if text.is_some_and(|text| !text.trim().is_empty())
            || !files.is_empty()
            || contents.len() > 1
        {
            return Err(Failure::Permanent(Detail::new("whatsapp.template-alone", ALONE)));
        }
        return Ok(vec![Step::Plain("template", template_body(template))]);
    }
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let mut steps = Vec::new();
    let files: Vec<FileStep> =
        files.iter().enumerate().map(|(place, file)| file_step(file, place)).collect();
    let choices = contents.iter().find_map(choices);
    let captioned = files.first().is_some_and(|file| !matches!(file.kind, "audio" | "sticker"));
    let caption = text.filter(|text| captioned && choices.is_none() && units(text) <= CAPTION_MAX);
    let mut pieces = match (caption, text) {
        (None, Some(text)) => split(text, TEXT_MAX, units),
        _ => Vec::new(),
    };
    // Buttons stand below the end of the text.
    let above = choices.is_some().then(|| match pieces.pop() {
        Some(last) if units(last) <= BODY_MAX => last,
        Some(last) => {
            let mut parts = split(last, BODY_MAX, units);
            let end = parts.pop().unwrap_or(last);
            pieces.extend(parts);
            end
        }
        None => "…",
    });
    let words = |piece: &str| Step::Plain("text", json!({ "body": piece, "preview_url": false }));
    steps.extend(pieces.into_iter().map(words));
    for (place, mut file) in files.into_iter().enumerate() {
        file.caption = caption.filter(|_| place == 0).map(str::to_owned);
        steps.push(Step::File(file));
    }
    for content in contents {
        match content {
            Content::Location(place) => steps.push(Step::Plain(
                "location",
                without_nulls(json!({
                    "latitude": place.latitude, "longitude": place.longitude,
                    "name": place.name, "address": place.address,
                })),
            )),
            Content::Contact(card) => steps.push(Step::Plain("contacts", json!([contact(card)]))),
            _ => {}
        }
    }
    if let (Some(choices), Some(above)) = (choices, above) {
        steps.push(Step::Plain("interactive", choices.body(above)));
    }
    if steps.is_empty() {
        let message = "The message has nothing that WhatsApp could send.";
        return Err(Failure::Permanent(Detail::new("whatsapp.empty", message)));
    }
    Ok(steps)
}

/// Answers to choose from: ids and titles, and links that no button can carry beside them.
struct Choices {
    answers: Vec<(String, String)>,
    links: Vec<(String, String)>,
}

fn choices(content: &Content) -> Option<Choices> {
    let (mut answers, mut links) = (Vec::new(), Vec::new());
    match content {
        Content::QuickReplies(replies) => {
            answers
                .extend(replies.iter().map(|QuickReply { id, title }| (id.clone(), title.clone())));
        }
        Content::Buttons(buttons) => {
            for Button { id, title, url } in buttons {
                match url {
                    Some(url) => links.push((url.clone(), title.clone())),
                    None => answers.push((id.clone(), title.clone())),
                }
            }
        }
        _ => return None,
    }
    (answers.len() + links.len() > 0).then_some(Choices { answers, links })
}

impl Choices {
    fn body(&self, above: &str) -> Value {
        let mut above = above.to_owned();
        // One link alone is a button; others are written out.
        if let ([(url, title)], []) = (self.links.as_slice(), self.answers.as_slice()) {
            let button = json!({ "display_text": title, "url": url });
            return json!({
                "type": "cta_url", "body": { "text": above },
                "action": { "name": "cta_url", "parameters": button },
            });
        }
        for (url, title) in &self.links {
            above.push_str(&format!("\n{title}: {url}"));
        }
        if self.answers.len() > BUTTONS_MAX {
            let rows: Vec<Value> = self
                .answers
                .iter()
                .map(|(id, title)| json!({ "id": id, "title": title }))
                .collect();
            return json!({
                "type": "list", "body": { "text": above },
                "action": { "button": "☰", "sections": [{ "rows": rows }] },
            });
        }
        let buttons: Vec<Value> = self
            .answers
            .iter()
            .map(|(id, title)| json!({ "type": "reply", "reply": { "id": id, "title": title } }))
            .collect();
        json!({ "type": "button", "body": { "text": above }, "action": { "buttons": buttons } })
    }
}

/// Values by number or name belong to the body; `header.image` and the like, and `button.0`, say
/// where else a value goes.
fn template_body(template: &Template) -> Value {
    let (mut body, mut components) = (Vec::new(), Vec::new());
    for (place, value) in &template.parameters {
        match place.split_once('.') {
            Some(("header", "text")) => components.push(json!({
                "type": "header", "parameters": [{ "type": "text", "text": value }],
            })),
            Some(("header", kind)) => components.push(json!({
                "type": "header", "parameters": [{ "type": kind, kind: { "link": value } }],
            })),
            Some(("button", index)) => components.push(json!({
                "type": "button", "sub_type": "quick_reply", "index": index,
                "parameters": [{ "type": "payload", "payload": value }],
            })),
            Some(("url", index)) => components.push(json!({
                "type": "button", "sub_type": "url", "index": index,
                "parameters": [{ "type": "text", "text": value }],
            })),
            _ if place.bytes().all(|byte| byte.is_ascii_digit()) => {
                body.push(json!({ "type": "text", "text": value }));
            }
            _ => body.push(json!({ "type": "text", "parameter_name": place, "text": value })),
        }
    }
    if !body.is_empty() {
        components.push(json!({ "type": "body", "parameters": body }));
    }
    let mut made = json!({ "name": template.name, "language": { "code": template.language } });
    if !components.is_empty() {
        made["components"] = json!(components);
    }
    made
}

fn contact(card: &ContactCard) -> Value {
    let name = if card.name.trim().is_empty() { "?" } else { card.name.trim() };
    let first = name.split_whitespace().next().unwrap_or(name);
    let mut made = json!({ "name": { "formatted_name": name, "first_name": first } });
    if !card.phones.is_empty() {
        made["phones"] = card.phones.iter().map(|phone| json!({ "phone": phone })).collect();
    }
    if !card.emails.is_empty() {
        made["emails"] = card.emails.iter().map(|email| json!({ "email": email })).collect();
    }
    if let Some(company) = &card.organisation {
        made["org"] = json!({ "company": company });
    }
    made
}

fn file_step(file: &Outgoing<'_>, place: usize) -> FileStep {
    let mime = file.mime.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    let kind = match mime.as_str() {
        "image/webp" => "sticker",
        "image/jpeg" | "image/png" => "image",
        "video/mp4" | "video/3gpp" => "video",
        "audio/aac" | "audio/amr" | "audio/mpeg" | "audio/mp4" | "audio/ogg" => "audio",
        _ => "document",
    };
    let given = file.filename.map(str::trim).filter(|name| !name.is_empty());
    let filename = given.map_or_else(|| format!("{}_{}", file.kind, place + 1), str::to_owned);
    // Opus is the only codec of Ogg that WhatsApp plays.
    let mime = if mime == "audio/ogg" { "audio/ogg; codecs=opus".to_owned() } else { mime };
    FileStep { attachment: place, kind, mime, filename, caption: None }
}

fn without_nulls(mut value: Value) -> Value {
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    value
}
