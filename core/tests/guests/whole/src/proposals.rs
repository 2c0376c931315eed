//! The AI helper: what it was given goes to the test's server, which says what it proposes.

use crate::patchbay::plugin::types::{Account, Failure};
use crate::{Whole, ask, offered, patchbay::plugin::talk};
use serde_json::{Value, json};

fn conversation(what: &talk::Conversation) -> Value {
    let turns = what
        .turns
        .iter()
        .map(|turn| json!({ "role": turn.role, "name": turn.name, "text": turn.text }));
    json!({ "channel": what.channel, "language": what.language, "turns": turns.collect::<Vec<_>>() })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

impl offered::answer::Guest for Whole {
    fn recommend(
        acc: Account,
        what: talk::Conversation,
        passages: Vec<offered::answer::Passage>,
    ) -> Result<offered::answer::Recommendation, Failure> {
        let given: Vec<Value> = passages
            .iter()
            .map(
                |p| json!({ "id": p.id, "title": p.title, "text": p.text, "language": p.language }),
            )
            .collect();
        let said =
            ask(&acc, "recommend", &json!({ "talk": conversation(&what), "passages": given }))?;
        let cited = |value: &Value| offered::answer::Citation {
            passage: text(&value["passage"]),
            quote: text(&value["quote"]),
        };
        let sentences = list(&said["sentences"])
            .iter()
            .map(|value| offered::answer::Sentence {
                text: text(&value["text"]),
                citations: list(&value["citations"]).iter().map(cited).collect(),
            })
            .collect();
        Ok(offered::answer::Recommendation {
            classification: text(&said["classification"]),
            action: text(&said["action"]),
            sentences,
            advice: text(&said["advice"]),
            what_to_do: list(&said["what_to_do"]).iter().map(text).collect(),
            how_to_say: list(&said["how_to_say"]).iter().map(text).collect(),
            confidence: said["confidence"].as_f64().map(|value| value as f32),
            extras: vec![],
        })
    }
}

impl offered::message_insight::Guest for Whole {
    fn find(
        acc: Account,
        what: talk::Conversation,
        kind: String,
    ) -> Result<offered::message_insight::Insight, Failure> {
        let said = ask(&acc, "insight", &json!({ "talk": conversation(&what), "kind": kind }))?;
        let scores = said["scores"].as_object().cloned().unwrap_or_default();
        let scores = scores.iter().map(|(name, value)| talk::Score {
            name: name.clone(),
            value: value.as_f64().unwrap_or_default() as f32,
        });
        Ok(offered::message_insight::Insight {
            value: text(&said["value"]),
            scores: scores.collect(),
            extras: vec![],
        })
    }
}
