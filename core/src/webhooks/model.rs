//! Webhooks, deliveries, and what of the log they are told.

use crate::{events::Event, http::Problem};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Webhooks a client has.
pub const WEBHOOKS_MAX: i64 = 20;
const URL_MAX: usize = 1_000;
/// An address that takes nothing for so long is switched off.
pub const PATIENCE_MS: i64 = 24 * 3_600_000;
/// Deliveries that may wait for an address before it is switched off.
pub const WAITING_MAX: i64 = 10_000;
/// Runs of a delivery's job before it is given up.
pub const ATTEMPTS_MAX: i64 = 18;

/// The events that can be told, and what the log calls them.
pub const EVENTS: [(&str, &str); 8] = [
    ("ticket.created", "createTicket"),
    ("ticket.status_changed", "ticketStatusChanged"),
    ("ticket.assigned", "participantChanged"),
    ("ticket.labels_changed", "ticketLabelsChanged"),
    ("ticket.department_changed", "ticketDepartmentChanged"),
    ("message.created", "newMessage"),
    ("message.edited", "messageEdited"),
    ("message.state_changed", "messageState"),
];
/// What an admin asks for to see that an address takes something.
pub const PING: &str = "ping";

/// A webhook as admins see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Webhook {
    pub id: i64,
    pub url: String,
    pub events: Vec<String>,
    pub enabled: bool,
    /// Since when the address takes nothing; absent while it does.
    pub failing_since: Option<i64>,
    /// When it was switched off because it took nothing for a day.
    pub gave_up_at: Option<i64>,
    pub created_at: i64,
}

/// What an admin says of a webhook; what is absent stays, and is needed for a new one.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct WebhookDraft {
    /// An `https` address.
    pub url: Option<String>,
    pub events: Option<Vec<String>>,
    pub enabled: Option<bool>,
}

/// A delivery as admins see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct WebhookDelivery {
    pub id: i64,
    pub event: String,
    /// `waiting`, `delivered` or `failed`.
    pub state: String,
    pub attempts: i64,
    /// The last answer's status; absent when there was no answer.
    pub status: Option<i64>,
    /// Why there was no answer.
    pub error: String,
    /// What was sent.
    pub body: String,
    pub created_at: i64,
    pub attempted_at: Option<i64>,
}

/// Checks an address as it is kept.
///
/// # Errors
/// `invalid`.
pub fn check_url(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let good = url::Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "https" | "http")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
    });
    if good && text.len() <= URL_MAX {
        Ok(text.to_owned())
    } else {
        Err(Problem::field("url", "This is an https:// address of at most 1000 characters."))
    }
}

/// Checks the names of events and gives each once, in their order.
///
/// # Errors
/// `invalid`.
pub fn check_events(wanted: &[String]) -> Result<Vec<String>, Problem> {
    if let Some(unknown) = wanted.iter().find(|name| EVENTS.iter().all(|(n, _)| n != name)) {
        return Err(Problem::field("events", format!("There is no event {unknown}.")));
    }
    let kept = EVENTS.iter().filter(|(name, _)| wanted.iter().any(|w| w == name));
    let kept: Vec<String> = kept.map(|(name, _)| (*name).to_owned()).collect();
    if kept.is_empty() {
        return Err(Problem::field("events", "Choose at least one event."));
    }
    Ok(kept)
}

/// What an event of the log is told as; None for one that is not told.
#[must_use]
pub fn told_as(event: &Event) -> Option<&'static str> {
    let (name, _) = EVENTS.iter().find(|(_, logged)| *logged == &*event.name)?;
    // What the team notes for itself is no message: who passes messages on must not pass that on.
    let note = &*event.name == "newMessage" && is_note(&event.data);
    (!note).then_some(*name)
}

fn is_note(data: &str) -> bool {
    let data: Value = serde_json::from_str(data).unwrap_or_default();
    data["message"]["direction"] == "note"
}

/// The body that tells an event. Its id is the same for every webhook and every attempt.
#[must_use]
pub fn body(event: &Event, name: &str) -> Value {
    let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
    json!({
        "id": format!("{}-{}", event.client_id, event.seq),
        "type": name,
        "at": event.at_ms,
        "ticket_id": event.ticket_id,
        "data": data,
    })
}

/// What becomes of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Delivered,
    Again,
    GiveUp,
}

/// Reads an answer. What the receiver will not change its mind about is given up.
#[must_use]
pub fn after(status: Option<u16>, denied: bool, attempt: i64) -> Next {
    match status {
        Some(200..=299) => Next::Delivered,
        Some(410) => Next::GiveUp,
        None if denied => Next::GiveUp,
        _ if attempt >= ATTEMPTS_MAX => Next::GiveUp,
        _ => Next::Again,
    }
}
