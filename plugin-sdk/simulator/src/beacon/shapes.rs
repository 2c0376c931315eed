//! How Beacon writes things: users, channels, messages, events.
use serde_json::{Value, json};

use super::{Beacon, VERSION};
use crate::network::Happening;
use crate::network::Provider;
use crate::network::happening::Kind;
use crate::network::model::{Account, Chat, Message, Person, State};

/// The `READY` of a new session: who the bot is, and which channels there are.
pub fn ready(beacon: &Beacon, account: &Account, session: &str) -> Value {
    let state = beacon.network().state();
    let channels = state.chats_of(&account.key).filter_map(|chat| channel(beacon, &state, chat));
    json!({
        "v": 1,
        "user": bot(beacon, account),
        "session_id": session,
        "resume_gateway_url": beacon.gateway_url(),
        "private_channels": channels.collect::<Vec<_>>(),
    })
}

/// The bot as a user.
pub fn bot(beacon: &Beacon, account: &Account) -> Value {
    json!({
        "id": beacon.bot_id(&account.key), "username": account.key, "global_name": account.name,
        "bot": true,
    })
}

/// A person as a user.
pub fn user(beacon: &Beacon, person: &Person) -> Value {
    let username = person.username.clone();
    let username = username.unwrap_or_else(|| person.name().to_lowercase().replace(' ', "."));
    json!({
        "id": beacon.user_id(person.id), "username": username, "global_name": person.name(),
        "bot": false, "avatar": null,
    })
}

/// A private channel.
pub fn channel(beacon: &Beacon, state: &State, chat: &Chat) -> Option<Value> {
    let person = state.people.get(&chat.user)?;
    let last = chat.messages.values().last();
    Some(json!({
        "id": chat.id, "type": 1, "recipients": [user(beacon, person)],
        "last_message_id": last.map(|message| &message.id),
    }))
}

/// A message of a channel.
pub fn message(
    beacon: &Beacon,
    account: &Account,
    person: &Person,
    chat: &str,
    message: &Message,
    answered: Option<&str>,
) -> Value {
    let author = if message.customer { user(beacon, person) } else { bot(beacon, account) };
    let files = message.files.iter().map(|file| {
        let name = url::form_urlencoded::byte_serialize(file.name.as_bytes()).collect::<String>();
        json!({
            "id": file.id, "filename": file.name, "content_type": file.mime,
            "size": file.bytes.len(),
            "url": format!("{}/beacon/files/{}/{}/{name}", beacon.root, account.key, file.id),
        })
    });
    let mut shown = json!({
        "id": message.id, "channel_id": chat, "type": if answered.is_some() { 19 } else { 0 },
        "author": author, "content": message.text.as_deref().unwrap_or_default(),
        "timestamp": iso(message.at_ms), "edited_timestamp": message.edited_ms.map(iso),
        "attachments": files.collect::<Vec<_>>(),
    });
    if let Some(answered) = answered {
        shown["message_reference"] = json!({ "message_id": answered, "channel_id": chat });
    }
    shown
}

/// A message found in a chat.
pub fn message_in(
    beacon: &Beacon,
    state: &State,
    account: &Account,
    chat: &Chat,
    one: &Message,
) -> Value {
    let person = state.people.get(&chat.user).cloned().unwrap_or_default();
    let answered = one.reply_to.and_then(|n| chat.messages.get(&n)).map(|found| found.id.clone());
    message(beacon, account, &person, &chat.id, one, answered.as_deref())
}

/// What the gateway tells of a happening, if anything.
pub fn event(beacon: &Beacon, happening: &Happening) -> Option<(&'static str, Value)> {
    let chat = &happening.chat_id;
    let about = happening.message.as_ref();
    let whole = |one: &Message| {
        let Happening { account, person, reply_id, .. } = happening;
        message(beacon, account, person, chat, one, reply_id.as_deref())
    };
    match happening.kind {
        Kind::Message => Some(("MESSAGE_NEW", whole(about?))),
        Kind::Edit => Some(("MESSAGE_CHANGED", whole(about?))),
        Kind::Delete => Some(("MESSAGE_GONE", json!({ "id": about?.id, "channel_id": chat }))),
        Kind::Reaction => {
            let (name, emoji) = match (&happening.emoji, &happening.was) {
                (Some(emoji), _) => ("REACTION_ADDED", emoji),
                (None, was) => ("REACTION_REMOVED", was.as_ref()?),
            };
            Some((
                name,
                json!({
                    "user_id": happening.user_id, "channel_id": chat, "message_id": about?.id,
                    "emoji": { "id": null, "name": emoji },
                    "user": user(beacon, &happening.person),
                }),
            ))
        }
        Kind::Typing => Some((
            "TYPING",
            json!({
                "channel_id": chat, "user_id": happening.user_id, "timestamp": happening.at_ms / 1000,
            }),
        )),
        Kind::Read | Kind::Delivered | Kind::Failed => None,
    }
}

/// Where a client asks for the gateway.
pub fn gateway(beacon: &Beacon) -> Value {
    json!({
        "url": beacon.gateway_url(), "shards": 1, "version": VERSION,
        "session_start_limit": { "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1 },
    })
}

/// `2026-01-31T08:15:30.123Z`
pub fn iso(at_ms: i64) -> String {
    crate::described::iso(at_ms)
}
