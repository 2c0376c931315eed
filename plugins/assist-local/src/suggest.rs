//! Suggestions by templates: acknowledge the topic, and ask for what is missing.

use crate::anchor::{anchor, has_order_number};
use crate::conversation::Newest;
use crate::lexicon::reply;
use crate::topic::topics;
use patchbay_plugin::suggest::Suggestion;

const CONFIDENCES: [f32; 3] = [0.4, 0.3, 0.25];
const GENERAL_CONFIDENCE: f32 = 0.2;

pub fn suggest(newest: &Newest<'_>, at_most: u32) -> Vec<Suggestion> {
    if newest.text.trim().is_empty() {
        return vec![];
    }
    let language = newest.reply_language();
    let mut topics: Vec<(String, f32)> = topics(&newest.text)
        .into_iter()
        .zip(CONFIDENCES)
        .map(|(topic, confidence)| (topic.name, confidence))
        .collect();
    topics.push(("general".to_owned(), GENERAL_CONFIDENCE));
    let suggestions = topics.into_iter().map(|(topic, confidence)| {
        let acknowledgement = reply(&format!("ack {topic}"), Some(language));
        let question = reply(missing(&topic, &newest.text), Some(language));
        let space = if language == "zh" { "" } else { " " };
        Suggestion {
            text: format!("{acknowledgement}{space}{question}"),
            confidence: Some(confidence),
            source: Some(format!("rule: {topic}")),
        }
    });
    suggestions.take(at_most as usize).collect()
}

/// The key of the question for what the customer has not told yet.
fn missing(topic: &str, text: &str) -> &'static str {
    let anchored = anchor(text).map(|anchor| anchor.kind);
    match topic {
        "delivery" | "payment" | "refund" if !has_order_number(text) => "need order",
        "account" if !text.contains('@') => "need account",
        "booking" if anchored != Some("date") => "need date",
        "opening hours" => "need branch",
        "product" if !matches!(anchored, Some("product" | "quote")) => "need product",
        "technical" => "need device",
        "complaint" | "general" => "need details",
        _ => "have",
    }
}
