//! A call as it is remembered, and what lasts from one step to the next.

use crate::number;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, json};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The only channel value.
pub const CHANNEL: &str = "CALL";
/// With which the ids of channels begin that the desk makes.
pub const OURS: &str = "patchbay-";
/// With which the ids of people begin who hide their number.
pub const WITHHELD: &str = "withheld:";
/// Calls that go on at the same time: the host keeps 64 KB of state, and a call takes up to 400.
const LIVE_MAX: usize = 150;
/// Ended calls that are remembered, so that a late event does not begin them anew.
const DONE_MAX: usize = 120;

/// A call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Call {
    /// The desk calls the customer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
    /// The customer's number; empty when it was withheld.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub number: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The number that was called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub line: String,
    /// The agent's extension.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ext: String,
    /// The customer's channel; empty until it is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub customer: String,
    /// The agent's channel; empty until one takes part.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub agent: String,
    /// Channels that belong to the call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<String>,
    /// Telephones that the desk lets ring.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phones: Vec<String>,
    /// When it began.
    pub at: u64,
    /// When it was answered; 0 while it is not.
    #[serde(skip_serializing_if = "is_zero")]
    pub up: u64,
    /// When the exchange was first asked and had an agent with the customer, without an event of it; 0
    /// while it had not.
    #[serde(skip_serializing_if = "is_zero")]
    pub together: u64,
    /// When it ended.
    #[serde(skip_serializing_if = "is_zero")]
    pub over: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// The desk holds the call's bridge, not the dialplan.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mine: bool,
    /// What the customer pressed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub keys: String,
    /// The recording's name at the exchange, where it is not the call's id.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub recording: String,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Call {
    /// Adds a leg, once.
    pub fn leg(&mut self, id: &str) {
        if !self.legs.iter().any(|known| known == id) {
            self.legs.push(id.to_owned());
        }
    }

    /// The stage of this call as an event. A number that was withheld makes a person of this call
    /// alone: nobody knows whether it is the same one as last time.
    pub fn stage(&self, id: &str, kind: &str, at_ms: u64) -> CallEvent {
        let known = !self.number.is_empty();
        let thread = if known { self.number.clone() } else { format!("{WITHHELD}{id}") };
        let name = match (known, self.name.is_empty()) {
            (false, _) => Some("Withheld number".to_owned()),
            (true, true) => None,
            (true, false) => Some(self.name.clone()),
        };
        let dials = known
            && self.number.starts_with(['+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        let phone = dials.then(|| ("phone".to_owned(), self.number.clone()));
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        CallEvent {
            external_id: id.to_owned(),
            thread: thread.clone(),
            channel: CHANNEL.to_owned(),
            from: Actor {
                external_id: thread,
                display_name: name,
                attrs: phone.into_iter().collect(),
            },
            direction: if self.out { "out" } else { "in" }.to_owned(),
            kind: kind.to_owned(),
            at_ms,
            extension: some(&self.ext),
            line: some(&self.line),
            talk_ms: None,
            recording: None,
            extras: some(&self.keys)
                .map(|keys| ("keypress".to_owned(), keys))
                .into_iter()
                .collect(),
        }
    }
}

/// Where a call is kept for commands and for its recording.
pub fn key(id: &str) -> String {
    // The host's keys have 256 bytes.
    format!("call:{}", id.chars().take(200).collect::<String>())
}

/// A call that was kept there.
pub fn kept(id: &str) -> Option<Call> {
    host::kv_get(&key(id)).and_then(|bytes| serde_json::from_slice(&bytes).ok())
}

/// What lasts from one step to the next, also over connections.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    pub calls: BTreeMap<String, Call>,
    pub done: Vec<String>,
}

impl State {
    /// What the last step left; what cannot be read is a fresh start.
    pub fn read(bytes: Option<&[u8]>) -> Self {
        bytes.and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default()
    }

    pub fn write(&self) -> Vec<u8> {
        json!(self).to_string().into_bytes()
    }

    /// Whether the call ended already.
    pub fn is_done(&self, id: &str) -> bool {
        self.done.iter().any(|done| done == id)
    }

    /// Remembers that a call ended.
    pub fn close(&mut self, id: &str) {
        self.done.push(id.to_owned());
        let more = self.done.len().saturating_sub(DONE_MAX);
        self.done.drain(..more);
    }

    /// The call that a channel belongs to.
    pub fn of_leg(&self, channel: &str) -> Option<String> {
        if self.calls.contains_key(channel) {
            return Some(channel.to_owned());
        }
        let of = |call: &Call| call.legs.iter().chain(&call.phones).any(|leg| leg == channel);
        self.calls.iter().find(|(_, call)| of(call)).map(|(id, _)| id.clone())
    }

    /// Makes room for one more call. The oldest is forgotten: its end was missed long ago, or the
    /// exchange is larger than this channel serves.
    pub fn make_room(&mut self) {
        if self.calls.len() < LIVE_MAX {
            return;
        }
        let oldest = self.calls.iter().min_by_key(|(_, call)| call.at).map(|(id, _)| id.clone());
        if let Some(id) = oldest {
            warn!("more calls go on than can be followed; the oldest was forgotten", call = id);
            self.calls.remove(&id);
            self.close(&id);
        }
    }
}

/// The number of a person, for [`Call::number`].
pub fn number(raw: &str, country: &str) -> String {
    number::known(raw, country).unwrap_or_default()
}
