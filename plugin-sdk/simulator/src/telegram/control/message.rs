//! A customer's message as it is ordered: JSON with the file inside, or a form with a file part.
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Value, json};

use super::super::Telegram;
use super::super::commit::Manner;
use super::super::customer::CustomerMessage;
use super::super::errors::ApiError;
use super::super::files::{Hints, Kind, StoredFile, as_document};
use super::super::format;
use super::super::methods::{hints, store};
use super::super::request::{Params, Upload};
use super::super::state::{Customer, Twice};
use super::{ControlError, OrderResult, safe_headers};

const TEXT_MAX: usize = 4096;
// What `"photo": true` sends.
const SAMPLE_PHOTO: &[u8] = include_bytes!("../../phone/assets/sample.png");
const SAMPLE_STICKER: &[u8] = include_bytes!("../../phone/assets/sticker-wave.webp");

/// `POST /control/telegram/messages`
pub async fn send(State(telegram): State<Arc<Telegram>>, request: Request) -> OrderResult {
    let params = Params::read(request).await?;
    let token = params.text("token").unwrap_or_default();
    let from = params.json("from").ok().flatten().unwrap_or_default();
    let from: Customer = serde_json::from_value(from)
        .map_err(|_| ControlError::invalid("from must be an object with a number as id"))?;
    let mut said = CustomerMessage {
        from,
        content: json!({}),
        files: Vec::new(),
        reply_to: params.int("reply_to").filter(|id| *id > 0),
        manner: Manner {
            twice: if params.flag("twice") { Twice::AtOnce } else { Twice::No },
            flood: None,
        },
    };
    fill(&telegram, &params, &mut said).await?;
    Ok(Json(json!(telegram.say(&token, said).await?)))
}

async fn fill(
    telegram: &Telegram,
    params: &Params,
    said: &mut CustomerMessage,
) -> Result<(), ControlError> {
    let content = &mut said.content;
    for name in ["location", "contact", "venue"] {
        if let Ok(Some(value)) = params.json(name) {
            content[name] = value.clone();
            // A venue is also a location, for clients that know no venues.
            if name == "venue" {
                content["location"] = value["location"].clone();
            }
        }
    }
    if let Some(group) = params.text("media_group_id") {
        content["media_group_id"] = json!(group);
    }
    if let Some((kind, upload, hints)) = file_of(params)? {
        said.files = store(telegram, kind, &upload, &hints).await?;
        if let Some(file) = said.files.first() {
            content[kind.field()] = file.media.clone();
            if kind == Kind::Animation {
                content["document"] = as_document(&file.media);
            }
        }
    }
    let has_file = !said.files.is_empty();
    let words = match has_file {
        true => params.text("caption").or_else(|| params.text("text")),
        false => params.text("text"),
    };
    let words = words.map(|words| words.trim().to_owned()).filter(|words| !words.is_empty());
    if let Some(words) = words {
        if format::units(&words) > TEXT_MAX {
            return Err(ControlError::invalid("a text has at most 4096 characters"));
        }
        let (field, list) =
            if has_file { ("caption", "caption_entities") } else { ("text", "entities") };
        let found = format::found_in(&words);
        content[field] = json!(words);
        if !found.is_empty() {
            content[list] = json!(found);
        }
    }
    if content.as_object().is_none_or(|fields| fields.is_empty()) {
        return Err(ControlError::invalid("there is nothing to send: give text or a file"));
    }
    Ok(())
}

// The file of the message: a part named after its kind, or an object with base64 `data`.
fn file_of(params: &Params) -> Result<Option<(Kind, Upload, Hints)>, ControlError> {
    for kind in Kind::ALL {
        if let Some(upload) = params.file(kind.field()) {
            return Ok(Some((kind, upload.clone(), hints(params))));
        }
        let Some(value) = params.json(kind.field()).ok().flatten() else { continue };
        let about = Params::from_object(value.as_object().cloned().unwrap_or_default());
        let bytes = match about.text("data") {
            Some(data) => STANDARD
                .decode(data)
                .map(Bytes::from)
                .map_err(|_| ControlError::invalid("data must be base64"))?,
            None => about.text("content").map_or_else(|| sample(kind), Bytes::from),
        };
        let upload = Upload { name: about.text("file_name"), mime: about.text("mime_type"), bytes };
        let mut hints = hints(&about);
        hints.claimed_size = about.int("size").and_then(|size| u64::try_from(size).ok());
        return Ok(Some((kind, upload, hints)));
    }
    Ok(None)
}

fn sample(kind: Kind) -> Bytes {
    match kind {
        Kind::Photo => Bytes::from_static(SAMPLE_PHOTO),
        Kind::Sticker => Bytes::from_static(SAMPLE_STICKER),
        _ => Bytes::from_static(b"sample"),
    }
}

/// `GET /control/telegram/files/{token}/{file_id}`: the bytes as the phone shows them.
pub async fn file(
    State(telegram): State<Arc<Telegram>>,
    Path((token, file_id)): Path<(String, String)>,
) -> Result<Response, ControlError> {
    let found: Option<StoredFile> = {
        let state = telegram.state();
        state.bots.get(&token).and_then(|bot| bot.files.get(&file_id).cloned())
    };
    let file = found.ok_or_else(|| ControlError::from(ApiError::not_found()))?;
    let bytes = telegram.blobs.get(&file.blob).await.unwrap_or_default();
    let name = match &file.media {
        Value::Object(media) => media.get("file_name").and_then(Value::as_str),
        _ => None,
    };
    let name = name.or_else(|| file.path.rsplit('/').next()).unwrap_or("file").to_owned();
    Ok((safe_headers(&file.mime, &name), bytes).into_response())
}
