//! Buttons, quick replies and links, and what WhatsApp has no button for.

use super::outgoing::{accepted, bodies, message, one, send};
use patchbay_plugin::outgoing::{Button, Content, QuickReply};
use patchbay_plugin::testing::{self, Answer};
use serde_json::{Value, json};

/// The bodies of all requests that a message becomes.
fn all(contents: Vec<Content>, text: &str) -> Vec<Value> {
    let accepted = json!({ "messages": [{ "id": "1" }] }).to_string();
    testing::otherwise(move |_| Ok((200, Answer::Text(accepted.clone()))));
    send(message("1650", text, &[], contents)).expect("it is sent");
    bodies()
}

fn link(title: &str, url: &str) -> Button {
    Button { id: title.into(), title: title.into(), url: Some(url.into()) }
}

fn answer(title: &str) -> Button {
    Button { id: title.to_lowercase(), title: title.into(), url: None }
}

#[test]
fn choices_become_buttons_or_a_list() {
    let reply = |id: &str| QuickReply { id: id.into(), title: id.to_uppercase() };
    let sent = one(vec![Content::QuickReplies(vec![reply("y"), reply("n")])], "Sure?");
    assert_eq!(
        sent["interactive"],
        json!({ "type": "button", "body": { "text": "Sure?" }, "action": { "buttons": [
            { "type": "reply", "reply": { "id": "y", "title": "Y" } },
            { "type": "reply", "reply": { "id": "n", "title": "N" } },
        ] } })
    );
    let many = ["a", "b", "c", "d"].map(reply).to_vec();
    let sent = one(vec![Content::QuickReplies(many)], "Which?");
    assert_eq!(sent["interactive"]["type"], "list");
    assert_eq!(sent["interactive"]["action"]["sections"][0]["rows"][3]["id"], "d");
    let link =
        |url: Option<&str>| Button { id: "b".into(), title: "Go".into(), url: url.map(Into::into) };
    let sent = one(vec![Content::Buttons(vec![link(Some("https://a.example"))])], "See");
    assert_eq!(sent["interactive"]["action"]["parameters"]["url"], "https://a.example");
    let both = vec![link(None), link(Some("https://a.example"))];
    let sent = one(vec![Content::Buttons(both)], "See");
    assert_eq!(sent["interactive"]["body"]["text"], "See\nGo: https://a.example");
}

#[test]
fn a_long_text_above_buttons_keeps_its_end_with_them() {
    accepted("1");
    accepted("2");
    accepted("3");
    let reply = QuickReply { id: "y".into(), title: "Yes".into() };
    let text = "word ".repeat(500);
    let sent = send(message("1650", &text, &[], vec![Content::QuickReplies(vec![reply])]));
    assert_eq!(sent.expect("it is sent").external_ids.len(), 3);
    let sent = bodies();
    let last = sent[2]["interactive"]["body"]["text"].as_str().expect("a text");
    assert!(last.len() <= 1024 && sent[0]["text"]["body"].as_str().is_some());
}

#[test]
fn several_links_without_answers_are_written_out() {
    let links = || {
        vec![Content::Buttons(vec![
            link("Shop", "https://a.example"),
            link("Map", "https://b.example"),
        ])]
    };
    let lines = "Shop: https://a.example\nMap: https://b.example";
    let sent = all(links(), "See");
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0]["text"]["body"], format!("See\n{lines}"));
    assert_eq!(all(links(), "")[0]["text"]["body"], lines, "nothing above them");
    let long = "word ".repeat(816);
    let sent = all(links(), &long);
    assert_eq!(sent.len(), 2, "a text has 4,096 characters");
    let last = sent[1]["text"]["body"].as_str().expect("a text");
    assert!(last.ends_with(lines), "no address is torn: {last}");
}

#[test]
fn links_beside_answers_keep_within_the_words_above_buttons() {
    let url = |letters: usize| format!("https://a.example/{}", "x".repeat(letters));
    let choices = |letters: usize| {
        vec![Content::Buttons(vec![
            answer("Yes"),
            link("One", &url(letters)),
            link("Two", &url(9)),
        ])]
    };
    let above = |sent: &[Value]| {
        let last = sent.last().expect("a request");
        assert_eq!(last["interactive"]["action"]["buttons"].as_array().map(Vec::len), Some(1));
        last["interactive"]["body"]["text"].as_str().expect("a text").to_owned()
    };
    // They fit below the text, if need be below its end only.
    let sent = all(choices(9), "Sure?");
    assert_eq!(sent.len(), 1);
    assert_eq!(above(&sent), format!("Sure?\nOne: {}\nTwo: {}", url(9), url(9)));
    let sent = all(choices(9), &"word ".repeat(204));
    assert!(sent.len() == 2 && above(&sent).ends_with(&url(9)));
    assert!(above(&sent).len() <= 1024, "{}", above(&sent).len());
    let sent = all(choices(9), "");
    assert_eq!(above(&sent), format!("One: {}\nTwo: {}", url(9), url(9)));
    // They are long: then they go before the question, whole.
    let sent = all(choices(1900), "Sure?");
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0]["text"]["body"], format!("One: {}\nTwo: {}", url(1900), url(9)));
    assert_eq!(above(&sent), "Sure?");
}

#[test]
fn all_choices_of_a_message_go_out() {
    let reply = |id: &str| QuickReply { id: id.into(), title: id.to_uppercase() };
    let contents = vec![
        Content::QuickReplies(vec![reply("y")]),
        Content::Buttons(vec![link("Go", "https://a.example")]),
        Content::Buttons(vec![answer("No")]),
    ];
    let sent = all(contents, "Sure?");
    let found = |at: usize, field: &str| sent[at]["interactive"][field].clone();
    assert_eq!(sent.len(), 3);
    assert_eq!(found(0, "body"), json!({ "text": "Sure?" }));
    assert_eq!((found(1, "type"), found(1, "body")), (json!("cta_url"), json!({ "text": "…" })));
    assert_eq!(found(2, "action")["buttons"][0]["reply"]["id"], "no");
}
