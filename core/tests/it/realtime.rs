//! The log and its readers: without gaps, without doubles, in order.

use crate::harness::{Agent, Ground, Start, World};
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(away_for_five_hundred_events, too_long_away);

/// Sets a ticket's status again and again: two events each time, a line and the change.
async fn busy(agent: &Agent, ticket: i64, times: usize) {
    for n in 0..times {
        let status = if n % 2 == 0 { 1 } else { 0 };
        let body = json!({ "ticket_id": ticket, "status": status, "sender": "server" });
        agent.post("/api/ticket/message", &body).await.ok();
    }
}

async fn tickets(world: &World, count: i64) -> Vec<i64> {
    let bot = world.bot().await;
    for n in 0..count {
        bot.write(80 + n, &format!("Hello {n}")).await;
    }
    world.admin.tickets().await.iter().filter_map(|t| t["id"].as_i64()).collect()
}

fn numbers(frames: &[Value]) -> Vec<i64> {
    frames.iter().filter_map(|frame| frame["seq"].as_i64()).collect()
}

async fn away_for_five_hundred_events(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let tickets = tickets(&world, 8).await;
    assert_eq!(tickets.len(), 8);
    // Three readers: one stays, one is away, one comes back in the middle of it.
    let mut stays = world.two.socket().await;
    let before = stays.hello().await;
    assert!(before >= 16, "a ticket and a message each: {before}");
    let quiet = stays.drain(Duration::from_millis(200)).await;
    assert_eq!(quiet, Vec::<Value>::new(), "nothing before the client says where it stands");
    stays.go_live().await;
    let mut away = world.one.socket().await;
    assert_eq!(away.hello().await, before);
    drop(away);

    let writers = tickets.iter().map(|ticket| busy(&world.admin, *ticket, 32));
    let returning = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let mut back = world.two.socket().await;
        back.hello().await;
        back.resume(before).await;
        let mut got = back.until("resumed").await;
        // What is still being written follows without a seam.
        while numbers(&got).len() < 512 {
            got.push(back.next().await.expect("the socket is open"));
        }
        numbers(&got)
    };
    let (_, returned) = tokio::join!(futures_util::future::join_all(writers), returning);
    let expected: Vec<i64> = (before + 1..=before + 512).collect();
    assert_eq!(returned, expected, "resumed while eight wrote");
    let mut lived = vec![];
    while numbers(&lived).len() < 512 {
        lived.push(stays.next().await.expect("the socket is open"));
    }
    assert_eq!(numbers(&lived), expected, "live while eight wrote");

    let mut back = world.one.socket().await;
    assert_eq!(back.hello().await, before + 512);
    back.resume(before).await;
    let mut replayed = back.until("resumed").await;
    let end = replayed.pop().expect("the end");
    assert_eq!(end["data"]["seq"], before + 512);
    assert_eq!(numbers(&replayed), expected);
    let logged = |frames: &[Value]| -> Vec<Value> {
        frames.iter().filter(|f| f["seq"].is_i64()).cloned().collect()
    };
    assert_eq!(replayed, logged(&lived), "exactly what those who stayed were told");
    // And from then on it is live.
    busy(&world.admin, tickets[0], 1).await;
    for seq in [before + 513, before + 514] {
        // Who is there is told in between, outside the log.
        let event = loop {
            let frame = back.next().await.expect("an event");
            if frame["seq"].is_i64() {
                break frame;
            }
        };
        assert_eq!(event["seq"], seq);
    }
    back.resume(before + 514).await;
    assert!(numbers(&back.until("resumed").await).is_empty(), "no event comes again");
}

async fn too_long_away(ground: Ground) {
    let start = Start::default().set("PATCHBAY_REALTIME_REPLAY_MAX", 20);
    let world = World::open(ground, start).await;
    let tickets = tickets(&world, 2).await;
    let mut socket = world.one.socket().await;
    let place = socket.hello().await;
    busy(&world.admin, tickets[0], 10).await;
    socket.resume(place).await;
    assert_eq!(numbers(&socket.until("resumed").await).len(), 20, "as much as is allowed");

    busy(&world.admin, tickets[1], 11).await;
    // Too far behind, ahead of everything, and from before the first event: all start anew.
    for after in [place, place + 1_000_000, -5] {
        let mut socket = world.one.socket().await;
        let head = socket.hello().await;
        socket.resume(after).await;
        assert_eq!(socket.event("resync").await["seq"], head, "after {after}");
        let quiet = socket.drain(Duration::from_millis(200)).await;
        assert!(numbers(&quiet).is_empty(), "nothing until it goes on: {quiet:?}");
        socket.go_live().await;
        busy(&world.admin, tickets[0], 1).await;
        assert_eq!(socket.next().await.expect("an event")["seq"], head + 1);
        busy(&world.admin, tickets[0], 2).await;
    }
}
