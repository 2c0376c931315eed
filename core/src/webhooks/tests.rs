//! What is told, how it is signed, and what becomes of an attempt.

use super::{
    Webhooks,
    admin::secret_context,
    model::{ATTEMPTS_MAX, Next, PATIENCE_MS, after, body, check_events, check_url, told_as},
    sign::{shown, signature},
    store,
};
use crate::{
    accounts::{self, Accounts, AccountsGround, CreateUser, create_user},
    audit,
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    events::{Audience, Event, log},
    ids::Ids,
    jobs::Job,
    plugins::egress::{Egress, Exceptions},
};
use serde_json::json;
use std::sync::Arc;

fn event(name: &str) -> Event {
    Event {
        client_id: 3,
        seq: 9,
        name: name.into(),
        ticket_id: Some(5),
        audience: Arc::new(Audience::everyone()),
        data: r#"{"a":1}"#.into(),
        at_ms: 7,
    }
}

#[test]
fn events_of_tickets_are_told_and_others_are_not() {
    assert_eq!(told_as(&event("newMessage")), Some("message.created"));
    assert_eq!(told_as(&event("labelsChanged")), None);
    let noted = r#"{"message":{"direction":"note"}}"#.into();
    assert_eq!(told_as(&Event { data: noted, ..event("newMessage") }), None, "the team's own");
    let body = body(&event("newMessage"), "message.created");
    assert_eq!((&body["id"], &body["data"]["a"]), (&"3-9".into(), &1.into()));
}

#[test]
fn an_attempt_is_repeated_unless_that_cannot_help() {
    for (status, denied, attempt, next) in [
        (Some(200), false, 1, Next::Delivered),
        (Some(204), false, ATTEMPTS_MAX, Next::Delivered),
        (Some(302), false, 1, Next::Again),
        (Some(404), false, 1, Next::Again),
        (Some(410), false, 1, Next::GiveUp),
        (Some(500), false, ATTEMPTS_MAX - 1, Next::Again),
        (Some(500), false, ATTEMPTS_MAX, Next::GiveUp),
        (None, false, 1, Next::Again),
        (None, true, 1, Next::GiveUp),
    ] {
        assert_eq!(after(status, denied, attempt), next, "{status:?} {denied} {attempt}");
    }
}

#[test]
fn a_signature_is_over_the_id_the_time_and_the_body() {
    let secret = b"0123456789abcdef0123456789abcdef";
    let one = signature(secret, "3-9", 1_700_000_000, "{}");
    assert!(one.starts_with("v1,") && one.len() == 47, "{one}");
    for other in [
        signature(b"another", "3-9", 1_700_000_000, "{}"),
        signature(secret, "3-8", 1_700_000_000, "{}"),
        signature(secret, "3-9", 1_700_000_001, "{}"),
        signature(secret, "3-9", 1_700_000_000, "{ }"),
    ] {
        assert_ne!(one, other);
    }
    assert!(shown(secret).starts_with("whsec_MDEy"));
}

#[test]
fn addresses_and_events_are_checked() {
    for good in ["https://a.example/x?y=1", " http://10.0.0.1:9/ "] {
        assert!(check_url(good).is_ok(), "{good}");
    }
    let long = format!("https://a.example/{}", "x".repeat(1_000));
    for bad in ["", "a.example", "ftp://a.example", "https://u:p@a.example", &long] {
        assert!(check_url(bad).is_err(), "{bad}");
    }
    let events =
        |names: &[&str]| -> Vec<String> { names.iter().map(|n| (*n).to_owned()).collect() };
    let kept = check_events(&events(&["message.created", "ticket.created", "message.created"]));
    assert_eq!(kept.ok(), Some(events(&["ticket.created", "message.created"])));
    assert!(check_events(&events(&[])).is_err() && check_events(&events(&["x"])).is_err());
}

async fn room(data: &std::path::Path) -> (Webhooks, Clock, i64) {
    let config = Config::for_data(data);
    let db = Db::open(&config.database_url()).await.expect("database");
    let (ids, clock) = (Ids::seeded(1), Clock::fake(1_700_000_000_000));
    let keys = Keys::from_bytes([7; 32]);
    let ground = AccountsGround {
        db: db.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        keys: keys.clone(),
        hub: None,
        network: None,
        egress: None,
        blobs: None,
        features: &[],
    };
    let accounts = Accounts::new(ground, &config, "http://127.0.0.1");
    let (client, username, name) = ("Acme", "ann", "Ann");
    let kind = accounts::Kind::Admin;
    let new = CreateUser { client, username, name, kind, password: "patchbay-demo" };
    let made = create_user(&accounts, new).await.expect("made");
    let room = Webhooks {
        db,
        clock: clock.clone(),
        ids,
        keys,
        accounts,
        egress: Egress::new(Exceptions::default()),
    };
    (room, clock, made.client_id)
}

#[tokio::test]
async fn an_address_that_takes_nothing_for_a_day_is_switched_off() {
    let folder = tempfile::tempdir().expect("folder");
    let (room, clock, client_id) = room(folder.path()).await;
    let secret = room.keys.seal(&secret_context(client_id), b"secret", &room.ids);
    let new = store::NewWebhook {
        client_id,
        url: "https://127.0.0.1:9/",
        events: r#"["ticket.created"]"#,
        secret: &secret,
        enabled: true,
        now: clock.now_ms(),
    };
    let mut tx = room.db.begin().await.expect("begun");
    let id = store::insert(&mut tx, &new).await.expect("stored");
    tx.commit().await.expect("committed");
    for (pass, wait) in [(0, 0), (1, PATIENCE_MS - 1), (2, 1), (3, 1)] {
        clock.advance(wait);
        let mut tx = room.db.begin().await.expect("begun");
        let now = clock.now_ms();
        let told = ("ticket.created", "{}");
        let delivery = store::deliver(&mut tx, (client_id, id), told, now).await.expect("stored");
        tx.commit().await.expect("committed");
        let payload = json!({ "delivery": delivery });
        let job = Job { id: 1, client_id, kind: String::new(), payload, attempt: 1 };
        room.deliver(&job).await.expect("nothing to repeat");
        let mut conn = room.db.read().await.expect("connection");
        let found = store::one(&mut conn, client_id, id).await.expect("read").expect("there");
        assert_eq!(found.enabled, pass < 2, "{found:?}");
        let sent = store::delivery(&mut conn, (client_id, id), delivery).await.expect("read");
        let sent = sent.expect("there");
        assert_eq!((sent.state.as_str(), sent.attempts), ("failed", i64::from(pass < 3)));
    }
    let mut conn = room.db.read().await.expect("connection");
    let found = store::one(&mut conn, client_id, id).await.expect("read").expect("there");
    assert_eq!(found.gave_up_at, Some(1_700_000_000_000 + PATIENCE_MS));
    let events = log::after(&mut conn, client_id, 0, 100).await.expect("read");
    let told = events.iter().filter(|event| &*event.name == "webhookGivenUp").count();
    assert_eq!(told, 1, "admins are told once");
    let filter = audit::Filter { action: "webhook_given_up".into(), ..audit::Filter::default() };
    let entries = audit::page(&mut conn, client_id, &filter, i64::MAX, 10).await.expect("read");
    assert_eq!(entries.len(), 1);
}
