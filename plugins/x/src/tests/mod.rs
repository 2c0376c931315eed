//! X's JSON in, batches out, and the requests in between.

mod outgoing;

use crate::X;
use patchbay_plugin::poll::Guest as _;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::Guest as _;
use patchbay_plugin::testing::{self, Answer, golden};
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

fn account() -> Account {
    Account {
        id: "7".into(),
        config: json!({"user_id": "1111"}).to_string(),
        public_url: "https://desk.example.com".into(),
        extras: vec![],
    }
}

fn request(body: &Value) -> webhook::Request {
    webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
        verified: "signature".into(),
    }
}

#[test]
fn every_kind_of_event_becomes_its_batch() {
    testing::otherwise(|sent| match sent.url.contains("/gone/") {
        true => Ok((404, Answer::Text("{}".into()))),
        false => Ok((200, Answer::Blob(41))),
    });
    golden::check(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"), |_, body| {
        let (_, batch) = X::handle(account(), request(&body)).expect("every kind is taken");
        golden::batch(batch)
    });
}

#[test]
fn a_challenge_is_answered_and_nothing_else_comes_unsigned() {
    testing::set_secret("consumer_secret");
    let get = |query: &str| webhook::Request {
        method: "GET".into(),
        query: query.into(),
        verified: "key".into(),
        ..request(&json!({}))
    };
    let (reply, batch) = X::handle(account(), get("key=k&crc_token=abc")).expect("answered");
    let body: Value = serde_json::from_slice(&reply.expect("a reply").body).expect("JSON");
    // The stand-in of the host signs readably: "consumer_secret:abc".
    assert_eq!(body["response_token"], "sha256=Y29uc3VtZXJfc2VjcmV0OmFiYw==");
    assert!(batch.events.is_empty());
    assert!(matches!(X::handle(account(), get("key=k")), Err(Failure::Permanent(_))));
    let post = webhook::Request { verified: "key".into(), ..request(&json!({"for_user_id": "1"})) };
    assert!(matches!(X::handle(account(), post), Err(Failure::Permanent(_))));
}

fn event(id: &str, at: &str) -> Value {
    json!({"id": id, "event_type": "MessageCreate", "text": id, "sender_id": "2222",
        "dm_conversation_id": "1111-2222", "created_at": at})
}

