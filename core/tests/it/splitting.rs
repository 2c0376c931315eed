//! One ticket that becomes two, and one again.

use crate::harness::{Agent, Answer, Ground, Start, World, eventually};
use patchbay::{db::Db, fetch_all};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use std::time::Duration;

on_both_engines!(
    what_follows_goes_on_in_a_ticket_of_its_own,
    a_split_is_taken_back_by_merging,
    what_cannot_be_split_says_why,
    where_the_conversation_is_elsewhere_it_stays_there,
);

fn id(value: &Value) -> i64 {
    value.as_i64().expect("an id")
}

async fn split(who: &Agent, ticket: i64, body: Value) -> Answer {
    who.post(&format!("/api/tickets/{ticket}/split"), &body).await
}

async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

async fn set(who: &Agent, ticket: i64, status: i64) {
    let body = json!({ "ticket_id": ticket, "status": status, "sender": "server" });
    who.post("/api/ticket/message", &body).await.ok();
}

/// What customers and agents said in a ticket, oldest first.
async fn said(who: &Agent, ticket: i64) -> Vec<String> {
    let shown = who.messages(ticket).await;
    let said = shown.iter().filter(|message| message["direction"] != "system");
    said.map(|message| message["message"].as_str().expect("a text").to_owned()).collect()
}

async fn message_saying(who: &Agent, ticket: i64, text: &str) -> Value {
    let shown = who.messages(ticket).await;
    shown.into_iter().find(|m| m["message"] == text).expect("it is in the ticket")
}

async fn kinds(who: &Agent, ticket: i64) -> Vec<(String, String, String, String)> {
    let steps = who.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    let text = |step: &Value, key: &str| step[key].as_str().expect("a text").to_owned();
    let steps = steps["data"].as_array().expect("a list").iter();
    let step = |s: &Value| (text(s, "kind"), text(s, "after"), text(s, "why"), text(s, "by"));
    steps.map(step).collect()
}

fn number(info: &Value) -> String {
    info["ticket_number"].to_string().trim_matches('"').to_owned()
}

/// A customer writes, and the desk has it; gives the ticket.
async fn write(world: &World, text: &str) -> i64 {
    world.simulator.write(81, "Mei", json!({ "text": text })).await;
    id(&world.ticket_saying(text).await["id"])
}

/// A customer with two matters, an answer to each, and a file in the second.
async fn open(ground: Ground) -> (World, i64) {
    let world = World::open(ground, Start::default()).await;
    world.connect().await;
    let ticket = write(&world, "Where is my lamp?").await;
    let sent = id(&world.one.reply(ticket, "On its way.").await["id"]);
    world.one.until_state(ticket, sent, "sent").await;
    write(&world, "And the bill is wrong").await;
    let form = Form::new().text("ticket_id", ticket.to_string()).text("message", "Here it is");
    let form = form.part("attachment[]", Part::text("bill").file_name("bill.txt"));
    let sent = id(&world.one.multipart("/api/ticket/message/reply", form).await.ok()["id"]);
    world.one.until_state(ticket, sent, "sent").await;
    (world, ticket)
}

/// What the tables say of the tickets equals what is counted.
async fn recounted(world: &World) {
    let db = Db::open(&world.ground.url()).await.expect("a database");
    let mut conn = db.read().await.expect("a connection");
    let wrong = fetch_all!(
        &mut conn,
        (i64, i64, i64),
        "select t.id, t.message_count,
                (select count(*) from messages m
                  where m.ticket_id = t.id and m.direction <> 'system')
           from tickets t
          where t.message_count <> (select count(*) from messages m
                                     where m.ticket_id = t.id and m.direction <> 'system')
             or coalesce(t.last_message_id, 0) <> coalesce((select max(m.id) from messages m
                                     where m.ticket_id = t.id and m.direction <> 'system'), 0)
             or coalesce(t.last_in_id, 0) <> coalesce((select max(m.id) from messages m
                                     where m.ticket_id = t.id and m.direction = 'in'), 0)
             or coalesce(t.replied_at, 0) <> coalesce((select min(m.created_at) from messages m
                                     where m.ticket_id = t.id and m.direction = 'out'), 0)
             or t.has_attachment <> exists (select 1 from attachments a
                                     where a.ticket_id = t.id and a.message_id is not null)
             or exists (select 1 from deliveries d join messages m on m.id = d.message_id
                         where m.ticket_id = t.id and d.ticket_id <> t.id)
             or exists (select 1 from attachments a join messages m on m.id = a.message_id
                         where m.ticket_id = t.id and a.ticket_id <> t.id)
          limit 10",
    )
    .expect("read");
    assert_eq!(wrong, [], "ticket, what it says, what is there");
}

