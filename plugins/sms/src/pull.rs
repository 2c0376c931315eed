//! Asking for what came: the provider calls once, twice if nobody answers, and then never again, so
//! what it told while the desk was away has to be asked for.

use crate::Settings;
use crate::api::{Api, Form};
use crate::receive::Fields;
use crate::{date, receive};
use patchbay_plugin::poll::Outcome;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};

/// At the very first pull, what is younger is taken.
const FIRST_MS: u64 = 3_600_000;
/// What came so long before the newest may not have been in the list yet.
const LATE_MS: u64 = 300_000;
/// Pages that one pull reads: 3,000 messages.
const PAGES: usize = 15;
/// So many of those before the newest are remembered; what is not comes again, and is dropped.
const SEEN: usize = 1000;
/// With so many calls for files, the rest waits for the next pull.
const FILES: usize = 40;

/// How far the list has been read: up to a time, and which of the last minutes before it.
#[derive(Debug, PartialEq, Eq)]
struct Cursor {
    since: u64,
    seen: Vec<String>,
}

impl Cursor {
    fn read(bytes: Option<&[u8]>) -> Self {
        let value: Value =
            bytes.and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default();
        let first = || host::now_ms().saturating_sub(FIRST_MS);
        let seen = value["seen"].as_array().into_iter().flatten();
        Self {
            since: value["since"].as_u64().unwrap_or_else(first),
            seen: seen.filter_map(|sid| sid.as_str().map(str::to_owned)).collect(),
        }
    }

    fn write(&self) -> Vec<u8> {
        json!({"since": self.since, "seen": self.seen}).to_string().into_bytes()
    }
}

/// One pull: what customers sent and no pull has brought, the oldest first. What a webhook brought
/// comes once more, and the host drops it.
pub fn pull(settings: &Settings, cursor: Option<&[u8]>) -> Result<Outcome, Failure> {
    let (api, sender) = (settings.api(), settings.sender.trim());
    let mut outcome = Outcome::default();
    // Nobody can answer to a name.
    if !(sender.starts_with('+') || sender.starts_with("MG")) {
        return Ok(outcome);
    }
    let before = Cursor::read(cursor);
    let mut since_now = before.since;
    let mut read: Vec<(u64, &str)> = Vec::new();
    let mut calls = 0;
    let all = since(&api, sender, before.since.saturating_sub(LATE_MS))?;
    for (at, one) in all.iter().rev() {
        let Some(sid) = one["sid"].as_str() else { continue };
        if !before.seen.iter().any(|seen| seen == sid) {
            if calls >= FILES {
                outcome.more = true;
                break;
            }
            calls += take(&api, one, sid, *at, &mut outcome.batch)?;
        }
        since_now = since_now.max(*at);
        read.push((*at, sid));
    }
    read.retain(|(at, _)| *at >= since_now.saturating_sub(LATE_MS));
    let read = &read[read.len().saturating_sub(SEEN)..];
    let seen = read.iter().map(|(_, sid)| (*sid).to_owned()).collect();
    let next = Cursor { since: since_now, seen };
    if next != before {
        outcome.batch.cursor = Some(next.write());
    }
    Ok(outcome)
}

/// What came since a time, newest first, with its own time.
fn since(api: &Api, sender: &str, from: u64) -> Result<Vec<(u64, Value)>, Failure> {
    let mut query = Form::default();
    if sender.starts_with('+') {
        query.put("To", sender);
    }
    query.put("PageSize", "200");
    let mut path = format!("/Messages.json?{}&DateSent%3E={}", query.done(), date::day(from));
    let mut found = Vec::new();
    for _ in 0..PAGES {
        let list = api.get(&path).map_err(|error| error.while_asking())?;
        for one in list["messages"].as_array().into_iter().flatten() {
            let time = one["date_sent"].as_str().or(one["date_created"].as_str());
            let at = time.and_then(date::time).unwrap_or_else(host::now_ms);
            if at < from {
                return Ok(found);
            }
            let ours = sender.starts_with('+') || one["messaging_service_sid"] == sender;
            if ours && one["direction"] == "inbound" {
                found.push((at, one.clone()));
            }
        }
        // The next page's address begins with the account's.
        let next = list["next_page_uri"].as_str().and_then(|uri| uri.find("/Messages.json?"));
        let Some(start) = next else { return Ok(found) };
        list["next_page_uri"].as_str().unwrap_or_default()[start..].clone_into(&mut path);
    }
    warn!("more came than one pull can ask for", pages = PAGES.to_string());
    Ok(found)
}

/// Takes a listed message as if a webhook had told of it. Gives how many calls that took.
fn take(
    api: &Api,
    one: &Value,
    sid: &str,
    at_ms: u64,
    batch: &mut Batch,
) -> Result<usize, Failure> {
    let mut fields = Fields::default();
    let named = [
        ("From", "from"),
        ("To", "to"),
        ("Body", "body"),
        ("MessagingServiceSid", "messaging_service_sid"),
    ];
    for (field, name) in named {
        fields.put(field, one[name].as_str().unwrap_or_default());
    }
    let from = one["from"].as_str().unwrap_or_default();
    let count = one["num_media"].as_str().and_then(|count| count.parse::<usize>().ok());
    let mut calls = 0;
    if count.is_some_and(|count| count > 0) {
        let path = format!("/Messages/{sid}/Media.json");
        let list = api.get(&path).map_err(|error| error.while_asking())?;
        let files = list["media_list"].as_array().map_or(&[][..], Vec::as_slice);
        for (place, file) in files.iter().enumerate() {
            let id = file["sid"].as_str().unwrap_or_default();
            let url = api.address(&format!("/Messages/{sid}/Media/{id}"));
            fields.put(&format!("MediaUrl{place}"), &url);
            let mime = file["content_type"].as_str().unwrap_or_default();
            fields.put(&format!("MediaContentType{place}"), mime);
        }
        fields.put("NumMedia", &files.len().to_string());
        calls = 1 + files.len();
    }
    let mut told = receive::message(api, &fields, sid, from, &batch.kv);
    for event in &mut told.events {
        if let Event::Message(message) = event {
            message.at_ms = at_ms;
        }
    }
    batch.events.append(&mut told.events);
    batch.kv.append(&mut told.kv);
    Ok(calls)
}
