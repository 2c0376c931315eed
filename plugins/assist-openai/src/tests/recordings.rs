//! Speech to text.

use super::{failed, settings};
use crate::{Settings, transcribing::transcribe};
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use patchbay_plugin::transcribe::Transcript;
use serde_json::json;

/// The doubles know no media type of a blob, so the ending is taken from nothing but the size.
fn ask(settings: &Settings, size: u64) -> Result<Transcript, Failure> {
    let audio = testing::blob(7);
    testing::set_size(7, size);
    let came = transcribe(settings, &audio, Some("ms-MY"));
    testing::keep(audio);
    came
}

#[test]
fn what_cannot_be_written_down_is_not_sent() {
    let none = Settings { transcription_model: " ".into(), ..settings() };
    assert_eq!(failed(&ask(&none, 9).unwrap_err()), ("permanent", "unsupported".into()));
    let failure = ask(&settings(), 26 << 20).unwrap_err();
    assert_eq!(failed(&failure), ("permanent", "assist-openai.too-large".into()));
    let failure = ask(&settings(), 9).unwrap_err();
    assert_eq!(failed(&failure), ("permanent", "assist-openai.kind".into()));
    assert!(testing::take_sent().is_empty());
}

#[test]
fn silence_is_no_speech_and_names_of_languages_are_tags() {
    let told = json!({ "text": "Helo. Terima kasih kerana menonton!", "language": "malay", "segments": [
        { "start": 0.0, "end": 1.25, "text": " Helo.", "no_speech_prob": 0.01, "avg_logprob": -0.2 },
        { "start": 1.25, "end": 9, "text": "Terima kasih kerana menonton!", "no_speech_prob": 0.9,
            "avg_logprob": -1.4 },
        { "start": 9, "end": 8, "text": "Ya." } ] });
    let came = crate::transcribing::transcript(&told, None).unwrap();
    let segments: Vec<_> =
        came.segments.iter().map(|s| (s.from_ms, s.to_ms, s.text.as_str())).collect();
    assert_eq!(segments, [(0, 1250, "Helo."), (9000, 9000, "Ya.")]);
    assert_eq!(came.language.as_deref(), Some("ms"));
    let told = json!({ "text": "Hi", "usage": { "type": "duration", "seconds": 12 } });
    let came = crate::transcribing::transcript(&told, Some("en".into())).unwrap();
    assert_eq!((came.segments[0].to_ms, came.language.as_deref()), (12_000, Some("en")));
    let came = crate::transcribing::transcript(&json!({ "text": " " }), None).unwrap();
    assert!(came.segments.is_empty());
    assert!(crate::transcribing::transcript(&json!({}), None).is_err());
}
