//! Sending: the checks every message goes through, and the kinds without a file.
use serde_json::{Value, json};
use tokio::time::Instant;

use super::super::commit::Draft;
use super::super::errors::{ApiError, text as words};
use super::super::events::PhoneEvent;
use super::super::request::Params;
use super::super::state::{Change, State, StoredMessage};
use super::super::{format, hold, markup};
use super::{Answer, Call};
use crate::clock;

/// Longest text.
pub const TEXT_MAX: usize = 4096;
/// Longest caption.
pub const CAPTION_MAX: usize = 1024;

const ACTIONS: [&str; 14] = [
    "typing",
    "cancel",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "record_audio",
    "upload_voice",
    "upload_audio",
    "upload_document",
    "choose_sticker",
    "pick_up_location",
    "find_location",
    "record_video_note",
];

/// Whether this bot may write to this person, with the reason why not.
pub fn may_write(state: &State, token: &str, user: i64) -> Result<(), ApiError> {
    let bot = state.bots.get(token).ok_or_else(ApiError::unauthorized)?;
    let Some(customer) = state.customers.get(&user) else {
        return Err(ApiError::bad(words::CHAT_NOT_FOUND));
    };
    if customer.deactivated {
        return Err(ApiError::forbidden(words::DEACTIVATED));
    }
    match bot.chats.get(&user) {
        Some(chat) if chat.blocked => Err(ApiError::forbidden(words::BLOCKED)),
        Some(chat) if chat.started => Ok(()),
        _ => Err(ApiError::forbidden(words::NEVER_STARTED)),
    }
}

/// The parts of a message that all kinds share.
pub struct Frame {
    user: i64,
    reply_to: Option<i64>,
    without_reply: bool,
    markup: Option<Value>,
}

impl Frame {
    /// Reads and checks what does not need the chat.
    pub fn read(call: &Call<'_>) -> Result<Self, ApiError> {
        let user = call.chat_id()?;
        let (reply_to, without_reply) = reply(call.params)?;
        Ok(Self { user, reply_to, without_reply, markup: markup::read(call.params)? })
    }
}

fn reply(params: &Params) -> Result<(Option<i64>, bool), ApiError> {
    let unreadable = |()| ApiError::bad("can't parse reply parameters JSON object");
    if let Some(reply) = params.json("reply_parameters").map_err(unreadable)? {
        let reply = Params::from_object(reply.as_object().cloned().ok_or(()).map_err(unreadable)?);
        return Ok((reply.int("message_id"), reply.flag("allow_sending_without_reply")));
    }
    let reply_to = params.int("reply_to_message_id").filter(|id| *id > 0);
    Ok((reply_to, params.flag("allow_sending_without_reply")))
}

/// Sends one or several messages as one act. `more` are the changes that come with them.
pub async fn send(
    call: &Call<'_>,
    frame: Frame,
    contents: Vec<Value>,
    more: Vec<Change>,
) -> Result<Vec<Value>, ApiError> {
    let (telegram, token) = (call.telegram, call.token);
    let sent = telegram
        .act(|draft| {
            may_write(draft, token, frame.user)?;
            let reply_to = reply_target(draft, token, &frame)?;
            hold(&telegram.limits).take(token, frame.user, contents.len(), Instant::now())?;
            for change in more {
                draft.change(change);
            }
            let mut sent = Vec::new();
            for content in contents {
                sent.push(put(draft, token, &frame, reply_to.clone(), content)?);
            }
            Ok(sent)
        })
        .await?;
    telegram.typing(token, frame.user, false);
    Ok(sent)
}

fn reply_target(draft: &Draft<'_>, token: &str, frame: &Frame) -> Result<Option<Value>, ApiError> {
    let Some(id) = frame.reply_to else { return Ok(None) };
    let target = draft.chat(token, frame.user).and_then(|(_, chat, _)| chat.message(id));
    match target {
        Some(target) => {
            let mut quoted = target.message.clone();
            // A quoted message does not bring along what it quotes itself.
            if let Some(fields) = quoted.as_object_mut() {
                fields.remove("reply_to_message");
            }
            Ok(Some(quoted))
        }
        None if frame.without_reply => Ok(None),
        None => Err(ApiError::bad(words::REPLY_NOT_FOUND)),
    }
}

fn put(
    draft: &mut Draft<'_>,
    token: &str,
    frame: &Frame,
    reply_to: Option<Value>,
    content: Value,
) -> Result<Value, ApiError> {
    let (bot, chat, customer) =
        draft.chat(token, frame.user).ok_or_else(|| ApiError::bad(words::CHAT_NOT_FOUND))?;
    let id = chat.next_message_id();
    let mut message = json!({
        "message_id": id,
        "from": bot.user(),
        "chat": customer.chat(),
        "date": clock::now_s(),
    });
    if let Some(reply_to) = reply_to {
        message["reply_to_message"] = reply_to;
    }
    merge(&mut message, content);
    let result = {
        let mut result = message.clone();
        if let Some(inline) = markup::inline(&frame.markup) {
            result["reply_markup"] = inline.clone();
        }
        result
    };
    // The phone also needs the keyboards that replace its input field.
    if let Some(markup) = &frame.markup {
        message["reply_markup"] = markup.clone();
    }
    let stored = StoredMessage {
        id,
        by_bot: true,
        message,
        deleted: false,
        update_id: None,
        bot_reactions: Vec::new(),
        customer_reactions: Vec::new(),
    };
    draft.message(token, frame.user, stored);
    Ok(result)
}

