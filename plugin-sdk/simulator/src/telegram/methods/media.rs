//! Sending files: uploaded, by file id or by web address, alone or as an album.
use std::sync::atomic::Ordering;

use bytes::{Bytes, BytesMut};
use serde_json::{Value, json};

use super::super::errors::{ApiError, text as words};
use super::super::files::{self, Hints, Kind, StoredFile};
use super::super::request::{Params, Upload};
use super::super::state::Change;
use super::send::{CAPTION_MAX, Frame, send, styled};
use super::{Answer, Call};

const PHOTO_MAX: u64 = 10 * 1024 * 1024;
const PHOTO_URL_MAX: usize = 5 * 1024 * 1024;
const URL_MAX: usize = 20 * 1024 * 1024;
const ALBUM: std::ops::RangeInclusive<usize> = 2..=10;

/// The field that goes into the message, and the changes that make its file known.
struct Part {
    field: &'static str,
    media: Value,
    changes: Vec<Change>,
}

/// `sendPhoto`, `sendDocument` and the others with one file.
pub async fn one(call: &Call<'_>, kind: Kind) -> Result<Answer, ApiError> {
    let frame = Frame::read(call)?;
    let caption = caption(call.params, kind)?;
    let name = kind.field();
    let part = match call.params.file(name) {
        Some(upload) => keep(call, kind, upload, &hints(call.params)).await?,
        None => {
            let source = call.params.text(name).unwrap_or_default();
            named(call, kind, &source, &hints(call.params)).await?
        }
    };
    let mut content = caption;
    // Old clients only know documents, so an animation is one as well.
    if part.field == "animation" {
        content["document"] = files::as_document(&part.media);
    }
    content[part.field] = part.media;
    let mut sent = send(call, frame, vec![content], part.changes).await?;
    Ok(Answer::of(sent.pop().unwrap_or_default()))
}

/// `sendMediaGroup`.
pub async fn album(call: &Call<'_>) -> Result<Answer, ApiError> {
    let frame = Frame::read(call)?;
    let unreadable = || ApiError::bad("can't parse media JSON object");
    let list = call.params.json("media").map_err(|()| unreadable())?;
    let items = list.as_ref().and_then(Value::as_array).ok_or_else(unreadable)?;
    if !ALBUM.contains(&items.len()) {
        return Err(ApiError::bad("media group must include 2-10 items"));
    }
    let mut kinds = Vec::new();
    for item in items {
        let wanted = item["type"].as_str().unwrap_or_default();
        let kind = [Kind::Photo, Kind::Video, Kind::Document, Kind::Audio]
            .into_iter()
            .find(|kind| kind.field() == wanted);
        kinds.push(kind.ok_or_else(|| ApiError::bad("can't parse media: type is unsupported"))?);
    }
    // Documents and audio stand alone; photos and videos may be mixed.
    let alone = |kind: &Kind| matches!(kind, Kind::Document | Kind::Audio);
    if kinds.iter().any(alone) && kinds.iter().any(|kind| *kind != kinds[0]) {
        return Err(ApiError::bad("can't use the media of the specified type in the album"));
    }
    let group = (call.telegram.dice.roll() >> 10).to_string();
    let (mut contents, mut changes) = (Vec::new(), Vec::new());
    for (item, kind) in items.iter().zip(kinds) {
        let params = Params::from_object(item.as_object().cloned().unwrap_or_default());
        let source = params.text("media").unwrap_or_default();
        let part = named(call, kind, &source, &hints(&params)).await?;
        let mut content = caption(&params, kind)?;
        content["media_group_id"] = json!(group);
        content[part.field] = part.media;
        contents.push(content);
        changes.extend(part.changes);
    }
    Ok(Answer::of(Value::Array(send(call, frame, contents, changes).await?)))
}

fn caption(params: &Params, kind: Kind) -> Result<Value, ApiError> {
    let mut content = json!({});
    if matches!(kind, Kind::Sticker | Kind::VideoNote) {
        return Ok(content);
    }
    let (text, entities) = styled(params, "caption", "caption_entities", CAPTION_MAX)?;
    if !text.is_empty() {
        content["caption"] = json!(text);
        if !entities.is_empty() {
            content["caption_entities"] = Value::Array(entities);
        }
    }
    Ok(content)
}

/// What the parameters say about the file.
pub fn hints(params: &Params) -> Hints {
    Hints {
        duration: params.int("duration"),
        width: params.int("width"),
        height: params.int("height"),
        emoji: params.text("emoji"),
        performer: params.text("performer"),
        title: params.text("title"),
        claimed_size: None,
    }
}

