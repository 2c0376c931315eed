//! Comments below the page's posts, visitors' own posts, reviews, and the answers to them.
//!
//! A conversation is a comment with everything below it: its thread is `comment:` and the id of the
//! topmost comment, or `post:` and the id of what a visitor posted.

use crate::COMMENTS;
use graph::messenger::{self, InboundEvents, Page, attach};
use graph::{CallError, each, id, number, text};
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Whether a thread is one of comments.
pub fn is_thread(thread: &str) -> bool {
    thread.starts_with("comment:") || thread.starts_with("post:")
}

/// Takes all changes of an entry.
pub fn take(page: &Page, entry: &Value, taken: &mut InboundEvents) {
    for change in each(entry, "changes") {
        let field = text(change, "field").unwrap_or_default();
        let value = &change["value"];
        let found = match field {
            "feed" | "mention" => item(page, value, taken),
            "ratings" => review(page, value, taken),
            _ => {
                other(page, field, value, taken);
                Some(())
            }
        };
        if found.is_none() {
            taken.bad += 1;
            warn!("a change could not be read", field = field);
        }
    }
}

fn at_ms(value: &Value, names: [&str; 2]) -> u64 {
    let seconds = names.into_iter().find_map(|name| number(&value[name]));
    seconds.map_or_else(host::now_ms, |seconds| seconds.saturating_mul(1000))
}

fn from(value: &Value) -> Option<Actor> {
    let external_id = id(&value["from"]["id"]).or_else(|| id(&value["sender_id"]))?;
    let name = text(&value["from"], "name").or_else(|| text(value, "sender_name"));
    Some(Actor { external_id, display_name: name.map(str::to_owned), attrs: Vec::new() })
}

fn item(page: &Page, value: &Value, taken: &mut InboundEvents) -> Option<()> {
    let kind = text(value, "item").unwrap_or_default();
    let verb = text(value, "verb").unwrap_or("add");
    let from = from(value);
    if from.as_ref().is_some_and(|from| from.external_id == page.id) {
        return Some(());
    }
    match (kind, verb) {
        ("comment", "add") => {
            let message = comment(page, value, from?)?;
            taken.events.push(message.into());
        }
        ("comment", "edit" | "edited") => {
            let external_id = id(&value["comment_id"])?;
            let text = text(value, "message").map(str::to_owned);
            let at_ms = at_ms(value, ["edited_time", "created_time"]);
            let thread = thread_of(value)?;
            taken.events.push(Edit { external_id, thread, text, deleted: false, at_ms }.into());
        }
        ("comment", "delete" | "remove") => {
            let external_id = id(&value["comment_id"])?;
            let at_ms = at_ms(value, ["edited_time", "created_time"]);
            let thread = thread_of(value)?;
            taken
                .events
                .push(Edit { external_id, thread, text: None, deleted: true, at_ms }.into());
        }
        ("reaction" | "like", "add" | "edit" | "edited" | "remove" | "delete") => {
            // Likes of the page's posts belong to no conversation; those of comments do.
            let Some(external_id) = id(&value["comment_id"]) else { return Some(()) };
            let emoji = match text(value, "reaction_type") {
                Some("love") => "❤️",
                Some("care") => "🤗",
                Some("haha") => "😆",
                Some("wow") => "😮",
                Some("sorry") => "😢",
                Some("anger") => "😠",
                _ => "👍",
            };
            let on = !matches!(verb, "remove" | "delete");
            let at_ms = at_ms(value, ["created_time", "edited_time"]);
            let emoji = on.then(|| emoji.to_owned());
            let thread = thread_of(value)?;
            let reaction = Reaction { external_id, thread, from: from?, emoji, at_ms };
            taken.events.push(reaction.into());
        }
        ("post" | "status" | "photo" | "video" | "share" | "link" | "album" | "mention", "add") => {
            let post = id(&value["post_id"])?;
            let mut message = frame(value, from?, post.clone(), format!("post:{post}"));
            media(page, value, &mut message);
            said(value, kind, &mut message);
            taken.events.push(message.into());
        }
        ("post" | "status" | "photo" | "video" | "share" | "link" | "album", "edit" | "edited") => {
            let external_id = id(&value["post_id"])?;
            let thread = format!("post:{external_id}");
            let at_ms = at_ms(value, ["edited_time", "created_time"]);
            let text = text(value, "message").map(str::to_owned);
            taken.events.push(Edit { external_id, thread, text, deleted: false, at_ms }.into());
        }
        (
            "post" | "status" | "photo" | "video" | "share" | "link" | "album",
            "delete" | "remove",
        ) => {
            let external_id = id(&value["post_id"])?;
            let thread = format!("post:{external_id}");
            let at_ms = at_ms(value, ["edited_time", "created_time"]);
            taken
                .events
                .push(Edit { external_id, thread, text: None, deleted: true, at_ms }.into());
        }
        // Of the page's own looks, and of following it.
        (_, "hide" | "unhide" | "follow" | "block" | "unblock" | "mute" | "unmute") => {
            info!("something in the feed that is no message", item = kind, verb = verb);
        }
        _ => other(page, kind, value, taken),
    }
    Some(())
}