/// Adds the fields of one object to another.
pub fn merge(into: &mut Value, from: Value) {
    if let (Some(into), Value::Object(from)) = (into.as_object_mut(), from) {
        into.extend(from);
    }
}

fn one(mut sent: Vec<Value>) -> Answer {
    Answer::of(sent.pop().unwrap_or_default())
}

/// Text with its entities, checked against a limit.
pub fn styled(
    params: &Params,
    field: &str,
    entities: &str,
    max: usize,
) -> Result<(String, Vec<Value>), ApiError> {
    let raw = params.text(field).unwrap_or_default();
    let mode = params.text("parse_mode").unwrap_or_default();
    let given = params.json(entities).ok().flatten().and_then(|list| list.as_array().cloned());
    let (text, found) = match given {
        Some(list) if mode.is_empty() => (raw, list),
        _ => format::parse(&raw, &mode)
            .map_err(|why| ApiError::bad(&format!("can't parse entities: {why}")))?,
    };
    let (text, found) = format::clean(&text, found);
    if format::units(&text) > max {
        let what = if field == "caption" { "message caption" } else { "message" };
        return Err(ApiError::bad(&format!("{what} is too long")));
    }
    Ok((text, found))
}

/// `sendMessage`.
pub async fn text(call: &Call<'_>) -> Result<Answer, ApiError> {
    let frame = Frame::read(call)?;
    let (text, entities) = styled(call.params, "text", "entities", TEXT_MAX)?;
    if text.is_empty() {
        return Err(ApiError::bad("message text is empty"));
    }
    let mut content = json!({ "text": text });
    if !entities.is_empty() {
        content["entities"] = Value::Array(entities);
    }
    Ok(one(send(call, frame, vec![content], Vec::new()).await?))
}

fn place(params: &Params) -> Result<Value, ApiError> {
    let number = |name: &str, limit: f64| {
        let found = params.float(name).filter(|number| number.abs() <= limit);
        found.ok_or_else(|| ApiError::bad(&format!("invalid {name} specified")))
    };
    let latitude = number("latitude", 90.0)?;
    let longitude = number("longitude", 180.0)?;
    Ok(json!({ "latitude": latitude, "longitude": longitude }))
}

/// `sendLocation`.
pub async fn location(call: &Call<'_>) -> Result<Answer, ApiError> {
    let frame = Frame::read(call)?;
    let mut location = place(call.params)?;
    if let Some(period) = call.params.int("live_period") {
        location["live_period"] = json!(period);
    }
    let content = json!({ "location": location });
    Ok(one(send(call, frame, vec![content], Vec::new()).await?))
}

/// `sendVenue`.
pub async fn venue(call: &Call<'_>) -> Result<Answer, ApiError> {
    let frame = Frame::read(call)?;
    let location = place(call.params)?;
    let title = call.params.text("title").unwrap_or_default();
    let address = call.params.text("address").unwrap_or_default();
    let venue = json!({ "location": location, "title": title, "address": address });
    let content = json!({ "venue": venue, "location": location });
    Ok(one(send(call, frame, vec![content], Vec::new()).await?))
}

/// `sendContact`.
pub async fn contact(call: &Call<'_>) -> Result<Answer, ApiError> {
    let frame = Frame::read(call)?;
    let mut contact = json!({});
    for name in ["phone_number", "first_name", "last_name", "vcard"] {
        if let Some(value) = call.params.text(name).filter(|value| !value.is_empty()) {
            contact[name] = json!(value);
        }
    }
    if contact.get("phone_number").is_none() {
        return Err(ApiError::bad("phone number is empty"));
    }
    if contact.get("first_name").is_none() {
        return Err(ApiError::bad("first name is empty"));
    }
    let content = json!({ "contact": contact });
    Ok(one(send(call, frame, vec![content], Vec::new()).await?))
}

/// `sendChatAction`: the phone shows it for five seconds or until a message comes.
pub fn action(call: &Call<'_>) -> Result<Answer, ApiError> {
    let user = call.chat_id()?;
    let action = call.params.text("action").unwrap_or_default().to_ascii_lowercase();
    if !ACTIONS.contains(&action.as_str()) {
        return Err(ApiError::bad("wrong parameter action in request"));
    }
    may_write(&call.telegram.state(), call.token, user)?;
    call.telegram.typing(call.token, user, action != "cancel");
    Ok(Answer::of(json!(true)))
}

impl super::super::Telegram {
    /// Tells the phone whether the other side is busy answering.
    fn typing(&self, token: &str, user: i64, typing: bool) {
        let data = json!({ "type": "typing", "user": user, "typing": typing });
        let _ = self.phones.send(PhoneEvent::passing(token, data));
    }
}
