//! What the stand-in knows: bots, people, chats, files and updates nobody confirmed yet.
//!
//! The state is changed only by applying a [`Change`], live as well as when a journal is read back,
//! so that a restarted simulator cannot differ from one that kept running.
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::files::StoredFile;

/// One thing that happened. The journal is a list of these.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum Change {
    /// A token was given out, or its bot renamed.
    Bot { token: String, username: String, first_name: String, first_update_id: i64 },
    /// A token was revoked.
    Revoked { token: String },
    /// A person exists, or was renamed.
    Customer { customer: Customer },
    /// A webhook was set or removed.
    Webhook { token: String, webhook: Option<Webhook> },
    /// The kinds of update the bot asked for.
    Allowed { token: String, kinds: Option<Vec<String>> },
    /// The person blocked or unblocked the bot.
    Blocked { token: String, user: i64, blocked: bool },
    /// A message appeared in a chat, or is now different.
    Message { token: String, user: i64, message: Box<StoredMessage> },
    /// Something waits for the bot.
    Update { token: String, update: Box<Pending> },
    /// Updates that wait no longer: taken, expired or dropped.
    Done { token: String, ids: Vec<i64> },
    /// A file can be named by its id.
    File { token: String, file: Box<StoredFile> },
}

/// A person with a phone. People are shared by all bots, as on the real network.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Customer {
    /// User id, which is also the id of the private chat.
    pub id: i64,
    /// Shown name.
    #[serde(default)]
    pub first_name: String,
    /// Family name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Public name without `@`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// Language of the person's app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language_code: Option<String>,
    /// What "share my number" sends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    /// The account was deleted.
    #[serde(default)]
    pub deactivated: bool,
}

impl Customer {
    /// The `User` object.
    pub fn user(&self) -> Value {
        let mut user = json!({ "id": self.id, "is_bot": false, "first_name": self.first_name });
        let optional = [
            ("last_name", &self.last_name),
            ("username", &self.username),
            ("language_code", &self.language_code),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                user[name] = json!(value);
            }
        }
        user
    }

    /// The `Chat` object of the private chat.
    pub fn chat(&self) -> Value {
        let mut chat = json!({ "id": self.id, "first_name": self.first_name });
        for (name, value) in [("last_name", &self.last_name), ("username", &self.username)] {
            if let Some(value) = value {
                chat[name] = json!(value);
            }
        }
        chat["type"] = json!("private");
        chat
    }
}

/// What `setWebhook` set.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Webhook {
    /// Where updates are posted.
    pub url: String,
    /// Sent with every update in `X-Telegram-Bot-Api-Secret-Token`.
    pub secret_token: Option<String>,
    /// How many chats are served at a time.
    pub max_connections: usize,
}

/// An update that was not confirmed yet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pending {
    /// `update_id`.
    pub id: i64,
    /// `message`, `edited_message`, `callback_query` and so on.
    pub kind: String,
    /// The queue it stands in: updates of one chat are delivered one after the other.
    pub queue: i64,
    /// The object under `kind`.
    pub body: Value,
    /// Unix seconds after which it is dropped.
    pub expires_at: i64,
    /// Deliver it a second time after it was taken.
    #[serde(default)]
    pub twice: Twice,
    /// The flood it belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flood: Option<u64>,
}

/// Whether an update is repeated after it was accepted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Twice {
    /// Delivered once.
    #[default]
    No,
    /// Repeated before the next update of its chat.
    AtOnce,
    /// Repeated after the other waiting updates of its chat.
    Late,
}

impl Pending {
    /// The `Update` object.
    pub fn update(&self) -> Value {
        let mut update = json!({ "update_id": self.id });
        update[&self.kind] = self.body.clone();
        update
    }
}

/// A message as both sides see it, with what only the phone knows.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredMessage {
    /// `message_id`, unique within its chat only.
    pub id: i64,
    /// Written by the bot.
    pub by_bot: bool,
    /// The `Message` object.
    pub message: Value,
    /// Removed from both sides.
    #[serde(default)]
    pub deleted: bool,
    /// The update that told the bot about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update_id: Option<i64>,
    /// Emoji the bot put on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bot_reactions: Vec<String>,
    /// Emoji the person put on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub customer_reactions: Vec<String>,
}

