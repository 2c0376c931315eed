//! What the team notes in a conversation, and who is told that they are named.

use crate::harness::{Agent, Answer, Ground, Start, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_note_is_the_teams_alone,
    who_is_named_hears_of_it,
    what_a_note_cannot_be_says_why,
    lists_find_who_is_mentioned_and_what_is_put_aside,
);

/// A world with one ticket of a customer.
async fn open(ground: Ground) -> (World, Value) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    (world, ticket)
}

async fn note(who: &Agent, ticket: &Value, body: Value) -> Answer {
    who.post(&format!("/api/tickets/{}/notes", ticket["id"]), &body).await
}

async fn assign(by: &Agent, ticket: &Value, names: &[&str]) {
    let path = format!("/api/tickets/{}/participants", ticket["id"]);
    by.call(Method::PUT, &path, Some(&json!({ "participants": names }))).await.ok();
}

async fn department(world: &World, name: &str, members: &[&str]) -> i64 {
    let mut ids = vec![];
    for username in members {
        ids.push(crate::rules::user(world, username).await);
    }
    let draft = json!({ "name": name, "members": ids });
    let made = world.admin.post("/api/departments", &draft).await.ok();
    made["id"].as_i64().expect("an id")
}

async fn a_note_is_the_teams_alone(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let id = ticket["id"].as_i64().expect("an id");
    let mut other = world.two.live().await;
    let body = json!({ "text": " They pay on Fridays. ", "queue_id": "queue-note-1" });

    let made = note(&world.one, &ticket, body.clone()).await.ok()["data"].clone();
    assert_eq!((&made["type"], &made["direction"]), (&json!("note"), &json!("note")));
    assert_eq!((&made["state"], &made["sendStatus"]), (&json!("kept"), &json!("success")));
    assert_eq!(
        (&made["message"], &made["sender"]),
        (&json!("They pay on Fridays."), &json!("agent1"))
    );
    assert_eq!(made["mentions"], json!([]));
    let again = note(&world.one, &ticket, body).await.ok();
    assert_eq!(again["data"]["id"], made["id"], "the same queue id is the same note");
    let told = other.event("newMessage").await;
    assert_eq!((&told["message"]["id"], &told["queue_id"]), (&made["id"], &json!("queue-note-1")));
    assert_eq!(told["ticket"]["snippet"], ticket["snippet"], "lists go on showing what was said");

    let listed = world.two.messages(id).await;
    assert_eq!(listed.last().expect("a message")["id"], made["id"]);
    let row = world.ticket_saying("Hello").await;
    assert_eq!((&row["unread"], &row["status"]), (&ticket["unread"], &ticket["status"]));
    assert!(world.simulator.bot_said(81).await.is_empty(), "nothing leaves");

    // It is nothing that goes to a customer: not by a channel, not quoted, not forwarded.
    let note_id = made["id"].as_i64().expect("an id");
    let reaction = format!("/api/messages/{note_id}/retry");
    world.one.post(&reaction, &json!({})).await.refused(409, "conflict");
    let edit = format!("/api/messages/{note_id}");
    let change = json!({ "text": "x" });
    world.one.call(Method::PATCH, &edit, Some(&change)).await.refused(409, "conflict");
    let quoting = json!({ "ticket_id": id, "message": "As noted", "reply": note_id, "queue_id": "queue-note-2" });
    let answer = world.one.post("/api/ticket/message/reply", &quoting).await.ok();
    let sent = world.one.message(id, answer["id"].as_i64().expect("an id")).await;
    assert_eq!(sent["reply_id"], Value::Null, "{sent}");

    // The team does with it what it does with messages.
    let pin = format!("/api/messages/{note_id}/pin");
    assert_eq!(world.two.call(Method::PUT, &pin, None).await.ok()["data"]["pinned"], true);
    let gone = json!({ "message_id": note_id, "ticket_id": id });
    let path = "/api/ticket/message/delete";
    world.two.post(path, &gone).await.refused(403, "forbidden");
    for _ in 0..2 {
        let deleted = world.one.post(path, &gone).await.ok();
        assert_eq!(
            (&deleted["data"]["deleted"], &deleted["data"]["message"]),
            (&json!(true), &json!(""))
        );
    }
    assert_eq!(other.event("syncDelete").await["message_id"], made["id"]);
}

async fn who_is_named_hears_of_it(ground: Ground) {
    let (world, ticket) = open(ground).await;
    assign(&world.admin, &ticket, &["agent1"]).await;
    let billing = department(&world, "Billing", &["agent1", "agent2"]).await;
    let mut two = world.two.live().await;

    // A colleague who could not read it takes part from then on.
    let body = json!({ "text": "Can you look, @Two?", "mentions": { "users": ["AGENT2"] } });
    let made = note(&world.one, &ticket, body).await.ok()["data"].clone();
    let named = &made["mentions"][0];
    assert_eq!((&named["kind"], &named["username"]), (&json!("user"), &json!("agent2")));
    let told = eventually("agent2 hears of it", || async {
        let list = world.two.get("/notification/get?type=system").await.ok();
        let list = list.as_array().expect("a list").clone();
        list.into_iter().find(|notice| notice["type"] == "mentioned")
    })
    .await;
    assert_eq!(told["ticket_number"], ticket["ticket_number"].to_string());
    assert_eq!(
        (&told["title"], &told["detail"]),
        (&json!("You were mentioned"), &json!("Can you look, @Two?"))
    );
    assert_eq!(two.event("mentioned").await["message_id"], made["id"]);
    let info = world.two.get(&format!("/api/ticket/info/-/{}", ticket["id"])).await.ok();
    assert_eq!(info["data"]["assignee"], "agent1,agent2");

    // A department's members hear of it; who wrote it does not, and nobody is brought in.
    let body = json!({ "text": "Billing?", "mentions": { "departments": [billing] } });
    let made = note(&world.one, &ticket, body).await.ok()["data"].clone();
    assert_eq!(
        made["mentions"],
        json!([{ "kind": "department", "id": billing, "name": "Billing" }])
    );
    assert_eq!(two.event("mentioned").await["usernames"], json!(["agent2"]));
    let own = world.one.get("/notification/get?type=system").await.ok();
    let own = own.as_array().expect("a list");
    assert!(own.iter().all(|notice| notice["type"] != "mentioned"), "{own:?}");
}

