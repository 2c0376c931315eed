//! Sends an agent's message, which also takes the conversation from the bot.

use crate::Settings;
use crate::talk;
use patchbay_plugin::outbound::Sent;
use patchbay_plugin::outgoing::Content;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Map, Value, json};

/// Posts the message. The desk's id goes with it, by which the page knows a repeat.
pub fn send(acc: &Account, settings: &Settings, msg: &Message) -> Result<Sent, Failure> {
    let mut sent = Sent {
        external_ids: vec![msg.op_id.clone()],
        status: "sent".to_owned(),
        batch: Batch::empty(),
    };
    if gives_back(settings, msg) {
        talk::store(&msg.thread, None, &mut sent.batch);
        return Ok(sent);
    }
    let automatic = msg.extras.iter().any(|(name, value)| name == "automatic" && value == "true");
    let post = body(acc, msg, automatic)?;
    let answer = settings.site().post("message", post).map_err(|error| error.failure())?;
    if let Some(id) = answer["id"].as_str().filter(|id| !id.is_empty()) {
        id.clone_into(&mut sent.external_ids[0]);
    }
    // What the desk says by itself, such as that it is closed, is no person's taking over.
    if !automatic {
        let mut talk = talk::load(&msg.thread);
        talk.hand_over(host::now_ms().saturating_add(settings.quiet_ms()));
        talk::store(&msg.thread, Some(&talk), &mut sent.batch);
    }
    Ok(sent)
}

/// Whether the agent's message is not for the customer, but for the bot.
fn gives_back(settings: &Settings, msg: &Message) -> bool {
    let word = settings.back_word.trim();
    let said = msg.text.as_deref().unwrap_or_default().trim();
    !word.is_empty() && word == said && msg.attachments.is_empty() && msg.contents.is_empty()
}

/// A message as the page gets it; what is not there is left out.
pub fn body(acc: &Account, msg: &Message, automatic: bool) -> Result<Value, Failure> {
    let role = if automatic { "automatic" } else { "agent" };
    let mut post = Map::new();
    post.insert("id".into(), json!(msg.op_id));
    post.insert("conversation".into(), json!(msg.thread));
    post.insert("to".into(), json!(msg.recipient));
    post.insert("from".into(), json!({"role": role, "name": msg.agent_name}));
    let text = msg.text.as_deref().unwrap_or_default();
    if !text.is_empty() {
        post.insert("text".into(), json!(text));
    }
    if let Some(answered) = &msg.reply_to {
        post.insert("reply_to".into(), json!(answered));
    }
    let files = files(acc, msg)?;
    if !files.is_empty() {
        post.insert("files".into(), json!(files));
    }
    let fixed = post.len();
    for content in &msg.contents {
        if let Some((name, value)) = content_of(content) {
            post.insert(name.into(), value);
        }
    }
    if text.is_empty() && files.is_empty() && post.len() == fixed {
        return Err(Failure::Permanent(Detail::new(
            "chatbot.empty",
            "The message has neither text nor anything else.",
        )));
    }
    Ok(Value::Object(post))
}

fn content_of(content: &Content) -> Option<(&'static str, Value)> {
    Some(match content {
        Content::Location(place) => (
            "location",
            json!({"latitude": place.latitude, "longitude": place.longitude, "name": place.name,
                "address": place.address}),
        ),
        Content::Contact(card) => (
            "contact",
            json!({"name": card.name, "phones": card.phones, "emails": card.emails,
                "organisation": card.organisation}),
        ),
        Content::QuickReplies(list) => {
            let one = |one: &patchbay_plugin::outgoing::QuickReply| json!({"id": one.id, "title": one.title});
            ("quick_replies", list.iter().map(one).collect())
        }
        Content::Buttons(list) => {
            let one = |one: &patchbay_plugin::outgoing::Button| match &one.url {
                Some(url) => json!({"id": one.id, "title": one.title, "url": url}),
                None => json!({"id": one.id, "title": one.title}),
            };
            ("buttons", list.iter().map(one).collect())
        }
        Content::Template(_) | Content::Custom(_) => return None,
    })
}

/// The files, each with an address that everybody who has it can load it from for some days.
fn files(acc: &Account, msg: &Message) -> Result<Vec<Value>, Failure> {
    let no_address = |_| {
        Failure::Permanent(Detail::new(
            "chatbot.no-address",
            "Customers load files from this desk, and this desk has no public address. Ask its \
             operator to set server.public_url, or send the text alone.",
        ))
    };
    let files = msg.file_urls(acc).map_err(no_address)?.into_iter().map(|file| {
        let name = file.filename.as_deref().unwrap_or("file");
        json!({
            "url": file.url, "name": name, "mime": file.mime, "kind": file.kind, "size": file.size,
        })
    });
    Ok(files.collect())
}
