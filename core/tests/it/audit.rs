//! What admins do is written down with the act, and nobody else reads or changes it.

use crate::harness::{Agent, Ground, SECRET, Start, TOKEN, World, program};
use patchbay::db::{Db, Raw};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    acts_are_written_down,
    what_a_desk_keeps_is_written_down,
    a_sign_up_and_a_plan_are_written_down,
    entries_are_paged_filtered_and_final,
);

async fn entries(who: &Agent, query: &str) -> Vec<Value> {
    let page = who.get(&format!("/api/audit?{query}")).await.ok();
    page["data"].as_array().expect("a list").clone()
}

fn actions(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["action"].as_str().expect("a text")).collect()
}

async fn label(who: &Agent, name: &str) {
    let label = json!({ "name": name, "color": "#000000", "level": 0, "sla": 30 });
    who.post("/api/label/update", &json!({ "labelArray": [label] })).await.ok();
}

async fn acts_are_written_down(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let begun = entries(admin, "").await;
    assert_eq!(actions(&begun), ["user_created"; 3], "made on the command line");
    assert_eq!((&begun[0]["actor"], &begun[0]["user_id"]), (&json!("command line"), &Value::Null));

    label(admin, "Refund").await;
    admin.post("/api/label/update", &json!({ "labelArray": [], "delete": [] })).await.ok();
    let bot = world.bot().await;
    let path = format!("/api/channels/{}", bot.id);
    let change = json!({ "name": "Shop", "settings": { "bot_token": TOKEN } });
    admin.call(Method::PATCH, &path, Some(&change)).await.ok();
    admin.call(Method::PATCH, &path, Some(&json!({ "name": "Shop" }))).await.ok();
    bot.raw(b"{".to_vec(), SECRET).await;
    let kept = admin.get("/api/quarantine").await.ok()["data"][0]["id"].clone();
    admin.post(&format!("/api/quarantine/{kept}/replay"), &json!({})).await.ok();
    let switch = |enabled: bool| json!({ "enabled": enabled });
    let switched = "/api/plugins/livechat/enabled";
    admin.call(Method::PUT, switched, Some(&switch(false))).await.ok();
    admin.call(Method::PUT, switched, Some(&switch(false))).await.ok();
    admin.call(Method::DELETE, &path, None).await.ok();

    let all = entries(admin, "").await;
    let expected = [
        "channel_removed",
        "plugin_switched",
        "input_replayed",
        "channel_changed",
        "channel_connected",
        "labels_saved",
    ];
    assert_eq!(actions(&all[..6]), expected, "each act once, and what changed nothing not at all");
    assert_eq!(all.len(), 9);
    for entry in &all[..6] {
        assert_eq!((&entry["actor"], &entry["address"]), (&json!("admin"), &json!("127.0.0.1")));
        assert!(entry["user_id"].is_i64() && entry["at"].as_i64() > Some(0), "{entry}");
    }
    assert_eq!(all[3]["subject"], "Shop");
    assert_eq!(all[3]["changes"]["name"], json!({ "from": "Shop bot", "to": "Shop" }));
    assert_eq!(all[3]["changes"]["settings"], json!(["bot_token"]));
    assert_eq!(all[5]["changes"]["saved"][0]["name"], "Refund");
    let text = json!(all).to_string();
    assert!(!text.contains(TOKEN) && !text.contains(SECRET), "no secret is kept: {text}");

    // What is refused is not done, and so is not written down.
    world.one.post("/api/label/update", &json!({ "delete": [1] })).await.refused(403, "forbidden");
    admin
        .post("/api/label/update", &json!({ "delete": [987_650_001] }))
        .await
        .refused(404, "not_found");
    assert_eq!(entries(admin, "").await, all);
    world.one.get("/api/audit").await.refused(403, "forbidden");
    assert_eq!(entries(&world.outsider, "action=labels_saved").await, Vec::<Value>::new());
}

/// What somebody made at an address, changed twice to the same, and deleted.
async fn keep(who: &Agent, path: &str, made: Value, changed: Value) {
    let id = who.post(path, &made).await.ok()["id"].clone();
    let one = format!("{path}/{id}");
    for _ in 0..2 {
        who.call(Method::PUT, &one, Some(&changed)).await.ok();
    }
    who.call(Method::DELETE, &one, None).await.ok();
    who.call(Method::DELETE, &one, None).await.refused(404, "not_found");
}

