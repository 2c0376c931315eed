//! Speech to text. The recording goes from the host's store to the server; its bytes never come here.

use crate::{
    Settings, authorized, detail,
    refusal::Refusal,
    reply::{self, unreadable},
};
use patchbay_plugin::media;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;
use patchbay_plugin::transcribe::{Segment, Transcript};

const TIMEOUT_MS: u32 = 180_000;
/// What OpenAI takes, and what most servers of others took over.
const MOST_BYTES: u64 = 25 << 20;
/// Endings by which servers tell what they get.
const ENDINGS: [&str; 9] = ["flac", "mp3", "mp4", "mpeg", "mpga", "m4a", "ogg", "wav", "webm"];
/// Above the one and below the other, what was written down is most likely invented out of silence.
const SILENCE: f64 = 0.6;
const GUESSED: f64 = -1.0;

pub fn transcribe(
    settings: &Settings,
    audio: &Blob,
    language: Option<&str>,
) -> Result<Transcript, Failure> {
    let model = settings.transcription_model.trim();
    if model.is_empty() {
        let text = "This helper writes down no recordings: no model for them was entered.";
        return Err(Failure::Permanent(Detail::new("unsupported", text)));
    }
    let meta = media::meta(audio);
    if meta.size.is_some_and(|size| size > MOST_BYTES) {
        let text = "The recording is larger than the 25 MB that can be written down.";
        return Err(Failure::Permanent(detail("too-large", text)));
    }
    let name = name_of(&meta)?;
    let language = language.map(primary).filter(|code| code.len() == 2);
    // Only these give times; newer ones answer with the text alone, and refuse to be asked for more.
    let mut detailed = model.contains("whisper");
    loop {
        let mut parts = vec![
            Part::blob("file", &name, &meta.mime, audio),
            Part::text("model", model),
            Part::text("response_format", if detailed { "verbose_json" } else { "json" }),
        ];
        parts.extend(language.as_deref().map(|code| Part::text("language", code)));
        let answer = authorized(Request::post(settings.url("/audio/transcriptions")))
            .multipart(parts)
            .timeout_ms(TIMEOUT_MS)
            .send()?;
        if answer.ok() {
            let told: Value = answer.json().map_err(|_| unreadable())?;
            return transcript(&told, language);
        }
        let refusal = Refusal::read(answer);
        if !(detailed && refusal.status == 400 && refusal.names(&["response_format"])) {
            return Err(refusal.failure(model, "transcription_model"));
        }
        detailed = false;
    }
}

/// A name with an ending that the server knows; what the customer called the file stays here.
fn name_of(meta: &BlobMeta) -> Result<String, Failure> {
    let filename = meta.filename.as_deref().unwrap_or_default();
    let given = filename.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let ending = match media::ending_of(&meta.mime).or(given.as_deref()).unwrap_or_default() {
        "oga" | "opus" => "ogg",
        "weba" => "webm",
        other => other,
    };
    if !ENDINGS.contains(&ending) {
        let text = "Recordings of this kind have to be converted first; mp3, m4a, ogg and wav are \
                    among those that can be written down.";
        return Err(Failure::Permanent(detail("kind", text).said(meta.mime.clone())));
    }
    Ok(format!("recording.{ending}"))
}

pub fn transcript(told: &Value, asked: Option<String>) -> Result<Transcript, Failure> {
    let Some(whole) = told["text"].as_str() else { return Err(unreadable()) };
    let ms = |value: &Value| (value.as_f64().unwrap_or(0.0).max(0.0) * 1000.0).round() as u64;
    let segments: Vec<Segment> = match told["segments"].as_array() {
        Some(list) => list
            .iter()
            .filter(|one| is_said(one))
            .map(|one| Segment {
                from_ms: ms(&one["start"]),
                to_ms: ms(&one["end"]).max(ms(&one["start"])),
                speaker: Some(reply::text(&one["speaker"])).filter(|name| !name.is_empty()),
                text: reply::text(&one["text"]),
            })
            .filter(|one| !one.text.is_empty())
            .collect(),
        None if whole.trim().is_empty() => Vec::new(),
        None => {
            let to_ms = ms(&told["duration"]).max(ms(&told["usage"]["seconds"]));
            let text = whole.trim().to_owned();
            vec![Segment { from_ms: 0, to_ms, speaker: None, text }]
        }
    };
    let language = told["language"].as_str().and_then(tag_of).or(asked);
    Ok(Transcript { language, segments })
}

fn is_said(segment: &Value) -> bool {
    let number = |name: &str, otherwise: f64| segment[name].as_f64().unwrap_or(otherwise);
    number("no_speech_prob", 0.0) <= SILENCE || number("avg_logprob", 0.0) >= GUESSED
}

fn primary(tag: &str) -> String {
    tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase()
}

/// Some servers name the language in English.
fn tag_of(language: &str) -> Option<String> {
    let tag = match language.to_ascii_lowercase().as_str() {
        "arabic" => "ar",
        "bengali" => "bn",
        "chinese" | "mandarin" => "zh",
        "cantonese" => "yue",
        "dutch" => "nl",
        "english" => "en",
        "french" => "fr",
        "german" => "de",
        "hindi" => "hi",
        "indonesian" => "id",
        "italian" => "it",
        "japanese" => "ja",
        "korean" => "ko",
        "malay" => "ms",
        "portuguese" => "pt",
        "russian" => "ru",
        "spanish" => "es",
        "tagalog" => "tl",
        "tamil" => "ta",
        "thai" => "th",
        "turkish" => "tr",
        "vietnamese" => "vi",
        code if (2..=3).contains(&code.len()) => return Some(code.to_owned()),
        _ => return None,
    };
    Some(tag.to_owned())
}
