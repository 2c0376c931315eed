//! Changes of what was sent: texts, captions, taking back, reactions, and what Telegram refuses.

use super::account;
use super::outgoing::{body, message, refused};
use crate::{Telegram, edits};
use patchbay_plugin::outbound_edits::{Guest as _, Target};
use patchbay_plugin::outgoing::{Button, Content, QuickReply};
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use serde_json::{Value, json};

fn target(ids: &[&str]) -> Target {
    Target {
        external_ids: ids.iter().map(|id| (*id).to_owned()).collect(),
        thread: "111".into(),
        channel: "TELEGRAM".into(),
        recipient: "111".into(),
        op_id: "op-2".into(),
    }
}

fn done() {
    testing::answers(200, json!({"ok": true, "result": true}).to_string());
}

/// The methods called since the last look, and their parameters.
fn calls() -> Vec<(String, Value)> {
    let sent = testing::take_sent();
    let method = |url: &str| url.rsplit('/').next().unwrap_or_default().to_owned();
    sent.iter().map(|one| (method(&one.url), body(one))).collect()
}

fn call(method: &str, parameters: Value) -> (String, Value) {
    (method.to_owned(), parameters)
}

/// Edits, without dropping the message's test blobs.
fn edit(ids: &[&str], msg: Message) -> Result<Batch, Failure> {
    let api = crate::api(&account()).expect("the settings read");
    let result = edits::edit(&api, &target(ids), &msg);
    testing::keep(msg);
    result
}

fn delete(ids: &[&str]) -> Result<Batch, Failure> {
    Telegram::delete(account(), target(ids))
}

fn react(ids: &[&str], emoji: Option<&str>) -> Result<Batch, Failure> {
    Telegram::react(account(), target(ids), emoji.map(str::to_owned))
}

/// The code of a failure that nothing mends.
fn code(result: Result<Batch, Failure>) -> String {
    match result.expect_err("it is refused") {
        Failure::Permanent(detail) => detail.code,
        other => panic!("a permanent failure expected, got {other:?}"),
    }
}

#[test]
fn a_text_is_changed() {
    done();
    Telegram::edit(account(), target(&["111:5"]), message("111", "Hello Ann", &[])).expect("so");
    let parameters = json!({"chat_id": 111, "message_id": 5, "text": "Hello Ann"});
    assert_eq!(calls(), [call("editMessageText", parameters)]);
}

#[test]
fn the_text_of_files_is_changed_where_it_stands() {
    let files = [(1, "image/jpeg", "a.jpg"), (2, "image/jpeg", "b.jpg")];
    done();
    edit(&["111:9", "111:10"], message("111", "Both", &files)).expect("the caption");
    let parameters = json!({"chat_id": 111, "message_id": 9, "caption": "Both"});
    assert_eq!(calls(), [call("editMessageCaption", parameters)]);

    done();
    edit(&["111:8", "111:10", "111:9"], message("111", "Both", &files)).expect("the text before");
    let parameters = json!({"chat_id": 111, "message_id": 8, "text": "Both"});
    assert_eq!(calls(), [call("editMessageText", parameters)]);

    let long = "a".repeat(1025);
    let failure = edit(&["111:9", "111:10"], message("111", &long, &files));
    assert_eq!(code(failure), "telegram.caption-too-long");
    assert!(calls().is_empty());
}

#[test]
fn parts_are_known_in_the_order_they_went_out() {
    // The host sorts ids as texts.
    let text = format!("{}\n\n{}", "a".repeat(4000), "b".repeat(4000));
    done();
    done();
    edit(&["111:9", "111:10"], message("111", &text, &[])).expect("both are changed");
    let found = calls();
    assert_eq!((&found[0].1["message_id"], &found[1].1["message_id"]), (&json!(9), &json!(10)));
    assert_eq!(found[1].1["text"], "b".repeat(4000));

    done();
    done();
    edit(&["111:10", "111:9"], message("111", "Short now", &[])).expect("the second goes");
    assert_eq!(
        calls(),
        [
            call("deleteMessage", json!({"chat_id": 111, "message_id": 10})),
            call("editMessageText", json!({"chat_id": 111, "message_id": 9, "text": "Short now"})),
        ]
    );

    assert_eq!(code(edit(&["111:9"], message("111", &text, &[]))), "telegram.too-long");
    assert_eq!(code(edit(&["111:9"], message("111", " ", &[]))), "telegram.no-words");
    assert!(calls().is_empty());
}

