//! A customer writes on Telegram, an agent answers, and another agent sees all of it happen.

use crate::harness::{Ground, Socket, Start, TOKEN, World, eventually};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

on_both_engines!(by_webhook, by_polling);

async fn by_webhook(ground: Ground) {
    let world = World::open(ground, Start { public: true, ..Start::default() }).await;
    walk(&world, Duration::from_secs(1)).await;
}

async fn by_polling(ground: Ground) {
    // Between two pulls lies a second of rest.
    let world = World::open(ground, Start::default()).await;
    walk(&world, Duration::from_secs(3)).await;
}

/// The states that a message passes on somebody's socket, up to the last one named.
async fn states(socket: &mut Socket, id: i64, last: &str) -> Vec<String> {
    let mut seen = vec![];
    while seen.last().is_none_or(|state| state != last) {
        let change = socket.wait("messageState", |data| data["message_id"] == id).await;
        seen.push(change["state"].as_str().expect("a state").to_owned());
    }
    seen
}

async fn walk(world: &World, at_once: Duration) {
    world.connect().await;
    let mut other = world.two.live().await;
    // The first call of a process compiles and warms up what later ones find ready.
    world.simulator.write(80, "Warm", json!({ "text": "warm-up" })).await;
    other.event("createTicket").await;

    let began = Instant::now();
    world.simulator.write(81, "Mei", json!({ "text": "Is the blue lamp in stock?" })).await;
    let fits = |data: &Value| data["message"]["message"] == "Is the blue lamp in stock?";
    let made = other.wait("createTicket", fits).await;
    let took = began.elapsed();
    assert!(took < at_once, "the other agent saw it after {took:?}");
    let came = other.wait("newMessage", fits).await;
    assert_eq!(came["ticket"]["id"], made["ticket"]["id"]);
    let (ticket, asked) = (&came["ticket"], &came["message"]);
    assert_eq!((&ticket["channel"], &ticket["name"]), (&json!("TELEGRAM"), &json!("Mei")));
    assert_eq!((&asked["direction"], &asked["sender"]), (&json!("in"), &json!("visitor")));
    let ticket = ticket["id"].as_i64().expect("an id");
    let listed = world.one.tickets().await;
    let listed = listed.iter().find(|t| t["id"] == ticket).expect("it is in the list");
    assert_eq!(listed["snippet"], "Is the blue lamp in stock?");
    assert_eq!((&listed["unread"], &listed["closed"]), (&json!(1), &json!(0)));

    let replied = answer(world, &mut other, ticket).await;
    threads(world, &mut other, ticket, asked, replied).await;
    corrections(world, &mut other, ticket).await;
    pictures(world, &mut other, ticket).await;
    second_thoughts(world, ticket, asked).await;
}

async fn answer(world: &World, other: &mut Socket, ticket: i64) -> i64 {
    let body = json!({ "ticket_id": ticket, "message": "It is.", "queue_id": "queue-0000000001" });
    let said = world.one.post("/api/ticket/message/reply", &body).await.ok();
    let id = said["id"].as_i64().expect("an id");
    assert_eq!((&said["result"], &said["queue_id"]), (&json!("success"), &body["queue_id"]));
    assert_eq!(said["data"]["state"], "queued");
    let seen = other.wait("newMessage", |data| data["message"]["id"] == id).await;
    assert_eq!(seen["queue_id"], "queue-0000000001");
    assert_eq!(
        (&seen["message"]["state"], &seen["message"]["sender"]),
        (&json!("queued"), &json!("agent1"))
    );
    assert_eq!(states(other, id, "sent").await, ["sending", "sent"]);
    assert_eq!(world.simulator.bot_said(81).await, ["It is."]);
    let trace = world.admin.get(&format!("/api/messages/{id}/trace")).await.ok();
    let hops: Vec<&str> =
        trace["hops"].as_array().expect("hops").iter().filter_map(|h| h["name"].as_str()).collect();
    assert_eq!(hops, ["queued", "sending", "sent"]);
    id
}

/// Answers that name the message they answer, in both directions.
async fn threads(world: &World, other: &mut Socket, ticket: i64, asked: &Value, replied: i64) {
    let shown = world.simulator.phone(81).await;
    let (first, second) = (&shown[0]["message_id"], &shown[1]["message_id"]);
    let more = json!({ "text": "Please keep one.", "reply_to": second });
    world.simulator.write(81, "Mei", more).await;
    let came = other.wait("newMessage", |d| d["message"]["message"] == "Please keep one.").await;
    assert_eq!(came["ticket"]["id"], ticket, "the same ticket goes on");
    assert_eq!(came["message"]["reply_id"], replied);
    assert_eq!(came["message"]["reply"]["message"], "It is.");

    let body = json!({ "ticket_id": ticket, "message": "Which colour?", "reply": asked["id"] });
    let said = world.one.post("/api/ticket/message/reply", &body).await.ok();
    world.one.until_state(ticket, said["id"].as_i64().expect("an id"), "sent").await;
    let shown = world.simulator.phone(81).await;
    let last = shown.last().expect("a message");
    assert_eq!((&last["text"], &last["reply_to"]), (&json!("Which colour?"), first));
}

