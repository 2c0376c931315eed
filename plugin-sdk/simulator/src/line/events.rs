//! What LINE tells the business: one webhook event for each happening that LINE tells at all.
use serde_json::{Value, json};

use super::{Line, Token, line_id};
use crate::clock;
use crate::network::happening::Kind;
use crate::network::model::Message;
use crate::network::{Happening, IdKind, Provider, hold};
use crate::posting::Job;

/// Where something happens.
pub fn source(kind: &str, user: i64) -> Value {
    match kind {
        "group" => {
            json!({ "type": "group", "groupId": line_id('C', user), "userId": line_id('U', user) })
        }
        "room" => {
            json!({ "type": "room", "roomId": line_id('R', user), "userId": line_id('U', user) })
        }
        _ => json!({ "type": "user", "userId": line_id('U', user) }),
    }
}

/// The posts of a happening. LINE has no edits, reactions, typing or receipts.
pub fn jobs(line: &Line, happening: &Happening, twice: bool) -> Vec<Job> {
    let account = &happening.account.key;
    let user = happening.person.id;
    let Some(message) = &happening.message else { return Vec::new() };
    let items = match happening.kind {
        Kind::Message => said(line, account, user, message, happening.reply_id.as_deref()),
        Kind::Delete => vec![json!({ "type": "unsend", "unsend": { "messageId": message.id } })],
        _ => return Vec::new(),
    };
    let kind = if happening.kind == Kind::Message { "message" } else { "unsend" };
    let count = items.len();
    let finish = |(place, item): (usize, Value)| {
        let id = match place {
            0 => happening.event_id.clone(),
            _ => line.id_of(IdKind::Event, happening.event * 100 + place as i64, happening.at_ms),
        };
        let reply = kind == "message";
        let at_ms = happening.at_ms + place as i64;
        let item = complete(line, account, user, item, (at_ms, &id, reply), "user");
        // The tick comes with the last of them.
        let events = if place + 1 == count { vec![(user, happening.event)] } else { Vec::new() };
        let account = account.clone();
        Job { account, user, events, kind, items: vec![item], twice, ..Job::default() }
    };
    items.into_iter().enumerate().map(finish).collect()
}

/// An event without a message: following, joining, and what a test makes up.
pub fn about(line: &Line, account: &str, user: i64, kind: &str, fields: &Value) -> i64 {
    let event = line.network.state().count();
    let at_ms = clock::now_ms();
    let id = line.id_of(IdKind::Event, event, at_ms);
    let mut item = fields.clone();
    item["type"] = json!(kind);
    let place = fields["source"]["type"].as_str().unwrap_or("user").to_owned();
    let reply = !["unfollow", "leave", "memberLeft", "unsend"].contains(&kind);
    let item = complete(line, account, user, item, (at_ms, &id, reply), &place);
    line.post(Job {
        account: account.to_owned(),
        user,
        events: vec![(user, event)],
        kind: "event",
        items: vec![item],
        ..Job::default()
    });
    event
}

// What every event has.
pub fn complete(
    line: &Line,
    account: &str,
    user: i64,
    mut item: Value,
    (at_ms, id, reply): (i64, &str, bool),
    place: &str,
) -> Value {
    let mode = line.manners().mode;
    item["timestamp"] = json!(at_ms);
    item["mode"] = json!(mode);
    item["webhookEventId"] = json!(id);
    item["deliveryContext"] = json!({ "isRedelivery": false });
    item["source"] = source(place, user);
    if reply && mode == "active" {
        let token = line.token();
        let known =
            Token { account: account.to_owned(), user, at_ms: clock::now_ms(), used: false };
        hold(&line.facts).replies.insert(token.clone(), known);
        item["replyToken"] = json!(token);
    }
    item
}

// A message of the phone; LINE has no captions, so words and files are messages of their own.
fn said(
    line: &Line,
    account: &str,
    user: i64,
    message: &Message,
    quoted: Option<&str>,
) -> Vec<Value> {
    let id = &message.id;
    let mut made = Vec::new();
    let sticker = message.more.get("kind").is_some_and(|kind| kind == "sticker");
    if sticker {
        made.push((id.clone(), sticker_of(message)));
    } else if let Some(place) = message.more.get("location") {
        made.push((id.clone(), location(place)));
    } else {
        for (place, file) in message.files.iter().enumerate() {
            let own = if place == 0 { id.clone() } else { format!("{id}{place:02}") };
            made.push((own, media(&file.mime, &file.name, file.bytes.len())));
        }
    }
    if let Some(text) = message.text.as_deref().filter(|_| !sticker) {
        let own = if made.is_empty() { id.clone() } else { format!("{id}99") };
        made.insert(0, (own, json!({ "type": "text", "text": text })));
    }
    let finish = |(own, mut one): (String, Value)| {
        let kind = one["type"].as_str().unwrap_or_default().to_owned();
        one["id"] = json!(own);
        let (quote, read) = (line.token(), line.token());
        let mut facts = hold(&line.facts);
        if ["text", "image", "video", "sticker"].contains(&kind.as_str()) {
            facts.quotes.insert(quote.clone(), (account.to_owned(), own.clone()));
            one["quoteToken"] = json!(quote);
        }
        facts.reads.insert(read.clone(), (account.to_owned(), user));
        one["markAsReadToken"] = json!(read);
        if ["video", "audio"].contains(&kind.as_str()) && facts.prepare_next > 0 {
            let times = std::mem::take(&mut facts.prepare_next);
            facts.preparing.insert(own, times);
        }
        if let Some(quoted) = quoted.filter(|_| ["text", "sticker"].contains(&kind.as_str())) {
            one["quotedMessageId"] = json!(quoted);
        }
        json!({ "type": "message", "message": one })
    };
    made.into_iter().map(finish).collect()
}

fn media(mime: &str, name: &str, size: usize) -> Value {
    let here = json!({ "type": "line" });
    match mime.split('/').next() {
        Some("image") => json!({ "type": "image", "contentProvider": here }),
        Some("video") => json!({ "type": "video", "duration": 60_000, "contentProvider": here }),
        Some("audio") => json!({ "type": "audio", "duration": 4_000, "contentProvider": here }),
        _ => json!({ "type": "file", "fileName": name, "fileSize": size }),
    }
}

fn location(place: &Value) -> Value {
    let mut one = json!({
        "type": "location", "latitude": place["latitude"], "longitude": place["longitude"],
    });
    for (name, field) in [("title", "name"), ("address", "address")] {
        if let Some(word) = place[field].as_str() {
            one[name] = json!(word);
        }
    }
    one
}

fn sticker_of(message: &Message) -> Value {
    let word = message.more.get("emoji").and_then(Value::as_str).unwrap_or("hello");
    json!({
        "type": "sticker", "packageId": "446", "stickerId": "1988",
        "stickerResourceType": "STATIC", "keywords": [word],
    })
}
