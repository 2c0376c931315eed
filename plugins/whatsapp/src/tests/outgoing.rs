//! What agents send, and everything that can happen on the way.

use super::account;
use crate::WhatsApp;
use patchbay_plugin::outbound_edits::{Guest as _, Target};
use patchbay_plugin::outbound_parts::{Guest as _, Position, SentPart};
use patchbay_plugin::outgoing::{Content, Template};
use patchbay_plugin::prelude::*;
use patchbay_plugin::presence::Guest as _;
use patchbay_plugin::testing::{self, Broken, all_parts};
use serde_json::{Value, json};

pub fn message(
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
        channel: "WHATSAPP".into(),
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
        extras: Vec::new(),
    }
}

pub fn accepted(id: &str) {
    let answer = json!({ "messaging_product": "whatsapp", "messages": [{ "id": id }] });
    testing::answers(200, answer.to_string());
}

/// Sends, without dropping the message's test blobs.
pub fn send(msg: Message) -> Result<SentPart, Failure> {
    send_parts(msg).map_err(|broken| broken.failure)
}

/// The same, telling how far it came.
fn send_parts(msg: Message) -> Result<SentPart, Box<Broken>> {
    let number = crate::number(&account()).expect("the settings read");
    let result = all_parts(|part| crate::outbound::send_part(&number, &msg, &part));
    testing::keep(msg);
    result
}

pub fn bodies() -> Vec<Value> {
    let sent = testing::take_sent();
    sent.iter().map(|one| serde_json::from_str(&one.body).unwrap_or(Value::Null)).collect()
}

#[test]
fn a_text_goes_out_as_an_answer_and_carries_the_operation() {
    accepted("wamid.5");
    let mut msg = message("16505551234", "Hi Ann", &[], Vec::new());
    msg.reply_to = Some("wamid.4".into());
    let first = Position { index: 0, external_ids: vec![] };
    let sent = WhatsApp::send_part(account(), msg, first).expect("it is sent");
    assert_eq!((sent.external_ids, sent.status.as_str()), (vec!["wamid.5".to_owned()], "sent"));
    assert_eq!(
        bodies(),
        [json!({
            "messaging_product": "whatsapp", "recipient_type": "individual", "to": "+16505551234",
            "biz_opaque_callback_data": "op-1", "context": { "message_id": "wamid.4" },
            "type": "text", "text": { "body": "Hi Ann", "preview_url": false },
        })]
    );
}

#[test]
fn whoever_has_no_number_is_written_to_by_id_and_a_group_as_a_group() {
    accepted("1");
    accepted("2");
    accepted("3");
    testing::set_kv("to:MY.2", b"60123456");
    for thread in ["US.134", "MY.2", "group:120363"] {
        send(message(thread, "Hi", &[], Vec::new())).expect("it is sent");
    }
    let sent = bodies();
    assert_eq!((&sent[0]["recipient"], &sent[0]["to"]), (&json!("US.134"), &Value::Null));
    assert_eq!(sent[1]["to"], "+60123456");
    assert_eq!((&sent[2]["recipient_type"], &sent[2]["to"]), (&json!("group"), &json!("120363")));
    let failure = send(message("nobody", "Hi", &[], Vec::new()));
    assert!(matches!(failure, Err(Failure::Permanent(d)) if d.code == "whatsapp.thread"));
}

#[test]
fn a_long_text_goes_out_in_pieces_and_only_the_first_answers() {
    accepted("1");
    accepted("2");
    let mut msg = message("1650", &"word ".repeat(1500), &[], Vec::new());
    msg.reply_to = Some("wamid.4".into());
    assert_eq!(send(msg).expect("it is sent").external_ids, ["1", "2"]);
    let sent = bodies();
    assert!(sent[0].get("context").is_some() && sent[1].get("context").is_none());
}

