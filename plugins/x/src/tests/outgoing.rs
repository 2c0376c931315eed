//! What agents send, and everything that can happen on the way.

use super::account;
use crate::X;
use crate::refusal::{Refusal, failure};
use patchbay_plugin::outbound::{Guest as _, Sent};
use patchbay_plugin::outbound_edits::{Guest as _, Target};
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use serde_json::{Value, json};

fn message(thread: &str, text: &str) -> Message {
    Message {
        op_id: "op-1".into(),
        attempt: 1,
        prior_unknown: false,
        thread: thread.into(),
        channel: "TW_DM".into(),
        recipient: "2222".into(),
        ticket: "12".into(),
        subject: None,
        text: Some(text.into()),
        html: None,
        reply_to: None,
        references: Vec::new(),
        to: Vec::new(),
        cc: Vec::new(),
        contents: Vec::new(),
        attachments: Vec::new(),
        agent_name: "Bob".into(),
        extras: Vec::new(),
    }
}

fn send(msg: Message) -> Result<Sent, Failure> {
    X::send(account(), msg)
}

fn body(sent: &testing::SentRequest) -> Value {
    serde_json::from_str(&sent.body).expect("the body is JSON")
}

#[test]
fn a_direct_message_goes_into_its_conversation() {
    testing::answers(201, json!({"data": {"dm_event_id": "9"}}).to_string());
    assert_eq!(send(message("dm:1111-2222", "Hi")).expect("sent").external_ids, ["9"]);
    let sent = testing::take_sent();
    assert!(sent[0].url.ends_with("/2/dm_conversations/1111-2222/messages"));
    assert_eq!(body(&sent[0]), json!({"text": "Hi"}));
}

#[test]
fn a_long_answer_to_a_post_is_a_chain() {
    testing::answers(201, json!({"data": {"id": "21"}}).to_string());
    testing::answers(201, json!({"data": {"id": "22"}}).to_string());
    let long = Message {
        references: vec!["19".into(), "20".into()],
        ..message("post:19/2222", &"word ".repeat(80))
    };
    assert_eq!(send(long).expect("sent").external_ids, ["21", "22"]);
    let sent = testing::take_sent();
    let answered: Vec<Value> =
        sent.iter().map(|one| body(one)["reply"]["in_reply_to_tweet_id"].clone()).collect();
    assert_eq!(answered, ["20", "21"]);
}

#[test]
fn a_file_is_uploaded_first_and_prepared_films_are_waited_for() {
    let with = |mime: &str| Message {
        attachments: vec![Attachment::stored(testing::blob(3), mime, Some("a".into()))],
        ..message("dm:1-2", "")
    };
    testing::answers(200, json!({"data": {"id": "77"}}).to_string());
    testing::answers(201, json!({"data": {"dm_event_id": "9"}}).to_string());
    let msg = with("image/png");
    let sent = crate::send::send(&crate::Settings::default(), &msg).expect("sent");
    testing::keep(msg);
    assert_eq!(sent.external_ids, ["9"]);
    let requests = testing::take_sent();
    assert!(requests[0].body.starts_with("media_category=dm_image"));
    assert_eq!(body(&requests[1]), json!({"attachments": [{"media_id": "77"}]}));

    let pending = json!({"data": {"id": "78", "processing_info": {"state": "pending", "check_after_secs": 5}}});
    for _ in 0..4 {
        testing::answers(200, pending.to_string());
    }
    let msg = with("video/mp4");
    let waits = crate::send::send(&crate::Settings::default(), &msg);
    testing::keep(msg);
    assert!(matches!(waits, Err(Failure::Retryable((_, retry))) if retry.after_ms == Some(5000)));
}

#[test]
fn an_unknown_outcome_is_looked_up_before_anything_is_sent_again() {
    let again = |thread: &str| Message {
        attempt: 2,
        prior_unknown: true,
        references: vec!["5".into()],
        ..message(thread, "Yes")
    };
    let list = json!({"data": [
        {"id": "7", "sender_id": "2222", "text": "Yes"},
        {"id": "6", "sender_id": "1111", "text": "Yes"},
        {"id": "5", "sender_id": "1111", "text": "Yes"},
    ]});
    testing::answers(200, list.to_string());
    assert_eq!(send(again("dm:1111-2222")).expect("it was sent").external_ids, ["6"]);
    testing::answers(200, json!({"data": [
        {"id": "11", "text": "@bob Yes", "referenced_tweets": [{"type": "replied_to", "id": "999"}]},
        {"id": "10", "text": "@annlee Oh, Yes", "referenced_tweets": [{"type": "replied_to", "id": "5"}]},
        {"id": "8", "text": "@annlee Yes", "referenced_tweets": [{"type": "replied_to", "id": "5"}]},
    ]}).to_string());
    assert_eq!(send(again("post:5/2222")).expect("it was sent").external_ids, ["8"]);
    // The same words of two hours ago are another message.
    let old = json!({"data": [{"id": "6", "text": "Yes", "created_at": "2023-11-14T20:13:20Z"}]});
    testing::answers(200, old.to_string());
    testing::answers(201, json!({"data": {"dm_event_id": "9"}}).to_string());
    assert_eq!(send(again("dm:1111-2222")).expect("it is sent").external_ids, ["9"]);
}

