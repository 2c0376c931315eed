//! Asking X for what came: the only way without a webhook, and a net below one.

use crate::Settings;
use crate::api::Api;
use crate::{dm, post};
use patchbay_plugin::poll::Outcome;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};

/// With a webhook, X is asked this often only, because each post asked for is charged.
const NET_MS: u64 = 900_000;
/// At the very first pull, what is younger is taken.
const FIRST_MS: u64 = 3_600_000;

/// Pages of a list that one pull reads at most, of the 15 that X allows in a quarter of an hour.
const PAGES: usize = 10;
/// Files are fetched one by one within a pull; with so many met, a further page waits for the next.
const FILES: usize = 60;

const MESSAGES: &str = "/2/dm_events?event_types=MessageCreate&max_results=100\
    &dm_event.fields=attachments,created_at,dm_conversation_id,sender_id,text\
    &expansions=attachments.media_keys,sender_id&media.fields=type,url,preview_image_url\
    &user.fields=name,username,profile_image_url";

/// How far a list has been read. X gives the newest first, so one that is longer than a page is
/// walked down to what is known, and only then counts as read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Walk {
    /// The newest that is read with everything before it.
    known: String,
    /// During a walk: the newest met, and where it goes on.
    top: String,
    token: String,
}

/// How far both lists have been read; before anything is known, the time from which on counts.
#[derive(Debug, Default, PartialEq, Eq)]
struct Cursor {
    since: u64,
    dm: Walk,
    post: Walk,
}

impl Walk {
    fn read(value: &Value, name: &str) -> Self {
        // Ids are numbers; anything else is a cursor of nobody's.
        let word = |name: String| value[name].as_str().unwrap_or_default().to_owned();
        let id = |name: String| {
            Some(word(name)).filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
        };
        Self {
            known: id(name.to_owned()).unwrap_or_default(),
            top: id(format!("{name}_top")).unwrap_or_default(),
            token: word(format!("{name}_token")),
        }
    }

    fn write(&self, value: &mut Value, name: &str) {
        value[name] = json!(self.known);
        if !self.token.is_empty() {
            value[format!("{name}_top")] = json!(self.top);
            value[format!("{name}_token")] = json!(self.token);
        }
    }
}

