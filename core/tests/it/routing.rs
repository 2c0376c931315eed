//! Routing: queues give tickets to agents who are there, and everybody can see why.

use crate::harness::{Agent, Answer, Bot, Ground, Start, World, eventually};
use patchbay::{db::Db, execute, fetch_one};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    queues_skills_and_agents_are_kept_by_admins,
    what_queues_name_is_there,
    a_ticket_is_given_to_who_is_there_and_says_why,
    an_offer_is_accepted_declined_and_times_out,
    nobody_holds_more_than_they_may_and_what_is_finished_frees,
    who_comes_gets_what_waits,
    what_is_taken_or_given_back_by_hand,
    a_ticket_is_moved_to_another_queue,
    an_owner_who_is_gone_keeps_the_preference,
    a_deleted_queue_hands_its_tickets_on,
    what_agents_hold_is_counted_when_routing_begins,
    a_ticket_keeps_its_newest_decisions,
);

async fn make(world: &World, queue: &Value) -> Value {
    let answer = world.admin.post("/api/routing/queues", queue).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.body
}

async fn put(who: &Agent, path: &str, body: &Value) -> Answer {
    who.call(Method::PUT, path, Some(body)).await
}

/// A queue that gives without asking.
fn direct(name: &str) -> Value {
    json!({ "name": name, "offer_seconds": 0 })
}

async fn opened(world: &World, bot: &Bot, person: i64, text: &str) -> i64 {
    bot.write(person, text).await;
    world.ticket_saying(text).await["id"].as_i64().expect("an id")
}

async fn routing(world: &World, ticket: i64) -> Value {
    world.admin.get(&format!("/api/tickets/{ticket}/routing")).await.ok()
}

/// Who takes part in a ticket, once it is so.
async fn given_to(world: &World, ticket: i64, username: &str) {
    eventually(&format!("{ticket} is {username}'s"), || async move {
        let info = world.admin.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
        (info["data"]["assignee"] == username).then_some(())
    })
    .await;
}

/// Waits until a ticket stands so in routing.
async fn stands(world: &World, ticket: i64, state: &str) -> Value {
    eventually(&format!("{ticket} is {state}"), || async move {
        Some(routing(world, ticket).await).filter(|one| one["state"] == state)
    })
    .await
}

async fn agent(world: &World, username: &str) -> Value {
    let all = world.admin.get("/api/routing/agents").await.ok();
    let mut all = all.as_array().expect("a list").clone().into_iter();
    all.find(|one| one["username"] == username).expect("an agent")
}

async fn load(world: &World, username: &str, load: i64) {
    eventually(&format!("{username} holds {load}"), || async move {
        (agent(world, username).await["load"] == load).then_some(())
    })
    .await;
}

async fn capacity(world: &World, username: &str, capacity: i64) {
    let id = agent(world, username).await["user_id"].clone();
    let body = json!({ "capacity": capacity, "skills": [] });
    let answer = put(&world.admin, &format!("/api/routing/agents/{id}"), &body).await.ok();
    assert_eq!(answer["capacity"], capacity);
}

async fn status(world: &World, ticket: i64, status: i64) {
    let body = json!({ "ticket_id": ticket, "status": status, "sender": "server" });
    world.admin.post("/api/ticket/message", &body).await.ok();
}

