//! Files in both directions: their ids, their `PhotoSize`/`Document`/… objects and their bytes.
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::picture;
use super::request::Upload;
use crate::clock::Dice;

/// A file a bot can name by its id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredFile {
    /// Per bot; good for sending again.
    pub file_id: String,
    /// The same for all bots; not good for sending.
    pub file_unique_id: String,
    /// Path below `/file/bot<token>/`.
    pub path: String,
    /// The size Telegram reports, which a test may claim without sending the bytes.
    pub size: u64,
    /// Content type.
    pub mime: String,
    /// What it was sent as.
    pub kind: Kind,
    /// The value of the message field named after `kind`.
    pub media: Value,
    /// Key of the bytes.
    pub blob: String,
}

/// The message fields that carry files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Compressed picture in several sizes.
    Photo,
    /// Film.
    Video,
    /// Music.
    Audio,
    /// Recorded speech.
    Voice,
    /// Any file.
    Document,
    /// Film without sound, shown in a loop.
    Animation,
    /// Sticker.
    Sticker,
    /// Round film.
    VideoNote,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 8] = [
        Kind::Photo,
        Kind::Video,
        Kind::Audio,
        Kind::Voice,
        Kind::Document,
        Kind::Animation,
        Kind::Sticker,
        Kind::VideoNote,
    ];

    /// The field of a message and the parameter of its `send` method.
    pub fn field(self) -> &'static str {
        match self {
            Kind::Photo => "photo",
            Kind::Video => "video",
            Kind::Audio => "audio",
            Kind::Voice => "voice",
            Kind::Document => "document",
            Kind::Animation => "animation",
            Kind::Sticker => "sticker",
            Kind::VideoNote => "video_note",
        }
    }

    /// The name in "can't use file of type … as …".
    pub fn title(self) -> &'static str {
        match self {
            Kind::Photo => "Photo",
            Kind::Video => "Video",
            Kind::Audio => "Audio",
            Kind::Voice => "VoiceNote",
            Kind::Document => "Document",
            Kind::Animation => "Animation",
            Kind::Sticker => "Sticker",
            Kind::VideoNote => "VideoNote",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Kind::Photo => "photos",
            Kind::Video => "videos",
            Kind::Audio => "music",
            Kind::Voice => "voice",
            Kind::Document => "documents",
            Kind::Animation => "animations",
            Kind::Sticker => "stickers",
            Kind::VideoNote => "video_notes",
        }
    }

    fn default_mime(self) -> &'static str {
        match self {
            Kind::Photo => "image/jpeg",
            Kind::Video | Kind::Animation | Kind::VideoNote => "video/mp4",
            Kind::Audio => "audio/mpeg",
            Kind::Voice => "audio/ogg",
            Kind::Document => "application/octet-stream",
            Kind::Sticker => "image/webp",
        }
    }

    // Real ids start with characters that tell the type; clients must not care, people do.
    fn id_prefix(self) -> &'static str {
        match self {
            Kind::Photo => "AgACAgUAAxkBAA",
            Kind::Voice => "AwACAgUAAxkBAA",
            Kind::Video => "BAACAgUAAxkBAA",
            Kind::Audio => "CQACAgUAAxkBAA",
            Kind::Animation => "CgACAgUAAxkBAA",
            Kind::Sticker => "CAACAgUAAxkBAA",
            Kind::VideoNote => "DQACAgUAAxkBAA",
            Kind::Document => "BQACAgUAAxkBAA",
        }
    }
}

/// What the sender says about a file beside its bytes.
#[derive(Debug, Clone, Default)]
pub struct Hints {
    /// Seconds.
    pub duration: Option<i64>,
    /// Pixels.
    pub width: Option<i64>,
    /// Pixels.
    pub height: Option<i64>,
    /// Emoji a sticker stands for.
    pub emoji: Option<String>,
    /// Artist.
    pub performer: Option<String>,
    /// Track.
    pub title: Option<String>,
    /// Report this size instead of the real one.
    pub claimed_size: Option<u64>,
}

/// Makes ids and the media object. The first file stands for the whole, photos bring smaller ones.
pub fn describe(
    dice: &Dice,
    kind: Kind,
    upload: &Upload,
    hints: &Hints,
    number: usize,
) -> Vec<StoredFile> {
    let mime = real_mime(kind, upload);
    let size = hints.claimed_size.unwrap_or(upload.bytes.len() as u64);
    let blob = dice.text(12);
    let path = format!("{}/file_{number}.{}", kind.folder(), extension(upload, &mime));
    let mut file = StoredFile {
        file_id: format!("{}{}", kind.id_prefix(), dice.text(36)),
        file_unique_id: format!("AQAD{}", dice.text(9)),
        path,
        size,
        mime,
        kind,
        media: Value::Null,
        blob,
    };
    let pixels = picture::pixels(&upload.bytes);
    let width = hints.width.or(pixels.map(|p| p.0)).unwrap_or(640);
    let height = hints.height.or(pixels.map(|p| p.1)).unwrap_or(480);
    let mut media = json!({});
    match kind {
        Kind::Photo => return photo_sizes(dice, file, width, height),
        Kind::Video | Kind::Animation => {
            media["duration"] = json!(hints.duration.unwrap_or(0));
            media["width"] = json!(width);
            media["height"] = json!(height);
        }
        Kind::VideoNote => {
            media["duration"] = json!(hints.duration.unwrap_or(0));
            media["length"] = json!(width);
        }
        Kind::Audio => {
            media["duration"] = json!(hints.duration.unwrap_or(0));
            for (name, value) in [("performer", &hints.performer), ("title", &hints.title)] {
                if let Some(value) = value {
                    media[name] = json!(value);
                }
            }
        }
        Kind::Voice => media["duration"] = json!(hints.duration.unwrap_or(0)),
        Kind::Sticker => {
            media["type"] = json!("regular");
            media["width"] = json!(hints.width.or(pixels.map(|p| p.0)).unwrap_or(512));
            media["height"] = json!(hints.height.or(pixels.map(|p| p.1)).unwrap_or(512));
            media["is_animated"] = json!(file.path.ends_with(".tgs"));
            media["is_video"] = json!(file.path.ends_with(".webm"));
            if let Some(emoji) = &hints.emoji {
                media["emoji"] = json!(emoji);
            }
        }
        Kind::Document => {}
    }
    if !matches!(kind, Kind::Sticker | Kind::Voice | Kind::VideoNote)
        && let Some(name) = &upload.name
    {
        media["file_name"] = json!(name);
    }
    if !matches!(kind, Kind::Sticker | Kind::VideoNote) {
        media["mime_type"] = json!(file.mime);
    }
    name_file(&mut media, &file);
    media["file_size"] = json!(file.size);
    file.media = media;
    vec![file]
}

