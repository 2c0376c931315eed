//! The parts of the Bot API's JSON that matter here, and what they mean. Pure: no requests.

mod content;
mod context;
mod unknown;
mod update;

pub use content::FileRef;
pub use update::{Draft, Read, read};

use serde::Deserialize;

/// One thing that happened at Telegram.
#[derive(Debug, Deserialize)]
pub struct Update {
    message: Option<TgMessage>,
    edited_message: Option<TgMessage>,
    callback_query: Option<CallbackQuery>,
    my_chat_member: Option<MemberChange>,
    message_reaction: Option<Reaction>,
}

#[derive(Debug, Deserialize)]
pub struct User {
    id: i64,
    first_name: String,
    last_name: Option<String>,
    username: Option<String>,
    language_code: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Chat {
    id: i64,
    #[serde(rename = "type")]
    kind: String,
    title: Option<String>,
}

/// A message, as far as a desk shows it.
#[derive(Debug, Deserialize)]
pub struct TgMessage {
    message_id: i64,
    #[serde(rename = "from")]
    sender: Option<User>,
    sender_chat: Option<Chat>,
    chat: Chat,
    date: u64,
    edit_date: Option<u64>,
    message_thread_id: Option<i64>,
    #[serde(default)]
    is_topic_message: bool,
    reply_to_message: Option<Box<TgMessage>>,
    reply_markup: Option<Markup>,

    text: Option<String>,
    caption: Option<String>,
    photo: Option<Vec<File>>,
    animation: Option<File>,
    video: Option<File>,
    video_note: Option<File>,
    audio: Option<File>,
    voice: Option<File>,
    document: Option<File>,
    sticker: Option<Sticker>,
    venue: Option<Venue>,
    location: Option<Location>,
    contact: Option<Contact>,
    poll: Option<Poll>,
    dice: Option<Dice>,
    game: Option<Game>,
    new_chat_members: Option<Vec<User>>,
    left_chat_member: Option<User>,
    new_chat_title: Option<String>,
    migrate_to_chat_id: Option<i64>,
    migrate_from_chat_id: Option<i64>,
}

/// Any file: the fields of photo sizes, documents, voices and so on, whichever are there.
#[derive(Debug, Deserialize)]
pub struct File {
    file_id: String,
    file_size: Option<u64>,
    file_name: Option<String>,
    mime_type: Option<String>,
    #[serde(default)]
    width: u64,
    #[serde(default)]
    height: u64,
    title: Option<String>,
    performer: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Sticker {
    file_id: String,
    file_size: Option<u64>,
    emoji: Option<String>,
    #[serde(default)]
    is_animated: bool,
    #[serde(default)]
    is_video: bool,
}

#[derive(Debug, Deserialize)]
pub struct Location {
    latitude: f64,
    longitude: f64,
}

#[derive(Debug, Deserialize)]
pub struct Venue {
    location: Location,
    title: String,
    address: String,
}

#[derive(Debug, Deserialize)]
pub struct Contact {
    phone_number: String,
    first_name: String,
    last_name: Option<String>,
    user_id: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub struct Poll {
    question: String,
    options: Vec<PollOption>,
}

#[derive(Debug, Deserialize)]
pub struct PollOption {
    text: String,
}

#[derive(Debug, Deserialize)]
pub struct Dice {
    emoji: String,
    value: i64,
}

#[derive(Debug, Deserialize)]
pub struct Game {
    title: String,
    description: Option<String>,
    text: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Markup {
    #[serde(default)]
    inline_keyboard: Vec<Vec<Button>>,
}

#[derive(Debug, Deserialize)]
pub struct Button {
    text: String,
    callback_data: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct CallbackQuery {
    id: String,
    from: User,
    message: Option<TgMessage>,
    data: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct MemberChange {
    chat: Chat,
    from: User,
    date: u64,
    old_chat_member: Member,
    new_chat_member: Member,
}

#[derive(Debug, Deserialize)]
pub struct Member {
    status: String,
}

#[derive(Debug, Deserialize)]
pub struct Reaction {
    chat: Chat,
    message_id: i64,
    user: Option<User>,
    date: u64,
    new_reaction: Vec<Emoji>,
}

#[derive(Debug, Deserialize)]
pub struct Emoji {
    emoji: Option<String>,
}

/// The id of a message here: unique in the account, because Telegram's is only unique per chat.
pub fn external_id(chat: i64, message: i64) -> String {
    format!("{chat}:{message}")
}

/// The chat and message of an [`external_id`]; none for what is no message, such as a pressed button.
/// A change of a message has the time of the change behind its id.
pub fn parse_external_id(id: &str) -> Option<(i64, i64)> {
    let (chat, message) = id.split_once(':')?;
    let message = message.split('#').next().unwrap_or(message);
    Some((chat.parse().ok()?, message.parse().ok()?))
}

/// A conversation: a chat, or one topic of a forum.
pub fn thread(chat: i64, topic: Option<i64>) -> String {
    match topic {
        Some(topic) => format!("{chat}/{topic}"),
        None => chat.to_string(),
    }
}

/// The chat and topic of a thread.
pub fn parse_thread(thread: &str) -> Option<(i64, Option<i64>)> {
    match thread.split_once('/') {
        Some((chat, topic)) => Some((chat.parse().ok()?, Some(topic.parse().ok()?))),
        None => Some((thread.parse().ok()?, None)),
    }
}
