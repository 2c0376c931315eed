//! What the business does through the API: each act is checked, changes the chat, and is shown.
use serde_json::{Map, Value, json};

use super::happening::Kind;
use super::intake::{chat_of, settled};
use super::model::{File, Message};
use super::{IdKind, Provider};
use crate::clock;

/// Why the business was refused. Each provider puts it into its own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// No chat or person of that id has ever written to this account.
    UnknownRecipient,
    /// No message of that id is in the chat.
    UnknownMessage,
    /// The message was written by the other side.
    NotYours,
    /// The customer has blocked the account.
    Blocked,
    /// Neither text nor file.
    Empty,
}

/// Where the business wants to write.
#[derive(Debug, Clone, Copy)]
pub enum To<'a> {
    Chat(&'a str),
    User(&'a str),
}

/// A message of the business.
#[derive(Debug, Clone, Default)]
pub struct Outgoing {
    pub text: Option<String>,
    pub files: Vec<File>,
    /// The id of the message it answers.
    pub reply_to: Option<String>,
    /// A location, buttons and the like, as the phone page knows them.
    pub more: Map<String, Value>,
    /// The same one again is the same message.
    pub operation: Option<String>,
}

/// The customer a recipient stands for. One who has never written can be written to only by user
/// id, and only when the provider knows the person.
pub fn find(provider: &dyn Provider, account: &str, to: To<'_>) -> Result<i64, Refusal> {
    let state = provider.network().state();
    let user = match to {
        To::Chat(id) => state.chats_of(account).find(|chat| chat.id == id).map(|chat| chat.user),
        To::User(id) => {
            let mut chats = state.chats_of(account);
            chats.find(|chat| provider.user_id(chat.user) == id).map(|chat| chat.user)
        }
    };
    user.ok_or(Refusal::UnknownRecipient)
}

/// Sends. Answers with the message, which for a repeated operation is the first one.
pub fn send(
    provider: &dyn Provider,
    account: &str,
    user: i64,
    outgoing: Outgoing,
) -> Result<Message, Refusal> {
    let network = provider.network();
    let now = clock::now_ms();
    let message = {
        let mut state = network.state();
        let operation = outgoing.operation.map(|operation| (account.to_owned(), operation));
        if let Some((user, n)) = operation.as_ref().and_then(|key| state.operations.get(key)) {
            let first = state.chat(account, *user).and_then(|chat| chat.messages.get(n));
            return first.cloned().ok_or(Refusal::UnknownMessage);
        }
        let n = state.count();
        let chat = chat_of(provider, &mut state, account, user, now);
        if chat.blocked {
            return Err(Refusal::Blocked);
        }
        if outgoing.text.as_deref().is_none_or(|text| text.trim().is_empty())
            && outgoing.files.is_empty()
            && outgoing.more.is_empty()
        {
            return Err(Refusal::Empty);
        }
        let reply_to = match outgoing.reply_to {
            None => None,
            Some(id) => {
                let answered = chat.messages.values().find(|message| message.id == id);
                Some(answered.ok_or(Refusal::UnknownMessage)?.n)
            }
        };
        let message = Message {
            n,
            id: provider.id_of(IdKind::Message, n, now),
            at_ms: now,
            text: outgoing.text.filter(|text| !text.is_empty()),
            files: outgoing.files,
            reply_to,
            more: outgoing.more,
            ..Message::default()
        };
        chat.messages.insert(n, message.clone());
        if let Some(key) = operation {
            state.operations.insert(key, (user, n));
        }
        message
    };
    network.show(Some(account), json!({ "type": "typing", "user": user, "typing": false }));
    network.show_message(account, user, message.n);
    settled(provider, Kind::Delivered, account, user, message.n);
    Ok(message)
}

/// What the business changes about a message.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a> {
    Text(&'a str),
    Delete,
    React(Option<&'a str>),
}

/// Changes a message of a chat, named by its id.
pub fn change(
    provider: &dyn Provider,
    account: &str,
    user: i64,
    id: &str,
    what: Change<'_>,
) -> Result<Message, Refusal> {
    let network = provider.network();
    let changed = {
        let mut state = network.state();
        let chat = state.chat_mut(account, user).ok_or(Refusal::UnknownRecipient)?;
        let mut messages = chat.messages.values_mut();
        let message = messages.find(|message| message.id == id && !message.deleted);
        let message = message.ok_or(Refusal::UnknownMessage)?;
        if message.customer && !matches!(what, Change::React(_)) {
            return Err(Refusal::NotYours);
        }
        match what {
            Change::Text("") => return Err(Refusal::Empty),
            Change::Text(text) => {
                message.text = Some(text.to_owned());
                message.edited_ms = Some(clock::now_ms());
            }
            Change::Delete => message.deleted = true,
            Change::React(emoji) => message.our_reaction = emoji.map(str::to_owned),
        }
        message.clone()
    };
    network.show_message(account, user, changed.n);
    Ok(changed)
}

/// The chat in which a message of that id is.
pub fn chat_with(provider: &dyn Provider, account: &str, message: &str) -> Result<i64, Refusal> {
    let state = provider.network().state();
    let mut chats = state.chats_of(account);
    let chat = chats.find(|chat| chat.messages.values().any(|one| one.id == message));
    chat.map(|chat| chat.user).ok_or(Refusal::UnknownMessage)
}

/// Shows that the business is typing.
pub fn typing(provider: &dyn Provider, account: &str, user: i64) {
    let typing = json!({ "type": "typing", "user": user, "typing": true });
    provider.network().show(Some(account), typing);
}

/// The business has read what the customer wrote.
pub fn seen(provider: &dyn Provider, account: &str, user: i64) {
    let numbers: Vec<i64> = {
        let mut state = provider.network().state();
        let Some(chat) = state.chat_mut(account, user) else { return };
        let unread = chat.messages.values_mut().filter(|one| one.customer && !one.read);
        unread
            .map(|message| {
                message.read = true;
                message.n
            })
            .collect()
    };
    for n in numbers {
        provider.network().show_message(account, user, n);
    }
}
