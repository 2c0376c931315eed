//! What a message holds besides text and files, as the API shows and takes it, and what an agent may
//! send. The room knows the kinds, not what a channel makes of them.

use crate::http::AnyJson;
use crate::tickets::model::SendRules;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One piece of content. Kinds that are only ever received come last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = MessageContent)]
pub enum Piece {
    /// Degrees, positive to the north and east.
    Location {
        latitude: f64,
        longitude: f64,
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        address: Option<String>,
    },
    Contact {
        name: String,
        #[serde(default)]
        phones: Vec<String>,
        #[serde(default)]
        emails: Vec<String>,
        #[serde(default)]
        organisation: Option<String>,
    },
    QuickReplies {
        items: Vec<Choice>,
    },
    Buttons {
        items: Vec<Choice>,
    },
    Template {
        name: String,
        language: String,
        /// Placeholder and value, in order.
        #[serde(default)]
        parameters: Vec<(String, String)>,
    },
    Choice {
        id: String,
        title: String,
        #[serde(default)]
        offered_by: Option<String>,
    },
    Custom {
        #[serde(rename = "type")]
        name: String,
        /// JSON where it is JSON, else text.
        payload: AnyJson,
    },
}

/// A quick reply or a button.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = OfferedChoice)]
pub struct Choice {
    /// Comes back when it is chosen.
    pub id: String,
    pub title: String,
    /// For a button that opens an address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub url: Option<String>,
}

/// The pieces that are stored with a message.
#[must_use]
pub fn stored(extras: &serde_json::Value) -> Vec<Piece> {
    serde_json::from_value(extras["contents"].clone()).unwrap_or_default()
}

/// Whether these pieces hold an approved template.
#[must_use]
pub fn has_template(pieces: &[Piece]) -> bool {
    pieces.iter().any(|p| matches!(p, Piece::Template { .. }))
}

const PIECES_MAX: usize = 10;
const CHOICES_MAX: usize = 20;
const WORDS_MAX: usize = 1_000;

/// Whether an agent may send these pieces; else what to change. What a channel does not know is put
/// into words on the way out, except a template, whose words only the provider has.
///
/// # Errors
/// A sentence for the agent.
pub fn check(rules: &SendRules, pieces: &[Piece]) -> Result<(), String> {
    if pieces.len() > PIECES_MAX {
        return Err(format!("A message holds at most {PIECES_MAX} contents."));
    }
    pieces.iter().try_for_each(|piece| check_one(rules, piece))
}

fn check_one(rules: &SendRules, piece: &Piece) -> Result<(), String> {
    let fits = |text: &str| !text.trim().is_empty() && text.chars().count() <= WORDS_MAX;
    let named = |text: &str, what: &str| {
        if fits(text) {
            Ok(())
        } else {
            Err(format!("{what} has between 1 and {WORDS_MAX} characters."))
        }
    };
    match piece {
        Piece::Location { latitude, longitude, .. } => {
            if !(-90.0..=90.0).contains(latitude) || !(-180.0..=180.0).contains(longitude) {
                return Err(
                    "A place lies between 90 degrees north and south and 180 east and west.".into(),
                );
            }
            Ok(())
        }
        Piece::Contact { name, phones, emails, .. } => {
            named(name, "A contact's name")?;
            if phones.is_empty() && emails.is_empty() {
                return Err("A contact card needs a telephone number or an address.".into());
            }
            if phones.len() + emails.len() > CHOICES_MAX {
                return Err(format!("A contact card holds at most {CHOICES_MAX} ways."));
            }
            phones.iter().chain(emails).try_for_each(|way| named(way, "A way to a contact"))
        }
        Piece::QuickReplies { items } => check_choices(items, false),
        Piece::Buttons { items } => check_choices(items, true),
        Piece::Template { name, language, parameters } => {
            if !rules.templates {
                return Err("This channel has no templates.".into());
            }
            named(name, "A template's name")?;
            named(language, "A template's language")?;
            if parameters.len() > CHOICES_MAX {
                return Err(format!("A template takes at most {CHOICES_MAX} values."));
            }
            parameters.iter().try_for_each(|(_, value)| named(value, "A template's value"))
        }
        Piece::Choice { .. } | Piece::Custom { .. } => {
            Err("This kind of content can only be received.".into())
        }
    }
}

fn check_choices(items: &[Choice], links: bool) -> Result<(), String> {
    if items.is_empty() || items.len() > CHOICES_MAX {
        return Err(format!("Offer between 1 and {CHOICES_MAX} choices."));
    }
    for (at, item) in items.iter().enumerate() {
        let titled = !item.title.trim().is_empty() && item.title.chars().count() <= 250;
        if !titled || item.id.is_empty() || item.id.len() > 250 {
            return Err("A choice has an id and a title of at most 250 characters.".into());
        }
        if items[..at].iter().any(|other| other.id == item.id) {
            return Err(format!("Two choices have the id {}.", item.id));
        }
        if let Some(url) = &item.url {
            let web = url.starts_with("https://") || url.starts_with("http://");
            if !links || !web || url.len() > 2_000 {
                return Err(
                    "Only a button opens an address, and one that begins with https://.".into()
                );
            }
        }
    }
    Ok(())
}

/// The pieces in words: what lists, searches and old screens show of a message without text.
#[must_use]
pub fn in_words(pieces: &[Piece]) -> String {
    let lines: Vec<String> = pieces.iter().filter_map(words_of).collect();
    lines.join("\n")
}

/// One piece in words; none when it has none of its own.
#[must_use]
pub fn words_of(piece: &Piece) -> Option<String> {
    Some(match piece {
        Piece::Location { latitude, longitude, name, address } => {
            let point = format!("{latitude:.6}, {longitude:.6}");
            let names: Vec<&str> =
                [name.as_deref(), address.as_deref()].into_iter().flatten().collect();
            if names.is_empty() { point } else { format!("{} ({point})", names.join(", ")) }
        }
        Piece::Contact { name, phones, emails, organisation } => {
            let ways: Vec<&str> = phones.iter().chain(emails).map(String::as_str).collect();
            let who = match organisation.as_deref().filter(|o| !o.is_empty()) {
                Some(organisation) => format!("{name} ({organisation})"),
                None => name.clone(),
            };
            format!("{who}: {}", ways.join(", "))
        }
        Piece::QuickReplies { items } => {
            let titles = (1..).zip(items).map(|(n, item)| format!("{n}. {}", item.title));
            titles.collect::<Vec<_>>().join("\n")
        }
        Piece::Buttons { items } => {
            let titles = (1..).zip(items).map(|(n, item)| match &item.url {
                Some(url) => format!("{}: {url}", item.title),
                None => format!("{n}. {}", item.title),
            });
            titles.collect::<Vec<_>>().join("\n")
        }
        Piece::Template { name, parameters, .. } => {
            let values: Vec<&str> = parameters.iter().map(|(_, value)| value.as_str()).collect();
            if values.is_empty() {
                format!("[{name}]")
            } else {
                format!("[{name}: {}]", values.join(", "))
            }
        }
        // Providers repeat the button's title as the text.
        Piece::Choice { .. } => return None,
        Piece::Custom { name, .. } => format!("[{name}]"),
    })
}