/// An animation as clients see it that know no animations: the file alone.
pub fn as_document(animation: &Value) -> Value {
    let mut document = animation.clone();
    if let Some(fields) = document.as_object_mut() {
        fields.retain(|name, _| !["duration", "width", "height"].contains(&name.as_str()));
    }
    document
}

fn name_file(media: &mut Value, file: &StoredFile) {
    media["file_id"] = json!(file.file_id);
    media["file_unique_id"] = json!(file.file_unique_id);
}

// The smaller sizes have ids of their own and the same bytes: nothing here can shrink a picture.
fn photo_sizes(dice: &Dice, full: StoredFile, width: i64, height: i64) -> Vec<StoredFile> {
    let longest = width.max(height).max(1);
    let mut sizes = Vec::new();
    let mut small = Vec::new();
    for (step, edge) in [90, 320].into_iter().enumerate() {
        if longest <= edge {
            continue;
        }
        let mut file = full.clone();
        file.file_id = format!("{}{}", Kind::Photo.id_prefix(), dice.text(36));
        file.file_unique_id = format!("AQAD{}", dice.text(9));
        file.path = full.path.replacen('.', &format!("_{step}."), 1);
        let mut size = json!({});
        name_file(&mut size, &file);
        size["width"] = json!((width * edge / longest).max(1));
        size["height"] = json!((height * edge / longest).max(1));
        sizes.push(size);
        small.push(file);
    }
    let mut size = json!({});
    name_file(&mut size, &full);
    size["file_size"] = json!(full.size);
    size["width"] = json!(width);
    size["height"] = json!(height);
    sizes.push(size);
    let mut files = vec![full];
    files.extend(small);
    for file in &mut files {
        file.media = Value::Array(sizes.clone());
    }
    files
}

fn real_mime(kind: Kind, upload: &Upload) -> String {
    if let Some(found) = picture::mime(&upload.bytes) {
        return found.into();
    }
    match upload.mime.as_deref() {
        Some(mime) if mime != "application/octet-stream" => {
            mime.split(';').next().unwrap_or(mime).trim().to_ascii_lowercase()
        }
        _ => kind.default_mime().into(),
    }
}

fn extension(upload: &Upload, mime: &str) -> String {
    let named = upload.name.as_deref().and_then(|name| name.rsplit_once('.')).map(|(_, end)| end);
    if let Some(end) = named
        && (1..=8).contains(&end.len())
        && end.bytes().all(|b| b.is_ascii_alphanumeric())
    {
        return end.to_ascii_lowercase();
    }
    match mime {
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "image/gif" => "gif",
        "image/webp" => "webp",
        "video/mp4" => "mp4",
        "audio/ogg" => "oga",
        "audio/mpeg" => "mp3",
        "application/pdf" => "pdf",
        _ => "bin",
    }
    .into()
}

/// Where the bytes are: in memory, or in files beside the journal.
pub struct Blobs {
    folder: Option<PathBuf>,
    held: Mutex<HashMap<String, Bytes>>,
}

impl Blobs {
    /// `None` keeps everything in memory.
    pub fn new(folder: Option<PathBuf>) -> std::io::Result<Self> {
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder)?;
        }
        Ok(Self { folder, held: Mutex::default() })
    }

    /// Stores the bytes durably where there is a folder.
    pub async fn put(&self, key: &str, bytes: Bytes) -> std::io::Result<()> {
        let Some(folder) = &self.folder else {
            self.held.lock().unwrap_or_else(PoisonError::into_inner).insert(key.into(), bytes);
            return Ok(());
        };
        let path = folder.join(key);
        let mut file = tokio::fs::File::create(&path).await?;
        tokio::io::AsyncWriteExt::write_all(&mut file, &bytes).await?;
        file.sync_all().await
    }

    /// The bytes, when there are any.
    pub async fn get(&self, key: &str) -> Option<Bytes> {
        match &self.folder {
            Some(folder) => tokio::fs::read(folder.join(key)).await.ok().map(Bytes::from),
            None => self.held.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned(),
        }
    }
}
