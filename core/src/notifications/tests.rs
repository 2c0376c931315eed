//! Who is told what, and what stays.

use super::{
    Notifications, Push, PushParts,
    model::{Category, Draft, Kind, NotificationPicture, drafts, kinds},
    store,
};
use crate::{
    accounts::{self, Accounts, AccountsGround, CreateUser, Person, create_user},
    clock::Clock,
    config::Config,
    crypto::Keys,
    db::Db,
    events::{Audience, Event},
    ids::Ids,
    plugins::{Egress, Exceptions},
    realtime::{Hub, HubOptions},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

fn person(id: i64, username: &str, admin: bool) -> Person {
    let photo = if username == "boss" { "/api/photos/k-1" } else { "" };
    let (name, username) = (format!("Name of {username}"), username.to_owned());
    let photo = photo.to_owned();
    Person { id, name, username, admin, view_all: admin, answers: true, photo }
}

fn desk() -> Vec<Person> {
    vec![person(1, "admin", true), person(2, "boss", true), person(3, "ann", false)]
}

fn event(name: &str, data: &Value) -> Event {
    Event {
        client_id: 1,
        seq: 1,
        name: name.into(),
        ticket_id: None,
        audience: Arc::new(Audience::default()),
        data: data.to_string().into(),
        at_ms: 0,
    }
}

fn told(events: &[Event]) -> Vec<(i64, Kind, i64)> {
    drafts(events, &desk()).into_iter().map(|d| (d.user_id, d.kind, d.count)).collect()
}

#[test]
fn who_takes_part_is_told_except_by_oneself() {
    let change = |by: &str, added: Value, removed: Value| {
        let data = json!({
            "ticket_number": 7, "added": added, "removed": removed, "by": by,
            "ticket": { "livechat": by == "boss" },
        });
        event("participantChanged", &data)
    };
    let both = change("admin", json!(["ann", "admin", "gone"]), json!(["boss"]));
    assert_eq!(told(&[both]), [(3, Kind::Assigned, 1), (2, Kind::Removed, 1)]);
    let one = drafts(&[change("boss", json!(["ann"]), json!([]))], &desk()).remove(0);
    assert_eq!((one.channel, one.ticket_number.as_str()), ("livechat", "7"));
    assert_eq!(one.subject, "Name of boss");
    assert_eq!((one.img.uid.as_str(), one.img.file_name.as_str()), ("k-1", "photo"));
    let plain = drafts(&[change("admin", json!(["ann"]), json!([]))], &desk()).remove(0);
    assert_eq!(plain.img, NotificationPicture::default(), "who has no photo");
    assert_eq!(told(&[change("ann", json!([]), json!(["ann"]))]), []);
}

#[test]
fn admins_hear_of_channels_and_a_storm_is_one() {
    let channel = |id: i64, status: &str| {
        let state = json!({ "status": status, "reason": "It fails." });
        event(
            "channelDataUpdated",
            &json!({ "channel": { "id": id, "name": "Shop", "state": state } }),
        )
    };
    // What agents are told of the same is nobody's notification.
    let brief = json!({ "channel": { "id": 5, "name": "Shop", "status": "degraded" } });
    assert_eq!(told(&[event("channelDataUpdated", &brief)]), []);
    let input = |id: i64| event("inputQuarantined", &json!({ "channel_id": id, "name": "Shop" }));
    assert_eq!(told(&[channel(5, "ok"), channel(5, "paused")]), []);
    let trouble = [channel(5, "degraded"), channel(5, "auth_failed"), channel(5, "degraded")];
    let expected = [
        (1, Kind::ChannelTrouble, 2),
        (2, Kind::ChannelTrouble, 2),
        (1, Kind::ChannelSignIn, 1),
        (2, Kind::ChannelSignIn, 1),
    ];
    assert_eq!(told(&trouble), expected);
    let storm: Vec<Event> = (0..40).map(|n| input(5 + n % 2)).collect();
    let expected = [
        (1, Kind::Quarantined, 20),
        (2, Kind::Quarantined, 20),
        (1, Kind::Quarantined, 20),
        (2, Kind::Quarantined, 20),
    ];
    assert_eq!(told(&storm), expected);
    assert_eq!(
        told(&[event("newMessage", &json!({})), event("inputQuarantined", &json!(0))]).len(),
        2
    );
}

#[test]
fn admins_hear_of_a_webhook_that_was_switched_off() {
    let off = event("webhookGivenUp", &json!({ "id": 4, "url": "https://a.example" }));
    assert_eq!(told(&[off]), [(1, Kind::WebhookOff, 1), (2, Kind::WebhookOff, 1)]);
}

#[test]
fn kinds_are_known_and_stand_once() {
    let list = |names: &[&str]| kinds(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
    assert_eq!(
        list(&["removed", "assigned", "removed"]),
        Some(vec![Kind::Assigned, Kind::Removed])
    );
    assert_eq!(list(&["sla"]), None);
    for kind in Kind::ALL {
        assert_eq!(Kind::named(kind.name()), Some(kind));
    }
    assert_eq!(Category::named("system"), Some(Category::System));
    assert_eq!(Category::named(""), None);
}

async fn room(data: &std::path::Path) -> (Notifications, i64, i64) {
    let config = Config::for_data(data);
    let db = Db::open(&config.database_url()).await.expect("database");
    let (ids, clock) = (Ids::seeded(1), Clock::fake(1_000_000));
    let hub = Hub::new(db.clone(), "n".into(), HubOptions::default(), CancellationToken::new());
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
    let kind = accounts::Kind::Agent;
    let new = CreateUser { client, username, name, kind, password: "patchbay-demo" };
    let made = create_user(&accounts, new).await.expect("made");
    let base_url = "https://desk.example.com".to_owned();
    let push =
        Push::new(PushParts { ids, keys, egress: Egress::new(Exceptions::default()), base_url });
    (Notifications { db, clock, accounts, hub, push }, made.client_id, made.user_id)
}

#[tokio::test]
async fn what_is_many_or_old_goes() {
    let folder = tempfile::tempdir().expect("folder");
    let (room, client, user) = room(folder.path()).await;
    let draft = Draft {
        user_id: user,
        kind: Kind::Quarantined,
        subject: "Shop".into(),
        detail: String::new(),
        channel: "",
        ticket_number: String::new(),
        count: 1,
        fold: "quarantined:1".into(),
        img: NotificationPicture::default(),
    };
    let mut tx = room.db.begin().await.expect("begun");
    for at in 0..7 {
        store::insert(&mut tx, client, &draft, at).await.expect("stored");
    }
    assert_eq!(store::bound(&mut tx, client, user, 5).await.expect("bounded"), 2);
    assert_eq!(store::bound(&mut tx, client, user, 5).await.expect("bounded"), 0);
    // Only what is young and unread takes more in.
    assert!(!store::fold(&mut tx, client, &draft, 6).await.expect("asked"));
    assert!(store::fold(&mut tx, client, &draft, 5).await.expect("asked"));
    tx.commit().await.expect("committed");
    room.prune(5).await.expect("pruned");
    let mut conn = room.db.read().await.expect("connection");
    let rows = store::page(&mut conn, (client, user), "system", (None, 0), 10).await.expect("rows");
    let kept: Vec<(i64, i64)> = rows.iter().map(|row| (row.created_at, row.count)).collect();
    assert_eq!(kept, [(6, 2), (5, 1)]);
}
