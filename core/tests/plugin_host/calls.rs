//! Every interface call, by a guest that behaves.

use crate::{TOKEN, World, package};
use patchbay::{
    blobs::BlobMeta,
    plugins::{
        Attachment, CallError, Event, Failure, OutgoingMessage, PresenceSignal, RawMail,
        VisitorAct, VisitorSession, WebhookRequest,
    },
};
use serde_json::json;

const UPDATE: &[u8] = br#"{"update_id":5,"message":{"id":2,"chat":9,"date":1700000000,
    "text":"hello","from":{"id":4,"name":"Ann"}}}"#;

#[tokio::test]
async fn webhooks_become_batches() {
    let world = World::start();
    let account = world.account(json!({}));
    let request = WebhookRequest {
        method: "POST".to_owned(),
        query: "reply=1".to_owned(),
        body: UPDATE.to_vec(),
        verified: "secret-token".to_owned(),
        ..WebhookRequest::default()
    };
    let called = world.host.webhook(&account, request).await;
    let (reply, batch) = called.result.unwrap();
    assert_eq!(reply.unwrap().body, b"secret-token");
    let Event::Message(message) = &batch.events[0] else { panic!("{batch:?}") };
    assert_eq!(message.external_id, "9:2:5");
    assert_eq!(message.text.as_deref(), Some("hello"));
    assert_eq!(message.at_ms, 1_700_000_000_000);
    assert!(called.report.peak_memory > 0);
    let bad = WebhookRequest { body: b"{".to_vec(), ..WebhookRequest::default() };
    let error = world.host.webhook(&account, bad).await.result.unwrap_err();
    assert!(matches!(error, CallError::Failure(Failure::Permanent(_))) && error.is_deterministic());
}

#[tokio::test]
async fn pulls_carry_their_cursor() {
    let world = World::start();
    let account = world.account(json!({}));
    let first = world.host.pull(&account, None).await.result.unwrap();
    assert_eq!((first.batch.cursor.as_deref(), first.more), (Some(&[1][..]), true));
    let last = world.host.pull(&account, Some(vec![2])).await.result.unwrap();
    assert_eq!((last.more, last.next_in_ms), (false, Some(7)));
}

#[tokio::test]
async fn mail_goes_in_and_out_as_blobs() {
    let world = World::start();
    let account = world.account(json!({}));
    let meta = BlobMeta { mime: "message/rfc822".to_owned(), filename: None };
    let raw = world.blobs.put_bytes(vec![b'm'; 200_000], meta).await.unwrap();
    let mail = RawMail {
        raw: raw.clone(),
        folder: "INBOX".to_owned(),
        uid_validity: 3,
        uid: 4,
        received_ms: 5,
    };
    let batch = world.host.receive_mail(&account, mail).await.result.unwrap();
    let Event::Message(message) = &batch.events[0] else { panic!("{batch:?}") };
    assert_eq!(message.external_id, "3-4");
    assert_eq!(message.extras, [("size".to_owned(), "200000".to_owned())]);
    let copy = message.attachments[0].blob.as_ref().unwrap();
    assert_eq!((&copy.sha256, copy.size), (&raw.sha256, 200_000));
    assert_eq!(copy.filename.as_deref(), Some("copy.txt"));

    let message = OutgoingMessage {
        op_id: "op".to_owned(),
        recipient: "c@d.example".to_owned(),
        text: Some("hi".to_owned()),
        ..OutgoingMessage::default()
    };
    let envelope = world.host.compose_mail(&account, &message).await.result.unwrap();
    assert_eq!(envelope.message_id, "op@b.example");
    let bytes = world.blobs.get_range(&envelope.raw, 0..100).await.unwrap();
    assert_eq!(&bytes[..], b"To: c@d.example\r\n\r\nhi");
}

