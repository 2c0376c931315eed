//! Which requests an agent's message becomes. Pure.

use crate::contents;
use crate::split::{CAPTION_MAX, TEXT_MAX, split, units};
use patchbay_plugin::outgoing::Content;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Telegram shows a picture only up to this size; larger ones go as files.
const PHOTO_MAX: u64 = 10 << 20;

/// Carries choices that have no words of their own; Telegram wants some.
const NO_WORDS: &str = "…";

/// The requests, in order.
#[derive(Debug)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// Buttons or a keyboard; they go with the last request, where the customer looks for them.
    pub markup: Option<Value>,
}

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Without a file: its method and parameters.
    Plain(&'static str, Value),
    File(FileStep),
}

impl Step {
    /// A text of at most [`TEXT_MAX`].
    pub fn text(words: &str) -> Self {
        Self::Plain("sendMessage", json!({"text": words}))
    }
}

/// One file: which attachment, by which method, under which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStep {
    pub attachment: usize,
    pub method: &'static str,
    pub field: &'static str,
    pub mime: String,
    pub filename: String,
    pub caption: Option<String>,
}

/// What a file is, as far as the choice of the method needs it.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'a> {
    pub mime: &'a str,
    pub kind: &'a str,
    pub filename: Option<&'a str>,
    pub size: Option<u64>,
}

/// The requests of a message. A text that fits goes as the first file's caption; places and cards
/// come last.
pub fn plan(
    text: Option<&str>,
    files: &[Outgoing<'_>],
    contents: &[Content],
) -> Result<Plan, Failure> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let caption = text.filter(|text| !files.is_empty() && units(text) <= CAPTION_MAX);
    let mut steps = Vec::new();
    if let (None, Some(text)) = (caption, text) {
        steps.extend(split(text, TEXT_MAX).into_iter().map(Step::text));
    }
    for (attachment, file) in files.iter().enumerate() {
        let (method, field) = method(file);
        steps.push(Step::File(FileStep {
            attachment,
            method,
            field,
            mime: file.mime.to_owned(),
            filename: filename(file, attachment),
            caption: caption.filter(|_| attachment == 0).map(str::to_owned),
        }));
    }
    steps.extend(contents::steps(contents));
    let markup = contents::markup(contents);
    if steps.is_empty() && markup.is_some() {
        steps.push(Step::text(NO_WORDS));
    }
    if steps.is_empty() {
        return Err(Failure::Permanent(Detail::new(
            "telegram.empty",
            "The message has nothing that Telegram could send.",
        )));
    }
    Ok(Plan { steps, markup })
}

fn method(file: &Outgoing<'_>) -> (&'static str, &'static str) {
    let mime = file.mime.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    match mime.as_str() {
        "image/gif" => ("sendAnimation", "animation"),
        "image/jpeg" | "image/png" | "image/webp"
            if file.size.is_none_or(|size| size <= PHOTO_MAX) =>
        {
            ("sendPhoto", "photo")
        }
        "video/mp4" => ("sendVideo", "video"),
        "audio/ogg" | "audio/opus" => ("sendVoice", "voice"),
        "audio/mpeg" | "audio/mp3" | "audio/mp4" | "audio/m4a" | "audio/x-m4a" => {
            if file.kind == "voice" { ("sendVoice", "voice") } else { ("sendAudio", "audio") }
        }
        _ => ("sendDocument", "document"),
    }
}

fn filename(file: &Outgoing<'_>, place: usize) -> String {
    match file.filename.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => name.to_owned(),
        None => format!("file_{}", place + 1),
    }
}
