//! Rules that wait while their ticket changes, and macros that give a ticket away.

use crate::{
    harness::{Ground, Start, World, eventually},
    rules::{info, made, notes, number, opened, rule, runs},
};
use patchbay::{db::Db, execute};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_waiting_rule_goes_where_its_message_goes,
    a_blocked_sender_is_not_answered,
    a_macro_goes_on_after_it_gave_the_ticket_away,
);

/// A rule that does this half an hour after a customer wrote.
async fn waiting_rule(world: &World, deed: Value) -> Value {
    let draft = json!({
        "name": "Nobody answered", "when": "since_customer", "minutes": 30, "then": [deed],
    });
    rule(world, draft).await
}

async fn jobs(world: &World, sql: &'static str) -> u64 {
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let rows = match sql {
        "count" => execute!(&mut tx, "update jobs set key = key where kind = 'rules.due'"),
        _ => execute!(&mut tx, "update jobs set run_at = 1 where kind = 'rules.due'"),
    };
    tx.commit().await.expect("kept");
    db.close().await;
    rows.expect("rows")
}

/// Lets the half hour pass for so many messages.
async fn half_an_hour_later(world: &World, waiting: u64) {
    eventually(&format!("{waiting} wait"), || async {
        Some(jobs(world, "count").await).filter(|rows| *rows == waiting)
    })
    .await;
    jobs(world, "now").await;
    eventually("nothing waits", || async {
        Some(jobs(world, "count").await).filter(|rows| *rows == 0)
    })
    .await;
}

async fn a_waiting_rule_goes_where_its_message_goes(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let rule = waiting_rule(&world, json!({ "do": "severity", "value": "H" })).await;
    let bot = world.bot().await;
    bot.write(81, "Where is my lamp?").await;
    let ticket = number(&world.ticket_saying("Where is my lamp?").await["id"]);
    world.one.reply(ticket, "On its way.").await;
    bot.write(81, "And the bill is wrong").await;
    world.ticket_saying("And the bill is wrong").await;
    let shown = world.one.messages(ticket).await;
    let second =
        shown.iter().find(|m| m["message"] == "And the bill is wrong").expect("it is there");
    let body = json!({ "message_id": second["id"] });
    let split = world.one.post(&format!("/api/tickets/{ticket}/split"), &body).await.ok();
    let new = number(&split["ticket_id"]);
    bot.write(82, "Good morning").await;
    let target = number(&world.ticket_saying("Good morning").await["id"]);
    bot.write(83, "Hello?").await;
    let source = number(&world.ticket_saying("Hello?").await["id"]);
    let body = json!({ "into": target });
    world.one.call(Method::PUT, &format!("/api/tickets/{source}/merge"), Some(&body)).await.ok();

    half_an_hour_later(&world, 4).await;
    let done = runs(&world, &rule).await;
    let mut at: Vec<i64> = done.iter().map(|run| number(&run["ticket_id"])).collect();
    at.sort_unstable();
    // The first question is the newest of the ticket that kept it, though it was answered.
    let mut expected = vec![ticket, new, target];
    expected.sort_unstable();
    assert_eq!(at, expected, "{done:?}");
    assert_eq!(info(&world.admin, new).await["severity"], "H");
    assert_eq!(info(&world.admin, target).await["severity"], "H");
}

async fn a_blocked_sender_is_not_answered(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let deed = json!({ "do": "reply", "value": "Somebody will look at it soon." });
    let rule = waiting_rule(&world, deed).await;
    let bot = world.bot().await;
    bot.write(81, "Buy watches").await;
    let blocked = number(&world.ticket_saying("Buy watches").await["id"]);
    bot.write(82, "Hello").await;
    let fine = number(&world.ticket_saying("Hello").await["id"]);
    let path = format!("/api/tickets/{blocked}/block");
    world.admin.call(Method::PUT, &path, Some(&json!({ "reason": "" }))).await.ok();

    half_an_hour_later(&world, 2).await;
    let done = runs(&world, &rule).await;
    assert_eq!(done.len(), 2, "{done:?}");
    for run in &done {
        let (answered, error) = (number(&run["ticket_id"]) == fine, &run["done"][0]["error"]);
        assert_eq!(run["outcome"], if answered { "done" } else { "failed" }, "{run}");
        assert_eq!(error.as_str().is_some_and(|text| text.contains("blocked")), !answered, "{run}");
    }
    for (ticket, answers) in [(blocked, 0), (fine, 1)] {
        let messages = world.admin.messages(ticket).await;
        assert_eq!(messages.iter().filter(|m| m["direction"] == "out").count(), answers);
    }
}

async fn a_macro_goes_on_after_it_gave_the_ticket_away(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let draft = json!({ "name": "To the second line", "then": [
        { "do": "assignee", "value": crate::rules::user(&world, "agent2").await.to_string() },
        { "do": "note", "value": "Please take over" },
        { "do": "severity", "value": "H" },
    ] });
    let one = made(&world.admin, "/api/macros", draft).await;
    let path = format!("/api/macros/{}/run", one["id"]);
    let ticket = opened(&world.one, "Hello").await;
    let asked = json!({ "tickets": [ticket], "run_id": "r1" });
    let done = world.one.post(&path, &asked).await.ok();
    assert_eq!(done["runs"][0]["outcome"], "done", "{done}");
    world.one.get(&format!("/api/ticket/info/-/{ticket}")).await.refused(403, "forbidden");
    let messages = world.two.messages(ticket).await;
    assert_eq!(notes(&messages, "Please take over"), 1);
    // A lost answer is asked for again: it tells what was done, though the ticket is out of sight.
    assert_eq!(world.one.post(&path, &asked).await.ok(), done);
    assert_eq!(notes(&world.two.messages(ticket).await, "Please take over"), 1);
    let other = json!({ "tickets": [ticket], "run_id": "r2" });
    let refused = world.one.post(&path, &other).await.ok();
    assert_eq!(refused["runs"][0]["outcome"], "failed", "another run needs to see it");
    assert_eq!(info(&world.admin, ticket).await["severity"], "H");
}
