//! Taking every mail once: a round over Graph's list of changes, a page at a time.
//!
//! Notifications only wake this up. What they miss, doubled or brought out of order changes nothing,
//! because the list is what decides, and the host drops a message it has.

use crate::api::{self, Api, CallError, word};
use crate::place::{Item, SyncCursor};
use crate::settings::Settings;
use crate::{date, read};
use patchbay_plugin::http::encode;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// Changes named by one answer; each message is one more request.
const PAGE: usize = 20;
/// Text and HTML that one batch holds at most, before the message that goes beyond.
const BATCH_MAX: usize = 6 << 20;
/// Clocks differ, and mail is listed a little after it arrived.
const OVERLAP_MS: u64 = 3_600_000;
/// A list with a filter is said to name 5,000 messages at most; it is begun anew before that matters.
const LIST_LIFE_MS: u64 = 7 * 86_400_000;
/// A place that nothing happened at is stored anew this often, so that Graph does not forget it.
const REFRESH_MS: u64 = 6 * 3_600_000;
/// A message that cannot be fetched is shown by what the list says about it after so many tries.
const TRIES: u32 = 8;

const FIELDS: &str = "$select=id,internetMessageId,conversationId,subject,bodyPreview,from,\
    receivedDateTime,isDraft&changeType=created";

/// What a step brought.
#[derive(Default)]
pub struct Step {
    pub events: Vec<Event>,
    /// None: nothing is new, and the place may stay as it was stored.
    pub place: Option<SyncCursor>,
    /// There is more at once.
    pub more: bool,
    /// A message that failed is due then.
    pub again_ms: Option<u64>,
}

/// One page, and as many of the messages waiting as fit.
pub fn step(api: &Api, settings: &Settings, before: Option<SyncCursor>) -> Result<Step, Failure> {
    let now = host::now_ms();
    let since = || now.saturating_sub(settings.history_days * 86_400_000);
    let fresh = before.is_none();
    let mut place =
        before.unwrap_or_else(|| SyncCursor { known_ms: since(), ..SyncCursor::default() });
    let mut step = Step::default();
    let mut changed = fresh;
    let mut held = None;
    if !place.waiting.iter().any(|item| item.again_ms <= now) {
        match page(api, settings, &mut place, now) {
            Ok(news) => changed |= news,
            // Messages that wait for another try must not wait for the list as well.
            Err(failure) if place.waiting.is_empty() => return Err(failure),
            Err(failure) => held = Some(failure),
        }
    }
    changed |= fetch(api, settings, &mut place, &mut step, now)?;
    if let (Some(failure), false) = (held, changed) {
        return Err(failure);
    }
    let due = place.waiting.iter().any(|item| item.again_ms <= now);
    step.more = place.within || due;
    step.again_ms = place.waiting.iter().map(|item| item.again_ms).min().filter(|_| !due);
    step.place = changed.then_some(place);
    Ok(step)
}

