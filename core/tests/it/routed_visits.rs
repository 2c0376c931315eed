//! Visitors of live chat in routing's queues: each is offered or given to an agent who is there, and an
//! agent has no more chats than they may.

use crate::harness::{Agent, Answer, Ground, Socket, Start, Visitor, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_visitor_is_offered_and_the_chat_counts_until_it_ends,
    visitors_are_given_until_everybody_has_as_many_as_they_may,
    a_page_that_listens_late_is_told_where_it_stands,
    who_is_taken_by_hand_or_leaves_is_offered_no_more,
    who_is_declined_goes_to_the_next_one,
    queues_of_live_chats_take_in_nothing_else,
    a_queue_that_is_switched_on_gives_who_waits_and_nobody_else,
);

async fn page(world: &World) -> String {
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    channel["public_link"].as_str().expect("an address").to_owned()
}

async fn make(world: &World, queue: &Value) -> Value {
    let answer = world.admin.post("/api/routing/queues", queue).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.body
}

fn chats(name: &str, offer_seconds: i64) -> Value {
    json!({ "name": name, "work": "live_chats", "offer_seconds": offer_seconds })
}

async fn settings(world: &World, chat_capacity: i64) {
    let body = json!({ "capacity": 10, "chat_capacity": chat_capacity });
    let answer = world.admin.call(Method::PUT, "/api/routing/settings", Some(&body)).await;
    assert_eq!(answer.ok(), body);
}

/// What an agent holds: in all, and live chats among it.
async fn held(world: &World, username: &str) -> (i64, i64) {
    let all = world.admin.get("/api/routing/agents").await.ok();
    let mut all = all.as_array().expect("a list").iter();
    let one = all.find(|one| one["username"] == username).expect("an agent");
    (one["load"].as_i64().expect("a count"), one["chats"].as_i64().expect("a count"))
}

async fn holds(world: &World, username: &str, expected: (i64, i64)) {
    eventually(&format!("{username} holds {expected:?}"), || async {
        (held(world, username).await == expected).then_some(())
    })
    .await;
}

/// The session that is offered to an agent next, as their socket tells.
async fn offered(socket: &mut Socket, who: &Agent, name: &str) -> i64 {
    let offer = socket.wait("routingOffered", |offer| offer["customer"] == name).await;
    assert_eq!((&offer["ticket_id"], &offer["channel"]), (&Value::Null, &json!("LIVECHAT")));
    let listed = who.get("/api/routing/offers").await.ok();
    let session = offer["session_id"].as_i64().expect("a session");
    let found = listed.as_array().expect("a list").iter().any(|one| one["session_id"] == session);
    assert!(found, "{listed}");
    session
}

async fn answer(who: &Agent, session: i64, act: &str) -> u16 {
    let path = format!("/api/routing/offers/visits/{session}/{act}");
    who.post(&path, &json!({})).await.status
}

/// Checks that an answer refuses a field.
#[track_caller]
fn refuses(answer: &Answer, field: &str) {
    assert_eq!(answer.status, 422, "{answer:?}");
    assert!(answer.body["error"]["fields"][field].is_string(), "{field}: {answer:?}");
}

/// The visitor's page begins the chat. Gives the ticket.
async fn registered(visitor: &Visitor, text: &str, agent: &mut Socket) -> i64 {
    visitor.http.post("/api/livechat/register", &visitor.form(text)).await.ok();
    let made = agent.event("createTicket").await;
    made["ticket"]["id"].as_i64().expect("an id")
}

