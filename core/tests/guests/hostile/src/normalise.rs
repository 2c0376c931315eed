//! An ordinary plugin's work, also compiled natively by the call-cost example: a provider's JSON
//! in, the fields of a message out.

use serde::Deserialize;

/// What a provider posts.
#[derive(Deserialize)]
pub struct Update {
    pub update_id: u64,
    pub message: Message,
}

/// One message.
#[derive(Deserialize)]
pub struct Message {
    pub id: u64,
    pub chat: u64,
    pub date: u64,
    pub text: String,
    pub from: Person,
    #[serde(default)]
    pub entities: Vec<Entity>,
}

/// Its sender.
#[derive(Deserialize)]
pub struct Person {
    pub id: u64,
    pub name: String,
    #[serde(default)]
    pub username: String,
}

/// A mark in its text.
#[derive(Deserialize)]
pub struct Entity {
    pub kind: String,
    pub offset: u32,
    pub length: u32,
}

/// The fields of an inbound message, as owned strings like the real ones.
pub struct Fields {
    pub external_id: String,
    pub thread: String,
    pub person: String,
    pub name: String,
    pub username: String,
    pub at_ms: u64,
    pub text: String,
}

/// Parses and normalises one update.
pub fn normalise(body: &[u8]) -> Result<Fields, serde_json::Error> {
    let update: Update = serde_json::from_slice(body)?;
    let message = update.message;
    let mut text = message.text;
    for entity in message.entities.iter().filter(|e| e.kind == "link").rev() {
        let end = (entity.offset + entity.length) as usize;
        if text.is_char_boundary(end) {
            text.insert(end, '>');
        }
    }
    Ok(Fields {
        external_id: format!("{}:{}:{}", message.chat, message.id, update.update_id),
        thread: message.chat.to_string(),
        person: message.from.id.to_string(),
        name: message.from.name,
        username: message.from.username,
        at_ms: message.date * 1000,
        text,
    })
}
