//! What agents send, and everything that can happen on the way.

use super::{PAGE, account};
use crate::Facebook;
use patchbay_plugin::directory::Guest as _;
use patchbay_plugin::outbound_edits::{Guest as _, Target};
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::outgoing::{Button, Content};
use patchbay_plugin::prelude::*;
use patchbay_plugin::presence::Guest as _;
use patchbay_plugin::testing::{self, Broken, all_parts};
use serde_json::{Value, json};

const THREAD: &str = "7000000000000007";
const HOUR_MS: u64 = 3_600_000;

fn message(
    thread: &str,
    text: &str,
    files: &[(u32, &str, &str)],
    contents: Vec<Content>,
) -> Message {
    Message {
        op_id: "op-1".into(),
        attempt: 1,
        prior_unknown: false,
        thread: thread.into(),
        channel: "FB_PM".into(),
        recipient: thread.into(),
        ticket: "12".into(),
        subject: None,
        text: Some(text.into()),
        html: None,
        reply_to: None,
        references: Vec::new(),
        to: Vec::new(),
        cc: Vec::new(),
        contents,
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

fn send_part(msg: &Message, part: &Position, human_agent: bool) -> Result<SentPart, Failure> {
    let page = crate::page(&account(human_agent)).expect("the settings read");
    match crate::feed::is_thread(&msg.thread) {
        true => crate::feed::send_part(&page, msg, part),
        false => graph::messenger::send_part(&page, msg, part),
    }
}

/// Sends all parts, without dropping the message's test blobs.
fn send_parts(msg: Message, human_agent: bool) -> Result<SentPart, Box<Broken>> {
    let result = all_parts(|part| send_part(&msg, &part, human_agent));
    testing::keep(msg);
    result
}

fn send(msg: Message, human_agent: bool) -> Result<SentPart, Failure> {
    send_parts(msg, human_agent).map_err(|broken| broken.failure)
}

fn accepted() {
    testing::answers(200, json!({ "recipient_id": THREAD, "message_id": "m_5" }).to_string());
}

fn refused(status: u16, code: u64, sub: u64) {
    let error = json!({ "error": { "message": "no", "code": code, "error_subcode": sub } });
    testing::answers(status, error.to_string());
}

fn bodies() -> Vec<Value> {
    let sent = testing::take_sent();
    sent.iter().map(|one| serde_json::from_str(&one.body).unwrap_or(json!(one.body))).collect()
}

#[test]
fn a_text_goes_out_as_an_answer() {
    accepted();
    let mut msg = message(THREAD, "Hi", &[], Vec::new());
    msg.reply_to = Some("m_4".into());
    assert_eq!(send(msg, false).expect("it is sent").external_ids, ["m_5"]);
    assert_eq!(
        bodies(),
        [json!({ "recipient": { "id": THREAD }, "messaging_type": "RESPONSE",
            "reply_to": { "mid": "m_4" }, "message": { "text": "Hi" } })]
    );
}

#[test]
fn a_long_text_goes_out_in_pieces() {
    accepted();
    accepted();
    let sent = send(message(THREAD, &"word ".repeat(500), &[], Vec::new()), false);
    assert_eq!(sent.expect("it is sent").external_ids.len(), 2);
    let long = |body: &Value| body["message"]["text"].as_str().is_some_and(|t| t.len() > 2000);
    assert!(!bodies().iter().any(long));
}

#[test]
fn a_part_that_fails_leaves_those_before_it_sent() {
    let msg = || {
        let mut msg = message(THREAD, "Look", &[(3, "image/png", "a.png")], Vec::new());
        msg.reply_to = Some("m_4".into());
        msg
    };
    accepted();
    refused(400, 613, 0);
    let broken = send_parts(msg(), false).expect_err("the second is refused");
    assert_eq!((broken.sent, broken.external_ids), (1, vec!["m_5".to_owned()]));
    assert!(matches!(broken.failure, Failure::RateLimited(_)), "{:?}", broken.failure);
    testing::take_sent();

    // The host asks for the second again, and the first is left alone.
    accepted();
    let second = Position { index: 1, external_ids: vec!["m_5".to_owned()] };
    let msg = msg();
    assert_eq!(send_part(&msg, &second, false).expect("it is sent").of, 2);
    testing::keep(msg);
    let [request] = &testing::take_sent()[..] else { panic!("one request") };
    assert!(request.body.contains("a.png") && !request.body.contains("m_4"), "{}", request.body);
}

#[test]
fn comments_are_made_one_after_the_other() {
    let pictures = [(1, "image/png", "a.png"), (2, "image/png", "b.png")];
    let msg = || {
        let mut msg = message("comment:500_9", "Two", &pictures, Vec::new());
        let urls = ["/api/attachments/1?s=x", "/api/attachments/2?s=y"];
        let list: Vec<Value> = urls.iter().map(|url| json!({ "url": url })).collect();
        msg.extras = vec![("attachment-json".into(), json!(list).to_string())];
        msg
    };
    testing::answers(200, json!({ "id": "500_12" }).to_string());
    testing::fails(NetError::Timeout(true));
    let broken = send_parts(msg(), false).expect_err("the second is lost");
    assert_eq!((broken.sent, broken.external_ids), (1, vec!["500_12".to_owned()]));
    assert!(matches!(broken.failure, Failure::OutcomeUnknown(_)), "{:?}", broken.failure);
    testing::take_sent();

    testing::answers(200, json!({ "id": "500_13" }).to_string());
    let second = Position { index: 1, external_ids: vec!["500_12".to_owned()] };
    let msg = msg();
    let part = send_part(&msg, &second, false).expect("it is sent");
    testing::keep(msg);
    assert_eq!((part.of, part.status.as_str()), (2, "delivered"));
    let url = "https://desk.example/api/attachments/2?s=y";
    assert_eq!(bodies(), [json!({ "attachment_url": url })]);
}

#[test]
fn nothing_is_quoted_that_facebook_has_no_id_of() {
    for made in ["referral-1-2".to_owned(), format!("postback-{THREAD}-1767323045000")] {
        accepted();
        let mut msg = message(THREAD, "Hi", &[], Vec::new());
        msg.reply_to = Some(made);
        send(msg, false).expect("it is sent");
        assert!(bodies()[0].get("reply_to").is_none());
    }
}

#[test]
fn a_review_is_liked_by_its_story() {
    testing::answers(200, json!({ "success": true }).to_string());
    let page = crate::page(&account(false)).expect("the settings read");
    crate::feed::like(&page, "review-77", true).expect("it is liked");
    assert!(testing::take_sent()[0].url.ends_with("/77/likes"));
}

#[test]
fn after_a_day_only_a_person_may_answer() {
    let key = format!("last:{THREAD}");
    testing::set_now_ms(1_700_000_000_000);
    for (hours, human_agent, tag) in
        [(23, true, None), (25, true, Some("HUMAN_AGENT")), (25, false, None)]
    {
        testing::set_kv(&key, (1_700_000_000_000 - hours * HOUR_MS).to_string().as_bytes());
        accepted();
        send(message(THREAD, "Hi", &[], Vec::new()), human_agent).expect("it is sent");
        assert_eq!(bodies()[0]["tag"].as_str(), tag, "{hours} {human_agent}");
    }
    refused(403, 10, 2018278);
    let failure = send(message(THREAD, "Hi", &[], Vec::new()), false);
    assert!(
        matches!(failure, Err(Failure::Permanent(d)) if d.code == "facebook.10.2018278.window")
    );
}

#[test]
fn a_file_is_handed_in_with_its_message() {
    accepted();
    accepted();
    send(message(THREAD, "Look", &[(3, "image/png", "a.png")], Vec::new()), false).expect("sent");
    let sent = testing::take_sent();
    let mut parts: Vec<&str> = sent[1].body.lines().collect();
    parts.sort_unstable();
    assert_eq!(
        parts,
        [
            "filedata=<blob 3: a.png>",
            r#"message={"attachment":{"payload":{},"type":"image"}}"#,
            "messaging_type=RESPONSE",
            r#"recipient={"id":"7000000000000007"}"#,
        ]
    );
}

#[test]
fn each_file_goes_by_its_kind() {
    for (mime, kind) in
        [("video/mp4", "video"), ("audio/mp4", "audio"), ("application/pdf", "file")]
    {
        accepted();
        send(message(THREAD, "", &[(3, mime, "a")], Vec::new()), false).expect("it is sent");
        let wanted = format!(r#"message={{"attachment":{{"payload":{{}},"type":"{kind}"}}}}"#);
        let sent = testing::take_sent();
        assert!(sent[0].body.lines().any(|line| line == wanted), "{mime}");
    }
}

#[test]
fn buttons_become_a_template() {
    accepted();
    let button = |url: Option<&str>| Button {
        id: "y".into(),
        title: "Yes".into(),
        url: url.map(Into::into),
    };
    let buttons = vec![button(None), button(Some("https://a.example"))];
    send(message(THREAD, "Sure?", &[], vec![Content::Buttons(buttons)]), false)
        .expect("it is sent");
    assert_eq!(
        bodies()[0]["message"]["attachment"]["payload"],
        json!({ "template_type": "button", "text": "Sure?", "buttons": [
            { "type": "postback", "title": "Yes", "payload": "y" },
            { "type": "web_url", "title": "Yes", "url": "https://a.example" },
        ] })
    );
}

#[test]
fn refusals_lead_where_they_should() {
    let fail = |status, code, sub| {
        refused(status, code, sub);
        send(message(THREAD, "Hi", &[], Vec::new()), false).expect_err("it is refused")
    };
    for (code, sub) in
        [(190, 463), (200, 2018028), (10, 0), (100, 2018164), (200, 2534041), (368, 0), (2022, 0)]
    {
        assert!(matches!(fail(400, code, sub), Failure::AuthExpired(_)), "{code}/{sub}");
    }
    for (code, sub) in [
        (551, 0),
        (551, 1545041),
        (200, 1545041),
        (10, 2018108),
        (100, 2018001),
        (9000001, 0),
        (100, 33),
        (100, 2018109),
        (100, 2534025),
        (2018300, 0),
        (100, 2534037),
    ] {
        assert!(matches!(fail(400, code, sub), Failure::Permanent(_)), "{code}/{sub}");
    }
    for (code, sub) in [(4, 0), (613, 0), (613, 2534040), (613, 2018338), (80006, 0)] {
        assert!(matches!(fail(400, code, sub), Failure::RateLimited(_)), "{code}/{sub}");
    }
    for code in [1, 2] {
        assert!(matches!(fail(500, code, 0), Failure::Retryable(_)), "{code}");
    }
    testing::fails(NetError::Timeout(true));
    let lost = send(message(THREAD, "Hi", &[], Vec::new()), false);
    assert!(matches!(lost, Err(Failure::OutcomeUnknown(_))));
}

#[test]
fn a_comment_is_answered_below_itself_and_liked() {
    for _ in 0..2 {
        testing::answers(200, json!({ "id": "500_12" }).to_string());
    }
    let mut msg = message("comment:500_9", "Thank you", &[], Vec::new());
    assert_eq!(send(msg, false).expect("it is sent").external_ids, ["500_12"]);
    msg = message("comment:500_9", "", &[(1, "image/png", "a.png")], Vec::new());
    msg.reply_to = Some("500_10".into());
    send(msg, false).expect("it is sent");
    let sent = testing::take_sent();
    assert!(sent[0].url.ends_with("/500_9/comments") && sent[1].url.ends_with("/500_10/comments"));
    let body: Value = serde_json::from_str(&sent[1].body).expect("JSON");
    assert_eq!(body["attachment_url"], "https://desk.example/api/attachments/1?s=x");
    let file = message("comment:500_9", "", &[(1, "application/pdf", "a.pdf")], Vec::new());
    assert!(matches!(send(file, false), Err(Failure::Permanent(_))));

    let target = || Target {
        external_ids: vec!["500_9".into()],
        thread: "comment:500_9".into(),
        channel: "FB_PAGE_POST".into(),
        recipient: "55".into(),
        op_id: "op-2".into(),
    };
    for emoji in [Some("👍"), None] {
        testing::answers(200, r#"{"success":true}"#);
        Facebook::react(account(false), target(), emoji.map(str::to_owned)).expect("it is done");
    }
    let sent = testing::take_sent();
    assert_eq!((sent[0].method.as_str(), sent[1].method.as_str()), ("POST", "DELETE"));
}

#[test]
fn signals_go_to_private_chats_only() {
    let signal = |thread: &str, kind: &str| presence::Signal {
        thread: thread.into(),
        recipient: thread.into(),
        kind: kind.into(),
        agent_name: "Bob".into(),
    };
    for _ in 0..3 {
        testing::answers(200, json!({ "recipient_id": THREAD }).to_string());
    }
    for kind in ["typing", "stopped", "read"] {
        Facebook::notify(account(false), signal(THREAD, kind)).expect("a signal");
        Facebook::notify(account(false), signal("comment:1", kind)).expect("nothing");
    }
    let actions: Vec<Value> = bodies().iter().map(|body| body["sender_action"].clone()).collect();
    assert_eq!(actions, ["typing_on", "typing_off", "mark_seen"]);
    assert!(testing::take_sent().is_empty() && !PAGE.is_empty());
}

#[test]
fn people_without_a_profile_stay_unknown() {
    let ask = || Facebook::lookup(account(false), THREAD.into(), THREAD.into());
    for (code, sub) in [(100, 2018218), (200, 2018247)] {
        refused(400, code, sub);
        assert!(matches!(ask(), Ok(None)), "{code}/{sub}");
    }
    refused(500, 2, 0);
    assert!(matches!(ask(), Err(Failure::Retryable(_))));
    testing::answers(200, json!({ "first_name": "Demo", "last_name": "Customer" }).to_string());
    let found = ask().expect("an answer").expect("a profile");
    assert_eq!(found.display_name.as_deref(), Some("Demo Customer"));
    assert!(matches!(Facebook::lookup(account(false), "55".into(), "comment:1".into()), Ok(None)));
}
