//! Direct messages, as webhooks and lists give them.

use crate::api::Api;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// The conversation of two accounts: the smaller number comes first.
pub fn conversation(one: &str, other: &str) -> String {
    let key = |id: &str| (id.len(), id.to_owned());
    if key(one) <= key(other) { format!("{one}-{other}") } else { format!("{other}-{one}") }
}

pub fn thread(conversation: &str) -> String {
    format!("dm:{conversation}")
}

/// A person as X names them: both generations of the API.
pub fn actor(id: &str, user: &Value) -> Actor {
    let user = if user["data"].is_object() { &user["data"] } else { user };
    let word = |fields: [&str; 2]| {
        fields.into_iter().find_map(|field| user[field].as_str()).map(str::to_owned)
    };
    let facts = [
        ("username", word(["username", "screen_name"])),
        ("avatar-url", word(["profile_image_url", "profile_image_url_https"])),
        ("language", word(["lang", "language"])),
    ];
    Actor {
        external_id: id.to_owned(),
        display_name: word(["name", "name"]),
        attrs: facts
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect(),
    }
}

/// The customer of a message between the account and somebody. None: a conversation of more people,
/// or of the account with itself.
fn customer<'a>(own: &str, sender: &'a str, conversation: &'a str) -> Option<&'a str> {
    if sender != own {
        return Some(sender);
    }
    let (one, other) = conversation.split_once('-')?;
    let digits = |id: &&str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let found = if one == own { other } else { one };
    Some(found).filter(digits).filter(|id| *id != own && (one == own || other == own))
}

/// A `message_create` of a webhook. None: not a message of one customer's conversation. What the
/// account wrote itself is of its own side; the host drops what it has sent.
pub fn pushed(api: &Api, own: &str, event: &Value, users: &Value) -> Option<InboundMessage> {
    let made = &event["message_create"];
    let (id, sender) = (event["id"].as_str()?, made["sender_id"].as_str()?);
    let target = made["target"]["recipient_id"].as_str().unwrap_or(own);
    let data = &made["message_data"];
    let conversation = event["dm_conversation_id"]
        .as_str()
        .map_or_else(|| self::conversation(sender, target), str::to_owned);
    let person = customer(own, sender, &conversation)?;
    let at_ms = event["created_timestamp"].as_str().and_then(|at| at.parse().ok());
    let mut message = InboundMessage {
        external_id: id.to_owned(),
        thread: thread(&conversation),
        channel: "TW_DM".to_owned(),
        from: actor(person, &users[person]),
        at_ms: at_ms.unwrap_or_else(host::now_ms),
        text: data["text"].as_str().filter(|text| !text.is_empty()).map(str::to_owned),
        ..InboundMessage::default()
    };
    if let Some(answer) = data["quick_reply_response"]["metadata"].as_str() {
        let title = message.text.clone().unwrap_or_else(|| answer.to_owned());
        message.contents.push(Content::Choice(ChoiceMade {
            id: answer.to_owned(),
            title,
            offered_by: None,
        }));
    }
    let media = &data["attachment"]["media"];
    if let Some(url) = media["media_url_https"].as_str() {
        let kind = media["type"].as_str().unwrap_or("photo");
        attach(api, &mut message, url, kind);
    }
    whole(&mut message);
    Some(if sender == own { message.by_business(None) } else { message })
}

