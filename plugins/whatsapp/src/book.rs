//! Who is who: a customer keeps one key although WhatsApp may name them by number, by an id of the
//! business, or by a new number.

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

    /// The key of a person: the first name WhatsApp ever gave them here. The number is the better
    /// one, because agents know it; a customer with a username may come without.
    pub fn key(&mut self, number: Option<&str>, scoped: Option<&str>) -> Option<String> {
        let known = |book: &Self, name: Option<&str>| book.get(&format!("key:{}", name?));
        let found = known(self, scoped).or_else(|| known(self, number));
        let key = found.or_else(|| number.or(scoped).map(str::to_owned))?;
        if let Some(scoped) = scoped {
            self.put(format!("key:{scoped}"), &key);
        }
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
        Some(key)
    }

    /// A customer has a new number: it belongs to the old key.
    pub fn moved(&mut self, old: &str, new: &str) {
        let key = self.get(&format!("key:{old}")).unwrap_or_else(|| old.to_owned());
        self.put(format!("key:{new}"), &key);
        self.put(format!("to:{key}"), new);
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
    String::from_utf8(host::kv_get(key)?).ok()
}
