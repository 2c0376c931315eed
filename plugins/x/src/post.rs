//! Posts that mention, answer or quote the account, of both generations of the API. Pure.

use crate::dm::{actor, time};
use crate::text::plain;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// A conversation below a post, of one author: so that each customer has a ticket of their own.
pub fn thread(conversation: &str, author: &str) -> String {
    format!("post:{conversation}/{author}")
}

/// A post of v2. None: our own, or not readable.
pub fn read(own: &str, post: &Value, includes: &Value) -> Option<InboundMessage> {
    let (id, author) = (post["id"].as_str()?, post["author_id"].as_str()?);
    if author == own {
        return None;
    }
    let users = includes["users"].as_array().into_iter().flatten();
    let user = users.into_iter().find(|user| user["id"] == author).unwrap_or(&Value::Null);
    let mut text = plain(post["text"].as_str().unwrap_or_default());
    let media = includes["media"].as_array().into_iter().flatten();
    let keys = &post["attachments"]["media_keys"];
    let ours =
        |media: &&Value| keys.as_array().is_some_and(|keys| keys.contains(&media["media_key"]));
    for one in media.filter(ours) {
        let url = one["url"].as_str().or(one["preview_image_url"].as_str());
        let kind = one["type"].as_str().unwrap_or("photo");
        text += &format!("\n[{kind}] {}", url.unwrap_or("open it on X"));
    }
    let answered = post["referenced_tweets"].as_array().into_iter().flatten();
    let mut answered = answered.filter(|one| one["type"] == "replied_to");
    let username = user["username"].as_str().unwrap_or("i");
    Some(InboundMessage {
        external_id: id.to_owned(),
        thread: thread(post["conversation_id"].as_str().unwrap_or(id), author),
        channel: "TW_MENTION".to_owned(),
        from: actor(author, user),
        at_ms: post["created_at"].as_str().and_then(time).unwrap_or_else(host::now_ms),
        text: Some(text),
        reply_to: answered.next().and_then(|one| one["id"].as_str()).map(str::to_owned),
        extras: vec![("url".to_owned(), format!("https://x.com/{username}/status/{id}"))],
        ..InboundMessage::default()
    })
}

/// A post as the older account activity sends it.
pub fn read_old(own: &str, post: &Value) -> Option<InboundMessage> {
    let (id, user) = (post["id_str"].as_str()?, &post["user"]);
    let author = user["id_str"].as_str()?;
    if author == own || post["retweeted_status"].is_object() {
        return None;
    }
    let text = post["extended_tweet"]["full_text"].as_str().or(post["text"].as_str());
    let answered = post["in_reply_to_status_id_str"].as_str();
    let username = user["screen_name"].as_str().unwrap_or("i");
    let at_ms = post["timestamp_ms"].as_str().and_then(|at| at.parse().ok());
    Some(InboundMessage {
        external_id: id.to_owned(),
        // The conversation is not told: the post that is answered stands for it.
        thread: thread(answered.unwrap_or(id), author),
        channel: "TW_MENTION".to_owned(),
        from: actor(author, user),
        at_ms: at_ms.unwrap_or_else(host::now_ms),
        text: Some(plain(text.unwrap_or_default())),
        reply_to: answered.map(str::to_owned),
        extras: vec![("url".to_owned(), format!("https://x.com/{username}/status/{id}"))],
        ..InboundMessage::default()
    })
}
