//! What each of Telegram's refusals means for the desk. Pure.

use patchbay_plugin::prelude::*;

/// `ok: false`, as Telegram gives it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusal {
    pub status: u16,
    pub said: String,
    pub retry_after: Option<u64>,
    pub migrate_to: Option<i64>,
}

/// Reasons within a status: a piece of what Telegram says, our code, and our sentence.
const FORBIDDEN: [(&str, &str, &str); 8] = [
    (
        "blocked by the user",
        "blocked",
        "The customer has blocked this bot, so nothing can reach them.",
    ),
    ("user is deactivated", "deactivated", "The customer's Telegram account no longer exists."),
    (
        "initiate conversation",
        "not-started",
        "The customer has not started this bot. A bot cannot write first; they must press Start.",
    ),
    ("was kicked", "kicked", "This bot was removed from the group."),
    ("not a member", "not-member", "This bot is not a member of the group."),
    ("group chat was deleted", "deleted", "The group no longer exists."),
    ("send messages to bots", "to-bot", "A bot cannot write to another bot."),
    ("rights", "no-rights", "This bot is not allowed to write in the group."),
];

const BAD: [(&str, &str, &str); 25] = [
    ("chat not found", "chat-not-found", "Telegram does not know this chat."),
    (
        "message to be replied not found",
        "reply-not-found",
        "The message you are answering no longer exists at Telegram.",
    ),
    ("message thread not found", "topic-not-found", "The topic no longer exists in the group."),
    ("topic_closed", "topic-closed", "The topic is closed in the group."),
    ("message is too long", "too-long", "The text is longer than Telegram allows."),
    ("caption is too long", "too-long", "The caption is longer than Telegram allows."),
    ("text is empty", "empty", "Telegram does not send empty messages."),
    ("text must be non-empty", "empty", "Telegram does not send empty messages."),
    ("file is too big", "file-too-big", "The file is larger than Telegram allows."),
    (
        "file must be non-empty",
        "file-empty",
        "The file is empty, and Telegram does not take empty files.",
    ),
    ("wrong file", "wrong-file", "Telegram cannot use this file."),
    ("not enough rights", "no-rights", "This bot is not allowed to send this in the group."),
    (
        "voice_messages_forbidden",
        "voice-forbidden",
        "The customer does not accept voice messages; send the recording as a file.",
    ),
    ("peer_id_invalid", "chat-not-found", "Telegram does not know this chat."),
    (
        "message can't be edited",
        "not-editable",
        "Telegram does not let this message be changed: it is too old, or it offered quick \
         replies. Write a new one.",
    ),
    ("message to edit not found", "edit-not-found", GONE),
    ("there is no text in the message", "no-text", "This message has no text at Telegram."),
    ("there is no caption in the message", "no-text", "This message has no text at Telegram."),
    ("can't be deleted", "not-deletable", KEPT),
    ("message_delete_forbidden", "not-deletable", KEPT),
    ("message to react not found", "react-not-found", GONE),
    (
        "reaction_invalid",
        "reaction",
        "Telegram does not take this emoji as a reaction here; choose another one.",
    ),
    (
        "button_url_invalid",
        "button-url",
        "Telegram does not accept the address of a button; correct it.",
    ),
    (
        "inline keyboard button url",
        "button-url",
        "Telegram does not accept the address of a button; correct it.",
    ),
    (
        "reply_markup_too_long",
        "too-many-choices",
        "The buttons of this message are more than Telegram takes; offer fewer or shorter ones.",
    ),
];

const GONE: &str = "The message no longer exists at Telegram; the customer may have removed it.";

const KEPT: &str = "Telegram does not take this message back: it is older than 48 hours, or the \
     bot may not remove it.";

/// The failure of a refused call.
pub fn failure(refusal: &Refusal) -> Failure {
    let Refusal { status, said, retry_after, .. } = refusal;
    let detail = |code: &str, message: &str| {
        Detail::new(format!("telegram.{status}{code}"), message).said(said.as_str())
    };
    match status {
        404 if said.contains("method not found") => Failure::Permanent(detail(
            ".method",
            "Your Bot API server does not know this yet; update the server.",
        )),
        // Telegram answers 404 to every method when the token in the path is malformed.
        401 | 404 => Failure::AuthExpired(detail(
            "",
            "Telegram refuses the bot token. Ask @BotFather for a new one and enter it here.",
        )),
        403 => Failure::Permanent(known(&FORBIDDEN, refusal).unwrap_or_else(|| {
            detail("", "Telegram does not let this bot write to the customer.")
        })),
        409 => conflict(refusal),
        413 => Failure::Permanent(detail("", "The file is larger than Telegram allows.")),
        429 => {
            let message = match retry_after {
                Some(seconds) => format!("Telegram asks to wait {seconds} seconds."),
                None => "Telegram asks for fewer messages.".to_owned(),
            };
            Failure::rate_limited(detail("", &message), retry_after.map(|seconds| seconds * 1000))
        }
        500.. => Failure::retryable(detail("", "Telegram has trouble at the moment.")),
        _ => Failure::Permanent(
            known(&BAD, refusal)
                .unwrap_or_else(|| detail("", &format!("Telegram refused this: {said}"))),
        ),
    }
}

fn known(table: &[(&str, &str, &str)], refusal: &Refusal) -> Option<Detail> {
    let said = refusal.said.to_lowercase();
    let (_, code, message) = table.iter().find(|(piece, ..)| said.contains(piece))?;
    let code = format!("telegram.{}.{code}", refusal.status);
    Some(Detail::new(code, *message).said(refusal.said.as_str()))
}

/// Two readers of one bot. Our own previous pull may still be ending, so the other reader is
/// given time; a webhook of somebody else's stays until an admin decides.
fn conflict(refusal: &Refusal) -> Failure {
    if refusal.said.contains("webhook") {
        let message = "Another program has set a webhook for this bot, so its messages go there. \
             Save this channel again to take the bot over, or make a bot of your own for the desk.";
        let detail = Detail::new("telegram.409.webhook", message).said(refusal.said.as_str());
        return Failure::needs_config("bot_token", detail);
    }
    let message = "Another program is reading this bot's messages at the same time. Stop it, or \
         make a bot of your own for the desk.";
    let detail = Detail::new("telegram.409.reader", message).said(refusal.said.as_str());
    Failure::retry_after(detail, 15_000)
}

/// The message reads so already, or bears this emoji already.
pub fn changes_nothing(refusal: &Refusal) -> bool {
    let said = refusal.said.to_lowercase();
    said.contains("message is not modified") || said.contains("message_not_modified")
}

/// What was to be taken back is not there any more.
pub fn is_gone(refusal: &Refusal) -> bool {
    refusal.said.contains("message to delete not found")
}

/// Refusals of a picture that Telegram still takes as a plain file.
pub fn is_about_the_picture(refusal: &Refusal) -> bool {
    refusal.status == 400
        && [
            "PHOTO_INVALID_DIMENSIONS",
            "PHOTO_SAVE_FILE_INVALID",
            "PHOTO_EXT_INVALID",
            "IMAGE_PROCESS_FAILED",
        ]
        .iter()
        .any(|reason| refusal.said.contains(reason))
}
