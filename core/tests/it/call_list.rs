//! Calls as lists and reports have them: one record each, made of the lines that tell of its stages.

use crate::harness::{Ground, Whole};
use patchbay::db::{Db, Raw};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(
    calls_are_listed_and_counted,
    calls_are_narrowed_by_their_tickets,
    calls_are_for_whom_their_tickets_are,
    a_merged_call_is_for_whom_the_last_ticket_is,
    earlier_calls_are_found_in_their_lines,
);

/// Monday, 2 November 2026, 08:00 UTC.
const MONDAY: i64 = 1_793_606_400_000;
const DAY: i64 = 86_400_000;
const LIST: &str = "/api/ticket/load/-/all/call2/0";

/// A stage of a call, so many seconds after Monday morning.
fn stage((id, phone): (&str, &str), kind: &str, seconds: i64, more: Value) -> Value {
    let mut stage = json!({
        "kind": "call", "id": id, "thread": phone, "person": phone, "phone": phone,
        "name": format!("Caller {phone}"), "stage": kind, "at_ms": MONDAY + seconds * 1000,
        "line": "+60300",
    });
    stage.as_object_mut().expect("an object").extend(more.as_object().expect("fields").clone());
    stage
}

/// Four calls: one taken after ten seconds, one missed, one made by the desk, and one that rings.
pub async fn called(whole: &Whole) {
    let (first, second) = (("c1", "+6012"), ("c2", "+6013"));
    let mine = json!({ "extension": "11", "extras": { "keypress": "2" } });
    let out = json!({ "direction": "out", "extension": "12", "line": "+60400" });
    let stages = [
        stage(first, "ringing", 0, json!({})),
        stage(first, "answered", 10, mine),
        stage(first, "ended", 70, json!({ "extension": "11", "talk_ms": 60_000 })),
        stage(first, "recorded", 71, json!({ "extension": "11", "recording": "picture.png" })),
        stage(second, "ringing", 100, json!({})),
        stage(second, "missed", 130, json!({})),
        stage(("c3", "+6012"), "ringing", 200, out.clone()),
        stage(("c3", "+6012"), "answered", 205, out.clone()),
        stage(("c4", "+6013"), "ringing", DAY / 1000, json!({})),
    ];
    whole.says(json!({ "events": stages })).await;
    let mut ended = stage(("c3", "+6012"), "ended", 305, out);
    ended["talk_ms"] = json!(100_000);
    whole.says(json!({ "events": [ended] })).await;
}

/// What a list holds under a query, as the numbers of its calls' seconds after Monday morning.
async fn listed(whole: &Whole, query: &str) -> Vec<i64> {
    let page = whole.one.get(&format!("{LIST}{query}")).await.ok();
    let calls = page["data"].as_array().expect("calls");
    assert_eq!(page["count"], calls.len(), "{page}");
    calls.iter().map(|call| (call["ts"].as_i64().expect("a time") - MONDAY) / 1000).collect()
}