impl Cursor {
    fn read(bytes: Option<&[u8]>) -> Self {
        let value: Value =
            bytes.and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default();
        let first = || host::now_ms().saturating_sub(FIRST_MS);
        Self {
            since: value["since"].as_u64().unwrap_or_else(first),
            dm: Walk::read(&value, "dm"),
            post: Walk::read(&value, "post"),
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut value = json!({ "since": self.since });
        self.dm.write(&mut value, "dm");
        self.post.write(&mut value, "post");
        value.to_string().into_bytes()
    }
}

fn newer(id: &str, than: &str) -> bool {
    (id.len(), id) > (than.len(), than)
}

/// One pull: what is new in each list. More follows at once while there is more.
pub fn pull(settings: &Settings, cursor: Option<&[u8]>) -> Result<Outcome, Failure> {
    let (api, own) = (settings.api(), settings.user_id.trim());
    if own.is_empty() {
        let detail = Detail::new("x.no-account", "Press Sign in, or enter the account's number.");
        return Err(Failure::needs_config("user_id", detail));
    }
    let mut cursor = Cursor::read(cursor);
    let mut outcome = Outcome::default();
    let batch = &mut outcome.batch;
    // The two are asked by turns while one of them goes on.
    let (walks_dm, walks_post) = (!cursor.dm.token.is_empty(), !cursor.post.token.is_empty());
    if walks_dm || !walks_post {
        for (list, fresh) in pages(&api, MESSAGES, &mut cursor.dm, cursor.since)? {
            let found =
                fresh.iter().filter_map(|one| dm::listed(&api, own, one, &list["includes"]));
            batch.events.extend(found.map(Event::Message));
        }
    }
    if walks_post || !walks_dm {
        let path = mentions(own, &cursor.post.known);
        match pages(&api, &path, &mut cursor.post, cursor.since) {
            Ok(pages) => {
                for (list, fresh) in pages {
                    let found =
                        fresh.iter().filter_map(|one| post::read(own, one, &list["includes"]));
                    batch.events.extend(found.map(Event::Message));
                }
            }
            // What was read must not be lost with it; the posts' place stays where it was.
            Err(failure) if !batch.events.is_empty() => {
                let code = failure.detail().map_or("", |detail| detail.code.as_str()).to_owned();
                warn!("mentions could not be asked for", code = code);
            }
            Err(failure) => return Err(failure),
        }
    }
    batch.cursor = Some(cursor.write());
    outcome.more = !cursor.dm.token.is_empty() || !cursor.post.token.is_empty();
    if host::secret_exists("bearer_token") {
        outcome.next_in_ms = Some(NET_MS);
    }
    Ok(outcome)
}

fn mentions(own: &str, known: &str) -> String {
    let after = if known.is_empty() { String::new() } else { format!("&since_id={known}") };
    format!(
        "/2/users/{own}/mentions?max_results=100&tweet.fields=attachments,author_id,\
         conversation_id,created_at,lang,referenced_tweets&expansions=attachments.media_keys,\
         author_id&media.fields=type,url,preview_image_url\
         &user.fields=name,username,profile_image_url{after}"
    )
}

/// A page's answer, and what in it is new, oldest first.
type Page = (Value, Vec<Value>);

/// What is new in a list, the oldest page first: the desk shows messages in the order in which it
/// gets them, so a conversation that is spread over pages has to come from its beginning. Only what
/// one pull cannot hold comes in lots, the newest first.
fn pages(api: &Api, path: &str, walk: &mut Walk, since: u64) -> Result<Vec<Page>, Failure> {
    let mut pages = vec![page(api, path, walk, since)?];
    let files = |pages: &[Page]| {
        let all = pages.iter().flat_map(|(_, fresh)| fresh);
        all.filter(|one| one["attachments"].is_object()).count()
    };
    while !walk.token.is_empty() && pages.len() < PAGES && files(&pages) < FILES {
        match page(api, path, walk, since) {
            Ok(page) => pages.push(page),
            // What was read must not be lost with it; the next pull goes on there.
            Err(failure) => {
                let code = failure.detail().map_or("", |detail| detail.code.as_str()).to_owned();
                warn!("a list was not read to its end", code = code);
                break;
            }
        }
    }
    pages.reverse();
    Ok(pages)
}

/// One page of a list.
fn page(api: &Api, path: &str, walk: &mut Walk, since: u64) -> Result<Page, Failure> {
    let asked = match walk.token.as_str() {
        "" => api.get(path),
        token => {
            let mut encoded = String::new();
            patchbay_plugin::http::encode(&mut encoded, token);
            api.get(&format!("{path}&pagination_token={encoded}"))
        }
    };
    let list = match asked.map_err(|error| error.while_asking()) {
        // A place in a list does not last for ever: from the top, where the host drops what it has.
        Err(Failure::Permanent(_)) if !walk.token.is_empty() => {
            walk.token.clear();
            return page(api, path, walk, since);
        }
        other => other?,
    };
    let all = list["data"].as_array().cloned().unwrap_or_default();
    let count = all.len();
    let is_new = |one: &Value| match (one["id"].as_str(), walk.known.as_str()) {
        (None, _) => false,
        (_, "") => one["created_at"].as_str().and_then(dm::time).is_none_or(|at| at >= since),
        (Some(id), known) => newer(id, known),
    };
    let mut fresh: Vec<Value> = all.into_iter().filter(is_new).collect();
    fresh.reverse();
    for id in fresh.iter().filter_map(|one| one["id"].as_str()) {
        if newer(id, &walk.top) {
            id.clone_into(&mut walk.top);
        }
    }
    match list["meta"]["next_token"].as_str() {
        // Everything here was new: what is below may be new as well.
        Some(token) if !fresh.is_empty() && fresh.len() == count => {
            token.clone_into(&mut walk.token);
        }
        _ => {
            walk.token.clear();
            let top = std::mem::take(&mut walk.top);
            if newer(&top, &walk.known) {
                walk.known = top;
            }
        }
    }
    Ok((list, fresh))
}