#[test]
fn a_first_pull_takes_the_last_hour_and_later_ones_what_is_new() {
    testing::set_now_ms(1_767_323_045_000);
    let list = json!({"data": [event("102", "2026-01-02T03:00:00Z"), event("99", "2026-01-01T00:00:00Z")]});
    testing::answers(200, list.to_string());
    testing::answers(200, json!({"meta": {"result_count": 0}}).to_string());
    let outcome = X::pull(account(), None).expect("a pull");
    assert_eq!(outcome.batch.events.len(), 1);
    let cursor = outcome.batch.cursor.expect("a cursor");
    assert_eq!(cursor, br#"{"dm":"102","post":"","since":1767319445000}"#);

    testing::answers(200, list.to_string());
    testing::answers(200, json!({"data": []}).to_string());
    let outcome = X::pull(account(), Some(cursor)).expect("a pull");
    assert!(outcome.batch.events.is_empty(), "nothing new");
    assert_eq!(outcome.next_in_ms, None);
}

#[test]
fn a_spent_window_is_waited_for() {
    testing::answers(429, json!({"title": "Too Many Requests"}).to_string());
    assert!(matches!(X::pull(account(), None), Err(Failure::RateLimited(_))));
    let nobody = Account { config: "{}".into(), ..account() };
    assert!(matches!(X::pull(nobody, None), Err(Failure::NeedsConfig(_))));
}

#[test]
fn the_webhook_is_registered_with_its_key_and_subscribed_once() {
    testing::set_secret("bearer_token");
    testing::answers(200, json!({"meta": {"result_count": 0}}).to_string());
    testing::answers(200, json!({"data": {"id": "h1"}}).to_string());
    let there = json!({"data": [{"event_type": "dm.received", "filter": {"user_id": "1111"},
        "webhook_id": "h1"}]});
    testing::answers(200, there.to_string());
    testing::otherwise(|_| Ok((200, Answer::Text("{\"data\":{}}".into()))));
    X::connect(account(), "https://desk.example.com/hooks/7".into()).expect("registered");
    let sent = testing::take_sent();
    assert_eq!(
        sent[1].body,
        r#"{"url":"https://desk.example.com/hooks/7?key={credential:webhook}"}"#
    );
    assert_eq!(sent[1].credentials, ["app", "webhook"]);
    let asked: Vec<&str> = sent[3..].iter().map(|one| one.credentials[0].as_str()).collect();
    assert_eq!(
        asked,
        ["user", "user", "app", "app", "app", "app", "user", "app"],
        "dm.received was there"
    );

    testing::answers(200, json!({"data": []}).to_string());
    testing::answers(400, json!({"detail": "CrcValidationFailed"}).to_string());
    let failed = X::connect(account(), "https://desk.example.com/hooks/7".into());
    assert!(matches!(failed, Err(Failure::NeedsConfig(_))));
}

fn page(ids: [u32; 2], next: &str) {
    let list = ids.iter().map(|id| event(&id.to_string(), "2026-01-02T03:00:00Z"));
    let list: Vec<Value> = list.collect();
    testing::answers(200, json!({"data": list, "meta": {"next_token": next}}).to_string());
}

fn ids(batch: &Batch) -> Vec<&str> {
    let events = batch.events.iter();
    let found = events.filter_map(|event| match event {
        Event::Message(message) => Some(message.external_id.as_str()),
        _ => None,
    });
    found.collect()
}

#[test]
fn what_is_spread_over_pages_comes_from_its_beginning() {
    page([109, 108], "deeper");
    page([107, 106], "further");
    page([105, 101], "beyond");
    testing::answers(200, json!({"data": []}).to_string());
    let cursor = br#"{"dm":"101","post":"50"}"#.to_vec();
    let outcome = X::pull(account(), Some(cursor)).expect("a pull");
    assert_eq!(ids(&outcome.batch), ["105", "106", "107", "108", "109"]);
    assert!(!outcome.more);
    let cursor: Value = serde_json::from_slice(&outcome.batch.cursor.expect("one")).expect("JSON");
    assert_eq!(cursor["dm"], "109");

    // A page that is refused ends the pull, and what was read is kept.
    page([119, 118], "deeper");
    testing::answers(429, json!({"title": "Too Many Requests"}).to_string());
    testing::answers(200, json!({"data": []}).to_string());
    let cursor = br#"{"dm":"109","post":"50"}"#.to_vec();
    let outcome = X::pull(account(), Some(cursor)).expect("a pull");
    assert_eq!(ids(&outcome.batch), ["118", "119"]);
    assert!(outcome.more);
}

#[test]
fn kinds_that_x_does_not_tell_of_stop_nothing() {
    testing::set_secret("bearer_token");
    let connect = |refused: &'static [&'static str]| {
        let hooks = json!({"data": [{"id": "h1", "url": "https://desk.example.com/hooks/7"}]});
        testing::answers(200, hooks.to_string());
        testing::otherwise(move |sent| {
            let no = refused.iter().any(|kind| sent.body.contains(&format!("\"{kind}\"")));
            Ok((if no { 400 } else { 200 }, Answer::Text("{\"data\":[]}".into())))
        });
        X::connect(account(), "https://desk.example.com/hooks/7".into())
    };
    // X's documentation names them, the types of its own library do not.
    connect(&["post.reply.create", "post.quote.create", "oauth.revoke"]).expect("connected");
    connect(&["chat.received", "post.delete"]).expect("connected");
    assert!(connect(&["dm.received"]).is_err(), "without messages there is no channel");
    assert!(connect(&["post.mention.create"]).is_err());
}

