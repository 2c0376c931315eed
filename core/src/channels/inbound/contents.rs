//! Contents between a plugin and a ticket: received ones as the desk shows them, sent ones put into
//! words where the manifest does not claim their kind. Pure.

use crate::{
    http::AnyJson,
    plugins::{
        Button, ContactCard, Content, Custom, InboundMessage, Location, OutContent, QuickReply,
        Template, manifest::Send,
    },
    tickets::contents::{Choice, Piece, words_of},
};
use serde_json::Value;

/// What a plugin received, as the desk keeps it.
#[must_use]
pub(in crate::channels) fn received(contents: &[Content]) -> Vec<Piece> {
    contents.iter().cloned().map(piece).collect()
}

fn piece(content: Content) -> Piece {
    match content {
        Content::Location(l) => Piece::Location {
            // What is not a number cannot be shown, and JSON cannot hold it.
            latitude: if l.latitude.is_finite() { l.latitude } else { 0.0 },
            longitude: if l.longitude.is_finite() { l.longitude } else { 0.0 },
            name: l.name,
            address: l.address,
        },
        Content::Contact(c) => Piece::Contact {
            name: c.name,
            phones: c.phones,
            emails: c.emails,
            organisation: c.organisation,
        },
        Content::Choice(c) => Piece::Choice { id: c.id, title: c.title, offered_by: c.offered_by },
        Content::Custom(c) => {
            let text = String::from_utf8_lossy(&c.payload).replace('\0', "");
            let payload = AnyJson(serde_json::from_str(&text).unwrap_or(Value::String(text)));
            Piece::Custom { name: c.kind, payload }
        }
    }
}

/// The text of a received message, with what else there is in words.
#[must_use]
pub(in crate::channels) fn in_words(message: &InboundMessage) -> String {
    let mut lines: Vec<String> = message.text.iter().cloned().collect();
    for content in &message.contents {
        lines.extend(match content {
            Content::Choice(c) => message.text.is_none().then(|| c.title.clone()),
            other => words_of(&piece(other.clone())),
        });
    }
    lines.join("\n")
}

/// Splits what an agent sends into the text and the kinds that the channel knows; every other kind
/// is put into words below the text.
#[must_use]
pub(in crate::channels) fn degrade(
    send: &Send,
    text: &str,
    pieces: Vec<Piece>,
) -> (String, Vec<OutContent>) {
    let mut lines: Vec<String> = vec![];
    if !text.is_empty() {
        lines.push(text.to_owned());
    }
    let mut kept = vec![];
    for piece in pieces {
        match claimed(send, &piece) {
            Some(content) => kept.push(content),
            None => lines.extend(words_of(&piece)),
        }
    }
    (lines.join("\n"), kept)
}

/// The piece as the plugin gets it; none when the manifest does not claim it, or not so many.
fn claimed(send: &Send, piece: &Piece) -> Option<OutContent> {
    let room = |most: u32, items: &[Choice]| usize::try_from(most).is_ok_and(|m| items.len() <= m);
    let cut = |title: &str| short(title, send.button_title_max);
    match piece {
        Piece::Location { latitude, longitude, name, address } if send.location => {
            Some(OutContent::Location(Location {
                latitude: *latitude,
                longitude: *longitude,
                name: name.clone(),
                address: address.clone(),
            }))
        }
        Piece::Contact { name, phones, emails, organisation } if send.contact => {
            Some(OutContent::Contact(ContactCard {
                name: name.clone(),
                phones: phones.clone(),
                emails: emails.clone(),
                organisation: organisation.clone(),
            }))
        }
        Piece::QuickReplies { items } if room(send.quick_replies_max, items) => {
            let reply = |c: &Choice| QuickReply { id: c.id.clone(), title: cut(&c.title) };
            Some(OutContent::QuickReplies(items.iter().map(reply).collect()))
        }
        Piece::Buttons { items } if room(send.buttons_max, items) => {
            let button =
                |c: &Choice| Button { id: c.id.clone(), title: cut(&c.title), url: c.url.clone() };
            Some(OutContent::Buttons(items.iter().map(button).collect()))
        }
        Piece::Template { name, language, parameters } if send.templates => {
            Some(OutContent::Template(Template {
                name: name.clone(),
                language: language.clone(),
                parameters: parameters.clone(),
            }))
        }
        Piece::Custom { name, payload } => Some(OutContent::Custom(Custom {
            kind: name.clone(),
            payload: payload.0.to_string().into_bytes(),
        })),
        _ => None,
    }
}