async fn what_follows_goes_on_in_a_ticket_of_its_own(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let first = message_saying(&world.one, ticket, "And the bill is wrong").await["id"].clone();
    let note = format!("/api/messages/{first}/notes");
    world.one.post(&note, &json!({ "text": "Ask the bank" })).await.ok();
    let pin = format!("/api/messages/{first}/pin");
    world.one.call(Method::PUT, &pin, None).await.ok();
    let people = json!({ "participants": ["agent1", "agent2"] });
    let path = format!("/api/tickets/{ticket}/participants");
    world.one.call(Method::PUT, &path, Some(&people)).await.ok();
    let severity = json!({ "id": ticket, "priority": "H" });
    world.one.post("/api/ticket/priority", &severity).await.ok();
    recounted(&world).await;
    let mut colleague = world.two.live().await;

    let body = json!({ "message_id": first, "title": "The bill", "why": "Two matters" });
    let made = split(&world.one, ticket, body.clone()).await.ok();
    let other = id(&made["ticket_id"]);
    let again = split(&world.one, ticket, body).await.ok();
    assert_eq!(again["ticket_id"], other, "twice is once");
    recounted(&world).await;
    let told = colleague.event("createTicket").await;
    assert_eq!(told["ticket"]["id"], other);
    let told = colleague.event("ticketSplit").await;
    assert_eq!((&told["from_id"], &told["into_id"]), (&json!(ticket), &json!(other)));

    assert_eq!(said(&world.two, ticket).await, ["Where is my lamp?", "On its way."]);
    assert_eq!(said(&world.two, other).await, ["And the bill is wrong", "Here it is"]);
    let moved = message_saying(&world.two, other, "And the bill is wrong").await;
    assert_eq!(
        (&moved["notes"][0]["text"], &moved["pinned"]),
        (&json!("Ask the bank"), &json!(true))
    );
    let sent = message_saying(&world.two, other, "Here it is").await;
    assert_eq!(sent["attachments"][0]["filename"], "bill.txt");
    let (old, new) = (info(&world.two, ticket).await, info(&world.two, other).await);
    assert_eq!((&old["snippet"], &old["message_count"]), (&json!("On its way."), &json!(2)));
    assert_eq!((&old["attachment"], &new["attachment"]), (&json!(false), &json!(true)));
    assert_eq!(
        (&new["title"], &new["severity"], &new["assignee"]),
        (&json!("The bill"), &json!("H"), &json!("agent1,agent2"))
    );
    assert_eq!(new["contact"]["id"], old["contact"]["id"]);
    assert_eq!((&old["links"][0]["id"], &new["links"][0]["id"]), (&json!(other), &json!(ticket)));
    let step = |kind: &str, after: &str| {
        let [kind, after] = [kind, after].map(str::to_owned);
        (kind, after, "Two matters".to_owned(), "agent1".to_owned())
    };
    assert!(kinds(&world.two, ticket).await.contains(&step("split", &number(&new))));
    assert!(kinds(&world.two, other).await.contains(&step("split_from", &number(&old))));
    // What was found under the one is found under the other.
    let found = world.two.get("/api/search/data?message=bill").await.ok();
    let message = found["message"].as_array().or(found["messages"].as_array());
    if let Some(message) = message.and_then(|list| list.first()) {
        assert_eq!(message["ticket_id"], other, "{found}");
    }

    // The customer goes on in the new one; both answer in the same chat.
    assert_eq!(write(&world, "Thank you").await, other);
    world.one.reply(ticket, "The lamp comes today.").await;
    world.two.reply(other, "The bill is right.").await;
    for text in ["The lamp comes today.", "The bill is right."] {
        eventually(text, || async {
            let bot = world.simulator.bot_said(81).await;
            bot.iter().any(|said| said == text).then_some(())
        })
        .await;
    }
    // A message that was split off is sent again, changed and deleted where it is now.
    let gone = json!({ "ticket_id": other, "message_id": sent["id"] });
    world.one.post("/api/ticket/message/delete", &gone).await.ok();
    recounted(&world).await;
    // Once it is closed, the customer opens another one, and the first stays as it is.
    set(&world.two, other, 3).await;
    let third = write(&world, "Hello again").await;
    assert!(third != other && third != ticket);
    set(&world.two, ticket, 3).await;
    set(&world.two, ticket, 0).await;
    assert_eq!(info(&world.two, ticket).await["closed"], 0);
    assert_eq!(write(&world, "Still there?").await, third);
}

