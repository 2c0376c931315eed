//! An AI helper by whatever model is served behind OpenAI's interface for chats and recordings.

mod analysing;
mod answering;
mod chat;
mod conversation;
mod insights;
mod refusal;
mod reply;
mod schema;
mod suggesting;
mod transcribing;
mod translating;
mod verify;

use patchbay_plugin::prelude::*;
use patchbay_plugin::talk::Conversation;
use patchbay_plugin::{analyse_text, answer, message_insight, suggest, transcribe, translate};
use serde::Deserialize;

/// Begins the codes of failures.
const ID: &str = "assist-openai";

struct Helper;

/// The plain settings of `settings.json`, with the schema's defaults.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
struct Settings {
    base_url: String,
    model: String,
    transcription_model: String,
    max_tokens: u32,
    temperature: f64,
    context_chars: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            base_url: "https://api.openai.com/v1".to_owned(),
            model: String::new(),
            transcription_model: "whisper-1".to_owned(),
            max_tokens: 1500,
            temperature: 0.2,
            context_chars: 12_000,
        }
    }
}

impl Settings {
    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url.trim().trim_end_matches('/'))
    }
}

/// A code and its sentence.
fn detail(what: impl std::fmt::Display, text: &str) -> Detail {
    Detail::new(format!("{ID}.{what}"), text)
}

/// A server of one's own may want no key.
fn authorized(request: Request<'_>) -> Request<'_> {
    if host::secret_exists("api_key") { request.credential("key") } else { request }
}

impl settings::Guest for Helper {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        verify::check(&config(&acc)?)
    }

    /// The server calls nobody.
    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl suggest::Guest for Helper {
    fn suggest(
        acc: Account,
        what: Conversation,
        at_most: u32,
    ) -> Result<Vec<suggest::Suggestion>, Failure> {
        suggesting::suggest(&config(&acc)?, &what, at_most)
    }
}

impl translate::Guest for Helper {
    fn translate(
        acc: Account,
        texts: Vec<String>,
        source: Option<String>,
        target: String,
    ) -> Result<translate::Translation, Failure> {
        translating::translate(&config(&acc)?, &texts, source.as_deref(), &target)
    }
}

impl analyse_text::Guest for Helper {
    fn analyse(acc: Account, what: Conversation) -> Result<analyse_text::Analysis, Failure> {
        analysing::analyse(&config(&acc)?, &what)
    }
}

impl transcribe::Guest for Helper {
    fn transcribe(
        acc: Account,
        audio: Blob,
        language: Option<String>,
    ) -> Result<transcribe::Transcript, Failure> {
        transcribing::transcribe(&config(&acc)?, &audio, language.as_deref())
    }
}

impl answer::Guest for Helper {
    fn recommend(
        acc: Account,
        what: Conversation,
        passages: Vec<answer::Passage>,
    ) -> Result<answer::Recommendation, Failure> {
        answering::recommend(&config(&acc)?, &what, &passages)
    }
}

impl message_insight::Guest for Helper {
    fn find(
        acc: Account,
        what: Conversation,
        kind: String,
    ) -> Result<message_insight::Insight, Failure> {
        insights::find(&config(&acc)?, &what, &kind)
    }
}

patchbay_plugin::export!(
    Helper: settings, suggest, translate, analyse_text, transcribe, answer, message_insight
);

#[cfg(test)]
mod tests;
