//! Two processes on one PostgreSQL are one desk.

use crate::harness::{Desk, Ground, Start, World, eventually};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_are_one_desk() {
    let world = World::open(Ground::postgres(), Start::default()).await;
    let second =
        Start { data: Some(world.ground.folder.path().join("second")), ..Start::default() };
    let second = second.set(
        "PATCHBAY_EGRESS_ALLOW_PRIVATE",
        crate::reach::plugins_reach(&world.simulator.address()),
    );
    let second = Desk::start(&world.ground, &second);
    // A session made by the first node holds at the second, and so do accounts connected there.
    let two = world.two.at(&second.url);
    assert_eq!(two.tickets().await, Vec::<Value>::new());
    let bot = world.bot().await;
    let mut one_here = world.one.live().await;
    let mut two_there = two.live().await;
    let hook = bot.hook_at(&second.url);
    let secret = crate::harness::SECRET;
    eventually("the second node knows the account", || async {
        let update = bot.update(80, "warm-up").to_string().into_bytes();
        (bot.raw_at(&hook, update, secret).await.status == 200).then_some(())
    })
    .await;
    one_here.event("createTicket").await;

    let update = bot.update(81, "At the second door").to_string().into_bytes();
    let began = Instant::now();
    assert_eq!(bot.raw_at(&hook, update.clone(), secret).await.status, 200);
    let fits = |data: &Value| data["message"]["message"] == "At the second door";
    let came = one_here.wait("newMessage", fits).await;
    let took = began.elapsed();
    assert!(took < Duration::from_secs(1), "the other node's socket had it after {took:?}");
    two_there.wait("newMessage", fits).await;
    // A repeat at the other door is the same message.
    assert_eq!(bot.raw(update, secret).await.status, 200);
    let ticket = came["ticket"]["id"].as_i64().expect("an id");
    assert_eq!(world.one.messages(ticket).await.len(), 1);

    for socket in [&mut one_here, &mut two_there] {
        socket.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");
    }
    let began = Instant::now();
    one_here.call("sendTyping", json!({ "ticket_id": ticket })).await.expect("passed on");
    assert_eq!(two_there.event("typing").await["username"], "agent1");
    assert!(began.elapsed() < Duration::from_secs(1));

    // Both nodes look for work; a reply goes out once.
    world.simulator.write(82, "Mei", json!({ "text": "Hello" })).await;
    let ticket = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    let mut sent = vec![];
    for n in 0..4 {
        let agent = if n % 2 == 0 { &world.one } else { &two };
        sent.push(agent.reply(ticket, &format!("Reply {n}")).await["id"].as_i64().expect("an id"));
    }
    for id in &sent {
        two.until_state(ticket, *id, "sent").await;
    }
    assert_eq!(world.simulator.bot_said(82).await, ["Reply 0", "Reply 1", "Reply 2", "Reply 3"]);

    // Signing out at one node closes the sockets at the other.
    world.two.call(reqwest::Method::DELETE, "/api/user/signout", None).await.ok();
    assert_eq!(two_there.closed().await.1, 4401);

    // A node dies in the middle of it; the other goes on with what it had not begun.
    drop(second);
    bot.write(81, "Still there?").await;
    one_here.wait("newMessage", |d| d["message"]["message"] == "Still there?").await;
}
