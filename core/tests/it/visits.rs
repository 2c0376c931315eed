//! How a visit ends, whose it is, and what its other windows and its agents hear of it.

use crate::harness::{Agent, Ground, Socket, Start, Visitor, World, eventually};
use patchbay::{db::Db, execute, fetch_optional};
use serde_json::{Value, json};

on_both_engines!(
    a_link_belongs_to_one_browser,
    a_chat_ends_with_its_ticket_and_its_rating_is_counted,
    a_chat_becomes_a_ticket,
    windows_and_agents_hear_of_each_other,
    what_strangers_leave_behind_has_an_end,
);

async fn page(world: &World) -> (i64, String) {
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    let link = channel["public_link"].as_str().expect("an address").to_owned();
    (channel["id"].as_i64().expect("an id"), link)
}

/// A visitor in a chat that agent1 took, and its ticket.
async fn chat(world: &World, agent: &mut Socket, page: &str) -> (Visitor, i64) {
    let mut visitor = Visitor::arrive(&world.desk.url, page).await;
    visitor.queue("Mei").await;
    agent.call("acceptLiveChat", json!({})).await.expect("taken");
    visitor.http.post("/api/livechat/register", &visitor.form("Hi")).await.ok();
    let ticket = agent.event("createTicket").await["ticket"]["id"].as_i64().expect("an id");
    (visitor, ticket)
}

fn rating(visitor: &Visitor, stars: i64, reason: &str) -> Value {
    json!({ "token": visitor.token, "_token": visitor.csrf, "rating": stars, "reason": reason })
}

async fn a_link_belongs_to_one_browser(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (channel, _) = page(&world).await;
    let mut agent = world.one.live().await;
    // The page names the agent who made the link, before anybody took the visitor.
    let new = json!({ "channel_id": channel });
    let link = world.two.post("/api/livechat/links", &new).await.ok();
    let token = link["token"].as_str().expect("a token").to_owned();
    // The agent looks at it before sending it; the visitor opens it afterwards.
    let looked = Visitor::open(Agent::nobody(&world.desk.url), token.clone()).await;
    let mut mei = Visitor::open(Agent::nobody(&world.desk.url), token.clone()).await;
    assert_eq!(mei.info().await["name"], "agent2 of Acme");
    let taken_over = looked.http.post("/api/livechat/register", &looked.form("Hi")).await;
    taken_over.refused(403, "forbidden");
    mei.queue("Mei").await;

    // Whoever has only the address gets no proof, whatever it brings along.
    for cookie in ["", looked.cookie.as_str(), "visitor=x"] {
        let thief = Agent::nobody(&world.desk.url);
        let request = thief.request(reqwest::Method::POST, "/api/livechat/info");
        let request = request.header("cookie", cookie).json(&json!({ "token": token }));
        let info: Value = request.send().await.expect("an answer").json().await.expect("JSON");
        assert_eq!((&info["result"], &info["csrf"]), (&json!("invalid"), &json!("")), "{cookie}");
    }
    assert_eq!(mei.info().await["csrf"], mei.csrf, "its own browser gets the same");
    agent.call("acceptLiveChat", json!({})).await.expect("taken");
    mei.http.post("/api/livechat/register", &mei.form("Hi")).await.ok();
    assert_eq!(mei.info().await["name"], "agent1 of Acme");
}