async fn a_visitor_is_offered_and_the_chat_counts_until_it_ends(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    make(&world, &chats("Website", 600)).await;
    let mut one = world.one.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    assert_eq!(mei.queue("Mei").await, 1);
    let session = offered(&mut one, &world.one, "Mei").await;
    assert_eq!(held(&world, "agent1").await, (1, 1), "what is offered counts");
    for act in ["accept", "decline"] {
        assert_eq!(answer(&world.outsider, session, act).await, 404, "of another client: {act}");
        assert_eq!(answer(&world.one, 987_650_001, act).await, 404, "{act}");
    }
    assert_eq!(answer(&world.two, session, "accept").await, 409, "offered to somebody else");
    assert_eq!(answer(&world.two, session, "decline").await, 200, "which changes nothing");

    assert_eq!(answer(&world.one, session, "accept").await, 200);
    assert_eq!(answer(&world.one, session, "accept").await, 409, "taken once");
    let taken = mei.socket.event("queueAccepted").await;
    assert_eq!(taken["name"], "agent1 of Acme");
    let ended = one.wait("routingOfferEnded", |data| data["session_id"] == session).await;
    assert_eq!(ended["outcome"], "accepted");
    assert_eq!(held(&world, "agent1").await, (1, 1), "also before there is a ticket");
    let ticket = registered(&mei, "Where is it?", &mut one).await;
    holds(&world, "agent1", (1, 1)).await;
    let routing = world.one.get(&format!("/api/tickets/{ticket}/routing")).await.ok();
    let decided = &routing["decisions"][0];
    assert_eq!(
        (&decided["outcome"], &decided["username"], &decided["candidates"][0]["chat_capacity"]),
        (&json!("accepted"), &json!("agent1"), &json!(3)),
        "{routing}"
    );
    world.one.post(&format!("/api/livechat/{ticket}/end"), &json!({})).await.ok();
    holds(&world, "agent1", (1, 0)).await;
}

async fn visitors_are_given_until_everybody_has_as_many_as_they_may(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    settings(&world, 1).await;
    make(&world, &chats("Website", 0)).await;
    let mut one = world.one.live().await;
    let mut two = world.two.live().await;
    let mut visitors = vec![];
    let mut number = 0;
    for name in ["Mei", "Ravi", "Chen"] {
        let mut visitor = Visitor::arrive(&world.desk.url, &page).await;
        number = visitor.queue(name).await;
        visitors.push(visitor);
    }
    let first = one.event("liveChatGiven").await;
    let second = two.event("liveChatGiven").await;
    let mut names = [&first["customer"], &second["customer"]].map(|name| name.as_str());
    names.sort_unstable();
    assert_eq!(names, [Some("Mei"), Some("Ravi")], "first come, first served");
    let [mei, ravi, chen] = visitors.as_mut_slice() else { panic!("three") };
    let ones = if first["customer"] == "Mei" { &*mei } else { &*ravi };
    // Who joins when the others are taken already is the first from the beginning.
    if number != 1 {
        chen.socket.wait("queueNumber", |n| n["count"] == 1).await;
    }
    let waiting = world.one.get("/api/livechat/queue").await.ok();
    assert_eq!((&waiting["count"], &waiting["queue"][0]["name"]), (&json!(1), &json!("Chen")));
    let ticket = registered(ones, "Hello", &mut one).await;
    // An end is what makes room, though its ticket is still open.
    world.one.post(&format!("/api/livechat/{ticket}/end"), &json!({})).await.ok();
    assert_eq!(one.event("liveChatGiven").await["customer"], "Chen");
    chen.socket.event("queueAccepted").await;
    holds(&world, "agent1", (2, 1)).await;
    assert_eq!(held(&world, "agent2").await, (1, 1));
}

