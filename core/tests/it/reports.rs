//! Reports: the summary of a range of days, its tables, and the time in statuses.

use crate::harness::{Agent, Ground, Start, Visitor, World};
use patchbay::{clock::Clock, db::Db, execute};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_summary_lists_what_was_opened_by_day_with_names,
    a_live_chat_has_its_rating_in_the_summary,
    time_in_a_status_is_cut_at_the_range,
    who_may_not_see_reports_gets_none,
    busy_hours_are_those_of_the_readers_clock,
);

const DAY_MS: i64 = 86_400_000;

async fn opened(world: &World, title: &str) -> i64 {
    let body =
        json!({ "title": title, "message": "Hello", "name": "Mei", "email": "mei@example.com" });
    let made = world.one.post("/api/tickets", &body).await.ok();
    made["id"].as_i64().unwrap_or_else(|| panic!("an id: {made}"))
}

/// Makes tickets that much older.
async fn age(ground: &Ground, ticket: i64, days: i64) {
    let db = Db::open(&ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    execute!(
        &mut tx,
        "update tickets set created_at = created_at - $2 where id = $1",
        ticket,
        days * DAY_MS
    )
    .expect("a row");
    tx.commit().await.expect("kept");
    db.close().await;
}

async fn summary(who: &Agent, query: &str) -> Value {
    who.get(&format!("/report/generate?token=-&{query}")).await.ok()
}

/// Every row, whatever its heading.
fn rows(summary: &Value) -> Vec<&Value> {
    let groups = summary["data"].as_object().expect("an object").values();
    groups.flat_map(|group| group.as_array().expect("a list")).collect()
}

async fn text(who: &Agent, path: &str) -> String {
    String::from_utf8(who.bytes(path).await).expect("UTF-8")
}

async fn a_summary_lists_what_was_opened_by_day_with_names(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let empty = summary(&world.admin, "type=ticket&status=4").await;
    assert_eq!(empty, json!({ "result": "success", "data": {}, "count": 0 }));
    let label = json!({ "name": "Refund", "color": "#000000", "level": 0, "sla": 0 });
    let labels = json!({ "labelArray": [label] });
    let labels = world.admin.post("/api/label/update", &labels).await.ok();
    let label = labels[0]["id"].as_i64().expect("a label");
    let old = opened(&world, "=HYPERLINK(1)").await;
    age(&world.ground, old, 3).await;
    let path = format!("/api/tickets/{old}/participants");
    let body = json!({ "participants": ["agent1"] });
    world.admin.call(Method::PUT, &path, Some(&body)).await.ok();
    let body = json!({ "ticket_id": old, "label": format!("[{label}]") });
    world.admin.post("/api/ticket/label", &body).await.ok();
    for number in 0..31 {
        opened(&world, &format!("Ticket {number}")).await;
    }
    let first = summary(&world.admin, "type=ticket&status=0").await;
    assert_eq!(first["count"], 30, "a page");
    assert_eq!(rows(&first)[0]["title"], "Ticket 30", "the newest first");
    let second = summary(&world.admin, "type=ticket&status=0&offset=30").await;
    assert_eq!(second["count"], 2);
    assert_eq!(second["data"].as_object().expect("groups").len(), 2, "two days: {second}");
    let row = rows(&second)[1];
    assert_eq!(row["assignee_names"], json!(["agent1 of Acme"]));
    assert_eq!(
        (&row["label_names"], &row["label"]),
        (&json!(["Refund"]), &json!(format!("[{label}]")))
    );
    assert_eq!(
        (&row["closed"], &row["sla"], &row["rating"]),
        (&json!(0), &json!(""), &Value::Null)
    );

    // Only the day on which it was opened.
    let now = Clock::system().now_ms();
    let day = |at: i64| {
        let time = time::OffsetDateTime::from_unix_timestamp(at / 1_000).expect("a time");
        time.date().to_string()
    };
    let then = day(now - 3 * DAY_MS);
    let range = format!("type=ticket&status=4&startDate={then}&endDate={then}");
    let one = summary(&world.admin, &range).await;
    assert_eq!((&one["count"], &rows(&one)[0]["id"]), (&json!(1), &json!(old)));
    let other = summary(&world.outsider, &range).await;
    assert_eq!(other["count"], 0, "of another client");
    for (query, field) in [
        ("type=chat", "type"),
        ("status=9", "status"),
        ("startDate=2026-1-", "startDate"),
        ("startDate=2026-02-02&endDate=2026-02-01", "startDate"),
        (&format!("endDate={}", day(now + 2 * DAY_MS)), "endDate"),
    ] {
        let refused = world.admin.get(&format!("/report/generate?{query}")).await;
        assert_eq!(refused.status, 422, "{query}: {refused:?}");
        assert!(refused.body["error"]["fields"][field].is_string(), "{query}: {refused:?}");
    }

    // The table has the same rows, and nothing in it is a formula.
    let table = text(&world.admin, "/report/export/-?type=ticket&status=0").await;
    assert_eq!(table.lines().count(), 33, "a head and 32 tickets: {table}");
    assert!(table.lines().last().is_some_and(|line| line.contains(",'=HYPERLINK(1),")), "{table}");
    let counts = text(
        &world.admin,
        &format!("/report/export/-?startDate={then}&endDate={}&step=24", day(now)),
    )
    .await;
    let sum: i64 = counts
        .lines()
        .skip(1)
        .filter_map(|line| line.rsplit(',').next()?.parse::<i64>().ok())
        .sum();
    assert_eq!(sum, 32, "{counts}");

    // A workbook has the same rows, with numbers and moments as such, and texts as texts.
    let sheet = sheet(&world.admin, "/report/export/-?type=ticket&status=0&format=xlsx").await;
    assert_eq!(sheet.matches("<row ").count(), 33, "{sheet}");
    assert!(!sheet.contains("<f>"), "no formula: {sheet}");
    assert!(sheet.contains("<t>=HYPERLINK(1)</t>"), "{sheet}");
    let number = &rows(&first)[0]["ticket_number"];
    assert!(sheet.contains(&format!("<c r=\"A2\"><v>{number}</v></c>")), "{sheet}");
    let created = sheet.split("<c r=\"H2\"").nth(1).expect("when it was opened");
    let days = created.split_once("<v>").and_then(|(_, rest)| rest.split_once("</v>"));
    let days: f64 = days.and_then(|(days, _)| days.parse().ok()).expect("days since 1899-12-30");
    let seconds = (days - 25_569.0) * 86_400.0;
    assert!((seconds * 1_000.0 - now as f64).abs() < 600_000.0, "{seconds} is not now");
    let unknown = world.admin.get("/report/export/-?type=ticket&format=pdf").await;
    assert_eq!(unknown.status, 422, "{unknown:?}");
}

/// The first sheet of a workbook.
async fn sheet(who: &Agent, path: &str) -> String {
    let response = who.request(Method::GET, path).send().await.expect("an answer");
    assert_eq!(response.status(), 200, "{path}");
    let kind = response.headers()["content-type"].to_str().expect("text").to_owned();
    assert!(kind.ends_with("spreadsheetml.sheet"), "{kind}");
    let bytes = response.bytes().await.expect("a body");
    let mut parts = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a workbook");
    let mut sheet = String::new();
    let mut part = parts.by_name("xl/worksheets/sheet1.xml").expect("a sheet");
    std::io::Read::read_to_string(&mut part, &mut sheet).expect("text");
    sheet
}

async fn a_live_chat_has_its_rating_in_the_summary(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    let page = channel["public_link"].as_str().expect("an address").to_owned();
    let mut one = world.one.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    mei.queue("Mei").await;
    one.call("acceptLiveChat", json!({})).await.expect("taken");
    mei.socket.event("queueAccepted").await;
    mei.http.post("/api/livechat/register", &mei.form("Where is it?")).await.ok();
    let made = one.event("createTicket").await;
    let ticket = made["ticket"]["id"].as_i64().expect("an id");
    world.one.post(&format!("/api/livechat/{ticket}/end"), &json!({})).await.ok();
    mei.socket.event("ended").await;
    let rating = json!({
        "token": mei.token, "_token": mei.csrf, "rating": 4, "reason": "Slow at first",
    });
    mei.http.post("/api/livechat/rate", &rating).await.ok();
    let chats = summary(&world.admin, "type=livechat&status=4").await;
    let row = rows(&chats)[0];
    assert_eq!((&row["rating"], &row["reason"]), (&json!(4), &json!("Slow at first")), "{row}");
    assert_eq!(row["id"], ticket);
    assert_eq!(summary(&world.admin, "type=ticket&status=4").await["count"], 0);
}

async fn time_in_a_status_is_cut_at_the_range(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let _one = world.one.live().await;
    let away = json!({ "status": "AWAY", "reason": "Lunch" });
    world.one.post("/api/online_status/update", &away).await.ok();
    // Chosen two days and a half ago, after an hour of prayer.
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let now = Clock::system().now_ms();
    execute!(&mut tx, "update presence set since = $1 where status = 'AWAY'", now - 5 * DAY_MS / 2)
        .expect("a row");
    execute!(
        &mut tx,
        "insert into presence_spans (client_id, user_id, status, reason, from_at, until_at)
         select client_id, user_id, 'PRAYER', '', $1, $2 from presence where status = 'AWAY'",
        now - 5 * DAY_MS / 2 - 3_600_000,
        now - 5 * DAY_MS / 2,
    )
    .expect("a row");
    tx.commit().await.expect("kept");
    db.close().await;
    let report = world.admin.get("/api/report/aux").await.ok();
    let row = &report["data"][0];
    assert_eq!(
        (&row["username"], &report["data"][1]),
        (&json!("agent1"), &Value::Null),
        "{report}"
    );
    let seconds = |row: &Value, code: &str| {
        let mut all = row["statuses"].as_array().expect("a list").iter();
        all.find(|time| time["code"] == code)
            .map_or(0, |time| time["seconds"].as_i64().unwrap_or(0))
    };
    assert_eq!(seconds(row, "PRAYER"), 3_600);
    assert!((216_000..216_060).contains(&seconds(row, "AWAY")), "{row}");
    let yesterday =
        time::OffsetDateTime::from_unix_timestamp((now - DAY_MS) / 1_000).expect("a time");
    let yesterday = yesterday.date();
    let path = format!("/api/report/aux?startDate={yesterday}&endDate={yesterday}");
    let day = world.admin.get(&path).await.ok();
    assert_eq!(seconds(&day["data"][0], "AWAY"), 86_400, "a whole day: {day}");
    assert_eq!(seconds(&day["data"][0], "PRAYER"), 0);
    assert_eq!(world.outsider.get("/api/report/aux").await.ok()["data"], json!([]));
}

async fn who_may_not_see_reports_gets_none(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let paths = [
        "/report/generate?type=ticket&status=0",
        "/report/export/-?type=ticket",
        "/report/export/-?step=24",
        "/api/report/aux",
        "/api/report/interval",
    ];
    for path in paths {
        world.one.get(path).await.refused(403, "forbidden");
    }
    let found = world.admin.get("/api/users?search=agent1").await.ok();
    let path = format!("/api/users/{}", found["data"][0]["id"]);
    let change = json!({ "permissions": ["view_report"] });
    world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
    let allowed = world.desk.sign_in("agent1", "agent").await;
    for path in paths {
        allowed.bytes(path).await;
    }
}

/// Makes a ticket one that was opened at this moment.
async fn opened_at(ground: &Ground, ticket: i64, at: i64) {
    let db = Db::open(&ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    execute!(&mut tx, "update tickets set created_at = $2 where id = $1", ticket, at)
        .expect("a row");
    tx.commit().await.expect("kept");
    db.close().await;
}

async fn busy_hours_are_those_of_the_readers_clock(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let berlin = json!({ "timezone": "Europe/Berlin" });
    world.admin.call(Method::PATCH, "/api/me", Some(&berlin)).await.ok();
    // Half past midnight in UTC on Sunday, 29 March and 25 October 2026: clocks change an hour later.
    // The third is on Monday at 23:30 in summer.
    let moments = [1_774_744_200_000_i64, 1_792_888_200_000, 1_782_768_600_000];
    for (at, title) in moments.into_iter().zip(["winter", "summer", "monday"]) {
        let ticket = opened(&world, title).await;
        opened_at(&world.ground, ticket, at).await;
    }
    let path = "/api/report/busy_hours?startDate=2026-01-01&endDate=2026-11-01";
    let told = world.admin.get(path).await.ok();
    let hour = |weekday: i64, hour: i64| json!({ "weekday": weekday, "hour": hour, "count": 1 });
    assert_eq!(told["hours"], json!([hour(0, 23), hour(6, 1), hour(6, 2)]), "{told}");
    assert_eq!((&told["total"], &told["days"][6]), (&json!(3), &json!(44)));
    let chats = world.admin.get(&format!("{path}&type=livechat")).await.ok();
    assert_eq!((&chats["total"], &chats["hours"]), (&json!(0), &json!([])));
    let part = "/api/report/busy_hours?startDate=2026-06-01&endDate=2026-07-01";
    assert_eq!(world.admin.get(part).await.ok()["total"], 1);
    assert_eq!(world.outsider.get(path).await.ok()["total"], 0);
    world.one.get(path).await.refused(403, "forbidden");
    world.admin.get(&format!("{path}&type=calls")).await.refused(422, "invalid");
    let turned = "/api/report/busy_hours?startDate=2026-07-01&endDate=2026-06-01";
    world.admin.get(turned).await.refused(422, "invalid");
}
