//! Spam, and senders whose messages are held back.

use crate::harness::{Agent, Answer, Bot, Ground, Socket, Start, TOKEN, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    spam_leaves_the_lists_and_comes_back,
    what_a_blocked_sender_writes_is_held_and_let_in_again,
    blocking_is_a_permission_and_a_clients_own,
    a_held_message_follows_its_senders_correction,
    what_is_held_is_thrown_away,
    what_was_put_aside_is_put_aside_again,
);

async fn open(ground: Ground) -> (World, Bot, i64) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    bot.write(81, "Buy now").await;
    let ticket = id(&world.ticket_saying("Buy now").await["id"]);
    (world, bot, ticket)
}

fn id(value: &Value) -> i64 {
    value.as_i64().expect("an id")
}

async fn put(who: &Agent, path: &str, body: Value) -> Answer {
    who.call(Method::PUT, path, Some(&body)).await
}

async fn delete(who: &Agent, path: &str) -> Answer {
    who.call(Method::DELETE, path, None).await
}

async fn listed(who: &Agent, filter: &str) -> (Vec<i64>, i64) {
    let list = who.get(&format!("/api/ticket/load/-/{filter}/ticket/0")).await.ok();
    let ids = list["data"].as_array().expect("a list").iter().map(|t| id(&t["id"])).collect();
    (ids, id(&list["count"]))
}

async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

async fn kinds(who: &Agent, ticket: i64) -> Vec<(String, String, String)> {
    let steps = who.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    let text = |step: &Value, key: &str| step[key].as_str().expect("a text").to_owned();
    let steps = steps["data"].as_array().expect("a list").iter();
    steps.map(|s| (text(s, "kind"), text(s, "before"), text(s, "after"))).collect()
}

async fn counted(admin: &mut Socket, held: i64) {
    let told = admin.event("heldChanged").await;
    assert_eq!(told["held"], held, "{told}");
}

async fn spam_leaves_the_lists_and_comes_back(ground: Ground) {
    let (world, bot, ticket) = open(ground).await;
    let mut colleague = world.two.live().await;
    let path = format!("/api/tickets/{ticket}/spam");
    let pending = json!({ "ticket_id": ticket, "status": 1, "sender": "server" });
    world.one.post("/api/ticket/message", &pending).await.ok();
    colleague.event("ticketStatusChanged").await;
    for _ in 0..2 {
        let set = put(&world.one, &path, json!({ "spam": true })).await.ok();
        assert_eq!(set["status"], 5);
    }
    let told = colleague.event("ticketStatusChanged").await;
    assert_eq!((&told["status"], &told["by"]), (&json!(5), &json!("agent1")));
    for filter in ["open", "pending", "all"] {
        assert_eq!(listed(&world.admin, filter).await, (vec![], 0), "{filter}");
    }
    assert_eq!(listed(&world.two, "spam").await, (vec![ticket], 1));

    // What its sender adds stays with it, and opens nothing.
    bot.write(81, "Buy more").await;
    assert_eq!(info(&world.two, ticket).await["closed"], 5);
    assert_eq!(info(&world.two, ticket).await["snippet"], "Buy more");
    assert_eq!(listed(&world.admin, "all").await, (vec![], 0));
    assert_eq!(world.one.get("/api/unread").await.ok()["ticket"], 0);

    // It comes back as what it was.
    let back = put(&world.two, &path, json!({ "spam": false })).await.ok();
    assert_eq!(back["status"], 1);
    put(&world.two, &path, json!({ "spam": false })).await.ok();
    assert_eq!(info(&world.two, ticket).await["closed"], 1);
    assert_eq!(listed(&world.two, "pending").await, (vec![ticket], 1));
    let step = |before: &str, after: &str| ("status".into(), before.into(), after.into());
    let expected = [step("5", "1"), step("1", "5"), step("0", "1")];
    assert_eq!(kinds(&world.one, ticket).await, expected);

    put(&world.outsider, &path, json!({ "spam": true })).await.refused(404, "not_found");
    let unknown = "/api/tickets/987650001/spam";
    put(&world.one, unknown, json!({ "spam": true })).await.refused(404, "not_found");
}

