//! Which requests an agent's message becomes. Pure.

use crate::choices::{Choices, choices};
use graph::{split, units};
use patchbay_plugin::outgoing::{Content, Template};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// The longest text and the longest caption, in UTF-16 units.
pub const TEXT_MAX: usize = 4096;
const CAPTION_MAX: usize = 1024;

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

/// The requests, in order. A text that fits goes as the first file's caption, or above the choices.
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
    let offers = contents.iter().filter_map(choices);
    let (written, offers): (Vec<Choices>, Vec<Choices>) = offers.partition(Choices::is_text);
    let text = text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let lines = text.into_iter().chain(written.iter().map(Choices::lines));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut steps = Vec::new();
    let files: Vec<FileStep> =
        files.iter().enumerate().map(|(place, file)| file_step(file, place)).collect();
    let captioned = files.first().is_some_and(|file| !matches!(file.kind, "audio" | "sticker"));
    let fits = captioned && offers.is_empty() && !text.is_empty() && units(&text) <= CAPTION_MAX;
    let caption = fits.then_some(text.as_str());
    let mut pieces = if fits { Vec::new() } else { split(&text, TEXT_MAX, units) };
    // Choices stand below the end of the text.
    let mut above = None;
    if let (Some(first), Some(last)) = (offers.first(), pieces.last().copied()) {
        pieces.pop();
        pieces.extend(split(last, first.room(), units));
        above = pieces.pop();
    }
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
    for offer in &offers {
        steps.extend(offer.steps(above.take()));
    }
    if steps.is_empty() {
        let message = "The message has nothing that WhatsApp could send.";
        return Err(Failure::Permanent(Detail::new("whatsapp.empty", message)));
    }
    Ok(steps)
}

/// The request of a text of at most [`TEXT_MAX`].
pub fn words(piece: &str) -> Step {
    Step::Plain("text", json!({ "body": piece, "preview_url": false }))
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
