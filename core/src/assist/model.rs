//! What a helper gets to read of a conversation, and the shapes of what it tells.

use crate::{
    http::Problem,
    plugins::{Conversation, Score, Turn},
    tickets::Talk,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// Messages a helper reads at most.
pub const TURNS_MAX: i64 = 50;
/// Characters of all turns together; the newest ones count first.
const CHARACTERS_MAX: usize = 20_000;

/// The newest turns that fit, oldest first. A message that is longer than everything allowed is cut
/// rather than left out, because it is often the one that matters.
#[must_use]
pub fn conversation(talk: Talk) -> Conversation {
    let mut room = CHARACTERS_MAX;
    let mut turns = Vec::new();
    for said in talk.turns.into_iter().rev() {
        if room == 0 {
            break;
        }
        let text: String = said.text.chars().take(room).collect();
        room -= text.chars().count();
        let role = match said.direction.as_str() {
            "in" => "customer",
            "out" => "agent",
            _ => "system",
        };
        turns.push(Turn { role: role.to_owned(), name: said.name, text, at_ms: said.at_ms });
    }
    turns.reverse();
    Conversation {
        channel: talk.channel,
        subject: Some(talk.subject).filter(|s| !s.is_empty()),
        language: Some(talk.language).filter(|l| !l.is_empty()),
        turns,
        extras: Vec::new(),
    }
}

/// What helpers and screens call a language that nobody could tell.
pub const UNDETERMINED: &str = "und";
/// Texts and characters of one call for translations.
const BATCH_TEXTS: usize = 20;
const BATCH_CHARACTERS: usize = 12_000;

/// Texts, by their place and size, in calls that are not too much for a helper. One that is longer than
/// a call should be goes by itself.
#[must_use]
pub fn batches(sizes: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = vec![];
    let mut room = 0;
    for &(place, size) in sizes {
        match batches.last_mut().filter(|batch| batch.len() < BATCH_TEXTS && size <= room) {
            Some(batch) => {
                room -= size;
                batch.push(place);
            }
            None => {
                room = BATCH_CHARACTERS.saturating_sub(size);
                batches.push(vec![place]);
            }
        }
    }
    batches
}

/// Whether a text can be a BCP 47 language tag: letters, digits and hyphens, the first part letters.
#[must_use]
pub fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=8).contains(&first.len())
        && first.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.all(|p| (1..=8).contains(&p.len()) && p.bytes().all(|b| b.is_ascii_alphanumeric()))
        && tag.len() <= 35
}

/// What a message tells, of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = HelperInsight)]
pub struct Insight {
    /// For people; empty where there is nothing to tell.
    pub value: String,
    /// Between 0 and 1, by name.
    pub scores: Vec<Score>,
    /// The helper's account.
    pub helper: String,
    /// When it was told; milliseconds.
    pub ts: i64,
}

/// What a proposal comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RecommendedAction)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    Answer,
    /// A question back.
    Ask,
    /// A person has to decide.
    HandOff,
    Nothing,
}

impl Action {
    /// By the name that a helper gives; a person decides about any other.
    pub fn named(name: &str) -> Self {
        match name {
            "answer" => Self::Answer,
            "ask" => Self::Ask,
            "nothing" => Self::Nothing,
            _ => Self::HandOff,
        }
    }
}

/// A proposal to answer the customer, and advice to the agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Recommendation {
    /// The id under which is said what became of it.
    pub id: i64,
    /// What the customer wants, in a few words.
    pub classification: String,
    /// To the agent, in a sentence.
    pub recommendation: String,
    pub what_to_do: Vec<String>,
    pub how_to_say: Vec<String>,
    /// The answer as one text; empty where a person has to decide.
    pub what_to_say: String,
    /// The answer's sentences, each with what supports it.
    pub results: Vec<RecommendedSentence>,
    /// Between 0 and 1, as the helper says.
    pub confidence: Option<f32>,
    pub action: Action,
    /// Sentences that no source supports, which are no part of the answer.
    pub struck: Vec<super::check::StruckSentence>,
    /// The helper's account.
    pub helper: String,
    /// The answer in the language that was asked for.
    pub translation: Option<String>,
    pub ticket_id: Option<i64>,
    pub message_id: Option<i64>,
    /// When it was made; milliseconds.
    pub ts: i64,
}

/// A sentence of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecommendedSentence {
    pub text: String,
    /// None for a greeting or a question.
    pub sources: Vec<SentenceSource>,
}

