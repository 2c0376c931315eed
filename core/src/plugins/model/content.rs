//! Content that is neither text nor a file, in both directions.

use super::{Actor, Custom};
use serde::{Deserialize, Serialize};

/// A place on the map. Degrees are kept as they came; two places are equal when they print alike.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Location {
    pub latitude: f64,
    pub longitude: f64,
    pub name: Option<String>,
    pub address: Option<String>,
}

impl PartialEq for Location {
    fn eq(&self, other: &Self) -> bool {
        self.latitude.to_bits() == other.latitude.to_bits()
            && self.longitude.to_bits() == other.longitude.to_bits()
            && self.name == other.name
            && self.address == other.address
    }
}

impl Eq for Location {}

/// A person's card, as sent within a chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactCard {
    pub name: String,
    pub phones: Vec<String>,
    pub emails: Vec<String>,
    pub organisation: Option<String>,
}

/// A button or quick reply was pressed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceMade {
    pub id: String,
    pub title: String,
    pub offered_by: Option<String>,
}

/// What a customer sent besides text and files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    Location(Location),
    Contact(ContactCard),
    Choice(ChoiceMade),
    Custom(Custom),
}

/// An answer the customer may choose with one touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuickReply {
    pub id: String,
    pub title: String,
}

/// A button below a message; with a URL it opens that address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    pub id: String,
    pub title: String,
    pub url: Option<String>,
}

/// A message the provider approved beforehand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    pub name: String,
    pub language: String,
    pub parameters: Vec<(String, String)>,
}

/// What an agent sends besides text and files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutContent {
    Location(Location),
    Contact(ContactCard),
    QuickReplies(Vec<QuickReply>),
    Buttons(Vec<Button>),
    Template(Template),
    Custom(Custom),
}

/// A customer put an emoji on a message, or with none took it away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reaction {
    pub external_id: String,
    pub thread: String,
    pub from: Actor,
    pub emoji: Option<String>,
    pub at_ms: i64,
}