/// An event of `GET /2/dm_events`. None: not a message of one customer's conversation.
pub fn listed(api: &Api, own: &str, event: &Value, includes: &Value) -> Option<InboundMessage> {
    if event["event_type"] != "MessageCreate" {
        return None;
    }
    let (id, sender) = (event["id"].as_str()?, event["sender_id"].as_str()?);
    let conversation = event["dm_conversation_id"].as_str()?;
    let person = customer(own, sender, conversation)?;
    let users = includes["users"].as_array().into_iter().flatten();
    let user = users.into_iter().find(|user| user["id"] == person);
    let mut message = InboundMessage {
        external_id: id.to_owned(),
        thread: thread(conversation),
        channel: "TW_DM".to_owned(),
        from: actor(person, user.unwrap_or(&Value::Null)),
        at_ms: event["created_at"].as_str().and_then(time).unwrap_or_else(host::now_ms),
        text: event["text"].as_str().filter(|text| !text.is_empty()).map(str::to_owned),
        ..InboundMessage::default()
    };
    let keys = event["attachments"]["media_keys"].as_array().into_iter().flatten();
    for key in keys.filter_map(Value::as_str) {
        let media = includes["media"].as_array().into_iter().flatten();
        let Some(media) = media.into_iter().find(|media| media["media_key"] == key) else {
            continue;
        };
        let kind = media["type"].as_str().unwrap_or("photo");
        let url = media["url"].as_str().or(media["preview_image_url"].as_str()).unwrap_or("");
        attach(api, &mut message, url, kind);
    }
    whole(&mut message);
    Some(if sender == own { message.by_business(None) } else { message })
}

// Nothing is shown as nothing.
fn whole(message: &mut InboundMessage) {
    if message.text.is_none() && message.attachments.is_empty() && message.contents.is_empty() {
        message.text = Some("[message] This cannot be shown here; open it on X.".to_owned());
    }
}

/// A file of a direct message: its address names message, file and picture, and the API gives it to
/// who may see it.
fn attach(api: &Api, message: &mut InboundMessage, url: &str, kind: &str) {
    let (kind, mime, ending) = match kind {
        "video" | "animated_gif" => ("video", "video/mp4", "mp4"),
        _ => ("image", "image/jpeg", "jpg"),
    };
    let place = message.attachments.len() + 1;
    let filename = format!("{kind}_{}_{place}.{ending}", message.external_id);
    let parts: Vec<&str> = url.split('/').collect();
    let path = parts.iter().position(|part| *part == "dm").and_then(|at| parts.get(at + 1..at + 4));
    let failed = match path.map(|path| api.dm_file(&path.join("/"))) {
        Some(Ok(response)) if response.ok() => {
            let given = response.header("content-type").map(str::to_owned);
            let mime = given.filter(|given| given.contains('/')).unwrap_or_else(|| mime.to_owned());
            let meta =
                BlobMeta { mime: mime.clone(), filename: Some(filename.clone()), size: None };
            match response.into_blob(meta) {
                Ok(blob) => {
                    message.attachments.push(Attachment {
                        blob: Some(blob),
                        mime,
                        filename: Some(filename),
                        kind: kind.to_owned(),
                        content_id: None,
                    });
                    return;
                }
                Err(detail) => detail.message,
            }
        }
        _ => "The file could not be fetched; open it on X.".to_owned(),
    };
    let note = format!("[{kind}] {failed}");
    message.text = Some(match message.text.take() {
        Some(text) => format!("{text}\n{note}"),
        None => note,
    });
}

/// `2026-08-12T18:00:00.000Z` in milliseconds.
pub fn time(text: &str) -> Option<u64> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    // Years that begin in March have their leap day at the end.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    u64::try_from(((days * 24 + hour) * 60 + minute) * 60 + second).ok().map(|s| s * 1000)
}

#[cfg(test)]
mod tests {
    use super::{conversation, customer, time};

    #[test]
    fn times_and_conversations() {
        assert_eq!(time("2026-01-02T03:04:05.000Z"), Some(1_767_323_045_000));
        assert_eq!(time("2024-02-29T23:59:59Z"), Some(1_709_251_199_000));
        assert_eq!(time("today"), None);
        assert_eq!(conversation("9", "10"), "9-10");
        assert_eq!(conversation("10", "9"), "9-10");
        assert_eq!(customer("10", "9", "9-10"), Some("9"));
        assert_eq!(customer("10", "10", "9-10"), Some("9"));
        assert_eq!(customer("9", "9", "9-10"), Some("10"));
        for not_one in ["10-10", "11-12", "1234567", "9-", "-"] {
            assert_eq!(customer("10", "10", not_one), None, "{not_one}");
        }
    }
}
