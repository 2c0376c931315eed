//! Decisions of routing are made once more from what they were made from, and by other rules.

use crate::harness::{Agent, Answer, Desk, Ground, Start, World, eventually, program};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    the_last_days_are_decided_once_more,
    offers_that_were_passed_are_repeated_over_a_restart,
    a_replay_is_asked_for_by_admins,
    the_command_line_tells_the_same,
);

const REPLAYS: &str = "/api/routing/replays";

async fn start(who: &Agent, draft: &Value) -> Answer {
    who.post(REPLAYS, draft).await
}

/// Makes a replay and gives it with what came of it.
async fn replayed(world: &World, draft: &Value) -> Value {
    let begun = start(&world.admin, draft).await;
    assert_eq!(begun.status, 201, "{begun:?}");
    let path = format!("{REPLAYS}/{}", begun.body["id"]);
    eventually("the replay is made", || async {
        let detail = world.admin.get(&path).await.ok();
        (detail["state"] != "running").then_some(detail)
    })
    .await
}

async fn put(who: &Agent, path: &str, body: &Value) -> Value {
    who.call(Method::PUT, path, Some(body)).await.ok()
}

async fn user_id(world: &World, username: &str) -> Value {
    let all = world.admin.get("/api/routing/agents").await.ok();
    let mut all = all.as_array().expect("a list").clone().into_iter();
    all.find(|one| one["username"] == username).expect("an agent")["user_id"].clone()
}

async fn given_to(world: &World, ticket: i64, username: &str) {
    eventually(&format!("{ticket} is {username}'s"), || async move {
        let info = world.admin.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
        (info["data"]["assignee"] == username).then_some(())
    })
    .await;
}

async fn queue(world: &World, offer_seconds: i64) -> Value {
    let queue = json!({ "name": "Orders", "offer_seconds": offer_seconds });
    let made = world.admin.post("/api/routing/queues", &queue).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.body
}

/// Two tickets are given, and a third one when the first is solved. Gives the queue.
async fn a_day(world: &World) -> Value {
    let queue = queue(world, 0).await;
    let agent = format!("/api/routing/agents/{}", user_id(world, "agent1").await);
    put(&world.admin, &agent, &json!({ "capacity": 2, "skills": [] })).await;
    let bot = world.bot().await;
    let mut tickets = vec![];
    for (person, text) in [(81, "First"), (82, "Second"), (83, "Third")] {
        bot.write(person, text).await;
        let ticket = world.ticket_saying(text).await["id"].as_i64().expect("an id");
        if text != "Third" {
            given_to(world, ticket, "agent1").await;
        }
        tickets.push(ticket);
    }
    eventually("the third waits", || async {
        let queues = world.admin.get("/api/routing/queues").await.ok();
        (queues[0]["waiting"] == 1).then_some(())
    })
    .await;
    let solved = json!({ "ticket_id": tickets[0], "status": 2, "sender": "server" });
    world.one.post("/api/ticket/message", &solved).await.ok();
    given_to(world, tickets[2], "agent1").await;
    queue
}

async fn the_last_days_are_decided_once_more(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let failed = replayed(&world, &json!({ "days": 1 })).await;
    assert_eq!((&failed["state"], &failed["result"]), (&json!("failed"), &Value::Null));
    assert!(failed["failure"].as_str().is_some_and(|why| why.contains("recorded")), "{failed}");

    let live = world.one.live().await;
    let queue = a_day(&world).await;
    let mut admin = world.admin.live().await;
    let draft = json!({
        "days": 1, "target_seconds": 1, "timezone": "Asia/Kuala_Lumpur",
        "changes": {
            "queues": [{ "id": queue["id"], "strategy": "least_occupied" }],
            "agents": [{ "user_id": user_id(&world, "agent1").await, "capacity": 5 }],
            "extra_agents": [{ "count": 2, "from_minute": 0, "until_minute": 1440 }],
        },
    });
    let detail = replayed(&world, &draft).await;
    assert_eq!((&detail["state"], &detail["progress"]), (&json!("done"), &json!(100)), "{detail}");
    assert_eq!(detail["draft"]["changes"]["queues"][0]["strategy"], "least_occupied");
    let told = admin.wait("routingReplayChanged", |data| data["replay"]["state"] == "done").await;
    assert_eq!(told["replay"]["id"], detail["id"]);
    let result = &detail["result"];
    assert_eq!((&result["decisions"], &result["differences"]), (&json!(3), &json!(0)), "{result}");
    for of in ["happened", "modelled", "changed"] {
        let total = &result[of]["total"];
        let counts = (&total["arrived"], &total["given"], &total["waiting"]);
        assert_eq!(counts, (&json!(3), &json!(3), &json!(0)), "{of}: {result}");
        assert_eq!(result[of]["queues"][0]["name"], "Orders", "{of}");
    }
    let wait = |of: &str| result[of]["total"]["mean_wait_ms"].as_i64().expect("a mean");
    assert!(wait("changed") < wait("happened"), "nobody waits for the first: {result}");
    let given = |of: &str, name: &Value| {
        let agents = result[of]["agents"].as_array().expect("agents").iter();
        agents.clone().find(|one| one["user_id"] == *name).map(|one| one["given"].clone())
    };
    let one = user_id(&world, "agent1").await;
    assert_eq!(given("happened", &one), Some(json!(3)));
    assert!(given("changed", &Value::Null).is_some(), "added agents are one row: {result}");
    assert_eq!(given("modelled", &Value::Null), None);
    drop(live);
}