async fn a_split_is_taken_back_by_merging(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let before = info(&world.one, ticket).await;
    let first = message_saying(&world.one, ticket, "And the bill is wrong").await["id"].clone();
    let made = split(&world.one, ticket, json!({ "message_id": first })).await.ok();
    let other = id(&made["ticket_id"]);
    assert_eq!(made["data"]["title"], before["title"], "without a title it keeps its own");
    let merge = format!("/api/tickets/{other}/merge");
    world.two.call(Method::PUT, &merge, Some(&json!({ "into": ticket }))).await.ok();
    let all = ["Where is my lamp?", "On its way.", "And the bill is wrong", "Here it is"];
    assert_eq!(said(&world.one, ticket).await, all);
    let after = info(&world.one, ticket).await;
    for key in ["snippet", "message_count", "hasResponded", "attachment"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    // What comes now shows in the one again.
    assert_eq!(write(&world, "Thank you").await, ticket);
    assert_eq!(said(&world.one, ticket).await.last().map(String::as_str), Some("Thank you"));
    // The split itself can be brought back, with what came since.
    let back = world.two.call(Method::DELETE, &merge, None).await.ok();
    assert_eq!(back["reopened"], true);
    assert_eq!(said(&world.one, ticket).await, all[..2]);
    assert_eq!(write(&world, "Bye").await, other);
    recounted(&world).await;
    // The other way round as well.
    let merge = format!("/api/tickets/{ticket}/merge");
    world.two.call(Method::PUT, &merge, Some(&json!({ "into": other }))).await.ok();
    assert_eq!(said(&world.one, other).await.len(), 6);
    let back = world.two.call(Method::DELETE, &merge, None).await.ok();
    assert_eq!(back["reopened"], true, "the conversation was the other's before");
    recounted(&world).await;
}

async fn what_cannot_be_split_says_why(ground: Ground) {
    let (world, ticket) = open(ground).await;
    let first = message_saying(&world.one, ticket, "Where is my lamp?").await["id"].clone();
    let second = message_saying(&world.one, ticket, "On its way.").await["id"].clone();
    let at = |message: &Value| json!({ "message_id": message });
    let begins = split(&world.one, ticket, at(&first)).await;
    assert!(begins.refused(409, "conflict").contains("begins with this message"));
    split(&world.one, ticket, at(&json!(987_650_002))).await.refused(404, "not_found");
    split(&world.one, 987_650_001, at(&second)).await.refused(404, "not_found");
    split(&world.outsider, ticket, at(&second)).await.refused(404, "not_found");
    let long = json!({ "message_id": second, "title": "x".repeat(121) });
    split(&world.one, ticket, long).await.refused(422, "invalid");
    let long = json!({ "message_id": second, "why": "x".repeat(501) });
    split(&world.one, ticket, long).await.refused(422, "invalid");

    // A message of another ticket of the client's.
    world.simulator.write(82, "Ann", json!({ "text": "Another one" })).await;
    let other = id(&world.ticket_saying("Another one").await["id"]);
    split(&world.one, other, at(&second)).await.refused(404, "not_found");
    // A line, spam, and tickets that are merged.
    set(&world.one, ticket, 1).await;
    let shown = world.one.messages(ticket).await;
    let line = shown.iter().find(|m| m["direction"] == "system").expect("a line");
    split(&world.one, ticket, at(&line["id"])).await.refused(409, "conflict");
    let spam = format!("/api/tickets/{ticket}/spam");
    world.one.call(Method::PUT, &spam, Some(&json!({ "spam": true }))).await.ok();
    let refused = split(&world.one, ticket, at(&second)).await;
    assert!(refused.refused(409, "conflict").contains("spam"));
    world.one.call(Method::PUT, &spam, Some(&json!({ "spam": false }))).await.ok();
    let merge = format!("/api/tickets/{other}/merge");
    world.one.call(Method::PUT, &merge, Some(&json!({ "into": ticket }))).await.ok();
    let refused = split(&world.one, ticket, at(&second)).await;
    assert!(refused.refused(409, "conflict").contains("merges back"));
    let found = world.admin.tickets().await.len()
        + world.admin.get("/api/ticket/load/-/pending/ticket/0").await.ok()["data"]
            .as_array()
            .map_or(0, Vec::len);
    assert_eq!(found, 1, "nothing was made");
    world.one.call(Method::DELETE, &merge, None).await.ok();
    recounted(&world).await;
}

async fn where_the_conversation_is_elsewhere_it_stays_there(ground: Ground) {
    let (world, ticket) = open(ground).await;
    set(&world.one, ticket, 3).await;
    let newer = write(&world, "A third thing").await;
    assert_ne!(newer, ticket);
    let first = message_saying(&world.one, ticket, "And the bill is wrong").await["id"].clone();
    let made = split(&world.one, ticket, json!({ "message_id": first })).await.ok();
    let other = id(&made["ticket_id"]);
    recounted(&world).await;
    assert_eq!(write(&world, "And more of it").await, newer);
    // It still answers there.
    world.one.reply(other, "Here is another bill.").await;
    eventually("the answer", || async {
        let bot = world.simulator.bot_said(81).await;
        bot.iter().any(|said| said == "Here is another bill.").then_some(())
    })
    .await;
    // What is split off once more from where the conversation is takes it along.
    let second = message_saying(&world.one, newer, "And more of it").await["id"].clone();
    let made = split(&world.two, newer, json!({ "message_id": second })).await.ok();
    let last = id(&made["ticket_id"]);
    assert_eq!(write(&world, "The end").await, last);
    recounted(&world).await;
}

/// Only PostgreSQL lets a message come while a split is on its way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_of_the_same_moment_goes_with_the_conversation() {
    let (world, ticket) = open(Ground::postgres()).await;
    let first = message_saying(&world.one, ticket, "And the bill is wrong").await["id"].clone();
    let mut holder = PgConnection::connect(&world.ground.url()).await.expect("a connection");
    let mut watcher = PgConnection::connect(&world.ground.url()).await.expect("a connection");
    let waiting = async |watcher: &mut PgConnection, count: i64| loop {
        let (now,): (i64,) = sqlx::query_as(
            "select count(*) from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'",
        )
        .fetch_one(&mut *watcher)
        .await
        .expect("PostgreSQL says who waits");
        if now >= count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let mut tx = holder.begin().await.expect("begun");
    sqlx::query("select 1 from tickets where id = $1 for update")
        .bind(ticket)
        .execute(&mut *tx)
        .await
        .expect("held");
    let who = world.one.clone();
    let asked = json!({ "message_id": first });
    let asked = tokio::spawn(async move { split(&who, ticket, asked).await.ok() });
    waiting(&mut watcher, 1).await;
    world.simulator.write(81, "Mei", json!({ "text": "It says 20 too much" })).await;
    waiting(&mut watcher, 2).await;
    tx.rollback().await.expect("let go");
    let other = id(&asked.await.expect("an answer")["ticket_id"]);
    let told = world.ticket_saying("It says 20 too much").await;
    assert_eq!(told["id"], other, "the conversation went to the new ticket");
    recounted(&world).await;
}
