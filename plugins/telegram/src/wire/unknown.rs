//! Messages of kinds that are not known here. Nothing is ever dropped: they become a line that names
//! the kind, with whatever words they have.

use super::content::{Content, said};
use serde_json::Value;

/// Fields that every message may have; whatever else an unknown message has is its kind.
const COMMON: [&str; 37] = [
    "message_id",
    "from",
    "sender_chat",
    "chat",
    "date",
    "edit_date",
    "message_thread_id",
    "is_topic_message",
    "is_automatic_forward",
    "reply_to_message",
    "external_reply",
    "quote",
    "reply_to_story",
    "reply_to_checklist_task_id",
    "forward_origin",
    "via_bot",
    "has_protected_content",
    "has_media_spoiler",
    "is_from_offline",
    "is_paid_post",
    "media_group_id",
    "author_signature",
    "sender_tag",
    "reply_markup",
    "business_connection_id",
    "sender_boost_count",
    "sender_business_bot",
    "effect_id",
    "paid_star_count",
    "direct_messages_topic",
    "suggested_post_info",
    "link_preview_options",
    "entities",
    "caption",
    "caption_entities",
    "show_caption_above_media",
    "text",
];

/// Words of other things, the most telling first.
const WORDS: [&str; 10] = [
    "title",
    "name",
    "question",
    "text",
    "caption",
    "description",
    "prize_description",
    "additional_prize_description",
    "address",
    "button_text",
];

/// What is about people and places rather than said.
const BESIDE: [&str; 10] = [
    "from",
    "chat",
    "sender_chat",
    "user",
    "users",
    "sender_user",
    "via_bot",
    "reply_to_message",
    "external_reply",
    "reply_markup",
];

/// So many lines of words are shown.
const LINES: usize = 30;

/// What Telegram itself notes in a chat begins with one of these.
const NOTED: [&str; 18] = [
    "boost_added",
    "channel_chat_created",
    "chat_background_set",
    "checklist_tasks_",
    "delete_chat_photo",
    "direct_message_price_changed",
    "forum_topic_",
    "general_forum_topic_",
    "giveaway_completed",
    "giveaway_created",
    "group_chat_created",
    "message_auto_delete_timer_changed",
    "new_chat_photo",
    "paid_message_price_changed",
    "pinned_message",
    "supergroup_chat_created",
    "video_chat_",
    "write_access_allowed",
];

/// The content of a message none of whose fields is known here.
pub fn unknown(raw: &Value) -> Content {
    let caption = raw["caption"].as_str().filter(|caption| !caption.is_empty());
    let fields: Vec<&String> =
        raw.as_object().into_iter().flatten().map(|(name, _)| name).collect();
    let kinds: Vec<&str> =
        fields.iter().map(|name| name.as_str()).filter(|name| !COMMON.contains(name)).collect();
    let mut lines: Vec<String> = caption.map(str::to_owned).into_iter().collect();
    if raw["checklist"].is_object() {
        lines.push(checklist(&raw["checklist"]));
    } else {
        let kind = if kinds.is_empty() { "message".to_owned() } else { kinds.join(", ") };
        let kind = kind.replace('_', " ");
        lines.push(format!("[{kind}] This cannot be shown here; open it in Telegram."));
        for kind in &kinds {
            match raw[kind].as_str() {
                Some(word) => lines.push(word.to_owned()),
                None => words(&raw[kind], &mut lines),
            }
        }
    }
    lines.truncate(LINES);
    let is_noted = |kind: &&str| NOTED.iter().any(|noted| kind.starts_with(noted));
    let service = !kinds.is_empty() && kinds.iter().all(is_noted);
    Content { service, ..said(lines.join("\n")) }
}

fn checklist(list: &Value) -> String {
    let mut said = format!("[checklist] {}", list["title"].as_str().unwrap_or_default());
    for task in list["tasks"].as_array().into_iter().flatten() {
        let is_done = task["completion_date"].as_u64().is_some_and(|at| at > 0);
        let done = if is_done { " (done)" } else { "" };
        said.push_str(&format!("\n- {}{done}", task["text"].as_str().unwrap_or_default()));
    }
    said
}

/// Adds the words of anything, as deep as they are.
pub fn words(value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let said = WORDS.iter().filter_map(|name| fields.get(*name)?.as_str());
            lines.extend(said.filter(|word| !word.trim().is_empty()).map(str::to_owned));
            let deeper = fields.iter().filter(|(name, _)| !BESIDE.contains(&name.as_str()));
            deeper.for_each(|(_, value)| words(value, lines));
        }
        Value::Array(list) => list.iter().for_each(|value| words(value, lines)),
        _ => {}
    }
}
