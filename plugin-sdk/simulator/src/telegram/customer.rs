//! What a person does on the phone: write, edit, react, press a button, block.
use serde_json::{Value, json};

use super::commit::{Draft, Manner};
use super::errors::{ApiError, text as words};
use super::files::StoredFile;
use super::state::{Change, Customer, StoredMessage};
use super::{Telegram, hold};
use crate::clock;

/// How long a pressed button can be answered.
pub const PRESS_LIFE_S: i64 = 150;

/// A pressed button that was not answered yet.
#[derive(Debug, Clone)]
pub struct Press {
    /// The bot.
    pub token: String,
    /// The person.
    pub user: i64,
    /// Unix seconds.
    pub at_s: i64,
}

/// A message the person sends.
#[derive(Debug, Default)]
pub struct CustomerMessage {
    /// Who writes; becomes known by writing.
    pub from: Customer,
    /// The message's own fields: `text`, `photo`, `location` and so on.
    pub content: Value,
    /// Files that come with it.
    pub files: Vec<StoredFile>,
    /// The message answered.
    pub reply_to: Option<i64>,
    /// How its update is delivered.
    pub manner: Manner,
}

/// The ids of what was said. Without an `update_id` the bot did not ask for such updates.
#[derive(Debug, Clone, Copy, serde::Serialize)]
pub struct Spoken {
    /// The update.
    pub update_id: Option<i64>,
    /// The message.
    pub message_id: i64,
}

impl Telegram {
    /// The person writes to the bot.
    pub async fn say(&self, token: &str, said: CustomerMessage) -> Result<Spoken, ApiError> {
        self.act(|draft| say(draft, token, said)).await
    }

    /// The person changes the text or caption of an own message.
    pub async fn correct(
        &self,
        token: &str,
        user: i64,
        id: i64,
        text: &str,
    ) -> Result<Spoken, ApiError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ApiError::bad("message text is empty"));
        }
        self.act(|draft| {
            let mut stored = own(draft, token, user, id)?;
            let has_text = stored.message.get("text").is_some();
            let (field, list) =
                if has_text { ("text", "entities") } else { ("caption", "caption_entities") };
            stored.message[field] = json!(text);
            if let Some(fields) = stored.message.as_object_mut() {
                fields.remove(list);
            }
            let entities = super::format::found_in(text);
            if !entities.is_empty() {
                stored.message[list] = json!(entities);
            }
            stored.message["edit_date"] = json!(clock::now_s());
            let update = ("edited_message", stored.message.clone());
            let update_id = draft.update(token, user, update, Manner::default());
            stored.update_id = update_id;
            draft.message(token, user, stored);
            Ok(Spoken { update_id, message_id: id })
        })
        .await
    }

    /// The person blocks or unblocks the bot.
    pub async fn block(
        &self,
        token: &str,
        user: i64,
        blocked: bool,
    ) -> Result<Option<i64>, ApiError> {
        self.act(|draft| {
            let bot = draft.bot(token)?;
            let customer = draft.customers.get(&user).cloned();
            let customer = customer.ok_or_else(|| ApiError::bad(words::CHAT_NOT_FOUND))?;
            if bot.chats.get(&user).is_some_and(|chat| chat.blocked) == blocked {
                return Ok(None);
            }
            let (before, after) = if blocked { ("member", "kicked") } else { ("kicked", "member") };
            let me = bot.user();
            let member = |status: &str| {
                let mut member = json!({ "user": me, "status": status });
                if status == "kicked" {
                    member["until_date"] = json!(0);
                }
                member
            };
            let body = json!({
                "chat": customer.chat(),
                "from": customer.user(),
                "date": clock::now_s(),
                "old_chat_member": member(before),
                "new_chat_member": member(after),
            });
            draft.change(Change::Blocked { token: token.into(), user, blocked });
            Ok(draft.update(token, user, ("my_chat_member", body), Manner::default()))
        })
        .await
    }

    /// The person puts an emoji on a message, or takes it away again.
    pub async fn react(
        &self,
        token: &str,
        user: i64,
        id: i64,
        emoji: Option<String>,
    ) -> Result<Option<i64>, ApiError> {
        self.act(|draft| {
            let (_, chat, customer) =
                draft.chat(token, user).ok_or_else(|| ApiError::bad(words::CHAT_NOT_FOUND))?;
            let found = chat.message(id);
            let mut stored =
                found.ok_or_else(|| ApiError::bad("message to react not found"))?.clone();
            let list = |emoji: &[String]| -> Vec<Value> {
                emoji.iter().map(|emoji| json!({ "type": "emoji", "emoji": emoji })).collect()
            };
            let before = list(&stored.customer_reactions);
            stored.customer_reactions = emoji.into_iter().collect();
            let body = json!({
                "chat": customer.chat(),
                "message_id": id,
                "user": customer.user(),
                "date": clock::now_s(),
                "old_reaction": before,
                "new_reaction": list(&stored.customer_reactions),
            });
            draft.message(token, user, stored);
            Ok(draft.update(token, user, ("message_reaction", body), Manner::default()))
        })
        .await
    }

    /// The person presses an inline button.
    pub async fn press(
        &self,
        token: &str,
        user: i64,
        id: i64,
        data: &str,
    ) -> Result<Option<i64>, ApiError> {
        let press_id = (self.dice.roll() >> 4).to_string();
        let update_id = self
            .act(|draft| {
                let (_, chat, customer) =
                    draft.chat(token, user).ok_or_else(|| ApiError::bad(words::CHAT_NOT_FOUND))?;
                let message = chat.message(id).ok_or_else(|| ApiError::bad("message not found"))?;
                let body = json!({
                    "id": press_id,
                    "from": customer.user(),
                    "message": message.message,
                    "chat_instance": format!("{}", user.wrapping_mul(7_919)),
                    "data": data,
                });
                Ok(draft.update(token, user, ("callback_query", body), Manner::default()))
            })
            .await?;
        let press = Press { token: token.into(), user, at_s: clock::now_s() };
        let mut presses = hold(&self.presses);
        presses.retain(|_, press| clock::now_s() - press.at_s <= PRESS_LIFE_S);
        presses.insert(press_id, press);
        Ok(update_id)
    }
}