#[test]
fn a_long_list_is_walked_to_its_end_before_it_counts_as_read() {
    let none = || testing::answers(200, json!({"data": []}).to_string());
    let pull = |cursor: Vec<u8>| X::pull(account(), Some(cursor)).expect("a pull");
    for place in 0..10 {
        page([129 - 2 * place, 128 - 2 * place], "deeper");
    }
    none();
    let first = pull(br#"{"dm":"101","post":"50"}"#.to_vec());
    assert!(first.more);
    assert_eq!(first.batch.events.len(), 20);
    // Asked on where it stopped; meanwhile posts wait.
    page([102, 101], "further");
    let second = pull(first.batch.cursor.expect("a cursor"));
    assert!(!second.more);
    assert_eq!(second.batch.events.len(), 1);
    let sent = testing::take_sent();
    assert!(sent[11].url.ends_with("&pagination_token=deeper"), "{}", sent[11].url);
    let cursor: Value = serde_json::from_slice(&second.batch.cursor.expect("one")).expect("JSON");
    assert_eq!((&cursor["dm"], &cursor["post"]), (&json!("129"), &json!("50")));
    assert!(cursor.get("dm_token").is_none());

    // A place that X has forgotten: once more from the top.
    testing::answers(400, json!({"detail": "invalid pagination_token"}).to_string());
    page([109, 108], "");
    let again = pull(br#"{"dm":"108","dm_top":"109","dm_token":"old","post":""}"#.to_vec());
    assert_eq!(again.batch.events.len(), 1);
}

#[test]
fn a_pull_has_room_for_a_file_of_each_message() {
    let with_file = |id: u32| {
        let mut one = event(&id.to_string(), "2026-01-02T03:00:00Z");
        one["attachments"] = json!({"media_keys": ["3_1"]});
        one
    };
    let list: Vec<Value> = (0..60).map(|place| with_file(199 - place)).collect();
    testing::answers(200, json!({"data": list, "meta": {"next_token": "deeper"}}).to_string());
    testing::answers(200, json!({"data": []}).to_string());
    let outcome = X::pull(account(), Some(br#"{"dm":"101","post":"50"}"#.to_vec()));
    assert!(outcome.expect("a pull").more, "the next page waits");
    assert_eq!(testing::take_sent().len(), 2);
}

#[test]
fn a_direct_message_in_a_form_that_is_not_known_is_shown_as_such() {
    let body = |kind: &str, payload: Value| {
        json!({"data": {"event_uuid": "u1", "event_type": kind, "filter": {"user_id": "1111"},
            "payload": payload}})
    };
    let read = |body: Value| X::handle(account(), request(&body)).expect("taken").1.events;
    let strange = json!({"id": "9", "sender_id": "2222", "text": "Hi"});
    match read(body("dm.received", strange.clone())).as_slice() {
        [Event::Message(message)] => assert_eq!(message.from.external_id, "2222"),
        other => panic!("{other:?}"),
    }
    // Whose payload has its list is known, also when nothing in it is a customer's.
    assert!(read(body("dm.received", json!({"direct_message_events": []}))).is_empty());
    assert!(read(body("dm.indicate_typing", strange)).is_empty());
}

#[test]
fn the_first_pull_stays_the_time_from_which_on_counts() {
    testing::set_now_ms(1_767_323_045_000);
    for _ in 0..2 {
        testing::answers(200, json!({"data": []}).to_string());
    }
    let cursor = X::pull(account(), None).expect("a pull").batch.cursor.expect("a cursor");
    // Down for three hours: what was written meanwhile is taken.
    testing::set_now_ms(1_767_323_045_000 + 10_800_000);
    let list = json!({"data": [event("102", "2026-01-02T03:30:00Z")]});
    testing::answers(200, list.to_string());
    testing::answers(200, json!({"data": []}).to_string());
    let outcome = X::pull(account(), Some(cursor)).expect("a pull");
    assert_eq!(outcome.batch.events.len(), 1);
}

#[test]
fn messages_are_kept_when_mentions_cannot_be_read() {
    let list = json!({"data": [event("102", "2026-01-02T03:00:00Z")]});
    testing::answers(200, list.to_string());
    testing::answers(503, "{}");
    let cursor = br#"{"dm":"101","post":"50"}"#.to_vec();
    let outcome = X::pull(account(), Some(cursor.clone())).expect("the messages");
    assert_eq!(outcome.batch.events.len(), 1);
    let kept: Value = serde_json::from_slice(&outcome.batch.cursor.expect("one")).expect("JSON");
    assert_eq!((&kept["dm"], &kept["post"]), (&json!("102"), &json!("50")));
    testing::answers(200, json!({"data": []}).to_string());
    testing::answers(503, "{}");
    assert!(matches!(X::pull(account(), Some(cursor)), Err(Failure::Retryable(_))));
}

#[test]
fn what_is_of_another_account_is_left_out() {
    let message = json!([{"type": "message_create", "id": "1", "message_create":
        {"target": {"recipient_id": "9999"}, "sender_id": "2222", "message_data": {"text": "Hi"}}}]);
    let old = json!({"for_user_id": "9999", "direct_message_events": message});
    let new = json!({"data": {"event_type": "dm.received", "filter": {"user_id": "9999"},
        "payload": {"direct_message_events": message}}});
    for body in [old, new] {
        let (_, batch) = X::handle(account(), request(&body)).expect("taken");
        assert!(batch.events.is_empty());
    }
}

#[test]
fn a_revoked_sign_in_is_the_accounts_failure_unless_it_was_renewed() {
    let new = json!({"data": {"event_type": "oauth.revoke", "filter": {"user_id": "1111"},
        "payload": {"user_id": "1111", "app_id": "1"}}});
    let old = json!({"user_event": {"revoke": {"source": {"user_id": "1111"}}}});
    for body in [new, old] {
        testing::answers(401, json!({"title": "Unauthorized"}).to_string());
        let failed = X::handle(account(), request(&body));
        assert!(matches!(failed, Err(Failure::AuthExpired(_))));
        testing::answers(200, json!({"data": {"id": "1111"}}).to_string());
        let (_, batch) = X::handle(account(), request(&body)).expect("an old story");
        assert!(batch.events.is_empty());
    }
}
