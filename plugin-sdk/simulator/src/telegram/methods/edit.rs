//! Changing what was sent: edits, deletions, reactions and answers to buttons.
use serde_json::{Value, json};

use super::super::commit::Draft;
use super::super::customer::PRESS_LIFE_S;
use super::super::errors::{ApiError, text as words};
use super::super::events::PhoneEvent;
use super::super::state::StoredMessage;
use super::super::{hold, markup};
use super::send::{CAPTION_MAX, TEXT_MAX, may_write, styled};
use super::{Answer, Call};
use crate::clock;

const DELETE_WITHIN_S: i64 = 48 * 3600;
const DELETE_AT_ONCE_MAX: usize = 100;

// The emoji a bot may react with.
const REACTIONS: &str = "👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 \
    🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 \
    🤷‍♀ 😡";

/// `editMessageText`.
pub async fn text(call: &Call<'_>) -> Result<Answer, ApiError> {
    let (text, entities) = styled(call.params, "text", "entities", TEXT_MAX)?;
    if text.is_empty() {
        return Err(ApiError::bad("message text is empty"));
    }
    let missing = "there is no text in the message to edit";
    change(call, Some(("text", missing, text, entities))).await
}

/// `editMessageCaption`.
pub async fn caption(call: &Call<'_>) -> Result<Answer, ApiError> {
    let (text, entities) = styled(call.params, "caption", "caption_entities", CAPTION_MAX)?;
    let missing = "there is no caption in the message to edit";
    change(call, Some(("caption", missing, text, entities))).await
}

/// `editMessageReplyMarkup`.
pub async fn keyboard(call: &Call<'_>) -> Result<Answer, ApiError> {
    change(call, None).await
}

type NewText = (&'static str, &'static str, String, Vec<Value>);

async fn change(call: &Call<'_>, new: Option<NewText>) -> Result<Answer, ApiError> {
    let (user, id) = (call.chat_id()?, call.message_id()?);
    let markup = markup::read(call.params)?;
    let inline = markup::inline(&markup).cloned();
    call.telegram
        .act(|draft| {
            let mut stored = editable(draft, call.token, user, id)?;
            let before = stored.message.clone();
            if let Some((field, missing, text, entities)) = new {
                let has_it = match field {
                    "text" => before.get("text").is_some(),
                    // A caption may be added to any file, and to nothing else.
                    _ => before.get("text").is_none() && before.get("location").is_none(),
                };
                if !has_it {
                    return Err(ApiError::bad(missing));
                }
                let list = if field == "text" { "entities" } else { "caption_entities" };
                set(&mut stored.message, field, (!text.is_empty()).then(|| json!(text)));
                set(&mut stored.message, list, (!entities.is_empty()).then(|| json!(entities)));
            }
            set(&mut stored.message, "reply_markup", inline);
            if stored.message == before {
                return Err(ApiError::bad(words::NOT_MODIFIED));
            }
            stored.message["edit_date"] = json!(clock::now_s());
            let result = stored.message.clone();
            draft.message(call.token, user, stored);
            Ok(Answer::of(result))
        })
        .await
}

fn set(message: &mut Value, field: &str, value: Option<Value>) {
    match (message.as_object_mut(), value) {
        (Some(fields), Some(value)) => {
            fields.insert(field.into(), value);
        }
        (Some(fields), None) => {
            fields.remove(field);
        }
        _ => {}
    }
}

fn editable(draft: &Draft<'_>, token: &str, user: i64, id: i64) -> Result<StoredMessage, ApiError> {
    may_write(draft, token, user)?;
    let found = draft.chat(token, user).and_then(|(_, chat, _)| chat.message(id));
    let found = found.ok_or_else(|| ApiError::bad("message to edit not found"))?;
    if !found.by_bot {
        return Err(ApiError::bad("message can't be edited"));
    }
    Ok(found.clone())
}

