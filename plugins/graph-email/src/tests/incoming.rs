//! Notifications, rounds over the list of changes, and what becomes of a mail that cannot be had.

use super::{NOW, account};
use crate::GraphEmail;
use crate::place::{Item, KEY, SyncCursor};
use crate::settings::Settings;
use crate::{hook, read, subscription, sync};
use patchbay_plugin::poll::Guest as _;
use patchbay_plugin::prelude::*;
use patchbay_plugin::testing;
use patchbay_plugin::timers::Guest as _;
use patchbay_plugin::webhook::Guest as _;
use serde_json::{Value, json};

const BASE: &str = "https://graph.microsoft.com/v1.0/me";

fn request(query: &str, body: &Value) -> webhook::Request {
    webhook::Request {
        method: "POST".into(),
        path: String::new(),
        query: query.into(),
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
        verified: "key".into(),
    }
}

fn timers(batch: &Batch) -> Vec<&str> {
    batch.timers.iter().map(|timer| timer.name.as_str()).collect()
}

#[test]
fn the_address_is_confirmed_with_graphs_token_and_remembered() {
    let query = "key=k&at=https%3A%2F%2Fdesk.example%2Fhooks%2Fabc&validationToken=a%26b+%3Cc%3E";
    let (reply, batch) = GraphEmail::handle(account(), request(query, &json!({}))).expect("fine");
    let reply = reply.expect("a reply");
    assert_eq!((reply.status, reply.body.as_slice()), (200, &b"a&b <c>"[..]));
    assert!(reply.headers[0].value.starts_with(b"text/plain"));
    let stored: Vec<_> = batch.kv.iter().map(|op| (op.key.as_str(), op.value.clone())).collect();
    let address = b"https://desk.example/hooks/abc".to_vec();
    assert_eq!(stored, [(subscription::ADDRESS, Some(address.clone())), (subscription::KEY, None)]);
    testing::set_kv(subscription::ADDRESS, &address);
    let (_, batch) = GraphEmail::handle(account(), request(query, &json!({}))).expect("fine");
    assert!(batch.kv.is_empty());
}

#[test]
fn only_notifications_with_our_mark_wake_anything() {
    testing::set_secret("webhook_key");
    let mark = subscription::client_state().expect("a mark");
    let told = |entries: Value| {
        let body = json!({ "value": entries });
        let (reply, batch) = GraphEmail::handle(account(), request("key=k", &body)).expect("fine");
        assert_eq!(reply.expect("a reply").status, 202);
        batch
    };
    let batch = told(json!([
        { "clientState": "forged", "changeType": "created" }, { "changeType": "created" },
    ]));
    assert!(batch.timers.is_empty() && batch.events.is_empty());
    let batch = told(json!([
        { "clientState": "forged", "lifecycleEvent": "subscriptionRemoved" },
        { "clientState": mark, "changeType": "created" }, { "clientState": mark },
    ]));
    assert_eq!((timers(&batch), batch.kv.len()), (vec![hook::SYNC], 0));
    assert_eq!(batch.timers[0].at_ms, Some(NOW));
    for (event, wakes, forgets) in [
        ("missed", vec![hook::SYNC], 0),
        ("reauthorizationRequired", vec![hook::RENEW], 0),
        ("subscriptionRemoved", vec![hook::SYNC, hook::RENEW], 1),
        ("somethingNew", vec![hook::SYNC], 0),
    ] {
        let batch = told(json!([{ "clientState": mark, "lifecycleEvent": event }]));
        assert_eq!((timers(&batch), batch.kv.len()), (wakes, forgets), "{event}");
    }
    let strange = GraphEmail::handle(account(), request("key=k", &json!({ "value": 7 })));
    assert!(matches!(strange, Err(Failure::Permanent(_))));
}

fn named(id: &str, minute: u32) -> Value {
    json!({
        "id": id, "internetMessageId": format!("<{id}@customer.example>"), "isDraft": false,
        "conversationId": "C1", "subject": "Order 7", "bodyPreview": "Where is it?",
        "from": { "emailAddress": { "name": "Ann", "address": "Ann@Customer.example" } },
        "receivedDateTime": format!("2026-01-02T03:{minute:02}:00Z"),
    })
}

