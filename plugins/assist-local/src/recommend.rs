//! What to do with the customer's newest message: answer from passages, ask back, hand off, or nothing.

use crate::anchor::has_order_number;
use crate::conversation::Newest;
use crate::emotion::{Emotions, floored};
use crate::language::UNDETERMINED;
use crate::lexicon::{Lexicon, STOP_WORDS, covered, reply};
use crate::retrieval::{self, Hit};
use crate::text::{clip, units};
use crate::topic::main_topic;
use patchbay_plugin::answer::{Citation, Passage, Recommendation, Sentence};

/// A longer message says what it is about.
const UNCLEAR_UNITS: usize = 14;
const GREETING_UNITS: usize = 12;
const NAME_CHARS: usize = 30;
/// A rule that fits word for word.
const RULE_CONFIDENCE: f32 = 0.8;
/// Topics whose cases cannot be found without the number of an order.
const TOPICS_WITH_ORDER: [&str; 3] = ["delivery", "payment", "refund"];
/// How channels call somebody whose name they do not know.
const NOT_NAMES: [&str; 10] = [
    "guest",
    "visitor",
    "customer",
    "user",
    "unknown",
    "anonymous",
    "pelawat",
    "pelanggan",
    "访客",
    "客户",
];

pub struct Rules {
    pub greet: bool,
    pub min_confidence: f32,
}

pub fn recommend(newest: &Newest<'_>, passages: &[Passage], rules: &Rules) -> Recommendation {
    let text = &newest.text;
    if text.trim().is_empty() {
        return Recommendation { confidence: None, ..advised("nothing", "empty") };
    }
    let emotions = Emotions::of(text);
    let topic = main_topic(text);
    let mut answer = decide(newest, passages, rules, &emotions, topic.as_deref());
    answer.classification = topic.clone().unwrap_or_default();
    if answer.action != "nothing" {
        // What an article answers holds for every order.
        let needs_order = answer.action != "answer" && !has_order_number(text);
        answer.what_to_do = what_to_do(topic.as_deref(), needs_order);
        if let Some(hint) = emotions.strongest() {
            answer.how_to_say = vec![reply(&format!("how {hint}"), None).to_owned()];
        }
    }
    answer.extras.push(("method".to_owned(), "lexicon".to_owned()));
    answer.extras.push(("language".to_owned(), newest.language.to_owned()));
    answer
}

fn decide(
    newest: &Newest<'_>,
    passages: &[Passage],
    rules: &Rules,
    emotions: &Emotions,
    topic: Option<&str>,
) -> Recommendation {
    let text = &newest.text;
    let units = units(text);
    for reason in ["legal", "person", "contract", "dispute"] {
        if !Lexicon::cues(&[reason]).find(&units).is_empty() {
            return advised("hand-off", reason);
        }
    }
    if emotions.is_very_angry() {
        return advised("hand-off", "anger");
    }
    if is_greeting(text) {
        return advised("nothing", "greeting");
    }
    if !Lexicon::cues(&["status"]).find(&units).is_empty() {
        return if has_order_number(text) {
            advised("hand-off", "status")
        } else {
            asked(newest, "need order", "no order")
        };
    }
    if units.len() <= UNCLEAR_UNITS && retrieval::content_terms(text).is_empty() {
        let key = if topic == Some("technical") { "ask technical" } else { "ask" };
        return asked(newest, key, "unclear");
    }
    if passages.is_empty() {
        return unanswered("no passages", 0.0);
    }
    match retrieval::best(text, newest.language, passages) {
        Some(hit) if hit.confidence >= rules.min_confidence => answered(newest, &hit, rules),
        hit => unanswered("no article", hit.map_or(0.0, |hit| hit.coverage)),
    }
}

fn asked(newest: &Newest<'_>, question: &str, advice: &str) -> Recommendation {
    let question = reply(question, Some(newest.reply_language()));
    let sentence = Sentence { text: question.to_owned(), citations: vec![] };
    Recommendation { sentences: vec![sentence], ..advised("ask", advice) }
}

fn answered(newest: &Newest<'_>, hit: &Hit<'_>, rules: &Rules) -> Recommendation {
    let mut sentences = Vec::new();
    if rules.greet {
        sentences.push(Sentence { text: greeting(newest), citations: vec![] });
    }
    sentences.extend(hit.sentences.iter().map(|words| Sentence {
        text: (*words).to_owned(),
        citations: vec![Citation { passage: hit.passage.id.clone(), quote: (*words).to_owned() }],
    }));
    let advice = if hit.is_foreign { "foreign" } else { "answer" };
    Recommendation {
        sentences,
        confidence: Some(floored(hit.confidence)),
        extras: vec![coverage(hit.coverage)],
        ..advised("answer", advice)
    }
}

fn unanswered(reason: &str, covered: f32) -> Recommendation {
    let extras = vec![coverage(covered)];
    // The less of the question is covered, the surer it is that no article has the answer.
    let confidence = Some(floored((1.0 - covered).clamp(0.0, retrieval::MOST_CONFIDENCE)));
    Recommendation { confidence, extras, ..advised("hand-off", reason) }
}

fn coverage(share: f32) -> (String, String) {
    ("coverage".to_owned(), format!("{share:.2}"))
}

fn advised(action: &str, advice: &str) -> Recommendation {
    Recommendation {
        classification: String::new(),
        action: action.to_owned(),
        sentences: vec![],
        advice: reply(advice, None).to_owned(),
        what_to_do: vec![],
        how_to_say: vec![],
        confidence: Some(RULE_CONFIDENCE),
        extras: vec![],
    }
}

/// Nothing but greetings and thanks, perhaps with a name.
fn is_greeting(text: &str) -> bool {
    let units = units(text);
    if units.len() > GREETING_UNITS {
        return false;
    }
    let greetings = Lexicon::cues(&["greeting"]).find(&units);
    let is_greeted = covered(&greetings, units.len());
    let is_filler = covered(&STOP_WORDS.find(&units), units.len());
    let rest = units.iter().enumerate().filter(|(at, _)| !is_greeted[*at]);
    let mut names = 0;
    for (at, unit) in rest {
        let is_name = text[unit.start..unit.end].starts_with(char::is_uppercase) && at > 0;
        if is_name {
            names += 1;
        } else if !is_filler[at] || text.contains(['?', '？']) {
            return false;
        }
    }
    !greetings.is_empty() && names <= 2
}

fn greeting(newest: &Newest<'_>) -> String {
    let language = newest.reply_language();
    match newest.name.trim() {
        name if is_name(name) => reply("hello name", Some(language)).replace("{name}", name),
        _ => reply("hello", Some(language)).to_owned(),
    }
}

/// Up to three words of letters; numbers, addresses and sentences are no names.
fn is_name(name: &str) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    clip(name, NAME_CHARS) == name
        && words.len() <= 3
        && words.iter().all(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 1)
        && name
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | '.' | '·'))
        && !NOT_NAMES.contains(&name.to_lowercase().as_str())
}

fn what_to_do(topic: Option<&str>, needs_order: bool) -> Vec<String> {
    let Some(topic) = topic else { return vec![] };
    let mut steps = vec![reply(&format!("do {topic}"), None).to_owned()];
    if needs_order && TOPICS_WITH_ORDER.contains(&topic) {
        steps.insert(0, reply("do order", None).to_owned());
    }
    steps
}

impl Newest<'_> {
    /// Templates are there in three languages; English is for the rest.
    pub fn reply_language(&self) -> &'static str {
        if self.language == UNDETERMINED { "en" } else { self.language }
    }
}