async fn queues_skills_and_agents_are_kept_by_admins(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let orders = make(&world, &direct(" Orders ")).await;
    assert_eq!((&orders["name"], &orders["strategy"]), (&json!("Orders"), &json!("longest_idle")));
    assert_eq!((&orders["waiting"], &orders["broken"]), (&json!(0), &json!(false)));
    let rest = make(
        &world,
        &json!({ "name": "Rest", "overflow_queue_id": orders["id"],
        "overflow_minutes": 5 }),
    )
    .await;
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&world.one.get("/api/routing/queues").await.ok()), ["Orders", "Rest"]);
    let path = format!("/api/routing/queues/{}", orders["id"]);
    let changed = json!({ "name": "Sales", "strategy": "round_robin", "wrap_up_seconds": 30 });
    for _ in 0..2 {
        assert_eq!(put(&world.admin, &path, &changed).await.ok()["wrap_up_seconds"], 30);
    }
    let order = json!({ "ids": [rest["id"], orders["id"]] });
    let ordered = put(&world.admin, "/api/routing/queues/order", &order).await.ok();
    assert_eq!(names(&ordered), ["Rest", "Sales"]);
    let twice = json!({ "ids": [rest["id"], rest["id"]] });
    assert_eq!(put(&world.admin, "/api/routing/queues/order", &twice).await.status, 422);

    let skill = world.admin.post("/api/routing/skills", &json!({ "name": "French  please" })).await;
    assert_eq!((skill.status, &skill.body["name"]), (201, &json!("French please")));
    let id = &skill.body["id"];
    let again = world.admin.post("/api/routing/skills", &json!({ "name": "french PLEASE" })).await;
    assert_eq!(again.status, 422, "{again:?}");
    let french = json!({ "name": "French" });
    let renamed = put(&world.admin, &format!("/api/routing/skills/{id}"), &french).await;
    assert_eq!(renamed.ok()["name"], "French");
    let one = agent(&world, "agent1").await;
    let has = json!({ "capacity": 3, "skills": [{ "skill_id": id, "level": 4 }] });
    let own = format!("/api/routing/agents/{}", one["user_id"]);
    let after = put(&world.admin, &own, &has).await.ok();
    assert_eq!((&after["capacity"], &after["skills"][0]["level"]), (&json!(3), &json!(4)));
    let skills = world.one.get("/api/routing/skills").await.ok();
    assert_eq!((&skills[0]["agents"], &skills[0]["queues"]), (&json!(1), &json!(0)));
    let settings = json!({ "capacity": 10, "chat_capacity": 3 });
    assert_eq!(world.one.get("/api/routing/settings").await.ok(), settings);
    let settings = json!({ "capacity": 4, "chat_capacity": 2 });
    assert_eq!(put(&world.admin, "/api/routing/settings", &settings).await.ok(), settings);
    let none = put(&world.admin, "/api/routing/settings", &json!({ "capacity": 0 })).await;
    assert_eq!(none.status, 422, "{none:?}");
    for (body, field) in [
        (json!({ "capacity": -1, "skills": [] }), "capacity"),
        (
            json!({ "capacity": null, "skills": [{ "skill_id": 999, "level": 1 }] }),
            "skills.0.skill_id",
        ),
        (json!({ "capacity": null, "skills": [{ "skill_id": id, "level": 6 }] }), "skills.0.level"),
    ] {
        let answer = put(&world.admin, &own, &body).await;
        assert!(answer.body["error"]["fields"][field].is_string(), "{field}: {answer:?}");
    }

    let skill_path = format!("/api/routing/skills/{id}");
    for (who, code) in [(&world.one, 403), (&world.outsider, 404)] {
        assert_eq!(put(who, &path, &changed).await.status, code);
        assert_eq!(who.call(Method::DELETE, &path, None).await.status, code);
        assert_eq!(put(who, &own, &has).await.status, code);
        assert_eq!(put(who, &skill_path, &json!({ "name": "x" })).await.status, code);
        assert_eq!(who.call(Method::DELETE, &skill_path, None).await.status, code);
    }
    assert_eq!(world.outsider.get("/api/routing/queues").await.ok(), json!([]));
    assert_eq!(world.outsider.get("/api/routing/skills").await.ok(), json!([]));
    for path in [path.as_str(), skill_path.as_str()] {
        assert_eq!(world.admin.call(Method::DELETE, path, None).await.status, 200);
        assert_eq!(world.admin.call(Method::DELETE, path, None).await.status, 404, "it is gone");
    }
    assert_eq!(agent(&world, "agent1").await["skills"], json!([]), "nobody has it any more");
    let left = world.admin.get("/api/routing/queues").await.ok();
    assert_eq!((names(&left), &left[0]["overflow_queue_id"]), (vec!["Rest".into()], &Value::Null));
    let audit = world.admin.get("/api/audit").await.ok().to_string();
    for action in [
        "routing_queue_created",
        "routing_queue_changed",
        "routing_queue_removed",
        "routing_queues_ordered",
        "routing_skill_created",
        "routing_skill_renamed",
        "routing_skill_removed",
        "routing_agent_changed",
        "routing_settings_changed",
    ] {
        assert!(audit.contains(action), "{action}: {audit}");
    }
}

