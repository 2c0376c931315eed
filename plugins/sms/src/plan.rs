//! Which text messages an agent's message becomes. Pure.

use patchbay_plugin::prelude::{Detail, Failure};
use patchbay_plugin::split::{split, units};

/// The longest text the API takes, in UTF-16 units.
const TEXT_MAX: usize = 1600;

/// What the changing part of a link counts at least. A link is signed anew for each attempt, and
/// the texts must be cut at the same places each time, or a lost one is not found again.
const QUERY_ROOM: usize = 300;

/// Pictures of a single message.
const PICTURES_MAX: usize = 10;

/// A file to be sent, with the address customers load it from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    pub mime: String,
    pub filename: String,
    pub url: String,
}

/// One message of the provider's.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    pub pictures: Vec<String>,
}

/// The messages, in order: texts, the pictures with the last of them; other files as links.
pub fn plan(text: &str, files: &[Outgoing], mms: bool) -> Result<Vec<Piece>, Failure> {
    let as_picture = |file: &&Outgoing| {
        let mime = file.mime.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
        mms && ["image/jpeg", "image/png", "image/gif"].contains(&mime.as_str())
    };
    let (pictures, links): (Vec<&Outgoing>, Vec<&Outgoing>) =
        files.iter().partition(|file| as_picture(file));
    let mut texts: Vec<String> =
        split(text, TEXT_MAX, units).into_iter().map(str::to_owned).collect();
    let mut used = texts.last().map_or(TEXT_MAX, |text| units(text));
    for file in links {
        let line = format!("{}: {}", file.filename, file.url);
        let fixed = units(line.split('?').next().unwrap_or_default());
        let room = fixed + QUERY_ROOM.max(units(&line).saturating_sub(fixed));
        match texts.last_mut().filter(|_| used + 1 + room <= TEXT_MAX) {
            Some(last) => {
                *last = format!("{last}\n{line}");
                used += 1 + room;
            }
            None => {
                texts.extend(split(&line, TEXT_MAX, units).into_iter().map(str::to_owned));
                used = room;
            }
        }
    }
    let mut pieces: Vec<Piece> =
        texts.into_iter().map(|text| Piece { text, pictures: Vec::new() }).collect();
    for chunk in pictures.chunks(PICTURES_MAX) {
        let urls: Vec<String> = chunk.iter().map(|file| file.url.clone()).collect();
        match pieces.last_mut().filter(|piece| piece.pictures.is_empty()) {
            Some(last) => last.pictures = urls,
            None => pieces.push(Piece { text: String::new(), pictures: urls }),
        }
    }
    if pieces.is_empty() {
        return Err(Failure::Permanent(Detail::new(
            "sms.empty",
            "The message has neither text nor an attachment.",
        )));
    }
    Ok(pieces)
}
