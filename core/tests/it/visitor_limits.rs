//! People without an account take their share of a desk and no more, and agents keep theirs.

use crate::harness::{Agent, Ground, Socket, Start, Visitor, World};
use reqwest::{Method, multipart};
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(
    links_and_places_are_counted,
    a_chat_takes_so_many_words_and_files,
    agents_keep_their_seats,
);

async fn page(world: &World) -> String {
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    channel["public_link"].as_str().expect("an address").to_owned()
}

fn set(start: Start, name: &str, value: usize) -> Start {
    start.set(&format!("PATCHBAY_LIVECHAT_{name}"), value)
}

/// The seconds that a refusal with status 429 asks to wait.
async fn wait_of(request: reqwest::RequestBuilder) -> u64 {
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), 429);
    response.headers()["retry-after"].to_str().expect("text").parse().expect("seconds")
}

async fn links_and_places_are_counted(ground: Ground) {
    let start = set(Start::default(), "LINKS_PER_ADDRESS", 3);
    let start = set(start, "WAITING_PER_ADDRESS", 2);
    let world = World::open(ground, start).await;
    let page = page(&world).await;
    let mut agent = world.one.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    let mut ravi = Visitor::arrive(&world.desk.url, &page).await;
    let mut third = Visitor::arrive(&world.desk.url, &page).await;

    // A fourth link of this minute: the call says so, and the page that a browser opens too.
    let nobody = Agent::nobody(&world.desk.url);
    let key = page.rsplit('/').next().expect("a key");
    let link = json!({ "key": key });
    let refused = nobody.post("/api/livechat/link", &link).await;
    assert!(refused.refused(429, "rate_limited").contains("Wait"), "{refused:?}");
    let again = nobody.request(Method::POST, "/api/livechat/link").json(&link);
    assert!((1..=21).contains(&wait_of(again).await));
    let visit = nobody.request(Method::GET, &format!("/visit/{key}"));
    let visit = visit.send().await.expect("an answer");
    assert_eq!(visit.status(), 429);
    assert!(visit.text().await.expect("a page").contains("Too many chats"));

    // Agents hear who came, and not the whole queue.
    assert_eq!(mei.queue("Mei").await, 1);
    let joined = agent.event("liveChatQueue").await;
    assert_eq!((&joined["change"], &joined["count"]), (&json!("joined"), &json!(1)));
    assert_eq!((&joined["visitor"]["name"], &joined["queue"]), (&json!("Mei"), &Value::Null));
    assert_eq!(ravi.queue("Ravi").await, 2);
    let joined = agent.event("liveChatQueue").await;
    assert_eq!((&joined["visitor"]["name"], &joined["count"]), (&json!("Ravi"), &json!(2)));

    // Who waits already may say it again: nothing is written and nobody hears of it.
    for _ in 0..2 {
        let mut again = mei.key();
        again["name"] = "Somebody else".into();
        again["des"] = "x".repeat(4000).into();
        let answer = mei.socket.call("registerQueue", again).await.expect("still there");
        assert_eq!(answer["count"], 1);
    }
    let refused = third.socket.call("registerQueue", third.key()).await.expect_err("no room");
    assert_eq!(refused["code"], "rate_limited");
    assert!(refused["retry_after_s"].as_u64().is_some_and(|s| s > 0), "{refused}");
    let heard = agent.drain(Duration::from_millis(300)).await;
    assert!(heard.iter().all(|f| f["event"] != "liveChatQueue"), "nothing new: {heard:?}");
    let queue = world.one.get("/api/livechat/queue").await.ok();
    let names: Vec<&Value> =
        queue["queue"].as_array().expect("a queue").iter().map(|v| &v["name"]).collect();
    assert_eq!((names, &queue["count"]), (vec![&json!("Mei"), &json!("Ravi")], &json!(2)));

    // A place that is free is told as such, and the next may have it.
    drop(mei);
    let left = agent.event("liveChatQueue").await;
    assert_eq!((&left["change"], &left["count"]), (&json!("left"), &json!(1)));
    assert_eq!(left["session"], queue["queue"][0]["session"]);
    assert_eq!(ravi.socket.wait("queueNumber", |n| n["count"] == 1).await["count"], 1);
    assert_eq!(third.queue("Third").await, 2);
    world.outsider.get("/api/livechat/queue").await.ok();
    assert_eq!(world.outsider.get("/api/livechat/queue").await.ok()["count"], 0);
    nobody.get("/api/livechat/queue").await.refused(401, "unauthorized");
}