async fn what_queues_name_is_there(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let with = |field: &str, value: Value| {
        let mut queue = direct("Orders");
        queue[field] = value;
        queue
    };
    let mut nobody = with("all_agents", json!(false));
    nobody["agents"] = json!([]);
    let mut stranger = nobody.clone();
    stranger["agents"] = json!([999]);
    for (body, field) in [
        (with("name", json!(" ")), "name"),
        (
            with("conditions", json!([{ "field": "label", "values": ["999"] }])),
            "conditions.0.values",
        ),
        (nobody, "agents"),
        (stranger, "agents"),
        (with("strategy", json!("most_skilled")), "skills"),
        (
            with("skills", json!([{ "skill_id": 999, "level": 1, "required": true }])),
            "skills.0.skill_id",
        ),
        (with("priority", json!(101)), "priority"),
        (with("offer_seconds", json!(5)), "offer_seconds"),
        (with("wrap_up_seconds", json!(-1)), "wrap_up_seconds"),
        (with("calendar_id", json!(999)), "calendar_id"),
        (with("overflow_queue_id", json!(999)), "overflow_queue_id"),
    ] {
        let answer = world.admin.post("/api/routing/queues", &body).await;
        assert_eq!(answer.status, 422, "{body} {answer:?}");
        assert!(answer.body["error"]["fields"][field].is_string(), "{field}: {answer:?}");
    }
    let queue = make(&world, &direct("Orders")).await;
    let mut own = direct("Orders");
    own["overflow_queue_id"] = queue["id"].clone();
    own["overflow_minutes"] = json!(1);
    let answer = put(&world.admin, &format!("/api/routing/queues/{}", queue["id"]), &own).await;
    assert!(answer.body["error"]["fields"]["overflow_queue_id"].is_string(), "{answer:?}");
}

async fn a_ticket_is_given_to_who_is_there_and_says_why(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut orders = direct("Orders");
    orders["conditions"] = json!([{ "field": "channel", "values": ["TELEGRAM"] }]);
    make(&world, &orders).await;
    let bot = world.bot().await;
    let mut live = world.one.live().await;
    let ticket = opened(&world, &bot, 81, "Where is my parcel?").await;
    given_to(&world, ticket, "agent1").await;
    let change = live.wait("participantChanged", |data| data["ticket_id"] == ticket).await;
    assert_eq!((&change["added"], &change["by"]), (&json!(["agent1"]), &json!("Routing (Orders)")));
    let said = routing(&world, ticket).await;
    assert_eq!((&said["state"], &said["queue_id"]), (&json!("none"), &Value::Null));
    let why = &said["decisions"][0];
    assert_eq!((&why["outcome"], &why["username"]), (&json!("assigned"), &json!("agent1")));
    assert_eq!((&why["queue"], &why["strategy"]), (&json!("Orders"), &json!("longest_idle")));
    let out = |name: &str| {
        let candidates = why["candidates"].as_array().expect("a list").iter();
        candidates.clone().find(|one| one["username"] == name).expect(name)["left_out"].clone()
    };
    assert_eq!((out("agent1"), out("agent2")), (Value::Null, json!("offline")));
    let history = world.admin.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    let steps: Vec<(&str, &str)> = history["data"]
        .as_array()
        .expect("steps")
        .iter()
        .map(|step| (step["kind"].as_str().expect("a kind"), step["after"].as_str().expect("text")))
        .collect();
    assert!(steps.contains(&("queue", "Orders")), "{steps:?}");
    assert!(steps.contains(&("routing", "agent1")), "{steps:?}");
    load(&world, "agent1", 1).await;
    for path in ["/api/tickets/999999/routing", "/api/tickets/x/routing"] {
        assert_eq!(world.admin.get(path).await.status, 404, "{path}");
    }
    assert_eq!(world.outsider.get(&format!("/api/tickets/{ticket}/routing")).await.status, 404);
}

