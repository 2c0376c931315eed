//! How fast customers were answered and helped: facts follow from what happens, and figures are those that
//! a plain count of everything gives.

mod by_hand;

use crate::harness::{Agent, Ground, Start, World, eventually};
use by_hand::{Desk, Figures, Random};
use patchbay::{clock::Clock, db::Db, reports::Facts};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    facts_follow_from_what_happens,
    figures_are_those_that_counting_by_hand_gives,
    figures_are_for_whom_reports_are_for,
);

const REPORT: &str = "/api/report/performance";

/// Counts everything anew.
async fn rebuild(ground: &Ground) {
    let db = Db::open(&ground.url()).await.expect("the database");
    let facts = Facts { db: db.clone(), clock: Clock::system() };
    facts.rebuild(|_| ()).await.expect("counted");
    db.close().await;
}

/// How many things a figure lists when it is opened, page by page.
async fn opened(who: &Agent, query: &str, figure: &str) -> usize {
    let (mut count, mut after) = (0, String::new());
    loop {
        let path = format!("{REPORT}/opened?{query}&figure={figure}&after={after}");
        let page = who.get(&path).await.ok();
        count += page["facts"].as_array().expect("a list").len();
        match page["next"].as_str() {
            Some(next) => after = next.to_owned(),
            None => return count,
        }
    }
}

