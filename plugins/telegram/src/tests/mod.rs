//! Telegram's JSON in, batches out, and the requests in between.

mod changing;
mod choosing;
mod outgoing;
mod pulling;
mod refusals;
mod setting_up;
mod telling;

use crate::Telegram;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing::{self, Answer, golden};
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

fn account() -> Account {
    let config = json!({"api_base": "https://api.telegram.org"}).to_string();
    Account { id: "7".into(), config, public_url: String::new(), extras: vec![] }
}

fn request(update: &Value) -> webhook::Request {
    webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: update.to_string().into_bytes(),
        verified: "secret-token".into(),
    }
}

/// A Telegram that has every file except `gone`, and whose `broken` one cannot be downloaded.
fn files() {
    testing::otherwise(|sent| {
        if sent.url.ends_with("/answerCallbackQuery") {
            return Ok((200, Answer::Text(json!({"ok": true, "result": true}).to_string())));
        }
        let file_id = serde_json::from_str::<Value>(&sent.body).map(|body| body["file_id"].clone());
        match file_id {
            Ok(id) if id == "gone" => Ok((
                400,
                Answer::Text(
                    json!({"ok": false, "error_code": 400,
                        "description": "Bad Request: wrong file_id or the file is temporarily unavailable"})
                    .to_string(),
                ),
            )),
            Ok(id) => {
                let path = format!("files/{}", id.as_str().unwrap_or_default());
                let found = json!({"ok": true, "result": {"file_id": id, "file_path": path}});
                Ok((200, Answer::Text(found.to_string())))
            }
            Err(_) if sent.url.ends_with("/broken") => {
                Err(NetError::Connect(Detail::new("net.connect", "The line broke.")))
            }
            Err(_) => Ok((200, Answer::Blob(41))),
        }
    });
}

#[test]
fn every_kind_of_update_becomes_its_batch() {
    files();
    testing::set_kv("was:-10077", b"-77");
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"), |_, update| {
        let handled = Telegram::handle(account(), request(&update));
        let (reply, batch) = handled.expect("every kind is taken");
        assert!(reply.is_none());
        golden::batch(batch)
    });
}

#[test]
fn files_are_fetched_by_id_and_with_the_hosts_credential() {
    files();
    let photo = include_str!("../../fixtures/photo.json");
    let update = serde_json::from_str(photo).expect("the fixture reads");
    let (_, batch) = Telegram::handle(account(), request(&update)).expect("it is taken");
    testing::keep(batch);
    let sent = testing::take_sent();
    let lines: Vec<_> = sent.iter().map(|one| format!("{} {}", one.method, one.url)).collect();
    assert_eq!(
        lines,
        [
            "POST https://api.telegram.org/bot{credential:bot}/getFile",
            "GET https://api.telegram.org/file/bot{credential:bot}/files/p-large",
        ]
    );
    assert!(sent.iter().all(|one| one.credentials == ["bot"]));
}

#[test]
fn a_failing_button_acknowledgement_changes_nothing() {
    testing::answers(
        400,
        json!({"ok": false, "error_code": 400, "description":
        "Bad Request: query is too old and response timeout expired or query ID is invalid"})
        .to_string(),
    );
    let button = include_str!("../../fixtures/button.json");
    let update = serde_json::from_str(button).expect("the fixture reads");
    let (_, batch) = Telegram::handle(account(), request(&update)).expect("it is taken");
    assert_eq!(batch.events.len(), 1);
}

#[test]
fn a_passing_trouble_while_fetching_is_tried_twice() {
    testing::answers(
        500,
        json!({"ok": false, "error_code": 500, "description": "Internal Server Error"}).to_string(),
    );
    testing::answers(200, json!({"ok": true, "result": {"file_path": "a b/c.jpg"}}).to_string());
    testing::answers(502, "<html>Bad Gateway</html>");
    testing::answers_blob(9);
    let voice = include_str!("../../fixtures/voice.json");
    let update = serde_json::from_str(voice).expect("the fixture reads");
    let (_, batch) = Telegram::handle(account(), request(&update)).expect("it is taken");
    assert!(matches!(&batch.events[..], [Event::Message(m)] if m.attachments.len() == 1));
    testing::keep(batch);
    assert_eq!(testing::left(), 0);
    assert!(testing::take_sent()[2].url.ends_with("/a%20b/c.jpg"), "the path is encoded");
}

#[test]
fn what_is_not_json_is_refused_for_good() {
    let request = webhook::Request { body: b"<html>".to_vec(), ..request(&json!({})) };
    assert!(matches!(Telegram::handle(account(), request), Err(Failure::Permanent(_))));
}