async fn what_a_note_cannot_be_says_why(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let far = department(&world, "Far", &["agent2"]).await;
    let text = |text: &str| json!({ "text": text });
    for empty in ["", "  \n "] {
        note(&world.one, &ticket, text(empty)).await.refused(422, "invalid");
    }
    note(&world.one, &ticket, text(&"x".repeat(10_001))).await.refused(422, "invalid");
    note(&world.one, &ticket, text(&"x".repeat(10_000))).await.ok();
    let named = |users: Value, departments: Value| json!({ "text": "x", "mentions": { "users": users, "departments": departments } });
    for wrong in [
        named(json!(["nobody"]), json!([])),
        named(json!([]), json!([987_650_001])),
        named(json!(vec!["agent2"; 51]), json!([])),
    ] {
        let refused = note(&world.one, &ticket, wrong).await;
        refused.refused(422, "invalid");
    }
    assign(&world.admin, &ticket, &["agent1"]).await;
    let nobody = note(&world.one, &ticket, named(json!([]), json!([far]))).await;
    assert!(nobody.body.to_string().contains("Nobody of Far can read"), "{nobody:?}");
    nobody.refused(422, "invalid");
    note(&world.two, &ticket, text("x")).await.refused(403, "forbidden");
    note(&world.outsider, &ticket, text("x")).await.refused(404, "not_found");
    note(&world.one, &json!({ "id": 987_650_001 }), text("x")).await.refused(404, "not_found");
    Agent::nobody(&world.desk.url)
        .post(&format!("/api/tickets/{}/notes", ticket["id"]), &text("x"))
        .await
        .refused(401, "unauthorized");
    let count = world.one.messages(ticket["id"].as_i64().expect("an id")).await;
    let notes = count.iter().filter(|message| message["type"] == "note").count();
    assert_eq!(notes, 1, "what was refused is not there");
}

async fn listed(who: &Agent, status: &str, query: &str) -> Vec<Value> {
    let page = who.get(&format!("/api/ticket/load/-/{status}/ticket/0?{query}")).await.ok();
    let rows = page["data"].as_array().expect("rows").clone();
    assert_eq!(page["count"], rows.len(), "{page}");
    rows.iter().map(|row| row["id"].clone()).collect()
}

async fn lists_find_who_is_mentioned_and_what_is_put_aside(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let mut tickets = vec![];
    for (person, text) in [(81, "First"), (82, "Second"), (83, "Third")] {
        bot.write(person, text).await;
        tickets.push(world.ticket_saying(text).await);
    }
    assert!(listed(&world.two, "open", "mentioned=1").await.is_empty());
    for ticket in [&tickets[0], &tickets[2], &tickets[0]] {
        let body = json!({ "text": "Look, please.", "mentions": { "users": ["agent2"] } });
        note(&world.one, ticket, body).await.ok();
    }
    let mut found = listed(&world.two, "open", "mentioned=1").await;
    found.sort_by_key(Value::as_i64);
    assert_eq!(found, [tickets[0]["id"].clone(), tickets[2]["id"].clone()]);
    assert!(listed(&world.one, "open", "mentioned=1").await.is_empty(), "who wrote it is not");
    assert!(listed(&world.outsider, "open", "mentioned=1").await.is_empty());
    let by_number = format!("mentioned=1&field=number&fieldValue={}", tickets[2]["ticket_number"]);
    assert_eq!(listed(&world.two, "open", &by_number).await, [tickets[2]["id"].clone()]);
    assert_eq!(listed(&world.two, "open", "mentioned=1&sort=due").await.len(), 2);
    assert!(listed(&world.two, "open", "mentioned=1&due=1").await.is_empty());
    // Taken by somebody else, it is not theirs to see.
    assign(&world.admin, &tickets[0], &["agent1"]).await;
    assert_eq!(listed(&world.two, "open", "mentioned=1").await, [tickets[2]["id"].clone()]);

    let path = format!("/api/tickets/{}/snooze", tickets[1]["id"]);
    let until = crate::harness::now_s() * 1_000 + 3_600_000;
    let body = json!({ "until": until });
    world.one.call(Method::PUT, &path, Some(&body)).await.ok();
    assert_eq!(listed(&world.one, "pending", "snoozed=1").await, [tickets[1]["id"].clone()]);
    assert_eq!(listed(&world.one, "all", "snoozed=1").await, [tickets[1]["id"].clone()]);
    assert!(listed(&world.two, "all", "snoozed=1&mentioned=1").await.is_empty());
    for query in ["mentioned=me", "snoozed=2"] {
        let path = format!("/api/ticket/load/-/open/ticket/0?{query}");
        world.one.get(&path).await.refused(422, "invalid");
    }
}
