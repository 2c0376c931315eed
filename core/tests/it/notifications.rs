//! Users are told what concerns them, and nobody else is.

use crate::{
    harness::{Agent, Desk, Ground, Start, World, eventually},
    hostile::{self, Account},
};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(
    who_takes_part_is_told,
    pages_are_read_and_removed,
    admins_hear_of_channels_once,
    kinds_can_be_turned_off,
    who_has_a_photo_is_shown,
);

async fn list(who: &Agent, more: &str) -> Vec<Value> {
    let list = who.get(&format!("/notification/get?type=system{more}")).await.ok();
    list.as_array().expect("a list").clone()
}

async fn until(who: &Agent, count: usize) -> Vec<Value> {
    let what = format!("{} has {count} notifications", who.username);
    eventually(&what, || async { Some(list(who, "").await).filter(|all| all.len() == count) }).await
}

async fn assign(by: &Agent, ticket: &Value, names: &[&str]) {
    let path = format!("/api/tickets/{}/participants", ticket["id"]);
    by.call(Method::PUT, &path, Some(&json!({ "participants": names }))).await.ok();
}

async fn check(who: &Agent) -> Value {
    who.get("/notification/check").await.ok()
}

async fn who_takes_part_is_told(ground: Ground) {
    let mut world = World::open(ground, Start::default()).await;
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    let none = json!({ "unread": false, "unread_2": false, "unread_3": false });
    assert_eq!(check(&world.one).await, none);
    assert!(list(&world.one, "").await.is_empty());
    let mut one = world.one.live().await;
    let mut admin = world.admin.live().await;

    assign(&world.admin, &ticket, &["agent1", "admin"]).await;
    let told = one.event("newNotification").await;
    let number = ticket["ticket_number"].to_string();
    assert_eq!((&told["type"], &told["category"]), (&json!("assigned"), &json!("system")));
    assert_eq!((&told["channel"], &told["ticket_number"]), (&json!("ticket"), &json!(number)));
    assert_eq!((&told["seen"], &told["img"]), (&json!(false), &Value::Null));
    assert_eq!(told["subject"], "admin of Acme");
    assert!(told["ts"].as_i64() > Some(1_700_000_000), "{told}");
    let body = told["body"].as_str().expect("a text");
    assert!(body.contains(&format!("#{number}")), "{body}");
    assert_eq!(list(&world.one, "").await, std::slice::from_ref(&told));
    let unread = json!({ "unread": false, "unread_2": false, "unread_3": true });
    assert_eq!(check(&world.one).await, unread);

    assign(&world.admin, &ticket, &["admin"]).await;
    let told = one.event("newNotification").await;
    assert_eq!(told["title"], "You got removed!");
    assert_eq!(told["body"], "You're not longer a participant in this conversation.");

    // The admin put in themself, and hears neither of that nor of what others are told.
    let heard = admin.drain(Duration::from_millis(300)).await;
    assert!(heard.iter().all(|frame| frame["event"] != "newNotification"), "{heard:?}");
    for other in [&world.admin, &world.two, &world.outsider] {
        assert!(list(other, "").await.is_empty(), "{}", other.username);
        assert_eq!(check(other).await, none);
    }

    // What was told is not told again by the process that comes after a kill.
    world.desk.kill();
    world.desk = Desk::start(&world.ground, &Start::default());
    let again = world.one.at(&world.desk.url);
    let path = format!("/api/tickets/{}/participants", ticket["id"]);
    let body = json!({ "participants": ["agent1"] });
    world.admin.at(&world.desk.url).call(Method::PUT, &path, Some(&body)).await.ok();
    let all = until(&again, 3).await;
    let kinds: Vec<&Value> = all.iter().map(|one| &one["type"]).collect();
    assert_eq!(kinds, ["assigned", "removed", "assigned"]);
}

async fn pages_are_read_and_removed(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    for _ in 0..6 {
        assign(&world.admin, &ticket, &["agent1"]).await;
        assign(&world.admin, &ticket, &[]).await;
    }
    let id = |row: &Value| row["id"].as_i64().expect("an id");
    let rest = eventually("all twelve are there", || async {
        Some(list(&world.one, "&offset=10").await).filter(|rest| rest.len() == 2)
    })
    .await;
    let first = list(&world.one, "").await;
    assert_eq!(first.len(), 10);
    assert!(first.iter().chain(&rest).is_sorted_by(|a, b| id(a) > id(b)));
    assert_eq!(list(&world.one, &format!("&lastId={}", id(&first[9]))).await, rest);
    assert_eq!(list(&world.one, &format!("&offset=10&lastId={}", id(&first[9]))).await, rest);
    let none = Vec::<Value>::new();
    let other = world.one.get("/api/notification/get?type=sla").await.ok();
    assert_eq!(other, json!(none));
    for path in ["", "?type=news", "?type=sla&lastId=x", "?type=sla&offset=x"] {
        let answer = world.one.get(&format!("/api/notification/get{path}")).await;
        answer.refused(422, "invalid");
    }

    // Another of the user's windows hears that they were read.
    let mut window = world.one.live().await;
    let read = "/api/notification/read";
    let body = json!({ "category": "system", "lastId": rest[0]["id"] });
    assert_eq!(world.one.post(read, &body).await.ok(), json!({ "result": "success" }));
    assert_eq!(window.event("notificationRead").await["lastId"], rest[0]["id"]);
    assert_eq!(check(&world.one).await["unread_3"], true, "newer ones are not read");
    assert_eq!(list(&world.one, "&offset=10").await[0]["seen"], true);
    let newest = id(&first[0]).to_string();
    for _ in 0..2 {
        let fields = [("category", "system"), ("lastId", newest.as_str())];
        world.one.form(read, &fields).await.ok();
    }
    assert_eq!(check(&world.one).await["unread_3"], false);
    world.one.post(read, &json!({ "category": "news" })).await.refused(422, "invalid");
    // Somebody else's bound reaches only their own.
    world.outsider.post(read, &json!({ "category": "system" })).await.ok();

    let remove = "/api/notification/remove";
    let body = json!({ "id": first[0]["id"] });
    let unknown = world.one.post(remove, &json!({ "id": 987_650_001 })).await;
    unknown.refused(404, "not_found");
    for other in [&world.two, &world.admin, &world.outsider] {
        assert_eq!(other.post(remove, &body).await, unknown, "{}", other.username);
    }
    world.one.post(remove, &json!({})).await.refused(422, "invalid");
    assert_eq!(world.one.post(remove, &body).await.ok()["result"], "success");
    assert_eq!(window.event("notificationRemoved").await["id"], first[0]["id"]);
    assert_eq!(world.one.post(remove, &body).await, unknown, "twice");
    assert_eq!(list(&world.one, "").await[0]["id"], first[1]["id"]);

    let nobody = Agent::nobody(&world.desk.url);
    for path in ["/notification/check", "/notification/get", "/api/notification/preferences"] {
        nobody.get(path).await.refused(401, "unauthorized");
    }
    for path in [read, remove] {
        nobody.post(path, &body).await.refused(401, "unauthorized");
    }
}

