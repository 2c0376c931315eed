//! What each phone shows, for the phone page and for tests that look for lost or doubled messages.
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::files::Kind;
use super::state::{Bot, Chat, State, StoredMessage};

/// One message. `waiting` says that its update was not taken yet.
pub fn message(stored: &StoredMessage, waiting: bool) -> Value {
    let body = &stored.message;
    let mut shown = json!({
        "message_id": stored.id,
        "from": if stored.by_bot { "bot" } else { "customer" },
        "date": body["date"],
        "kind": kind(body),
        "deleted": stored.deleted,
    });
    if stored.deleted {
        return shown;
    }
    for field in [
        "text",
        "caption",
        "entities",
        "caption_entities",
        "edit_date",
        "location",
        "venue",
        "contact",
        "media_group_id",
        "reply_markup",
    ] {
        if let Some(value) = body.get(field) {
            shown[field] = value.clone();
        }
    }
    if let Some(file) = file(body) {
        shown["file"] = file;
    }
    if let Some(reply) = body.get("reply_to_message") {
        shown["reply_to"] = reply["message_id"].clone();
    }
    if !stored.by_bot {
        shown["update_id"] = json!(stored.update_id);
        shown["taken"] = json!(!waiting && stored.update_id.is_some());
    }
    if !stored.bot_reactions.is_empty() {
        shown["bot_reactions"] = json!(stored.bot_reactions);
    }
    if !stored.customer_reactions.is_empty() {
        shown["customer_reactions"] = json!(stored.customer_reactions);
    }
    shown
}

fn kind(body: &Value) -> &'static str {
    // Venues and animations also set a second, older field; theirs comes first.
    for field in ["venue", "location", "contact", "animation"] {
        if body.get(field).is_some() {
            return field;
        }
    }
    let found = Kind::ALL.into_iter().map(Kind::field).find(|field| body.get(*field).is_some());
    found.unwrap_or("text")
}

// The largest photo size, or the only file.
fn file(body: &Value) -> Option<Value> {
    match &body[kind(body)] {
        Value::Array(sizes) => sizes.last().cloned(),
        media => media.get("file_id").is_some().then(|| media.clone()),
    }
}

/// What distinguishes one message from another when doubles are counted.
fn words(stored: &StoredMessage) -> String {
    let body = &stored.message;
    for field in ["text", "caption"] {
        if let Some(text) = body.get(field).and_then(Value::as_str) {
            return text.to_owned();
        }
    }
    format!("[{}]", kind(body))
}

/// How much of a chat is wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChatFilter {
    /// Only this person's chat.
    pub user: Option<i64>,
    /// Leave the messages themselves out.
    pub counts_only: bool,
}

/// The last message of every chat, for the list of phones.
pub fn summary(state: &State, token: &str) -> Option<Value> {
    let bot = state.bots.get(token)?;
    let lines = bot.chats.iter().map(|(user, chat)| {
        let last = chat.messages.values().rev().find(|stored| !stored.deleted);
        json!({
            "user": user,
            "blocked": chat.blocked,
            "last": last.map(|stored| message(stored, false)),
        })
    });
    Some(lines.collect())
}

/// The answer of `GET /chats/{token}`; `None` for an unknown bot.
pub fn list(state: &State, token: &str, wanted: ChatFilter) -> Option<Value> {
    let bot = state.bots.get(token)?;
    let mut chats = Vec::new();
    let mut doubled = Vec::new();
    let (mut incoming, mut outgoing) = (0, 0);
    for (user, chat) in &bot.chats {
        if wanted.user.is_some_and(|only| only != *user) {
            continue;
        }
        let sent = counts(chat, true);
        let received = counts(chat, false);
        incoming += received.values().sum::<u64>();
        outgoing += sent.values().sum::<u64>();
        for (direction, counts) in [("incoming", &received), ("outgoing", &sent)] {
            for (text, count) in counts.iter().filter(|(_, count)| **count > 1) {
                doubled.push(json!({
                    "user": user, "direction": direction, "text": text, "count": count,
                }));
            }
        }
        let mut shown = json!({
            "user": state.customers.get(user),
            "started": chat.started,
            "blocked": chat.blocked,
            "counts": { "incoming": received, "outgoing": sent },
        });
        if !wanted.counts_only {
            shown["messages"] = messages(bot, chat);
        }
        chats.push(shown);
    }
    Some(json!({
        "bot": {
            "id": bot.id,
            "username": bot.username,
            "first_name": bot.first_name,
            "webhook": bot.webhook.as_ref().map(|webhook| &webhook.url),
            "pending": bot.pending.len(),
        },
        "chats": chats,
        "totals": { "incoming": incoming, "outgoing": outgoing, "doubled": doubled },
    }))
}

fn messages(bot: &Bot, chat: &Chat) -> Value {
    let waiting =
        |stored: &StoredMessage| stored.update_id.is_some_and(|id| bot.pending.contains_key(&id));
    chat.messages.values().map(|stored| message(stored, waiting(stored))).collect()
}

// "Incoming" and "outgoing" are seen from the bot: incoming is what the customer wrote.
fn counts(chat: &Chat, by_bot: bool) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for stored in chat.messages.values() {
        if stored.by_bot == by_bot && !stored.deleted {
            *counts.entry(words(stored)).or_insert(0) += 1;
        }
    }
    counts
}
