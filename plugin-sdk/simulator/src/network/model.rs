//! The people, chats and messages of one simulated network. Pure: no clock, no wire.
use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The business's side: a bot, a page, a number. A plugin's channel is one of these.
#[derive(Debug, Clone, Serialize)]
pub struct Account {
    /// How the control API and the phone name it.
    pub key: String,
    pub name: String,
    /// What the API wants to see.
    pub token: String,
    /// What webhooks are signed with.
    pub secret: String,
    /// Where events are sent; empty for nowhere.
    pub webhook: String,
}

/// A customer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Person {
    pub id: i64,
    #[serde(default)]
    pub first_name: String,
    #[serde(default)]
    pub last_name: Option<String>,
    #[serde(default)]
    pub username: Option<String>,
    #[serde(default)]
    pub phone_number: Option<String>,
}

impl Person {
    /// First and last name.
    pub fn name(&self) -> String {
        let last = self.last_name.as_deref().unwrap_or_default();
        format!("{} {last}", self.first_name).trim().to_owned()
    }
}

/// A file that somebody sent or uploaded.
#[derive(Debug, Clone)]
pub struct File {
    /// The id the API knows it by.
    pub id: String,
    pub name: String,
    pub mime: String,
    pub bytes: Bytes,
}

impl File {
    /// `photo`, `video`, `audio` or `document`, as the phone shows it.
    pub fn kind(&self) -> &'static str {
        match self.mime.split('/').next() {
            Some("image") => "photo",
            Some("video") => "video",
            Some("audio") => "audio",
            _ => "document",
        }
    }

    fn shown(&self) -> Value {
        json!({
            "file_id": self.id, "file_name": self.name, "mime_type": self.mime,
            "file_size": self.bytes.len(), "kind": self.kind(),
        })
    }
}

/// One message of a chat.
#[derive(Debug, Clone, Default)]
pub struct Message {
    /// Its number in this simulator, in the order of sending.
    pub n: i64,
    /// The id the API and the events name.
    pub id: String,
    /// Written by the customer; otherwise by the business.
    pub customer: bool,
    pub at_ms: i64,
    pub text: Option<String>,
    pub files: Vec<File>,
    /// The number of the message it answers.
    pub reply_to: Option<i64>,
    pub edited_ms: Option<i64>,
    pub deleted: bool,
    /// The number of the event that told the business about it, and whether that was taken.
    pub event: i64,
    pub taken: bool,
    /// The customer has seen it.
    pub read: bool,
    pub customer_reaction: Option<String>,
    pub our_reaction: Option<String>,
    /// What it holds besides text and files, as the phone page knows it: `location`, `contact`,
    /// `reply_markup`, or a `kind` of its own.
    pub more: Map<String, Value>,
}

impl Message {
    /// As the phone page shows it.
    pub fn shown(&self) -> Value {
        let kind = self.files.first().map_or("text", File::kind);
        let mut shown = json!({
            "message_id": self.n, "id": self.id, "date": self.at_ms / 1000, "kind": kind,
            "from": if self.customer { "customer" } else { "bot" },
            "update_id": self.event, "taken": self.taken, "read": self.read,
            "deleted": self.deleted,
            "customer_reactions": self.customer_reaction.iter().collect::<Vec<_>>(),
            "bot_reactions": self.our_reaction.iter().collect::<Vec<_>>(),
        });
        if let Some(text) = &self.text {
            shown["text"] = json!(text);
        }
        if let Some(reply_to) = self.reply_to {
            shown["reply_to"] = json!(reply_to);
        }
        if let Some(edited) = self.edited_ms {
            shown["edit_date"] = json!(edited / 1000);
        }
        if let Some(first) = self.files.first() {
            shown["file"] = first.shown();
            shown["files"] = self.files.iter().map(File::shown).collect();
        }
        for (name, value) in &self.more {
            shown[name] = value.clone();
        }
        // A kind of its own counts for the file as well, so that a sticker is shown as one.
        if let (Some(kind), true) = (self.more.get("kind"), self.files.len() == 1) {
            shown["files"][0]["kind"] = kind.clone();
        }
        shown
    }
}

/// What one person and one account said to each other.
#[derive(Debug, Clone, Default)]
pub struct Chat {
    pub n: i64,
    pub id: String,
    pub user: i64,
    /// The customer wants nothing more from this account.
    pub blocked: bool,
    /// By number.
    pub messages: BTreeMap<i64, Message>,
}

/// Everything of one network.
#[derive(Debug, Default)]
pub struct State {
    pub accounts: BTreeMap<String, Account>,
    pub people: BTreeMap<i64, Person>,
    /// By account and person.
    pub chats: BTreeMap<(String, i64), Chat>,
    /// By account and id.
    pub files: HashMap<(String, String), File>,
    /// Answers to sends that carried an operation id, by account and operation: the message.
    pub operations: HashMap<(String, String), (i64, i64)>,
    pub counted: i64,
}

impl State {
    /// The next number, for whatever needs one.
    pub fn count(&mut self) -> i64 {
        self.counted += 1;
        self.counted
    }

    pub fn chat(&self, account: &str, user: i64) -> Option<&Chat> {
        self.chats.get(&(account.to_owned(), user))
    }

    pub fn chat_mut(&mut self, account: &str, user: i64) -> Option<&mut Chat> {
        self.chats.get_mut(&(account.to_owned(), user))
    }

    /// All chats of an account.
    pub fn chats_of<'a>(&'a self, account: &'a str) -> impl Iterator<Item = &'a Chat> {
        self.chats.iter().filter(move |((of, _), _)| of == account).map(|(_, chat)| chat)
    }

    /// The account that a token belongs to.
    pub fn by_token(&self, token: &str) -> Option<&Account> {
        self.accounts.values().find(|account| account.token == token)
    }
}
