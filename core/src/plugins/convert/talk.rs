//! What AI helpers read and propose.

use super::{clean, pairs};
use crate::plugins::{bindings::talk, model};

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

pub fn extras(list: Vec<(String, String)>) -> Vec<(String, String)> {
    pairs(list)
}
