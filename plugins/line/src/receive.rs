//! From a webhook's events to a batch: reads each, fetches its file, remembers its tokens.

use crate::api::Api;
use crate::fetch;
use crate::memory::Notes;
use crate::wire::{self, Read};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// All events of one webhook; none of them holds up the others.
pub fn webhook(api: &Api, free_replies: bool, body: &Value) -> Result<Batch, Failure> {
    let Some(events) = body["events"].as_array() else {
        let detail = Detail::new("line.form", "The webhook has no list of events.");
        return Err(Failure::Permanent(detail));
    };
    let (mut batch, mut notes) = (Batch::empty(), Notes::default());
    // In the order of occurrence: redelivery and parallel delivery mix them up.
    let mut ordered: Vec<&Value> = events.iter().collect();
    ordered.sort_by_key(|event| event["timestamp"].as_u64().unwrap_or(0));
    for event in ordered {
        remember(event, free_replies, &mut notes);
        match wire::read(event) {
            Some(Read::Message(message, file)) => {
                let mut message = *message;
                if let Some(file) = file {
                    fetch::first(api, &mut message, &file, &mut batch);
                }
                batch.events.push(Event::Message(message));
            }
            Some(Read::Unsent(edit)) => fetch::unsent(edit, &mut batch),
            Some(Read::Event(told)) => {
                batch.events.push(*told);
                // The line of the event says it to agents; this is kept at the person.
                batch.events.extend(wire::consent(event).map(Event::from));
            }
            None => {
                warn!("an event could not be read");
                batch.events.push(Event::Custom(Custom::json("line.unreadable", event)));
            }
        }
    }
    notes.store(&mut batch);
    Ok(batch)
}

fn remember(event: &Value, free_replies: bool, notes: &mut Notes) {
    let Some(thread) = wire::thread(event) else { return };
    let said = &event["message"];
    if let (Some(id), Some(token)) = (said["id"].as_str(), said["quoteToken"].as_str()) {
        notes.quote(thread, id, token);
    }
    if let Some(token) = said["markAsReadToken"].as_str() {
        notes.read(thread, token);
    }
    // A repeat may carry a token that was used; in standby another program answers.
    let fresh = event["deliveryContext"]["isRedelivery"] != true && event["mode"] != "standby";
    if let (Some(token), Some(at_ms)) = (event["replyToken"].as_str(), event["timestamp"].as_u64())
        && free_replies
        && fresh
    {
        notes.reply(thread, token, at_ms);
    }
}
