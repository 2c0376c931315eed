//! What agents send, and everything that can happen on the way.

use super::account;
use crate::X;
use crate::refusal::{Refusal, failure};
use patchbay_plugin::outbound_edits::{Guest as _, Target};
use patchbay_plugin::outbound_parts::{Guest as _, Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Broken, all_parts};
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

fn send_part(msg: &Message, index: u32, before: &[&str]) -> Result<SentPart, Failure> {
    let settings = config(&account()).expect("the settings read");
    let external_ids = before.iter().map(|&id| id.to_owned()).collect();
    crate::send::send_part(&settings, msg, &Position { index, external_ids })
}

fn send(msg: Message) -> Result<SentPart, Failure> {
    send_parts(msg).map_err(|broken| broken.failure)
}

/// Sends all parts, without dropping the message's test blobs.
fn send_parts(msg: Message) -> Result<SentPart, Box<Broken>> {
    let settings = config(&account()).expect("the settings read");
    let result = all_parts(|part| crate::send::send_part(&settings, &msg, &part));
    testing::keep(msg);
    result
}

fn body(sent: &testing::SentRequest) -> Value {
    serde_json::from_str(&sent.body).expect("the body is JSON")
}

#[test]
fn a_direct_message_goes_into_its_conversation() {
    testing::answers(201, json!({"data": {"dm_event_id": "9"}}).to_string());
    let first = Position { index: 0, external_ids: vec![] };
    let sent = X::send_part(account(), message("dm:1111-2222", "Hi"), first).expect("sent");
    assert_eq!((sent.external_ids, sent.of), (vec!["9".to_owned()], 1));
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
    assert_eq!(send(with("image/png")).expect("sent").external_ids, ["9"]);
    let requests = testing::take_sent();
    assert!(requests[0].body.starts_with("media_category=dm_image"));
    assert_eq!(body(&requests[1]), json!({"attachments": [{"media_id": "77"}]}));

    let pending = json!({"data": {"id": "78", "processing_info": {"state": "pending", "check_after_secs": 5}}});
    for _ in 0..4 {
        testing::answers(200, pending.to_string());
    }
    let waits = send(with("video/mp4"));
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
    refuse();
    let failed = send_part(&lost(&"word ".repeat(160)), 1, &["21"]);
    assert!(matches!(failed, Err(Failure::OutcomeUnknown(d)) if d.code == "x.403.duplicate"));
    assert_eq!(testing::take_sent().len(), 2);
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
    assert_eq!(send(again()).expect("it was sent").external_ids, ["6"]);
}

#[test]
fn trouble_after_the_request_is_unknown() {
    for (status, unknown) in [(500, true), (504, true), (408, true), (503, false)] {
        testing::answers(status, "{}");
        let unclear = matches!(send(message("dm:1-2", "Hi")), Err(Failure::OutcomeUnknown(_)));
        assert_eq!(unclear, unknown, "{status}");
    }
    testing::answers(401, "{}");
    assert!(matches!(send(message("dm:1-2", "Hi")), Err(Failure::AuthExpired(_))));
}

#[test]
fn a_part_that_fails_leaves_those_before_it_sent() {
    let long = || Message {
        references: vec!["20".into()],
        ..message("post:19/2222", &"word ".repeat(80))
    };
    for status in [401, 429, 503] {
        testing::answers(201, json!({"data": {"id": "21"}}).to_string());
        testing::answers(status, "{}");
        let broken = send_parts(long()).expect_err("the second is refused");
        assert_eq!((broken.sent, broken.external_ids), (1, vec!["21".to_owned()]));
        let right = match broken.failure {
            Failure::AuthExpired(_) => status == 401,
            Failure::RateLimited(_) => status == 429,
            Failure::Retryable(_) => status == 503,
            _ => false,
        };
        assert!(right, "{status}");
    }
    testing::take_sent();

    // The host asks for the second again, and the first is left alone.
    testing::answers(201, json!({"data": {"id": "22"}}).to_string());
    let sent = send_part(&long(), 1, &["21"]).expect("it is sent");
    assert_eq!((sent.external_ids, sent.of), (vec!["22".to_owned()], 2));
    let [request] = &testing::take_sent()[..] else { panic!("one request") };
    assert_eq!(body(request)["reply"]["in_reply_to_tweet_id"], "21");
}

#[test]
fn only_the_part_that_is_asked_for_is_looked_up() {
    let twice = "words ".repeat(92);
    let lost = |references: &[&str]| Message {
        prior_unknown: true,
        references: references.iter().map(|&id| id.to_owned()).collect(),
        ..message("post:19/2222", &twice)
    };
    let half = |id: &str, answers: &str| {
        let referenced = json!([{"type": "replied_to", "id": answers}]);
        json!({"id": id, "text": "words ".repeat(46), "referenced_tweets": referenced})
    };
    let list = |list: Vec<Value>| testing::answers(200, json!({"data": list}).to_string());
    // The same words, but it is the part before; and the customer has written since.
    list(vec![half("21", "20")]);
    testing::answers(201, json!({"data": {"id": "22"}}).to_string());
    let sent = send_part(&lost(&["20", "23"]), 1, &["21"]).expect("it is sent");
    assert_eq!(sent.external_ids, ["22"]);
    list(vec![half("22", "21"), half("21", "20")]);
    let sent = send_part(&lost(&["20", "23"]), 1, &["21"]).expect("it was sent");
    assert_eq!(sent.external_ids, ["22"]);
    list(vec![half("21", "20")]);
    assert_eq!(send_part(&lost(&["20", "23"]), 0, &[]).expect("sent").external_ids, ["21"]);
    assert_eq!(testing::left(), 0);
}

#[test]
fn a_missing_file_is_found_before_anything_goes_out() {
    let attachments = vec![Attachment {
        blob: None,
        mime: "image/png".into(),
        filename: None,
        kind: "image".into(),
        content_id: None,
    }];
    let long = Message { attachments, ..message("post:19/2222", &"word ".repeat(80)) };
    let broken = send_parts(long).expect_err("the file is gone");
    assert_eq!(broken.sent, 0);
    assert!(matches!(broken.failure, Failure::Permanent(d) if d.code == "x.no-file"));
}