/// Routing takes a visitor sooner than a page on a slow line says that it listens.
async fn a_page_that_listens_late_is_told_where_it_stands(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    settings(&world, 1).await;
    make(&world, &chats("Website", 0)).await;
    let mut one = world.one.live().await;
    let mut visitors = vec![];
    for (name, number) in [("Mei", 1), ("Ravi", 2), ("Chen", 3)] {
        let mut visitor = Visitor::arrive(&world.desk.url, &page).await;
        let mut data = visitor.key();
        data["name"] = name.into();
        let joined = visitor.socket.call("registerQueue", data).await.expect("queued");
        assert!(joined["count"].as_i64().is_some_and(|count| count <= number), "{joined}");
        visitor.socket.hello().await;
        visitors.push(visitor);
    }
    let [mei, ravi, chen] = visitors.as_mut_slice() else { panic!("three") };
    assert_eq!(one.event("liveChatGiven").await["customer"], "Mei");
    let two = world.two.live().await;
    eventually("the second one is given, too", || async {
        let waiting = world.one.get("/api/livechat/queue").await.ok();
        (waiting["count"] == 1).then_some(())
    })
    .await;
    for (visitor, agent) in [(mei, "agent1 of Acme"), (ravi, "agent2 of Acme")] {
        visitor.socket.go_live().await;
        assert_eq!(visitor.socket.event("queueAccepted").await["name"], agent);
    }
    chen.socket.go_live().await;
    chen.socket.wait("queueNumber", |number| number["count"] == 1).await;
    drop(two);
}

async fn who_is_taken_by_hand_or_leaves_is_offered_no_more(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    make(&world, &chats("Website", 600)).await;
    let mut one = world.one.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    mei.queue("Mei").await;
    let session = offered(&mut one, &world.one, "Mei").await;
    let mut two = world.two.live().await;
    two.call("acceptLiveChat", json!({ "session": session })).await.expect("taken by hand");
    let ended = one.wait("routingOfferEnded", |data| data["session_id"] == session).await;
    assert_eq!(ended["outcome"], "rescinded");
    assert_eq!(answer(&world.one, session, "accept").await, 409);
    assert_eq!(world.one.get("/api/routing/offers").await.ok(), json!([]));
    holds(&world, "agent2", (1, 1)).await;

    let mut ravi = Visitor::arrive(&world.desk.url, &page).await;
    ravi.queue("Ravi").await;
    let session = offered(&mut one, &world.one, "Ravi").await;
    drop(ravi);
    let ended = one.wait("routingOfferEnded", |data| data["session_id"] == session).await;
    assert_eq!(ended["outcome"], "rescinded");
    holds(&world, "agent1", (0, 0)).await;
}

async fn who_is_declined_goes_to_the_next_one(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    let first = make(&world, &chats("Website", 600)).await;
    let mut one = world.one.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    mei.queue("Mei").await;
    let session = offered(&mut one, &world.one, "Mei").await;
    let mut two = world.two.live().await;
    assert_eq!(answer(&world.one, session, "decline").await, 200);
    let ended = one.wait("routingOfferEnded", |data| data["session_id"] == session).await;
    assert_eq!(ended["outcome"], "declined");
    assert_eq!(offered(&mut two, &world.two, "Mei").await, session);

    // A queue that is deleted hands the visitor on, who keeps the place.
    make(&world, &chats("Everybody", 600)).await;
    let path = format!("/api/routing/queues/{}", first["id"]);
    world.admin.call(Method::DELETE, &path, None).await.ok();
    let ended = two.wait("routingOfferEnded", |data| data["session_id"] == session).await;
    assert_eq!(ended["outcome"], "rescinded");
    let again = eventually("the visitor is offered again", || async {
        for who in [&world.one, &world.two] {
            let offers = who.get("/api/routing/offers").await.ok();
            if offers[0]["session_id"] == session {
                return Some(offers[0].clone());
            }
        }
        None
    })
    .await;
    assert_eq!(again["queue"], "Everybody");
    assert_eq!(mei.queue_again("Mei").await, 1);
}

