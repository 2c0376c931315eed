//! The JSON that the page's server posts. What is not understood is told apart, never guessed. Pure.

use crate::{CHANNEL, later};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// Ids become parts of keys, which the desk takes up to 256 bytes.
const ID_MAX: usize = 200;
const FILES_MAX: usize = 10;

/// One thing that happened.
#[derive(Debug)]
pub enum Item {
    Message(Box<CustomerMessage>),
    /// Something that needs no thought.
    Effect(Box<Event>),
    /// The conversation is over.
    Close(String),
    /// What became of an answer of the bot's, whose fate the desk does not keep.
    Nothing,
}

/// A customer's message; its files are not fetched yet.
#[derive(Debug, Default)]
pub struct CustomerMessage {
    pub message: InboundMessage,
    pub files: Vec<File>,
    /// The text, or what stood on the button that was pressed.
    pub words: String,
    pub language: Option<String>,
}

/// A file, where it can be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub url: String,
    pub name: String,
    pub mime: String,
}

/// An event of the body; none when it is of an unknown kind, or lacks what its kind needs.
pub fn item(event: &Value, now: u64) -> Option<Item> {
    let at_ms = event["at"].as_u64().unwrap_or(now);
    let thread = || id(&event["conversation"]);
    let message = || id(&event["message"]);
    Some(match event["kind"].as_str()? {
        "message" => Item::Message(Box::new(said(event, at_ms)?)),
        "edit" => effect(Event::Edit(Edit {
            external_id: message()?,
            thread: thread()?,
            text: Some(event["text"].as_str()?.to_owned()),
            deleted: false,
            at_ms,
        })),
        "delete" => effect(Event::Edit(Edit {
            external_id: message()?,
            thread: thread()?,
            text: None,
            deleted: true,
            at_ms,
        })),
        "reaction" => effect(Event::Reaction(Reaction {
            external_id: message()?,
            thread: thread()?,
            from: actor(&event["from"])?,
            emoji: text(&event["emoji"]),
            at_ms,
        })),
        "delivered" => receipt(message()?, "delivered", at_ms, None),
        "failed" => receipt(message()?, "failed", at_ms, text(&event["reason"])),
        "read" if !event["message"].is_null() => receipt(message()?, "read", at_ms, None),
        kind @ ("typing" | "stopped" | "read") => {
            effect(Event::Signal(Signal { thread: thread()?, kind: kind.to_owned() }))
        }
        "close" => Item::Close(thread()?),
        _ => return None,
    })
}

fn effect(event: Event) -> Item {
    Item::Effect(Box::new(event))
}

fn receipt(external_id: String, status: &str, at_ms: u64, code: Option<String>) -> Item {
    if later::is_answer(&external_id) {
        return Item::Nothing;
    }
    effect(Event::Receipt(Receipt { external_id, status: status.to_owned(), at_ms, code }))
}

fn said(event: &Value, at_ms: u64) -> Option<CustomerMessage> {
    let from = actor(&event["from"])?;
    let choice = choice(&event["choice"]);
    let mut contents = Vec::new();
    contents.extend(location(&event["location"]).map(Content::Location));
    contents.extend(contact(&event["contact"]).map(Content::Contact));
    let title = choice.as_ref().map(|choice| choice.title.clone());
    contents.extend(choice.map(Content::Choice));
    let written = text(&event["text"]);
    let files = files(&event["files"]);
    if written.is_none() && files.is_empty() && contents.is_empty() {
        // Of a form that is not known here; the agent sees that something came.
        contents.push(Content::Custom(Custom::json("unknown message", event)));
    }
    let language = from.attrs.iter().find(|(name, _)| name == "language");
    let language = language.and_then(|(_, tag)| tag.split(['-', '_']).next());
    Some(CustomerMessage {
        words: written.clone().or(title).unwrap_or_default(),
        language: language.map(str::to_lowercase),
        files,
        message: InboundMessage {
            external_id: id(&event["id"])?,
            thread: id(&event["conversation"])?,
            channel: CHANNEL.to_owned(),
            from,
            at_ms,
            subject: text(&event["subject"]),
            text: written,
            reply_to: id(&event["reply_to"]),
            contents,
            extras: extras(event),
            ..InboundMessage::default()
        },
    })
}

fn actor(from: &Value) -> Option<Actor> {
    let named = ["email", "phone", "username", "language", "avatar-url"];
    let attrs = named.into_iter().filter_map(|name| {
        let field = name.replace('-', "_");
        Some((name.to_owned(), text(&from[field.as_str()])?))
    });
    Some(Actor {
        external_id: id(&from["id"])?,
        display_name: text(&from["name"]),
        attrs: attrs.collect(),
    })
}

fn choice(choice: &Value) -> Option<ChoiceMade> {
    let title = text(&choice["title"])?;
    let offered_by = id(&choice["message"]);
    Some(ChoiceMade { id: id(&choice["id"]).unwrap_or_else(|| title.clone()), title, offered_by })
}

fn location(place: &Value) -> Option<Location> {
    Some(Location {
        latitude: place["latitude"].as_f64()?,
        longitude: place["longitude"].as_f64()?,
        name: text(&place["name"]),
        address: text(&place["address"]),
    })
}

fn contact(card: &Value) -> Option<ContactCard> {
    let list = |list: &Value| list.as_array().into_iter().flatten().filter_map(text).collect();
    Some(ContactCard {
        name: text(&card["name"])?,
        phones: list(&card["phones"]),
        emails: list(&card["emails"]),
        organisation: text(&card["organisation"]),
    })
}

fn files(list: &Value) -> Vec<File> {
    let files = list.as_array().into_iter().flatten().take(FILES_MAX);
    let file = |file: &Value| {
        let url = text(&file["url"])?;
        let mime = text(&file["mime"]).unwrap_or_else(|| "application/octet-stream".to_owned());
        let name = text(&file["name"]).unwrap_or_else(|| "file".to_owned());
        Some(File { url, name, mime })
    };
    files.filter_map(file).collect()
}

/// Facts about the page: where the customer is, and what led there.
fn extras(event: &Value) -> Vec<(String, String)> {
    let named = ["page", "referral"].into_iter();
    named.filter_map(|name| Some((name.to_owned(), text(&event[name])?))).collect()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn id(value: &Value) -> Option<String> {
    text(value).filter(|id| id.len() <= ID_MAX)
}
