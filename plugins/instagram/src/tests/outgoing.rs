//! What agents send.

use super::{OWN, account};
use crate::Instagram;
use patchbay_plugin::outbound_edits::{Guest as _, Target};
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::outgoing;
use patchbay_plugin::prelude::*;
use patchbay_plugin::presence::Guest as _;
use patchbay_plugin::testing::{self, Broken, all_parts};
use serde_json::{Value, json};

const THREAD: &str = "9000000000000007";

fn message(thread: &str, text: &str, files: &[(u32, &str, &str)]) -> Message {
    Message {
        op_id: "op-1".into(),
        attempt: 1,
        prior_unknown: false,
        thread: thread.into(),
        channel: "IG_PM".into(),
        recipient: thread.into(),
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
        extras: vec![(
            "attachment-json".into(),
            json!([{ "url": "/api/attachments/1?s=x" }]).to_string(),
        )],
    }
}

fn send_part(login: &str, msg: &Message, part: &Position) -> Result<SentPart, Failure> {
    let page = crate::access(&account(login)).expect("the settings read").page;
    match crate::comments::is_thread(&msg.thread) {
        true => crate::comments::send_part(&page, msg, part),
        false => graph::messenger::send_part(&page, msg, part),
    }
}

/// Sends all parts, without dropping the message's test blobs.
fn send_parts(login: &str, msg: Message) -> Result<SentPart, Box<Broken>> {
    let result = all_parts(|part| send_part(login, &msg, &part));
    testing::keep(msg);
    result
}

fn send(login: &str, msg: Message) -> Result<SentPart, Failure> {
    send_parts(login, msg).map_err(|broken| broken.failure)
}

fn accepted() {
    testing::answers(200, json!({ "recipient_id": THREAD, "message_id": "m_5" }).to_string());
}

fn body(sent: &testing::SentRequest) -> Value {
    serde_json::from_str(&sent.body).expect("JSON")
}

#[test]
fn each_way_of_connecting_has_its_address() {
    accepted();
    accepted();
    for login in ["facebook", "instagram"] {
        send(login, message(THREAD, "Hi", &[])).expect("it is sent");
    }
    let sent = testing::take_sent();
    assert_eq!(sent[0].url, "https://graph.facebook.com/v25.0/104001000000001/messages");
    assert_eq!(sent[1].url, "https://graph.instagram.com/v25.0/me/messages");
    assert_eq!(
        body(&sent[0]),
        json!({ "recipient": { "id": THREAD }, "messaging_type": "RESPONSE", "message": { "text": "Hi" } })
    );
}

#[test]
fn a_text_is_counted_in_bytes() {
    accepted();
    accepted();
    let sent = send("facebook", message(THREAD, &"สวัสดี ".repeat(60), &[])).expect("it is sent");
    assert_eq!(sent.external_ids.len(), 2);
    for one in testing::take_sent() {
        assert!(body(&one)["message"]["text"].as_str().expect("a text").len() <= 1000);
    }
}

#[test]
fn a_file_is_fetched_from_this_desk() {
    accepted();
    send("facebook", message(THREAD, "", &[(1, "image/png", "a.png")])).expect("it is sent");
    assert_eq!(
        body(&testing::take_sent()[0])["message"]["attachment"],
        json!({ "type": "image", "payload": { "url": "https://desk.example/api/attachments/1?s=x" } })
    );
    let mut page = crate::access(&account("facebook")).expect("the settings read").page;
    page.public_url = String::new();
    let msg = message(THREAD, "Look", &[(1, "image/png", "a.png")]);
    let failure = all_parts(|part| graph::messenger::send_part(&page, &msg, &part));
    testing::keep(msg);
    let broken = failure.expect_err("there is no address");
    assert_eq!(broken.sent, 0, "the words before it stay here, too");
    assert!(matches!(broken.failure, Failure::Permanent(d) if d.code == "instagram.no-address"));
}

