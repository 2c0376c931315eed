//! What a message brings besides text and files: places, cards, and answers to choose from. Pure.

use crate::plan::Step;
use crate::split::{TEXT_MAX, split};
use patchbay_plugin::outgoing::Content;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// The longest data of a button, in bytes.
const DATA_MAX: usize = 64;

/// The longest visiting card (vCard), in bytes.
const VCARD_MAX: usize = 2048;

/// The requests that send the places and cards, in order.
pub fn steps(contents: &[Content]) -> Vec<Step> {
    let mut steps = Vec::new();
    for content in contents {
        match content {
            Content::Location(location) => steps.push(place(location)),
            Content::Contact(contact) => steps.extend(card(contact)),
            _ => {}
        }
    }
    steps
}

/// Telegram's pin has no words; a venue has two, and both must be there.
fn place(location: &Location) -> Step {
    let Location { latitude, longitude, name, address } = location;
    let mut parameters = json!({"latitude": latitude, "longitude": longitude});
    let (name, address) = (filled(name.as_deref()), filled(address.as_deref()));
    let spot = format!("{latitude:.5}, {longitude:.5}");
    let (title, below) = match (name, address) {
        (Some(name), Some(address)) => (name, address),
        (Some(one), None) | (None, Some(one)) => (one, spot.as_str()),
        (None, None) => return Step::Plain("sendLocation", parameters),
    };
    parameters["title"] = json!(title);
    parameters["address"] = json!(below);
    Step::Plain("sendVenue", parameters)
}

/// A card has a telephone number at Telegram; one that has none, or more to say than fits, goes as
/// words.
fn card(contact: &ContactCard) -> Vec<Step> {
    let organisation = filled(contact.organisation.as_deref());
    let name = filled(Some(&contact.name)).unwrap_or("?");
    let rest = contact.phones.len() > 1 || !contact.emails.is_empty() || organisation.is_some();
    let vcard = rest.then(|| vcard(name, organisation, contact));
    let fits = vcard.as_ref().is_none_or(|vcard| vcard.len() <= VCARD_MAX);
    let Some(phone) = contact.phones.first().filter(|_| fits) else {
        let who = organisation.map_or_else(|| name.to_owned(), |at| format!("{name} ({at})"));
        let ways: Vec<&str> =
            contact.phones.iter().chain(&contact.emails).map(String::as_str).collect();
        let words = format!("{who}: {}", ways.join(", "));
        return split(&words, TEXT_MAX).into_iter().map(Step::text).collect();
    };
    let (first, last) = name.split_once(' ').unwrap_or((name, ""));
    let mut parameters = json!({"phone_number": phone, "first_name": first});
    if !last.trim().is_empty() {
        parameters["last_name"] = json!(last.trim());
    }
    if let Some(vcard) = vcard {
        parameters["vcard"] = json!(vcard);
    }
    vec![Step::Plain("sendContact", parameters)]
}

/// The whole card as a vCard 3.0 (RFC 2426).
fn vcard(name: &str, organisation: Option<&str>, contact: &ContactCard) -> String {
    let mut lines = vec!["BEGIN:VCARD".to_owned(), "VERSION:3.0".to_owned()];
    let (first, last) = name.split_once(' ').unwrap_or((name, ""));
    lines.push(format!("N:{};{};;;", escaped(last.trim()), escaped(first)));
    lines.push(format!("FN:{}", escaped(name)));
    lines.extend(organisation.map(|at| format!("ORG:{}", escaped(at))));
    lines.extend(contact.phones.iter().map(|phone| format!("TEL:{}", escaped(phone))));
    lines.extend(contact.emails.iter().map(|email| format!("EMAIL:{}", escaped(email))));
    lines.push("END:VCARD\r\n".to_owned());
    lines.join("\r\n")
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ',' | ';' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\r' => {}
            other => out.push(other),
        }
    }
    out
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// What is offered below the message: a keyboard that types the answer for the customer, or buttons
/// on the message. A message has one of the two, so both together become buttons.
pub fn markup(contents: &[Content]) -> Option<Value> {
    if let Some(buttons) = inline(contents) {
        return Some(buttons);
    }
    let rows: Vec<Value> =
        choices(contents).map(|choice| json!([{"text": choice.title}])).collect();
    (!rows.is_empty())
        .then(|| json!({"keyboard": rows, "one_time_keyboard": true, "resize_keyboard": true}))
}

/// The buttons that stay on a message, and that a change of it must repeat.
pub fn inline(contents: &[Content]) -> Option<Value> {
    let has_buttons = |content: &Content| match content {
        Content::Buttons(buttons) => !buttons.is_empty(),
        _ => false,
    };
    if !contents.iter().any(has_buttons) {
        return None;
    }
    let mut taken = Vec::new();
    let mut rows = Vec::new();
    for choice in choices(contents) {
        let mut button = json!({"text": choice.title});
        match choice.url {
            Some(url) => button["url"] = json!(url),
            None => {
                let data = data(choice.id, &taken);
                button["callback_data"] = json!(data);
                taken.push(data);
            }
        }
        rows.push(json!([button]));
    }
    Some(json!({"inline_keyboard": rows}))
}

struct Choice<'a> {
    id: &'a str,
    title: &'a str,
    url: Option<&'a str>,
}

fn choices(contents: &[Content]) -> impl Iterator<Item = Choice<'_>> {
    contents.iter().flat_map(|content| match content {
        Content::QuickReplies(replies) => replies
            .iter()
            .map(|reply| Choice { id: &reply.id, title: &reply.title, url: None })
            .collect(),
        Content::Buttons(buttons) => buttons
            .iter()
            .map(|one| Choice { id: &one.id, title: &one.title, url: one.url.as_deref() })
            .collect(),
        _ => Vec::new(),
    })
}

/// What a pressed button brings back. The words on it are found by this, so no two are the same.
fn data(id: &str, taken: &[String]) -> String {
    let free = |data: &str| !data.is_empty() && !taken.iter().any(|other| other == data);
    if id.len() <= DATA_MAX && free(id) {
        return id.to_owned();
    }
    let numbered = (1..).map(|number: usize| {
        let end = format!("~{number}");
        let mut room = id.len().min(DATA_MAX - end.len());
        while !id.is_char_boundary(room) {
            room -= 1;
        }
        format!("{}{end}", &id[..room])
    });
    numbered.into_iter().find(|data| free(data)).unwrap_or_default()
}