fn files(visitor: &Visitor, sizes: &[usize]) -> multipart::Form {
    let form = multipart::Form::new()
        .text("token", visitor.token.clone())
        .text("_token", visitor.csrf.clone());
    sizes.iter().enumerate().fold(form, |form, (n, size)| {
        let byte = u8::try_from(n).expect("few files");
        let part = multipart::Part::bytes(vec![byte; *size]).file_name(format!("{n}.bin"));
        form.part("attachment[]", part)
    })
}

async fn a_chat_takes_so_many_words_and_files(ground: Ground) {
    let start = set(Start::default(), "MESSAGES_PER_VISIT", 4);
    let start = set(start, "UPLOAD_REQUEST_BYTES", 200_000);
    let start = set(start, "UPLOAD_VISIT_BYTES", 300_000);
    let world = World::open(ground, start).await;
    let page = page(&world).await;
    let upload = "/api/livechat/upload";
    // A link that nobody has used for a chat stores nothing.
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    let fresh = mei.http.multipart(upload, files(&mei, &[1000])).await;
    fresh.refused(409, "conflict");
    mei.http.post("/api/livechat/register", &mei.form("Please call me")).await.ok();
    mei.reload().await;

    // One request, then the whole visit.
    mei.http.multipart(upload, files(&mei, &[150_000, 60_000])).await.refused(413, "too_large");
    let first = mei.http.multipart(upload, files(&mei, &[150_000])).await.ok();
    mei.http.multipart(upload, files(&mei, &[100_000])).await.ok();
    let over = mei.http.multipart(upload, files(&mei, &[60_000])).await;
    assert!(over.refused(429, "rate_limited").contains("as many files"), "{over:?}");
    let again = mei.http.request(Method::POST, upload);
    assert!(wait_of(again.multipart(files(&mei, &[60_000]))).await > 0);

    // What was sent in time is there, also for agents.
    let data = json!({ "id": "m1", "text": "Here", "upload_ids": [first["files"][0]["id"]] });
    mei.socket.call("visitorMessage", data).await.expect("written");
    let list = world.one.get("/api/ticket/load/-/open/livechat/0").await.ok();
    let ticket = list["data"][0]["livechats"][0]["id"].as_i64().expect("an id");
    let messages = world.one.messages(ticket).await;
    let file = messages.last().expect("a message")["attachments"][0].clone();
    let id = file["id"].as_i64().unwrap_or_else(|| panic!("an attachment: {messages:?}"));
    assert_eq!(world.one.bytes(&format!("/api/attachments/{id}")).await, vec![0; 150_000]);

    // The form was the first message of four.
    for n in 2..=3 {
        mei.write(&format!("m{n}"), "and another").await;
    }
    let data = json!({ "id": "m4", "text": "too fast", "upload_ids": [] });
    let refused = mei.socket.call("visitorMessage", data).await.expect_err("too fast");
    assert_eq!(refused["code"], "rate_limited");
    assert!(refused["retry_after_s"].as_u64().is_some_and(|s| s <= 16), "{refused}");
}

async fn agents_keep_their_seats(ground: Ground) {
    let start = set(Start::default(), "SOCKETS_PER_VISIT", 2)
        .set("PATCHBAY_REALTIME_VISITOR_SOCKETS_MAX", 4)
        .set("PATCHBAY_REALTIME_SOCKETS_MAX", 2);
    let world = World::open(ground, start).await;
    let page = page(&world).await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    mei.socket.call("visitorJoin", mei.key()).await.expect("joined");
    mei.socket.call("visitorJoin", mei.key()).await.expect("nothing new");
    let visitor = [("sec-websocket-protocol", "livechat")];
    let mut others = vec![];
    for n in 2..=4 {
        let mut socket = Socket::try_open(&world.desk.url, &visitor).await.expect("a seat");
        let joined = socket.call("visitorJoin", mei.key()).await;
        assert_eq!(joined.is_ok(), n == 2, "two windows of a visit: {joined:?}");
        others.push(socket);
    }
    assert_eq!(Socket::try_open(&world.desk.url, &visitor).await.err(), Some(503), "all taken");

    let mut agent = world.one.live().await;
    let _second = world.two.live().await;
    drop(others);
    crate::harness::eventually("a seat is free again", || async {
        Socket::try_open(&world.desk.url, &visitor).await.ok().map(drop)
    })
    .await;
    assert_eq!(mei.queue_again("Mei").await, 1);
    assert_eq!(agent.event("liveChatQueue").await["visitor"]["name"], "Mei");
    let headers = [("authorization", format!("Bearer {}", world.admin.token))];
    let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(Socket::try_open(&world.desk.url, &headers).await.err(), Some(503), "agents' too");
}
