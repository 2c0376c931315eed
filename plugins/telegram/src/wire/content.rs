//! What a message says: its text, and the files it brings. Nothing is ever dropped: a kind that
//! the desk cannot show becomes a line of text that says so.

use super::{File, Location, Sticker, TgMessage, User};
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
    shown_as_text(message).map(said).or_else(|| service(message))
}

fn said(text: String) -> Content {
    Content { text: Some(text), ..Content::default() }
}

/// The file of a message. An animation sets `document` too, so it comes first.
fn file(message: &TgMessage) -> Option<FileRef> {
    let id = message.message_id;
    if let Some(sizes) = &message.photo {
        let largest = sizes.iter().max_by_key(|size| size.width * size.height)?;
        return Some(named(largest, "image", "image/jpeg", &format!("photo_{id}.jpg")));
    }
    let kinds = [
        (&message.animation, "video", "video/mp4", "animation", "mp4"),
        (&message.video, "video", "video/mp4", "video", "mp4"),
        (&message.video_note, "video", "video/mp4", "video", "mp4"),
        (&message.audio, "audio", "audio/mpeg", "audio", "mp3"),
        (&message.voice, "voice", "audio/ogg", "voice", "ogg"),
        (&message.document, "document", "", "file", ""),
    ];
    let (file, kind, mime, stem, extension) =
        kinds.into_iter().find_map(|(file, kind, mime, stem, extension)| {
            file.as_ref().map(|file| (file, kind, mime, stem, extension))
        })?;
    let dot = if extension.is_empty() { "" } else { "." };
    let mut found = named(file, kind, mime, &format!("{stem}_{id}{dot}{extension}"));
    if let (None, Some(title)) = (&file.file_name, &file.title) {
        let performer = file.performer.as_ref().map_or(String::new(), |who| format!("{who} - "));
        found.filename = base_name(&format!("{performer}{title}.{extension}"));
    }
    Some(found)
}

fn named(file: &File, kind: &'static str, mime: &str, fallback: &str) -> FileRef {
    let filename = match &file.file_name {
        Some(name) => base_name(name),
        None => fallback.to_owned(),
    };
    let mime = match &file.mime_type {
        // Some clients say this of everything.
        Some(given) if given != "application/octet-stream" => given.clone(),
        _ if mime.is_empty() => mime_of(&filename).to_owned(),
        _ => mime.to_owned(),
    };
    // A picture sent as a file is still a picture.
    let kind = if kind == "document" { patchbay_plugin::media::kind_of(&mime) } else { kind };
    FileRef { file_id: file.file_id.clone(), size: file.file_size, mime, filename, kind }
}

fn base_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).trim();
    if name.is_empty() { "file".to_owned() } else { name.to_owned() }
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
    message.game.as_ref().map(|game| format!("[game] {}", game.title))
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

/// Fields that every message may have; whatever else an unknown message has is its kind.
const COMMON: [&str; 24] = [
    "message_id",
    "from",
    "sender_chat",
    "chat",
    "date",
    "edit_date",
    "message_thread_id",
    "is_topic_message",
    "is_automatic_forward",
    "reply_to_message",
    "external_reply",
    "quote",
    "forward_origin",
    "via_bot",
    "has_protected_content",
    "is_from_offline",
    "media_group_id",
    "author_signature",
    "reply_markup",
    "business_connection_id",
    "sender_boost_count",
    "sender_business_bot",
    "effect_id",
    "paid_star_count",
];

/// The content of a message none of whose fields is known here: a line naming its kind.
pub fn unknown(raw: &serde_json::Value) -> Content {
    let fields = raw.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let kinds: Vec<_> =
        fields.filter(|name| !COMMON.contains(name)).map(|name| name.replace('_', " ")).collect();
    let kind = if kinds.is_empty() { "message".to_owned() } else { kinds.join(", ") };
    said(format!("[{kind}] This cannot be shown here; open it in Telegram."))
}

/// A person's name as Telegram shows it.
pub fn full_name(first: &str, last: Option<&str>) -> String {
    match last {
        Some(last) if !last.is_empty() => format!("{first} {last}"),
        _ => first.to_owned(),
    }
}
