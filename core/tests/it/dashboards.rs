//! Dashboards: what they count, who sees them, and the links that show them.

use crate::harness::{Agent, Ground, Start, World};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::Instant;

on_both_engines!(
    a_dashboard_counts_what_came_in_and_went_out,
    a_link_shows_the_figures_until_it_is_revoked,
    admins_switch_the_dashboard_for_everybody,
);

async fn opened(world: &World, title: &str) -> i64 {
    let body = json!({ "title": title, "message": "Hello", "name": "Mei", "email": "mei@customer.example" });
    world.admin.post("/api/tickets", &body).await.ok()["id"].as_i64().expect("an id")
}

async fn status(world: &World, ticket: i64, status: i64) {
    let body = json!({ "ticket_id": ticket, "status": status });
    world.admin.post("/api/ticket/message", &body).await.ok();
}

async fn dashboard(who: &Agent) -> Value {
    who.get("/api/dashboard").await.ok()
}

fn counts(list: &Value, of: &str) -> Vec<i64> {
    let all = list.as_array().expect("a list");
    all.iter().map(|one| one[of].as_i64().expect("a count")).collect()
}

async fn a_dashboard_counts_what_came_in_and_went_out(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let empty = dashboard(&world.admin).await;
    assert_eq!((&empty["opened"], &empty["first_reply_seconds"]), (&json!(0), &Value::Null));
    assert_eq!(counts(&empty["by_status"], "count"), [0, 0, 0, 0]);
    assert_eq!(empty["by_day"].as_array().map(Vec::len), Some(30), "empty days are there, too");

    let bot = world.bot().await;
    let written = Instant::now();
    bot.write(81, "Hello").await;
    let chat = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    let (one, two, three) =
        (opened(&world, "One").await, opened(&world, "Two").await, opened(&world, "Three").await);
    world.admin.reply(chat, "Good day").await;
    let replied = written.elapsed().as_secs() + 1;
    status(&world, one, 2).await;
    // Resolved, opened again and closed: once.
    for code in [2, 0, 3] {
        status(&world, two, code).await;
    }
    let spam = world
        .admin
        .call(Method::PUT, &format!("/api/tickets/{three}/spam"), Some(&json!({ "spam": true })))
        .await;
    spam.ok();
    let found = dashboard(&world.admin).await;
    assert_eq!((&found["opened"], &found["resolved"]), (&json!(3), &json!(2)), "{found}");
    assert_eq!((&found["opened_before"], &found["waiting"]), (&json!(0), &json!(1)));
    assert_eq!(counts(&found["by_status"], "count"), [1, 0, 1, 1]);
    let first_reply = found["first_reply_seconds"].as_u64().expect("seconds");
    assert!(first_reply <= replied, "{first_reply} s of {replied} s");
    let groups: Vec<&str> = found["by_channel"]
        .as_array()
        .expect("groups")
        .iter()
        .map(|one| one["group"].as_str().expect("a group"))
        .collect();
    assert_eq!(groups[0], "other", "by hand: {found}");
    assert_eq!(counts(&found["by_channel"], "count"), [2, 1]);
    let today = found["by_day"].as_array().and_then(|days| days.last()).expect("today");
    assert_eq!((&today["opened"], &today["resolved"]), (&json!(3), &json!(2)), "{found}");
    assert_eq!(today["day"], found["end_date"]);
    let day = found["end_date"].as_str().expect("a day");
    let one_day =
        world.admin.get(&format!("/api/dashboard?startDate={day}&endDate={day}")).await.ok();
    assert_eq!(
        (&one_day["opened"], one_day["by_day"].as_array().map(Vec::len)),
        (&json!(3), Some(1))
    );

    for (query, field) in [
        ("startDate=2026-02-02&endDate=2026-02-01", "startDate"),
        ("startDate=2024-01-01&endDate=2026-02-01", "startDate"),
        ("startDate=yesterday", "startDate"),
    ] {
        let answer = world.admin.get(&format!("/api/dashboard?{query}")).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{answer:?}");
    }
    world.one.get("/api/dashboard").await.refused(403, "forbidden");
    assert_eq!(dashboard(&world.outsider).await["opened"], 0, "of another client");
}

