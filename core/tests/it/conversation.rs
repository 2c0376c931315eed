//! What a team keeps at messages, who else is here, and two agents doing something at once.

use crate::harness::{Agent, Answer, Ground, Start, World};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    notes_and_pins_are_the_teams,
    messages_are_deleted,
    nobody_answers_twice,
    who_else_is_here,
    what_was_missed_is_asked_for,
    what_a_page_has_is_not_read_again,
);

/// A world with one ticket of a customer, and the customer's message.
async fn open(ground: Ground) -> (World, i64, i64) {
    let world = World::open(ground, Start::default()).await;
    let _bot = world.bot().await;
    world.simulator.write(81, "Mei", json!({ "text": "Hello" })).await;
    let ticket = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    let message = world.one.messages(ticket).await[0]["id"].as_i64().expect("an id");
    (world, ticket, message)
}

async fn call(who: &Agent, method: Method, path: &str) -> Answer {
    who.call(method, path, None).await
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

async fn notes_and_pins_are_the_teams(ground: Ground) {
    let (world, ticket, message) = open(ground).await;
    let mut other = world.two.live().await;
    let notes = format!("/api/messages/{message}/notes");
    let text = json!({ "text": " Ask the warehouse first. " });

    let made = world.one.post(&notes, &text).await.ok();
    let note = &made["note"];
    assert_eq!(note["text"], "Ask the warehouse first.");
    assert_eq!((&note["message_id"], &note["sender"]), (&json!(message), &json!("agent1")));
    let told = other.event("addNote").await;
    assert_eq!(told["message"]["notes"], json!([note]), "the other browser has it at once");
    let id = number(&note["id"]);
    let again = world.one.post(&notes, &text).await.ok();
    assert_ne!(again["note"]["id"], note["id"], "the same words again are another note");
    world.one.post(&notes, &json!({ "text": "  " })).await.refused(422, "invalid");
    world.one.post(&notes, &json!({ "text": "x".repeat(4_001) })).await.refused(422, "invalid");
    world.outsider.post(&notes, &text).await.refused(404, "not_found");
    world.one.post("/api/messages/987650002/notes", &text).await.refused(404, "not_found");

    let one = format!("{notes}/{id}");
    call(&world.two, Method::DELETE, &one).await.refused(403, "forbidden");
    call(&world.outsider, Method::DELETE, &one).await.refused(404, "not_found");
    call(&world.one, Method::DELETE, &one).await.ok();
    assert_eq!(other.event("removeNote").await["note_id"], id);
    call(&world.one, Method::DELETE, &one).await.refused(404, "not_found");
    let left = world.one.message(ticket, message).await;
    assert_eq!(left["notes"].as_array().expect("a list").len(), 1);
    let last = format!("{notes}/{}", number(&again["note"]["id"]));
    call(&world.admin, Method::DELETE, &last).await.ok();

    let pin = format!("/api/messages/{message}/pin");
    for _ in 0..2 {
        let pinned = call(&world.one, Method::PUT, &pin).await.ok();
        assert_eq!(pinned["data"]["pinned"], true);
    }
    assert_eq!(other.event("addPin").await["message_id"], message);
    let info = world.two.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
    assert_eq!(info["data"]["pinned"][0]["id"], message);
    call(&world.outsider, Method::PUT, &pin).await.refused(404, "not_found");
    call(&world.outsider, Method::DELETE, &pin).await.refused(404, "not_found");
    for _ in 0..2 {
        let free = call(&world.two, Method::DELETE, &pin).await.ok();
        assert_eq!(free["data"]["pinned"], false);
    }
    other.event("removePin").await;
    let info = world.two.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
    assert_eq!(info["data"]["pinned"], json!([]));
}

async fn messages_are_deleted(ground: Ground) {
    let (world, ticket, message) = open(ground).await;
    let mut other = world.two.live().await;
    let path = "/api/ticket/message/delete";
    let body = |id: i64| json!({ "message_id": id, "ticket_id": ticket });

    let reply = number(&world.one.reply(ticket, "A mistake").await["id"]);
    world.one.until_state(ticket, reply, "sent").await;
    world.outsider.post(path, &body(reply)).await.refused(404, "not_found");
    world.one.post(path, &body(987_650_002)).await.refused(404, "not_found");
    let elsewhere = json!({ "message_id": reply, "ticket_id": 987_650_001 });
    world.one.post(path, &elsewhere).await.refused(404, "not_found");
    world.two.post(path, &body(reply)).await.refused(403, "forbidden");
    world.one.post(path, &body(message)).await.refused(403, "forbidden");
    for _ in 0..2 {
        let gone = world.one.post(path, &body(reply)).await.ok();
        assert_eq!(
            (&gone["data"]["deleted"], &gone["data"]["message"]),
            (&json!(true), &json!(""))
        );
    }
    let told = other.event("syncDelete").await;
    assert_eq!((number(&told["message_id"]), &told["message"]["deleted"]), (reply, &json!(true)));
    world.admin.post(path, &body(message)).await.ok();
    assert_eq!(other.event("syncDelete").await["message_id"], message);

    // A page may also pass the word on by itself, of what is gone only.
    let mut first = world.one.live().await;
    first.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");
    other.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");
    first.call("sendSyncDelete", body(reply)).await.expect("passed on");
    assert_eq!(other.event("syncDelete").await["message_id"], reply);
    let standing = number(&world.one.reply(ticket, "This one stays").await["id"]);
    first.call("sendSyncDelete", body(standing)).await.expect_err("it is not gone");
}

async fn nobody_answers_twice(ground: Ground) {
    let (world, ticket, message) = open(ground).await;
    let path = "/api/ticket/message/reply";
    let answer = |text: &str, seen: i64, queue: &str| {
        json!({ "ticket_id": ticket, "message": text, "queue_id": queue, "seen_id": seen,
            "seen_status": 0 })
    };
    // Both wrote while they saw the customer's message last; whoever is second is told.
    let (first, second) =
        (answer("One", message, "queue-one"), answer("Two", message, "queue-two"));
    let (one, two) = tokio::join!(world.one.post(path, &first), world.two.post(path, &second));
    let (won, lost, loser, text) = if one.status == 200 {
        (one.ok(), two, &world.two, second)
    } else {
        (two.ok(), one, &world.one, first)
    };
    assert!(lost.refused(409, "overtaken").contains("answered while you were writing"));
    let outgoing = |list: Vec<Value>| list.iter().filter(|m| m["direction"] == "out").count();
    assert_eq!(outgoing(world.admin.messages(ticket).await), 1);
    // Having seen it, the answer goes; and without a word about it nobody is asked.
    let mut seen = text.clone();
    seen["seen_id"] = won["id"].clone();
    let sent = loser.post(path, &seen).await.ok();
    let again = loser.post(path, &text).await.ok();
    assert_eq!(again["id"], sent["id"], "the same send again is the same message");

    // The customer writes while an agent closes: the ticket stays open until that was seen.
    let status = |seen: &Value| json!({ "ticket_id": ticket, "status": 3, "sender": "server", "seen_id": seen });
    world.simulator.write(81, "Mei", json!({ "text": "One more thing" })).await;
    world.ticket_saying("One more thing").await;
    let closing = loser.post("/api/ticket/message", &status(&sent["id"])).await;
    assert!(closing.refused(409, "overtaken").contains("wrote again"));
    let newest = world.admin.messages(ticket).await.last().expect("messages")["id"].clone();
    loser.post("/api/ticket/message", &status(&newest)).await.ok();

    // An answer to a ticket that was closed meanwhile is asked about, too.
    let late = answer("Late", number(&newest), "queue-late");
    let refused = world.admin.post(path, &late).await;
    assert!(refused.refused(409, "overtaken").contains("closed while you were writing"));
    let mut known = late.clone();
    known["seen_status"] = json!(3);
    world.admin.post(path, &known).await.ok();
}

async fn who_else_is_here(ground: Ground) {
    let (world, ticket, _) = open(ground).await;
    let (mut one, mut two) = (world.one.live().await, world.two.live().await);
    for socket in [&mut one, &mut two] {
        socket.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");
    }
    let says = |state: &str| json!({ "ticket_id": ticket, "state": state, "tab": "t1", "asks": state == "viewing" });
    one.call("sendViewing", says("viewing")).await.expect("told");
    let told = two.event("viewing").await;
    assert_eq!(
        told,
        json!({ "ticket_id": ticket, "username": "agent1", "name": "agent1 of Acme", "tab": "t1",
            "state": "viewing", "asks": true })
    );
    one.call("sendViewing", says("replying")).await.expect("told");
    assert_eq!(two.event("viewing").await["state"], "replying");
    two.call("sendViewing", says("gone")).await.expect("told");
    let heard = one.event("viewing").await;
    assert_eq!((&heard["username"], &heard["state"]), (&json!("agent2"), &json!("gone")));

    let refused = one.call("sendViewing", says("dancing")).await.expect_err("no such state");
    assert_eq!(refused["code"], "invalid");
    let mut outside = world.outsider.live().await;
    let refused = outside.call("sendViewing", says("viewing")).await.expect_err("not theirs");
    assert_eq!(refused["code"], "not_found");
}

async fn what_was_missed_is_asked_for(ground: Ground) {
    let (world, ticket, message) = open(ground).await;
    let check = |last: i64| format!("/api/ticket/data/check/{ticket}/{last}");
    let nothing = json!({});
    assert_eq!(world.two.post(&check(message), &nothing).await.ok()["data"], json!([]));
    let reply = number(&world.one.reply(ticket, "One moment").await["id"]);
    world.one.until_state(ticket, reply, "sent").await;
    let missed = world.two.post(&check(message), &json!({ "ts": 1 })).await.ok();
    let ids: Vec<i64> =
        missed["data"].as_array().expect("a list").iter().map(|m| number(&m["id"])).collect();
    assert_eq!(ids, [reply], "and not what was known");
    world.outsider.post(&check(message), &nothing).await.refused(404, "not_found");
    world.one.post("/api/ticket/data/check/987650001/0", &nothing).await.refused(404, "not_found");

    let before = number(&world.one.post("/api/auth/check", &nothing).await.ok()["event_id"]);
    let path = format!("/api/event/{before}");
    assert_eq!(world.two.get(&path).await.ok(), json!([]));
    let body = json!({ "message_id": reply, "ticket_id": ticket });
    world.one.post("/api/ticket/message/delete", &body).await.ok();
    let told = world.two.get(&path).await.ok();
    let [gone] = &told.as_array().expect("a list")[..] else { panic!("one event: {told}") };
    assert_eq!((&gone["event"], &gone["message_id"]), (&json!("delete_message"), &json!(reply)));
    assert_eq!((&gone["ticket_id"], number(&gone["id"]) > before), (&json!(ticket), true));
    assert_eq!(world.outsider.get("/api/event/0").await.ok(), json!([]), "another client's");
    world.one.get("/api/event/nothing").await.refused(404, "not_found");

    // Who may not see the ticket any more is not told of it.
    let alone = json!({ "participants": ["agent1"] });
    let people = format!("/api/tickets/{ticket}/participants");
    world.one.call(Method::PUT, &people, Some(&alone)).await.ok();
    let stays = number(&world.one.reply(ticket, "Between us").await["id"]);
    world.one.until_state(ticket, stays, "sent").await;
    let body = json!({ "message_id": stays, "ticket_id": ticket });
    world.one.post("/api/ticket/message/delete", &body).await.ok();
    assert_eq!(world.two.get(&path).await.ok().as_array().expect("a list").len(), 1);
    assert_eq!(world.one.get(&path).await.ok().as_array().expect("a list").len(), 2);
}

/// What the messages of an answer say, oldest first.
fn said(days: &Value) -> Vec<String> {
    let days = days.as_array().expect("days").iter();
    let messages = days.filter_map(|day| day["messages"].as_array()).flatten();
    messages.map(|message| message["message"].as_str().expect("a text").to_owned()).collect()
}

async fn what_a_page_has_is_not_read_again(ground: Ground) {
    let (world, ticket, _) = open(ground).await;
    let texts: Vec<String> = (1..35).map(|n| format!("Answer {n}")).collect();
    let mut ids = vec![];
    for text in &texts {
        ids.push(number(&world.one.reply(ticket, text).await["id"]));
    }
    let all: Vec<String> = std::iter::once("Hello".to_owned()).chain(texts).collect();
    for path in ["data", "data3"] {
        let read = async |count: &str| {
            world.two.get(&format!("/api/ticket/{path}/{ticket}/{count}")).await
        };
        let newest = read("0").await.ok();
        assert_eq!((said(&newest), &newest[0]["total"]), (all[5..].to_vec(), &json!(35)));
        assert_eq!(said(&read("30").await.ok()), all[..5], "the five that are left");
        assert_eq!(said(&read("33").await.ok()), all[..2]);
        for none in ["35", "36", "3000"] {
            assert_eq!(read(none).await.ok(), json!([{ "total": 35 }]));
        }
        // A message that is named says better than a number what is there.
        let before = format!("30?messageId={}", ids[1]);
        assert_eq!(said(&read(&before).await.ok()), all[..2]);
        for wrong in ["3001", "-1", "many"] {
            let answer = read(wrong).await;
            answer.refused(422, "invalid");
            assert!(answer.body["error"]["fields"]["count"].is_string(), "{answer:?}");
        }
        let path = format!("/api/ticket/{path}/{ticket}/30");
        world.outsider.get(&path).await.refused(404, "not_found");
    }
}