/// A private chat between one bot and one person.
#[derive(Debug, Clone, Default)]
pub struct Chat {
    /// The person wrote at least once, so the bot may write too.
    pub started: bool,
    /// The person blocked the bot.
    pub blocked: bool,
    /// By message id.
    pub messages: BTreeMap<i64, StoredMessage>,
}

impl Chat {
    /// The id the next message gets.
    pub fn next_message_id(&self) -> i64 {
        self.messages.last_key_value().map_or(1, |(id, _)| id + 1)
    }

    /// A message both sides can still see.
    pub fn message(&self, id: i64) -> Option<&StoredMessage> {
        self.messages.get(&id).filter(|message| !message.deleted)
    }
}

/// One bot.
#[derive(Debug, Clone)]
pub struct Bot {
    /// The numeric part of the token.
    pub id: i64,
    /// Public name without `@`.
    pub username: String,
    /// Shown name.
    pub first_name: String,
    /// Set by `setWebhook`.
    pub webhook: Option<Webhook>,
    /// `None` means the default kinds.
    pub allowed: Option<Vec<String>>,
    /// The id the next update gets.
    pub next_update_id: i64,
    /// Unconfirmed updates by id.
    pub pending: BTreeMap<i64, Pending>,
    /// Chats by user id.
    pub chats: BTreeMap<i64, Chat>,
    /// Files by file id.
    pub files: HashMap<String, StoredFile>,
    /// When and why the last webhook delivery failed; forgotten on restart.
    pub last_error: Option<(i64, String)>,
}

// These flood a bot that did not ask for them, so the network leaves them out by default.
const ONLY_ON_REQUEST: [&str; 3] = ["chat_member", "message_reaction", "message_reaction_count"];

impl Bot {
    /// The `User` object as it stands in messages.
    pub fn user(&self) -> Value {
        json!({
            "id": self.id, "is_bot": true, "first_name": self.first_name, "username": self.username,
        })
    }

    /// Whether the bot wants updates of this kind.
    pub fn wants(&self, kind: &str) -> bool {
        match &self.allowed {
            Some(kinds) if !kinds.is_empty() => kinds.iter().any(|wanted| wanted == kind),
            _ => !ONLY_ON_REQUEST.contains(&kind),
        }
    }
}

/// Everything.
#[derive(Debug, Default)]
pub struct State {
    /// By token.
    pub bots: BTreeMap<String, Bot>,
    /// By user id.
    pub customers: BTreeMap<i64, Customer>,
}

impl State {
    /// Makes one change. A change of a bot that is gone is ignored.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::Bot { token, username, first_name, first_update_id } => {
                let id = token.split(':').next().and_then(|id| id.parse().ok()).unwrap_or(0);
                let bot = self.bots.entry(token).or_insert_with(|| Bot {
                    id,
                    username: String::new(),
                    first_name: String::new(),
                    webhook: None,
                    allowed: None,
                    next_update_id: first_update_id,
                    pending: BTreeMap::new(),
                    chats: BTreeMap::new(),
                    files: HashMap::new(),
                    last_error: None,
                });
                bot.username = username;
                bot.first_name = first_name;
            }
            Change::Revoked { token } => {
                self.bots.remove(&token);
            }
            Change::Customer { customer } => {
                self.customers.insert(customer.id, customer);
            }
            Change::Webhook { token, webhook } => self.on(&token, |bot| {
                bot.webhook = webhook;
                bot.last_error = None;
            }),
            Change::Allowed { token, kinds } => self.on(&token, |bot| bot.allowed = kinds),
            Change::Blocked { token, user, blocked } => {
                self.on(&token, |bot| bot.chats.entry(user).or_default().blocked = blocked);
            }
            Change::Message { token, user, message } => self.on(&token, |bot| {
                let chat = bot.chats.entry(user).or_default();
                chat.started |= !message.by_bot;
                chat.messages.insert(message.id, *message);
            }),
            Change::Update { token, update } => self.on(&token, |bot| {
                bot.next_update_id = update.id + 1;
                bot.pending.insert(update.id, *update);
            }),
            Change::Done { token, ids } => self.on(&token, |bot| {
                for id in ids {
                    bot.pending.remove(&id);
                }
            }),
            Change::File { token, file } => self.on(&token, |bot| {
                bot.files.insert(file.file_id.clone(), *file);
            }),
        }
    }

    fn on(&mut self, token: &str, change: impl FnOnce(&mut Bot)) {
        if let Some(bot) = self.bots.get_mut(token) {
            change(bot);
        }
    }
}
