//! What an account remembers of a conversation between two calls: tokens that LINE gives with what
//! customers write, and that answers need.

use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};
use std::collections::BTreeMap;

/// So many of a conversation's newest messages can be quoted.
const QUOTES: usize = 40;

/// A reply token, and when the event that brought it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyToken {
    pub token: String,
    pub at_ms: u64,
}

/// What the events of one call add; several may be of the same conversation.
#[derive(Debug, Default)]
pub struct Notes {
    quotes: BTreeMap<String, Vec<(String, String)>>,
    reads: BTreeMap<String, String>,
    replies: BTreeMap<String, ReplyToken>,
}

impl Notes {
    pub fn quote(&mut self, thread: &str, message: &str, token: &str) {
        let list = self.quotes.entry(thread.to_owned()).or_insert_with(|| quotes(thread));
        list.retain(|(known, _)| known != message);
        list.push((message.to_owned(), token.to_owned()));
        let surplus = list.len().saturating_sub(QUOTES);
        list.drain(..surplus);
    }

    pub fn read(&mut self, thread: &str, token: &str) {
        self.reads.insert(thread.to_owned(), token.to_owned());
    }

    /// The newest event's token counts, in whatever order they come.
    pub fn reply(&mut self, thread: &str, token: &str, at_ms: u64) {
        let known = self.replies.get(thread).cloned().or_else(|| reply_token(thread));
        if known.is_none_or(|known| known.at_ms <= at_ms) {
            let token = ReplyToken { token: token.to_owned(), at_ms };
            self.replies.insert(thread.to_owned(), token);
        }
    }

    pub fn store(self, batch: &mut Batch) {
        let mut put = |key: String, value: Value| {
            batch.kv.push(KvOp { key, value: Some(value.to_string().into_bytes()) });
        };
        for (thread, list) in self.quotes {
            put(quotes_key(&thread), json!(list));
        }
        for (thread, token) in self.reads {
            put(format!("read:{thread}"), json!(token));
        }
        for (thread, ReplyToken { token, at_ms }) in self.replies {
            put(format!("reply:{thread}"), json!([token, at_ms]));
        }
    }
}

fn quotes_key(thread: &str) -> String {
    format!("quotes:{thread}")
}

fn stored<T: serde::de::DeserializeOwned>(key: &str) -> Option<T> {
    serde_json::from_slice(&host::kv_get(key)?).ok()
}

fn quotes(thread: &str) -> Vec<(String, String)> {
    stored(&quotes_key(thread)).unwrap_or_default()
}

/// What quotes a message of this conversation.
pub fn quote_token(thread: &str, message: &str) -> Option<String> {
    quotes(thread).into_iter().find(|(known, _)| known == message).map(|(_, token)| token)
}

/// What marks the conversation as read.
pub fn read_token(thread: &str) -> Option<String> {
    stored(&format!("read:{thread}"))
}

pub fn reply_token(thread: &str) -> Option<ReplyToken> {
    let (token, at_ms) = stored(&format!("reply:{thread}"))?;
    Some(ReplyToken { token, at_ms })
}

/// A reply token serves once.
pub fn used(thread: &str, batch: &mut Batch) {
    batch.kv.push(KvOp { key: format!("reply:{thread}"), value: None });
}
