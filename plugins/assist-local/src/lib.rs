//! A helper that works on the desk itself, by word lists: it answers from passages word for word,
//! and finds topics, emotions and what a message tells. The same input gives the same answer.

mod anchor;
mod conversation;
mod emotion;
mod insight;
mod language;
mod lexicon;
mod recommend;
mod retrieval;
mod suggest;
mod text;
mod topic;
mod wording;

use patchbay_plugin::analyse_text::{self, Analysis};
use patchbay_plugin::answer::{self, Passage, Recommendation};
use patchbay_plugin::message_insight::{self, Insight};
use patchbay_plugin::prelude::*;
use patchbay_plugin::suggest::{self as suggestions, Suggestion};
use patchbay_plugin::talk::Conversation;
use serde::Deserialize;

struct LocalAssist;

/// The settings of `settings.json`, with the schema's defaults.
#[derive(Deserialize)]
#[serde(default)]
struct Settings {
    greet: bool,
    min_confidence: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { greet: true, min_confidence: 0.35 }
    }
}

impl settings::Guest for LocalAssist {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        let settings: Settings = config(&acc)?;
        let mut problems = Vec::new();
        if !(0.0..=1.0).contains(&settings.min_confidence) {
            let detail = Detail::new("assist.min-confidence", "Enter a number from 0 to 1.");
            problems.push(("min_confidence".to_owned(), detail));
        }
        let facts =
            [("Languages", "English, Malay, Chinese"), ("Reaches", "nothing outside this desk")];
        Ok(settings::Validation {
            title: Some("Local helper".to_owned()),
            problems,
            facts: facts.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        })
    }

    /// Nothing to register: no provider is involved.
    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl suggestions::Guest for LocalAssist {
    fn suggest(
        _acc: Account,
        what: Conversation,
        at_most: u32,
    ) -> Result<Vec<Suggestion>, Failure> {
        Ok(suggest::suggest(&conversation::newest_turns(&what), at_most))
    }
}

impl analyse_text::Guest for LocalAssist {
    fn analyse(_acc: Account, what: Conversation) -> Result<Analysis, Failure> {
        let text = conversation::customer_text(&what);
        let is_empty = text.is_empty();
        Ok(Analysis {
            language: (!is_empty).then(|| language::of(&text, what.language.as_deref()).to_owned()),
            sentiment: (!is_empty).then(|| emotion::Emotions::of(&text).sentiment()),
            topics: topic::topics(&text),
            summary: topic::summary(&text),
            extras: vec![("method".to_owned(), "lexicon".to_owned())],
        })
    }
}

impl answer::Guest for LocalAssist {
    fn recommend(
        acc: Account,
        what: Conversation,
        passages: Vec<Passage>,
    ) -> Result<Recommendation, Failure> {
        let settings: Settings = config(&acc)?;
        let rules =
            recommend::Rules { greet: settings.greet, min_confidence: settings.min_confidence };
        Ok(recommend::recommend(&conversation::newest_turns(&what), &passages, &rules))
    }
}

impl message_insight::Guest for LocalAssist {
    fn find(_acc: Account, what: Conversation, kind: String) -> Result<Insight, Failure> {
        insight::find(&conversation::newest_turn(&what).text, &kind)
    }
}

patchbay_plugin::export!(LocalAssist: settings, suggest, analyse_text, answer, message_insight);

#[cfg(test)]
mod tests;
