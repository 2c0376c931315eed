//! Places, cards, quick replies and buttons.

use super::outgoing::{accepted, body, message, send};
use super::{account, request};
use crate::Telegram;
use patchbay_plugin::outgoing::{Button, Content, QuickReply};
use patchbay_plugin::prelude::{ContactCard, Content as Received, Event, Location};
use patchbay_plugin::testing::{self, Answer};
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

/// The methods and parameters that a message becomes.
fn all(text: &str, contents: Vec<Content>) -> Vec<(String, Value)> {
    let accepted =
        json!({"ok": true, "result": {"message_id": 5, "chat": {"id": 111}}}).to_string();
    testing::otherwise(move |_| Ok((200, Answer::Text(accepted.clone()))));
    let mut msg = message("111", text, &[]);
    msg.contents = contents;
    send(msg).expect("it is sent");
    let sent = testing::take_sent();
    let method = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
    sent.iter().map(|one| (method(&one.url), body(one))).collect()
}

fn place(name: Option<&str>, address: Option<&str>) -> Content {
    Content::Location(Location {
        latitude: 3.139,
        longitude: 101.6869,
        name: name.map(Into::into),
        address: address.map(Into::into),
    })
}

fn replies(titles: &[&str]) -> Content {
    let reply = |title: &&str| QuickReply { id: title.to_lowercase(), title: (*title).into() };
    Content::QuickReplies(titles.iter().map(reply).collect())
}

fn button(id: &str, title: &str, url: Option<&str>) -> Button {
    Button { id: id.into(), title: title.into(), url: url.map(Into::into) }
}

