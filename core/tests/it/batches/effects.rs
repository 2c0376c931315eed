//! What a batch must do to an account: its events as the rows that they make, worked out from the batch
//! alone.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The contents of an account, each under a name that says what it is.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Contents {
    pub messages: BTreeMap<String, Message>,
    /// Threads that have a ticket.
    pub threads: BTreeSet<String>,
    pub people: BTreeSet<String>,
    pub kv: BTreeMap<String, String>,
    pub timers: BTreeMap<String, i64>,
    pub cursor: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub thread: String,
    pub direction: String,
    pub state: String,
    /// None: put into words by the desk.
    pub text: Option<String>,
    pub deleted: bool,
    pub files: usize,
    /// Who reacted how, in the order of the people.
    pub reactions: BTreeMap<String, String>,
}

/// How many events of each kind there were.
pub type Counts = BTreeMap<&'static str, usize>;

/// The kinds that events have; a fixture with another one is a mistake.
pub const KINDS: [&str; 7] = ["message", "receipt", "edit", "signal", "reaction", "call", "custom"];

/// What has to be there before a batch, so that each of its events finds what it is about.
#[derive(Debug, Default)]
pub struct Setting {
    /// A batch with what customers wrote before.
    pub before: Vec<Value>,
    /// Answers that an agent sent before: the thread, and the provider's id.
    pub answers: Vec<(String, String)>,
    /// Threads in which the customer types.
    pub typing: BTreeSet<String>,
}

/// The person who wrote what has to be there before.
const EARLIER: &str = "earlier-customer";
/// The thread of answers whose thread nobody names.
const ELSEWHERE: &str = "earlier-thread";

/// Whether a message is the customer's, or what the business wrote elsewhere.
fn author(event: &Value) -> &'static str {
    let mut extras = event["extras"].as_array().into_iter().flatten();
    let own = extras.any(|pair| pair[0] == "authored-by" && pair[1] == "business");
    if own { "out" } else { "in" }
}

fn text<'a>(event: &'a Value, name: &str) -> &'a str {
    event[name].as_str().unwrap_or_default()
}

/// An event's kind and fields.
pub fn parts(event: &Value) -> (&'static str, &Value) {
    let (kind, fields) = event.as_object().and_then(|o| o.iter().next()).expect("an event");
    let known = KINDS.into_iter().find(|one| one == kind);
    (known.unwrap_or_else(|| panic!("an event of the kind {kind}")), fields)
}

pub fn events(batch: &Value) -> impl Iterator<Item = (&'static str, &Value)> {
    batch["events"].as_array().into_iter().flatten().map(parts)
}

impl Setting {
    pub fn of(batch: &Value, channel: &str) -> Self {
        let mut this = Self::default();
        let mut there: BTreeSet<String> = events(batch)
            .filter(|(kind, _)| *kind == "message")
            .map(|(_, event)| text(event, "external_id").to_owned())
            .collect();
        let mut answered = BTreeSet::new();
        let mut wrote = |this: &mut Self, id: &str, thread: &str| {
            if there.insert(id.to_owned()) {
                this.before.push(earlier(id, thread, channel));
            }
        };
        for (kind, event) in events(batch) {
            let (id, thread) = (text(event, "external_id"), text(event, "thread"));
            let answer = match (kind, text(event, "kind")) {
                ("receipt", _) => Some((ELSEWHERE.to_owned(), id.to_owned())),
                ("signal", "read") => Some((thread.to_owned(), format!("answer in {thread}"))),
                _ => None,
            };
            if let Some((thread, id)) = answer
                && answered.insert(id.clone())
            {
                wrote(&mut this, &format!("earlier in {thread}"), &thread);
                this.answers.push((thread, id));
            }
            if let ("custom", Some(thread)) = (kind, event["payload"]["thread"].as_str()) {
                wrote(&mut this, &format!("earlier in {thread}"), thread);
            }
            if kind == "signal" && text(event, "kind") != "read" {
                wrote(&mut this, &format!("earlier in {thread}"), thread);
                this.typing.insert(thread.to_owned());
            }
        }
        for (kind, event) in events(batch).filter(|(kind, _)| ["edit", "reaction"].contains(kind)) {
            let (id, thread) = (text(event, "external_id"), text(event, "thread"));
            if !answered.contains(id) {
                wrote(&mut this, id, thread);
            }
            // To be withdrawn, a reaction has to be there.
            if kind == "reaction" && event["emoji"].is_null() {
                let mut before = event.clone();
                before["emoji"] = json!("👀");
                before["at_ms"] = json!(event["at_ms"].as_i64().unwrap_or_default() - 1);
                this.before.push(json!({ "reaction": before }));
            }
        }
        this
    }
}

fn earlier(id: &str, thread: &str, channel: &str) -> Value {
    json!({ "message": {
        "external_id": id, "thread": thread, "channel": channel,
        "from": { "external_id": EARLIER, "display_name": "Earlier Customer" },
        "at_ms": 1_767_000_000_000_i64, "text": "Something from before.",
    } })
}