/// A title within the provider's limit, cut with an ellipsis.
fn short(title: &str, most: Option<u32>) -> String {
    let Some(most) = most.and_then(|m| usize::try_from(m).ok()).filter(|m| *m > 0) else {
        return title.to_owned();
    };
    if title.chars().count() <= most {
        return title.to_owned();
    }
    let mut cut: String = title.chars().take(most - 1).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pieces(value: Value) -> Vec<Piece> {
        serde_json::from_value(value).unwrap()
    }

    fn sent(send: &Send, text: &str, value: Value) -> (String, Value) {
        let (text, kept) = degrade(send, text, pieces(value));
        (text, serde_json::to_value(kept).unwrap())
    }

    #[test]
    fn a_channel_that_claims_nothing_gets_words() {
        let all = json!([
            { "kind": "location", "latitude": 3.1, "longitude": 101.7, "name": "Shop" },
            { "kind": "contact", "name": "Ann", "phones": ["+60 1"], "organisation": "Acme" },
            { "kind": "quick_replies", "items": [{ "id": "y", "title": "Yes" }, { "id": "n", "title": "No" }] },
            { "kind": "buttons", "items": [{ "id": "s", "title": "Site", "url": "https://a.example" }] },
        ]);
        let (text, kept) = sent(&Send::default(), "Here:", all);
        assert_eq!(
            text,
            "Here:\nShop (3.100000, 101.700000)\nAnn (Acme): +60 1\n1. Yes\n2. No\nSite: https://a.example"
        );
        assert_eq!(kept, json!([]));
    }

    #[test]
    fn what_is_claimed_stays_and_titles_are_cut() {
        let send = Send {
            location: true,
            quick_replies_max: 2,
            button_title_max: Some(4),
            templates: true,
            ..Send::default()
        };
        let items = json!([{ "id": "a", "title": "Alpha" }, { "id": "b", "title": "Beta" }]);
        let (text, kept) =
            sent(&send, "Pick", json!([{ "kind": "quick_replies", "items": items }]));
        assert_eq!(text, "Pick");
        assert_eq!(
            kept,
            json!([{ "quick_replies": [{ "id": "a", "title": "Alp…" }, { "id": "b", "title": "Beta" }] }])
        );
        let three = json!([{ "id": "a", "title": "A" }, { "id": "b", "title": "B" }, { "id": "c", "title": "C" }]);
        let (text, kept) = sent(&send, "", json!([{ "kind": "quick_replies", "items": three }]));
        assert_eq!((text.as_str(), kept), ("1. A\n2. B\n3. C", json!([])));
        let template = json!([{ "kind": "template", "name": "hi", "language": "en", "parameters": [["1", "Ann"]] }]);
        let (_, kept) = sent(&send, "", template);
        assert_eq!(kept[0]["template"]["parameters"], json!([["1", "Ann"]]));
    }

    #[test]
    fn what_came_is_kept_and_told() {
        let message = InboundMessage {
            contents: vec![
                Content::Location(Location { latitude: f64::NAN, ..Location::default() }),
                Content::Custom(Custom { kind: "poll".into(), payload: b"{\"a\":1}".to_vec() }),
                Content::Custom(Custom { kind: "raw".into(), payload: vec![0xff, 0] }),
            ],
            ..InboundMessage::default()
        };
        assert_eq!(in_words(&message), "0.000000, 0.000000\n[poll]\n[raw]");
        let kept = serde_json::to_value(received(&message.contents)).unwrap();
        assert_eq!(kept[1], json!({ "kind": "custom", "type": "poll", "payload": { "a": 1 } }));
        assert_eq!(kept[2]["payload"], "\u{fffd}");
    }
}
