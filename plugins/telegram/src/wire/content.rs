//! What a message of a known kind says: its text, and the files it brings.

use super::{File, Location, Sticker, TgMessage, User};
use patchbay_plugin::media::ending_of;
use patchbay_plugin::media::mime_of;

/// A message's content.
#[derive(Debug, Default, PartialEq)]
pub struct Content {
    pub text: Option<String>,
    pub files: Vec<FileRef>,
    /// Written by Telegram itself, not by a person.
    pub service: bool,
}

/// A file to be fetched.
#[derive(Debug, Clone, PartialEq)]
pub struct FileRef {
    pub file_id: String,
    pub size: Option<u64>,
    pub mime: String,
    pub filename: String,
    pub kind: &'static str,
}

impl FileRef {
    /// Where Telegram keeps the file tells the ending that neither its name nor its type did.
    pub fn learn(&mut self, path: &str) {
        let (_, ending) = base_name(path).rsplit_once('.').unwrap_or_default();
        if self.filename.contains('.') || ending.is_empty() {
            return;
        }
        self.filename = format!("{}.{ending}", self.filename);
        if self.mime == "application/octet-stream" {
            mime_of(&self.filename).clone_into(&mut self.mime);
            if self.kind == "document" {
                self.kind = patchbay_plugin::media::kind_of(&self.mime);
            }
        }
    }
}

/// Reads a message. `None`: no field that is known here.
pub fn content(message: &TgMessage) -> Option<Content> {
    let caption = message.caption.clone();
    if let Some(text) = &message.text {
        return Some(said(text.clone()));
    }
    if let Some(file) = file(message) {
        return Some(Content { text: caption, files: vec![file], service: false });
    }
    if let Some(sticker) = &message.sticker {
        let text = match &sticker.emoji {
            Some(emoji) => format!("[sticker] {emoji}"),
            None => "[sticker]".to_owned(),
        };
        let files = vec![sticker_file(sticker, message.message_id)];
        return Some(Content { text: Some(text), files, service: false });
    }
    let told = shown_as_text(message).map(said).or_else(|| service(message))?;
    let text = caption.into_iter().chain(told.text).collect::<Vec<_>>().join("\n");
    Some(Content { text: Some(text), ..told })
}

pub(super) fn said(text: String) -> Content {
    Content { text: Some(text), ..Content::default() }
}

/// The file of a message. An animation sets `document` too, so it comes first.
fn file(message: &TgMessage) -> Option<FileRef> {
    let id = message.message_id;
    if let Some(sizes) = &message.photo {
        let largest = sizes.iter().max_by_key(|size| size.width * size.height)?;
        return Some(named(largest, "image", "image/jpeg", &format!("photo_{id}")));
    }
    let kinds = [
        (&message.animation, "video", "video/mp4", "animation"),
        (&message.video, "video", "video/mp4", "video"),
        (&message.video_note, "video", "video/mp4", "video"),
        (&message.audio, "audio", "audio/mpeg", "audio"),
        (&message.voice, "voice", "audio/ogg", "voice"),
        (&message.document, "document", "", "file"),
    ];
    kinds.into_iter().find_map(|(file, kind, usual, stem)| {
        Some(named(file.as_ref()?, kind, usual, &format!("{stem}_{id}")))
    })
}

