//! What is remembered of a conversation between two calls.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// So many of the newest messages are known again when they are posted anew.
const KNOWN: usize = 20;

/// A conversation, as the bot sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Talk {
    /// Questions in a row that had no answer.
    pub misses: u32,
    /// People have it until then; 0 while the bot has it.
    pub quiet_until: u64,
    /// The bot's last answer, so that the next one does not overtake it.
    pub last: String,
    /// Messages that were taken.
    pub known: Vec<String>,
}

impl Talk {
    /// Whether people have the conversation.
    pub fn is_quiet(&self, now: u64) -> bool {
        now < self.quiet_until
    }

    /// From now on people have it.
    pub fn hand_over(&mut self, until: u64) {
        self.misses = 0;
        self.quiet_until = until;
    }

    /// Notes a message. False when it is a repeat.
    pub fn note(&mut self, id: &str) -> bool {
        if self.known.iter().any(|known| known == id) {
            return false;
        }
        self.known.push(id.to_owned());
        let surplus = self.known.len().saturating_sub(KNOWN);
        self.known.drain(..surplus);
        true
    }
}

fn key(conversation: &str) -> String {
    format!("talk:{conversation}")
}

/// What is known of a conversation.
pub fn load(conversation: &str) -> Talk {
    let stored = host::kv_get(&key(conversation));
    stored.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Remembers a conversation; none forgets it.
pub fn store(conversation: &str, talk: Option<&Talk>, batch: &mut Batch) {
    let value = talk.and_then(|talk| serde_json::to_vec(talk).ok());
    batch.kv.push(KvOp { key: key(conversation), value });
}

/// The conversations of one call; a webhook may bring several messages of each.
#[derive(Debug, Default)]
pub struct Talks(BTreeMap<String, Option<Talk>>);

impl Talks {
    pub fn of(&mut self, conversation: &str) -> &mut Talk {
        let talk =
            self.0.entry(conversation.to_owned()).or_insert_with(|| Some(load(conversation)));
        talk.get_or_insert_default()
    }

    /// It is over: the next message begins anew.
    pub fn close(&mut self, conversation: &str) {
        self.0.insert(conversation.to_owned(), None);
    }

    pub fn store(self, batch: &mut Batch) {
        for (conversation, talk) in self.0 {
            store(&conversation, talk.as_ref(), batch);
        }
    }
}