/// How many things each figure says that it counts.
fn counts(figures: &Value) -> [(&'static str, usize); 8] {
    let number =
        |value: &Value| usize::try_from(value.as_i64().expect("a number")).expect("a count");
    [
        ("created", number(&figures["created"])),
        ("replies", number(&figures["replies"])),
        ("first_reply", number(&figures["first_reply"]["count"])),
        ("next_reply", number(&figures["next_reply"]["count"])),
        ("resolved", number(&figures["resolved"])),
        ("resolution", number(&figures["resolution"]["count"])),
        ("one_touch", number(&figures["one_touch"])),
        ("reopened", number(&figures["reopened"])),
    ]
}

async fn status(who: &Agent, ticket: i64, code: i64) {
    let body = json!({ "ticket_id": ticket, "status": code, "sender": "server" });
    who.post("/api/ticket/message", &body).await.ok();
}

async fn facts_follow_from_what_happens(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let mut tickets = vec![];
    for (person, text) in [(81, "Where is it?"), (82, "Thanks"), (83, "Buy now"), (84, "Once more")]
    {
        bot.write(person, text).await;
        tickets.push(world.ticket_saying(text).await["id"].as_i64().expect("an id"));
    }
    let expected =
        |list: [usize; 8]| move |found: &[(&str, usize); 8]| found.map(|(_, count)| count) == list;
    let until = async |query: &str, what: &str, list: [usize; 8]| {
        eventually(what, || async {
            let report = world.admin.get(&format!("{REPORT}?{query}")).await.ok();
            Some(report["total"].clone()).filter(|total| expected(list)(&counts(total)))
        })
        .await
    };
    until("", "four are counted", [4, 0, 0, 0, 0, 0, 0, 0]).await;
    world.one.reply(tickets[0], "On its way.").await;
    world.one.reply(tickets[0], "Here is the number.").await;
    bot.write(81, "It is broken").await;
    world.ticket_saying("It is broken").await;
    world.two.reply(tickets[0], "Sorry!").await;
    status(&world.two, tickets[0], 2).await;
    world.two.reply(tickets[1], "You are welcome.").await;
    status(&world.two, tickets[1], 3).await;
    until("", "replies and resolutions are", [4, 4, 2, 1, 2, 2, 1, 0]).await;
    // Who writes again reopens; spam and what is merged into another one are not counted.
    bot.write(81, "Still broken").await;
    world.ticket_saying("Still broken").await;
    until("", "the reopened one is", [4, 4, 2, 1, 2, 1, 1, 1]).await;
    let spam = json!({ "spam": true });
    world
        .one
        .call(Method::PUT, &format!("/api/tickets/{}/spam", tickets[2]), Some(&spam))
        .await
        .ok();
    until("", "spam is not", [3, 4, 2, 1, 2, 1, 1, 1]).await;
    let target = json!({ "into": tickets[0] });
    let path = format!("/api/tickets/{}/merge", tickets[3]);
    world.admin.call(Method::PUT, &path, Some(&target)).await.ok();
    let total = until("", "what is merged is not", [2, 4, 2, 1, 2, 1, 1, 1]).await;

    let found = world.admin.get("/api/users?search=agent2").await.ok();
    let two = &found["data"][0]["id"];
    until(&format!("agent={two}"), "agent2 has a part", [0, 2, 1, 1, 2, 1, 1, 0]).await;
    for (figure, count) in counts(&total) {
        assert_eq!(opened(&world.admin, "", figure).await, count, "{figure}");
    }
    let list = world.admin.get(&format!("{REPORT}/opened?figure=one_touch")).await.ok();
    assert_eq!(list["facts"][0]["ticket_id"], tickets[1], "{list}");
    assert_eq!(list["facts"][0]["agent"], "agent2 of Acme");
    let by_agent = format!("{REPORT}?group=agent&compare=true");
    let before = world.admin.get(&by_agent).await.ok();
    let names: Vec<&Value> =
        before["rows"].as_array().expect("rows").iter().map(|row| &row["name"]).collect();
    assert_eq!(names, ["agent1 of Acme", "agent2 of Acme", ""], "nobody comes last: {before}");
    assert_eq!(before["total_before"]["created"], 0, "{before}");
    rebuild(&world.ground).await;
    assert_eq!(world.admin.get(&by_agent).await.ok(), before, "counted anew, it is the same");

    let unmerge = world.admin.call(Method::DELETE, &path, None).await;
    assert_eq!(unmerge.status, 200, "{unmerge:?}");
    // The merge closed it, and taking that back opened it again.
    until("", "what is taken apart is counted again", [3, 4, 2, 1, 3, 1, 1, 2]).await;
    let table = world.admin.bytes(&format!("{REPORT}/export?group=agent")).await;
    let table = String::from_utf8(table).expect("UTF-8");
    assert!(table.contains("\r\nagent2 of Acme,0,2,1,"), "{table}");
    let book = world.admin.bytes(&format!("{REPORT}/export?group=agent&format=xlsx")).await;
    assert!(book.starts_with(b"PK"), "a workbook");
}

async fn figures_are_for_whom_reports_are_for(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    bot.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    eventually("it is counted", || async {
        let report = world.admin.get(REPORT).await.ok();
        Some(()).filter(|()| report["total"]["created"] == 1 && report["filling"] == false)
    })
    .await;
    assert_eq!(world.outsider.get(REPORT).await.ok()["total"]["created"], 0);
    let foreign = format!("{REPORT}/opened?figure=created");
    assert_eq!(world.outsider.get(&foreign).await.ok()["facts"], json!([]));
    assert_eq!(world.admin.get(&foreign).await.ok()["facts"][0]["ticket_id"], ticket["id"]);
    for path in [REPORT, &foreign, &format!("{REPORT}/export")] {
        world.one.get(path).await.refused(403, "forbidden");
    }
    for wrong in [
        "type=calls",
        "agent=-1",
        "label=Refund",
        "group=moon",
        "startDate=2026-02-01&endDate=2026-01-01",
        "startDate=2001-01-01&endDate=2026-01-01",
    ] {
        let answer = world.admin.get(&format!("{REPORT}?{wrong}")).await;
        assert!([400, 422].contains(&answer.status), "{wrong}: {answer:?}");
    }
    world.admin.get(&format!("{foreign}&after=x")).await.refused(422, "invalid");
}

async fn figures_are_those_that_counting_by_hand_gives(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut random = Random::new(20_261_128);
    let desk = Desk::write(&world.ground, &mut random, 160).await;
    rebuild(&world.ground).await;
    let zones = ["UTC", "Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Dublin"];
    let mut cells = 0;
    for zone in zones {
        let body = json!({ "timezone": zone });
        world.admin.call(Method::PATCH, "/api/me", Some(&body)).await.ok();
        for _ in 0..20 {
            let narrowed = desk.narrowed(&mut random, zone);
            let group = random.one_of(&["day", "agent", "department", "channel", "label"]);
            let path = format!("{REPORT}?{}&group={group}", narrowed.query());
            let report = world.admin.get(&path).await.ok();
            assert_eq!(Figures::told(&report["total"]), desk.count(&narrowed), "{path}");
            for row in report["rows"].as_array().expect("rows") {
                let key = row["key"].as_str().expect("a key");
                let cell = narrowed.to_row(group, key);
                let told = Figures::told(&row["figures"]);
                assert_eq!(told, desk.count(&cell), "{path}: the row {key:?}");
                cells += 1;
            }
            let figure =
                random.one_of(&["created", "replies", "first_reply", "resolved", "one_touch"]);
            let count = counts(&report["total"]).into_iter().find(|(name, _)| *name == figure);
            let listed = opened(&world.admin, &narrowed.query(), figure).await;
            assert_eq!(Some((figure, listed)), count, "{path} opened");
        }
    }
    println!("{cells} cells are those that counting by hand gives");
    assert!(cells > 250, "{cells} cells are too few to say anything");
}