async fn what_a_blocked_sender_writes_is_held_and_let_in_again(ground: Ground) {
    let (world, bot, ticket) = open(ground).await;
    let mut admin = world.admin.live().await;
    let mut colleague = world.two.live().await;
    let body = json!({ "spam": true, "block": true, "reason": "Advertising" });
    put(&world.one, &format!("/api/tickets/{ticket}/spam"), body).await.ok();
    let told = colleague.event("senderBlocked").await;
    assert_eq!((&told["blocked"], &told["by"]), (&json!(true), &json!("agent1")));
    assert_eq!(info(&world.two, ticket).await["blocked"], true);
    // Twice is once.
    let block = format!("/api/tickets/{ticket}/block");
    put(&world.two, &block, json!({})).await.ok();

    // The provider gets its answer, and repeats are no further messages.
    let second = bot.update(81, "Buy more");
    assert_eq!((bot.post(&second).await, bot.post(&second).await), (200, 200));
    counted(&mut admin, 1).await;
    bot.write(81, "Buy all").await;
    counted(&mut admin, 2).await;
    // Somebody else's messages come as always, and nothing else was told meanwhile.
    bot.write(82, "Hello").await;
    let next = colleague.wait("newMessage", |data| data["message"]["direction"] == "in").await;
    assert_eq!(next["message"]["message"], "Hello");
    let shown = world.one.messages(ticket).await;
    assert!(shown.iter().all(|m| m["message"] != "Buy more"), "{shown:?}");
    assert_eq!(listed(&world.admin, "all").await.1, 1);

    let list = world.admin.get("/api/blocks").await.ok();
    let one = &list["data"][0];
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1), "{list}");
    let expected = json!(["agent1", "Advertising", 2, true, "TELEGRAM", "81", "Shop bot"]);
    let keys = ["by", "reason", "held", "blocked", "channel", "sender", "channel_name"];
    assert_eq!(Value::from(keys.map(|key| one[key].clone()).to_vec()), expected);
    let blocks = format!("/api/blocks/{}", one["id"]);
    let held = world.admin.get(&format!("{blocks}/held")).await.ok();
    assert_eq!(
        (&held["data"][0]["text"], &held["data"][1]["text"]),
        (&json!("Buy all"), &json!("Buy more"))
    );

    // Unblocked: new messages come, and what was held waits to be asked for.
    for _ in 0..2 {
        delete(&world.one, &block).await.ok();
    }
    assert_eq!(colleague.event("senderBlocked").await["blocked"], false);
    bot.write(81, "Sorry").await;
    assert_eq!(info(&world.two, ticket).await["snippet"], "Sorry");
    let list = world.admin.get("/api/blocks").await.ok();
    assert_eq!((&list["data"][0]["blocked"], &list["data"][0]["held"]), (&json!(false), &json!(2)));

    let restored = world.admin.post(&format!("{blocks}/restore"), &json!({})).await.ok();
    assert_eq!((&restored["restored"], &restored["left"]), (&json!(2), &json!(0)));
    counted(&mut admin, 0).await;
    let texts: Vec<Value> = world
        .one
        .messages(ticket)
        .await
        .iter()
        .filter(|m| m["direction"] == "in")
        .map(|m| m["message"].clone())
        .collect();
    assert_eq!(texts, ["Buy now", "Sorry", "Buy more", "Buy all"]);
    assert_eq!(bot.post(&second).await, 200);
    assert_eq!(world.admin.get("/api/blocks").await.ok()["data"], json!([]));
    let again = world.admin.post(&format!("{blocks}/restore"), &json!({})).await;
    again.refused(404, "not_found");

    let steps = kinds(&world.one, ticket).await;
    let blocks = steps.iter().filter(|step| step.0 == "block").count();
    assert_eq!(blocks, 2, "{steps:?}");
    for (action, count) in [("sender_blocked", 1), ("sender_unblocked", 1), ("held_restored", 1)] {
        let log = world.admin.get(&format!("/api/audit?action={action}")).await.ok();
        assert_eq!(log["data"].as_array().map(Vec::len), Some(count), "{action}");
    }
}

async fn blocking_is_a_permission_and_a_clients_own(ground: Ground) {
    let (world, bot, ticket) = open(ground).await;
    let users = world.admin.get("/api/users?search=agent1").await.ok();
    let change = json!({ "permissions": ["hide_block"] });
    let path = format!("/api/users/{}", users["data"][0]["id"]);
    world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
    let without = world.desk.sign_in("agent1", "agent").await;
    let block = format!("/api/tickets/{ticket}/block");
    let spam = format!("/api/tickets/{ticket}/spam");
    put(&without, &block, json!({})).await.refused(403, "forbidden");
    put(&without, &spam, json!({ "spam": true, "block": true })).await.refused(403, "forbidden");
    assert_eq!(info(&world.two, ticket).await["closed"], 0, "nothing of it happened");
    put(&without, &spam, json!({ "spam": true })).await.ok();
    put(&world.outsider, &block, json!({})).await.refused(404, "not_found");
    delete(&world.outsider, &block).await.refused(404, "not_found");
    put(&world.two, "/api/tickets/987650001/block", json!({})).await.refused(404, "not_found");
    let long = json!({ "reason": "x".repeat(501) });
    put(&world.two, &block, long).await.refused(422, "invalid");

    put(&world.two, &block, json!({})).await.ok();
    bot.write(81, "Buy more").await;
    let list = world.admin.get("/api/blocks").await.ok();
    let path = format!("/api/blocks/{}", list["data"][0]["id"]);
    world.two.get("/api/blocks").await.refused(403, "forbidden");
    world.two.get(&format!("{path}/held")).await.refused(403, "forbidden");
    delete(&world.two, &path).await.refused(403, "forbidden");
    world.two.post(&format!("{path}/restore"), &json!({})).await.refused(403, "forbidden");
    assert_eq!(world.outsider.get("/api/blocks").await.ok()["data"], json!([]));
    world.outsider.get(&format!("{path}/held")).await.refused(404, "not_found");
    delete(&world.outsider, &path).await.refused(404, "not_found");
    world.outsider.post(&format!("{path}/restore"), &json!({})).await.refused(404, "not_found");

    // An admin lets one message in and keeps the block; then takes it away.
    let let_in = world.admin.post(&format!("{path}/restore"), &json!({})).await.ok();
    assert_eq!((&let_in["restored"], &let_in["left"]), (&json!(1), &json!(0)));
    bot.write(81, "Buy all").await;
    assert_eq!(info(&world.two, ticket).await["snippet"], "Buy more");
    assert_eq!(delete(&world.admin, &path).await.ok()["held"], 1);
    assert_eq!(info(&world.two, ticket).await["blocked"], false);
    assert_eq!(delete(&world.admin, &path).await.ok()["held"], 1, "twice is once");
}

