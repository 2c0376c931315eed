//! A ticket that got no first answer within the time of its label is told of, once, to whom it
//! concerns.

use crate::harness::{Agent, Ground, Start, World, eventually, sla::later};
use serde_json::{Value, json};

on_both_engines!(
    a_ticket_that_waits_too_long_is_told_of_once,
    what_was_dealt_with_is_late_for_nobody,
    a_label_that_gives_more_time_is_waited_for,
);

fn label(name: &str, minutes: i64) -> Value {
    json!({
        "name": name, "color": "#000000", "colorDark": "#ffffff", "level": 0, "sla": minutes,
        "isNew": true,
    })
}

async fn save(world: &World, labels: Value) -> Vec<Value> {
    let body = json!({ "labelArray": labels, "delete": [] });
    let list = world.admin.post("/api/label/update", &body).await.ok();
    list.as_array().expect("a list").clone()
}

async fn put(world: &World, ticket: i64, labels: &[&Value]) {
    let ids: Vec<&Value> = labels.iter().map(|label| &label["id"]).collect();
    let body = json!({ "ticket_id": ticket, "label": ids });
    world.one.post("/api/ticket/label", &body).await.ok();
    let promised = labels.iter().filter(|label| label["sla"] != 0);
    let promised: Vec<&Value> = promised.map(|label| &label["name"]).collect();
    eventually("its clocks are those of its labels", || async {
        let clocks = clocks(world, ticket).await;
        let running = clocks.iter().filter(|clock| clock["state"] == "running");
        Some(()).filter(|()| running.map(|clock| &clock["label"]).eq(promised.iter().copied()))
    })
    .await;
}

async fn clocks(world: &World, ticket: i64) -> Vec<Value> {
    let list = world.admin.get(&format!("/api/tickets/{ticket}/sla")).await.ok();
    list.as_array().expect("a list").clone()
}

/// Waits until no clock of a ticket runs.
async fn stopped(world: &World, ticket: i64) {
    eventually("its clocks have stopped", || async {
        let clocks = clocks(world, ticket).await;
        Some(()).filter(|()| clocks.iter().all(|clock| clock["state"] != "running"))
    })
    .await;
}

async fn ticket(world: &World, text: &str) -> i64 {
    world.ticket_saying(text).await["id"].as_i64().expect("an id")
}

async fn told(who: &Agent) -> Vec<Value> {
    let list = who.get("/notification/get?type=sla").await.ok();
    list.as_array().expect("a list").clone()
}

async fn a_ticket_that_waits_too_long_is_told_of_once(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let labels = save(&world, json!([label("Refund", 30), label("Praise", 0)])).await;
    let by = |name: &str| labels.iter().find(|label| label["name"] == name).expect("it is there");
    let bot = world.bot().await;
    bot.write(81, "Where is my money?").await;
    let late = ticket(&world, "Where is my money?").await;
    bot.write(82, "Thank you").await;
    let calm = ticket(&world, "Thank you").await;
    let people = json!({ "participants": ["agent1"] });
    let path = format!("/api/tickets/{late}/participants");
    world.admin.call(reqwest::Method::PUT, &path, Some(&people)).await.ok();
    put(&world, late, &[by("Refund"), by("Praise")]).await;
    put(&world, calm, &[by("Praise")]).await;
    let mut live = world.admin.live().await;

    later(&world.ground, 29).await;
    assert!(told(&world.one).await.is_empty());
    later(&world.ground, 2).await;
    let number = world.admin.get(&format!("/api/ticket/info/-/{late}")).await.ok();
    let number = number["data"]["ticket_number"].to_string();
    for who in [&world.one, &world.admin] {
        let list = eventually("they are told", || async {
            Some(told(who).await).filter(|list| !list.is_empty())
        })
        .await;
        assert_eq!(list.len(), 1, "{list:?}");
        assert_eq!((&list[0]["type"], &list[0]["category"]), (&json!("late"), &json!("sla")));
        assert_eq!(
            (&list[0]["channel"], &list[0]["ticket_number"]),
            (&json!("ticket"), &json!(number))
        );
        let text = format!("Ticket #{number} (Refund) got no answer within 30 minutes.");
        assert_eq!(list[0]["body"], json!(text));
    }
    assert!(told(&world.two).await.is_empty(), "who does not take part has no part in it");
    let unread = world.one.get("/notification/check").await.ok();
    assert_eq!(unread["unread"], true, "{unread}");
    let _ = live.wait("slaBreached", |data| data["ticket_id"] == late).await;
    let history = world.one.get(&format!("/api/tickets/{late}/history")).await.ok();
    let steps = history["data"].as_array().expect("steps");
    let step = steps.iter().find(|step| step["kind"] == "sla").expect("it is written down");
    assert_eq!(
        (&step["after"], &step["why"]),
        (&json!(by("Refund")["id"].to_string()), &json!("30"))
    );

    // Taken off and put on again, it is late all the same, and nobody is told twice.
    put(&world, late, &[]).await;
    put(&world, late, &[by("Refund")]).await;
    later(&world.ground, 1).await;
    assert_eq!(told(&world.one).await.len(), 1);
}

async fn what_was_dealt_with_is_late_for_nobody(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let labels = save(&world, json!([label("Refund", 30)])).await;
    let bot = world.bot().await;
    let mut tickets = vec![];
    for (person, text) in [(81, "Answered"), (82, "Closed"), (83, "Relabelled"), (84, "Waits")] {
        bot.write(person, text).await;
        tickets.push(ticket(&world, text).await);
        put(&world, tickets[tickets.len() - 1], &[&labels[0]]).await;
    }
    world.one.reply(tickets[0], "Here it is.").await;
    stopped(&world, tickets[0]).await;
    // Who wrote again waits, but not for the first answer.
    bot.write(81, "One more thing").await;
    ticket(&world, "One more thing").await;
    let closed = json!({ "ticket_id": tickets[1], "status": 3, "sender": "server" });
    world.one.post("/api/ticket/message", &closed).await.ok();
    stopped(&world, tickets[1]).await;
    put(&world, tickets[2], &[]).await;
    later(&world.ground, 31).await;
    let list = eventually("the admin is told", || async {
        Some(told(&world.admin).await).filter(|list| !list.is_empty())
    })
    .await;
    let number = world.admin.get(&format!("/api/ticket/info/-/{}", tickets[3])).await.ok();
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!(list[0]["ticket_number"], json!(number["data"]["ticket_number"].to_string()));
}

async fn a_label_that_gives_more_time_is_waited_for(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut labels = save(&world, json!([label("Refund", 30)])).await;
    world.bot().await.write(81, "Where is my money?").await;
    let late = ticket(&world, "Where is my money?").await;
    put(&world, late, &[&labels[0]]).await;
    labels[0]["sla"] = json!(60);
    save(&world, json!(labels)).await;
    later(&world.ground, 31).await;
    assert!(told(&world.admin).await.is_empty());
    later(&world.ground, 30).await;
    eventually("the admin is told then", || async {
        Some(told(&world.admin).await).filter(|list| list.len() == 1)
    })
    .await;
}
