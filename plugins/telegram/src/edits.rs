//! Changes of what was sent: another text, taken back, an emoji on it. Each may be repeated without
//! harm, so whatever may pass is simply tried again.

use crate::api::{Api, CallError};
use crate::contents;
use crate::reactions;
use crate::receive;
use crate::refusal::{self, Refusal};
use crate::split::{CAPTION_MAX, TEXT_MAX, split, units};
use crate::wire::parse_external_id;
use patchbay_plugin::outbound_edits::Target;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Telegram takes back this many messages at once.
const DELETE_MAX: usize = 100;

/// A sent message at Telegram: its parts, in the order in which they went out.
#[derive(Debug)]
struct Parts {
    chat: i64,
    messages: Vec<i64>,
}

/// Changes the text where it stands: in messages of its own, else below the first file.
pub fn edit(api: &Api, what: &Target, msg: &Message) -> Result<Batch, Failure> {
    let Parts { chat, messages } = parts(what)?;
    let text = msg.text.as_deref().unwrap_or_default().trim();
    if text.is_empty() {
        return refuse("no-words", "A message cannot be left without words; take it back instead.");
    }
    let files = msg.attachments.len();
    let texts = messages.len().saturating_sub(files + contents::steps(&msg.contents).len());
    let keyboard = contents::inline(&msg.contents);
    let change = |method, message: i64, field: &str, words: &str, is_last: bool| {
        let mut parameters = json!({"chat_id": chat, "message_id": message, field: words});
        // A change that does not name the buttons takes them away.
        if let (Some(keyboard), true) = (&keyboard, is_last) {
            parameters["reply_markup"] = keyboard.clone();
        }
        ask(api, method, &parameters, refusal::changes_nothing)
    };
    if texts == 0 {
        if files == 0 {
            return refuse("no-text", "This message has no text at Telegram; write a new one.");
        }
        if units(text) > CAPTION_MAX {
            let why = "Below a file Telegram takes 1,024 characters. Shorten the text, or send it \
                 as a message of its own.";
            return refuse("caption-too-long", why);
        }
        change("editMessageCaption", messages[0], "caption", text, messages.len() == 1)?;
        return Ok(Batch::empty());
    }
    let pieces = split(text, TEXT_MAX);
    let of = pieces.len();
    if of > texts {
        let why = format!(
            "The text went out in messages of 4,096 characters and now needs {of} of them, but \
             there are {texts}. Shorten it, or send the rest as a new message."
        );
        return refuse("too-long", &why);
    }
    // What is too old to be taken back is refused here, before anything has changed.
    take_back(api, chat, &messages[of..texts])?;
    for (at, (piece, message)) in pieces.iter().zip(&messages).enumerate() {
        let is_last = texts == messages.len() && at + 1 == of;
        change("editMessageText", *message, "text", piece, is_last)
            .map_err(|failure| partly(failure, at, of))?;
    }
    Ok(Batch::empty())
}

/// Takes all parts back.
pub fn delete(api: &Api, what: &Target) -> Result<Batch, Failure> {
    let Parts { chat, messages } = parts(what)?;
    take_back(api, chat, &messages)?;
    Ok(Batch::empty())
}

/// Puts an emoji on the first part, or takes ours away. Bots have one on a message.
pub fn react(api: &Api, what: &Target, emoji: Option<&str>) -> Result<Batch, Failure> {
    let Parts { chat, messages } = parts(what)?;
    let list: Vec<Value> = emoji
        .iter()
        .map(|emoji| json!({"type": "emoji", "emoji": reactions::bare(emoji)}))
        .collect();
    let parameters = json!({"chat_id": chat, "message_id": messages[0], "reaction": list});
    ask(api, "setMessageReaction", &parameters, refusal::changes_nothing)?;
    Ok(Batch::empty())
}

/// The parts that the ids name, at least one. The host gives the ids in no order, and Telegram counts
/// the messages of a chat upwards.
fn parts(what: &Target) -> Result<Parts, Failure> {
    let found: Option<Vec<_>> = what.external_ids.iter().map(|id| parse_external_id(id)).collect();
    let mut found = found.unwrap_or_default();
    found.sort_unstable_by_key(|(_, message)| *message);
    let Some((chat, _)) = found.first().copied() else {
        return refuse("no-message", "Telegram has no message for this, such as a pressed button.");
    };
    // A group's id is negative, and only groups move.
    let moved = chat < 0 && receive::stored_chat(&format!("moved:{chat}")).is_some();
    if moved || found.iter().any(|(other, _)| *other != chat) {
        return Err(left_behind());
    }
    Ok(Parts { chat, messages: found.into_iter().map(|(_, message)| message).collect() })
}

fn take_back(api: &Api, chat: i64, messages: &[i64]) -> Result<(), Failure> {
    if let [message] = messages {
        let parameters = json!({"chat_id": chat, "message_id": message});
        return ask(api, "deleteMessage", &parameters, refusal::is_gone);
    }
    for some in messages.chunks(DELETE_MAX) {
        let parameters = json!({"chat_id": chat, "message_ids": some});
        ask(api, "deleteMessages", &parameters, refusal::is_gone)?;
    }
    Ok(())
}

/// One request; `done` knows the refusals that say it is so already.
fn ask(
    api: &Api,
    method: &str,
    parameters: &Value,
    done: fn(&Refusal) -> bool,
) -> Result<(), Failure> {
    match api.call(method, parameters) {
        Ok(_) => Ok(()),
        Err(CallError::Refused(refusal)) if done(&refusal) => Ok(()),
        Err(CallError::Refused(Refusal { migrate_to: Some(_), .. })) => Err(left_behind()),
        Err(error) => Err(error.while_asking()),
    }
}

/// In the supergroup the number of an old message is that of another one, or of none.
fn left_behind() -> Failure {
    let why = "The group has become a supergroup since, and Telegram lets nobody change what was \
         written before. Write a new message.";
    Failure::Permanent(Detail::new("telegram.moved", why))
}

fn refuse<T>(code: &str, why: &str) -> Result<T, Failure> {
    Err(Failure::Permanent(Detail::new(format!("telegram.{code}"), why)))
}

/// The desk shows the old text again, but part of the new one stands at the customer's.
fn partly(failure: Failure, done: usize, of: usize) -> Failure {
    match failure {
        Failure::Permanent(mut detail) if done > 0 => {
            detail.code = "telegram.partly-changed".to_owned();
            detail.message =
                format!("{done} of {of} parts of this message were changed. {}", detail.message);
            Failure::Permanent(detail)
        }
        other => other,
    }
}