#[test]
fn a_file_is_handed_in_by_the_part_that_sends_it() {
    for id in ["1", "2", "3"] {
        testing::answers(200, json!({ "id": format!("f{id}") }).to_string());
        accepted(id);
    }
    let files =
        [(1, "image/jpeg", "a.jpg"), (2, "application/pdf", "b.pdf"), (3, "audio/ogg", "c.ogg")];
    send(message("1650", "All three", &files, Vec::new())).expect("it is sent");
    let sent = testing::take_sent();
    assert_eq!(sent[0].body, "messaging_product=whatsapp\ntype=image/jpeg\nfile=<blob 1: a.jpg>");
    let handed = sent.iter().map(|one| one.url.ends_with("/106540352242922/media"));
    assert!(handed.eq([true, false, true, false, true, false]));
    let body = |index: usize| serde_json::from_str::<Value>(&sent[index].body).expect("JSON");
    assert_eq!(body(1)["image"], json!({ "id": "f1", "caption": "All three" }));
    assert_eq!(body(3)["document"], json!({ "id": "f2", "filename": "b.pdf" }));
    assert_eq!(body(5)["audio"], json!({ "id": "f3" }));
}

#[test]
fn a_part_that_fails_leaves_those_before_it_sent() {
    let handed = || testing::answers(200, json!({ "id": "f" }).to_string());
    let files = [(1, "image/jpeg", "a.jpg"), (2, "image/jpeg", "b.jpg")];
    let mut msg = message("1650", "Both", &files, Vec::new());
    msg.reply_to = Some("wamid.4".into());
    handed();
    accepted("1");
    handed();
    let error = json!({ "error": { "message": "(#131056) pair", "code": 131056 } });
    testing::answers(400, error.to_string());
    let broken = send_parts(msg).expect_err("the second is refused");
    assert_eq!((broken.sent, broken.external_ids), (1, vec!["1".to_owned()]));
    assert!(matches!(broken.failure, Failure::RateLimited(_)), "{:?}", broken.failure);
    testing::take_sent();

    // The host asks for the second again, and the first is left alone.
    let mut msg = message("1650", "Both", &files, Vec::new());
    msg.reply_to = Some("wamid.4".into());
    handed();
    accepted("2");
    let number = crate::number(&account()).expect("the settings read");
    let second = Position { index: 1, external_ids: vec!["1".to_owned()] };
    let part = crate::outbound::send_part(&number, &msg, &second).expect("it is sent");
    testing::keep(msg);
    assert_eq!((part.external_ids, part.of), (vec!["2".to_owned()], 2));
    let [file, sent] = &testing::take_sent()[..] else { panic!("two requests") };
    assert!(file.body.ends_with("file=<blob 2: b.jpg>"), "{}", file.body);
    let sent: Value = serde_json::from_str(&sent.body).expect("JSON");
    assert_eq!((&sent["image"], sent.get("context")), (&json!({ "id": "f" }), None));
}

#[test]
fn a_video_goes_out_with_its_caption() {
    testing::answers(200, json!({ "id": "f" }).to_string());
    accepted("1");
    send(message("1650", "Look", &[(1, "video/mp4", "v.mp4")], Vec::new())).expect("it is sent");
    assert_eq!(bodies()[1]["video"], json!({ "id": "f", "caption": "Look" }));
}

#[test]
fn a_sticker_and_a_sound_have_no_caption() {
    for kind in [(1, "image/webp", "s.webp"), (1, "audio/mpeg", "a.mp3")] {
        accepted("1");
        testing::answers(200, json!({ "id": "f" }).to_string());
        accepted("2");
        send(message("1650", "Listen", &[kind], Vec::new())).expect("it is sent");
        let sent = bodies();
        assert_eq!(sent[0]["text"]["body"], "Listen");
        assert_eq!(sent[2]["type"], if kind.1 == "image/webp" { "sticker" } else { "audio" });
    }
}

pub fn one(contents: Vec<Content>, text: &str) -> Value {
    accepted("1");
    send(message("1650", text, &[], contents)).expect("it is sent");
    bodies().pop().expect("one request")
}