async fn corrections(world: &World, other: &mut Socket, ticket: i64) {
    let sent = world.simulator.write(81, "Mei", json!({ "text": "Bleu" })).await;
    let came = other.wait("newMessage", |d| d["message"]["message"] == "Bleu").await;
    let edit = json!({
        "token": TOKEN, "user": 81, "message_id": sent["message_id"], "text": "Blue",
    });
    world.simulator.order("edit", &edit).await;
    let edited = other.event("messageEdited").await;
    assert_eq!(edited["ticket_id"], ticket);
    assert_eq!(edited["message"]["id"], came["message"]["id"]);
    let id = came["message"]["id"].as_i64().expect("an id");
    let now = world.one.message(ticket, id).await;
    assert_eq!((&now["message"], &now["edited"]), (&json!("Blue"), &json!(true)));
    assert_eq!(edited["snippet"], "Blue");
    assert_eq!(line_of(world, ticket).await, "Blue", "lists show the newest message as it reads");
}

async fn pictures(world: &World, other: &mut Socket, ticket: i64) {
    world.simulator.write(81, "Mei", json!({ "caption": "This one", "photo": true })).await;
    let came = other.wait("newMessage", |d| d["message"]["message"] == "This one").await;
    let files = came["message"]["attachments"].as_array().expect("files");
    assert_eq!((files.len(), &files[0]["kind"]), (1, &json!("image")));
    let got = world.two.bytes(files[0]["url"].as_str().expect("an address")).await;
    let shown = world.simulator.phone(81).await;
    let original = shown.last().expect("a message")["file"]["file_id"].as_str().expect("a file");
    assert!(!got.is_empty());
    assert_eq!(got, world.simulator.file(original).await, "the same picture");

    // Sent back as it came: a picture that Telegram takes.
    let part =
        Part::bytes(got.clone()).file_name("lamp.png").mime_str("image/png").expect("a type");
    let form = Form::new().text("ticket_id", ticket.to_string()).part("attachment[]", part);
    let uploaded = world.one.multipart("/api/upload", form).await.ok();
    assert_eq!(uploaded["files"][0]["filename"], "lamp.png");
    let body = json!({
        "ticket_id": ticket, "message": "This?", "upload_ids": [uploaded["files"][0]["id"]],
    });
    let said = world.one.post("/api/ticket/message/reply", &body).await.ok();
    let id = said["id"].as_i64().expect("an id");
    let sent = world.one.until_state(ticket, id, "sent").await;
    assert_eq!(sent["attachments"][0]["filename"], "lamp.png");
    let shown = eventually("the picture is on the phone", || async {
        let shown = world.simulator.phone(81).await;
        shown.into_iter().rev().find(|m| m["from"] == "bot" && m["kind"] == "photo")
    })
    .await;
    assert_eq!(shown["caption"], "This?");
    let arrived = shown["file"]["file_id"].as_str().expect("a file");
    assert_eq!(world.simulator.file(arrived).await, got, "byte for byte");
}

/// What lists show of a ticket.
async fn line_of(world: &World, ticket: i64) -> String {
    let listed = world.one.tickets().await;
    let row = listed.iter().find(|row| row["id"] == ticket).expect("it is in the list");
    row["snippet"].as_str().expect("a text").to_owned()
}

/// What an agent changes, takes back and reacts with is so on the customer's phone.
async fn second_thoughts(world: &World, ticket: i64, asked: &Value) {
    let body = json!({ "ticket_id": ticket, "message": "Come at nine." });
    let said = world.one.post("/api/ticket/message/reply", &body).await.ok();
    let id = said["id"].as_i64().expect("an id");
    world.one.until_state(ticket, id, "sent").await;
    let path = format!("/api/messages/{id}");
    let change = json!({ "text": "Come at ten." });
    world.one.call(Method::PATCH, &path, Some(&change)).await.ok();
    assert_eq!(line_of(world, ticket).await, "Come at ten.");
    eventually("the phone shows the other text", || async {
        let said = world.simulator.bot_said(81).await;
        (said.iter().any(|text| text == "Come at ten.")
            && said.iter().all(|text| text != "Come at nine."))
        .then_some(())
    })
    .await;

    let asked = asked["id"].as_i64().expect("an id");
    let reaction = format!("/api/messages/{asked}/reaction");
    world.one.call(Method::PUT, &reaction, Some(&json!({ "emoji": "👍" }))).await.ok();
    eventually("the phone shows the thumb", || async {
        let shown = world.simulator.phone(81).await;
        shown.iter().any(|message| message["bot_reactions"] == json!(["👍"])).then_some(())
    })
    .await;

    world.one.call(Method::DELETE, &path, None).await.ok();
    assert_eq!(line_of(world, ticket).await, "", "what was taken back is in no list");
    eventually("it is gone from the phone", || async {
        let said = world.simulator.bot_said(81).await;
        said.iter().all(|text| text != "Come at ten.").then_some(())
    })
    .await;
}
