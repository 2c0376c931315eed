//! How far the mailbox has been read: the place in Graph's list of changes, and what was named there
//! and not yet fetched.
//!
//! Kept twice. The cursor of a poll is for pulls alone, and a notification is worked off by a timer,
//! which sees only stored values; whichever copy is further counts. Every copy is a place up to which
//! all mail was stored, so the older one repeats messages, which the host knows, and loses none.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json;
use serde::{Deserialize, Serialize};

/// The stored value.
pub const KEY: &str = "place";

/// A message that a list of changes named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Item {
    pub id: String,
    /// Message-ID with its brackets.
    pub message_id: String,
    pub conversation: String,
    pub subject: String,
    pub name: String,
    pub address: String,
    pub preview: String,
    pub at_ms: u64,
    /// How often it could not be fetched, and when it is tried again.
    pub tries: u32,
    pub again_ms: u64,
}

/// The place itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SyncCursor {
    /// Grows with each that is stored.
    pub n: u64,
    /// The address to ask next, as Graph gave it; empty for a list from the beginning.
    pub link: String,
    /// Whether the link leads on within a round, rather than to what changes from now on.
    pub within: bool,
    /// When the list of changes was begun.
    pub begun_ms: u64,
    /// Everything that arrived before this was in a list.
    pub known_ms: u64,
    pub waiting: Vec<Item>,
}

impl SyncCursor {
    /// The further one of the poll's cursor and the stored value; none at the very beginning.
    pub fn find(cursor: Option<&[u8]>) -> Option<Self> {
        let stored = host::kv_get(KEY);
        let read = |bytes: &[u8]| {
            let place: Option<Self> = serde_json::from_slice(bytes).ok();
            place.filter(|place| place.known_ms > 0)
        };
        let both = [cursor.and_then(read), stored.as_deref().and_then(read)];
        both.into_iter().flatten().max_by_key(|place| place.n)
    }

    /// The next version, for both copies.
    pub fn written(&mut self) -> Vec<u8> {
        self.n += 1;
        serde_json::to_vec(self).unwrap_or_default()
    }
}
