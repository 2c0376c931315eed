//! What is neither a message nor a receipt: kinds that are not known yet, what cannot be read, and
//! what X tells of the account itself.

use crate::api::Api;
use crate::dm::{self, actor};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// Longer ones are cut.
const RAW_MAX: usize = 4000;

/// Lists of an account's life beside its conversations.
const BESIDE: [&str; 3] = ["follow_events", "favorite_events", "mute_events"];

/// A customer's event as a note in their conversation, with X's own data; one that names nobody as
/// what it is. None: the account's own doing.
pub fn told(own: &str, kind: &str, value: &Value) -> Option<Event> {
    let payload = if value["payload"].is_object() { &value["payload"] } else { value };
    let places = [
        &payload["sender_id"],
        &payload["author_id"],
        &payload["message_create"]["sender_id"],
        &payload["user"]["id_str"],
        &payload["user_id"],
    ];
    let sender = places.into_iter().find_map(Value::as_str).filter(|id| !id.is_empty());
    let Some(sender) = sender else {
        warn!("X told something that names no sender", kind = kind);
        return Some(Event::Custom(Custom::json("x.told", value)));
    };
    if sender == own {
        return None;
    }
    let raw = value.to_string();
    let ids = [&value["event_uuid"], &payload["id"], &payload["id_str"]];
    let id = ids.into_iter().find_map(Value::as_str).map_or_else(|| hash(&raw), str::to_owned);
    Some(Event::Message(InboundMessage {
        external_id: format!("event-{kind}-{id}"),
        // What is no direct message cannot be answered.
        thread: match kind {
            "message" => dm::thread(&dm::conversation(sender, own)),
            _ => format!("event:{sender}"),
        },
        channel: "TW_DM".to_owned(),
        from: actor(sender, &payload["user"]),
        at_ms: host::now_ms(),
        text: Some(format!("[{kind}] This cannot be shown here; open it on X.")),
        automatic: true,
        extras: vec![("raw".to_owned(), raw.chars().take(RAW_MAX).collect())],
        ..InboundMessage::default()
    }))
}

/// The same for the same text, so that a repeated delivery is not taken twice.
fn hash(text: &str) -> String {
    let fold = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, fold))
}

/// The lists of a body that are not of messages, typing, reading or posts. Tells whether there were
/// any.
pub fn others(own: &str, body: &Value, batch: &mut Batch) -> bool {
    let mut known = false;
    let lists = body.as_object().into_iter().flatten();
    for (name, list) in lists.filter(|(name, list)| name.ends_with("_events") && list.is_array()) {
        known = true;
        if name == "block_events" {
            let events = list.as_array().into_iter().flatten();
            batch.events.extend(events.filter_map(|event| blocked(own, event)).flatten());
            continue;
        }
        if BESIDE.contains(&name.as_str()) {
            info!("something beside the conversations", kind = name.as_str());
            continue;
        }
        let events = list.as_array().into_iter().flatten();
        batch.events.extend(events.filter_map(|event| told(own, name, event)));
    }
    known
}

/// A customer blocks the account or lets it in again: a line in their conversation, and what is kept
/// at the person. None: the account blocked somebody itself.
fn blocked(own: &str, event: &Value) -> Option<[Event; 2]> {
    let person = event["source"]["id"].as_str().filter(|id| *id != own)?;
    let given = match event["type"].as_str()? {
        "block" => false,
        "unblock" => true,
        _ => return None,
    };
    let thread = dm::thread(&dm::conversation(person, own));
    let at_ms = event["created_timestamp"].as_str().and_then(|at| at.parse().ok());
    let text = if given {
        "The customer let the account in again."
    } else {
        "The customer blocked the account."
    };
    let told = json!({
        "thread": thread, "by": person, "blocked": !given, "text": text, "at_ms": at_ms,
    });
    let contact = person.to_owned();
    let consent = Consent { thread, contact, everything: true, given, at_ms, text: None };
    Some([Custom::json("x.block", &told).into(), consent.into()])
}

/// The sign-in was revoked at X, unless it has been renewed since. The failure of the account's own
/// sign-in is what the host shows to the admin.
pub fn revoked(api: &Api) -> Result<(), Failure> {
    warn!("X says that the account's sign-in was revoked");
    api.get("/2/users/me").map(drop).map_err(|error| error.while_asking())
}
