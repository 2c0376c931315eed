//! Comments below the account's posts and mentions of it elsewhere, and the answers to them.
//!
//! The thread of a comment is `comment:` and the id of the topmost one, below which Instagram puts
//! every answer; that of a mention is `mention:`, the post, a slash, and the comment if it was in one.

use graph::messenger::{self, InboundEvents, Page};
use graph::{CallError, each, id, split, text, units};
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// The longest comment.
const COMMENT_MAX: usize = 2200;

/// Whether a thread is one of comments or mentions.
pub fn is_thread(thread: &str) -> bool {
    thread.starts_with("comment:") || thread.starts_with("mention:")
}

/// Takes all changes of an entry, in either of the two forms in which they come.
pub fn take(page: &Page, entry: &Value, taken: &mut InboundEvents) -> Result<(), Failure> {
    let at_ms = graph::number(&entry["time"])
        .map(|time| if time < 100_000_000_000 { time * 1000 } else { time });
    let at_ms = at_ms.unwrap_or_else(host::now_ms);
    let flat = entry["field"].is_string().then_some(entry);
    for change in each(entry, "changes").chain(flat) {
        let field = text(change, "field").unwrap_or_default();
        let value = &change["value"];
        let found = match field {
            "comments" | "live_comments" => comment(page, value, at_ms, field, taken),
            "mentions" => mention(page, value, at_ms, taken)?,
            _ => {
                other(page, field, value, at_ms, taken);
                Some(())
            }
        };
        if found.is_none() {
            taken.bad += 1;
            warn!("a change could not be read", field = field);
        }
    }
    Ok(())
}

/// What is not known yet: with its sender it becomes a message that names it.
fn other(page: &Page, field: &str, value: &Value, at_ms: u64, taken: &mut InboundEvents) {
    let from = &value["from"];
    let Some(writer) = id(&from["id"]).filter(|writer| *writer != page.id) else {
        info!("a change the desk does not use", field = field);
        return;
    };
    let top = id(&value["parent_id"]).or_else(|| id(&value["comment_id"]));
    let message = InboundMessage {
        thread: format!("comment:{}", top.unwrap_or_else(|| format!("event-{field}-{writer}"))),
        channel: "IG_POST".to_owned(),
        from: named(writer, text(from, "username")),
        at_ms,
        ..InboundMessage::default()
    };
    taken.events.push(messenger::unknown(page, field, value, message).into());
}

fn comment(
    page: &Page,
    value: &Value,
    at_ms: u64,
    field: &str,
    taken: &mut InboundEvents,
) -> Option<()> {
    let from = &value["from"];
    let external_id = id(&value["comment_id"]).or_else(|| id(&value["id"]))?;
    let writer = id(&from["id"])?;
    if writer == page.id {
        return Some(());
    }
    let parent = id(&value["parent_id"]);
    let top = parent.clone().unwrap_or_else(|| external_id.clone());
    let media = &value["media"];
    let mut extras = Vec::new();
    for (name, value) in [
        ("post", id(&media["id"])),
        ("post-type", id(&media["media_product_type"])),
        ("referral-type", id(&media["ad_id"]).map(|_| "ad".to_owned())),
        ("referral-id", id(&media["ad_id"])),
        ("referral-headline", id(&media["ad_title"])),
        ("live", (field == "live_comments").then(|| "yes".to_owned())),
    ] {
        extras.extend(value.map(|value| (name.to_owned(), value)));
    }
    let message = InboundMessage {
        external_id,
        thread: format!("comment:{top}"),
        channel: "IG_POST".to_owned(),
        from: named(writer, text(from, "username")),
        at_ms,
        text: Some(
            text(value, "text")
                .unwrap_or("[comment] Without words; open it in Instagram.")
                .to_owned(),
        ),
        reply_to: parent,
        extras,
        ..InboundMessage::default()
    };
    taken.events.push(message.into());
    Some(())
}

