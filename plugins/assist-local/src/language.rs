//! Language detection by script and frequent words: `en`, `ms`, `zh`, or `und` for the rest.

use crate::lexicon::LANGUAGES;
use crate::text::{clip, is_han, units};

pub const UNDETERMINED: &str = "und";

/// So much of a text tells its language.
const SAMPLE_CHARS: usize = 1_000;
/// At least so much of the words must be known.
const LEAST_SHARE: f32 = 0.2;

pub fn detect(text: &str) -> &'static str {
    let text = clip(text, SAMPLE_CHARS);
    let units = units(text);
    let han = units.iter().filter(|unit| unit.is_han).count();
    let spaced =
        units.iter().filter(|unit| unit.text.starts_with(char::is_alphabetic)).count() - han;
    let kana = text.chars().filter(|c| matches!(c, '\u{3040}'..='\u{30ff}')).count();
    if han > 0 && han * 2 >= spaced {
        return if kana * 10 > han { UNDETERMINED } else { "zh" };
    }
    let mut known = [("en", 0.0_f32), ("ms", 0.0), ("other", 0.0)];
    for one in LANGUAGES.find(&units) {
        for (language, count) in &mut known {
            *count += if *language == one.category { 1.0 } else { 0.0 };
        }
    }
    known.sort_by(|a, b| b.1.total_cmp(&a.1));
    let [(language, most), (_, second), _] = known;
    if language == "other" || most <= second || most / (spaced.max(1) as f32) < LEAST_SHARE {
        return UNDETERMINED;
    }
    language
}

/// The base language of a tag, Indonesian as Malay; none for a language without word lists.
pub fn base(tag: Option<&str>) -> Option<&'static str> {
    match tag?.split(['-', '_']).next()?.to_lowercase().as_str() {
        "en" => Some("en"),
        "ms" | "id" | "zsm" => Some("ms"),
        "zh" | "cmn" => Some("zh"),
        _ => None,
    }
}

/// What the text tells, else what is known of the conversation.
pub fn of(text: &str, tag: Option<&str>) -> &'static str {
    match detect(text) {
        UNDETERMINED if !text.chars().any(is_han) => base(tag).unwrap_or(UNDETERMINED),
        found => found,
    }
}