/// What is not known yet: with its sender it becomes a message that names it.
fn other(page: &Page, kind: &str, value: &Value, taken: &mut InboundEvents) {
    let Some(from) = from(value).filter(|from| from.external_id != page.id) else {
        info!("something the desk does not use", kind = kind);
        return;
    };
    let kind = if kind.is_empty() { "feed" } else { kind };
    let place = id(&value["post_id"]).map(|post| format!("post:{post}"));
    let thread = thread_of(value)
        .or(place)
        .unwrap_or_else(|| format!("post:event-{kind}-{}", from.external_id));
    let message = frame(value, from, String::new(), thread);
    taken.events.push(messenger::unknown(page, kind, value, message).into());
}

/// The topmost comment: the parent, unless that is the post; or the visitor's post itself.
fn thread_of(value: &Value) -> Option<String> {
    let comment = id(&value["comment_id"])?;
    let post = id(&value["post_id"]);
    let parent = id(&value["parent_id"]).filter(|parent| Some(parent) != post.as_ref());
    Some(format!("comment:{}", parent.unwrap_or(comment)))
}

fn frame(value: &Value, from: Actor, external_id: String, thread: String) -> InboundMessage {
    let mut extras = Vec::new();
    for (name, field) in [("post", "post_id"), ("link", "permalink_url"), ("shared", "link")] {
        extras.extend(id(&value[field]).map(|value| (name.to_owned(), value)));
    }
    extras.extend(id(&value["post"]["permalink_url"]).map(|url| ("link".to_owned(), url)));
    InboundMessage {
        external_id,
        thread,
        channel: COMMENTS.to_owned(),
        from,
        at_ms: at_ms(value, ["created_time", "edited_time"]),
        extras,
        ..InboundMessage::default()
    }
}

fn comment(page: &Page, value: &Value, from: Actor) -> Option<InboundMessage> {
    let comment = id(&value["comment_id"])?;
    let thread = thread_of(value)?;
    let parent = id(&value["parent_id"]);
    let mut message = frame(value, from, comment, thread);
    message.reply_to = parent.filter(|parent| Some(parent) != id(&value["post_id"]).as_ref());
    media(page, value, &mut message);
    said(value, "comment", &mut message);
    Some(message)
}

fn media(page: &Page, value: &Value, message: &mut InboundMessage) {
    let mut photos: Vec<&str> = text(value, "photo").into_iter().collect();
    for photo in each(value, "photos").filter_map(Value::as_str) {
        if !photos.contains(&photo) {
            photos.push(photo);
        }
    }
    for url in photos {
        attach(page, message, "image", url, "");
    }
    if let Some(url) = text(value, "video") {
        attach(page, message, "video", url, "");
    }
}

