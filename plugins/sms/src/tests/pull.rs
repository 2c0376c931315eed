//! What no webhook brought is asked for.

use super::account;
use crate::Sms;
use patchbay_plugin::poll::{Guest as _, Outcome};
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Answer};
use serde_json::{Value, json};

const NOW: u64 = 1_767_323_045_000;

fn listed(sid: &str, clock: &str) -> Value {
    json!({
        "sid": sid, "direction": "inbound", "status": "received", "body": sid, "num_media": "0",
        "from": "+15005550006", "to": "+15005550001", "error_code": null,
        "date_sent": format!("Fri, 02 Jan 2026 {clock} +0000"), "messaging_service_sid": null,
    })
}

fn page(messages: &[Value], next: Option<&str>) {
    let list = json!({ "messages": messages, "next_page_uri": next });
    testing::answers(200, list.to_string());
}

fn pull(cursor: Option<Vec<u8>>) -> Outcome {
    Sms::pull(account(&json!({})), cursor).expect("a pull")
}

fn ids(outcome: &Outcome) -> Vec<&str> {
    let events = outcome.batch.events.iter();
    let found = events.filter_map(|event| match event {
        Event::Message(message) => Some(message.external_id.as_str()),
        _ => None,
    });
    found.collect()
}

#[test]
fn what_came_is_taken_once_and_from_its_beginning() {
    testing::set_now_ms(NOW);
    let next = "/2010-04-01/Accounts/AC1/Messages.json?PageSize=200&Page=1&PageToken=PA5";
    let ours = json!({
        "sid": "SM9", "direction": "outbound-api", "body": "ours", "to": "+15005550001",
        "date_sent": "Fri, 02 Jan 2026 03:03:30 +0000",
    });
    page(&[listed("SM4", "03:04:00"), ours, listed("SM3", "03:03:00")], Some(next));
    // The last of these is older than an hour.
    page(&[listed("SM2", "03:02:00"), listed("SM1", "01:00:00")], None);
    let first = pull(None);
    assert_eq!(ids(&first), ["SM2", "SM3", "SM4"]);
    assert!(!first.more);
    let Event::Message(message) = &first.batch.events[0] else { panic!("{first:?}") };
    assert_eq!(message.at_ms, NOW - 125_000);
    assert_eq!((message.thread.as_str(), message.text.as_deref()), ("+15005550006", Some("SM2")));
    let sent = testing::take_sent();
    let asked = "/Messages.json?To=%2B15005550001&PageSize=200&DateSent%3E=2026-01-02";
    assert!(sent[0].url.ends_with(asked), "{}", sent[0].url);
    assert!(sent[1].url.ends_with("/AC1/Messages.json?PageSize=200&Page=1&PageToken=PA5"));

    // One that the list did not have yet comes before the newest; the rest is known.
    page(&[listed("SM4", "03:04:00"), listed("SM5", "03:03:59"), listed("SM3", "03:03:00")], None);
    let second = pull(first.batch.cursor);
    assert_eq!(ids(&second), ["SM5"]);
    page(&[listed("SM4", "03:04:00"), listed("SM5", "03:03:59")], None);
    let third = pull(second.batch.cursor.clone());
    assert!(ids(&third).is_empty());
}

#[test]
fn the_place_stays_small_however_much_came() {
    testing::set_now_ms(NOW);
    let all: Vec<Value> =
        (0..2500).map(|n| listed(&format!("SM{:032}", 9999 - n), "03:04:00")).collect();
    page(&all, None);
    let first = pull(None);
    assert_eq!(ids(&first).len(), 2500);
    let cursor = first.batch.cursor.expect("a place");
    assert!(cursor.len() < 64 << 10, "{}", cursor.len());
    let text = String::from_utf8(cursor.clone()).expect("JSON");
    assert!(
        text.contains(&format!("SM{:032}", 9999)) && !text.contains(&format!("SM{:032}", 7500))
    );
    // What is no longer remembered is told again, and dropped by the host.
    page(&all[..1200], None);
    assert_eq!(ids(&pull(Some(cursor))).len(), 200);
}

#[test]
fn nothing_new_leaves_the_place_as_it_is() {
    testing::set_now_ms(NOW);
    let one = [listed("SM4", "03:04:00")];
    page(&one, None);
    let first = pull(None);
    page(&one, None);
    assert_eq!(pull(first.batch.cursor).batch.cursor, None);
}

#[test]
fn files_come_along_and_many_wait_for_the_next_pull() {
    testing::set_now_ms(NOW);
    let with_files = |sid: &str, clock: &str| {
        let mut one = listed(sid, clock);
        one["num_media"] = json!("9");
        one
    };
    let list: Vec<Value> = (0..6)
        .map(|place| with_files(&format!("SM{}", 9 - place), &format!("03:0{}:00", 6 - place)))
        .collect();
    testing::otherwise(move |sent| match sent.url.as_str() {
        url if url.contains("/Messages.json") => {
            Ok((200, Answer::Text(json!({ "messages": list }).to_string())))
        }
        url if url.ends_with("/Media.json") => {
            let file = json!({ "sid": "ME1", "content_type": "image/png" });
            let files = vec![file; 9];
            Ok((200, Answer::Text(json!({ "media_list": files }).to_string())))
        }
        _ => Ok((404, Answer::Text("{}".into()))),
    });
    let first = pull(None);
    assert_eq!(ids(&first), ["SM4", "SM5", "SM6", "SM7"]);
    assert!(first.more);
    let Event::Message(message) = &first.batch.events[0] else { panic!("{first:?}") };
    // Each of them was asked for; these are gone.
    let notes = message.text.as_deref().unwrap_or_default();
    assert_eq!(notes.matches("Twilio no longer has the file.").count(), 9, "{notes}");
    let second = pull(first.batch.cursor);
    assert_eq!(ids(&second), ["SM8", "SM9"]);
    assert!(!second.more);
}

#[test]
fn only_what_the_sender_got_is_taken() {
    testing::set_now_ms(NOW);
    let of = |sender: &str| Sms::pull(account(&json!({ "sender": sender })), None);
    let mut theirs = listed("SM2", "03:04:00");
    theirs["messaging_service_sid"] = json!("MG1");
    page(&[listed("SM1", "03:04:00"), theirs], None);
    assert_eq!(ids(&of("MG1").expect("a pull")), ["SM2"]);
    assert!(ids(&of("ACME").expect("a pull")).is_empty(), "nobody can answer to a name");
    assert_eq!(testing::take_sent().len(), 1);
    testing::answers(401, json!({ "code": 20003 }).to_string());
    assert!(matches!(of("+15005550001"), Err(Failure::AuthExpired(_))));
}

#[test]
fn leaving_and_coming_back_in_one_pull_are_both_told() {
    testing::set_now_ms(NOW);
    let word = |sid: &str, clock: &str, body: &str| {
        let mut one = listed(sid, clock);
        one["body"] = json!(body);
        one
    };
    let all = [
        word("SM3", "03:04:00", "Yes"),
        word("SM2", "03:03:00", "yes."),
        word("SM1", "03:02:00", "End"),
    ];
    page(&all, None);
    let told = pull(None);
    // The second YES answers something.
    assert_eq!(ids(&told), ["SM1", "SM1-opt-out", "SM2", "SM2-opt-out", "SM3"]);
    let Event::Message(line) = &told.batch.events[1] else { panic!("{told:?}") };
    assert_eq!(line.at_ms, NOW - 125_000);
}
