//! Sends an agent's message part by part: as push messages that can be repeated without harm, or, when
//! the account asks for it, with a first part that is a reply and free of charge.

use crate::Settings;
use crate::api::{self, Api, CallError};
use crate::memory;
use crate::plan::{Outgoing, OutgoingContent, plan};
use crate::refusal::Refusal;
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// LINE takes so many messages in one request.
const AT_ONCE: usize = 5;

/// LINE's reply tokens live for a minute: younger ones are safe to use, twice if need be.
const TOKEN_MS: u64 = 30_000;
const REPLY_TIMEOUT_MS: u32 = 10_000;

/// Sends one part of the message: up to five of LINE's messages.
pub fn send_part(
    acc: &Account,
    settings: &Settings,
    msg: &Message,
    part: &Position,
) -> Result<SentPart, Failure> {
    if !matches!(msg.thread.chars().next(), Some('U' | 'C' | 'R')) {
        let detail = Detail::new("line.thread", "This conversation is not one of LINE's.");
        return Err(Failure::Permanent(detail));
    }
    let api = settings.api();
    let files = files(acc, msg)?;
    let quote = msg.reply_to.as_deref().and_then(|id| memory::quote_token(&msg.thread, id));
    let messages = plan(&OutgoingContent {
        text: msg.text.as_deref().unwrap_or(""),
        files: &files,
        contents: &msg.contents,
        quote,
        preview: &settings.preview_picture,
    })?;
    let parts: Vec<&[Value]> = messages.chunks(AT_ONCE).collect();
    let messages = *part.of(&parts)?;
    let mut batch = Batch::empty();
    // The token serves once, so only the first part can be a reply.
    let free = settings.free_replies && part.is_first() && msg.attempt <= 1 && !msg.prior_unknown;
    let replied = if free { reply(&api, msg, messages, &mut batch)? } else { None };
    let external_ids = match replied {
        Some(ids) => ids,
        None => push(&api, msg, part.place(), messages)?,
    };
    let of = u32::try_from(parts.len()).unwrap_or(u32::MAX);
    Ok(SentPart { external_ids, of, status: "sent".to_owned(), batch })
}

/// The files, each with an address that everybody who has it can load it from for some days.
fn files(acc: &Account, msg: &Message) -> Result<Vec<Outgoing>, Failure> {
    let files = msg.file_urls(acc).map_err(|_| no_address())?.into_iter().zip(&msg.attachments);
    let each = files.map(|(file, attachment)| {
        let size = attachment.blob.as_ref().and_then(|blob| media::meta(blob).size);
        Outgoing {
            mime: file.mime,
            filename: file.filename.unwrap_or_else(|| "file".to_owned()),
            size: size.or(file.size).unwrap_or(u64::MAX),
            url: file.url,
        }
    });
    Ok(each.collect())
}

fn no_address() -> Failure {
    Failure::Permanent(Detail::new(
        "line.no-address",
        "LINE loads files from this desk, and this desk has no public https address. Ask its \
         operator to set server.public_url, or send the text alone.",
    ))
}

/// Free of charge, once. None: there is no usable token, so the message goes as a push.
fn reply(
    api: &Api,
    msg: &Message,
    messages: &[Value],
    batch: &mut Batch,
) -> Result<Option<Vec<String>>, Failure> {
    let Some(token) = memory::reply_token(&msg.thread) else { return Ok(None) };
    if host::now_ms().saturating_sub(token.at_ms) > TOKEN_MS {
        return Ok(None);
    }
    let body = json!({"replyToken": token.token, "messages": messages});
    let attempt = || {
        let request = api.request("POST", "/v2/bot/message/reply").json(&body);
        api::result(request.header("X-Op-Id", &msg.op_id).timeout_ms(REPLY_TIMEOUT_MS))
    };
    let first = attempt();
    let unclear = first.as_ref().is_err_and(CallError::unclear);
    // The token serves once, so a second try cannot double anything and tells what became of the
    // first.
    let answer = if unclear { attempt() } else { first };
    match answer {
        Ok(answer) => {
            memory::used(&msg.thread, batch);
            Ok(Some(ids(&answer, msg, 0, messages.len())))
        }
        Err(CallError::Refused(refusal)) if refusal.is_about_the_token() => {
            memory::used(&msg.thread, batch);
            Ok(unclear.then(|| ids(&Value::Null, msg, 0, messages.len())))
        }
        Err(CallError::Refused(refusal)) if refusal.is_about_the_quote() => Ok(None),
        Err(error) if error.unclear() => Err(Failure::Permanent(Detail::new(
            "line.reply-unknown",
            "LINE did not answer. The message may have arrived: ask the customer before you send \
             it again.",
        ))),
        Err(error) => Err(error.while_sending()),
    }
}

/// A push carries a key by which LINE knows a repeat for a day.
fn push(api: &Api, msg: &Message, part: usize, messages: &[Value]) -> Result<Vec<String>, Failure> {
    let key = retry_key(&msg.op_id, part)?;
    match pushed(api, msg, &key, messages) {
        Ok(answer) => Ok(ids(&answer, msg, part, messages.len())),
        Err(CallError::Refused(refusal)) if refusal.was_accepted() => {
            let answer = json!({"sentMessages": refusal.sent});
            Ok(ids(&answer, msg, part, messages.len()))
        }
        Err(CallError::Refused(refusal)) if refusal.is_about_the_quote() => {
            // What is answered is gone; the answer is worth more than the quote.
            let mut messages = messages.to_vec();
            for message in &mut messages {
                message.as_object_mut().and_then(|fields| fields.remove("quoteToken"));
            }
            let key = retry_key(&format!("{}/plain", msg.op_id), part)?;
            let answer = pushed(api, msg, &key, &messages);
            let answer = match answer {
                Err(CallError::Refused(Refusal { status: 409, sent, .. })) => {
                    json!({"sentMessages": sent})
                }
                other => other.map_err(|error| error.while_sending())?,
            };
            Ok(ids(&answer, msg, part, messages.len()))
        }
        Err(error) => Err(error.while_sending()),
    }
}

fn pushed(api: &Api, msg: &Message, key: &str, messages: &[Value]) -> Result<Value, CallError> {
    let body = json!({"to": msg.thread, "messages": messages});
    let request = api.request("POST", "/v2/bot/message/push").json(&body);
    // LINE ignores the second; it helps to find a message in logs.
    api::result(request.header("X-Line-Retry-Key", key).header("X-Op-Id", &msg.op_id))
}

/// A UUID that is the same for every attempt of one part of a message.
fn retry_key(op_id: &str, part: usize) -> Result<String, Failure> {
    let made = host::sign("channel_secret", format!("retry/{op_id}/{part}").as_bytes());
    let mut bytes = made.map_err(|_| {
        let detail = Detail::new("line.no-secret", "Enter the channel secret.");
        Failure::needs_config("channel_secret", detail)
    })?;
    bytes.resize(16, 0);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]))
}

/// LINE's ids of what was sent; where it did not tell them, ones of our own.
fn ids(answer: &Value, msg: &Message, part: usize, count: usize) -> Vec<String> {
    let told: Vec<String> = answer["sentMessages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|sent| sent["id"].as_str().map(str::to_owned))
        .collect();
    if told.is_empty() {
        return (0..count).map(|n| format!("sent:{}/{part}.{n}", msg.op_id)).collect();
    }
    told
}