/// Asks for the next page. True when it brought anything that has to be kept.
fn page(api: &Api, settings: &Settings, place: &mut SyncCursor, now: u64) -> Result<bool, Failure> {
    let old = !place.within && now.saturating_sub(place.begun_ms) > LIST_LIFE_MS;
    if place.link.is_empty() || old {
        begin(api, settings, place, now);
    }
    let prefer = format!("odata.maxpagesize={PAGE}");
    let list = match api::result(api.request("GET", &place.link, &prefer)) {
        Err(CallError::Refused(refusal)) if refusal.stale_cursor() => {
            info!("the place in the list of changes was too old; it is read anew");
            begin(api, settings, place, now);
            api::result(api.request("GET", &place.link, &prefer))
        }
        other => other,
    };
    let list = list.map_err(CallError::while_asking)?;
    let (next, delta) = (word(&list["@odata.nextLink"]), word(&list["@odata.deltaLink"]));
    if next.is_empty() && delta.is_empty() {
        let text = "Microsoft's list of changes does not say where it goes on.";
        return Err(Failure::retryable(Detail::new("graph-email.strange", text)));
    }
    let named = list["value"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut items: Vec<Item> = named.iter().filter_map(item).collect();
    // The list has no order of its own.
    items.sort_by_key(|item| item.at_ms);
    let stale = now.saturating_sub(place.known_ms) > REFRESH_MS;
    let changed = place.within || !next.is_empty() || !named.is_empty() || old || stale;
    let known: Vec<&str> = place.waiting.iter().map(|item| item.id.as_str()).collect();
    items.retain(|item| !known.contains(&item.id.as_str()));
    place.waiting.extend(items);
    place.within = !next.is_empty();
    if place.within {
        next.clone_into(&mut place.link);
    } else {
        delta.clone_into(&mut place.link);
        place.known_ms = now;
    }
    Ok(changed)
}

/// A list from the beginning, of what is younger than what is known.
fn begin(api: &Api, settings: &Settings, place: &mut SyncCursor, now: u64) {
    let mut folder = String::new();
    encode(&mut folder, settings.folder());
    let since = date::format(place.known_ms.saturating_sub(OVERLAP_MS));
    place.link = api.path(&format!(
        "/mailFolders/{folder}/messages/delta?{FIELDS}&$filter=receivedDateTime%20ge%20{since}"
    ));
    place.within = false;
    place.begun_ms = now;
}

fn item(value: &Value) -> Option<Item> {
    let id = word(&value["id"]);
    if id.is_empty() || !value["@removed"].is_null() || value["isDraft"] == true {
        return None;
    }
    let from = &value["from"]["emailAddress"];
    let text = |value: &Value| word(value).to_owned();
    Some(Item {
        id: id.to_owned(),
        message_id: text(&value["internetMessageId"]),
        conversation: text(&value["conversationId"]),
        subject: text(&value["subject"]),
        name: text(&from["name"]),
        address: text(&from["address"]),
        preview: text(&value["bodyPreview"]),
        at_ms: date::parse(word(&value["receivedDateTime"])).unwrap_or(0),
        tries: 0,
        again_ms: 0,
    })
}

/// Fetches the messages that are due. One that cannot be had now lets the next ones pass.
fn fetch(
    api: &Api,
    settings: &Settings,
    place: &mut SyncCursor,
    step: &mut Step,
    now: u64,
) -> Result<bool, Failure> {
    let (due, later): (Vec<Item>, Vec<Item>) =
        std::mem::take(&mut place.waiting).into_iter().partition(|item| item.again_ms <= now);
    place.waiting = later;
    let (mut size, mut taken) = (0, Vec::new());
    let mut changed = false;
    let mut due = due.into_iter();
    while let Some(mut item) = due.next() {
        match read::fetch(api, settings, &item) {
            Ok(events) => {
                size += events.iter().map(read::size).sum::<usize>();
                taken.push(events);
                changed = true;
            }
            // Only this message, as far as anybody can tell.
            Err(Failure::Retryable((detail, _))) if detail.code.starts_with("graph-email.5") => {
                item.tries += 1;
                item.again_ms = now + (5_000 << item.tries.min(8));
                if item.tries >= TRIES {
                    warn!("a message could not be fetched; it is shown by its summary");
                    taken.push(vec![Event::Message(read::summary(&item))]);
                } else {
                    place.waiting.push(item);
                }
                changed = true;
            }
            Err(failure) => {
                place.waiting.push(item);
                // What was fetched already is kept; the failure comes again if it lasts.
                if !changed {
                    place.waiting.extend(due);
                    return Err(failure);
                }
                break;
            }
        }
        if size > BATCH_MAX {
            break;
        }
    }
    place.waiting.extend(due);
    place.waiting.sort_by_key(|item| (item.again_ms, item.at_ms));
    step.events = answers_last(taken);
    Ok(changed)
}

/// Graph tells seconds only, so mails of one second come in any order. Where one answers another,
/// that tells which was first: what is answered goes before its answer, the rest stays as it is.
pub fn answers_last(taken: Vec<Vec<Event>>) -> Vec<Event> {
    let mut left: Vec<(Ids, Ids, Vec<Event>)> = taken.into_iter().map(with_ids).collect();
    let mut sorted = Vec::new();
    while !left.is_empty() {
        let is_first = |(place, (_, answered, _)): (usize, &(Ids, Ids, Vec<Event>))| {
            let mut others = left.iter().enumerate().filter(|(other, _)| *other != place);
            !others.any(|(_, (own, ..))| own.iter().any(|id| answered.contains(id)))
        };
        // Mails that answer each other are forged; any of them may be first.
        let first = left.iter().enumerate().position(is_first).unwrap_or(0);
        sorted.extend(left.remove(first).2);
    }
    sorted
}

type Ids = Vec<String>;

/// A mail with its own id and those of the mails that it answers.
fn with_ids(events: Vec<Event>) -> (Ids, Ids, Vec<Event>) {
    let (mut own, mut answered) = (Vec::new(), Vec::new());
    for event in &events {
        if let Event::Message(message) = event {
            own.push(message.external_id.clone());
            answered.extend(message.references.iter().chain(&message.reply_to).cloned());
        }
    }
    (own, answered, events)
}
