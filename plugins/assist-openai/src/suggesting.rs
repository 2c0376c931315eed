//! Answers an agent might give.

use crate::{
    Settings,
    chat::{self, Task},
    conversation::{self, data},
    reply, schema,
};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::json;
use patchbay_plugin::suggest::Suggestion;
use patchbay_plugin::talk::Conversation;

/// More than anybody reads.
const MOST: u32 = 5;

pub fn suggest(
    settings: &Settings,
    talk: &Conversation,
    at_most: u32,
) -> Result<Vec<Suggestion>, Failure> {
    let at_most = at_most.min(MOST);
    if at_most == 0 || conversation::is_empty(talk) {
        return Ok(Vec::new());
    }
    let one = schema::object(&[("text", schema::text()), ("confidence", schema::number())]);
    let reply = chat::ask(settings, |chars| Task {
        name: "suggestions",
        instructions: format!(
            "Write at most {at_most} different replies that the agent could send next, the best \
             one first, in the language of the customer's newest turn. Each is complete, short \
             and polite. Promise nothing that the agents' turns do not say; where something is \
             not known, ask for it or say that it will be looked into. `confidence` is between 0 \
             and 1: how sure you are that the reply helps."
        ),
        schema: schema::object(&[("suggestions", schema::list(one.clone()))]),
        data: json!({ "conversation": data(talk, chars) }),
        max_tokens: settings.max_tokens,
    })?;
    let suggestions = reply.list("suggestions").iter().map(|one| Suggestion {
        text: reply::text(&one["text"]),
        confidence: reply::number(&one["confidence"], 0.0, 1.0),
        source: Some(reply.model().to_owned()),
    });
    Ok(suggestions.filter(|one| !one.text.is_empty()).take(at_most as usize).collect())
}
