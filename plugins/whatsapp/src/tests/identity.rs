//! Who is who when numbers, ids and the people behind them change.

use super::taken;
use crate::Book;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use serde_json::{Value, json};

/// Takes one message at a second, keeps what is to be stored, and gives the thread and the address
/// that an answer goes to.
fn came(phone: Option<&str>, scoped: Option<&str>, at: u64, more: &Value) -> (String, String) {
    let mut message = json!({ "id": format!("m{at}"), "timestamp": at.to_string(), "type": "text",
        "text": { "body": "x" } });
    if let Some(phone) = phone {
        message["from"] = json!(phone);
    }
    if let Some(scoped) = scoped {
        message["from_user_id"] = json!(scoped);
    }
    for (name, value) in more.as_object().into_iter().flatten() {
        message[name] = value.clone();
    }
    let batch = taken(&json!({ "messages": [message] }));
    for op in &batch.kv {
        match &op.value {
            Some(value) => testing::set_kv(&op.key, value),
            None => testing::set_kv(&op.key, b""),
        }
    }
    let Event::Message(message) = &batch.events[0] else { panic!("a message") };
    (message.thread.clone(), Book::address(&message.thread))
}

fn from(phone: Option<&str>, scoped: Option<&str>, at: u64) -> (String, String) {
    came(phone, scoped, at, &json!({}))
}

fn moves(old: &str, new: &str, at: u64) {
    let system = json!({ "type": "user_changed_number", "wa_id": new, "body": "changed" });
    came(Some(old), None, at, &json!({ "type": "system", "system": system }));
}

fn pair(key: &str, address: &str) -> (String, String) {
    (key.to_owned(), address.to_owned())
}

#[test]
fn a_customer_stays_the_same_whatever_they_are_called() {
    assert_eq!(from(Some("1650"), Some("US.1"), 1), pair("1650", "1650"));
    assert_eq!(from(None, Some("US.1"), 2), pair("1650", "1650"), "the number is missing once");
    assert_eq!(from(Some("1777"), Some("US.1"), 3), pair("1650", "1777"), "a new number");
    assert_eq!(from(None, Some("MY.2"), 4), pair("MY.2", "MY.2"), "never seen with a number");
    assert_eq!(from(Some("6012"), Some("MY.2"), 5), pair("MY.2", "6012"), "and now with one");
}

#[test]
fn a_number_that_somebody_writes_from_again_is_its_own() {
    assert_eq!(from(Some("1650"), None, 1), pair("1650", "1650"));
    moves("1650", "1777", 10);
    assert_eq!(from(Some("1777"), None, 11), pair("1650", "1777"), "the same customer");
    assert_eq!(from(Some("1650"), None, 20), pair("1650", "1650"), "who has the number now");
    assert_eq!(from(Some("1777"), None, 21), pair("1777", "1777"), "who had it before");
    assert_eq!(Book::address("1650"), "1650", "and neither gets the other's answers");
}

#[test]
fn ids_do_not_lead_who_moved_back_to_a_number_that_others_have() {
    assert_eq!(from(Some("1650"), Some("US.1"), 1), pair("1650", "1650"));
    moves("1650", "1777", 10);
    // The id is a new one with the number.
    assert_eq!(from(Some("1777"), Some("US.2"), 11), pair("1650", "1777"));
    assert_eq!(from(Some("1650"), Some("US.3"), 20), pair("1650", "1650"));
    assert_eq!(from(None, Some("US.3"), 21), pair("1650", "1650"));
    assert_eq!(from(Some("1777"), Some("US.2"), 22), pair("1777", "1777"));
    assert_eq!(from(None, Some("US.2"), 23), pair("1777", "1777"));
    assert_eq!(Book::address("1650"), "1650");
}

#[test]
fn what_was_written_before_the_move_and_comes_late_undoes_nothing() {
    from(Some("1650"), None, 1);
    moves("1650", "1777", 10);
    assert_eq!(from(Some("1650"), None, 9), pair("1650", "1777"), "overtaken on the way");
    moves("1777", "1888", 20);
    assert_eq!(from(Some("1888"), None, 21), pair("1650", "1888"), "moved twice");
    assert_eq!(from(Some("1777"), None, 30), pair("1777", "1777"), "a number that was left");
    assert_eq!(Book::address("1650"), "1888");
}

#[test]
fn who_comes_back_to_the_first_number_stays_the_same() {
    from(Some("1650"), Some("US.1"), 1);
    assert_eq!(from(Some("1777"), Some("US.1"), 10), pair("1650", "1777"));
    assert_eq!(from(Some("1650"), Some("US.1"), 20), pair("1650", "1650"));
    assert_eq!(from(None, Some("US.1"), 21), pair("1650", "1650"), "known by the id as before");
    moves("1650", "1777", 30);
    moves("1777", "1650", 40);
    assert_eq!(from(Some("1650"), Some("US.1"), 41), pair("1650", "1650"));
}