async fn a_link_shows_the_figures_until_it_is_revoked(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    opened(&world, "Secret title").await;
    let draft = json!({ "name": "Lobby", "days": 7, "expires_in_days": 30 });
    let made = world.admin.post("/api/dashboard/shares", &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    let made = made.ok();
    let link = made["link"].as_str().expect("an address");
    let word = link.strip_prefix(&format!("{}/dashboard/", world.desk.url)).expect("of this desk");
    let path = format!("/api/dashboard/shared/{word}");
    let nobody = Agent::nobody(&world.desk.url);
    let shown = nobody.get(&path).await.ok();
    assert_eq!((&shown["name"], &shown["dashboard"]["opened"]), (&json!("Lobby"), &json!(1)));
    assert_eq!(shown["dashboard"]["by_day"].as_array().map(Vec::len), Some(7));
    let text = shown.to_string();
    assert!(!text.contains("Secret") && !text.contains("Mei") && !text.contains("admin"), "{text}");
    let list = world.admin.get("/api/dashboard/shares").await.ok();
    assert_eq!(
        (&list["shares"][0]["uses"], &list["shares"][0]["expired"]),
        (&json!(1), &json!(false))
    );
    assert!(!list.to_string().contains(word), "the word is kept nowhere");
    let log = world.admin.get("/api/audit?action=dashboard_shared").await.ok();
    assert!(log.to_string().contains("Lobby") && !log.to_string().contains(word), "{log}");

    for (change, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "days": 8 }), "days"),
        (json!({ "expires_in_days": 366 }), "expires_in_days"),
    ] {
        let mut wrong = draft.clone();
        for (key, value) in change.as_object().expect("an object") {
            wrong[key] = value.clone();
        }
        let answer = world.admin.post("/api/dashboard/shares", &wrong).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{answer:?}");
    }
    world.one.post("/api/dashboard/shares", &draft).await.refused(403, "forbidden");
    world.one.get("/api/dashboard/shares").await.refused(403, "forbidden");
    let revoke = format!("/api/dashboard/shares/{}", made["share"]["id"]);
    world.one.call(Method::DELETE, &revoke, None).await.refused(403, "forbidden");
    world.outsider.call(Method::DELETE, &revoke, None).await.refused(404, "not_found");
    world.admin.call(Method::DELETE, &revoke, None).await.ok();
    world.admin.call(Method::DELETE, &revoke, None).await.refused(404, "not_found");
    let gone = nobody.get(&path).await;
    gone.refused(404, "not_found");
    assert_eq!(nobody.get("/api/dashboard/shared/unheard-of").await, gone, "they look alike");
}

async fn admins_switch_the_dashboard_for_everybody(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let path = "/api/dashboard/setting";
    let told = || async {
        let body = json!({ "_token": world.one.token });
        world.one.post("/api/auth/check", &body).await.ok()["settings"][0]["dashboard_on"].clone()
    };
    assert_eq!((world.one.get(path).await.ok(), told().await), (json!({ "on": false }), json!(0)));
    let on = json!({ "on": true });
    let mut hearing = world.one.live().await;
    for _ in 0..2 {
        assert_eq!(
            world.admin.call(Method::PUT, path, Some(&on)).await.ok(),
            on,
            "twice is like once"
        );
    }
    assert_eq!((world.one.get(path).await.ok(), told().await), (on.clone(), json!(1)));
    let heard = hearing.event("settingsChanged").await;
    assert_eq!(heard, json!({ "dashboard_on": 1 }), "at once, and of nothing else");
    let log = world.admin.get("/api/audit?action=dashboard_switched").await.ok();
    assert_eq!(log["data"].as_array().map(Vec::len), Some(1), "{log}");
    world.one.call(Method::PUT, path, Some(&on)).await.refused(403, "forbidden");
    assert_eq!(world.outsider.get(path).await.ok(), json!({ "on": false }), "another client's own");
}
