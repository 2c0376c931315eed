//! Agents' replies: once only, in every form, and what becomes of those that do not arrive.

use crate::harness::{Bot, Ground, Start, TOKEN, World};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

on_both_engines!(
    a_send_counts_once,
    every_form_is_taken,
    nonsense_is_refused,
    trouble_is_shown,
    a_template_may_be_a_canned_reply,
);

const REPLY: &str = "/api/ticket/message/reply";

/// A world where these customers have written, each with a ticket.
async fn with_customers(ground: Ground, users: &[i64]) -> (World, Bot, Vec<i64>) {
    let world = World::open(ground, Start::default()).await;
    // Without a public address the desk pulls; the story waits for that instead of posting.
    let bot = world.bot().await;
    let mut tickets = vec![];
    for user in users {
        let text = format!("Hello from {user}");
        world.simulator.write(*user, "Guest", json!({ "text": text })).await;
        let ticket = world.ticket_saying(&text).await;
        tickets.push(ticket["id"].as_i64().expect("an id"));
    }
    (world, bot, tickets)
}

fn id(said: &Value) -> i64 {
    said["id"].as_i64().expect("an id")
}

async fn a_send_counts_once(ground: Ground) {
    let (world, _bot, tickets) = with_customers(ground, &[81, 82]).await;
    let body = |n: usize, text: &str| json!({ "ticket_id": tickets[n], "message": text, "queue_id": format!("queue-{n}") });
    let first = world.one.post(REPLY, &body(0, "Once")).await.ok();
    let second = world.one.post(REPLY, &body(0, "Once")).await.ok();
    assert_eq!(first["id"], second["id"]);
    let at_once = body(1, "Together");
    let sends = (0..6).map(|_| world.one.post(REPLY, &at_once));
    let ids: Vec<i64> =
        futures_util::future::join_all(sends).await.into_iter().map(|a| id(&a.ok())).collect();
    assert!(ids.iter().all(|other| *other == ids[0]), "one message: {ids:?}");
    // Another agent's page may have made the same number; that is another message.
    let others = world.two.post(REPLY, &body(0, "Mine")).await.ok();
    assert_ne!(others["id"], first["id"]);

    world.one.until_state(tickets[0], id(&others), "sent").await;
    world.one.until_state(tickets[1], ids[0], "sent").await;
    assert_eq!(world.simulator.bot_said(81).await, ["Once", "Mine"]);
    assert_eq!(world.simulator.bot_said(82).await, ["Together"]);
}

async fn every_form_is_taken(ground: Ground) {
    let (world, _bot, tickets) = with_customers(ground, &[81, 82, 83]).await;
    let numbers: Vec<String> = tickets.iter().map(ToString::to_string).collect();
    let fields = [("ticket_id", &*numbers[0]), ("message", "By form & more"), ("type", "text")];
    let by_form = world.one.form(REPLY, &fields).await.ok();
    world.one.until_state(tickets[0], id(&by_form), "sent").await;
    assert_eq!(world.simulator.bot_said(81).await, ["By form & more"]);

    let file = Part::text("a,b\n1,2\n").file_name("liste größe.csv").mime_str("text/csv");
    let form = Form::new().text("ticket_id", numbers[1].clone()).text("message", "By parts");
    let form = form.text("queue_id", "queue-parts").part("attachment[]", file.expect("a type"));
    let by_parts = world.one.multipart(REPLY, form).await.ok();
    let sent = world.one.until_state(tickets[1], id(&by_parts), "sent").await;
    assert_eq!(sent["attachments"][0]["filename"], "liste größe.csv");
    let shown = world.simulator.phone(82).await;
    let document = shown.iter().find(|m| m["kind"] == "document").expect("the file arrived");
    let arrived = document["file"]["file_id"].as_str().expect("a file");
    assert_eq!(world.simulator.file(arrived).await, b"a,b\n1,2\n");

    // What calls itself a picture and is none is not shown as one.
    let page = Part::text("<!doctype html><script>alert(1)</script>").file_name("lamp.png");
    let page = page.mime_str("image/png").expect("a type");
    let form = Form::new().text("ticket_id", numbers[1].clone()).part("attachment[]", page);
    let uploaded = world.one.multipart("/api/upload", form).await.ok();
    let file = &uploaded["files"][0];
    assert_eq!((&file["mime"], &file["kind"]), (&json!("text/html"), &json!("document")));

    // The old address without /api, and a reply that closes the ticket.
    let body = json!({ "ticket_id": numbers[2], "message": "Done.", "closed": 3 });
    let closing = world.one.post("/ticket/message/reply", &body).await.ok();
    world.one.until_state(tickets[2], id(&closing), "sent").await;
    let info = world.one.get(&format!("/api/ticket/info/-/{}", tickets[2])).await.ok();
    assert_eq!(info["data"]["closed"], 3);
}

