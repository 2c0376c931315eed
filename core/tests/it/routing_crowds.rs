//! Routing where much waits at once: what waits behind others is given as soon as somebody is free for it.

use crate::harness::{Agent, Bot, Ground, SECRET, Start, World, eventually};
use futures_util::StreamExt as _;
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_crowd_that_waits_is_given_to_who_comes,
    what_everybody_let_pass_does_not_hide_what_waits_behind_it,
);

/// More than routing looks at in one go.
const CROWD: i64 = 230;

/// Writes at the pace at which a provider may: one that sends more at once is asked to come back.
async fn write(bot: &Bot, people: std::ops::RangeInclusive<i64>) {
    let writes = people.map(|person| async move {
        let update = bot.update(person, &format!("Ticket {person}")).to_string().into_bytes();
        assert_eq!(bot.raw_at(&bot.hook, update, SECRET).await.status, 200);
    });
    futures_util::stream::iter(writes).buffer_unordered(8).collect::<Vec<_>>().await;
}

async fn queue(world: &World, offer_seconds: i64) {
    let queue = json!({ "name": "Orders", "offer_seconds": offer_seconds });
    assert_eq!(world.admin.post("/api/routing/queues", &queue).await.status, 201);
}

async fn capacity(world: &World, username: &str, capacity: i64) {
    let id = agent(world, username).await["user_id"].clone();
    let body = json!({ "capacity": capacity, "skills": [] });
    let path = format!("/api/routing/agents/{id}");
    world.admin.call(Method::PUT, &path, Some(&body)).await.ok();
}

async fn agent(world: &World, username: &str) -> Value {
    let all = world.admin.get("/api/routing/agents").await.ok();
    let mut all = all.as_array().expect("a list").clone().into_iter();
    all.find(|one| one["username"] == username).expect("an agent")
}

async fn waiting(world: &World, count: i64) {
    eventually(&format!("{count} wait"), || async {
        let queues = world.admin.get("/api/routing/queues").await.ok();
        (queues[0]["waiting"] == count).then_some(())
    })
    .await;
}

async fn offers(who: &Agent) -> Vec<Value> {
    who.get("/api/routing/offers").await.ok().as_array().expect("a list").clone()
}

async fn a_crowd_that_waits_is_given_to_who_comes(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    queue(&world, 0).await;
    let bot = world.bot().await;
    capacity(&world, "agent1", CROWD - 10).await;
    write(&bot, 1..=CROWD).await;
    waiting(&world, CROWD).await;
    let _one = world.one.live().await;
    eventually("agent1 has as many as they may", || async {
        (agent(&world, "agent1").await["load"] == CROWD - 10).then_some(())
    })
    .await;
    waiting(&world, 10).await;
    let _two = world.two.live().await;
    eventually("agent2 has the rest", || async {
        (agent(&world, "agent2").await["load"] == 10).then_some(())
    })
    .await;
    waiting(&world, 0).await;
}

async fn what_everybody_let_pass_does_not_hide_what_waits_behind_it(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    queue(&world, 600).await;
    let bot = world.bot().await;
    capacity(&world, "agent1", 1_000).await;
    write(&bot, 1..=CROWD).await;
    let _one = world.one.live().await;
    eventually("all of them are offered to agent1", || async {
        let count = i64::try_from(offers(&world.one).await.len()).expect("small");
        (count == CROWD).then_some(())
    })
    .await;
    // While they ring, and after they were declined, who comes later is offered, too.
    for (person, declined) in [(CROWD + 1, 0), (CROWD + 2, CROWD)] {
        let old: Vec<Value> = match declined {
            0 => vec![],
            _ => offers(&world.one).await,
        };
        for offer in &old {
            let path = format!("/api/routing/offers/{}/decline", offer["ticket_id"]);
            assert_eq!(world.one.post(&path, &json!({})).await.status, 200);
        }
        write(&bot, person..=person).await;
        let ticket = world.ticket_saying(&format!("Ticket {person}")).await["id"].clone();
        eventually(&format!("{person} is offered"), || async {
            offers(&world.one).await.iter().any(|one| one["ticket_id"] == ticket).then_some(())
        })
        .await;
    }
}
