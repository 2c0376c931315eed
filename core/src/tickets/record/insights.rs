//! What AI helpers told of messages, as it is stored: by kind, each with the text that it is about, so
//! that what was told of an earlier text is not shown for a later one.

use crate::{
    crypto::sha256_hex,
    http::AnyJson,
    tickets::{
        api::{CustomerEmotions, MessageInsights},
        store::{MessageRow, TicketRow},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The kind whose scores are the emotions of a message.
pub const EMOTION: &str = "emotion";
/// A proposal to answer a message.
pub const RECOMMENDATION: &str = "recommendation";

/// Kinds of insights, and the field of a message that shows each.
pub const KINDS: [(&str, &str); 5] = [
    ("alternative", "alternative"),
    ("personality", "personality"),
    ("advocacy", "advocacy"),
    ("forwardresolution", "forwardres"),
    ("anchor", "anchor"),
];

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Stored {
    /// The digest of the text that it is about.
    of: String,
    value: Value,
}

/// What helpers told of a message's text as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::tickets) struct Insights {
    of: String,
    all: BTreeMap<String, Stored>,
}

/// Tells one text from another.
fn digest(text: &str) -> String {
    sha256_hex(text.as_bytes())[..16].to_owned()
}

impl Insights {
    /// Those of a message.
    pub fn read(row: &MessageRow) -> Self {
        if row.insights.is_empty() {
            return Self::default();
        }
        let all = serde_json::from_str(&row.insights).unwrap_or_default();
        Self { of: digest(&row.body), all }
    }

    /// One of a kind, where it is about the text as it is.
    pub fn of(&self, kind: &str) -> Option<AnyJson> {
        let stored = self.all.get(kind).filter(|stored| stored.of == self.of)?;
        Some(AnyJson(stored.value.clone()))
    }

    /// Emotions by name, in percent.
    pub fn emotion(&self) -> BTreeMap<String, i64> {
        self.of(EMOTION).map(|told| percents(&told.0)).unwrap_or_default()
    }

    /// Besides what the message's channel tells.
    pub fn with(&self, extras: &Value) -> MessageInsights {
        let among = MessageInsights::among(extras);
        MessageInsights {
            alternative: self.of("alternative").or(among.alternative),
            personality: self.of("personality").or(among.personality),
            advocacy: self.of("advocacy").or(among.advocacy),
            forwardres: self.of("forwardresolution").or(among.forwardres),
            anchor: self.of("anchor").or(among.anchor),
            ..among
        }
    }

    /// As they are stored with one more about a text.
    pub fn stored_with(row: &MessageRow, kind: &str, value: &Value) -> String {
        let mut all: BTreeMap<String, Stored> =
            serde_json::from_str(&row.insights).unwrap_or_default();
        let stored = Stored { of: digest(&row.body), value: value.clone() };
        all.insert(kind.to_owned(), stored);
        serde_json::to_string(&all).unwrap_or_default()
    }

    /// The strongest emotion that is counted for a message, of whatever text it had.
    pub fn counted(row: &MessageRow) -> Option<String> {
        let all: BTreeMap<String, Stored> = serde_json::from_str(&row.insights).ok()?;
        strongest(&percents(&all.get(EMOTION)?.value))
    }
}

/// The scores of an insight in percent; what rounds to nothing is left out.
pub(in crate::tickets) fn percents(insight: &Value) -> BTreeMap<String, i64> {
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 100")]
    let percent = |value: &Value| (value.as_f64().unwrap_or_default() * 100.0).round() as i64;
    let scores = insight["scores"].as_array().map(Vec::as_slice).unwrap_or_default();
    let named = scores.iter().filter_map(|score| {
        Some((score["name"].as_str()?.to_owned(), percent(&score["value"]).clamp(0, 100)))
    });
    named.filter(|(_, percent)| *percent > 0).collect()
}

/// The name with the highest share; the first by name of several.
pub(in crate::tickets) fn strongest(percents: &BTreeMap<String, i64>) -> Option<String> {
    let highest = percents.values().max()?;
    percents.iter().find(|(_, percent)| *percent == highest).map(|(name, _)| name.clone())
}

/// The emotions of a ticket's customer, as they are stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::tickets) struct TicketEmotions {
    /// The newest message that something was told of.
    newest_id: i64,
    newest: BTreeMap<String, i64>,
    counts: BTreeMap<String, i64>,
}

impl TicketEmotions {
    pub fn read(row: &TicketRow) -> Self {
        serde_json::from_str(&row.emotions).unwrap_or_default()
    }

    pub fn view(self) -> CustomerEmotions {
        CustomerEmotions { emotion: self.newest, emotion_2: self.counts }
    }

    /// Takes in what was told of a message, in the place of what was told before.
    pub fn tell(&mut self, id: i64, before: Option<String>, percents: BTreeMap<String, i64>) {
        if let Some(before) = before
            && let Some(count) = self.counts.get_mut(&before)
        {
            *count -= 1;
        }
        if let Some(name) = strongest(&percents) {
            *self.counts.entry(name).or_default() += 1;
        }
        self.counts.retain(|_, count| *count > 0);
        if id >= self.newest_id {
            self.newest_id = id;
            self.newest = percents;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(name: &str, value: f64) -> BTreeMap<String, i64> {
        percents(&json!({ "scores": [{ "name": name, "value": value }] }))
    }

    #[test]
    fn shares_are_percents_and_the_strongest_counts() {
        let insight = json!({ "scores": [
            { "name": "sad", "value": 0.4 }, { "name": "anger", "value": 0.404 },
            { "name": "love", "value": 0.001 }, { "name": "happy", "value": "x" }, { "value": 1 },
        ]});
        let all = percents(&insight);
        assert_eq!(all, BTreeMap::from([("anger".to_owned(), 40), ("sad".to_owned(), 40)]));
        assert_eq!(strongest(&all).as_deref(), Some("anger"));
        assert_eq!(strongest(&BTreeMap::new()), None);
    }

    #[test]
    fn a_ticket_counts_each_message_once() {
        let mut ticket = TicketEmotions::default();
        ticket.tell(5, None, told("anger", 0.9));
        ticket.tell(7, None, told("anger", 0.5));
        ticket.tell(7, Some("anger".to_owned()), told("happy", 0.7));
        // An older one is told of late.
        ticket.tell(6, None, told("sad", 0.3));
        let view = ticket.view();
        assert_eq!(view.emotion, told("happy", 0.7));
        let counts = [("anger", 1), ("happy", 1), ("sad", 1)].map(|(n, c)| (n.to_owned(), c));
        assert_eq!(view.emotion_2, BTreeMap::from(counts));
    }
}