async fn nonsense_is_refused(ground: Ground) {
    let (world, _bot, tickets) = with_customers(ground, &[81, 82]).await;
    let part = || Part::text("x").file_name("x.txt").mime_str("text/plain").expect("a type");
    let upload = |ticket: i64| {
        Form::new().text("ticket_id", ticket.to_string()).part("attachment[]", part())
    };
    let elsewhere = world.one.multipart("/api/upload", upload(tickets[1])).await.ok();
    let others = world.two.multipart("/api/upload", upload(tickets[0])).await.ok();
    let file = |said: &Value| json!([said["files"][0]["id"]]);
    let cases = [
        ("message", json!({ "message": "" })),
        ("message", json!({ "message": "  \n " })),
        ("message", json!({ "message": "x".repeat(41_000) })),
        ("cc", json!({ "message": "x", "cc": "not an address" })),
        ("cc", json!({ "message": "x", "cc": ["fine@shop.example", "broken@"] })),
        ("toEmail", json!({ "message": "x", "toEmail": "a@b" })),
        ("toEmail", json!({ "message": "x", "email": ["fine@shop.example", "a@b"] })),
        ("template", json!({ "message": "x", "template": { "name": "greeting" } })),
        ("template", json!({ "message": "x", "template": "greeting" })),
        ("template", json!({ "message": "x", "template": 987_650_001 })),
        ("template", json!({ "message": "x", "template": true })),
        ("upload_ids", json!({ "message": "x", "upload_ids": [999_999] })),
        ("upload_ids", json!({ "message": "x", "upload_ids": ["many"] })),
        ("upload_ids", json!({ "message": "x", "upload_ids": file(&elsewhere) })),
        ("upload_ids", json!({ "message": "x", "upload_ids": file(&others) })),
        ("type", json!({ "message": "x", "type": "application/pdf" })),
        ("ticket_id", json!({ "message": "x", "ticket_id": "first" })),
    ];
    for (field, more) in cases {
        let mut body = json!({ "ticket_id": tickets[0] });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("fields").clone());
        let answer = world.one.post(REPLY, &body).await;
        answer.refused(422, "invalid");
        assert!(answer.body["error"]["fields"][field].is_string(), "{field}: {answer:?}");
    }
    assert_eq!(world.one.messages(tickets[0]).await.len(), 1, "nothing of it was stored");
    assert_eq!(world.simulator.bot_said(81).await, Vec::<String>::new());
}

