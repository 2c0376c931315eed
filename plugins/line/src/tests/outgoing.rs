//! What agents send, and everything that can happen on the way.

use super::{ANN, account};
use crate::Line;
use crate::plan::{Outgoing, OutgoingContent, plan};
use patchbay_plugin::outbound_parts::{Guest as _, Position, SentPart};
use patchbay_plugin::outgoing::{Button, Content, QuickReply};
use patchbay_plugin::prelude::{Attachment, Failure, Location, Message, NetError};
use patchbay_plugin::testing::{self, Broken, all_parts};
use serde_json::{Value, json};

fn message(text: &str) -> Message {
    Message {
        op_id: "op-1".into(),
        attempt: 1,
        prior_unknown: false,
        thread: ANN.into(),
        channel: "LINE_DM".into(),
        recipient: ANN.into(),
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

fn send_part(settings: &Value, msg: &Message, part: &Position) -> Result<SentPart, Failure> {
    testing::set_secret("channel_secret");
    let account = account(settings);
    let settings = patchbay_plugin::config(&account).expect("the settings read");
    crate::send::send_part(&account, &settings, msg, part)
}

/// Sends all parts, telling how far it came.
fn send_parts(settings: &Value, msg: &Message) -> Result<SentPart, Box<Broken>> {
    all_parts(|part| send_part(settings, msg, &part))
}

fn send_with(settings: Value, msg: Message) -> Result<SentPart, Failure> {
    send_parts(&settings, &msg).map_err(|broken| broken.failure)
}

fn send(msg: Message) -> Result<SentPart, Failure> {
    send_with(json!({}), msg)
}

fn accepted(ids: &[&str]) {
    let sent: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
    testing::answers(200, json!({"sentMessages": sent}).to_string());
}

fn refused(status: u16, said: &str) {
    testing::answers(status, json!({"message": said}).to_string());
}

fn body(sent: &testing::SentRequest) -> Value {
    serde_json::from_str(&sent.body).expect("the body is JSON")
}

#[test]
fn a_text_is_pushed_to_the_conversation() {
    accepted(&["11"]);
    let sent = send(message("Hi")).expect("it is sent");
    assert_eq!(sent.external_ids, ["11"]);
    let requests = testing::take_sent();
    assert!(requests[0].url.ends_with("/v2/bot/message/push"));
    let expected = json!({"to": ANN, "messages": [{"type": "text", "text": "Hi"}]});
    assert_eq!(body(&requests[0]), expected);
}

#[test]
fn what_line_had_accepted_before_counts_as_sent() {
    let said = json!({"message": "The retry key is already accepted",
        "sentMessages": [{"id": "11"}]});
    testing::answers(409, said.to_string());
    assert_eq!(send(message("Hi")).expect("it is sent").external_ids, ["11"]);
    refused(409, "The retry key is already accepted");
    assert_eq!(send(message("Hi")).expect("it is sent").external_ids, ["sent:op-1/0.0"]);
}

#[test]
fn a_lost_answer_is_unknown_and_a_lost_line_is_tried_again() {
    testing::fails(NetError::Timeout(true));
    assert!(matches!(send(message("Hi")), Err(Failure::OutcomeUnknown(_))));
    testing::fails(NetError::Timeout(false));
    assert!(matches!(send(message("Hi")), Err(Failure::Retryable(_))));
    testing::answers(200, "<html>");
    assert!(matches!(send(message("Hi")), Err(Failure::OutcomeUnknown(_))));
}

#[test]
fn more_than_five_messages_go_in_several_requests() {
    accepted(&["1", "2", "3", "4", "5"]);
    accepted(&["6"]);
    let sent = send(message(&"word ".repeat(5500))).expect("it is sent");
    assert_eq!(sent.external_ids.len(), 6);
    let counts: Vec<_> = testing::take_sent()
        .iter()
        .map(|request| body(request)["messages"].as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(counts, [5, 1]);
}

#[test]
fn a_part_that_fails_leaves_those_before_it_sent() {
    let long = message(&"word ".repeat(5500));
    let first = ["1", "2", "3", "4", "5"];
    // A free reply cannot be repeated, and need not be: what follows it is a part of its own.
    for settings in [json!({}), free()] {
        token(1_699_999_990_000);
        accepted(&first);
        refused(429, "The API rate limit has been exceeded.");
        let broken = send_parts(&settings, &long).expect_err("the second is refused");
        assert_eq!((broken.sent, &broken.external_ids[..]), (1, &first.map(str::to_owned)[..]));
        assert!(matches!(broken.failure, Failure::RateLimited(_)), "{:?}", broken.failure);
        let sent = testing::take_sent();

        // The host asks for the second again, and the first is left alone.
        accepted(&["6"]);
        let second = Position { index: 1, external_ids: first.map(str::to_owned).to_vec() };
        let part = send_part(&settings, &long, &second).expect("it is sent");
        assert_eq!((part.external_ids, part.of), (vec!["6".to_owned()], 2));
        let [again] = &testing::take_sent()[..] else { panic!("one request") };
        assert_eq!((&again.url, &again.body), (&sent[1].url, &sent[1].body));
    }
}

#[test]
fn a_quote_is_kept_when_known_and_given_up_when_line_refuses_it() {
    testing::set_kv(&format!("quotes:{ANN}"), br#"[["9","quote-9"]]"#);
    let quoting = || Message { reply_to: Some("9".into()), ..message("Yes") };
    accepted(&["11"]);
    send(quoting()).expect("it is sent");
    assert_eq!(body(&testing::take_sent()[0])["messages"][0]["quoteToken"], "quote-9");

    refused(400, "The property, 'quoteToken', in the request body is invalid");
    accepted(&["12"]);
    assert_eq!(send(quoting()).expect("it is sent").external_ids, ["12"]);
    assert!(body(&testing::take_sent()[1])["messages"][0].get("quoteToken").is_none());
}

fn token(at_ms: u64) {
    testing::set_now_ms(1_700_000_000_000);
    testing::set_kv(&format!("reply:{ANN}"), json!(["tok", at_ms]).to_string().as_bytes());
}

fn free() -> Value {
    json!({"free_replies": true})
}

#[test]
fn a_fresh_reply_token_is_used_once() {
    token(1_699_999_980_000);
    accepted(&["11"]);
    let sent = send_with(free(), message("Hi")).expect("it is sent");
    assert!(testing::take_sent()[0].url.ends_with("/v2/bot/message/reply"));
    assert!(sent.batch.kv.iter().any(|op| op.key.starts_with("reply:") && op.value.is_none()));
}

#[test]
fn an_old_token_a_second_attempt_and_a_refused_token_become_pushes() {
    let urls = || testing::take_sent().iter().map(|s| s.url.clone()).collect::<Vec<_>>();
    token(1_699_999_900_000);
    accepted(&["11"]);
    send_with(free(), message("Hi")).expect("it is sent");
    assert!(urls()[0].ends_with("/push"));

    token(1_699_999_990_000);
    accepted(&["11"]);
    send_with(free(), Message { attempt: 2, prior_unknown: true, ..message("Hi") }).expect("sent");
    assert!(urls()[0].ends_with("/push"));

    refused(400, "Invalid reply token");
    accepted(&["11"]);
    send_with(free(), message("Hi")).expect("it is sent");
    assert!(urls()[1].ends_with("/push"));
}

#[test]
fn a_reply_whose_answer_was_lost_is_asked_about_by_its_own_token() {
    token(1_699_999_990_000);
    // The first arrived: the token is used up.
    testing::fails(NetError::Timeout(true));
    refused(400, "Invalid reply token");
    assert_eq!(send_with(free(), message("Hi")).expect("sent").external_ids, ["sent:op-1/0.0"]);
    // The first did not arrive: the second did.
    testing::fails(NetError::Timeout(true));
    accepted(&["12"]);
    assert_eq!(send_with(free(), message("Hi")).expect("sent").external_ids, ["12"]);
    // Nobody can say; nothing is sent again.
    testing::fails(NetError::Timeout(true));
    testing::fails(NetError::Timeout(true));
    let failure = send_with(free(), message("Hi")).expect_err("nobody knows");
    assert_eq!(failure.detail().expect("a detail").code, "line.reply-unknown");
    assert!(matches!(failure, Failure::Permanent(_)));
    assert!(testing::take_sent().iter().all(|sent| sent.url.ends_with("/reply")));
}

fn file(mime: &str, size: u64) -> Outgoing {
    let url = "https://desk.example.com/f".to_owned();
    Outgoing { mime: mime.into(), filename: "f".into(), size, url }
}

#[test]
fn each_file_goes_in_the_form_line_can_show() {
    let kind = |mime: &str, size: u64, preview: &str| {
        let files = [file(mime, size)];
        let wanted = OutgoingContent { files: &files, preview, ..OutgoingContent::default() };
        plan(&wanted).expect("a plan")[0]["type"].as_str().expect("a type").to_owned()
    };
    let mb = 1 << 20;
    for (mime, size, preview, expected) in [
        ("image/jpeg", mb, "", "image"),
        ("image/png", 2 * mb, "", "text"),
        ("image/png", 2 * mb, "https://x.example/p.png", "image"),
        ("image/png", 11 * mb, "https://x.example/p.png", "text"),
        ("image/gif", 1, "", "text"),
        ("video/mp4", mb, "", "text"),
        ("video/mp4", mb, "https://x.example/p.png", "video"),
        ("video/mp4", 201 * mb, "https://x.example/p.png", "text"),
        ("audio/mpeg", mb, "", "audio"),
        ("audio/x-m4a", mb, "", "audio"),
        ("audio/ogg; codecs=opus", mb, "", "text"),
        ("application/pdf", 1, "", "text"),
    ] {
        assert_eq!(kind(mime, size, preview), expected, "{mime} {size} {preview}");
    }
}

#[test]
fn files_need_an_address_of_the_desk() {
    let msg = || Message {
        attachments: vec![Attachment {
            blob: None,
            mime: "image/png".into(),
            filename: Some("a.png".into()),
            kind: "image".into(),
            content_id: None,
        }],
        extras: vec![(
            "attachment-json".into(),
            r#"[{"url":"/api/attachments/1?s=x","size":5}]"#.into(),
        )],
        ..message("")
    };
    accepted(&["1"]);
    send(msg()).expect("it is sent");
    let sent = body(&testing::take_sent()[0]);
    let url = "https://desk.example.com/api/attachments/1?s=x";
    assert_eq!(sent["messages"][0]["originalContentUrl"], url);

    testing::set_secret("channel_secret");
    let nowhere =
        patchbay_plugin::types::Account { public_url: String::new(), ..account(&json!({})) };
    let first = Position { index: 0, external_ids: vec![] };
    let failure = Line::send_part(nowhere, msg(), first).expect_err("LINE could not load it");
    assert_eq!(failure.detail().expect("a detail").code, "line.no-address");
}

#[test]
fn buttons_quick_replies_and_places_take_lines_forms() {
    let contents = [
        Content::Buttons(vec![
            Button { id: "y".into(), title: "Yes".into(), url: None },
            Button { id: "u".into(), title: "Look".into(), url: Some("https://x.example".into()) },
        ]),
        Content::Location(Location { latitude: 1.5, longitude: 2.5, name: None, address: None }),
        Content::QuickReplies(vec![QuickReply { id: "q".into(), title: "Thanks".into() }]),
    ];
    let wanted =
        OutgoingContent { text: "Shall we?", contents: &contents, ..OutgoingContent::default() };
    let messages = plan(&wanted).expect("a plan");
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[0]["template"]["text"], "Shall we?");
    assert_eq!(messages[0]["template"]["actions"][0]["data"], r#"{"b":"y","t":"Yes"}"#);
    assert_eq!(messages[0]["template"]["actions"][1]["uri"], "https://x.example");
    assert_eq!(messages[1]["title"], "1.50000, 2.50000");
    assert_eq!(messages[1]["quickReply"]["items"][0]["action"]["displayText"], "Thanks");

    // A text too long to stand above the buttons comes before them.
    let long = "a".repeat(161);
    let wanted =
        OutgoingContent { text: &long, contents: &contents[..1], ..OutgoingContent::default() };
    let messages = plan(&wanted).expect("a plan");
    assert_eq!(messages[0]["type"], "text");
    assert_eq!(messages[1]["template"]["text"], "Yes / Look");
    assert!(plan(&OutgoingContent::default()).is_err(), "nothing to send");
}