#[test]
fn places_cards_and_templates_go_out_as_such() {
    let place =
        Location { latitude: 3.1, longitude: 101.7, name: Some("Shop".into()), address: None };
    let sent = one(vec![Content::Location(place)], "");
    assert_eq!(sent["location"], json!({ "latitude": 3.1, "longitude": 101.7, "name": "Shop" }));
    let card = ContactCard {
        name: "Demo Person".into(),
        phones: vec!["+60123".into()],
        emails: vec![],
        organisation: Some("Demo Ltd".into()),
    };
    let sent = one(vec![Content::Contact(card)], "");
    assert_eq!(
        sent["contacts"],
        json!([{ "name": { "formatted_name": "Demo Person", "first_name": "Demo" },
            "phones": [{ "phone": "+60123" }], "org": { "company": "Demo Ltd" } }])
    );
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let template = Template {
        name: "order_update".into(),
        language: "en_US".into(),
        parameters: vec![
            pair("header.image", "https://a.example/x.png"),
            pair("1", "A-100"),
            pair("button.0", "track"),
            pair("day", "today"),
        ],
    };
    let sent = one(vec![Content::Template(template)], " ");
    assert_eq!(
        sent["template"],
        json!({ "name": "order_update", "language": { "code": "en_US" }, "components": [
            { "type": "header", "parameters": [{ "type": "image", "image": { "link": "https://a.example/x.png" } }] },
            { "type": "button", "sub_type": "quick_reply", "index": "0",
                "parameters": [{ "type": "payload", "payload": "track" }] },
            { "type": "body", "parameters": [
                { "type": "text", "text": "A-100" },
                { "type": "text", "parameter_name": "day", "text": "today" },
            ] },
        ] })
    );
}

#[test]
fn a_template_goes_out_alone_or_not_at_all() {
    let template = || {
        let (name, language) = ("order_update".into(), "en_US".into());
        Content::Template(Template { name, language, parameters: vec![] })
    };
    let place = Location { latitude: 3.1, longitude: 101.7, name: None, address: None };
    let file = (1, "image/jpeg", "a.jpg");
    for (text, files, contents) in [
        ("Hi", &[][..], vec![template()]),
        ("", &[file][..], vec![template()]),
        ("", &[][..], vec![Content::Location(place), template()]),
        ("", &[][..], vec![template(), template()]),
    ] {
        let refused = send(message("1650", text, files, contents));
        let Err(Failure::Permanent(detail)) = refused else { panic!("{refused:?}") };
        assert_eq!(detail.code, "whatsapp.template-alone");
        for (language, texts) in [
            ("en", include_str!("../../texts/en.json")),
            ("ms", include_str!("../../texts/ms.json")),
            ("zh", include_str!("../../texts/zh.json")),
        ] {
            let texts: Value = serde_json::from_str(texts).expect("the texts read");
            let said = texts["failures"][&detail.code].as_str();
            assert!(said.is_some_and(|said| !said.is_empty()), "{language}");
            assert!(language != "en" || said == Some(detail.message.as_str()), "{said:?}");
        }
    }
    assert!(testing::take_sent().is_empty(), "nothing of it went out");
}

#[test]
fn a_reaction_goes_on_and_off_and_other_changes_do_not_exist() {
    let target = || Target {
        external_ids: vec!["wamid.4".into()],
        thread: "1650".into(),
        channel: "WHATSAPP".into(),
        recipient: "1650".into(),
        op_id: "op-2".into(),
    };
    for emoji in [Some("👍"), None] {
        accepted("1");
        WhatsApp::react(account(), target(), emoji.map(str::to_owned)).expect("it is done");
        let body = bodies().pop().expect("one request");
        let expected = json!({ "message_id": "wamid.4", "emoji": emoji.unwrap_or("") });
        assert_eq!((&body["type"], &body["reaction"]), (&json!("reaction"), &expected));
    }
    let deleted = WhatsApp::delete(account(), target());
    assert!(matches!(deleted, Err(Failure::Permanent(d)) if d.code == "unsupported"));
}

#[test]
fn typing_and_reading_are_said_about_the_last_message() {
    let signal = |kind: &str| presence::Signal {
        thread: "1650".into(),
        recipient: "1650".into(),
        kind: kind.into(),
        agent_name: "Bob".into(),
    };
    WhatsApp::notify(account(), signal("read")).expect("nothing to say yet");
    testing::set_kv("last:1650", b"wamid.9");
    for kind in ["typing", "stopped", "read"] {
        if kind != "stopped" {
            testing::answers(200, r#"{"success":true}"#);
        }
        WhatsApp::notify(account(), signal(kind)).expect("a signal");
    }
    let read =
        json!({ "messaging_product": "whatsapp", "status": "read", "message_id": "wamid.9" });
    let mut typing = read.clone();
    typing["typing_indicator"] = json!({ "type": "text" });
    assert_eq!(bodies(), [typing, read]);
}