async fn trouble_is_shown(ground: Ground) {
    let (world, _bot, tickets) = with_customers(ground, &[81, 82, 83]).await;
    let block = |blocked: bool| json!({ "token": TOKEN, "user": 81, "blocked": blocked });
    world.simulator.order("block", &block(true)).await;
    let said = world.one.reply(tickets[0], "Are you there?").await;
    let failed = world.one.until_state(tickets[0], id(&said), "failed").await;
    let why = failed["error"]["message"].as_str().expect("a sentence");
    assert!(why.to_lowercase().contains("block"), "an agent can read why: {failed}");
    assert_eq!(failed["sendStatus"], "failed");
    let retry = format!("/api/messages/{}/retry", id(&said));
    assert_eq!(world.one.post(&retry, &json!({})).await.ok()["data"]["state"], "queued");
    world.one.until_state(tickets[0], id(&said), "failed").await;
    world.simulator.order("block", &block(false)).await;
    world.one.post(&retry, &json!({})).await.ok();
    let sent = world.one.until_state(tickets[0], id(&said), "sent").await;
    assert_eq!(sent["error"], Value::Null, "the old trouble is over");
    assert_eq!(world.simulator.bot_said(81).await, ["Are you there?"]);
    world.one.post(&retry, &json!({})).await.refused(409, "conflict");

    // What was deleted at the desk does not leave after all, whoever's screen is old.
    world.simulator.order("block", &block(true)).await;
    let said = world.one.reply(tickets[0], "A mistake").await;
    world.one.until_state(tickets[0], id(&said), "failed").await;
    let gone = json!({ "message_id": said["id"], "ticket_id": tickets[0] });
    world.one.post("/api/ticket/message/delete", &gone).await.ok();
    let stale = format!("/api/messages/{}/retry", id(&said));
    world.one.post(&stale, &json!({})).await.refused(409, "conflict");
    world.simulator.order("block", &block(false)).await;

    // Too fast for Telegram: it waits as long as it was told, and arrives once.
    let limit = json!({ "token": TOKEN, "method": "sendMessage", "status": 429, "retry_after": 1 });
    world.simulator.order("faults", &limit).await;
    let mut socket = world.two.live().await;
    let said = world.one.reply(tickets[1], "Slowly").await;
    let own = |data: &Value| data["message_id"] == said["id"] && data["state"] == "queued";
    let waiting = socket.wait("messageState", own).await;
    assert!(waiting["retry_at"].is_i64(), "it says when: {waiting}");
    world.one.until_state(tickets[1], id(&said), "sent").await;
    assert_eq!(world.simulator.bot_said(82).await, ["Slowly"]);

    // Taken, but the connection dies before the answer: nobody can know, so a person decides.
    let cut = json!({ "token": TOKEN, "method": "sendMessage", "after_accept": true });
    world.simulator.order("faults", &cut).await;
    let said = world.one.reply(tickets[2], "Did you get this?").await;
    let unknown = world.one.until_state(tickets[2], id(&said), "unknown").await;
    assert!(unknown["error"]["message"].is_string(), "{unknown}");
    assert_eq!(world.simulator.bot_said(83).await, ["Did you get this?"], "not sent by itself");
    world.one.post(&format!("/api/messages/{}/retry", id(&said)), &json!({})).await.ok();
    world.one.until_state(tickets[2], id(&said), "sent").await;
    assert_eq!(world.simulator.bot_said(83).await.len(), 2, "the agent wanted it again");
}

async fn a_template_may_be_a_canned_reply(ground: Ground) {
    let (world, _bot, tickets) = with_customers(ground, &[81]).await;
    let number = tickets[0].to_string();
    // None, in whatever way it is written.
    for (template, text) in [(json!(""), "One"), (json!(0), "Two"), (json!(false), "Three")] {
        let body = json!({ "ticket_id": tickets[0], "message": text, "template": template });
        let sent = world.one.post(REPLY, &body).await.ok();
        world.one.until_state(tickets[0], id(&sent), "sent").await;
    }
    let fields = [("ticket_id", &*number), ("message", "Four"), ("template", "0")];
    let sent = world.one.form(REPLY, &fields).await.ok();
    world.one.until_state(tickets[0], id(&sent), "sent").await;

    let made = |title: &str, shortcut: &str, text: &str, shared: bool| json!({ "title": title, "shortcut": shortcut, "text": text, "shared": shared });
    let path = "/api/replies";
    let shared = made("Greeting", "hello", "Hello {{contact.name}}", true);
    let shared = world.admin.post(path, &shared).await.ok();
    let own = made("Mine", "mine", "From {{agent.username}}", false);
    world.two.post(path, &own).await.ok();
    // By id, by shortcut and by title; words of the answer's own stay.
    let named = |template: Value, text: &str| json!({ "ticket_id": tickets[0], "message": text, "template": template });
    for body in [
        named(shared["id"].clone(), ""),
        named(json!("/Hello"), ""),
        named(json!("Greeting"), ""),
        named(json!("hello"), "My own words"),
    ] {
        let sent = world.one.post(REPLY, &body).await.ok();
        world.one.until_state(tickets[0], id(&sent), "sent").await;
    }
    let greeting = "Hello Guest";
    let said = ["One", "Two", "Three", "Four", greeting, greeting, greeting, "My own words"];
    assert_eq!(world.simulator.bot_said(81).await, said);
    // A colleague's own looks like none.
    let answer = world.one.post(REPLY, &named(json!("mine"), "")).await;
    answer.refused(422, "invalid");
    assert!(answer.body["error"]["fields"]["template"].is_string(), "{answer:?}");
    // What waits for its time has the words of now.
    let later = json!({ "ticket_id": tickets[0], "template": "hello", "send_in": 3_600, "queue_id": "later-1" });
    let waits = world.one.post(REPLY, &later).await.ok();
    assert_eq!(waits["scheduled"][0]["message"], greeting, "{waits}");
}
