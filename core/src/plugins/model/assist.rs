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
