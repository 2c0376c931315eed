//! From an update to events, without the files: those are fetched afterwards.

use super::content::{self, FileRef, content, full_name};
use super::context::extras;
use super::unknown::unknown;
use super::{
    Button, CallbackQuery, Chat, MemberChange, Reaction, TgMessage, Update, User, external_id,
    thread,
};
use crate::reactions;
use patchbay_plugin::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

const CHANNEL: &str = "TELEGRAM";

/// A message that still lacks its files.
#[derive(Debug)]
pub struct Draft {
    pub message: InboundMessage,
    pub files: Vec<FileRef>,
    /// The supergroup the message is from: its thread may be that of the group it once was.
    pub supergroup: Option<i64>,
    /// A pressed button to be acknowledged.
    pub callback: Option<String>,
}

/// What an update means.
#[derive(Debug)]
pub enum Read {
    Message(Box<Draft>),
    /// A message with a file was changed. Telegram does not say whether the file is another one.
    Replaced(Box<Draft>, Edit),
    Events(Vec<Event>),
    /// A group became a supergroup: its old and new chat id.
    Moved {
        from: i64,
        to: i64,
    },
    /// A pressed button that says nothing, such as that of a game: only to be acknowledged.
    Acknowledge(String),
    /// Nothing a desk does anything with.
    Nothing,
}

/// Reads one update.
pub fn read(raw: &Value, now_ms: u64) -> Result<Read, serde_json::Error> {
    let update = Update::deserialize(raw)?;
    Ok(if let Some(message) = update.message {
        match (message.migrate_to_chat_id, message.migrate_from_chat_id) {
            (Some(to), _) => Read::Moved { from: message.chat.id, to },
            (_, Some(from)) => Read::Moved { from, to: message.chat.id },
            _ => Read::Message(Box::new(draft(&message, &raw["message"]))),
        }
    } else if let Some(message) = update.edited_message {
        edited(&message, &raw["edited_message"])
    } else if let Some(query) = update.callback_query {
        match &query.data {
            Some(data) => Read::Message(Box::new(pressed(&query, data, now_ms))),
            None => Read::Acknowledge(query.id),
        }
    } else if let Some(change) = update.my_chat_member {
        Read::Events(membership(&change))
    } else if let Some(reaction) = update.message_reaction {
        Read::Events(vec![reacted(&reaction)])
    } else {
        Read::Nothing
    })
}

fn draft(message: &TgMessage, raw: &Value) -> Draft {
    let content::Content { text, files, service } =
        content(message).unwrap_or_else(|| unknown(raw));
    let mut from = actor(message);
    if let Some(contact) = &message.contact
        && message.sender.as_ref().is_some_and(|user| Some(user.id) == contact.user_id)
    {
        from.attrs.push(("phone".to_owned(), contact.phone_number.clone()));
    }
    Draft {
        message: InboundMessage {
            external_id: external_id(message.chat.id, message.message_id),
            thread: thread(message.chat.id, topic(message)),
            channel: CHANNEL.to_owned(),
            from,
            at_ms: message.date * 1000,
            text,
            reply_to: reply_to(message),
            automatic: service,
            extras: extras(raw),
            ..InboundMessage::default()
        },
        files,
        supergroup: supergroup(&message.chat),
        callback: None,
    }
}

/// Only a forum's topic is a conversation of its own; elsewhere the field merely marks replies.
fn topic(message: &TgMessage) -> Option<i64> {
    message.message_thread_id.filter(|_| message.is_topic_message)
}

fn supergroup(chat: &Chat) -> Option<i64> {
    (chat.kind == "supergroup").then_some(chat.id)
}

fn reply_to(message: &TgMessage) -> Option<String> {
    let answered = message.reply_to_message.as_ref()?;
    // Every message of a topic formally answers the one that opened it.
    (topic(message) != Some(answered.message_id))
        .then(|| external_id(message.chat.id, answered.message_id))
}

fn actor(message: &TgMessage) -> Actor {
    match (&message.sender_chat, &message.sender) {
        // An anonymous admin or a channel: the user given is a stand-in of Telegram's.
        (Some(chat), _) => Actor {
            external_id: chat.id.to_string(),
            display_name: chat.title.clone(),
            attrs: Vec::new(),
        },
        (None, Some(user)) => person(user),
        (None, None) => Actor { external_id: message.chat.id.to_string(), ..Actor::default() },
    }
}

fn person(user: &User) -> Actor {
    let facts = [("username", &user.username), ("language", &user.language_code)];
    Actor {
        external_id: user.id.to_string(),
        display_name: Some(full_name(&user.first_name, user.last_name.as_deref())),
        attrs: facts
            .into_iter()
            .filter_map(|(name, value)| value.clone().map(|value| (name.to_owned(), value)))
            .collect(),
    }
}