/// Where a sentence comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SentenceSource {
    pub article_id: i64,
    pub language: String,
    pub title: String,
    /// Where readers find the article.
    pub path: String,
    /// Word for word as the article has it.
    pub quote: String,
    /// When the article was published; milliseconds.
    pub published_at: i64,
}

/// What is asked about.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct RecommendationQuery {
    /// What the customer wrote, where no message is named.
    pub text: String,
    /// The message; its conversation up to it is what counts.
    pub message_id: String,
    /// The channel, where no message is named.
    pub channel: String,
    /// The answer is also given in this language.
    pub translation: String,
    /// `1` for a new one instead of the one that was made for the message.
    pub again: String,
}

impl RecommendationQuery {
    /// The message that is named.
    ///
    /// # Errors
    /// `not_found` for what is no id.
    pub fn message(&self) -> Result<Option<i64>, Problem> {
        match self.message_id.trim() {
            "" => Ok(None),
            id => id.parse().map(Some).map_err(|_| Problem::not_found()),
        }
    }

    pub fn again(&self) -> bool {
        self.again == "1"
    }

    /// A language; what says that none is wanted is none.
    pub fn translation(&self) -> Option<&str> {
        Some(self.translation.trim()).filter(|tag| !matches!(*tag, "" | "0" | "false" | "null"))
    }
}

/// How something was said in a recording.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct UploadedVoice {
    /// Emotions by name, in percent.
    pub percentage: BTreeMap<String, i64>,
    /// The strongest one; empty where none is told.
    pub emotion: String,
    /// How loud each part of the recording is, in percent above or below its mean.
    pub amplitude: Vec<i64>,
    /// Syllables a minute of speech.
    pub tempo: Option<f64>,
    pub duration_ms: u64,
    /// Time in which somebody spoke.
    pub speech_ms: u64,
    /// What the helper tells besides, by name; its README lists the names.
    pub extras: BTreeMap<String, String>,
}

/// Whether a media type is a recording's.
#[must_use]
pub fn is_sound(mime: &str) -> bool {
    mime.starts_with("audio/")
}

/// What an agent did with a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RecommendationFeedback)]
#[serde(rename_all = "lowercase")]
pub enum Feedback {
    /// It was put into the composer.
    Taken,
    /// It was sent with changes.
    Edited,
    Dismissed,
}

impl Feedback {
    pub fn name(self) -> &'static str {
        match self {
            Self::Taken => "taken",
            Self::Edited => "edited",
            Self::Dismissed => "dismissed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tickets::TalkMessage;

    fn said(direction: &str, text: &str) -> TalkMessage {
        TalkMessage { direction: direction.into(), text: text.into(), ..TalkMessage::default() }
    }

    #[test]
    fn the_newest_turns_fit_and_stand_in_order() {
        let long = "x".repeat(15_000);
        let talk = Talk {
            turns: vec![said("in", "first"), said("out", &long), said("in", &long)],
            ..Talk::default()
        };
        let read = conversation(talk);
        let seen: Vec<(&str, usize)> =
            read.turns.iter().map(|t| (t.role.as_str(), t.text.len())).collect();
        assert_eq!(seen, [("agent", 5_000), ("customer", 15_000)]);
    }

    #[test]
    fn cutting_keeps_whole_characters() {
        let talk = Talk { turns: vec![said("system", &"语".repeat(30_000))], ..Talk::default() };
        let read = conversation(talk);
        assert_eq!(read.turns[0].text.chars().count(), 20_000);
        assert_eq!((read.turns[0].role.as_str(), read.subject), ("system", None));
    }

    #[test]
    fn texts_go_in_calls_that_are_not_too_much() {
        assert!(batches(&[]).is_empty());
        let many: Vec<(usize, usize)> = (0..45).map(|place| (place, 10)).collect();
        assert_eq!(batches(&many).iter().map(Vec::len).collect::<Vec<_>>(), [20, 20, 5]);
        let sizes = [(3, 5_000), (5, 30_000), (6, 7_000), (7, 5_000), (9, 1)];
        assert_eq!(batches(&sizes), [vec![3], vec![5], vec![6, 7], vec![9]]);
    }

    #[test]
    fn language_tags_are_recognised() {
        for good in ["en", "ms", "zh-Hant", "en-GB", "sr-Latn-RS"] {
            assert!(is_language(good), "{good}");
        }
        for bad in ["", "e", "english!", "en_GB", "-en", "en-", "en--x"] {
            assert!(!is_language(bad), "{bad}");
        }
    }
}