fn place(batch: &Batch) -> SyncCursor {
    let bytes = batch.kv.iter().find(|op| op.key == KEY).and_then(|op| op.value.clone());
    serde_json::from_slice(&bytes.expect("a place")).expect("readable")
}

#[test]
fn within_a_second_an_answer_comes_after_what_it_answers() {
    let mail = |name: &str, answered: &[&str]| {
        let mut message = read::summary(&Item { message_id: name.to_owned(), ..Item::default() });
        message.references = answered.iter().map(|id| (*id).to_owned()).collect();
        vec![Event::Message(message)]
    };
    let sorted = sync::answers_last(vec![
        mail("earlier", &[]),
        mail("third", &["second", "first"]),
        mail("itself", &["itself"]),
        mail("second", &["gone", "first"]),
        vec![],
        mail("first", &["before"]),
        mail("egg", &["hen"]),
        mail("hen", &["egg"]),
    ]);
    let ids = sorted.iter().map(|event| match event {
        Event::Message(message) => message.external_id.as_str(),
        other => panic!("no message: {other:?}"),
    });
    let wanted = ["earlier", "itself", "first", "second", "third", "egg", "hen"];
    assert_eq!(ids.collect::<Vec<_>>(), wanted);
}

const TROUBLE: &str = r#"{"error":{"code":"serviceNotAvailable","message":"later"}}"#;