async fn queues_of_live_chats_take_in_nothing_else(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    let tickets = make(&world, &json!({ "name": "Tickets", "offer_seconds": 0 })).await;
    let elsewhere = json!({ "name": "Telegram", "work": "live_chats", "offer_seconds": 0,
        "conditions": [{ "field": "channel", "values": ["TELEGRAM"] }] });
    let elsewhere = make(&world, &elsewhere).await;
    assert_eq!((&tickets["work"], &elsewhere["work"]), (&json!("tickets"), &json!("live_chats")));
    let put = |id: &Value, body: Value| {
        let path = format!("/api/routing/queues/{id}");
        let admin = &world.admin;
        async move { admin.call(Method::PUT, &path, Some(&body)).await }
    };
    let changed = put(&tickets["id"], chats("Tickets", 0)).await;
    refuses(&changed, "work");
    let label = json!({ "name": "x", "work": "live_chats",
        "conditions": [{ "field": "severity", "values": ["H"] }] });
    let refused = world.admin.post("/api/routing/queues", &label).await;
    refuses(&refused, "conditions.0.field");
    let mixed = json!({ "name": "x", "work": "live_chats", "overflow_queue_id": tickets["id"],
        "overflow_minutes": 5 });
    let refused = world.admin.post("/api/routing/queues", &mixed).await;
    refuses(&refused, "overflow_queue_id");
    let agents = world.admin.get("/api/routing/agents").await.ok();
    let user = &agents[0]["user_id"];
    for (path, body, field) in [
        (
            "/api/routing/settings".to_owned(),
            json!({ "capacity": 5, "chat_capacity": -1 }),
            "chat_capacity",
        ),
        (
            format!("/api/routing/agents/{user}"),
            json!({ "capacity": null, "chat_capacity": 1_001, "skills": [] }),
            "chat_capacity",
        ),
    ] {
        let refused = world.admin.call(Method::PUT, &path, Some(&body)).await;
        refuses(&refused, field);
    }

    // Neither queue takes the visitor, and a ticket cannot be put among visitors.
    let mut one = world.one.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    mei.queue("Mei").await;
    let bot = world.bot().await;
    bot.write(41, "Not a chat").await;
    one.event("participantChanged").await;
    let ticket = world.ticket_saying("Not a chat").await["id"].as_i64().expect("an id");
    let body = json!({ "queue_id": elsewhere["id"] });
    let path = format!("/api/tickets/{ticket}/queue");
    let refused = world.admin.call(Method::PUT, &path, Some(&body)).await;
    refuses(&refused, "queue_id");
    let waiting = world.one.get("/api/livechat/queue").await.ok();
    assert_eq!(waiting["queue"][0]["name"], "Mei", "she waits for somebody to take her");
    assert_eq!(held(&world, "agent1").await, (1, 0));
}

/// While no queue is on nobody follows who comes and goes.
async fn a_queue_that_is_switched_on_gives_who_waits_and_nobody_else(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let page = page(&world).await;
    settings(&world, 1).await;
    let queue = make(&world, &chats("Website", 600)).await;
    let _two = world.two.live().await;
    let mut mei = Visitor::arrive(&world.desk.url, &page).await;
    mei.queue("Mei").await;
    eventually("she waits in the queue", || async {
        let queues = world.admin.get("/api/routing/queues").await.ok();
        (queues[0]["waiting"] == 1).then_some(())
    })
    .await;
    let path = format!("/api/routing/queues/{}", queue["id"]);
    let mut draft = chats("Website", 600);
    draft["enabled"] = json!(false);
    world.admin.call(Method::PUT, &path, Some(&draft)).await.ok();
    drop(mei);
    eventually("she has left", || async {
        let waiting = world.one.get("/api/livechat/queue").await.ok();
        (waiting["count"] == 0).then_some(())
    })
    .await;
    let mut ravi = Visitor::arrive(&world.desk.url, &page).await;
    ravi.queue("Ravi").await;
    let mut one = world.one.live().await;
    draft["enabled"] = json!(true);
    draft["all_agents"] = json!(false);
    let agents = world.admin.get("/api/routing/agents").await.ok();
    let agents = agents.as_array().expect("a list").iter();
    let id = agents.filter(|one| one["username"] == "agent1").map(|one| one["user_id"].clone());
    draft["agents"] = json!(id.collect::<Vec<_>>());
    world.admin.call(Method::PUT, &path, Some(&draft)).await.ok();
    offered(&mut one, &world.one, "Ravi").await;
    let queues = world.admin.get("/api/routing/queues").await.ok();
    assert_eq!(queues[0]["waiting"], 1, "{queues}");
}