async fn admins_hear_of_channels_once(ground: Ground) {
    hostile::install(&ground);
    let world = World::open(ground, Start::default()).await;
    let account = Account::connect(&world.admin, "big-event", "").await;
    for n in 0..6 {
        assert_eq!(account.post(&format!("input {n}")).await.status, 200);
    }
    let find = |all: &[Value], kind: &str| {
        all.iter().filter(|one| one["type"] == kind).cloned().collect::<Vec<_>>()
    };
    let all = eventually("the five are one", || async {
        let all = list(&world.admin, "").await;
        let kept = find(&all, "quarantined");
        (kept.first().is_some_and(|one| one["count"] == 5)).then_some(all)
    })
    .await;
    assert_eq!(find(&all, "quarantined").len(), 1, "{all:?}");
    assert_eq!(find(&all, "quarantined")[0]["subject"], "big-event");
    let trouble = eventually("the breaker is told", || async {
        let found = find(&list(&world.admin, "").await, "channel_trouble");
        found.first().cloned()
    })
    .await;
    assert_eq!(trouble["channel"], "", "there is no ticket to open");
    assert!(trouble["body"].as_str().is_some_and(|body| body.starts_with("big-event: ")));
    for other in [&world.one, &world.outsider] {
        assert!(list(other, "").await.is_empty(), "{}", other.username);
    }
}

async fn kinds_can_be_turned_off(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let path = "/api/notification/preferences";
    let put = |who: &Agent, muted: Value| {
        let (who, body) = (who.clone(), json!({ "muted": muted }));
        async move { who.call(Method::PUT, path, Some(&body)).await }
    };
    assert_eq!(world.one.get(path).await.ok(), json!({ "muted": [] }));
    put(&world.one, json!(["news"])).await.refused(422, "invalid");
    for _ in 0..2 {
        let kept = put(&world.one, json!(["assigned", "assigned"])).await.ok();
        assert_eq!(kept, json!({ "muted": ["assigned"] }));
    }
    assert_eq!(world.one.get(path).await.ok(), json!({ "muted": ["assigned"] }));
    for other in [&world.two, &world.outsider] {
        assert_eq!(other.get(path).await.ok(), json!({ "muted": [] }), "everybody's own");
    }
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    assign(&world.admin, &ticket, &["agent1", "agent2"]).await;
    assign(&world.admin, &ticket, &[]).await;
    assert_eq!(until(&world.two, 2).await.len(), 2);
    let told = until(&world.one, 1).await;
    assert_eq!(told[0]["type"], "removed");
}

async fn who_has_a_photo_is_shown(ground: Ground) {
    let base = "https://cdn.example.com/pictures/";
    let start = Start::default().set("PATCHBAY_BRANDING_NOTIFICATION_PICTURES", base);
    let world = World::open(ground, start).await;
    let nobody = Agent::nobody(&world.desk.url);
    let variant = nobody.get("/api/variant").await.ok();
    assert_eq!(variant["notification_pictures"], "https://cdn.example.com/pictures");

    let png = b"\x89PNG\r\n\x1a\nand so on".to_vec();
    let photo = Form::new().part("photo", Part::bytes(png.clone()).file_name("me.png"));
    let photo = world.admin.multipart("/api/me/photo", photo).await.ok()["photo"].clone();
    let key =
        photo.as_str().and_then(|p| p.strip_prefix("/api/photos/")).expect("a key").to_owned();
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    let mut one = world.one.live().await;
    assign(&world.admin, &ticket, &["agent1"]).await;
    let told = one.event("newNotification").await;
    assert_eq!(told["img"], json!({ "uid": key, "file_name": "photo" }));
    assert_eq!(list(&world.one, "").await, [told]);

    // This server's own uploads have it at the same place, behind the base that is the default.
    for _ in 0..2 {
        assert_eq!(nobody.bytes(&format!("/api/photos/{key}/photo")).await, png);
    }
    for unknown in [format!("/api/photos/{key}/other"), "/api/photos/nobody/photo".to_owned()] {
        nobody.get(&unknown).await.refused(404, "not_found");
    }
}