impl Contents {
    /// An agent's answer went out.
    pub fn answer(&mut self, thread: &str, id: &str) {
        let message = Message {
            thread: thread.to_owned(),
            direction: "out".to_owned(),
            state: "sent".to_owned(),
            text: Some(ANSWER.to_owned()),
            ..Message::default()
        };
        self.messages.insert(id.to_owned(), message);
    }

    /// A batch is taken.
    pub fn take(&mut self, batch: &Value) {
        let mut consenting = BTreeSet::new();
        for (kind, event) in events(batch) {
            let id = text(event, "external_id");
            match kind {
                "message" => self.message(id.to_owned(), author(event), event),
                "call" => {
                    let at = event["at_ms"].as_i64().unwrap_or_default();
                    let id = format!("call:{id}:{}:{at}", text(event, "kind"));
                    self.message(id, "system", event);
                }
                "edit" => self.edit(id, event),
                "receipt" => {
                    let one = self.messages.get_mut(id).expect("the answer is there");
                    if rank(text(event, "status")) > rank(&one.state) {
                        one.state = text(event, "status").to_owned();
                    }
                }
                "signal" if text(event, "kind") == "read" => {
                    let thread = text(event, "thread");
                    let all = self.messages.values_mut();
                    for one in all.filter(|m| m.direction == "out" && m.thread == thread) {
                        one.state = "read".to_owned();
                    }
                }
                "reaction" => {
                    let one = self.messages.get_mut(id).expect("the message is there");
                    let person = format!("in:{}", text(&event["from"], "external_id"));
                    match event["emoji"].as_str() {
                        Some(emoji) => one.reactions.insert(person, emoji.to_owned()),
                        None => one.reactions.remove(&person),
                    };
                }
                "custom" => {
                    if event["kind"] == "consent" {
                        consenting.insert(text(&event["payload"], "contact").to_owned());
                    }
                    if let Some(thread) = event["payload"]["thread"].as_str() {
                        self.told(thread);
                    }
                }
                _ => {}
            }
        }
        // People are looked for where there are tickets.
        if !self.threads.is_empty() {
            self.people.append(&mut consenting);
        }
        for op in batch["kv"].as_array().into_iter().flatten() {
            let key = text(op, "key").to_owned();
            match shown(&op["value"]) {
                Some(value) => self.kv.insert(key, value),
                None => self.kv.remove(&key),
            };
        }
        for timer in batch["timers"].as_array().into_iter().flatten() {
            let name = text(timer, "name").to_owned();
            match timer["at_ms"].as_i64() {
                Some(at) => self.timers.insert(name, at),
                None => self.timers.remove(&name),
            };
        }
        self.cursor = shown(&batch["cursor"]).or(self.cursor.take());
    }

    /// What has no record of its own is a line where a conversation goes on.
    fn told(&mut self, thread: &str) {
        let line = Message {
            thread: thread.to_owned(),
            direction: "system".to_owned(),
            state: "received".to_owned(),
            ..Message::default()
        };
        let place = told_in(&self.messages, thread);
        self.messages.insert(place, line);
    }

    fn message(&mut self, id: String, direction: &str, event: &Value) {
        self.people.insert(text(&event["from"], "external_id").to_owned());
        // A letter continues the ticket of what it refers to.
        let referred = event["references"].as_array().into_iter().flatten();
        let earlier = referred.filter_map(|id| self.messages.get(id.as_str()?)).next();
        let thread = earlier.map_or(text(event, "thread"), |one| one.thread.as_str()).to_owned();
        self.threads.insert(thread.clone());
        let list = |name: &str| event[name].as_array().cloned().unwrap_or_default();
        let files = list("attachments").into_iter().chain([event["recording"].clone()]);
        let worded = direction == "system" || !list("contents").is_empty();
        let message = Message {
            thread,
            direction: direction.to_owned(),
            state: if direction == "out" { "sent" } else { "received" }.to_owned(),
            text: (!worded).then(|| text(event, "text").to_owned()),
            files: files.filter(|file| !file["blob"].is_null()).count(),
            ..Message::default()
        };
        self.messages.entry(id).or_insert(message);
    }

    fn edit(&mut self, id: &str, event: &Value) {
        let one = self.messages.get_mut(id).expect("the message is there");
        one.deleted |= event["deleted"] == true;
        if let Some(text) = event["text"].as_str() {
            one.text = Some(text.to_owned());
        }
    }
}

/// The name of the next such line of a thread.
pub fn told_in(messages: &BTreeMap<String, Message>, thread: &str) -> String {
    let begins = format!("told in {thread}, ");
    let known = messages.keys().filter(|id| id.starts_with(&begins)).count();
    format!("{begins}{known}")
}

/// What an agent answers.
pub const ANSWER: &str = "An answer from before.";

/// A later state is not undone by an earlier one.
fn rank(state: &str) -> usize {
    ["queued", "sending", "sent", "delivered", "read", "failed"]
        .iter()
        .position(|one| *one == state)
        .unwrap_or_else(|| panic!("the state {state}"))
}

fn shown(bytes: &Value) -> Option<String> {
    match bytes {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