#[test]
fn a_place_is_a_pin_and_with_words_a_venue() {
    let sent = all("", vec![place(None, None)]);
    let pin = json!({"chat_id": 111, "latitude": 3.139, "longitude": 101.6869});
    assert_eq!(sent, [("sendLocation".to_owned(), pin)]);
    let venue = |name, address| {
        let sent = all("Here", vec![place(name, address)]);
        let (method, parameters) = &sent[1];
        assert_eq!((sent[0].0.as_str(), method.as_str()), ("sendMessage", "sendVenue"));
        format!("{} / {}", parameters["title"], parameters["address"])
    };
    assert_eq!(venue(Some("Shop"), Some("Jalan 1")), r#""Shop" / "Jalan 1""#);
    assert_eq!(venue(Some("Shop"), Some(" ")), r#""Shop" / "3.13900, 101.68690""#);
    assert_eq!(venue(None, Some("Jalan 1")), r#""Jalan 1" / "3.13900, 101.68690""#);
}

#[test]
fn a_card_is_a_contact_with_everything_it_says() {
    let card = |phones: &[&str], emails: &[&str], organisation: Option<&str>| {
        let own = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
        let card = ContactCard {
            name: "Ann Lee".into(),
            phones: own(phones),
            emails: own(emails),
            organisation: organisation.map(Into::into),
        };
        all("", vec![Content::Contact(card)]).remove(0)
    };
    let plain = json!({"chat_id": 111, "phone_number": "+60 1", "first_name": "Ann",
        "last_name": "Lee"});
    assert_eq!(card(&["+60 1"], &[], None), ("sendContact".to_owned(), plain));
    let (_, whole) = card(&["+60 1", "+60 2"], &["a@b.example"], Some("Lee; Sons"));
    let vcard = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lee;Ann;;;\r\nFN:Ann Lee\r\nORG:Lee\\; Sons\r\n\
        TEL:+60 1\r\nTEL:+60 2\r\nEMAIL:a@b.example\r\nEND:VCARD\r\n";
    assert_eq!(whole["vcard"], vcard);
    // Telegram has no card without a number, and none of this size.
    let (method, words) = card(&[], &["a@b.example"], Some("Lee"));
    assert_eq!(
        (method.as_str(), &words["text"]),
        ("sendMessage", &json!("Ann Lee (Lee): a@b.example"))
    );
    let (method, _) = card(&["1", &"2".repeat(2048)], &[], None);
    assert_eq!(method, "sendMessage");
}

#[test]
fn quick_replies_are_a_keyboard_for_one_answer() {
    let sent = all("Sure?", vec![replies(&["Yes", "No"])]);
    let keyboard = json!({"keyboard": [[{"text": "Yes"}], [{"text": "No"}]],
        "one_time_keyboard": true, "resize_keyboard": true});
    assert_eq!(sent[0].1, json!({"chat_id": 111, "text": "Sure?", "reply_markup": keyboard}));
    let sent = all("", vec![replies(&["Yes"])]);
    assert_eq!((sent.len(), &sent[0].1["text"]), (1, &json!("…")), "something must carry them");
}

#[test]
fn buttons_answer_or_open_an_address() {
    let buttons = vec![button("y", "Yes", None), button("s", "Shop", Some("https://a.example"))];
    let sent = all("Sure?", vec![Content::Buttons(buttons)]);
    let keyboard = json!({"inline_keyboard": [
        [{"text": "Yes", "callback_data": "y"}],
        [{"text": "Shop", "url": "https://a.example"}],
    ]});
    assert_eq!(sent[0].1["reply_markup"], keyboard);
    // A message has one kind of keyboard.
    let buttons = Content::Buttons(vec![button("n", "No", None)]);
    let sent = all("Sure?", vec![replies(&["Yes"]), buttons]);
    let keyboard = json!({"inline_keyboard": [
        [{"text": "Yes", "callback_data": "yes"}], [{"text": "No", "callback_data": "n"}],
    ]});
    assert_eq!((sent.len(), &sent[0].1["reply_markup"]), (1, &keyboard));
}

#[test]
fn choices_go_with_the_last_part() {
    let sent = all("Here", vec![replies(&["Yes"]), place(None, None)]);
    assert_eq!(sent[0].1.get("reply_markup"), None);
    assert_eq!(sent[1].1["reply_markup"]["keyboard"][0][0]["text"], "Yes");

    accepted(111, 5);
    let mut msg = message("111", "See", &[(1, "image/jpeg", "a.jpg")]);
    msg.contents = vec![Content::Buttons(vec![button("y", "Yes", None)])];
    send(msg).expect("it is sent");
    let sent = testing::take_sent();
    let keyboard = r#"reply_markup={"inline_keyboard":[[{"callback_data":"y","text":"Yes"}]]}"#;
    assert!(sent[0].body.lines().any(|line| line == keyboard), "{}", sent[0].body);
}

/// Presses a button of a message that was sent, and gives what the desk gets.
fn press(keyboard: &Value, data: &str) -> (String, Vec<Received>) {
    let update = json!({"update_id": 1, "callback_query": {
        "id": "9", "from": {"id": 111, "is_bot": false, "first_name": "Ann"},
        "chat_instance": "1", "data": data,
        "message": {"message_id": 5, "date": 1, "chat": {"id": 111, "type": "private"},
            "text": "Which?", "reply_markup": keyboard},
    }});
    testing::answers(200, json!({"ok": true, "result": true}).to_string());
    let (_, batch) = Telegram::handle(account(), request(&update)).expect("it is taken");
    testing::take_sent();
    let mut batch = batch;
    match batch.events.pop() {
        Some(Event::Message(said)) => (said.text.unwrap_or_default(), said.contents),
        other => panic!("a message expected, got {other:?}"),
    }
}

#[test]
fn a_pressed_button_brings_back_its_words_however_long_its_id() {
    let long = "é".repeat(40);
    let buttons = [
        button(&format!("{long}1"), "First", None),
        button(&format!("{long}2"), "Second", None),
        button("c", "Third", None),
    ];
    // Ids are unique in one content only.
    let again = [button("c", "Fourth", None)];
    let contents = vec![Content::Buttons(buttons.into()), Content::Buttons(again.into())];
    let keyboard = all("Which?", contents)[0].1["reply_markup"].clone();
    let rows = keyboard["inline_keyboard"].as_array().expect("rows");
    let mut pressed = Vec::new();
    for row in rows {
        let data = row[0]["callback_data"].as_str().expect("data");
        assert!(!data.is_empty() && data.len() <= 64, "{data}");
        pressed.push(press(&keyboard, data).0);
    }
    assert_eq!(pressed, ["First", "Second", "Third", "Fourth"]);
    let (_, contents) = press(&keyboard, "c");
    let [Received::Choice(choice)] = &contents[..] else { panic!("{contents:?}") };
    assert_eq!((choice.id.as_str(), choice.title.as_str()), ("c", "Third"));
    assert_eq!(choice.offered_by.as_deref(), Some("111:5"));
}
