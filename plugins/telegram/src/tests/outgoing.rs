//! What agents send, and everything that can happen on the way.

use super::account;
use crate::Telegram;
use crate::plan::{Outgoing, Step, plan};
use patchbay_plugin::outbound_parts::{Guest as _, Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::presence::Guest as _;
use patchbay_plugin::testing::{self, Broken, all_parts};
use serde_json::{Value, json};

pub fn message(thread: &str, text: &str, files: &[(u32, &str, &str)]) -> Message {
    Message {
        op_id: "op-1".into(),
        attempt: 1,
        prior_unknown: false,
        thread: thread.into(),
        channel: "TELEGRAM".into(),
        recipient: "111".into(),
        ticket: "12".into(),
        subject: None,
        text: Some(text.into()),
        html: None,
        reply_to: None,
        references: Vec::new(),
        to: Vec::new(),
        cc: Vec::new(),
        contents: Vec::new(),
        attachments: files
            .iter()
            .map(|(handle, mime, name)| {
                Attachment::stored(testing::blob(*handle), mime, Some((*name).to_owned()))
            })
            .collect(),
        agent_name: "Bob".into(),
        extras: Vec::new(),
    }
}

pub fn accepted(chat: i64, id: i64) {
    let result = json!({"ok": true, "result": {"message_id": id, "chat": {"id": chat}}});
    testing::answers(200, result.to_string());
}

pub fn refused(status: u16, said: &str, parameters: Value) {
    let refused = json!({"ok": false, "error_code": status, "description": said,
        "parameters": parameters});
    testing::answers(status, refused.to_string());
}

/// Sends by a server of our own, so that dropping the message's test blobs is not our business.
pub fn send(msg: Message) -> Result<SentPart, Failure> {
    send_parts(msg).map_err(|broken| broken.failure)
}

/// The same, telling how far it came.
fn send_parts(msg: Message) -> Result<SentPart, Box<Broken>> {
    let api = crate::api(&account()).expect("the settings read");
    let result = all_parts(|part| crate::send::send_part(&api, &msg, &part));
    testing::keep(msg);
    result
}

pub fn body(sent: &testing::SentRequest) -> Value {
    serde_json::from_str(&sent.body).expect("the body is JSON")
}

#[test]
fn a_text_goes_out_as_an_answer() {
    accepted(111, 5);
    let mut msg = message("111", "Hi Ann", &[]);
    msg.reply_to = Some("111:4".into());
    let first = Position { index: 0, external_ids: vec![] };
    let sent = Telegram::send_part(account(), msg, first).expect("it is sent");
    assert_eq!((sent.external_ids, sent.status.as_str()), (vec!["111:5".to_owned()], "sent"));
    let requests = testing::take_sent();
    assert!(requests[0].url.ends_with("/bot{credential:bot}/sendMessage"));
    assert_eq!(
        body(&requests[0]),
        json!({"chat_id": 111, "text": "Hi Ann",
            "reply_parameters": {"message_id": 4, "allow_sending_without_reply": true}})
    );
}

#[test]
fn a_topic_is_answered_in_the_topic_and_another_chats_message_is_not_answered() {
    accepted(-1001234, 6);
    let mut msg = message("-1001234/55", "Hi", &[]);
    msg.reply_to = Some("111:4".into());
    send(msg).expect("it is sent");
    assert_eq!(
        body(&testing::take_sent()[0]),
        json!({"chat_id": -1001234, "message_thread_id": 55, "text": "Hi"})
    );
}

#[test]
fn a_long_text_goes_out_in_pieces_and_only_the_first_answers() {
    accepted(111, 5);
    accepted(111, 6);
    let mut msg = message("111", &"word ".repeat(1500), &[]);
    msg.reply_to = Some("111:4".into());
    let sent = send(msg).expect("it is sent");
    assert_eq!(sent.external_ids, ["111:5", "111:6"]);
    let requests = testing::take_sent();
    assert!(body(&requests[0]).get("reply_parameters").is_some());
    assert!(body(&requests[1]).get("reply_parameters").is_none());
}

#[test]
fn files_go_out_one_by_one_with_the_text_as_caption() {
    accepted(111, 5);
    accepted(111, 6);
    let files = [(1, "image/jpeg", "a.jpg"), (2, "application/pdf", "b.pdf")];
    let sent = send(message("111", "Both", &files)).expect("it is sent");
    assert_eq!(sent.external_ids, ["111:5", "111:6"]);
    let requests = testing::take_sent();
    assert!(requests[0].url.ends_with("/sendPhoto") && requests[1].url.ends_with("/sendDocument"));
    let parts = |sent: &testing::SentRequest| {
        let mut parts: Vec<_> = sent.body.lines().map(str::to_owned).collect();
        parts.sort();
        parts
    };
    assert_eq!(parts(&requests[0]), ["caption=Both", "chat_id=111", "photo=<blob 1: a.jpg>"]);
    assert_eq!(parts(&requests[1]), ["chat_id=111", "document=<blob 2: b.pdf>"]);
}

#[test]
fn each_file_goes_by_the_method_for_its_kind() {
    let method = |mime, kind, size| {
        let file = Outgoing { mime, kind, filename: None, size };
        let steps = plan(None, &[file], &[]).expect("a plan").steps;
        let [Step::File(step)] = &steps[..] else { panic!("one file") };
        step.method
    };
    for (mime, kind, expected) in [
        ("image/png", "image", "sendPhoto"),
        ("image/svg+xml", "image", "sendDocument"),
        ("image/gif", "image", "sendAnimation"),
        ("video/mp4", "video", "sendVideo"),
        ("video/x-matroska", "video", "sendDocument"),
        ("audio/mpeg", "audio", "sendAudio"),
        ("audio/mpeg", "voice", "sendVoice"),
        ("audio/ogg; codecs=opus", "audio", "sendVoice"),
        ("audio/wav", "audio", "sendDocument"),
        ("text/csv", "document", "sendDocument"),
    ] {
        assert_eq!(method(mime, kind, Some(1)), expected, "{mime} {kind}");
    }
    assert_eq!(method("image/jpeg", "image", Some(11 << 20)), "sendDocument");
}

#[test]
fn a_text_too_long_for_a_caption_goes_first() {
    let text = "é".repeat(1025);
    let file = Outgoing { mime: "image/png", kind: "image", filename: None, size: None };
    let steps = plan(Some(&text), &[file], &[]).expect("a plan").steps;
    let [Step::Plain("sendMessage", _), Step::File(step)] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!((step.caption.as_deref(), step.filename.as_str()), (None, "file_1"));
    assert!(plan(Some(" "), &[], &[]).is_err(), "nothing to send");
}

#[test]
fn a_group_that_moved_is_followed_and_remembered() {
    let said = "Bad Request: group chat was upgraded to a supergroup chat";
    refused(400, said, json!({"migrate_to_chat_id": -10077}));
    accepted(-10077, 1);
    let sent = send(message("-77", "Hi", &[])).expect("it is sent");
    assert_eq!(sent.external_ids, ["-10077:1"]);
    let kv: Vec<_> =
        sent.batch.kv.iter().map(|op| (op.key.as_str(), op.value.as_deref())).collect();
    assert_eq!(kv, [("moved:-77", Some(&b"-10077"[..])), ("was:-10077", Some(&b"-77"[..]))]);

    testing::take_sent();
    testing::set_kv("moved:-77", b"-10077");
    accepted(-10077, 2);
    send(message("-77", "Again", &[])).expect("it is sent");
    assert_eq!(body(&testing::take_sent()[0])["chat_id"], -10077);
}

#[test]
fn a_picture_telegram_cannot_show_goes_as_a_file() {
    refused(400, "Bad Request: PHOTO_INVALID_DIMENSIONS", json!({}));
    accepted(111, 5);
    send(message("111", "", &[(1, "image/png", "long.png")])).expect("it is sent");
    assert!(testing::take_sent()[1].url.ends_with("/sendDocument"));
}

#[test]
fn a_lost_answer_is_unknown_and_a_lost_line_is_tried_again() {
    let fail = |error| {
        testing::fails(error);
        send(message("111", "Hi", &[])).expect_err("it fails")
    };
    assert!(matches!(fail(NetError::Timeout(true)), Failure::OutcomeUnknown(_)));
    assert!(matches!(fail(NetError::Timeout(false)), Failure::Retryable(_)));
    let connect = NetError::Connect(Detail::new("net.connect", "No way there."));
    assert!(matches!(fail(connect), Failure::Retryable(_)));
    testing::answers(200, "<html>");
    let strange = send(message("111", "Hi", &[]));
    assert!(matches!(strange, Err(Failure::OutcomeUnknown(_))));
}

#[test]
fn a_part_that_fails_leaves_those_before_it_sent() {
    accepted(111, 5);
    refused(429, "Too Many Requests: retry after 3", json!({"retry_after": 3}));
    let files = [(1, "image/jpeg", "a.jpg"), (2, "image/jpeg", "b.jpg")];
    let broken = send_parts(message("111", "", &files)).expect_err("the second is refused");
    assert_eq!((broken.sent, broken.external_ids), (1, vec!["111:5".to_owned()]));
    assert!(matches!(broken.failure, Failure::RateLimited(_)), "{:?}", broken.failure);
    testing::take_sent();

    // The host asks for the second again, and the first is left alone.
    accepted(111, 6);
    let msg = message("111", "", &files);
    let api = crate::api(&account()).expect("the settings read");
    let second = Position { index: 1, external_ids: vec!["111:5".to_owned()] };
    let part = crate::send::send_part(&api, &msg, &second).expect("it is sent");
    testing::keep(msg);
    assert_eq!((part.external_ids, part.of), (vec!["111:6".to_owned()], 2));
    let [request] = &testing::take_sent()[..] else { panic!("one request") };
    assert!(request.body.contains("b.jpg") && !request.body.contains("a.jpg"), "{}", request.body);

    accepted(111, 5);
    testing::fails(NetError::Timeout(true));
    let broken = send_parts(message("111", "", &files)).expect_err("the second is lost");
    assert!(matches!(broken.failure, Failure::OutcomeUnknown(_)));
}

#[test]
fn a_file_that_is_missing_or_too_large_stops_before_anything_is_sent() {
    testing::set_size(2, 60 << 20);
    let files = [(1, "image/jpeg", "a.jpg"), (2, "video/mp4", "film.mp4")];
    let failure = send(message("111", "Hi", &files)).expect_err("too large");
    assert!(matches!(failure, Failure::Permanent(d) if d.message.starts_with("film.mp4")));
    let mut msg = message("111", "Hi", &files[..1]);
    if let Some(blob) = msg.attachments[0].blob.take() {
        testing::keep(blob);
    }
    assert!(matches!(send(msg), Err(Failure::Permanent(_))));
    assert!(testing::take_sent().is_empty());
}

#[test]
fn typing_is_shown_and_the_rest_is_not_asked_of_telegram() {
    let signal = |kind: &str| presence::Signal {
        thread: "111".into(),
        recipient: "111".into(),
        kind: kind.into(),
        agent_name: "Bob".into(),
    };
    testing::answers(200, json!({"ok": true, "result": true}).to_string());
    for kind in ["typing", "stopped", "read"] {
        Telegram::notify(account(), signal(kind)).expect("a signal");
    }
    let requests = testing::take_sent();
    assert_eq!(requests.len(), 1);
    assert_eq!(body(&requests[0]), json!({"chat_id": 111, "action": "typing"}));
}
