//! Routing while much happens at once, on two nodes: nothing is given twice, and nobody gets too much.

use crate::harness::{Agent, Bot, Desk, Ground, SECRET, Start, World, eventually};
use patchbay::{
    db::Db,
    execute, fetch_all, fetch_one,
    jobs::{Class, NewJob, queue},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

on_both_engines!(an_offer_is_taken_once, what_is_given_during_a_recount_counts);

/// What each of the two agents may hold.
const CAPACITY: i64 = 25;
const TICKETS: i64 = 60;
/// How often routing is switched off and on.
const ROUNDS: i64 = 15;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_give_each_ticket_once() {
    let world = World::open(Ground::postgres(), Start::default()).await;
    let second =
        Start { data: Some(world.ground.folder.path().join("second")), ..Start::default() };
    let second = second.set(
        "PATCHBAY_EGRESS_ALLOW_PRIVATE",
        crate::reach::plugins_reach(&world.simulator.address()),
    );
    let second = Desk::start(&world.ground, &second);
    let bot = world.bot().await;
    let settings = json!({ "capacity": CAPACITY });
    world.admin.call(Method::PUT, "/api/routing/settings", Some(&settings)).await.ok();
    let queue = json!({ "name": "Orders", "offer_seconds": 0, "strategy": "least_occupied" });
    assert_eq!(world.admin.post("/api/routing/queues", &queue).await.status, 201);
    let _one = world.one.live().await;
    let _two = world.two.at(&second.url).live().await;
    let hook = bot.hook_at(&second.url);
    eventually("the second node knows the account", || async {
        let update = bot.update(1, "warm-up").to_string().into_bytes();
        (bot.raw_at(&hook, update, SECRET).await.status == 200).then_some(())
    })
    .await;

    let began = Instant::now();
    let writes = (1..=TICKETS).map(|person| write(&bot, &hook, person));
    futures_util::future::join_all(writes).await;
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let counts = || async {
        let mut conn = db.read().await.expect("a connection");
        let (given,) =
            fetch_one!(&mut conn, (i64,), "select count(*) from participants").expect("counted");
        let (waiting,) =
            fetch_one!(&mut conn, (i64,), "select count(*) from routing_items").expect("counted");
        // At no moment does anybody hold more than they may.
        let loads = fetch_all!(
            &mut conn,
            (i64, i64),
            "select user_id, count(*) from routing_slots group by user_id limit 10",
        )
        .expect("counted");
        assert!(loads.iter().all(|(_, load)| *load <= CAPACITY), "{loads:?}");
        (given, waiting)
    };
    let rest = TICKETS - 2 * CAPACITY;
    eventually("all that can be given is given", || async {
        (counts().await == (2 * CAPACITY, rest)).then_some(())
    })
    .await;
    println!("{TICKETS} tickets at two nodes: the last was given after {:?}", began.elapsed());
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(counts().await, (2 * CAPACITY, rest), "and no more");
    let mut conn = db.read().await.expect("a connection");
    let (twice,) = fetch_one!(
        &mut conn,
        (i64,),
        "select count(*) from (select ticket_id from routing_decisions where outcome = 'assigned'
                                group by ticket_id having count(*) > 1) as doubled",
    )
    .expect("counted");
    assert_eq!(twice, 0, "each was given once");
    drop(conn);
    db.close().await;
}

/// A job that waits does the work of those planned beside it, also when it begins before they are committed
/// (a lost wake-up). Where one process writes at a time, none can.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_planned_while_the_plan_begins_is_not_lost() {
    let world = World::open(Ground::postgres(), Start::default()).await;
    let queue = json!({ "name": "Orders", "offer_seconds": 0 });
    assert_eq!(world.admin.post("/api/routing/queues", &queue).await.status, 201);
    let bot = world.bot().await;
    write(&bot, &bot.hook, 1).await;
    let ticket = world.ticket_saying("Ticket 1").await["id"].as_i64().expect("an id");
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let held_back = 4_102_444_800_000_i64;
    eventually("nobody is asked about the ticket any more", || async {
        let mut tx = db.begin().await.expect("a transaction");
        let changed = execute!(&mut tx, "update routing_items set not_before = $1", held_back);
        tx.commit().await.expect("kept");
        (changed.expect("changed") == 1).then_some(())
    })
    .await;
    let _live = world.one.live().await;
    let left = async || {
        let mut conn = db.read().await.expect("a connection");
        fetch_one!(
            &mut conn,
            (i64,),
            "select count(*) from jobs where kind = 'routing.dispatch' and key = 'now'",
        )
        .expect("counted")
        .0
    };
    eventually("nothing is planned", || async { (left().await == 0).then_some(()) }).await;

    let job = |run_at_ms: i64| NewJob {
        client_id: 1,
        class: Class::Live,
        kind: "routing.dispatch",
        key: "now".to_owned(),
        payload: json!({}),
        run_at_ms,
    };
    let soon = patchbay::clock::Clock::system().now_ms() + 500;
    let mut tx = db.begin().await.expect("a transaction");
    queue::enqueue(&mut tx, job(soon)).await.expect("planned");
    tx.commit().await.expect("kept");
    let mut tx = db.begin().await.expect("a transaction");
    execute!(&mut tx, "update routing_items set not_before = 0").expect("changed");
    queue::enqueue(&mut tx, job(soon)).await.expect("the one that waits will do");
    eventually("the one that waits begins", || async {
        let mut conn = db.read().await.expect("a connection");
        let (begun,) = fetch_one!(
            &mut conn,
            (i64,),
            "select count(*) from jobs where kind = 'routing.dispatch' and key = 'now' and state = 'running'",
        )
        .expect("counted");
        (begun == 1 || left().await == 0).then_some(())
    })
    .await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    tx.commit().await.expect("kept");
    eventually("the ticket is given", || async {
        (info(&world.admin, ticket).await["assignee"] == "agent1").then_some(())
    })
    .await;
    db.close().await;
}

