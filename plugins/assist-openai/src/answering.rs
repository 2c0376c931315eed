//! An answer made of passages that the host found, each sentence with the words that support it.

use crate::{
    Settings,
    chat::{self, Task},
    conversation::{self, beginning, data},
    reply::{Reply, text},
    schema,
};
use patchbay_plugin::answer::{Citation, Passage, Recommendation, Sentence};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};
use patchbay_plugin::talk::Conversation;

const TASK: &str = "Recommend how to answer the customer's newest turn, from `passages` alone. \
`action` is `answer` when the passages hold the answer, `ask` when one question to the customer is \
needed first, `hand-off` when a person has to decide or the passages do not tell, and `nothing` \
when nothing is to be said. `sentences` is what to say, in the customer's language; it is empty \
with `hand-off` and `nothing`. Each sentence that states anything has `citations`: the `id` of the \
passage, and as `quote` the few words of its `text` that support the sentence, copied letter for \
letter and never translated. A greeting or a question has no citations. `classification` is what \
the customer wants, in a few words. `advice` is one sentence to the agent: what to do, or why there \
is no answer. `what_to_do` are steps for the agent, `how_to_say` hints about tone, three of each at \
most. `confidence` is between 0 and 1.";

pub fn recommend(
    settings: &Settings,
    talk: &Conversation,
    passages: &[Passage],
) -> Result<Recommendation, Failure> {
    if conversation::is_empty(talk) {
        return Ok(Recommendation { action: "nothing".to_owned(), ..empty() });
    }
    let reply = chat::ask(settings, |chars| Task {
        name: "recommendation",
        instructions: TASK.to_owned(),
        schema: form(),
        data: json!({
            "conversation": data(talk, chars), "passages": readable(passages, chars),
        }),
        max_tokens: settings.max_tokens,
    })?;
    Ok(recommendation(reply, passages))
}

fn empty() -> Recommendation {
    Recommendation {
        classification: String::new(),
        action: String::new(),
        sentences: Vec::new(),
        advice: String::new(),
        what_to_do: Vec::new(),
        how_to_say: Vec::new(),
        confidence: None,
        extras: Vec::new(),
    }
}

fn form() -> Value {
    let citation = schema::object(&[("passage", schema::text()), ("quote", schema::text())]);
    let sentence =
        schema::object(&[("text", schema::text()), ("citations", schema::list(citation))]);
    let texts = schema::list(schema::text());
    schema::object(&[
        ("classification", schema::text()),
        ("action", schema::one_of(&["answer", "ask", "hand-off", "nothing"])),
        ("sentences", schema::list(sentence)),
        ("advice", schema::text()),
        ("what_to_do", texts.clone()),
        ("how_to_say", texts),
        ("confidence", schema::number()),
    ])
}

/// The first passages that fit: the host gives the best ones first.
fn readable(passages: &[Passage], chars: usize) -> Vec<Value> {
    let mut room = chars;
    let mut list = Vec::new();
    for passage in passages {
        let said = beginning(&passage.text, room);
        if said.is_empty() {
            continue;
        }
        room -= said.chars().count();
        let title = beginning(&passage.title, 200);
        list.push(json!({ "id": passage.id, "title": title, "text": said }));
    }
    list
}

fn recommendation(reply: Reply, passages: &[Passage]) -> Recommendation {
    let mut dropped = 0;
    let sentences: Vec<Sentence> = reply
        .list("sentences")
        .iter()
        .filter_map(|one| sentence(one, passages, &mut dropped))
        .collect();
    let rests = sentences.iter().any(|sentence| !sentence.citations.is_empty());
    let mut action = reply.text("action");
    let stands = match action.as_str() {
        "answer" => rests,
        "ask" => !sentences.is_empty(),
        "nothing" => true,
        _ => false,
    };
    if !stands {
        action = "hand-off".to_owned();
    }
    let speaks = matches!(action.as_str(), "answer" | "ask");
    let mut advice = reply.text("advice");
    if dropped > 0 && !stands {
        "The articles do not say what the model made of them.".clone_into(&mut advice);
    }
    let mut extras = reply.usage.clone();
    if dropped > 0 {
        extras.push(("dropped_citations".to_owned(), dropped.to_string()));
    }
    Recommendation {
        classification: reply.text("classification"),
        action,
        sentences: if speaks { sentences } else { Vec::new() },
        advice,
        what_to_do: reply.texts("what_to_do"),
        how_to_say: reply.texts("how_to_say"),
        // Of an answer that does not stand, it says nothing.
        confidence: reply.number("confidence", 0.0).filter(|_| stands),
        extras,
    }
}

/// A sentence with those of its citations that are true. One that loses all of them goes as well:
/// left in without any, it would pass for a greeting.
fn sentence(one: &Value, passages: &[Passage], dropped: &mut usize) -> Option<Sentence> {
    let given = one["citations"].as_array().map_or(&[][..], Vec::as_slice);
    let citations: Vec<Citation> = given.iter().filter_map(|one| citation(one, passages)).collect();
    *dropped += given.len() - citations.len();
    let said = text(&one["text"]);
    let stands = !said.is_empty() && (given.is_empty() || !citations.is_empty());
    stands.then_some(Sentence { text: said, citations })
}

fn citation(one: &Value, passages: &[Passage]) -> Option<Citation> {
    let (id, quote) = (text(&one["passage"]), text(&one["quote"]));
    let stands = passages.iter().any(|passage| passage.id == id && passage.text.contains(&quote));
    (stands && !quote.is_empty()).then_some(Citation { passage: id, quote })
}