fn named(external_id: String, username: Option<&str>) -> Actor {
    Actor {
        external_id,
        display_name: username.map(|name| format!("@{name}")),
        attrs: username.map(|name| ("username".to_owned(), name.to_owned())).into_iter().collect(),
    }
}

/// A mention names only where it was; what was said has to be asked for.
fn mention(
    page: &Page,
    value: &Value,
    at_ms: u64,
    taken: &mut InboundEvents,
) -> Result<Option<()>, Failure> {
    let Some(media) = id(&value["media_id"]) else { return Ok(None) };
    let comment = id(&value["comment_id"]);
    let fields = match &comment {
        Some(comment) => {
            format!("mentioned_comment.comment_id({comment}){{text,timestamp,username,media}}")
        }
        None => {
            format!("mentioned_media.media_id({media}){{caption,media_url,username,permalink}}")
        }
    };
    let mut encoded = String::new();
    patchbay_plugin::http::encode(&mut encoded, &fields);
    let asked = page.api.get(&format!("{}?fields={encoded}", page.id));
    let said = match asked.map_err(|error| page.api.asking(error)) {
        Ok(said) => said,
        // It will not be told later either; that there was one is worth knowing.
        Err(Failure::Permanent(detail)) => {
            warn!("a mention could not be looked up", code = detail.code);
            Value::Null
        }
        // The host hands the same event in again.
        Err(failure) => return Err(failure),
    };
    let found = match comment {
        Some(_) => &said["mentioned_comment"],
        None => &said["mentioned_media"],
    };
    let words = text(found, "text").or_else(|| text(found, "caption"));
    let place = format!("{media}/{}", comment.clone().unwrap_or_default());
    let writer = text(found, "username");
    let mut extras = vec![("post".to_owned(), media)];
    extras.extend(text(found, "permalink").map(|link| ("link".to_owned(), link.to_owned())));
    let mut message = InboundMessage {
        external_id: format!("mention-{place}"),
        thread: format!("mention:{place}"),
        channel: "IG_MENTION".to_owned(),
        from: named(
            writer.map_or_else(|| format!("mention-{place}"), |name| format!("@{name}")),
            writer,
        ),
        at_ms,
        text: Some(words.unwrap_or("[mention] Open it in Instagram.").to_owned()),
        extras,
        ..InboundMessage::default()
    };
    if let Some(url) = text(found, "media_url") {
        messenger::attach(page, &mut message, "share", url, "");
    }
    taken.events.push(message.into());
    Ok(Some(()))
}

/// Answers a comment or a mention in public, a long text in several comments.
pub fn send_part(page: &Page, msg: &Message, part: &Position) -> Result<SentPart, Failure> {
    if !msg.attachments.is_empty() {
        return Err(
            page.never("comment-file", "An answer to a comment on Instagram holds text alone.")
        );
    }
    let pieces = split(msg.text.as_deref().unwrap_or_default(), COMMENT_MAX, units);
    if pieces.is_empty() {
        return Err(page.never("empty", "The comment has no text."));
    }
    let (kind, place) = msg.thread.split_once(':').unwrap_or_default();
    let (path, mut body) = match (kind, place.split_once('/')) {
        ("mention", Some((media, comment))) => {
            let mut body = json!({ "media_id": media });
            if !comment.is_empty() {
                body["comment_id"] = json!(comment);
            }
            (format!("{}/mentions", page.id), body)
        }
        _ => (format!("{place}/replies"), json!({})),
    };
    body["message"] = json!(part.of(&pieces)?);
    let answer = page.api.post(&path, &body).and_then(|answer| {
        let said = || answer.to_string().chars().take(200).collect();
        id(&answer["id"]).ok_or_else(|| CallError::Strange(200, None, said()))
    });
    let id = answer.map_err(|error| page.api.sending(error))?;
    let status = "delivered".to_owned();
    Ok(SentPart { status, ..SentPart::sent(id, pieces.len()) })
}