#[test]
fn a_place_alone_has_no_text_to_change() {
    let place = Location { latitude: 3.1, longitude: 101.7, name: None, address: None };
    let mut msg = message("111", "Here", &[]);
    msg.contents = vec![Content::Location(place)];
    assert_eq!(code(edit(&["111:9"], msg)), "telegram.no-text");
}

#[test]
fn buttons_stay_on_what_is_changed() {
    let with_buttons = |text: &str, files: &[(u32, &str, &str)]| {
        let yes = Button { id: "y".into(), title: "Yes".into(), url: None };
        Message { contents: vec![Content::Buttons(vec![yes])], ..message("111", text, files) }
    };
    let keyboard = json!({"inline_keyboard": [[{"text": "Yes", "callback_data": "y"}]]});
    done();
    edit(&["111:9"], with_buttons("Sure?", &[])).expect("the text");
    assert_eq!(calls()[0].1["reply_markup"], keyboard);
    done();
    edit(&["111:9"], with_buttons("Sure?", &[(1, "image/png", "a.png")])).expect("the caption");
    assert_eq!(calls()[0].1["reply_markup"], keyboard);
    // They stand below the picture, which is not changed.
    done();
    edit(&["111:8", "111:9"], with_buttons("Sure?", &[(1, "image/png", "a.png")])).expect("text");
    assert_eq!(calls()[0].1.get("reply_markup"), None);
    // The last piece had them.
    done();
    done();
    edit(&["111:8", "111:9"], with_buttons("Sure?", &[])).expect("the text");
    assert_eq!(calls()[1].1["reply_markup"], keyboard);
}

#[test]
fn a_text_that_is_there_already_is_no_failure() {
    let said = "Bad Request: message is not modified: specified new message content and reply \
        markup are exactly the same as a current content and reply markup of the message";
    refused(400, said, json!({}));
    edit(&["111:5"], message("111", "Hello", &[])).expect("it reads so already");
    refused(400, "Bad Request: MESSAGE_NOT_MODIFIED", json!({}));
    react(&["111:5"], Some("👍")).expect("it is there already");
}

#[test]
fn a_message_is_taken_back_whole() {
    done();
    delete(&["111:5"]).expect("it is taken back");
    done();
    delete(&["111:10", "111:9"]).expect("both are taken back");
    assert_eq!(
        calls(),
        [
            call("deleteMessage", json!({"chat_id": 111, "message_id": 5})),
            call("deleteMessages", json!({"chat_id": 111, "message_ids": [9, 10]})),
        ]
    );
    refused(400, "Bad Request: message to delete not found", json!({}));
    delete(&["111:5"]).expect("it is gone already");
}

#[test]
fn an_emoji_goes_on_the_first_part_in_telegrams_form() {
    done();
    react(&["111:10", "111:9"], Some("❤️")).expect("it is put on");
    done();
    react(&["111:9"], None).expect("it is taken away");
    let heart = json!([{"type": "emoji", "emoji": "\u{2764}"}]);
    assert_eq!(
        calls(),
        [
            call("setMessageReaction", json!({"chat_id": 111, "message_id": 9, "reaction": heart})),
            call("setMessageReaction", json!({"chat_id": 111, "message_id": 9, "reaction": []})),
        ]
    );
    assert_eq!(code(react(&["111:button-77"], Some("👍"))), "telegram.no-message");
    assert_eq!(code(react(&[], Some("👍"))), "telegram.no-message");
}

