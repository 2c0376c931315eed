//! What agents send, and everything that can happen on the way.

use super::{ANN, account};
use crate::plan::{Outgoing, Piece, plan};
use crate::status::matching;
use crate::{Settings, Sms};
use patchbay_plugin::outbound_parts::{Guest as _, Position, SentPart};
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Broken, all_parts};
use serde_json::{Value, json};

fn message(text: &str) -> Message {
    Message {
        op_id: "op-1".into(),
        attempt: 1,
        prior_unknown: false,
        thread: ANN.into(),
        channel: "SMS".into(),
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

fn send(msg: Message) -> Result<SentPart, Failure> {
    send_parts(&msg).map_err(|broken| broken.failure)
}

/// The same, telling how far it came.
fn send_parts(msg: &Message) -> Result<SentPart, Box<Broken>> {
    let (account, settings) = of(&json!({}));
    all_parts(|part| crate::send::send_part(&account, &settings, msg, &part))
}

fn of(settings: &Value) -> (Account, Settings) {
    let account = account(settings);
    let settings = config(&account).expect("the settings read");
    (account, settings)
}

fn part(index: u32, before: &[&str]) -> Position {
    Position { index, external_ids: before.iter().map(|&id| id.to_owned()).collect() }
}

fn accepted(sid: &str) {
    testing::answers(201, json!({"sid": sid, "status": "queued"}).to_string());
}

fn refused(status: u16, code: u64) {
    testing::answers(status, json!({"code": code, "message": "no"}).to_string());
}

#[test]
fn a_text_goes_to_the_number_from_the_sender() {
    accepted("SM1");
    let sent = send(message("Hi & bye")).expect("it is sent");
    assert_eq!(sent.external_ids, ["SM1"]);
    assert_eq!(sent.batch.timers[0].name, "status:0:SM1");
    let requests = testing::take_sent();
    assert!(requests[0].url.ends_with("/2010-04-01/Accounts/AC1/Messages.json"));
    assert_eq!(requests[0].body, "To=%2B15005550006&From=%2B15005550001&Body=Hi%20%26%20bye");
}

#[test]
fn a_service_sends_and_reports_come_to_the_address_given() {
    accepted("SM1");
    let settings = json!({"sender": "MG9", "status_url": "https://desk.example.com/hooks/7"});
    let first = part(0, &[]);
    let sent = Sms::send_part(account(&settings), message("Hi"), first).expect("it is sent");
    assert_eq!(sent.batch.timers[0].name, "status:1:SM1", "in case a report is lost");
    let body = testing::take_sent()[0].body.clone();
    assert!(body.contains("MessagingServiceSid=MG9"), "{body}");
    assert!(body.ends_with("%3Fkey%3D{credential:webhook}"), "{body}");
}

#[test]
fn an_unknown_outcome_is_looked_up_before_anything_is_sent_again() {
    let again = || Message {
        attempt: 2,
        prior_unknown: true,
        references: vec!["SM1".into()],
        ..message("Yes")
    };
    let one = |sid: &str, way: &str| json!({"sid": sid, "direction": way, "body": "Yes"});
    let list = |list: Vec<Value>| testing::answers(200, json!({"messages": list}).to_string());
    // An earlier message of the same words is known; the customer's own does not count.
    list(vec![one("SM3", "inbound"), one("SM2", "outbound-api"), one("SM1", "outbound-api")]);
    assert_eq!(send(again()).expect("it was sent").external_ids, ["SM2"]);
    let url = testing::take_sent()[0].url.clone();
    assert!(url.contains("DateSent%3E=2023-11-13") && url.contains("To=%2B15005550006"), "{url}");

    list(vec![one("SM1", "outbound-api")]);
    accepted("SM4");
    assert_eq!(send(again()).expect("it is sent").external_ids, ["SM4"]);

    testing::answers(503, "{}");
    assert!(matches!(send(again()), Err(Failure::Retryable(_))));
}

#[test]
fn a_lost_answer_is_unknown_and_a_lost_line_is_tried_again() {
    testing::fails(NetError::Timeout(true));
    assert!(matches!(send(message("Hi")), Err(Failure::OutcomeUnknown(_))));
    testing::fails(NetError::Connect(Detail::new("net.connect", "No way there.")));
    assert!(matches!(send(message("Hi")), Err(Failure::Retryable(_))));
    for (status, unknown) in [(500, true), (502, true), (408, true), (503, false)] {
        refused(status, 0);
        let unclear = matches!(send(message("Hi")), Err(Failure::OutcomeUnknown(_)));
        assert_eq!(unclear, unknown, "{status}");
    }
    testing::answers(201, "<html>");
    assert!(matches!(send(message("Hi")), Err(Failure::OutcomeUnknown(_))));
    testing::answers(201, "{}");
    assert!(matches!(send(message("Hi")), Err(Failure::OutcomeUnknown(_))));
}

#[test]
fn a_part_that_fails_leaves_those_before_it_sent() {
    let long = message(&"word ".repeat(500));
    for (status, code) in [(429, 20429), (401, 20003), (400, 21610)] {
        accepted("SM1");
        refused(status, code);
        let broken = send_parts(&long).expect_err("the second is refused");
        assert_eq!((broken.sent, broken.external_ids), (1, vec!["SM1".to_owned()]));
        let right = match broken.failure {
            Failure::RateLimited(_) => status == 429,
            Failure::AuthExpired(_) => status == 401,
            Failure::Permanent(detail) => detail.code == "sms.400.21610",
            _ => false,
        };
        assert!(right, "{status}");
    }
    testing::take_sent();

    // The host asks for the second again, and the first is left alone.
    accepted("SM2");
    let (account, settings) = of(&json!({}));
    let sent = crate::send::send_part(&account, &settings, &long, &part(1, &["SM1"]));
    let sent = sent.expect("it is sent");
    assert_eq!((sent.external_ids, sent.of), (vec!["SM2".to_owned()], 2));
    assert_eq!(testing::take_sent().len(), 1);
    let kept: Vec<_> = sent.batch.kv.iter().map(|op| (op.key.as_str(), &op.value)).collect();
    assert_eq!(kept, [("part:SM2", &Some(b"SM1".to_vec()))]);
}

#[test]
fn only_the_part_that_is_asked_for_is_looked_up() {
    let half = "words ".repeat(250);
    let twice = format!("{half}\n\n{half}");
    let again = Message { attempt: 2, prior_unknown: true, ..message(&twice) };
    let one = |sid: &str| json!({"sid": sid, "direction": "outbound-api", "body": half.trim()});
    let list = |list: Vec<Value>| testing::answers(200, json!({"messages": list}).to_string());
    let (account, settings) = of(&json!({}));
    let send = |part| {
        let sent = crate::send::send_part(&account, &settings, &again, &part);
        sent.expect("it is sent").external_ids
    };
    list(vec![one("SM1")]);
    assert_eq!(send(part(0, &[])), ["SM1"]);
    // The same words, but it is the part before.
    list(vec![one("SM1")]);
    accepted("SM2");
    assert_eq!(send(part(1, &["SM1"])), ["SM2"]);
    list(vec![one("SM2"), one("SM1")]);
    assert_eq!(send(part(1, &["SM1"])), ["SM2"]);
    assert_eq!(testing::left(), 0);
}

#[test]
fn pictures_go_by_mms_where_wanted_and_links_otherwise() {
    let file = |mime: &str, name: &str| Outgoing {
        mime: mime.into(),
        filename: name.into(),
        url: format!("https://desk.example.com/{name}"),
    };
    let files = [file("image/png", "a.png"), file("application/pdf", "b.pdf")];
    let pieces = plan("Look", &files, true).expect("a plan");
    assert_eq!(pieces.len(), 1);
    assert_eq!(pieces[0].text, "Look\nb.pdf: https://desk.example.com/b.pdf");
    assert_eq!(pieces[0].pictures, ["https://desk.example.com/a.png"]);
    for (mime, name) in [("video/mp4", "c.mp4"), ("audio/mpeg", "d.mp3")] {
        let pieces = plan("", &[file(mime, name)], true).expect("a plan");
        assert_eq!(pieces[0].text, format!("{name}: https://desk.example.com/{name}"));
        assert!(pieces[0].pictures.is_empty(), "{mime} goes as a link");
    }
    let pieces = plan("", &files[..1], false).expect("a plan");
    assert_eq!(pieces[0].text, "a.png: https://desk.example.com/a.png");
    let many: Vec<_> = (0..11).map(|n| file("image/png", &format!("{n}.png"))).collect();
    assert_eq!(plan("", &many, true).expect("a plan").len(), 2);
    assert!(plan(" ", &[], true).is_err(), "nothing to send");
}

#[test]
fn a_lost_message_is_found_by_its_words_files_and_age_alone() {
    // The tests' clock stands at 14 November 2023, 22:13:20.
    let piece = |text: &str, pictures: usize| Piece {
        text: text.into(),
        pictures: vec!["https://desk.example.com/f/1?sig=b".into(); pictures],
    };
    let one = |more: Value| {
        let mut one = json!({"sid": "SM2", "direction": "outbound-api", "from": "+15005550001",
            "num_media": "0", "date_created": "Tue, 14 Nov 2023 22:10:00 +0000"});
        for (name, value) in more.as_object().expect("fields") {
            one[name] = value.clone();
        }
        json!({"messages": [one]})
    };
    let found =
        |list: &Value, piece: &Piece| matching(list, "+15005550001", piece, &[]).map(str::to_owned);
    let link = |sig: &str| format!("Look\na.pdf: https://desk.example.com/f/1?exp=9&sig={sig}");
    let signed = one(json!({"body": link("a")}));
    assert_eq!(found(&signed, &piece(&link("b"), 0)).as_deref(), Some("SM2"));
    let old = one(json!({"body": "Yes", "date_created": "Tue, 14 Nov 2023 21:10:00 +0000"}));
    assert_eq!(found(&old, &piece("Yes", 0)), None, "an older one of the same words");
    let foreign = one(json!({"body": "Yes", "from": "+15005550009"}));
    assert_eq!(found(&foreign, &piece("Yes", 0)), None, "another number's");
    let wordless = one(json!({"body": "", "num_media": "2"}));
    assert_eq!(found(&wordless, &piece("", 1)), None, "other pictures");
    assert_eq!(found(&wordless, &piece("", 2)).as_deref(), Some("SM2"));
    let silent = one(json!({"body": "", "num_media": null}));
    assert_eq!(found(&silent, &piece("", 1)), None);
}

#[test]
fn texts_are_cut_alike_however_long_a_signature_is() {
    let cut = |sig: usize| {
        let files = [Outgoing {
            mime: "application/pdf".into(),
            filename: "a.pdf".into(),
            url: format!("https://desk.example.com/f/1?sig={}", "x".repeat(sig)),
        }];
        plan(&"word ".repeat(256), &files, false).expect("a plan").len()
    };
    assert_eq!(cut(20), cut(250));
}