async fn an_offer_is_accepted_declined_and_times_out(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &json!({ "name": "Orders", "offer_seconds": 600 })).await;
    let bot = world.bot().await;
    let (mut one, mut two) = (world.one.live().await, world.two.live().await);
    let ticket = opened(&world, &bot, 81, "Help").await;
    // Both have been idle for ever, so that the first one of them is asked.
    let offer = one.wait("routingOffered", |data| data["ticket_id"] == ticket).await;
    assert_eq!((&offer["queue"], &offer["customer"]), (&json!("Orders"), &json!("Guest 81")));
    let until = offer["offer_until"].as_i64().expect("a moment");
    assert_eq!(until - offer["offered_at"].as_i64().expect("a moment"), 600_000);
    assert_eq!(world.one.get("/api/routing/offers").await.ok()[0]["ticket_id"], ticket);
    assert_eq!(world.two.get("/api/routing/offers").await.ok(), json!([]));
    assert_eq!(stands(&world, ticket, "offered").await["offered_to"], "agent1");

    let path = |act: &str| format!("/api/routing/offers/{ticket}/{act}");
    let none = json!({});
    assert_eq!(world.two.post(&path("accept"), &none).await.status, 409, "it is not theirs");
    assert_eq!(world.outsider.post(&path("accept"), &none).await.status, 404);
    assert_eq!(world.outsider.post(&path("decline"), &none).await.status, 404);
    for _ in 0..2 {
        world.one.post(&path("decline"), &none).await.ok();
    }
    let ended = one.wait("routingOfferEnded", |data| data["ticket_id"] == ticket).await;
    assert_eq!(ended["outcome"], "declined");
    two.wait("routingOffered", |data| data["ticket_id"] == ticket).await;

    // Time passes, and the second one does not answer either.
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    execute!(&mut tx, "update routing_items set offer_until = offer_until - 600000").expect("rows");
    execute!(&mut tx, "update jobs set run_at = 0 where kind = 'routing.dispatch'").expect("rows");
    tx.commit().await.expect("kept");
    db.close().await;
    let ended = two.wait("routingOfferEnded", |data| data["ticket_id"] == ticket).await;
    assert_eq!(ended["outcome"], "timed_out");
    let waits = stands(&world, ticket, "waiting").await;
    assert_eq!(waits["waiting_since"], offer["waiting_since"], "it keeps its place");
    let outcomes = |said: &Value| -> Vec<String> {
        let decisions = said["decisions"].as_array().expect("a list").iter();
        decisions.map(|one| one["outcome"].as_str().expect("a word").to_owned()).collect()
    };
    assert_eq!(outcomes(&waits), ["timed_out", "declined"]);
    assert_eq!(world.two.post(&path("accept"), &none).await.status, 409, "it is over");

    // Everybody let it pass: they are asked again, after a while.
    let db = Db::open(&world.ground.url()).await.expect("the database");
    eventually("it is planned to ask again", || async {
        let mut tx = db.begin().await.expect("a transaction");
        let moved =
            execute!(&mut tx, "update routing_items set not_before = 0 where not_before > 0")
                .expect("rows");
        execute!(&mut tx, "update jobs set run_at = 0 where kind = 'routing.dispatch'")
            .expect("rows");
        tx.commit().await.expect("kept");
        (moved > 0).then_some(())
    })
    .await;
    db.close().await;
    one.wait("routingOffered", |data| data["ticket_id"] == ticket).await;
    let taken = world.one.post(&path("accept"), &none).await.ok();
    assert!(taken["data"].is_i64(), "the ticket's number: {taken}");
    let change = two.wait("participantChanged", |data| data["ticket_id"] == ticket).await;
    assert_eq!(change["by"], "agent1", "who accepts takes it");
    given_to(&world, ticket, "agent1").await;
    assert_eq!(world.one.post(&path("accept"), &none).await.status, 409, "once");
    assert_eq!(outcomes(&routing(&world, ticket).await), ["accepted", "timed_out", "declined"]);
}

