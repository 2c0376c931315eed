//! getUpdates: offsets, more to come, poison, and who else is reading.

use super::account;
use crate::Telegram;
use patchbay_plugin::poll::Guest as _;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Answer};
use serde_json::{Value, json};

fn update(id: i64) -> Value {
    json!({"update_id": id, "message": {"message_id": id, "date": 1, "text": "x",
        "from": {"id": 1, "is_bot": false, "first_name": "A"}, "chat": {"id": 1, "type": "private"}}})
}

fn updates(list: &[Value]) -> String {
    json!({"ok": true, "result": list}).to_string()
}

#[test]
fn the_first_pull_has_no_offset_and_the_next_one_confirms() {
    testing::answers(200, updates(&[update(41), update(42)]));
    let outcome = Telegram::pull(account(), None).expect("a pull");
    assert_eq!(outcome.batch.cursor.as_deref(), Some(&b"43"[..]));
    assert_eq!((outcome.batch.events.len(), outcome.more, outcome.next_in_ms), (2, false, Some(0)));

    testing::answers(200, updates(&[]));
    let outcome = Telegram::pull(account(), Some(b"43".to_vec())).expect("a pull");
    assert_eq!((outcome.batch.cursor, outcome.next_in_ms), (None, None));

    let sent = testing::take_sent();
    let bodies: Vec<Value> =
        sent.iter().map(|one| serde_json::from_str(&one.body).expect("JSON")).collect();
    assert!(bodies[0].get("offset").is_none());
    assert_eq!((&bodies[1]["offset"], &bodies[1]["timeout"]), (&json!(43), &json!(25)));
}

#[test]
fn a_held_question_is_asked_again_at_once() {
    testing::script(|_| {
        testing::set_now_ms(1_700_000_025_000);
        Ok((200, Answer::Text(updates(&[]))))
    });
    let outcome = Telegram::pull(account(), Some(b"5".to_vec())).expect("a pull");
    assert_eq!(outcome.next_in_ms, Some(0));
}

#[test]
fn a_full_answer_means_more() {
    testing::answers(200, updates(&(1..=20).map(update).collect::<Vec<_>>()));
    assert!(Telegram::pull(account(), None).expect("a pull").more);
}

#[test]
fn an_unreadable_update_does_not_stop_the_others() {
    let poison = json!({"update_id": 8, "message": {"message_id": "eight"}});
    testing::answers(200, updates(&[update(7), poison.clone(), update(9)]));
    let outcome = Telegram::pull(account(), None).expect("a pull");
    let [Event::Message(_), Event::Custom(kept), Event::Message(_)] = &outcome.batch.events[..]
    else {
        panic!("three events expected, got {:?}", outcome.batch.events)
    };
    assert_eq!(kept.kind, "telegram.unreadable");
    assert_eq!(serde_json::from_slice::<Value>(&kept.payload).expect("JSON"), poison);
    assert_eq!(outcome.batch.cursor.as_deref(), Some(&b"10"[..]));
}

fn conflict(said: &str) -> Failure {
    let refused = json!({"ok": false, "error_code": 409, "description": said});
    testing::answers(409, refused.to_string());
    Telegram::pull(account(), None).expect_err("a conflict")
}

#[test]
fn conflicts_are_explained() {
    let failure = conflict(
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to \
         delete the webhook first",
    );
    assert!(matches!(&failure, Failure::NeedsConfig(p) if p[0].1.code == "telegram.409.webhook"));
    let failure = conflict(
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance \
         is running",
    );
    assert!(matches!(&failure, Failure::Retryable((detail, retry))
            if detail.code == "telegram.409.reader" && retry.after_ms == Some(15_000)));
}

#[test]
fn a_timeout_while_asking_is_harmless() {
    testing::fails(NetError::Timeout(true));
    assert!(matches!(Telegram::pull(account(), None), Err(Failure::Retryable(_))));
}
