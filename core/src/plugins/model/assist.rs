//! What AI helpers work on and what they propose.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One message of a conversation; `role` is `customer`, `agent` or `system`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub role: String,
    pub name: String,
    pub text: String,
    pub at_ms: i64,
}

/// A conversation, oldest turn first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversation {
    pub channel: String,
    pub subject: Option<String>,
    pub language: Option<String>,
    pub turns: Vec<Turn>,
    pub extras: Vec<(String, String)>,
}

/// A name with a value between 0 and 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Score {
    pub name: String,
    pub value: f32,
}

/// An answer an agent might give.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Suggestion {
    pub text: String,
    pub confidence: Option<f32>,
    pub source: Option<String>,
}

/// Texts in another language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Translation {
    pub texts: Vec<String>,
    pub detected: Option<String>,
}

/// What a conversation is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Analysis {
    pub language: Option<String>,
    /// From -1 (unhappy) to 1 (happy).
    pub sentiment: Option<f32>,
    pub topics: Vec<Score>,
    pub summary: Option<String>,
    pub extras: Vec<(String, String)>,
}

/// Part of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Segment {
    pub from_ms: u64,
    pub to_ms: u64,
    pub speaker: Option<String>,
    pub text: String,
}

/// Speech as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Transcript {
    pub language: Option<String>,
    pub segments: Vec<Segment>,
}

/// How something was said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct VoiceAnalysis {
    pub duration_ms: u64,
    pub speech_ms: u64,
    pub sentiment: Option<f32>,
    pub emotions: Vec<Score>,
    pub extras: Vec<(String, String)>,
}

/// A piece of an article that an answer may point at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    pub id: String,
    pub title: String,
    pub text: String,
    pub language: Option<String>,
    pub as_of_ms: i64,
    pub extras: Vec<(String, String)>,
}

/// Which words of a passage support a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    pub passage: String,
    pub quote: String,
}

/// A sentence of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    pub text: String,
    pub citations: Vec<Citation>,
}

/// An answer to the customer, and advice to the agent, as the helper gave it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recommendation {
    pub classification: String,
    /// `answer`, `ask`, `hand-off` or `nothing`.
    pub action: String,
    pub sentences: Vec<Sentence>,
    pub advice: String,
    pub what_to_do: Vec<String>,
    pub how_to_say: Vec<String>,
    pub confidence: Option<f32>,
    pub extras: Vec<(String, String)>,
}

/// What a message tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Insight {
    pub value: String,
    pub scores: Vec<Score>,
    pub extras: Vec<(String, String)>,
}