async fn a_held_message_follows_its_senders_correction(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let _bot = world.bot().await;
    world.simulator.write(81, "Mei", json!({ "text": "Buy now" })).await;
    let ticket = id(&world.ticket_saying("Buy now").await["id"]);
    let mut admin = world.admin.live().await;
    put(&world.one, &format!("/api/tickets/{ticket}/block"), json!({})).await.ok();
    let written = world.simulator.write(81, "Mei", json!({ "text": "Blu" })).await;
    counted(&mut admin, 1).await;
    let edit = json!({
        "token": TOKEN, "user": 81, "message_id": written["message_id"], "text": "Blue",
    });
    world.simulator.order("edit", &edit).await;
    let path =
        format!("/api/blocks/{}", world.admin.get("/api/blocks").await.ok()["data"][0]["id"]);
    eventually("the correction is held", || async {
        let held = world.admin.get(&format!("{path}/held")).await.ok();
        Some(()).filter(|()| held["data"][0]["text"] == "Blue")
    })
    .await;
}

async fn what_is_held_is_thrown_away(ground: Ground) {
    let (world, bot, ticket) = open(ground).await;
    let block = format!("/api/tickets/{ticket}/block");
    put(&world.one, &block, json!({})).await.ok();
    bot.write(81, "Buy more").await;
    bot.write(81, "Buy all").await;
    let list = world.admin.get("/api/blocks").await.ok();
    let held = format!("/api/blocks/{}/held", list["data"][0]["id"]);
    delete(&world.two, &held).await.refused(403, "forbidden");
    delete(&world.outsider, &held).await.refused(404, "not_found");
    delete(&world.admin, "/api/blocks/987650001/held").await.refused(404, "not_found");
    let mut admin = world.admin.live().await;
    assert_eq!(delete(&world.admin, &held).await.ok()["discarded"], 2);
    counted(&mut admin, 0).await;
    assert_eq!(delete(&world.admin, &held).await.ok()["discarded"], 0, "twice is once");
    assert_eq!(world.admin.get(&held).await.ok()["data"], json!([]));
    bot.write(81, "Buy it").await;
    let list = world.admin.get("/api/blocks").await.ok();
    assert_eq!((&list["data"][0]["held"], &list["data"][0]["blocked"]), (&json!(1), &json!(true)));
    let log = world.admin.get("/api/audit?action=held_discarded").await.ok();
    assert_eq!(log["data"].as_array().map(Vec::len), Some(1));
}

async fn what_was_put_aside_is_put_aside_again(ground: Ground) {
    let (world, bot, ticket) = open(ground).await;
    let until = patchbay::clock::Clock::system().now_ms() + 3_600_000;
    put(&world.one, &format!("/api/tickets/{ticket}/snooze"), json!({ "until": until })).await.ok();
    let spam = format!("/api/tickets/{ticket}/spam");
    put(&world.one, &spam, json!({ "spam": true })).await.ok();
    assert_eq!(info(&world.one, ticket).await["snoozed_until"], Value::Null);
    put(&world.one, &spam, json!({ "spam": false })).await.ok();
    let back = info(&world.one, ticket).await;
    assert_eq!((&back["closed"], &back["snoozed_until"]), (&json!(1), &json!(until)));

    bot.write(82, "Hello").await;
    let target = id(&world.ticket_saying("Hello").await["id"]);
    let merge = format!("/api/tickets/{ticket}/merge");
    put(&world.one, &merge, json!({ "into": target, "why": "" })).await.ok();
    delete(&world.one, &merge).await.ok();
    let back = info(&world.one, ticket).await;
    assert_eq!((&back["closed"], &back["snoozed_until"]), (&json!(1), &json!(until)));
}