async fn nobody_holds_more_than_they_may_and_what_is_finished_frees(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &direct("Orders")).await;
    capacity(&world, "agent1", 2).await;
    let bot = world.bot().await;
    let _live = world.one.live().await;
    let mut tickets = vec![];
    for person in 81..85 {
        tickets.push(opened(&world, &bot, person, &format!("Number {person}")).await);
    }
    given_to(&world, tickets[0], "agent1").await;
    given_to(&world, tickets[1], "agent1").await;
    for waits in &tickets[2..] {
        stands(&world, *waits, "waiting").await;
    }
    let full = agent(&world, "agent1").await;
    assert_eq!((&full["load"], &full["not_reachable"]), (&json!(2), &json!("full")));
    let queue = &world.admin.get("/api/routing/queues").await.ok()[0];
    assert_eq!(queue["waiting"], 2);
    status(&world, tickets[0], 2).await;
    given_to(&world, tickets[2], "agent1").await;
    // Put aside it is not held either.
    let until = patchbay::clock::Clock::system().now_ms() + 3_600_000;
    let snooze = json!({ "until": until });
    put(&world.one, &format!("/api/tickets/{}/snooze", tickets[1]), &snooze).await.ok();
    given_to(&world, tickets[3], "agent1").await;
    load(&world, "agent1", 2).await;
    assert_eq!(world.admin.get("/api/routing/queues").await.ok()[0]["waiting"], 0);
}

async fn who_comes_gets_what_waits(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &direct("Orders")).await;
    let bot = world.bot().await;
    let ticket = opened(&world, &bot, 81, "Anybody there?").await;
    stands(&world, ticket, "waiting").await;
    assert_eq!(agent(&world, "agent1").await["not_reachable"], "offline");
    let live = world.one.live().await;
    given_to(&world, ticket, "agent1").await;

    let away = json!({ "status": "BUSY", "reason": "Paper" });
    world.one.post("/api/online_status/update", &away).await.ok();
    let second = opened(&world, &bot, 82, "And me?").await;
    stands(&world, second, "waiting").await;
    assert_eq!(agent(&world, "agent1").await["not_reachable"], "away");
    world.one.post("/api/online_status/update", &json!({ "status": "ONLINE" })).await.ok();
    given_to(&world, second, "agent1").await;
    drop(live);
}

async fn what_is_taken_or_given_back_by_hand(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &json!({ "name": "Orders", "offer_seconds": 600 })).await;
    let bot = world.bot().await;
    let (mut one, mut two) = (world.one.live().await, world.two.live().await);
    let ticket = opened(&world, &bot, 81, "Help").await;
    one.wait("routingOffered", |data| data["ticket_id"] == ticket).await;
    let take = |names: Value| json!({ "participants": names });
    let path = format!("/api/tickets/{ticket}/participants");
    put(&world.two, &path, &take(json!(["agent2"]))).await.ok();
    let ended = one.wait("routingOfferEnded", |data| data["ticket_id"] == ticket).await;
    assert_eq!(ended["outcome"], "rescinded");
    load(&world, "agent2", 1).await;
    assert_eq!(stands(&world, ticket, "none").await["decisions"][0]["outcome"], "rescinded");
    // Who lets it go is not asked for it first.
    put(&world.two, &path, &take(json!([]))).await.ok();
    one.wait("routingOffered", |data| data["ticket_id"] == ticket).await;
    load(&world, "agent2", 0).await;
    // What is resolved is offered no longer.
    status(&world, ticket, 2).await;
    one.wait("routingOfferEnded", |data| data["outcome"] == "rescinded").await;
    stands(&world, ticket, "none").await;
    let quiet = two.drain(std::time::Duration::from_millis(300)).await;
    assert!(quiet.iter().all(|frame| frame["event"] != "routingOffered"), "{quiet:?}");
}

async fn a_ticket_is_moved_to_another_queue(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &direct("Orders")).await;
    let two = agent(&world, "agent2").await["user_id"].clone();
    let mut second = direct("Returns");
    second["all_agents"] = json!(false);
    second["agents"] = json!([two]);
    let second = make(&world, &second).await;
    let mut off = direct("Off");
    off["enabled"] = json!(false);
    let off = make(&world, &off).await;
    let bot = world.bot().await;
    let _live = world.one.live().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    given_to(&world, ticket, "agent1").await;
    let path = format!("/api/tickets/{ticket}/queue");
    let to = |id: &Value| json!({ "queue_id": id });
    for _ in 0..2 {
        let said = put(&world.one, &path, &to(&second["id"])).await.ok();
        assert_eq!((&said["state"], &said["queue"]), (&json!("waiting"), &json!("Returns")));
    }
    given_to(&world, ticket, "").await;
    load(&world, "agent1", 0).await;
    let _live = world.two.live().await;
    given_to(&world, ticket, "agent2").await;

    assert_eq!(put(&world.one, &path, &to(&second["id"])).await.status, 403, "not theirs any more");
    assert_eq!(put(&world.outsider, &path, &to(&second["id"])).await.status, 404);
    assert_eq!(put(&world.two, "/api/tickets/999999/queue", &to(&Value::Null)).await.status, 404);
    for id in [&off["id"], &json!(999)] {
        assert_eq!(put(&world.two, &path, &to(id)).await.status, 422);
    }
    status(&world, ticket, 2).await;
    assert_eq!(put(&world.two, &path, &to(&second["id"])).await.status, 409, "it is resolved");
    let said = put(&world.two, &path, &to(&Value::Null)).await.ok();
    assert_eq!(said["state"], "none");
}