/// Names a file. `usual`: the type of its kind, when Telegram tells none.
fn named(file: &File, kind: &'static str, usual: &str, stem: &str) -> FileRef {
    let given = file.file_name.as_deref().map(base_name).filter(|name| !name.is_empty());
    let mime = match &file.mime_type {
        // Some clients say this of everything.
        Some(told) if told != "application/octet-stream" => told.clone(),
        _ if usual.is_empty() => mime_of(given.unwrap_or_default()).to_owned(),
        _ => usual.to_owned(),
    };
    let ending = ending_of(&mime).or_else(|| ending_of(usual));
    let filename = match (given, ending) {
        (Some(name), Some(ending)) if !name.contains('.') => format!("{name}.{ending}"),
        (Some(name), _) => name.to_owned(),
        (None, ending) => {
            let stem = titled(file).unwrap_or_else(|| stem.to_owned());
            ending.map_or_else(|| stem.clone(), |ending| format!("{stem}.{ending}"))
        }
    };
    // A picture sent as a file is still a picture.
    let kind = if kind == "document" { patchbay_plugin::media::kind_of(&mime) } else { kind };
    FileRef { file_id: file.file_id.clone(), size: file.file_size, mime, filename, kind }
}

/// The name of a piece of music.
fn titled(file: &File) -> Option<String> {
    let title = file.title.as_deref().filter(|title| !title.trim().is_empty())?;
    let performer = file.performer.as_ref().map_or(String::new(), |who| format!("{who} - "));
    Some(format!("{performer}{title}").trim().replace(['/', '\\'], "-"))
}

fn base_name(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name).trim()
}

fn sticker_file(sticker: &Sticker, id: i64) -> FileRef {
    let (mime, extension) = match (sticker.is_animated, sticker.is_video) {
        (true, _) => ("application/x-tgsticker", "tgs"),
        (_, true) => ("video/webm", "webm"),
        _ => ("image/webp", "webp"),
    };
    FileRef {
        file_id: sticker.file_id.clone(),
        size: sticker.file_size,
        mime: mime.to_owned(),
        filename: format!("sticker_{id}.{extension}"),
        kind: "sticker",
    }
}

/// Kinds without a file. A venue sets `location` too, so it comes first.
fn shown_as_text(message: &TgMessage) -> Option<String> {
    if let Some(venue) = &message.venue {
        let map = map_link(&venue.location);
        return Some(format!("[venue] {}, {}\n{map}", venue.title, venue.address));
    }
    if let Some(location) = &message.location {
        let Location { latitude, longitude } = location;
        return Some(format!("[location] {latitude}, {longitude}\n{}", map_link(location)));
    }
    if let Some(contact) = &message.contact {
        let name = full_name(&contact.first_name, contact.last_name.as_deref());
        return Some(format!("[contact] {name} {}", contact.phone_number));
    }
    if let Some(poll) = &message.poll {
        let options: Vec<_> = poll.options.iter().map(|o| format!("\n- {}", o.text)).collect();
        return Some(format!("[poll] {}{}", poll.question, options.concat()));
    }
    if let Some(dice) = &message.dice {
        return Some(format!("[dice] {} {}", dice.emoji, dice.value));
    }
    let game = message.game.as_ref()?;
    let more = [&game.description, &game.text].into_iter().flatten();
    Some(more.fold(format!("[game] {}", game.title), |words, more| format!("{words}\n{more}")))
}

fn map_link(place: &Location) -> String {
    let Location { latitude, longitude } = place;
    format!(
        "https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=16/{latitude}/{longitude}"
    )
}

/// What Telegram itself notes in a chat.
fn service(message: &TgMessage) -> Option<Content> {
    let names = |people: &[User]| {
        people.iter().map(|p| full_name(&p.first_name, p.last_name.as_deref())).collect::<Vec<_>>()
    };
    let text = if let Some(people) = &message.new_chat_members {
        format!("[joined] {}", names(people).join(", "))
    } else if let Some(person) = &message.left_chat_member {
        format!("[left] {}", names(std::slice::from_ref(person)).join(", "))
    } else if let Some(title) = &message.new_chat_title {
        format!("[new title] {title}")
    } else {
        return None;
    };
    Some(Content { text: Some(text), files: Vec::new(), service: true })
}

/// A person's name as Telegram shows it.
pub fn full_name(first: &str, last: Option<&str>) -> String {
    match last {
        Some(last) if !last.is_empty() => format!("{first} {last}"),
        _ => first.to_owned(),
    }
}
