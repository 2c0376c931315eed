//! The supervisory board, and what a supervisor does from it.

use crate::harness::{Agent, Answer, Ground, Socket, Start, Visitor, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    the_board_shows_who_waits_who_works_and_what_is_due,
    a_chat_is_watched_whispered_into_and_taken_over,
    an_admin_sets_an_agents_status,
    who_may_not_see_reports_sees_no_board,
);

async fn page(world: &World) -> String {
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    channel["public_link"].as_str().expect("an address").to_owned()
}

async fn board(who: &Agent) -> Value {
    who.get("/api/supervisory").await.ok()
}

fn line<'a>(board: &'a Value, username: &str) -> &'a Value {
    let mut all = board["agents"].as_array().expect("agents").iter();
    all.find(|agent| agent["username"] == username).expect("an agent")
}

/// A visitor whom an agent has taken and who has written. Gives the chat's ticket.
async fn chat(world: &World, page: &str, agent: &mut Socket) -> (Visitor, i64) {
    let mut mei = Visitor::arrive(&world.desk.url, page).await;
    mei.queue("Mei").await;
    agent.call("acceptLiveChat", json!({})).await.expect("taken");
    mei.socket.event("queueAccepted").await;
    mei.http.post("/api/livechat/register", &mei.form("Where is it?")).await.ok();
    let made = agent.event("createTicket").await;
    let ticket = made["ticket"]["id"].as_i64().expect("an id");
    (mei, ticket)
}

async fn supervise(who: &Agent, ticket: i64, act: &str, body: &Value) -> Answer {
    who.post(&format!("/api/supervisory/chats/{ticket}/{act}"), body).await
}

/// What the audit log says of an action: who did it, about what.
async fn audited(world: &World, action: &str) -> Vec<(String, String)> {
    let page = world.admin.get(&format!("/api/audit?action={action}")).await.ok();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let entries = page["data"].as_array().expect("a list").iter();
    entries.map(|entry| (text(&entry["actor"]), text(&entry["subject_id"]))).collect()
}

async fn the_board_shows_who_waits_who_works_and_what_is_due(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    let empty = board(&world.admin).await;
    assert_eq!((&empty["queues"], &empty["chats"]["running"]), (&json!([]), &json!(0)));
    assert_eq!(empty["visitors"], json!({ "waiting": 0, "oldest_at": null }));
    assert_eq!(line(&empty, "agent1")["status"], "OFFLINE");

    let queue = json!({ "name": "Website", "work": "live_chats", "offer_seconds": 600 });
    let answer = world.admin.call(Method::POST, "/api/routing/queues", Some(&queue)).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let mut first = Visitor::arrive(&world.desk.url, &page).await;
    first.queue("Mei").await;
    let waiting = eventually("a visitor waits in the queue", || async {
        let board = board(&world.admin).await;
        (board["queues"][0]["waiting"] == 1).then_some(board)
    })
    .await;
    let since = waiting["visitors"]["oldest_at"].as_i64().expect("a moment");
    assert_eq!(waiting["queues"][0]["oldest_at"], since);
    assert_eq!(waiting["queues"][0]["free_agents"], 0, "nobody is there: {waiting}");

    let mut one = world.one.live().await;
    // It may be offered before the socket listens.
    let offer = eventually("the visitor is offered", || async {
        world.one.get("/api/routing/offers").await.ok().get(0).cloned()
    })
    .await;
    let ringing = board(&world.admin).await;
    let queue = &ringing["queues"][0];
    assert_eq!((&queue["waiting"], &queue["ringing"]), (&json!(0), &json!(1)), "{ringing}");
    assert_eq!((&queue["free_agents"], &queue["open"]), (&json!(1), &json!(true)));
    let agent = line(&ringing, "agent1");
    assert_eq!((&agent["status"], &agent["load"]), (&json!("ONLINE"), &json!(1)));
    assert_eq!((&agent["chats"], &agent["not_reachable"]), (&json!(0), &Value::Null));
    let session = offer["session_id"].as_i64().expect("a session");
    let path = format!("/api/routing/offers/visits/{session}/accept");
    assert_eq!(world.one.post(&path, &json!({})).await.status, 200);
    first.http.post("/api/livechat/register", &first.form("Where is it?")).await.ok();
    let made = one.event("createTicket").await;
    let ticket = made["ticket"]["id"].as_i64().expect("an id");

    let board = board(&world.admin).await;
    assert_eq!(board["chats"]["running"], 1);
    let chat = &board["chats"]["shown"][0];
    assert_eq!((&chat["visitor"], &chat["agents"]), (&json!("Mei"), &json!(["agent1"])));
    assert_eq!((&chat["ticket_id"], &chat["channel_name"]), (&json!(ticket), &json!("Website")));
    assert_eq!(chat["unanswered_since"], chat["last_message_at"], "the visitor's turn is over");
    assert_eq!(line(&board, "agent1")["chats"], 1);
    world.one.reply(ticket, "On its way.").await;
    let answered = self::board(&world.admin).await;
    let chat = &answered["chats"]["shown"][0];
    assert_eq!(chat["unanswered_since"], Value::Null, "{chat}");
    assert!(chat["last_message_at"].as_i64() >= chat["started_at"].as_i64());
    assert_eq!(self::board(&world.outsider).await["chats"]["running"], 0, "of another client");
}