async fn write(bot: &Bot, hook: &str, person: i64) {
    let update = bot.update(person, &format!("Ticket {person}")).to_string().into_bytes();
    let hook = if person % 2 == 0 { hook } else { bot.hook.as_str() };
    assert_eq!(bot.raw_at(hook, update, SECRET).await.status, 200);
}

/// Tabs of the agent accept at once, while a colleague takes the ticket by hand.
async fn an_offer_is_taken_once(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let queue = json!({ "name": "Orders", "offer_seconds": 600 });
    assert_eq!(world.admin.post("/api/routing/queues", &queue).await.status, 201);
    let bot = world.bot().await;
    let mut live = world.one.live().await;
    for person in 81..86 {
        let text = format!("Ticket {person}");
        bot.write(person, &text).await;
        let ticket = world.ticket_saying(&text).await["id"].as_i64().expect("an id");
        live.wait("routingOffered", |data| data["ticket_id"] == ticket).await;
        let accept = format!("/api/routing/offers/{ticket}/accept");
        let (nothing, both) = (json!({}), json!({ "participants": ["agent2"] }));
        let people = format!("/api/tickets/{ticket}/participants");
        let (first, second, by_hand) = tokio::join!(
            world.one.post(&accept, &nothing),
            world.one.post(&accept, &nothing),
            world.two.call(Method::PUT, &people, Some(&both)),
        );
        let accepted = [first.status, second.status].iter().filter(|one| **one == 200).count();
        assert!(accepted <= 1, "{first:?} {second:?}");
        // Who took it by hand before or after has it; one who came too late did not see it any more.
        let owner = match (accepted, by_hand.status) {
            (_, 200) => "agent2",
            (1, 403) => "agent1",
            other => panic!("{other:?} {first:?} {second:?} {by_hand:?}"),
        };
        let info = info(&world.admin, ticket).await;
        assert_eq!(info["assignee"], owner, "{first:?} {second:?} {by_hand:?}");
        eventually("nothing is offered any more", || async {
            (world.one.get("/api/routing/offers").await.ok() == json!([])).then_some(())
        })
        .await;
    }
}

async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

/// Switching routing on counts what agents hold; what is given meanwhile is held as well.
async fn what_is_given_during_a_recount_counts(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let queue = json!({ "name": "Orders", "offer_seconds": 0 });
    let made = world.admin.post("/api/routing/queues", &queue).await;
    assert_eq!(made.status, 201);
    let path = format!("/api/routing/queues/{}", made.body["id"]);
    let settings = json!({ "capacity": 1_000 });
    world.admin.call(Method::PUT, "/api/routing/settings", Some(&settings)).await.ok();
    let bot = world.bot().await;
    let _live = world.one.live().await;
    let db = Db::open(&world.ground.url()).await.expect("the database");
    for round in 0..ROUNDS {
        let with =
            |enabled: bool| json!({ "name": "Orders", "offer_seconds": 0, "enabled": enabled });
        world.admin.call(Method::PUT, &path, Some(&with(false))).await.ok();
        let on = with(true);
        let writes = (1..=4).map(|person| write(&bot, &bot.hook, round * 4 + person));
        let (answer, _) = tokio::join!(
            world.admin.call(Method::PUT, &path, Some(&on)),
            futures_util::future::join_all(writes),
        );
        answer.ok();
        eventually("nothing is planned any more", || async {
            let mut conn = db.read().await.expect("a connection");
            let (left,) = fetch_one!(
                &mut conn,
                (i64,),
                "select (select count(*) from routing_items)
                      + (select count(*) from jobs where kind like 'routing.re%')",
            )
            .expect("counted");
            (left == 0).then_some(())
        })
        .await;
        eventually("every ticket that somebody takes part in is held", || async {
            let mut conn = db.read().await.expect("a connection");
            let (taken, held) = fetch_one!(
                &mut conn,
                (i64, i64),
                "select (select count(*) from participants), (select count(*) from routing_slots)",
            )
            .expect("counted");
            (taken == held).then_some(())
        })
        .await;
    }
    db.close().await;
}
