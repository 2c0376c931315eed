//! What AI helpers read and propose.

use super::{clean, pairs};
use crate::plugins::{
    bindings::{answer::exports::patchbay::plugin::answer, talk},
    model,
};

pub fn conversation(c: &model::Conversation) -> talk::Conversation {
    let turns = c.turns.iter().map(|t| talk::Turn {
        role: t.role.clone(),
        name: t.name.clone(),
        text: t.text.clone(),
        at_ms: u64::try_from(t.at_ms).unwrap_or(0),
    });
    talk::Conversation {
        channel: c.channel.clone(),
        subject: c.subject.clone(),
        language: c.language.clone(),
        turns: turns.collect(),
        extras: c.extras.clone(),
    }
}

pub fn scores(list: Vec<talk::Score>) -> Vec<model::Score> {
    list.into_iter().map(|s| model::Score { name: clean(s.name), value: unit(s.value) }).collect()
}

/// Between 0 and 1, whatever a guest says.
pub fn unit(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

/// Between -1 and 1, whatever a guest says.
pub fn mood(value: Option<f32>) -> Option<f32> {
    value.filter(|v| !v.is_nan()).map(|v| v.clamp(-1.0, 1.0))
}

pub fn passage(p: &model::Passage) -> answer::Passage {
    answer::Passage {
        id: p.id.clone(),
        title: p.title.clone(),
        text: p.text.clone(),
        language: p.language.clone(),
        as_of_ms: u64::try_from(p.as_of_ms).unwrap_or(0),
        extras: p.extras.clone(),
    }
}

pub fn recommendation(r: answer::Recommendation) -> model::Recommendation {
    let sentence = |s: answer::Sentence| model::Sentence {
        text: clean(s.text),
        citations: s
            .citations
            .into_iter()
            .map(|c| model::Citation { passage: clean(c.passage), quote: clean(c.quote) })
            .collect(),
    };
    model::Recommendation {
        classification: clean(r.classification),
        action: clean(r.action),
        sentences: r.sentences.into_iter().map(sentence).collect(),
        advice: clean(r.advice),
        what_to_do: r.what_to_do.into_iter().map(clean).collect(),
        how_to_say: r.how_to_say.into_iter().map(clean).collect(),
        confidence: r.confidence.map(unit),
        extras: pairs(r.extras),
    }
}

pub fn extras(list: Vec<(String, String)>) -> Vec<(String, String)> {
    pairs(list)
}