async fn calls_are_listed_and_counted(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    assert_eq!(listed(&whole, "").await, [0; 0]);
    let mut socket = whole.one.live().await;
    called(&whole).await;
    let told = socket.wait("callChanged", |data| data["ticket_id"].is_i64()).await;
    let page = whole.one.get(LIST).await.ok();
    assert_eq!((&page["count"], &page["countMore"]), (&json!(4), &json!(false)), "{page}");
    assert_eq!(page["status"], "success");
    let first = &page["data"][3];
    assert_eq!((&first["id"], &first["ticket_id"]), (&told["call_id"], &told["ticket_id"]));
    assert_eq!((&first["name"], &first["number"]), (&json!("Caller +6012"), &json!("+6012")));
    assert_eq!((&first["direction"], &first["outcome"]), (&json!("inbound"), &json!("answered")));
    assert_eq!((&first["did"], &first["extension"]), (&json!("+60300"), &json!("11")));
    let times = ["ts", "answered_at", "ended_at"].map(|name| first[name].as_i64().unwrap_or(0));
    assert_eq!(times.map(|at| at - MONDAY), [0, 10_000, 70_000]);
    assert_eq!((&first["talk_ms"], &first["recorded"]), (&json!(60_000), &json!(true)));
    assert_eq!((&first["keypress"], &first["assignee"]), (&json!("2"), &Value::Null));
    let ticket = whole.one.get(&format!("/api/ticket/info/-/{}", first["ticket_id"])).await.ok();
    assert_eq!(ticket["data"]["ticket_number"], first["ticket_number"]);
    assert_eq!(page["data"][1]["ticket_id"], first["ticket_id"], "one customer, one ticket");

    for (query, calls) in [
        ("", vec![86_400, 200, 100, 0]),
        ("?direction=outbound", vec![200]),
        ("?outcome=missed", vec![100]),
        ("?outcome=ongoing", vec![86_400]),
        ("?outcome=answered&direction=inbound", vec![0]),
        ("?outcome=answered", vec![200, 0]),
        ("?did=-", vec![]),
        ("?number=13", vec![86_400, 100]),
        ("?did=%2B60400", vec![200]),
        ("?assignee=-", vec![86_400, 200, 100, 0]),
        ("?assignee=agent1", vec![]),
        ("?assignee=nobody-of-this-name", vec![]),
        ("?date=2026-11-03", vec![86_400]),
        ("?startDate=2026-11-02&endDate=2026-11-02", vec![200, 100, 0]),
        ("?received=2026-11-02&receivedEnd=2026-11-02", vec![200, 100, 0]),
        ("?agent=-", vec![86_400, 200, 100, 0]),
        ("?agent=agent1", vec![]),
        ("?labelFilter=0&depFilter=0", vec![86_400, 200, 100, 0]),
        ("?labelFilter=987650001", vec![]),
        ("?depFilter=987650001,0", vec![86_400, 200, 100, 0]),
    ] {
        assert_eq!(listed(&whole, query).await, calls, "{query}");
    }
    let behind = whole.one.get("/api/ticket/load/-/all/call2/4").await.ok();
    assert_eq!((&behind["data"], &behind["count"]), (&json!([]), &json!(4)));
    for path in
        ["all/call2/-1", "every/call2/0", "all/call2/0?direction=up", "all/call2/0?number=x"]
    {
        whole.one.get(&format!("/api/ticket/load/-/{path}")).await.refused(422, "invalid");
    }

    let recordings = whole.one.get("/api/proxy/recordings?type=inbound").await.ok();
    assert_eq!(recordings["count"], 1, "{recordings}");
    let recording = &recordings["data"][0];
    assert_eq!((&recording["name"], &recording["ts"]), (&json!("Caller +6012"), &json!(MONDAY)));
    assert_eq!((&recording["duration"], &recording["mime"]), (&json!(60), &json!("audio/mpeg")));
    assert_eq!(recording["ticket_number"], first["ticket_number"]);
    let url = recording["url"].as_str().expect("an address");
    assert_eq!(whole.one.bytes(url).await, b"\x89PNG picture");
    for none in ["?type=outbound", "?offset=1", "?number=13", "?assignee=agent1"] {
        let page = whole.one.get(&format!("/api/proxy/recordings{none}")).await.ok();
        assert_eq!(page["data"], json!([]), "{none}");
    }
    whole.one.get("/api/proxy/recordings?type=up").await.refused(422, "invalid");
    let lines = whole.one.get("/api/proxy/imc_user").await.ok();
    assert_eq!(lines.as_object().map(|lines| lines.len()), Some(1), "{lines}");
    assert!(lines["+60300"].is_string(), "{lines}");

    // The statuses are those of the tickets.
    let open = whole.one.get("/api/ticket/load/-/open/call2/0").await.ok();
    assert_eq!(open["count"], 4);
    let closed = json!({ "ticket_id": first["ticket_id"], "status": 3 });
    whole.admin.post("/api/ticket/message", &closed).await.ok();
    let open = whole.one.get("/api/ticket/load/-/open/call2/0").await.ok();
    assert_eq!(open["count"], 2, "{open}");

    counted(&whole).await;
}