/// `deleteMessage`.
pub async fn delete(call: &Call<'_>) -> Result<Answer, ApiError> {
    let (user, id) = (call.chat_id()?, call.message_id()?);
    call.telegram
        .act(|draft| {
            let missing = || ApiError::bad("message to delete not found");
            let (_, chat, _) =
                draft.chat(call.token, user).ok_or_else(|| ApiError::bad(words::CHAT_NOT_FOUND))?;
            let mut stored = chat.message(id).ok_or_else(missing)?.clone();
            let age = clock::now_s() - stored.message["date"].as_i64().unwrap_or(0);
            if age > DELETE_WITHIN_S {
                return Err(ApiError::bad("message can't be deleted"));
            }
            stored.deleted = true;
            draft.message(call.token, user, stored);
            Ok(Answer::of(json!(true)))
        })
        .await
}

/// `deleteMessages`: those that are not there are passed over.
pub async fn delete_many(call: &Call<'_>) -> Result<Answer, ApiError> {
    let user = call.chat_id()?;
    let ids = call.params.json("message_ids").ok().flatten();
    let ids: Vec<i64> = ids
        .and_then(|ids| ids.as_array().map(|ids| ids.iter().filter_map(Value::as_i64).collect()))
        .unwrap_or_default();
    if ids.is_empty() || ids.len() > DELETE_AT_ONCE_MAX {
        return Err(ApiError::bad("message identifiers are not specified"));
    }
    call.telegram
        .act(|draft| {
            let (_, chat, _) =
                draft.chat(call.token, user).ok_or_else(|| ApiError::bad(words::CHAT_NOT_FOUND))?;
            let found: Vec<_> = ids.iter().filter_map(|id| chat.message(*id)).cloned().collect();
            for mut stored in found {
                stored.deleted = true;
                draft.message(call.token, user, stored);
            }
            Ok(Answer::of(json!(true)))
        })
        .await
}

/// `setMessageReaction`.
pub async fn react(call: &Call<'_>) -> Result<Answer, ApiError> {
    let (user, id) = (call.chat_id()?, call.message_id()?);
    let list = call.params.json("reaction").map_err(|()| ApiError::bad("can't parse reaction"))?;
    let mut emoji = Vec::new();
    for reaction in list.as_ref().and_then(Value::as_array).into_iter().flatten() {
        let one = reaction["emoji"].as_str().unwrap_or_default().trim_end_matches('\u{fe0f}');
        if reaction["type"] != "emoji" || !REACTIONS.split_whitespace().any(|known| known == one) {
            return Err(ApiError::bad("REACTION_INVALID"));
        }
        emoji.push(one.to_owned());
    }
    // Bots have one reaction a message.
    if emoji.len() > 1 {
        return Err(ApiError::bad("REACTIONS_TOO_MANY"));
    }
    call.telegram
        .act(|draft| {
            may_write(draft, call.token, user)?;
            let found = draft.chat(call.token, user).and_then(|(_, chat, _)| chat.message(id));
            let mut stored =
                found.ok_or_else(|| ApiError::bad("message to react not found"))?.clone();
            stored.bot_reactions = emoji;
            draft.message(call.token, user, stored);
            Ok(Answer::of(json!(true)))
        })
        .await
}

/// `answerCallbackQuery`: each press can be answered once, and soon.
pub fn answer_press(call: &Call<'_>) -> Result<Answer, ApiError> {
    let id = call.params.text("callback_query_id").unwrap_or_default();
    let press = hold(&call.telegram.presses).remove(&id);
    let press = press.filter(|press| press.token == call.token);
    let press = press.filter(|press| clock::now_s() - press.at_s <= PRESS_LIFE_S);
    let press = press.ok_or_else(|| ApiError::bad(words::QUERY_TOO_OLD))?;
    let text = call.params.text("text").unwrap_or_default();
    let data = json!({
        "type": "answer", "user": press.user, "text": text, "alert": call.params.flag("show_alert"),
    });
    let _ = call.telegram.phones.send(PhoneEvent::passing(call.token, data));
    Ok(Answer::of(json!(true)))
}
