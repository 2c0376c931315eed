//! Texts in, translations out, in the same order and number.

use crate::{
    ID,
    languages::tag_of,
    placeholders,
    server::{Direction, Server, unreadable},
};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;
use patchbay_plugin::translate::Translation;
use std::collections::BTreeMap;

/// Translates what has words; everything else stays as it is, as does a text whose translation lost
/// a placeholder: a reader is better off with the original than with a wrong name or address.
pub fn translate(
    server: &Server,
    request_chars: usize,
    texts: &[String],
    source: Option<&str>,
    target: &str,
) -> Result<Translation, Failure> {
    let direction = Direction { source: source.filter(|tag| !tag.is_empty()), target };
    let mut translated = texts.to_vec();
    let mut languages = Languages::default();
    for batch in batches(texts, request_chars) {
        let given: Vec<&str> = batch.iter().map(|at| texts[*at].as_str()).collect();
        let answer = server.translate(&given, direction)?;
        let came = translations(&answer, &given)?;
        languages.add(&answer["detectedLanguage"]);
        for ((at, text), translation) in batch.iter().zip(given).zip(came) {
            if placeholders::survive(text, &translation) && has_letters(&translation) {
                translated[*at] = translation;
            }
        }
    }
    let detected = if direction.source.is_none() { languages.most() } else { None };
    Ok(Translation { texts: translated, detected })
}

/// The places of texts with words, together until a request is full. A text that is too long by
/// itself goes alone: the server knows its limit.
fn batches(texts: &[String], request_chars: usize) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut length = 0;
    for (at, text) in texts.iter().enumerate() {
        if !placeholders::has_words(text) {
            continue;
        }
        let chars = text.chars().count();
        match batches.last_mut() {
            Some(batch) if length + chars <= request_chars => {
                batch.push(at);
                length += chars;
            }
            _ => {
                batches.push(vec![at]);
                length = chars;
            }
        }
    }
    batches
}

fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// One translation for each text.
fn translations(answer: &Value, given: &[&str]) -> Result<Vec<String>, Failure> {
    let came: Vec<String> = match &answer["translatedText"] {
        Value::Array(list) => {
            list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect()
        }
        Value::String(text) => vec![text.clone()],
        _ => return Err(unreadable()),
    };
    // A server that was told to keep strangers out answers them with signs in place of a refusal.
    if !came.iter().any(|text| has_letters(text)) {
        let text = "The translation server answered without a single word, as it does to clients \
                    that it does not serve. Check the API key, or use another server.";
        let said: String = came.concat().chars().take(60).collect();
        return Err(Failure::Permanent(Detail::new(format!("{ID}.no-words"), text).said(said)));
    }
    if came.len() != given.len() {
        let text = format!("The server answered {} texts with {}.", given.len(), came.len());
        return Err(Failure::Permanent(Detail::new(format!("{ID}.count"), text)));
    }
    Ok(came)
}

/// The languages found, by how sure the server was of each.
#[derive(Default)]
struct Languages(BTreeMap<String, f64>);

impl Languages {
    /// An object, or for several texts a list of them.
    fn add(&mut self, found: &Value) {
        let list = found.as_array().map_or(std::slice::from_ref(found), Vec::as_slice);
        for one in list {
            let Some(code) = one["language"].as_str() else { continue };
            let confidence = one["confidence"].as_f64().unwrap_or(0.0);
            *self.0.entry(tag_of(code)).or_default() += confidence;
        }
    }

    /// None when the server was not sure at all: then it only says English.
    fn most(self) -> Option<String> {
        let sure = self.0.into_iter().filter(|(_, confidence)| *confidence > 0.0);
        sure.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(tag, _)| tag)
    }
}