#[test]
fn a_part_that_fails_leaves_those_before_it_sent() {
    let refused = || {
        let error = json!({ "error": { "message": "no", "code": 613, "error_subcode": 2534040 } });
        testing::answers(400, error.to_string());
    };
    let file = [(1, "image/png", "a.png")];
    let long = "word ".repeat(500);
    for (thread, text, files) in [(THREAD, "Look", &file[..]), ("comment:1800", &long, &[])] {
        let taken = || testing::answers(200, r#"{"id":"1810","message_id":"1810"}"#);
        taken();
        refused();
        let broken = send_parts("facebook", message(thread, text, files)).expect_err("refused");
        assert_eq!((broken.sent, broken.external_ids), (1, vec!["1810".to_owned()]));
        assert!(matches!(broken.failure, Failure::RateLimited(_)), "{:?}", broken.failure);
        let [_, refused] = &testing::take_sent()[..] else { panic!("two requests") };

        // The host asks for the second again, and the first is left alone.
        taken();
        let second = Position { index: 1, external_ids: vec!["1810".to_owned()] };
        let msg = message(thread, text, files);
        assert_eq!(send_part("facebook", &msg, &second).expect("it is sent").of, 2);
        testing::keep(msg);
        let [request] = &testing::take_sent()[..] else { panic!("one request") };
        assert_eq!((&request.url, &request.body), (&refused.url, &refused.body));
    }
}

#[test]
fn each_file_goes_by_its_kind() {
    for (mime, kind) in
        [("video/mp4", "video"), ("audio/mp4", "audio"), ("application/pdf", "file")]
    {
        accepted();
        send("facebook", message(THREAD, "", &[(1, mime, "a")])).expect("it is sent");
        assert_eq!(body(&testing::take_sent()[0])["message"]["attachment"]["type"], kind);
    }
}

#[test]
fn choices_and_quotes_take_instagrams_forms() {
    let sent = |contents, reply_to: Option<&str>| {
        accepted();
        let reply_to = reply_to.map(str::to_owned);
        let msg = Message { contents, reply_to, ..message(THREAD, "Which?", &[]) };
        send("facebook", msg).expect("it is sent");
        body(&testing::take_sent()[0])
    };
    let red = outgoing::QuickReply { id: "r".into(), title: "Red".into() };
    let quick = sent(vec![outgoing::Content::QuickReplies(vec![red])], None);
    assert_eq!(
        quick["message"]["quick_replies"],
        json!([{ "content_type": "text", "title": "Red", "payload": "r" }])
    );
    let yes = outgoing::Button { id: "y".into(), title: "Yes".into(), url: None };
    let buttons = sent(vec![outgoing::Content::Buttons(vec![yes])], None);
    assert_eq!(buttons["message"]["attachment"]["payload"]["template_type"], "button");
    assert_eq!(sent(Vec::new(), Some("m_1"))["reply_to"], json!({ "mid": "m_1" }));
}

#[test]
fn signals_go_to_private_chats_only() {
    for kind in ["typing", "read"] {
        accepted();
        for thread in [THREAD, "comment:1800"] {
            let signal = presence::Signal {
                thread: thread.into(),
                recipient: thread.into(),
                kind: kind.into(),
                agent_name: "Bob".into(),
            };
            Instagram::notify(account("facebook"), signal).expect("it is told or left out");
        }
    }
    let sent: Vec<Value> = testing::take_sent().iter().map(body).collect();
    let actions: Vec<&Value> = sent.iter().map(|body| &body["sender_action"]).collect();
    assert_eq!(actions, ["typing_on", "mark_seen"]);
}

#[test]
fn comments_and_mentions_are_answered_where_they_are() {
    for _ in 0..3 {
        testing::answers(200, r#"{"id":"1810"}"#);
    }
    for thread in ["comment:1800", "mention:17/1805", "mention:19/"] {
        assert_eq!(
            send("facebook", message(thread, "Thanks", &[])).expect("sent").external_ids,
            ["1810"]
        );
    }
    let sent = testing::take_sent();
    assert!(
        sent[0].url.ends_with("/1800/replies")
            && sent[1].url.ends_with(&format!("/{OWN}/mentions"))
    );
    assert_eq!(
        body(&sent[1]),
        json!({ "media_id": "17", "comment_id": "1805", "message": "Thanks" })
    );
    assert_eq!(body(&sent[2]), json!({ "media_id": "19", "message": "Thanks" }));
    let file = message("comment:1800", "", &[(1, "image/png", "a.png")]);
    assert!(matches!(send("facebook", file), Err(Failure::Permanent(_))));
}

#[test]
fn a_heart_is_the_reaction_there_is() {
    let target = |thread: &str| Target {
        external_ids: vec!["m_4".into()],
        thread: thread.into(),
        channel: "IG_PM".into(),
        recipient: thread.into(),
        op_id: "op-2".into(),
    };
    accepted();
    Instagram::react(account("facebook"), target(THREAD), Some("❤️".into())).expect("it is done");
    let sent = body(&testing::take_sent()[0]);
    assert_eq!(sent["payload"], json!({ "message_id": "m_4", "reaction": "love" }));
    let comment = Instagram::react(account("facebook"), target("comment:1"), Some("❤️".into()));
    assert!(matches!(comment, Err(Failure::Permanent(d)) if d.code == "unsupported"));
}

#[test]
fn the_closed_window_and_the_owners_switch_are_told_apart() {
    let fail = |code: u64, sub: u64| {
        let error = json!({ "error": { "message": "no", "code": code, "error_subcode": sub } });
        testing::answers(400, error.to_string());
        send("facebook", message(THREAD, "Hi", &[])).expect_err("it is refused")
    };
    assert!(
        matches!(fail(10, 2534022), Failure::Permanent(d) if d.code == "instagram.10.2534022.window")
    );
    assert!(matches!(fail(200, 2534041), Failure::AuthExpired(_)));
    assert!(matches!(fail(10, 2534077), Failure::AuthExpired(_)));
    assert!(matches!(fail(100, 2534014), Failure::Permanent(_)));
    assert!(matches!(fail(613, 2534040), Failure::RateLimited(_)));
}
