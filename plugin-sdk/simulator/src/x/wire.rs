//! Events, messages and people as X writes them.
use serde_json::{Value, json};

use super::{X, conversation, own_id, person_id};
use crate::described;
use crate::network::happening::Kind;
use crate::network::model::{Message, Person};
use crate::network::{Happening, hold};

/// What a happening is told as. X has no edits and no reactions.
pub fn told(x: &X, happening: &Happening) -> Option<(&'static str, Value)> {
    let own = own_id(&happening.account.key);
    let sender = person_id(happening.person.id);
    let users = json!({ sender.clone(): { "data": user(&happening.person) } });
    let aside = |fields: Value| {
        let mut one = json!({
            "created_timestamp": happening.at_ms.to_string(), "sender_id": sender,
            "target": { "recipient_id": own },
        });
        for (name, value) in fields.as_object().into_iter().flatten() {
            one[name] = value.clone();
        }
        one
    };
    match (happening.kind, &happening.message) {
        (Kind::Message, Some(message)) if mentions(message) => {
            hold(&x.facts).posts.insert(message.id.clone());
            let includes = json!({ "users": [user(&happening.person)] });
            let mut payload = post(message, &sender, happening.reply_id.as_deref());
            payload["in_reply_to_user_id"] = json!(own);
            Some(("post.mention.create", json!({ "payload": payload, "includes": includes })))
        }
        (Kind::Message, Some(message)) => {
            let event = direct(message, &sender, &own);
            let payload = json!({ "direct_message_events": [event], "users": users });
            Some(("dm.received", json!({ "payload": payload })))
        }
        (Kind::Delete, Some(message)) if x.is_post(&message.id) => {
            let payload = json!({ "id": message.id, "author_id": sender });
            Some(("post.delete", json!({ "payload": payload })))
        }
        (Kind::Typing, _) => {
            let payload = json!({ "direct_message_indicate_typing_events": [aside(json!({}))] });
            Some(("dm.indicate_typing", json!({ "payload": payload })))
        }
        (Kind::Read, Some(message)) => {
            let event = aside(json!({ "last_read_event_id": message.id }));
            let payload = json!({ "direct_message_mark_read_events": [event] });
            Some(("dm.read", json!({ "payload": payload })))
        }
        _ => None,
    }
}

/// A post, not a direct message.
pub fn mentions(message: &Message) -> bool {
    message.text.as_deref().is_some_and(|text| text.starts_with('@'))
}

/// Where a file of a direct message is.
fn place(message: &Message) -> Option<String> {
    let file = message.files.first()?;
    Some(format!("https://ton.twitter.com/1.1/ton/data/dm/{}/{}/file.bin", message.id, file.id))
}

fn direct(message: &Message, sender: &str, to: &str) -> Value {
    let mut data = json!({
        "text": message.text.as_deref().unwrap_or(""),
        "entities": { "hashtags": [], "symbols": [], "user_mentions": [], "urls": [] },
    });
    if let (Some(file), Some(url)) = (message.files.first(), place(message)) {
        data["attachment"] = json!({ "type": "media", "media": {
            "id": file.id, "media_url_https": url, "type": kind(&file.mime),
        } });
    }
    json!({
        "type": "message_create", "id": message.id, "created_timestamp": message.at_ms.to_string(),
        "message_create": {
            "target": { "recipient_id": to }, "sender_id": sender, "message_data": data,
        },
    })
}

fn kind(mime: &str) -> &'static str {
    match mime {
        "image/gif" => "animated_gif",
        mime if mime.starts_with("video/") => "video",
        _ => "photo",
    }
}

/// A person of the API's second generation.
pub fn user(person: &Person) -> Value {
    let name = person.username.clone().unwrap_or_else(|| format!("customer{}", person.id));
    json!({ "id": person_id(person.id), "name": person.name(), "username": name })
}

/// What X makes of an account's own words: links are shortened, signs are written as in HTML, and
/// the address of a file stands at the end.
fn said(message: &Message) -> String {
    let text = message.text.as_deref().unwrap_or("");
    if message.customer { text.to_owned() } else { rewritten(text, !message.files.is_empty()) }
}

fn rewritten(text: &str, file: bool) -> String {
    let mut out = String::new();
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        if bare.starts_with("https://") || bare.starts_with("http://") {
            let sum = bare
                .bytes()
                .fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
            out += &format!("https://t.co/{sum:08x}{}", &word[bare.len()..]);
        } else {
            out += &word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        }
    }
    if file {
        out += " https://t.co/file";
    }
    out.trim_start().to_owned()
}

/// A post.
pub fn post(message: &Message, author: &str, answered: Option<&str>) -> Value {
    let mut post = json!({
        "id": message.id, "text": said(message), "author_id": author,
        "created_at": described::iso(message.at_ms), "edit_history_tweet_ids": [message.id],
        "conversation_id": answered.unwrap_or(&message.id), "lang": "en",
    });
    if !message.customer && !message.files.is_empty() {
        let keys = message.files.iter().map(|file| format!("3_{}", file.id));
        post["attachments"] = json!({ "media_keys": keys.collect::<Vec<_>>() });
    }
    if let Some(id) = answered {
        post["referenced_tweets"] = json!([{ "type": "replied_to", "id": id }]);
    }
    post
}

/// A direct message of the lists.
pub fn listed(key: &str, user: i64, message: &Message) -> Value {
    let sender = if message.customer { person_id(user) } else { own_id(key) };
    let mut event = json!({
        "id": message.id, "event_type": "MessageCreate", "sender_id": sender,
        "text": said(message),
        "dm_conversation_id": conversation(key, user), "created_at": described::iso(message.at_ms),
    });
    if let Some(file) = message.files.first() {
        event["attachments"] = json!({ "media_keys": [format!("3_{}", file.id)] });
    }
    event
}

/// The file of a listed direct message.
pub fn media(message: &Message) -> Option<Value> {
    let file = message.files.first()?;
    Some(json!({
        "media_key": format!("3_{}", file.id), "type": kind(&file.mime), "url": place(message)?,
    }))
}

#[cfg(test)]
mod tests {
    #[test]
    fn own_words_are_rewritten_as_x_does() {
        let text = super::rewritten("Fish & chips: https://shop.example/a?b=c now", true);
        assert!(text.starts_with("Fish &amp; chips: https://t.co/"), "{text}");
        assert!(text.ends_with(" now https://t.co/file"), "{text}");
        assert_eq!(super::rewritten("", true), "https://t.co/file");
    }
}