async fn what_a_desk_keeps_is_written_down(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let reply =
        |title, shared| json!({ "title": title, "shortcut": "hi", "text": "Hi", "shared": shared });
    keep(admin, "/api/replies", reply("Hello", true), reply("Good day", true)).await;
    keep(&world.one, "/api/replies", reply("Mine", false), reply("My own", false)).await;
    let hours = |to| json!({ "day": 1, "from": "09:00", "to": to });
    let calendar = |to| json!({ "name": "Shop", "zone": "UTC", "weekly": [hours(to)] });
    keep(admin, "/api/hours", calendar("17:00"), calendar("18:00")).await;
    let holiday = |date| json!({ "name": "Fair", "date": date });
    keep(admin, "/api/holidays", holiday("2026-05-01"), holiday("2026-05-02")).await;
    let says = |text| json!({ "text": text });
    keep(admin, "/api/announcements", says("Closed early"), says("Closed at four")).await;
    let statuses = "/api/custom_statuses";
    let list = admin.post(statuses, &json!({ "alternate": "Tea" })).await.ok();
    let one = format!("{statuses}/{}", list[0]["id"]);
    for _ in 0..2 {
        admin.call(Method::PATCH, &one, Some(&json!({ "alternate": "Coffee" }))).await.ok();
    }
    for _ in 0..2 {
        admin.call(Method::DELETE, &one, None).await.ok();
    }

    let all = entries(admin, "").await;
    let (all, _) = all.split_at(all.len() - 3);
    let expected = [
        "statuses_changed",
        "statuses_changed",
        "statuses_changed",
        "announcement_withdrawn",
        "announcement_changed",
        "announcement_published",
        "holiday_removed",
        "holiday_changed",
        "holiday_created",
        "calendar_removed",
        "calendar_changed",
        "calendar_created",
        "reply_removed",
        "reply_changed",
        "reply_created",
    ];
    assert_eq!(actions(all), expected, "each act once; nobody's own replies");
    assert_eq!(
        all[4]["changes"]["text"],
        json!({ "from": "Closed early", "to": "Closed at four" })
    );
    assert_eq!(all[7]["changes"]["date"], json!({ "from": "2026-05-01", "to": "2026-05-02" }));
    assert_eq!(all[10]["changes"]["weekly"]["to"], json!(["1 09:00-18:00"]));
    assert_eq!(all[13]["changes"], json!({ "title": { "from": "Hello", "to": "Good day" } }));
    assert!(entries(&world.outsider, "action=reply_created").await.is_empty());
}

async fn a_sign_up_and_a_plan_are_written_down(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let new = json!({
        "client": "New Shop", "username": "owner", "email": "owner@shop.example",
        "password": crate::harness::PASSWORD,
    });
    let nobody = Agent::nobody(&world.desk.url);
    nobody.post("/api/signup", &new).await.ok();
    nobody.post("/api/signup", &new).await.refused(422, "invalid");
    let owner = world.desk.sign_in("owner", "admin").await;
    let all = entries(&owner, "").await;
    assert_eq!(actions(&all), ["client_signed_up"]);
    assert_eq!((&all[0]["actor"], &all[0]["address"]), (&json!("owner"), &json!("127.0.0.1")));

    for _ in 0..2 {
        let mut choose = program(&[], &world.ground.data(), world.ground.database());
        let choose = choose.args(["client", "plan", "--client", "New Shop", "pro"]);
        assert!(choose.output().expect("it runs").status.success());
    }
    let all = entries(&owner, "").await;
    assert_eq!(actions(&all), ["plan_chosen", "client_signed_up"], "once");
    assert_eq!(all[0]["actor"], "command line");
    assert_eq!(all[0]["changes"]["plan"], json!({ "from": 0, "to": 3 }));
    let ends = &all[0]["changes"]["plan_ends_at"];
    assert!(ends["from"].is_i64() && ends["to"].is_null(), "the end of a trial: {ends}");
    assert!(entries(&world.admin, "action=plan_chosen").await.is_empty());
}

async fn entries_are_paged_filtered_and_final(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    for n in 0..60 {
        label(admin, &format!("=Label {n}")).await;
    }
    let first = admin.get("/api/audit?action=labels_saved").await.ok();
    assert_eq!((first["data"].as_array().map(Vec::len), &first["more"]), (Some(50), &json!(true)));
    let last = &first["data"][49]["id"];
    let second = admin.get(&format!("/api/audit?action=labels_saved&before={last}")).await.ok();
    assert_eq!(
        (second["data"].as_array().map(Vec::len), &second["more"]),
        (Some(10), &json!(false))
    );
    assert_eq!(second["data"][9]["changes"]["saved"][0]["name"], "=Label 0");

    assert_eq!(entries(admin, "who=DMI").await.len(), 50);
    assert!(entries(admin, "who=d_i").await.is_empty(), "a sign stands for itself");
    assert_eq!(entries(admin, "who=command").await.len(), 3);
    let at = second["data"][9]["at"].as_i64().expect("a time");
    assert_eq!(entries(admin, &format!("until={at}")).await.len(), 3);
    assert_eq!(
        entries(admin, &format!("action=labels_saved&from={at}&until={}", at + 1)).await.len(),
        1
    );

    let table = admin.bytes("/api/audit/export?action=labels_saved").await;
    let table = String::from_utf8(table).expect("text");
    let lines: Vec<&str> = table.trim_end().split("\r\n").collect();
    assert_eq!(lines.len(), 61, "a head and every entry");
    assert!(lines[0].starts_with("\u{feff}id,time,who,"), "{}", lines[0]);
    assert!(lines[60].contains(",admin,127.0.0.1,labels_saved,labels,,,"), "{}", lines[60]);

    // No call changes an entry, and neither does the database.
    for method in [Method::DELETE, Method::PATCH, Method::PUT] {
        let answer = admin.call(method, &format!("/api/audit/{last}"), Some(&json!({}))).await;
        assert!(matches!(answer.status, 404 | 405), "{answer:?}");
    }
    let db = Db::open(&world.ground.url()).await.expect("opened");
    let mut tx = db.begin().await.expect("begun");
    let rewrite = "update audit_log set actor = 'nobody'";
    let refused = match tx.raw() {
        Raw::Sqlite(c) => sqlx::query(rewrite).execute(c).await.map(drop),
        Raw::Postgres(c) => sqlx::query(rewrite).execute(c).await.map(drop),
    };
    let refused = refused.expect_err("refused").to_string();
    assert!(refused.contains("never changed"), "{refused}");
}