#[test]
fn what_telegram_refuses_for_good_is_said() {
    let hello = || message("111", "Hello", &[]);
    refused(400, "Bad Request: message can't be edited", json!({}));
    assert_eq!(code(edit(&["111:5"], hello())), "telegram.400.not-editable");
    refused(400, "Bad Request: message to edit not found", json!({}));
    assert_eq!(code(edit(&["111:5"], hello())), "telegram.400.edit-not-found");
    refused(400, "Bad Request: message can't be deleted for everyone", json!({}));
    assert_eq!(code(delete(&["111:5"])), "telegram.400.not-deletable");
    refused(400, "Bad Request: REACTION_INVALID", json!({}));
    assert_eq!(code(react(&["111:5"], Some("😮"))), "telegram.400.reaction");
    refused(403, "Forbidden: bot was blocked by the user", json!({}));
    assert_eq!(code(edit(&["111:5"], hello())), "telegram.403.blocked");
    // A surplus piece that is too old leaves the others as they are.
    testing::take_sent();
    refused(400, "Bad Request: message can't be deleted for everyone", json!({}));
    assert_eq!(code(edit(&["111:5", "111:6"], hello())), "telegram.400.not-deletable");
    assert_eq!(calls().len(), 1);
}

#[test]
fn what_passes_is_tried_again() {
    let wait = json!({"retry_after": 7});
    for result in [
        {
            refused(429, "Too Many Requests: retry after 7", wait.clone());
            edit(&["111:5"], message("111", "Hello", &[]))
        },
        {
            refused(429, "Too Many Requests: retry after 7", wait.clone());
            delete(&["111:5"])
        },
        {
            refused(429, "Too Many Requests: retry after 7", wait.clone());
            react(&["111:5"], Some("👍"))
        },
    ] {
        let Err(Failure::RateLimited((_, retry))) = result else { panic!("{result:?}") };
        assert_eq!(retry.after_ms, Some(7_000));
    }
    // To repeat a change does no harm, so a lost answer is no mystery.
    testing::fails(NetError::Timeout(true));
    assert!(matches!(delete(&["111:5"]), Err(Failure::Retryable(_))));
    testing::answers(200, "<html>");
    assert!(matches!(delete(&["111:5"]), Err(Failure::Retryable(_))));
}

#[test]
fn a_change_that_stops_halfway_says_so() {
    let text = format!("{}\n\n{}", "a".repeat(4000), "b".repeat(4000));
    done();
    refused(400, "Bad Request: message to edit not found", json!({}));
    let failure = edit(&["111:5", "111:6"], message("111", &text, &[])).expect_err("the second");
    let Detail { code, message, .. } = failure.detail().expect("it says why");
    assert_eq!(code, "telegram.partly-changed");
    assert!(message.starts_with("1 of 2 parts of this message were changed. "), "{message}");
}

#[test]
fn what_a_group_wrote_before_it_moved_stays_as_it_is() {
    let said = "Bad Request: group chat was upgraded to a supergroup chat";
    refused(400, said, json!({"migrate_to_chat_id": -10077}));
    assert_eq!(code(delete(&["-77:5"])), "telegram.moved");
    testing::take_sent();
    testing::set_kv("moved:-77", b"-10077");
    assert_eq!(code(react(&["-77:5"], Some("👍"))), "telegram.moved");
    assert_eq!(code(delete(&["-77:5", "-10077:6"])), "telegram.moved");
    assert!(calls().is_empty(), "in the supergroup these numbers are other messages");
    done();
    react(&["-10077:6"], Some("👍")).expect("it is the supergroup's own");
    assert_eq!(calls()[0].1["chat_id"], -10077);
}

#[test]
fn what_offered_quick_replies_is_left_to_telegram() {
    let reply = QuickReply { id: "y".into(), title: "Yes".into() };
    let mut msg = message("111", "Sure?", &[]);
    msg.contents = vec![Content::QuickReplies(vec![reply])];
    done();
    edit(&["111:9"], msg).expect("it is asked");
    assert_eq!(calls()[0].1.get("reply_markup"), None, "only buttons can be repeated");
}