fn edited(message: &TgMessage, raw: &Value) -> Read {
    let at = message.edit_date.unwrap_or(message.date);
    let mut draft = draft(message, raw);
    let edit = Edit {
        external_id: draft.message.external_id.clone(),
        thread: draft.message.thread.clone(),
        text: draft.message.text.clone(),
        deleted: false,
        at_ms: at * 1000,
    };
    if draft.files.is_empty() {
        return Read::Events(vec![edit.into()]);
    }
    let earlier = &edit.external_id;
    draft.message.external_id = format!("{earlier}#{at}");
    draft.message.at_ms = edit.at_ms;
    draft.message = draft.message.replacing(earlier);
    Read::Replaced(Box::new(draft), edit)
}

/// A pressed button says what is written on it.
fn pressed(query: &CallbackQuery, data: &str, now_ms: u64) -> Draft {
    let buttons = query.message.iter().filter_map(|message| message.reply_markup.as_ref());
    let label = buttons
        .flat_map(|markup| markup.inline_keyboard.iter().flatten())
        .find(|Button { callback_data, .. }| callback_data.as_deref() == Some(data))
        .map_or(data, |button| button.text.as_str());
    let chat = query.message.as_ref().map_or(query.from.id, |message| message.chat.id);
    let offered_by = query.message.as_ref().map(|m| external_id(m.chat.id, m.message_id));
    Draft {
        message: InboundMessage {
            external_id: format!("{chat}:button-{}", query.id),
            thread: thread(chat, query.message.as_ref().and_then(topic)),
            channel: CHANNEL.to_owned(),
            from: person(&query.from),
            // Telegram does not say when a button was pressed.
            at_ms: now_ms,
            text: Some(label.to_owned()),
            reply_to: offered_by.clone(),
            contents: vec![Content::Choice(ChoiceMade {
                id: data.to_owned(),
                title: label.to_owned(),
                offered_by,
            })],
            extras: vec![("button".to_owned(), data.to_owned())],
            ..InboundMessage::default()
        },
        files: Vec::new(),
        supergroup: query.message.as_ref().and_then(|message| supergroup(&message.chat)),
        callback: Some(query.id.clone()),
    }
}

/// The bot was blocked, unblocked, added to a group or removed from one.
fn membership(change: &MemberChange) -> Vec<Event> {
    let (was, is) = (&change.old_chat_member.status, &change.new_chat_member.status);
    let out = is == "kicked" || is == "left";
    let text = match (change.chat.kind == "private", out) {
        (true, true) => "The customer blocked the bot.",
        (true, false) => "The customer let the bot in again.",
        (false, true) => "The bot was taken out of the group.",
        (false, false) => "The bot is in the group.",
    };
    let private = change.chat.kind == "private";
    let consent = Consent {
        thread: change.chat.id.to_string(),
        contact: change.chat.id.to_string(),
        everything: true,
        given: !out,
        at_ms: Some(change.date * 1000),
        text: None,
    };
    let told = Event::Custom(Custom::json(
        "telegram.membership",
        &json!({
            "thread": change.chat.id.to_string(),
            "by": change.from.id.to_string(),
            "was": was,
            "is": is,
            "blocked": change.chat.kind == "private" && is == "kicked",
            "text": text,
            "at_ms": change.date * 1000,
        }),
    ));
    // The line above says it to agents; this is kept at the person.
    std::iter::once(told).chain(private.then(|| consent.into())).collect()
}

/// What somebody thinks of a message now. Of several emoji the first is shown; one that is a picture
/// of Telegram's own has no sign, and an anonymous admin of a group no name.
fn reacted(reaction: &Reaction) -> Event {
    let emoji: Vec<_> = reaction.new_reaction.iter().filter_map(|r| r.emoji.as_deref()).collect();
    let message = external_id(reaction.chat.id, reaction.message_id);
    let thread = reaction.chat.id.to_string();
    let shown = !emoji.is_empty() || reaction.new_reaction.is_empty();
    if let (Some(user), true) = (&reaction.user, shown) {
        return Event::Reaction(patchbay_plugin::prelude::Reaction {
            external_id: message,
            thread,
            from: person(user),
            emoji: emoji.first().map(|emoji| reactions::shown(emoji)),
            at_ms: reaction.date * 1000,
        });
    }
    Event::Custom(Custom::json(
        "telegram.reaction",
        &json!({
            "message": message,
            "thread": thread,
            "by": reaction.user.as_ref().map(|user| user.id.to_string()),
            "emoji": emoji,
            "text": "Somebody reacted to a message.",
            "at_ms": reaction.date * 1000,
        }),
    ))
}