/// The report of the same calls.
async fn counted(whole: &Whole) {
    let days = "startDate=2026-11-02&endDate=2026-11-03";
    let path = |more: &str| format!("/api/report/calls?{days}&{more}");
    let report = whole.admin.get(&path("group=day&compare=true")).await.ok();
    let total = &report["total"];
    let figures = |of: &Value| {
        ["inbound", "answered", "missed", "answered_in_time", "outbound", "reached", "talk_total"]
            .map(|name| of[name].as_i64().unwrap_or(-1))
    };
    assert_eq!(figures(total), [3, 1, 1, 1, 1, 1, 160], "{report}");
    assert_eq!((&total["wait"]["count"], &total["wait"]["median"]), (&json!(1), &json!(10)));
    assert_eq!((&total["talk"]["count"], &total["talk"]["mean"]), (&json!(2), &json!(80)));
    assert_eq!(report["before_from"], "2026-10-31");
    assert_eq!(figures(&report["total_before"]), [0; 7]);
    let rows = report["rows"].as_array().expect("days");
    let days_of: Vec<&str> = rows.iter().filter_map(|row| row["key"].as_str()).collect();
    assert_eq!(days_of, ["2026-11-02", "2026-11-03"]);
    assert_eq!(figures(&rows[1]["figures"]), [1, 0, 0, 0, 0, 0, 0], "it rings");

    let lines = whole.admin.get(&path("group=line")).await.ok();
    let keys: Vec<&str> =
        lines["rows"].as_array().expect("lines").iter().filter_map(|r| r["key"].as_str()).collect();
    assert_eq!(keys, ["+60300", "+60400"]);
    let agents = whole.admin.get(&path("group=agent")).await.ok();
    assert_eq!(agents["rows"][0]["key"], "-");
    assert_eq!(figures(&agents["rows"][0]["figures"]), figures(total));

    let table = whole.admin.bytes(&format!("/api/report/calls/export?{days}&group=line")).await;
    let table = String::from_utf8(table).expect("a text");
    assert!(table.contains("\r\n'+60400,0,0,0,0,,,,1,1,100,100,100,100\r\n"), "{table}");
    assert!(table.contains("\r\nTotal,3,1,1,1,10,10,10,1,1,"), "{table}");
    whole.one.get(&path("group=day")).await.refused(403, "forbidden");
    whole.admin.get("/api/report/calls?group=moon").await.refused(422, "invalid");
    let turned = "/api/report/calls?startDate=2026-11-03&endDate=2026-11-02";
    whole.admin.get(turned).await.refused(422, "invalid");
}

async fn calls_are_narrowed_by_their_tickets(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    called(&whole).await;
    let page = whole.one.get(LIST).await.ok();
    let ticket = page["data"][3]["ticket_id"].clone();
    let department = json!({ "name": "Sales" });
    let department = whole.admin.post("/api/departments", &department).await.ok()["id"].clone();
    let put = json!({ "ticket_id": ticket, "department_id": department });
    whole.admin.post("/api/ticket/department", &put).await.ok();
    let label = json!({ "name": "Refund", "color": "#336699", "level": 0, "sla": 30 });
    let labels = json!({ "labelArray": [label] });
    let label = whole.admin.post("/api/label/update", &labels).await.ok()[0]["id"].clone();
    let marked = json!({ "ticket_id": ticket, "label": [label] });
    whole.admin.post("/api/ticket/label", &marked).await.ok();
    for (query, calls) in [
        (format!("?depFilter={department}"), vec![200, 0]),
        ("?depFilter=0".into(), vec![86_400, 100]),
        (format!("?depFilter=0,{department}"), vec![86_400, 200, 100, 0]),
        (format!("?labelFilter={label}"), vec![200, 0]),
        ("?labelFilter=0".into(), vec![86_400, 100]),
        (format!("?labelFilter={label}&depFilter=0"), vec![]),
        (format!("?labelFilter={label}&outcome=answered&direction=inbound"), vec![0]),
    ] {
        assert_eq!(listed(&whole, &query).await, calls, "{query}");
    }
    let recordings = format!("/api/proxy/recordings?labelFilter={label}");
    assert_eq!(whole.one.get(&recordings).await.ok()["count"], 1);
    assert_eq!(whole.one.get("/api/proxy/recordings?labelFilter=0").await.ok()["count"], 0);
    // Another client's ids find nothing, as those that nothing has.
    let foreign = format!("{LIST}?labelFilter={label}");
    assert_eq!(whole.outsider.get(&foreign).await.ok()["count"], 0);
    for field in ["labelFilter", "depFilter"] {
        let answer = whole.one.get(&format!("{LIST}?{field}=x")).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{answer:?}");
    }
}