#[test]
fn a_lost_answer_is_unknown_and_a_lost_line_is_tried_again() {
    testing::fails(NetError::Timeout(true));
    assert!(matches!(send(message("dm:1-2", "Hi")), Err(Failure::OutcomeUnknown(_))));
    testing::fails(NetError::Timeout(false));
    assert!(matches!(send(message("dm:1-2", "Hi")), Err(Failure::Retryable(_))));
    testing::answers(201, "{}");
    assert!(matches!(send(message("dm:1-2", "Hi")), Err(Failure::OutcomeUnknown(_))));
    let encrypted = send(message("chat:2222:1111", "Hi"));
    assert!(matches!(encrypted, Err(Failure::Permanent(_))));
}

#[test]
fn deleting_takes_back_each_part_and_forgives_what_is_gone() {
    testing::answers(200, json!({"data": {"deleted": true}}).to_string());
    testing::answers(404, json!({"detail": "not found"}).to_string());
    let target = Target {
        external_ids: vec!["1".into(), "2".into()],
        thread: "post:1/2".into(),
        channel: "TW_MENTION".into(),
        recipient: "2".into(),
        op_id: "o".into(),
    };
    X::delete(account(), target).expect("they are gone");
    assert!(testing::take_sent()[1].url.ends_with("/2/tweets/2"));
}

#[test]
fn each_refusal_has_its_meaning() {
    let come = |status: u16, kind: &str, said: &str| {
        failure(&Refusal { status, kind: kind.into(), said: said.into(), ..Refusal::default() })
    };
    let code = |status, said| come(status, "", said).detail().expect("a detail").code.clone();
    assert!(matches!(come(401, "", ""), Failure::AuthExpired(_)));
    assert!(matches!(come(429, "", ""), Failure::RateLimited(_)));
    assert!(matches!(come(503, "", ""), Failure::Retryable(_)));
    assert!(matches!(come(400, "", ""), Failure::Permanent(_)));
    let capped = come(429, "https://api.x.com/2/problems/usage-capped", "");
    assert!(matches!(capped, Failure::Permanent(d) if d.code == "x.429.usage"));
    assert_eq!(code(403, "You are not permitted: duplicate content"), "x.403.duplicate");
    assert_eq!(code(403, "You cannot send messages to this user."), "x.403.closed");
    assert_eq!(code(403, "no"), "x.403");
}

#[test]
fn a_duplicate_after_a_lost_answer_proves_nothing() {
    let refuse = || testing::answers(403, json!({"detail": "duplicate content"}).to_string());
    let lost = |text: &str| Message { prior_unknown: true, ..message("post:5/2222", text) };
    testing::answers(200, json!({"data": []}).to_string());
    refuse();
    match send(lost("Yes")) {
        Err(Failure::OutcomeUnknown(detail)) => {
            assert!(detail.message.contains("Look on X"), "{}", detail.message);
        }
        other => panic!("{other:?}"),
    }
    // In a chain nothing follows what may not be there.
    testing::take_sent();
    testing::answers(200, json!({"data": []}).to_string());
    testing::answers(201, json!({"data": {"id": "21"}}).to_string());
    refuse();
    match send(lost(&"word ".repeat(160))) {
        Err(Failure::OutcomeUnknown(detail)) => assert_eq!(detail.code, "x.partly"),
        other => panic!("{other:?}"),
    }
    assert_eq!(testing::take_sent().len(), 3);
    refuse();
    assert!(matches!(send(message("post:5/2222", "Yes")), Err(Failure::Permanent(_))));
}

#[test]
fn a_lost_file_without_words_is_found_by_its_files() {
    let again = || Message {
        prior_unknown: true,
        attachments: vec![Attachment::stored(testing::blob(3), "image/png", Some("a".into()))],
        ..message("dm:1-2", "")
    };
    let list = json!({"data": [
        {"id": "7", "text": "https://t.co/Ab"},
        {"id": "6", "text": "https://t.co/Ac", "attachments": {"media_keys": ["3_1"]}},
    ]});
    testing::answers(200, list.to_string());
    let msg = again();
    let sent = crate::send::send(&crate::Settings::default(), &msg).expect("it was sent");
    testing::keep(msg);
    assert_eq!(sent.external_ids, ["6"]);
}

#[test]
fn trouble_after_the_request_is_unknown_and_so_is_a_sign_in_lost_midway() {
    for (status, unknown) in [(500, true), (504, true), (408, true), (503, false)] {
        testing::answers(status, "{}");
        let unclear = matches!(send(message("dm:1-2", "Hi")), Err(Failure::OutcomeUnknown(_)));
        assert_eq!(unclear, unknown, "{status}");
    }
    testing::answers(201, json!({"data": {"id": "21"}}).to_string());
    testing::answers(401, "{}");
    let failed = send(message("post:19/2222", &"word ".repeat(80)));
    assert!(matches!(failed, Err(Failure::OutcomeUnknown(_))));
    testing::answers(401, "{}");
    assert!(matches!(send(message("dm:1-2", "Hi")), Err(Failure::AuthExpired(_))));
}
