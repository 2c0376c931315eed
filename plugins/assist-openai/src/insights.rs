//! What the newest message tells, of one kind.

use crate::{
    Settings,
    chat::{self, Task},
    conversation::{self, data, newest},
    schema,
};
use patchbay_plugin::message_insight::Insight;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::json;
use patchbay_plugin::talk::{Conversation, Score};

/// What each kind asks for.
fn task_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "emotion" => {
            "Say which emotions the message shows. `scores` holds those that are there, of joy, \
             trust, surprise, sadness, fear, disgust, anger, frustration, gratitude and neutral, \
             with their shares, which add up to 1. `value` names the strongest one."
        }
        "alternative" => {
            "Say the same in other words, clearer and friendlier, in the language of the message, \
             without adding or leaving out anything. `value` is that wording; `scores` is empty."
        }
        "personality" => {
            "Say what the message shows of how its author deals with others. `scores` holds \
             openness, conscientiousness, extraversion, agreeableness and neuroticism, each \
             between 0 and 1, and only those that the text gives a reason for. `value` is one \
             sentence for the agent; it judges the text and no group of people."
        }
        "advocacy" => {
            "Say whether the author would recommend the business to others. `scores` holds one \
             entry named advocacy: 0 would warn others, 0.5 says neither, 1 would recommend it. \
             `value` is the reason in one sentence."
        }
        "forwardresolution" => {
            "Say what the author will need or ask next, and how the agent can settle it at once. \
             `value` is one or two sentences for the agent; `scores` is empty."
        }
        "anchor" => {
            "Say what the author holds on to: the price, date, promise or expectation that \
             everything else is measured against. `value` is one sentence that names it in the \
             author's words; `scores` is empty."
        }
        _ => return None,
    })
}

pub fn find(settings: &Settings, talk: &Conversation, kind: &str) -> Result<Insight, Failure> {
    let Some(task) = task_of(kind) else {
        let text = format!("This model is not asked for insights of the kind `{kind}`.");
        return Err(Failure::Permanent(Detail::new("assist.kind", text)));
    };
    let said = talk.turns.last().filter(|turn| !turn.text.trim().is_empty());
    if said.is_none() || conversation::is_empty(talk) {
        return Ok(Insight { value: String::new(), scores: Vec::new(), extras: Vec::new() });
    }
    let reply = chat::ask(settings, |chars| Task {
        name: "insight",
        instructions: format!(
            "Read `message`, the newest turn of `conversation`; the turns before it are only its \
             context. {task} Leave `value` empty when the message does not tell."
        ),
        schema: schema::object(&[("value", schema::text()), ("scores", schema::scores())]),
        data: json!({ "message": newest(talk, chars / 2), "conversation": data(talk, chars / 2) }),
        max_tokens: settings.max_tokens,
    })?;
    let scores = match kind {
        // Some models give percents.
        "emotion" => shares(reply.scores("scores", 100.0)),
        _ => reply.scores("scores", 1.0),
    };
    Ok(Insight { value: reply.text("value"), scores, extras: reply.usage })
}

/// Together 1: models add up badly.
fn shares(mut scores: Vec<Score>) -> Vec<Score> {
    scores.retain(|score| score.value > 0.0);
    let all: f32 = scores.iter().map(|score| score.value).sum();
    for score in &mut scores {
        score.value /= all;
    }
    scores
}