#[tokio::test]
async fn messages_go_out_and_failures_come_back_typed() {
    let world = World::start();
    let account = world.account(json!({}));
    let blob = world.blobs.put_bytes(&b"12345"[..], BlobMeta::default()).await.unwrap();
    let message = OutgoingMessage {
        op_id: "op".to_owned(),
        thread: "t".to_owned(),
        attachments: vec![Attachment { blob: Some(blob), ..Attachment::default() }],
        ..OutgoingMessage::default()
    };
    let called = world.host.send(&account, &message).await;
    assert_eq!(called.result.unwrap().external_ids, ["t-op-5"]);
    assert_eq!(called.report.logs[0].fields, [("op".to_owned(), "op".to_owned())]);
    let account = world.account(json!({ "do": "unknown" }));
    let error = world.host.send(&account, &message).await.result.unwrap_err();
    assert!(matches!(error, CallError::Failure(Failure::OutcomeUnknown(_))));
    let error = world.host.connect(&account, "").await.result.unwrap_err();
    assert!(
        matches!(&error, CallError::Failure(Failure::NeedsConfig(l)) if l[0].0 == "public_url")
    );
    world.host.connect(&account, "https://x.example/hook").await.result.unwrap();
    let signal = PresenceSignal {
        thread: "t".to_owned(),
        recipient: "p".to_owned(),
        kind: "typing".to_owned(),
        agent_name: "Ann".to_owned(),
    };
    assert!(world.host.notify(&account, &signal).await.result.unwrap().events.is_empty());
}

#[tokio::test]
async fn visitors_are_heard() {
    let world = World::start();
    let account = world.account(json!({}));
    let session = VisitorSession { id: "s".to_owned(), ..VisitorSession::default() };
    let blob = world.blobs.put_bytes(&b"x"[..], BlobMeta::default()).await.unwrap();
    let act = VisitorAct::Message {
        id: "m1".to_owned(),
        text: "h\0i".to_owned(),
        attachments: vec![Attachment {
            blob: Some(blob.clone()),
            mime: "Text/Plain; x".to_owned(),
            filename: Some("../a.txt".to_owned()),
            ..Attachment::default()
        }],
    };
    let batch = world.host.visitor(&account, &session, act).await.result.unwrap();
    let Event::Message(message) = &batch.events[0] else { panic!("{batch:?}") };
    assert_eq!((message.thread.as_str(), message.text.as_deref()), ("s", Some("hi")));
    let file = &message.attachments[0];
    assert_eq!((&file.blob, file.mime.as_str()), (&Some(blob), "text/plain"));
    assert_eq!(file.filename.as_deref(), Some("a.txt"));
    for act in [
        VisitorAct::Register(vec![("title".to_owned(), "Help".to_owned())]),
        VisitorAct::Typing,
        VisitorAct::Rate { stars: 5, reason: String::new() },
    ] {
        let batch = world.host.visitor(&account, &session, act).await.result.unwrap();
        assert_eq!(batch.visitor[0].session, "s");
    }
}

#[tokio::test]
async fn secrets_stay_with_the_host() {
    let world = World::start();
    // Even when a caller leaves a secret among the open settings by mistake.
    let account = world.account(json!({ "do": "secrets", "bot_token": TOKEN }));
    let facts = world.host.check(&account).await.result.unwrap().facts;
    assert_eq!(facts[0].1, r#"{"do":"secrets"}"#);
    assert_eq!((facts[1].1.as_str(), facts[2].1.as_str()), ("true", "false"));
    assert!(facts[3].1.starts_with("Ok("), "{facts:?}");
    assert!(!format!("{account:?}").contains(TOKEN));
}

#[tokio::test]
async fn the_store_is_read_and_its_failure_is_not_the_guests() {
    let world = World::start();
    world.kv.0.lock().insert("k".to_owned(), b"v".to_vec());
    assert_eq!(world.fact("kv", "k").await, "v");
    assert_eq!(world.fact("kv", "none").await, "");
    let error = world.act("kv", "broken").await.result.unwrap_err();
    assert!(
        matches!(&error, CallError::Failure(Failure::Retryable(d, _)) if d.code == "host.unavailable")
    );
    assert!(!error.is_deterministic());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interface_that_is_not_claimed_is_missing() {
    let world = World::start();
    let wasm = package::unpack(&package::hostile()).remove("plugin.wasm").unwrap();
    world.host.install(&package::with_component(wasm, "\"settings\"")).unwrap();
    let error = world.host.pull(&world.account(json!({})), None).await.result.unwrap_err();
    assert_eq!(error, CallError::Missing { interface: "poll".to_owned() });
    world.serves().await;
}