async fn a_chat_ends_with_its_ticket_and_its_rating_is_counted(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (_, page) = page(&world).await;
    let mut agent = world.one.live().await;
    let (mut mei, ticket) = chat(&world, &mut agent, &page).await;
    let early = mei.http.post("/api/livechat/rate", &rating(&mei, 5, "")).await;
    early.refused(409, "conflict");

    let close = json!({ "ticket_id": ticket, "status": 3, "sender": "server" });
    world.one.post("/api/ticket/message", &close).await.ok();
    mei.socket.event("ended").await;
    assert_eq!(agent.event("liveChatEnded").await["ticket_id"], ticket);
    assert_eq!(mei.info().await["result"], "rating");
    let late = json!({ "id": "m9", "text": "Wait!", "upload_ids": [] });
    assert_eq!(
        mei.socket.call("visitorMessage", late).await.expect_err("over")["code"],
        "conflict"
    );

    mei.http.post("/api/livechat/rate", &rating(&mei, 4, "A little slow")).await.ok();
    let again = mei.http.post("/api/livechat/rate", &rating(&mei, 1, "No!")).await;
    again.refused(409, "conflict");
    let csat = world.admin.get("/api/report/csat").await.ok();
    assert_eq!(csat["data"][3], json!({ "rating": 4, "count": 1 }));
    assert_eq!(csat["average"], json!(4.0));
    assert_eq!(world.outsider.get("/api/report/csat").await.ok()["average"], Value::Null);
    let texts: Vec<Value> =
        world.one.messages(ticket).await.iter().map(|m| m["message"].clone()).collect();
    let told = "The visitor rated this chat with 4 of 5 stars. A little slow";
    assert!(texts.contains(&json!(told)), "{texts:?}");
    let list = world.one.get("/api/ticket/load/-/all/livechat/0").await.ok();
    let session = list["data"][0]["session_id"].as_i64().expect("a session");
    let path = format!("/api/session/info?session_id={session}");
    let info = world.one.get(&path).await.ok();
    assert_eq!((&info["rating"], &info["rating_reason"]), (&json!(4), &json!("A little slow")));
    assert_eq!((&info["ended"], &info["livechats"][0]["id"]), (&json!(true), &json!(ticket)));
    assert!(
        info["ts"].as_i64().is_some_and(|ts| ts > 0) && info["session_name"] == "Mei",
        "{info}"
    );
    world.two.get(&path).await.refused(403, "forbidden");
    world.outsider.get(&path).await.refused(404, "not_found");
}

async fn a_chat_becomes_a_ticket(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (_, page) = page(&world).await;
    let mut agent = world.one.live().await;
    let (mut mei, ticket) = chat(&world, &mut agent, &page).await;
    let convert = format!("/api/livechat/{ticket}/convert");
    world.two.post(&convert, &json!({})).await.refused(403, "forbidden");
    world.outsider.post(&convert, &json!({})).await.refused(404, "not_found");
    world.one.post("/api/livechat/987654/convert", &json!({})).await.refused(404, "not_found");
    world.one.post(&convert, &json!({})).await.ok();
    assert_eq!(mei.socket.event("ended").await["converted"], true);
    let told = agent.event("liveChatConverted").await;
    assert_eq!((&told["ticket"]["livechat"], &told["ticket_id"]), (&json!(false), &json!(ticket)));
    world.one.post(&convert, &json!({})).await.refused(409, "conflict");

    let chats = world.one.get("/api/ticket/load/-/all/livechat/0").await.ok();
    assert_eq!(chats["data"], json!([]));
    let list = world.one.tickets().await;
    assert_eq!((list.len(), &list[0]["id"]), (1, &json!(ticket)));
    // Nobody sees a page any more: what is written is kept for the desk.
    let said = world.one.reply(ticket, "We will call you.").await;
    assert_eq!(said["data"]["state"], "kept", "{said}");

    let info = mei.info().await;
    assert_eq!((&info["result"], &info["rated"]), (&json!("converted"), &json!(false)));
    mei.http.post("/api/livechat/rate", &rating(&mei, 5, "")).await.ok();
    let info = mei.info().await;
    assert_eq!((&info["result"], &info["rated"]), (&json!("converted"), &json!(true)));
}