// A file named by `attach://part`, by address or by the id of an earlier one.
async fn named(call: &Call<'_>, kind: Kind, source: &str, hints: &Hints) -> Result<Part, ApiError> {
    if source.is_empty() {
        return Err(ApiError::bad(&format!("there is no {} in the request", kind.field())));
    }
    if let Some(part) = source.strip_prefix("attach://") {
        let missing = || ApiError::bad(&format!("there is no file \"{part}\" in the request"));
        return keep(call, kind, call.params.file(part).ok_or_else(missing)?, hints).await;
    }
    if source.starts_with("http://") || source.starts_with("https://") {
        let upload = fetch(call, kind, source).await?;
        return keep(call, kind, &upload, hints).await;
    }
    let state = call.telegram.state();
    let bot = state.bots.get(call.token).ok_or_else(ApiError::unauthorized)?;
    let file = bot.files.get(source).ok_or_else(|| ApiError::bad(words::WRONG_FILE_ID))?;
    if file.kind != kind {
        let (from, to) = (file.kind.title(), kind.title());
        return Err(ApiError::bad(&format!("can't use file of type {from} as {to}")));
    }
    Ok(Part { field: kind.field(), media: file.media.clone(), changes: Vec::new() })
}

async fn keep(
    call: &Call<'_>,
    kind: Kind,
    upload: &Upload,
    hints: &Hints,
) -> Result<Part, ApiError> {
    let size = upload.bytes.len() as u64;
    if size == 0 {
        return Err(ApiError::bad("file must be non-empty"));
    }
    if kind == Kind::Photo {
        if size > PHOTO_MAX {
            return Err(ApiError::bad(&format!(
                "file of size {size} bytes is too big for a photo; the maximum size is {PHOTO_MAX} bytes"
            )));
        }
        if !super::super::picture::mime(&upload.bytes).is_some_and(|m| m.starts_with("image/")) {
            return Err(ApiError::bad("IMAGE_PROCESS_FAILED"));
        }
    }
    if size > super::super::request::UPLOAD_MAX as u64 {
        return Err(ApiError::too_large());
    }
    let made = store(call.telegram, kind_of(kind, upload), upload, hints).await?;
    let (kind, media) = made.first().map(|file| (file.kind, file.media.clone())).unzip();
    let token = call.token.to_owned();
    let changes = made
        .into_iter()
        .map(|file| Change::File { token: token.clone(), file: Box::new(file) })
        .collect();
    let field = kind.unwrap_or(Kind::Document).field();
    Ok(Part { field, media: media.unwrap_or_default(), changes })
}

// A "voice" that is none of the voice formats arrives as a file.
fn kind_of(kind: Kind, upload: &Upload) -> Kind {
    if kind != Kind::Voice {
        return kind;
    }
    let name = upload.name.as_deref().unwrap_or_default().to_ascii_lowercase();
    let mime = upload.mime.as_deref().unwrap_or_default();
    let by_name = [".ogg", ".oga", ".opus", ".mp3", ".m4a"].iter().any(|end| name.ends_with(end));
    let by_mime =
        ["audio/ogg", "audio/mpeg", "audio/mp4", "audio/x-m4a"].iter().any(|m| mime.starts_with(m));
    if by_name || by_mime { Kind::Voice } else { Kind::Document }
}

/// Writes the bytes and makes the ids, without making the file known yet.
pub async fn store(
    telegram: &super::super::Telegram,
    kind: Kind,
    upload: &Upload,
    hints: &Hints,
) -> Result<Vec<StoredFile>, ApiError> {
    let number = telegram.file_count.fetch_add(1, Ordering::Relaxed) + 1;
    let made = files::describe(&telegram.dice, kind, upload, hints, number);
    let failed = |_| ApiError {
        code: 500,
        description: "Internal Server Error: the simulator cannot store the file".into(),
        retry_after: None,
    };
    if let Some(first) = made.first() {
        telegram.blobs.put(&first.blob, upload.bytes.clone()).await.map_err(failed)?;
    }
    Ok(made)
}

async fn fetch(call: &Call<'_>, kind: Kind, address: &str) -> Result<Upload, ApiError> {
    let failed = |_| ApiError::bad("failed to get HTTP URL content");
    let wrong_type = || ApiError::bad("wrong type of the web page content");
    let mut answer = call.telegram.client.get(address).send().await.map_err(failed)?;
    if !answer.status().is_success() {
        return Err(ApiError::bad("failed to get HTTP URL content"));
    }
    let mime = answer.headers().get("content-type").and_then(|v| v.to_str().ok());
    let mime = mime.and_then(|m| m.split(';').next()).unwrap_or_default().trim().to_owned();
    let limit = if kind == Kind::Photo { PHOTO_URL_MAX } else { URL_MAX };
    let mut bytes = BytesMut::new();
    while let Some(chunk) = answer.chunk().await.map_err(failed)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > limit {
            return Err(ApiError::bad("failed to get HTTP URL content"));
        }
    }
    // By address, documents are only taken in three formats.
    let documents = ["image/gif", "application/pdf", "application/zip"];
    let fits = match kind {
        Kind::Photo => mime.starts_with("image/"),
        Kind::Document => documents.contains(&mime.as_str()),
        Kind::Voice => mime == "audio/ogg",
        _ => mime != "text/html",
    };
    if !fits {
        return Err(wrong_type());
    }
    let name =
        address.rsplit('/').next().map(|end| end.split('?').next().unwrap_or(end).to_owned());
    Ok(Upload { name, mime: Some(mime), bytes: Bytes::from(bytes) })
}