#[test]
fn a_mail_that_cannot_be_had_lets_the_others_pass_and_is_shown_at_last() {
    let list = json!({
        "@odata.deltaLink": format!("{BASE}/delta?$deltatoken=1"),
        "value": [named("late", 4), named("poison", 1), named("gone", 2),
            { "id": "x", "@removed": { "reason": "deleted" } }],
    });
    testing::answers(200, list.to_string());
    testing::answers(503, TROUBLE);
    testing::answers(404, r#"{"error":{"code":"ErrorItemNotFound","message":""}}"#);
    testing::answers(404, r#"{"error":{"code":"ErrorItemNotFound","message":""}}"#);
    let outcome = GraphEmail::pull(account(), None).expect("a pull");
    let asked: Vec<String> = testing::take_sent().into_iter().map(|sent| sent.url).collect();
    assert!(asked[0].contains("/me/mailFolders/inbox/messages/delta?$select=id,"), "{}", asked[0]);
    assert!(asked[0].ends_with("$filter=receivedDateTime%20ge%202026-01-02T02:04:05Z"));
    let fetched: Vec<&str> = asked[1..].iter().map(String::as_str).collect();
    let url = |id: &str| format!("{BASE}/messages/{id}/$value");
    assert_eq!(fetched, [url("poison"), url("gone"), url("late")]);
    let mut kept = place(&outcome.batch);
    assert_eq!((kept.waiting.len(), kept.n, outcome.more), (1, 1, false));
    assert_eq!(kept.waiting[0].again_ms, NOW + 10_000);
    assert_eq!(outcome.next_in_ms, Some(10_000));
    assert_eq!(
        outcome.batch.cursor.as_deref(),
        Some(serde_json::to_vec(&kept).unwrap().as_slice())
    );

    // A timer that meets it fires again when it is due.
    kept.waiting[0].again_ms = NOW;
    testing::set_kv(KEY, &serde_json::to_vec(&kept).unwrap());
    testing::answers(503, TROUBLE);
    let batch = GraphEmail::fire(account(), hook::SYNC.into(), NOW).expect("fired");
    assert_eq!((timers(&batch), batch.timers[0].at_ms), (vec![hook::SYNC], Some(NOW + 20_000)));

    // It is tried again, and given up in the end: by what the list said.
    kept.waiting[0].tries = 7;
    kept.waiting[0].again_ms = NOW;
    testing::set_kv(KEY, &serde_json::to_vec(&kept).unwrap());
    testing::answers(503, TROUBLE);
    let batch = GraphEmail::fire(account(), hook::SYNC.into(), NOW).expect("fired");
    let [Event::Message(message)] = batch.events.as_slice() else { panic!("one message") };
    assert_eq!(message.external_id, "poison@customer.example");
    assert_eq!(message.thread, "C1/ann@customer.example");
    assert_eq!(message.from.external_id, "ann@customer.example");
    assert!(message.text.as_deref().unwrap().starts_with("Where is it?\n\n[This message"));
    assert!(place(&batch).waiting.is_empty());
    assert_eq!(testing::left(), 0);
}

#[test]
fn a_limit_stops_the_round_and_loses_nothing() {
    let list = json!({
        "@odata.nextLink": format!("{BASE}/delta?$skiptoken=1"),
        "value": [named("a", 1), named("b", 2)],
    });
    let busy = r#"{"error":{"code":"ApplicationThrottled","message":""}}"#;
    testing::answers(200, list.to_string());
    testing::answers(404, "{}");
    testing::answers(429, busy);
    let outcome = GraphEmail::pull(account(), None).expect("what was got is kept");
    let kept = place(&outcome.batch);
    assert_eq!(kept.waiting.iter().map(|item| item.id.as_str()).collect::<Vec<_>>(), ["b"]);
    assert!(outcome.more && kept.within);
    // Nothing at all could be got: the host hears of it, and the place stays.
    testing::answers(429, busy);
    let failed = GraphEmail::pull(account(), outcome.batch.cursor.clone());
    assert!(matches!(failed, Err(Failure::RateLimited(_))));
    testing::answers(404, "{}");
    let outcome = GraphEmail::pull(account(), outcome.batch.cursor).expect("a pull");
    assert!(place(&outcome.batch).waiting.is_empty() && outcome.more);
    testing::answers(200, json!({ "@odata.deltaLink": "https://d", "value": [] }).to_string());
    let outcome = GraphEmail::pull(account(), outcome.batch.cursor).expect("a pull");
    assert!(!outcome.more);
    assert_eq!((place(&outcome.batch).link.as_str(), testing::left()), ("https://d", 0));
}

#[test]
fn a_place_that_is_too_old_is_read_anew_from_what_is_known() {
    let known_ms = NOW - 3 * 86_400_000;
    let old = SyncCursor {
        n: 9,
        link: format!("{BASE}/delta?$deltatoken=old"),
        begun_ms: known_ms,
        known_ms,
        ..SyncCursor::default()
    };
    testing::set_kv(KEY, &serde_json::to_vec(&old).unwrap());
    testing::answers(410, r#"{"error":{"code":"syncStateNotFound","message":""}}"#);
    testing::answers(200, json!({ "@odata.deltaLink": "https://d", "value": [] }).to_string());
    // The cursor is behind what a timer stored.
    let outcome = GraphEmail::pull(account(), Some(br#"{"n":3,"known_ms":1,"link":"x"}"#.to_vec()));
    let sent = testing::take_sent();
    assert!(sent[1].url.ends_with("$filter=receivedDateTime%20ge%202025-12-30T02:04:05Z"));
    let kept = place(&outcome.expect("a pull").batch);
    assert_eq!((kept.n, kept.known_ms, kept.link.as_str()), (10, NOW, "https://d"));
    // With nothing new nothing is stored.
    testing::set_kv(KEY, &serde_json::to_vec(&kept).unwrap());
    testing::answers(200, json!({ "@odata.deltaLink": "https://e", "value": [] }).to_string());
    let outcome = GraphEmail::pull(account(), None).expect("a pull");
    assert!(outcome.batch.kv.is_empty() && outcome.batch.cursor.is_none());
    assert_eq!(outcome.next_in_ms, Some(15_000));
}

#[test]
fn a_subscription_is_renewed_made_anew_and_given_a_rest() {
    let public = || Account { public_url: "https://desk.example".into(), ..account() };
    let nothing = || {
        testing::answers(200, json!({ "@odata.deltaLink": "https://d", "value": [] }).to_string())
    };
    let until = "2026-01-05T00:00:00Z";
    testing::set_kv(subscription::ADDRESS, b"https://desk.example/hooks/abc");
    // Graph lists it with the key hidden.
    nothing();
    let listed = json!({ "value": [
        { "id": "other", "notificationUrl": "https://else.example/hooks/abc" },
        { "id": "s1", "notificationUrl": "https://desk.example/hooks/abc?key=******&at=x" } ] });
    testing::answers(200, listed.to_string());
    testing::answers(200, json!({ "id": "s1", "expirationDateTime": until }).to_string());
    let outcome = GraphEmail::pull(public(), None).expect("a pull");
    assert_eq!(outcome.next_in_ms, Some(300_000));
    let sent = testing::take_sent();
    assert_eq!(
        (sent[2].method.as_str(), sent[2].body.as_str()),
        ("PATCH", r#"{"expirationDateTime":"2026-01-05T01:04:05Z"}"#)
    );
    let known = outcome.batch.kv.iter().find(|op| op.key == subscription::KEY).unwrap();
    testing::set_kv(subscription::KEY, known.value.as_deref().unwrap());
    // It lives: nothing is asked.
    nothing();
    assert!(GraphEmail::pull(public(), None).is_ok());
    assert_eq!(testing::take_sent().len(), 1);
    // Graph removed it.
    testing::answers(404, "{}");
    testing::answers(200, r#"{"value":[]}"#);
    testing::answers(201, json!({ "id": "s2", "expirationDateTime": until }).to_string());
    let batch = GraphEmail::fire(public(), hook::RENEW.into(), NOW).expect("fired");
    let body: Value = serde_json::from_str(&testing::take_sent()[2].body).unwrap();
    assert_eq!(body["resource"], "/me/mailFolders('inbox')/messages");
    let address = "https://desk.example/hooks/abc?key={credential:hook}\
        &at=https%3A%2F%2Fdesk.example%2Fhooks%2Fabc";
    assert_eq!(body["notificationUrl"], address);
    assert_eq!(body["lifecycleNotificationUrl"], address);
    testing::set_kv(subscription::KEY, batch.kv[0].value.as_deref().unwrap());
    // It is refused: tried again later, and mail is asked for.
    testing::set_now_ms(NOW + 80 * 3_600_000);
    nothing();
    testing::answers(403, r#"{"error":{"code":"ErrorAccessDenied","message":"no"}}"#);
    let late = Account {
        public_url: "https://desk.example".into(),
        config: account().config,
        ..account()
    };
    testing::set_now_ms(NOW + 80 * 3_600_000);
    let outcome = GraphEmail::pull(late, None).expect("a pull");
    assert_eq!((outcome.next_in_ms, testing::left()), (Some(15_000), 0));
}

#[test]
fn a_report_is_tied_to_its_message_and_a_lone_mail_to_its_person() {
    let read = |raw: &str| {
        let item = Item { conversation: "C9".into(), at_ms: NOW, ..Default::default() };
        read::events(&Settings::default(), &item, raw.as_bytes()).expect("events")
    };
    let events = read(
        "From: MAILER-DAEMON@acme.example\r\nTo: support@acme.example\r\nReturn-Path: <>\r\n\
         Subject: Undeliverable: Order\r\nMessage-ID: <ndr@acme.example>\r\n\r\n\
         There is no such mailbox (5.1.1).\r\n\r\nMessage-ID: <1042.op-1@acme.example>\r\n",
    );
    let [Event::Receipt(receipt), Event::Custom(reason), Event::Message(message)] =
        events.as_slice()
    else {
        panic!("a receipt, its reason, then the report")
    };
    assert_eq!(reason.kind, "receipt");
    let reason = String::from_utf8_lossy(&reason.payload);
    assert!(reason.contains("there is no such mailbox"), "{reason}");
    assert_eq!(receipt.external_id, "1042.op-1@acme.example");
    assert_eq!(receipt.status, "failed");
    assert_eq!(receipt.code.as_deref(), Some("graph-email.5.1.1"));
    assert!(message.automatic && message.references == ["1042.op-1@acme.example"]);
    let code = message.extras.iter().find(|(name, _)| name == "report-code");
    assert_eq!(code.map(|(_, value)| value.as_str()), Some("graph-email.5.1.1"));

    let events = read("From: Ann@Customer.example\r\nMessage-ID: <1@x>\r\n\r\nHello\r\n");
    let [Event::Message(message)] = events.as_slice() else { panic!("a message") };
    assert_eq!((message.thread.as_str(), message.automatic), ("C9/ann@customer.example", false));
    let answer =
        "From: ann@customer.example\r\nMessage-ID: <2@x>\r\nReferences: <1@x>\r\n\r\nHi\r\n";
    let events = read(answer);
    let [Event::Message(message)] = events.as_slice() else { panic!("a message") };
    assert_eq!(
        (message.thread.as_str(), message.references.as_slice()),
        ("1@x", &["1@x".to_owned()][..])
    );
}