async fn windows_and_agents_hear_of_each_other(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (_, page) = page(&world).await;
    let mut agent = world.one.live().await;
    let (mut mei, ticket) = chat(&world, &mut agent, &page).await;
    agent.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");

    let mut second = Visitor::connect(&world.desk.url).await;
    second.call("visitorJoin", mei.key()).await.expect("joined");
    second.hello().await;
    second.go_live().await;
    mei.write("queue-1", "From the first window").await;
    let came = second.event("message").await;
    assert_eq!((&came["from"], &came["id"]), (&json!("visitor"), &json!("queue-1")));
    assert_eq!(came["text"], "From the first window");
    let own = mei.socket.event("message").await;
    assert_eq!(own["id"], "queue-1", "the window that wrote it knows it by its id");

    // Only the last window that closes is the visitor leaving.
    drop(second);
    mei.write("queue-2", "Still here").await;
    agent.wait("newMessage", |d| d["message"]["message"] == "Still here").await;
    let session = world.one.get("/api/ticket/load/-/all/livechat/0").await.ok();
    let session = session["data"][0]["session_id"].as_i64().expect("a session");
    let path = format!("/api/session/info?session_id={session}");
    assert_eq!(world.one.get(&path).await.ok()["online"], true);
    mei.socket = Visitor::connect(&world.desk.url).await;
    let gone = agent.event("visitorPresence").await;
    assert_eq!((&gone["online"], &gone["ticket_id"]), (&json!(false), &json!(ticket)));
    assert!(gone["seen_at"].as_i64().is_some_and(|at| at > 0), "{gone}");
    mei.socket.call("visitorJoin", mei.key()).await.expect("joined");
    assert_eq!(agent.event("visitorPresence").await["online"], true);
}

/// Lets the next sweep begin now, once the one before it has planned it.
async fn sweep(db: &Db) {
    eventually("a sweep is planned", || async {
        let mut tx = db.begin().await.expect("a transaction");
        let rows = execute!(
            &mut tx,
            "update jobs set run_at = 1 where kind = 'livechat.sweep' and state = 'waiting'"
        );
        tx.commit().await.expect("committed");
        (rows.expect("rows") == 1).then_some(())
    })
    .await;
}

async fn count(db: &Db) -> i64 {
    let mut conn = db.read().await.expect("a connection");
    let found = fetch_optional!(&mut conn, (i64,), "select count(*) from livechat_sessions");
    found.expect("rows").expect("a row").0
}

async fn what_strangers_leave_behind_has_an_end(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (_, page) = page(&world).await;
    let mut agent = world.one.live().await;
    let (mei, ticket) = chat(&world, &mut agent, &page).await;
    let _unused = Visitor::arrive(&world.desk.url, &page).await;
    let db = Db::open(&world.ground.url()).await.expect("the database");
    assert_eq!(count(&db).await, 2);
    sweep(&db).await;

    // Two days later: the unused link is gone, and the chat of a visitor who stayed away is over.
    let Visitor { http, token, csrf, cookie, socket } = mei;
    agent.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");
    drop(socket);
    assert_eq!(agent.event("visitorPresence").await["online"], false);
    let days = 2 * 86_400_000_i64;
    let mut tx = db.begin().await.expect("a transaction");
    execute!(
        &mut tx,
        "update livechat_sessions
            set created_at = created_at - $1, seen_at = seen_at - $1",
        days,
    )
    .expect("rows");
    tx.commit().await.expect("committed");
    sweep(&db).await;
    assert_eq!(agent.event("liveChatEnded").await["ticket_id"], ticket);
    eventually("the unused link is gone", || async { (count(&db).await == 1).then_some(()) }).await;

    // And two months later its link leads nowhere.
    let mut tx = db.begin().await.expect("a transaction");
    execute!(&mut tx, "update livechat_sessions set ended_at = ended_at - $1", days * 30)
        .expect("rows");
    tx.commit().await.expect("committed");
    let socket = Visitor::connect(&world.desk.url).await;
    let mei = Visitor { http, token, csrf, cookie, socket };
    assert_eq!(mei.info().await["result"], "rating");
    sweep(&db).await;
    eventually("the link is gone", || async {
        (mei.info().await["result"] == "invalid").then_some(())
    })
    .await;
}
