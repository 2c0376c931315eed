//! From a request of the page's server to a batch: what customers did, and what the bot answers.

use crate::bot::{Answer, Bot, Heard};
use crate::talk::Talks;
use crate::wire::{self, CustomerMessage, File, Item};
use crate::{Settings, later};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};
use patchbay_plugin::{media, warn, webhook};

/// How far the two clocks may be apart.
const SKEW_MS: u64 = 300_000;
const BODY_MAX: usize = 512 << 10;
const EVENTS_MAX: usize = 100;
/// Files that are fetched for one request; of more, the agent gets the addresses.
const FETCHED_MAX: usize = 40;

/// What a request brings. What is wrong as a whole goes to the quarantine, where an admin sees why;
/// an event that is not understood does not keep the others back.
pub fn webhook(
    settings: &Settings,
    body: &[u8],
) -> Result<(Option<webhook::Reply>, Batch), Failure> {
    let now = host::now_ms();
    let body = envelope(body, now)?;
    let events = body["events"].as_array().map_or(&[][..], Vec::as_slice);
    let bot = Bot::new(settings);
    let (mut batch, mut talks) = (Batch::empty(), Talks::default());
    let (mut unknown, mut fetched) = (0, 0);
    for event in events {
        match wire::item(event, now) {
            Some(Item::Message(said)) => {
                let files = said.files.len().min(FETCHED_MAX.saturating_sub(fetched));
                fetched += files;
                message(settings, &bot, *said, files, (&mut talks, &mut batch), now);
            }
            Some(Item::Effect(event)) => batch.events.push(*event),
            Some(Item::Close(conversation)) => talks.close(&conversation),
            Some(Item::Nothing) => {}
            None => {
                unknown += 1;
                batch.events.push(Custom::json("chatbot.unknown", event).into());
            }
        }
    }
    talks.store(&mut batch);
    let reply = webhook::Reply {
        status: 200,
        headers: vec![Header {
            name: "Content-Type".to_owned(),
            value: b"application/json".to_vec(),
        }],
        body: json!({"taken": events.len() - unknown, "unknown": unknown}).to_string().into_bytes(),
    };
    Ok((Some(reply), batch))
}

/// The body, if it is of our form and of this moment. A request that was recorded and is posted again
/// later is refused here; one that is posted again at once is known to the desk by its bytes.
fn envelope(body: &[u8], now: u64) -> Result<Value, Failure> {
    let refuse = |code: &str, text: String| Err(Failure::Permanent(Detail::new(code, text)));
    if body.len() > BODY_MAX {
        return refuse("chatbot.too-large", format!("A request has at most {BODY_MAX} bytes."));
    }
    let body: Value = serde_json::from_slice(body)?;
    let Some(sent_at) = body["sent_at"].as_u64() else {
        return refuse(
            "chatbot.no-time",
            "The request does not say when it was sent: `sent_at`, in milliseconds.".to_owned(),
        );
    };
    if sent_at.abs_diff(now) > SKEW_MS {
        let seconds = sent_at.abs_diff(now) / 1000;
        let (way, cause) = match sent_at < now {
            true => ("ago", "it was posted again, or waited for long"),
            false => ("ahead", "the sender's clock is wrong"),
        };
        let text = format!("The request was sent {seconds} seconds {way}: {cause}.");
        return refuse("chatbot.time", text);
    }
    match body["events"].as_array().map(Vec::len) {
        None => refuse("chatbot.form", "The request has no list of `events`.".to_owned()),
        Some(count) if count > EVENTS_MAX => {
            refuse("chatbot.too-many", format!("A request has at most {EVENTS_MAX} events."))
        }
        Some(_) => Ok(body),
    }
}

fn message(
    settings: &Settings,
    bot: &Bot<'_>,
    said: CustomerMessage,
    fetched: usize,
    (talks, batch): (&mut Talks, &mut Batch),
    now: u64,
) {
    let CustomerMessage { mut message, files, words, language } = said;
    for (place, file) in files.iter().enumerate() {
        attach(&mut message, file, place < fetched);
    }
    let talk = talks.of(&message.thread);
    let new = talk.note(&message.external_id);
    let heard = Heard { text: &words, language: language.as_deref() };
    let answer = if new { bot.answer(talk, &heard, now) } else { None };
    let answer = answer.filter(|answer| !answer.text.is_empty() || answer.person.is_some());
    let Some(answer) = answer else {
        batch.events.push(message.into());
        return;
    };
    let shown = shown(settings, &message, &answer, now);
    if !answer.text.is_empty() {
        later::queue(settings, &message, &answer, talk, now, batch);
    }
    batch.events.push(message.into());
    batch.events.push(shown.into());
}

/// The bot's words, as the agents see them. The desk has no event for what somebody else answered, so
/// they stand beside the customer's own, in brackets, and count as written by no person. They come
/// from the customer's identity because everything that holds for the customer has to hold for them: a
/// blocked customer's bot opens no ticket.
fn shown(settings: &Settings, heard: &InboundMessage, answer: &Answer, now: u64) -> InboundMessage {
    let mut lines = vec![format!("[{}] {}", settings.bot_name.trim(), answer.text)];
    if !answer.offers.is_empty() {
        lines.push(format!("[offered: {}]", answer.offers.join(" | ")));
    }
    if let Some(reason) = answer.person {
        lines.push(format!("[handed over to you: {reason}]"));
    }
    InboundMessage {
        external_id: later::id_of_answer(&heard.external_id),
        thread: heard.thread.clone(),
        channel: heard.channel.clone(),
        from: heard.from.clone(),
        at_ms: heard.at_ms.max(now),
        text: Some(lines.join("\n")),
        automatic: true,
        extras: vec![("bot".to_owned(), answer.source.to_owned())],
        ..InboundMessage::default()
    }
}

fn attach(message: &mut InboundMessage, file: &File, fetch_it: bool) {
    let found = match fetch_it {
        true => fetch(file),
        false => Err("There are too many files in one request.".to_owned()),
    };
    match found {
        Ok(blob) => {
            let name = Some(file.name.clone());
            message.attachments.push(Attachment::stored(blob, &file.mime, name));
        }
        // A message without its file is worth more than no message.
        Err(reason) => {
            let kind = media::kind_of(&file.mime);
            warn!("a file could not be fetched", kind = kind);
            let note = format!("[{kind}: {}] {reason} {}", file.name, file.url);
            message.text = Some(match message.text.take() {
                Some(text) => format!("{text}\n{note}"),
                None => note,
            });
        }
    }
}

/// Fetches a file, once more after a passing trouble, or says in a sentence why not.
fn fetch(file: &File) -> Result<Blob, String> {
    let mut last = String::new();
    for _ in 0..2 {
        match Request::get(&file.url).to_blob().send() {
            Ok(answer) if answer.ok() => {
                let (mime, filename) = (file.mime.clone(), Some(file.name.clone()));
                let meta = BlobMeta { mime, filename, size: None };
                return answer.into_blob(meta).map_err(|detail| detail.message);
            }
            Ok(answer) if answer.status() < 500 => {
                return Err(format!("Your page does not give the file ({}).", answer.status()));
            }
            Ok(answer) => last = format!("Your page does not give the file ({}).", answer.status()),
            Err(NetError::TooLarge) => {
                return Err("The file is larger than this desk takes.".to_owned());
            }
            Err(NetError::Denied(_)) => {
                return Err("Only files at the callback address's own host are fetched.".to_owned());
            }
            Err(_) => last = "The file could not be fetched.".to_owned(),
        }
    }
    Err(last)
}