async fn calls_are_for_whom_their_tickets_are(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    called(&whole).await;
    let first = whole.one.get(LIST).await.ok()["data"][3].clone();
    let path = format!("/api/tickets/{}/participants", first["ticket_id"]);
    let taken = json!({ "participants": ["agent2"] });
    whole.admin.call(Method::PUT, &path, Some(&taken)).await.ok();
    assert_eq!(listed(&whole, "").await, [86_400, 100], "a colleague has the other ticket");
    assert_eq!(whole.two.get(LIST).await.ok()["count"], 4);
    assert_eq!(whole.admin.get(LIST).await.ok()["count"], 4);
    let foreign = whole.outsider.get(LIST).await.ok();
    assert_eq!((&foreign["count"], &foreign["data"]), (&json!(0), &json!([])));
    assert_eq!(whole.one.get("/api/proxy/recordings").await.ok()["count"], 0);
    assert_eq!(whole.two.get("/api/proxy/recordings").await.ok()["count"], 1);
    assert_eq!(whole.outsider.get("/api/proxy/recordings").await.ok()["count"], 0);
    assert_eq!(whole.outsider.get("/api/proxy/imc_user").await.ok(), json!({}));
    let found = whole.admin.get("/api/users?search=agent2").await.ok();
    let hidden = json!({ "permissions": ["hide_call"] });
    let user = format!("/api/users/{}", found["data"][0]["id"]);
    whole.admin.call(Method::PATCH, &user, Some(&hidden)).await.ok();
    let two = whole.desk.sign_in("agent2", "agent").await;
    two.get(LIST).await.refused(403, "forbidden");
    for path in ["/api/extension/get", "/api/proxy/recordings", "/api/proxy/imc_user"] {
        two.get(path).await.refused(403, "forbidden");
    }
}

async fn a_merged_call_is_for_whom_the_last_ticket_is(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    called(&whole).await;
    let call = whole.one.get(LIST).await.ok()["data"][3].clone();
    let mut into = vec![call["ticket_id"].clone()];
    for title in ["The second", "The third"] {
        let new = json!({ "title": title, "message": "x", "name": "Mei" });
        into.push(whole.admin.post("/api/tickets", &new).await.ok()["id"].clone());
    }
    for pair in into.windows(2) {
        let path = format!("/api/tickets/{}/merge", pair[0]);
        whole.admin.call(Method::PUT, &path, Some(&json!({ "into": pair[1] }))).await.ok();
    }
    let path = format!("/api/tickets/{}/participants", into[2]);
    let taken = json!({ "participants": ["agent2"] });
    whole.admin.call(Method::PUT, &path, Some(&taken)).await.ok();
    assert_eq!(listed(&whole, "").await, [86_400, 100], "a colleague has what all came into");
    assert_eq!(whole.one.get("/api/proxy/recordings").await.ok()["count"], 0);
    let shown = whole.two.get(LIST).await.ok()["data"][3].clone();
    assert_eq!((&shown["id"], &shown["ticket_id"]), (&call["id"], &into[2]));
    // Who has that ticket hears of the call, and nobody else.
    let (mut one, mut two) = (whole.one.live().await, whole.two.live().await);
    let moved = stage(("c1", "+6012"), "transferred", 20, json!({ "extension": "12" }));
    whole.says(json!({ "events": [moved] })).await;
    let told = two.event("callChanged").await;
    assert_eq!((&told["call_id"], &told["ticket_id"]), (&call["id"], &into[2]));
    let told = one.drain(Duration::from_millis(500)).await;
    assert!(told.iter().all(|frame| frame["event"] != "callChanged"), "{told:?}");
}

/// Runs statements past the server.
async fn run(ground: &Ground, sql: &str) {
    let db = Db::open(&ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let safe = sqlx::AssertSqlSafe(sql.to_owned());
    let ran = match tx.raw() {
        Raw::Sqlite(c) => sqlx::raw_sql(safe).execute(c).await.map(drop),
        Raw::Postgres(c) => sqlx::raw_sql(safe).execute(c).await.map(drop),
    };
    ran.unwrap_or_else(|e| panic!("{sql}: {e}"));
    tx.commit().await.expect("committed");
}

async fn earlier_calls_are_found_in_their_lines(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    called(&whole).await;
    whole.message("m1", "{\"call\":{\"id\":\"no call\"}}").await;
    let known = whole.one.get(LIST).await.ok()["data"].clone();
    let migration = if whole.ground.is_postgres() {
        include_str!("../../../migrations/postgres/0067_calls.sql")
    } else {
        include_str!("../../../migrations/sqlite/0067_calls.sql")
    };
    let (_, fill) = migration.split_once("-- Calls from before this table.").expect("the filling");
    run(&whole.ground, &format!("delete from call_recordings; delete from calls; {fill}")).await;
    let found = whole.one.get(LIST).await.ok()["data"].clone();
    let but_ids = |calls: Value| {
        let mut calls = calls.as_array().expect("calls").clone();
        for call in &mut calls {
            call["id"] = Value::Null;
        }
        calls
    };
    assert_eq!(but_ids(found), but_ids(known));
    assert_eq!(whole.one.get("/api/proxy/recordings").await.ok()["count"], 1);
}
