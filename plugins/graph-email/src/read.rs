//! One message of the mailbox as what it means: a customer's message, or news about one of ours.

use crate::api::{Api, CallError};
use crate::place::Item;
use crate::settings::Settings;
use letters::receive::{self, Around};
use letters::verdict::Trust;
use letters::{message, receipts, whole};
use patchbay_plugin::prelude::*;

/// The channel value of the manifest.
pub const CHANNEL: &str = "GRAPH_EMAIL";

/// Where mail goes within Exchange Online. Its border renames what strangers wrote as
/// `Authentication-Results`.
const INSIDE: &[&str] = &["outlook.com", "office365.com", "exchangelabs.com"];

/// Fetches a message as it was sent (RFC 5322) and reads it. Nothing when it is gone.
pub fn fetch(api: &Api, settings: &Settings, item: &Item) -> Result<Vec<Event>, Failure> {
    let request = api.request("GET", &api.message(&item.id, "/$value"), "").to_blob();
    let response = match request.send() {
        Ok(response) => response,
        // The host keeps no file that large; the message is there all the same.
        Err(NetError::TooLarge) => return Ok(vec![Event::Message(summary(item))]),
        Err(error) => return Err(error.while_asking()),
    };
    if !response.ok() {
        return refused(response, item);
    }
    let meta = BlobMeta { mime: "message/rfc822".to_owned(), filename: None, size: None };
    let blob = response.into_blob(meta).map_err(Failure::retryable)?;
    let raw = match whole(&blob) {
        Ok(raw) => raw,
        Err(Failure::Permanent(_)) => return Ok(vec![Event::Message(summary(item))]),
        Err(failure) => return Err(failure),
    };
    events(settings, item, &raw)
}

fn refused(response: Response, item: &Item) -> Result<Vec<Event>, Failure> {
    let (status, after) = (response.status(), response.retry_after_ms());
    let body = response.bytes().unwrap_or_default();
    let refusal = crate::refusal::Refusal::read(status, after, &body);
    if refusal.gone() {
        info!("a message was gone before it was fetched");
        return Ok(Vec::new());
    }
    match CallError::Refused(refusal).while_asking() {
        // What stays refused for this message alone must not stop the ones behind it.
        Failure::Permanent(detail) => {
            warn!("a message was refused; it is shown by its summary", code = detail.code);
            Ok(vec![Event::Message(summary(item))])
        }
        failure => Err(failure),
    }
}

/// What the bytes of a message mean.
pub fn events(settings: &Settings, item: &Item, raw: &[u8]) -> Result<Vec<Event>, Failure> {
    let around = Around {
        own: settings.own(),
        received_ms: i64::try_from(item.at_ms).unwrap_or(0),
        trust: Trust { servers: Vec::new(), inside: INSIDE },
        sign: &crate::sign,
    };
    let received = receive::read(raw, &around);
    let mut events = Vec::new();
    if let Some(mut news) = received.news {
        news.code = news.code.map(|code| ours(&code));
        events.extend(receipts(news, item.at_ms));
    }
    if let Some(letter) = received.letter {
        let mut message = message(letter, raw, CHANNEL)?;
        for (name, value) in &mut message.extras {
            if name == "report-code" {
                *value = ours(value);
            }
        }
        if message.references.is_empty()
            && let Some(thread) = thread(&item.conversation, &message.from.external_id)
        {
            message.thread = thread;
        }
        events.push(Event::Message(message));
    }
    Ok(events)
}

/// Microsoft's conversation, for mail that names no ancestor. It may be told by the subject alone, so
/// it never joins two people.
fn thread(conversation: &str, person: &str) -> Option<String> {
    (!conversation.is_empty()).then(|| format!("{conversation}/{person}"))
}

/// Codes of reports are the same as those of the channel Email, except for the name in front.
fn ours(code: &str) -> String {
    code.strip_prefix("email.")
        .map_or_else(|| code.to_owned(), |rest| format!("graph-email.{rest}"))
}

/// A message that could not be fetched, by what the list of changes says about it.
pub fn summary(item: &Item) -> InboundMessage {
    let sentence = "This message could not be read whole; it is still in the mailbox.";
    let address = match item.address.as_str() {
        "" => "unknown@unknown.invalid",
        address => address,
    };
    let id = item.message_id.trim().trim_start_matches('<').trim_end_matches('>');
    let external_id = if id.is_empty() { item.id.clone() } else { id.to_owned() };
    let person = address.to_lowercase();
    let text = match item.preview.trim() {
        "" => format!("[{sentence}]"),
        preview => format!("{preview}\n\n[{sentence}]"),
    };
    InboundMessage {
        thread: thread(&item.conversation, &person).unwrap_or_else(|| external_id.clone()),
        external_id,
        channel: CHANNEL.to_owned(),
        from: Actor {
            external_id: person,
            display_name: Some(item.name.clone()).filter(|name| !name.is_empty()),
            attrs: vec![("email".to_owned(), address.to_owned())],
        },
        at_ms: item.at_ms,
        subject: Some(item.subject.clone()).filter(|subject| !subject.is_empty()),
        text: Some(text),
        extras: vec![("note:unreadable".to_owned(), sentence.to_owned())],
        ..Default::default()
    }
}

/// About how much room an event takes in a batch.
pub fn size(event: &Event) -> usize {
    match event {
        Event::Message(message) => {
            let long = |text: &Option<String>| text.as_ref().map_or(0, String::len);
            let extras: usize = message.extras.iter().map(|(_, value)| value.len()).sum();
            long(&message.text) + long(&message.html) + extras
        }
        _ => 0,
    }
}