/// The person writes, inside an act of the caller's.
pub fn say(draft: &mut Draft<'_>, token: &str, said: CustomerMessage) -> Result<Spoken, ApiError> {
    let user = said.from.id;
    let bot = draft.bot(token)?;
    let chat = bot.chats.get(&user);
    if chat.is_some_and(|chat| chat.blocked) {
        return Err(ApiError::forbidden("the customer has blocked this bot; unblock it first"));
    }
    let id = chat.map_or(1, |chat| chat.next_message_id());
    let reply_to = match said.reply_to {
        Some(id) => {
            let target = chat.and_then(|chat| chat.message(id));
            let target = target.ok_or_else(|| ApiError::bad(words::REPLY_NOT_FOUND))?;
            let mut quoted = target.message.clone();
            if let Some(fields) = quoted.as_object_mut() {
                fields.remove("reply_to_message");
            }
            Some(quoted)
        }
        None => None,
    };
    let from = known(draft, said.from);
    let mut message = json!({
        "message_id": id,
        "from": from.user(),
        "chat": from.chat(),
        "date": clock::now_s(),
    });
    if let Some(reply_to) = reply_to {
        message["reply_to_message"] = reply_to;
    }
    if let (Some(into), Value::Object(content)) = (message.as_object_mut(), said.content) {
        into.extend(content);
    }
    for file in said.files {
        draft.change(Change::File { token: token.into(), file: Box::new(file) });
    }
    let update_id = draft.update(token, user, ("message", message.clone()), said.manner);
    let stored = StoredMessage {
        id,
        by_bot: false,
        message,
        deleted: false,
        update_id,
        bot_reactions: Vec::new(),
        customer_reactions: Vec::new(),
    };
    draft.message(token, user, stored);
    Ok(Spoken { update_id, message_id: id })
}

// Fields that the caller leaves out stay as they were, so that `{"id": 7}` is enough later on.
fn known(draft: &mut Draft<'_>, from: Customer) -> Customer {
    let before = draft.customers.get(&from.id).cloned();
    let mut now = before.clone().unwrap_or_else(|| Customer {
        first_name: format!("Customer {}", from.id),
        ..Customer { id: from.id, ..Customer::default() }
    });
    if !from.first_name.is_empty() {
        now.first_name = from.first_name;
    }
    now.last_name = from.last_name.or(now.last_name);
    now.username = from.username.or(now.username);
    now.language_code = from.language_code.or(now.language_code);
    now.phone_number = from.phone_number.or(now.phone_number);
    let same = before.is_some_and(|before| json!(before) == json!(now));
    if !same {
        draft.change(Change::Customer { customer: now.clone() });
    }
    now
}

fn own(draft: &Draft<'_>, token: &str, user: i64, id: i64) -> Result<StoredMessage, ApiError> {
    let chat = draft.chat(token, user).map(|(_, chat, _)| chat);
    let found = chat.and_then(|chat| chat.message(id));
    let found = found.ok_or_else(|| ApiError::bad("message to edit not found"))?;
    let has_words = found.message.get("text").is_some() || found.message.get("caption").is_some();
    if found.by_bot || !has_words {
        return Err(ApiError::bad("message can't be edited"));
    }
    Ok(found.clone())
}
