//! What a conversation is about.

use crate::{
    Settings,
    chat::{self, Task},
    conversation::{self, data},
    schema,
};
use patchbay_plugin::analyse_text::Analysis;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::json;
use patchbay_plugin::talk::Conversation;

pub fn analyse(settings: &Settings, talk: &Conversation) -> Result<Analysis, Failure> {
    let mut analysis = Analysis {
        language: None,
        sentiment: None,
        topics: Vec::new(),
        summary: None,
        extras: Vec::new(),
    };
    if conversation::is_empty(talk) {
        return Ok(analysis);
    }
    let reply = chat::ask(settings, |chars| Task {
        name: "analysis",
        instructions: "Describe the conversation. `language` is the BCP 47 tag of what the \
            customer writes in. `sentiment` is the customer's mood at the end, from -1 (very \
            unhappy) to 1 (very happy). `topics` are at most five short names of what it is \
            about, each with a `value` between 0 and 1 for how much. `summary` is at most three \
            sentences for an agent who takes over, in the language of the conversation."
            .to_owned(),
        schema: schema::object(&[
            ("language", schema::text()),
            ("sentiment", schema::number()),
            ("topics", schema::scores()),
            ("summary", schema::text()),
        ]),
        data: json!({ "conversation": data(talk, chars) }),
        max_tokens: settings.max_tokens,
    })?;
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    analysis.language = some(reply.text("language"));
    analysis.sentiment = reply.number("sentiment", -1.0);
    analysis.topics = reply.scores("topics", 1.0);
    analysis.topics.truncate(5);
    analysis.summary = some(reply.text("summary"));
    analysis.extras = reply.usage;
    Ok(analysis)
}