fn said(value: &Value, kind: &str, message: &mut InboundMessage) {
    if let Some(words) = text(value, "message") {
        message.text = Some(match message.text.take() {
            Some(note) => format!("{words}\n{note}"),
            None => words.to_owned(),
        });
    }
    if message.text.is_none() && message.attachments.is_empty() {
        let link = text(value, "link").or_else(|| text(value, "permalink_url")).unwrap_or_default();
        message.text = Some(format!("[{kind}] {link}").trim().to_owned());
    }
}

fn review(page: &Page, value: &Value, taken: &mut InboundEvents) -> Option<()> {
    let from = Actor {
        external_id: id(&value["reviewer_id"])?,
        display_name: text(value, "reviewer_name").map(str::to_owned),
        attrs: Vec::new(),
    };
    if from.external_id == page.id || text(value, "verb").is_some_and(|verb| verb != "add") {
        return Some(());
    }
    let story = id(&value["open_graph_story_id"]).or_else(|| id(&value["post_id"]))?;
    let verdict = text(value, "recommendation_type").unwrap_or("rated");
    let stars = number(&value["rating"]).map(|stars| format!(" {stars}/5")).unwrap_or_default();
    let words = text(value, "review_text").or_else(|| text(value, "message")).unwrap_or_default();
    let mut message = frame(value, from, format!("review-{story}"), format!("post:{story}"));
    message.text = Some(format!("[review: {verdict}{stars}] {words}").trim().to_owned());
    taken.events.push(message.into());
    Some(())
}

/// Answers below the comment that is answered, else below the topmost one. A comment holds one
/// picture, so further ones are parts of their own.
pub fn send_part(page: &Page, msg: &Message, part: &Position) -> Result<SentPart, Failure> {
    let (_, top) = msg.thread.split_once(':').unwrap_or_default();
    let answered = msg.reply_to.as_deref().filter(|id| {
        !id.is_empty() && !["review-", "event-"].iter().any(|made| id.starts_with(made))
    });
    let node = answered.unwrap_or(top);
    let text = msg.text.as_deref().map(str::trim).unwrap_or_default();
    if text.is_empty() && msg.attachments.is_empty() {
        return Err(page.never("empty", "The comment has neither text nor a picture."));
    }
    if msg.attachments.iter().any(|file| !file.mime.starts_with("image/")) {
        return Err(page.never("comment-file", "A comment can hold pictures, and no other files."));
    }
    let mut bodies = Vec::new();
    for place in 0..msg.attachments.len().max(1) {
        let mut body = json!({});
        if place == 0 && !text.is_empty() {
            body["message"] = json!(text);
        }
        if !msg.attachments.is_empty() {
            // Facebook fetches it from this desk.
            body["attachment_url"] = json!(graph::messenger::address(page, msg, place)?);
        }
        bodies.push(body);
    }
    let answer = page.api.post(&format!("{node}/comments"), part.of(&bodies)?);
    let id = answer.and_then(comment_id).map_err(|error| page.api.sending(error))?;
    let status = "delivered".to_owned();
    Ok(SentPart { status, ..SentPart::sent(id, bodies.len()) })
}

fn comment_id(answer: Value) -> Result<String, CallError> {
    id(&answer["id"]).ok_or_else(|| {
        CallError::Strange(200, None, answer.to_string().chars().take(200).collect())
    })
}

/// Likes a comment, the one reaction a page has by the API, or takes that back.
pub fn like(page: &Page, comment: &str, on: bool) -> Result<Batch, Failure> {
    let method = if on { "POST" } else { "DELETE" };
    // A review is the story that tells of it.
    let comment = comment.strip_prefix("review-").unwrap_or(comment);
    let url = page.api.url(&format!("{comment}/likes"));
    let request = Request::new(method, url).credential("token");
    graph::result(request).map_err(|error| page.api.sending(error))?;
    Ok(Batch::empty())
}