async fn offers_that_were_passed_are_repeated_over_a_restart(ground: Ground) {
    let mut world = World::open(ground, Start::default()).await;
    queue(&world, 600).await;
    let (mut one, two) = (world.one.live().await, world.two.live().await);
    let bot = world.bot().await;
    bot.write(81, "Who takes me?").await;
    let offer = one.wait("routingOffered", |_| true).await;
    let path = format!("/api/routing/offers/{}", offer["ticket_id"]);
    world.one.post(&format!("{path}/decline"), &json!({})).await.ok();
    eventually("the other one is asked", || async {
        let offers = world.two.get("/api/routing/offers").await.ok();
        (offers[0]["ticket_id"] == offer["ticket_id"]).then_some(())
    })
    .await;
    drop((one, two));
    world.desk.kill();
    world.desk = Desk::start(&world.ground, &Start::default());
    world.admin = world.desk.sign_in("admin", "admin").await;
    world.two = world.desk.sign_in("agent2", "agent").await;
    let two = world.two.live().await;
    eventually("the other one accepts", || async {
        let accepted = world.two.post(&format!("{path}/accept"), &json!({})).await;
        (accepted.status == 200).then_some(())
    })
    .await;
    let detail = replayed(&world, &json!({ "days": 7 })).await;
    let result = &detail["result"];
    assert!(result["decisions"].as_i64().is_some_and(|made| made >= 2), "{detail}");
    assert_eq!(result["differences"], 0, "{detail}");
    let total = &result["happened"]["total"];
    assert_eq!((&total["arrived"], &total["given"]), (&json!(1), &json!(1)), "{detail}");
    drop(two);
}

async fn a_replay_is_asked_for_by_admins(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    assert_eq!(world.admin.get(REPLAYS).await.ok(), json!([]));
    let strange = user_id(&world, "agent1").await.as_i64().expect("an id") + 9_999;
    for (draft, field) in [
        (json!({ "days": 0 }), "days"),
        (json!({ "days": 8 }), "days"),
        (json!({ "target_seconds": 0 }), "target_seconds"),
        (json!({ "timezone": "Moon/Sea" }), "timezone"),
        (json!({ "changes": { "capacity": 1001 } }), "changes.capacity"),
        (json!({ "changes": { "queues": [{ "id": 999 }] } }), "changes.queues.0.id"),
        (json!({ "changes": { "agents": [{ "user_id": strange }] } }), "changes.agents.0.user_id"),
        (
            json!({ "changes": { "extra_agents": [
                { "count": 30, "from_minute": 0, "until_minute": 60 },
                { "count": 21, "from_minute": 0, "until_minute": 60 },
            ] } }),
            "changes.extra_agents.1.count",
        ),
        (
            json!({ "changes": { "extra_agents": [
                { "count": 1, "from_minute": -1, "until_minute": 60 } ] } }),
            "changes.extra_agents.0.from_minute",
        ),
    ] {
        let refused = start(&world.admin, &draft).await;
        refused.refused(422, "invalid");
        assert!(refused.body["error"]["fields"][field].is_string(), "{field}: {refused:?}");
    }
    let unknown = start(&world.admin, &json!({ "changes": { "strategy": "luck" } })).await;
    assert_eq!(unknown.status, 422, "a word that means nothing is no rule: {unknown:?}");
    let made = replayed(&world, &json!({ "days": 2 })).await;
    let path = format!("{REPLAYS}/{}", made["id"]);
    let list = world.admin.get(REPLAYS).await.ok();
    assert_eq!((&list[0]["id"], &list[0]["created_by"]), (&made["id"], &json!("admin")));
    for (who, code) in [(&world.one, 403), (&world.outsider, 404)] {
        assert_eq!(who.get(&path).await.status, code);
        assert_eq!(who.call(Method::DELETE, &path, None).await.status, code);
    }
    world.one.get(REPLAYS).await.refused(403, "forbidden");
    start(&world.one, &json!({})).await.refused(403, "forbidden");
    assert_eq!(world.outsider.get(REPLAYS).await.ok(), json!([]));
    assert_eq!(world.admin.get(&format!("{REPLAYS}/999999")).await.status, 404);
    for code in [200, 404] {
        assert_eq!(world.admin.call(Method::DELETE, &path, None).await.status, code);
    }
}

async fn the_command_line_tells_the_same(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let live = world.one.live().await;
    let queue = a_day(&world).await;
    let run = |args: &[&str]| {
        let mut command = program(&[], &world.ground.data(), world.ground.database());
        command.args(["routing", "replay", "--client", "acme", "--days", "1"]).args(args);
        command.output().expect("it runs")
    };
    let table = run(&[]);
    let text = String::from_utf8_lossy(&table.stdout).into_owned();
    assert!(table.status.success(), "{table:?}");
    assert!(text.starts_with("3 decisions made once more, 0 chose somebody else"), "{text}");
    let rules = world.ground.folder.path().join("rules.json");
    let changes = json!({ "queues": [{ "id": queue["id"], "wrap_up_seconds": 60 }] });
    std::fs::write(&rules, changes.to_string()).expect("written");
    let rules = rules.to_str().expect("text");
    let json = run(&["--rules", rules, "--json"]);
    assert!(json.status.success(), "{json:?}");
    let result: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(
        (&result["differences"], &result["happened"]["total"]["given"]),
        (&json!(0), &json!(3))
    );
    assert!(result["changed"].is_object());
    std::fs::write(rules, r#"{"queues":[{"id":1,"luck":true}]}"#).expect("written");
    let wrong = run(&["--rules", rules]);
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(!wrong.status.success() && said.contains("holds no rules"), "{said}");
    let nobody = {
        let mut command = program(&[], &world.ground.data(), world.ground.database());
        command.args(["routing", "replay", "--client", "nobody"]).output().expect("it runs")
    };
    assert!(!nobody.status.success());
    drop(live);
}