async fn an_owner_who_is_gone_keeps_the_preference(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut orders = direct("Orders");
    orders["preferred_seconds"] = json!(600);
    make(&world, &orders).await;
    let bot = world.bot().await;
    let live = world.one.live().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    given_to(&world, ticket, "agent1").await;
    drop(live);
    eventually("the owner is gone", || async {
        (agent(&world, "agent1").await["not_reachable"] == "offline").then_some(())
    })
    .await;
    bot.write(81, "Are you there?").await;
    stands(&world, ticket, "waiting").await;
    given_to(&world, ticket, "agent1").await;
    // Who comes may be given it before their socket says that it listens.
    let _two = world.two.live().await;
    given_to(&world, ticket, "agent2").await;
    let why = routing(&world, ticket).await["decisions"][0].clone();
    let out = why["candidates"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|one| one["username"] == "agent1");
    assert_eq!(out.expect("the owner")["left_out"], "offline");
}

async fn a_deleted_queue_hands_its_tickets_on(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut grave = direct("Telegram");
    grave["conditions"] = json!([{ "field": "channel", "values": ["TELEGRAM"] }]);
    let grave = make(&world, &grave).await;
    make(&world, &direct("Rest")).await;
    let bot = world.bot().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    let waits = stands(&world, ticket, "waiting").await;
    assert_eq!(waits["queue"], "Telegram");
    world
        .admin
        .call(Method::DELETE, &format!("/api/routing/queues/{}", grave["id"]), None)
        .await
        .ok();
    let moved = eventually("it waits in the other one", || async {
        Some(routing(&world, ticket).await).filter(|said| said["queue"] == "Rest")
    })
    .await;
    assert_eq!(moved["waiting_since"], waits["waiting_since"]);
}

async fn what_agents_hold_is_counted_when_routing_begins(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    let path = format!("/api/tickets/{ticket}/participants");
    let both = json!({ "participants": ["agent1", "agent2"] });
    put(&world.admin, &path, &both).await.ok();
    let done = opened(&world, &bot, 82, "Thanks").await;
    put(&world.admin, &format!("/api/tickets/{done}/participants"), &both).await.ok();
    status(&world, done, 2).await;
    assert_eq!(agent(&world, "agent1").await["load"], 0, "nobody counts until something routes");
    make(&world, &direct("Orders")).await;
    load(&world, "agent1", 1).await;
    load(&world, "agent2", 1).await;
}

async fn a_ticket_keeps_its_newest_decisions(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &direct("Orders")).await;
    let bot = world.bot().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    stands(&world, ticket, "waiting").await;
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    for at in 0..150 {
        execute!(
            &mut tx,
            "insert into routing_decisions (client_id, ticket_id, queue_id, at, strategy, outcome,
                                            user_id, candidates, looked_at)
             select client_id, ticket_id, queue_id, $1, 'longest_idle', 'timed_out', 1, '[]', 1
               from routing_items",
            at,
        )
        .expect("a row");
    }
    tx.commit().await.expect("kept");
    let _live = world.one.live().await;
    given_to(&world, ticket, "agent1").await;
    let mut conn = db.read().await.expect("a connection");
    let (count, oldest) =
        fetch_one!(&mut conn, (i64, i64), "select count(*), min(at) from routing_decisions",)
            .expect("counted");
    assert_eq!((count, oldest), (100, 51), "the newest hundred, the last one among them");
    drop(conn);
    db.close().await;
}
