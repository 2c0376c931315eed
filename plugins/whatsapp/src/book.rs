//! Who is who: a customer keeps one key although WhatsApp may name them by number, by an id of the
//! business, or by a new number.
//!
//! Stored as text: `key:NAME` is the key of who has this number or id; of a key, `to:` is where it is
//! written to when that is not the key itself, `who:` the id of the customer who is there, `since:`
//! the milliseconds at which they told of a new number, and `last:` the newest message of a thread.

use graph::{id, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// The values stored for the account, with those of the batch that is being made.
#[derive(Debug, Default)]
pub struct Book {
    batch: Vec<KvOp>,
}

impl Book {
    /// What is to be stored.
    pub fn into_kv(self) -> Vec<KvOp> {
        self.batch
    }

    fn get(&self, key: &str) -> Option<String> {
        let new = self.batch.iter().rev().find(|op| op.key == key);
        match new {
            Some(op) => op.value.clone().and_then(|value| String::from_utf8(value).ok()),
            None => stored(key),
        }
    }

    fn put(&mut self, key: String, value: &str) {
        if self.get(&key).as_deref() != Some(value) {
            self.batch.retain(|op| op.key != key);
            self.batch.push(KvOp { key, value: Some(value.as_bytes().to_vec()) });
        }
    }

    fn forget(&mut self, key: String) {
        if self.get(&key).is_some() {
            self.batch.retain(|op| op.key != key);
            self.batch.push(KvOp { key, value: None });
        }
    }

    /// The key of a person: the first name WhatsApp ever gave them here. The number is the better
    /// one, because agents know it; a customer with a username may come without. `at_ms` is when
    /// they wrote: what was overtaken on the way says nothing about who has a number now.
    pub fn key(
        &mut self,
        number: Option<&str>,
        scoped: Option<&str>,
        at_ms: u64,
    ) -> Option<String> {
        let known = |book: &Self, name: Option<&str>| book.get(&format!("key:{}", name?));
        let found = known(self, scoped).or_else(|| known(self, number));
        let key = found.or_else(|| number.or(scoped).map(str::to_owned))?;
        if number == Some(key.as_str()) {
            self.returned(&key, at_ms);
        }
        if let Some(scoped) = scoped {
            self.put(format!("key:{scoped}"), &key);
        }
        let number = number.filter(|_| at_ms >= self.moved_at(&key));
        if let Some(number) = number.filter(|number| *number != key) {
            self.put(format!("key:{number}"), &key);
        }
        let address = number.or(scoped).filter(|address| *address != key);
        if let Some(address) = address
            // What is known by number stays so when the number is missing once.
            && (number.is_some() || self.get(&format!("to:{key}")).is_none() && !is_number(&key))
        {
            self.put(format!("to:{key}"), address);
        }
        if let Some(scoped) = scoped
            && is_number(&key)
            && self.get(&format!("to:{key}")).is_some()
        {
            self.put(format!("who:{key}"), scoped);
        }
        Some(key)
    }

    /// Somebody writes from a number whose customer had left it: answers go there again, and what
    /// led here from the customer's later number and id does so no more, because numbers are given
    /// to others.
    fn returned(&mut self, number: &str, at_ms: u64) {
        let Some(elsewhere) = self.get(&format!("to:{number}")) else { return };
        if elsewhere == number || at_ms <= self.moved_at(number) {
            return;
        }
        let who = self.get(&format!("who:{number}"));
        for name in who.into_iter().chain([elsewhere]) {
            self.forget(format!("key:{name}"));
        }
        self.forget(format!("who:{number}"));
        self.forget(format!("to:{number}"));
    }

    /// A customer has a new number since `at_ms`: it belongs to the old key. The number that they
    /// left is free for others, unless it is the key.
    pub fn moved(&mut self, old: &str, new: &str, at_ms: u64) {
        let there = self.get(&format!("key:{new}"));
        let key = self.get(&format!("key:{old}")).unwrap_or_else(|| old.to_owned());
        let told = there.is_some_and(|there| self.moved_at(&there) >= at_ms);
        if told || self.moved_at(&key) > at_ms {
            return;
        }
        self.forget(format!("key:{old}"));
        if new == key {
            self.forget(format!("to:{key}"));
        } else {
            self.put(format!("key:{new}"), &key);
            self.put(format!("to:{key}"), new);
        }
        self.put(format!("since:{key}"), &at_ms.to_string());
    }

    /// When the customer last told of a new number, in milliseconds; 0: never.
    fn moved_at(&self, key: &str) -> u64 {
        self.get(&format!("since:{key}")).and_then(|at_ms| at_ms.parse().ok()).unwrap_or(0)
    }

    /// Remembers the newest message of a thread, about which typing and reading are said.
    pub fn newest(&mut self, thread: &str, message: &str) {
        self.put(format!("last:{thread}"), message);
    }

    /// The newest message of a thread.
    pub fn last(thread: &str) -> Option<String> {
        stored(&format!("last:{thread}"))
    }

    /// Where a key is written to now.
    pub fn address(key: &str) -> String {
        stored(&format!("to:{key}")).unwrap_or_else(|| key.to_owned())
    }

    /// The customer of a message or status: number and scoped id, as far as they are told.
    pub fn names(item: &Value, contact: Option<&Value>) -> (Option<String>, Option<String>) {
        let contact = contact.unwrap_or(&Value::Null);
        let number = id(&item["from"]).or_else(|| id(&contact["wa_id"]));
        let scoped = text(item, "from_user_id").or_else(|| text(contact, "user_id"));
        (number, scoped.map(str::to_owned))
    }
}

/// A telephone number rather than an id such as `US.13491208655302741918`.
pub fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

fn stored(key: &str) -> Option<String> {
    String::from_utf8(host::kv_get(key)?).ok().filter(|value| !value.is_empty())
}