async fn a_chat_is_watched_whispered_into_and_taken_over(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    let mut one = world.one.live().await;
    let (mut mei, ticket) = chat(&world, &page, &mut one).await;
    for act in ["watch", "whisper", "take_over"] {
        let body = json!({ "text": "Offer the voucher." });
        assert_eq!(supervise(&world.one, ticket, act, &body).await.status, 403, "{act}");
        assert_eq!(supervise(&world.outsider, ticket, act, &body).await.status, 404, "{act}");
        assert_eq!(supervise(&world.admin, 987_650_001, act, &body).await.status, 404, "{act}");
    }
    supervise(&world.admin, ticket, "watch", &json!({})).await.ok();
    let told = one.event("chatSupervised").await;
    assert_eq!((&told["act"], &told["by"]), (&json!("watch"), &json!("admin of Acme")), "{told}");
    assert_eq!((&told["ticket_id"], &told["text"]), (&json!(ticket), &json!("")));

    let nothing = supervise(&world.admin, ticket, "whisper", &json!({ "text": "  " })).await;
    assert!(nothing.body["error"]["fields"]["text"].is_string(), "{nothing:?}");
    let body = json!({ "text": "Offer the voucher." });
    supervise(&world.admin, ticket, "whisper", &body).await.ok();
    let told = one.event("chatSupervised").await;
    assert_eq!((&told["act"], &told["text"]), (&json!("whisper"), &json!("Offer the voucher.")));
    let messages = world.one.messages(ticket).await;
    let kept = messages.iter().any(|message| message["message"] == "Offer the voucher.");
    assert!(kept, "{messages:?}");

    supervise(&world.admin, ticket, "take_over", &json!({})).await.ok();
    supervise(&world.admin, ticket, "take_over", &json!({})).await.ok();
    assert_eq!(one.event("chatSupervised").await["act"], "take_over");
    let board = board(&world.admin).await;
    assert_eq!(board["chats"]["shown"][0]["agents"], json!(["admin"]));
    assert_eq!(
        (&line(&board, "agent1")["chats"], &line(&board, "admin")["chats"]),
        (&json!(0), &json!(1))
    );
    world.admin.reply(ticket, "This is the manager.").await;
    let frames = mei.socket.until("message").await;
    assert!(json!(frames).to_string().contains("This is the manager."), "{frames:?}");
    assert!(
        !json!(frames).to_string().contains("voucher"),
        "a visitor reads a whisper: {frames:?}"
    );

    let about = |count: usize| vec![("admin".to_owned(), ticket.to_string()); count];
    assert_eq!(audited(&world, "chat_watched").await, about(1));
    assert_eq!(audited(&world, "chat_whispered").await, about(1));
    assert_eq!(audited(&world, "chat_taken_over").await, about(1), "taken over once");
    world.admin.post(&format!("/api/livechat/{ticket}/end"), &json!({})).await.ok();
    supervise(&world.admin, ticket, "watch", &json!({})).await.refused(409, "conflict");
}

async fn an_admin_sets_an_agents_status(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut one = world.one.live().await;
    let before = board(&world.admin).await;
    let user_id = line(&before, "agent1")["user_id"].as_i64().expect("an id");
    let path = format!("/api/supervisory/agents/{user_id}/status");
    let away = json!({ "status": "AWAY", "reason": "Fire drill" });
    assert_eq!(world.two.post(&path, &away).await.status, 403);
    assert_eq!(world.outsider.post(&path, &away).await.status, 404);
    let wrong = world.admin.post(&path, &json!({ "status": "OFFLINE" })).await;
    assert_eq!((wrong.status, wrong.body["error"]["fields"]["status"].is_string()), (422, true));
    let bare = world.admin.post(&path, &json!({ "status": "BUSY" })).await;
    assert!(bare.body["error"]["fields"]["reason"].is_string(), "{bare:?}");
    let set = world.admin.post(&path, &away).await.ok();
    assert_eq!((&set["status"], &set["reason"]), (&json!("AWAY"), &json!("Fire drill")));
    assert_eq!(set["not_reachable"], "away");
    let told = one.wait("presence", |data| data["status"] == "AWAY").await;
    assert_eq!(told["username"], "agent1");
    assert_eq!(world.one.get("/api/status/me/get").await.ok()["reason"], "Fire drill");
    world.admin.post(&path, &away).await.ok();
    let said = audited(&world, "user_status_set").await;
    assert_eq!(said, [("admin".to_owned(), user_id.to_string())], "the same again is no act");
}

async fn who_may_not_see_reports_sees_no_board(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    let mut one = world.one.live().await;
    chat(&world, &page, &mut one).await;
    world.two.get("/api/supervisory").await.refused(403, "forbidden");
    let found = world.admin.get("/api/users?search=agent2").await.ok();
    let change = json!({ "permissions": ["view_report"] });
    let path = format!("/api/users/{}", found["data"][0]["id"]);
    world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
    // An account whose token nobody knows.
    let telegram = json!({ "plugin": "telegram", "name": "Bot", "settings": {
        "bot_token": "1:unknown", "webhook_secret": "a-secret-of-this-test",
        "api_base": format!("{}/telegram", world.simulator.url),
    } });
    let made = world.admin.post("/api/channels", &telegram).await.ok();
    let unwell = eventually("the account is not well", || async {
        let board = board(&world.admin).await;
        board["channels"].as_array().expect("a list").first().cloned()
    })
    .await;
    assert_eq!(unwell["channel_id"], made["id"]);
    assert_ne!(unwell["reason"], "", "an admin reads why: {unwell}");
    let board = board(&world.two).await;
    assert_eq!(
        (&board["channels"][0]["status"], &board["channels"][0]["reason"]),
        (&unwell["status"], &json!(""))
    );
    assert_eq!(board["chats"]["running"], 1, "the figures are the desk's");
    assert_eq!(board["chats"]["shown"], json!([]), "and nobody reads of chats that are not theirs");
}
