//! SLA policies: who keeps them, which one counts for a ticket, and what becomes of its clocks.

use crate::harness::{Answer, Ground, Start, World, eventually, sla::later};
use patchbay::{db::Db, execute};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    policies_are_kept_by_admins,
    what_policies_name_is_there,
    a_ticket_is_answered_in_time_or_told_of_once,
    the_first_policy_that_fits_counts,
    what_waits_for_the_customer_stands_still,
    lists_go_by_what_is_due,
    other_hours_set_clocks_anew,
    merged_tickets_keep_the_earliest_clock,
    what_nobody_planned_is_found,
);

fn policy(name: &str, first_reply: i64) -> Value {
    json!({ "name": name, "first_reply": first_reply, "always": true })
}

async fn make(world: &World, policy: &Value) -> Value {
    let answer = world.admin.post("/api/sla/policies", policy).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.body
}

async fn put(world: &World, path: &str, body: &Value) -> Answer {
    world.admin.call(Method::PUT, path, Some(body)).await
}

async fn opened(world: &World, bot: &crate::harness::Bot, person: i64, text: &str) -> i64 {
    bot.write(person, text).await;
    world.ticket_saying(text).await["id"].as_i64().expect("an id")
}

async fn clocks(world: &World, ticket: i64) -> Vec<Value> {
    let list = world.admin.get(&format!("/api/tickets/{ticket}/sla")).await.ok();
    list.as_array().expect("a list").clone()
}

/// Waits until a ticket's newest clock of a metric is in a state, and gives it.
async fn clock(world: &World, ticket: i64, metric: &str, state: &str) -> Value {
    eventually(&format!("{metric} is {state}"), || async move {
        let found = clocks(world, ticket).await.into_iter().find(|one| one["metric"] == metric)?;
        (found["state"] == state).then_some(found)
    })
    .await
}

/// What a ticket says is due.
async fn due(world: &World, ticket: i64) -> Value {
    let info = world.admin.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
    info["data"]["due"].clone()
}

async fn status(world: &World, ticket: i64, status: i64) {
    let body = json!({ "ticket_id": ticket, "status": status, "sender": "server" });
    world.one.post("/api/ticket/message", &body).await.ok();
}

async fn told(world: &World) -> Vec<Value> {
    let list = world.admin.get("/notification/get?type=sla").await.ok();
    list.as_array().expect("a list").clone()
}

async fn policies_are_kept_by_admins(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let gold = make(&world, &policy(" Gold ", 60)).await;
    assert_eq!((&gold["name"], &gold["warn_percent"]), (&json!("Gold"), &json!(75)));
    assert_eq!((&gold["running"], &gold["broken"]), (&json!(0), &json!(false)));
    let silver = make(&world, &policy("Silver", 120)).await;
    let list = world.one.get("/api/sla/policies").await.ok();
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|one| one["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&list), ["Gold", "Silver"], "agents see them");

    let path = format!("/api/sla/policies/{}", gold["id"]);
    let mut changed = policy("Platinum", 30);
    changed["resolution"] = json!(600);
    assert_eq!(put(&world, &path, &changed).await.ok()["resolution"], 600);
    assert_eq!(put(&world, &path, &changed).await.ok()["name"], "Platinum", "twice is once");
    let order = json!({ "ids": [silver["id"], gold["id"]] });
    let ordered = put(&world, "/api/sla/policies/order", &order).await.ok();
    assert_eq!(names(&ordered), ["Silver", "Platinum"]);
    for ids in [json!([silver["id"]]), json!([silver["id"], silver["id"]]), json!([1, 2, 3])] {
        let answer = put(&world, "/api/sla/policies/order", &json!({ "ids": ids })).await;
        assert_eq!(answer.status, 422, "{answer:?}");
    }

    for (who, code) in [(&world.one, 403), (&world.outsider, 404)] {
        let answer = who.call(Method::PUT, &path, Some(&changed)).await;
        assert_eq!(answer.status, code, "{answer:?}");
        assert_eq!(who.call(Method::DELETE, &path, None).await.status, code);
    }
    assert_eq!(world.one.post("/api/sla/policies", &policy("Mine", 5)).await.status, 403);
    assert_eq!(put(&world, "/api/sla/policies/999999", &changed).await.status, 404);
    assert_eq!(put(&world, "/api/sla/policies/x", &changed).await.status, 404);
    assert_eq!(world.outsider.get("/api/sla/policies").await.ok(), json!([]));

    assert_eq!(world.admin.call(Method::DELETE, &path, None).await.status, 200);
    assert_eq!(world.admin.call(Method::DELETE, &path, None).await.status, 404, "it is gone");
    assert_eq!(names(&world.admin.get("/api/sla/policies").await.ok()), ["Silver"]);
    let audit = world.admin.get("/api/audit").await.ok().to_string();
    for action in ["created", "changed", "removed"] {
        assert!(audit.contains(&format!("sla_policy_{action}")), "{action}: {audit}");
    }
    assert!(audit.contains("sla_policies_ordered"), "{audit}");
}

async fn what_policies_name_is_there(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let with = |field: &str, value: Value| {
        let mut policy = policy("Gold", 60);
        policy[field] = value;
        policy
    };
    let label = |id: &str| json!([{ "field": "label", "values": [id] }]);
    for (body, field) in [
        (with("conditions", label("999")), "conditions.0.values"),
        (with("conditions", label("x")), "conditions.0.values"),
        (
            with("conditions", json!([{ "field": "department", "values": ["999"] }])),
            "conditions.0.values",
        ),
        (with("conditions", json!([{ "field": "channel", "values": [] }])), "conditions.0.values"),
        (with("calendar_id", json!(999)), "calendar_id"),
        (with("first_reply", Value::Null), "first_reply"),
        (with("update", json!(0)), "update"),
        (with("name", json!("x".repeat(81))), "name"),
    ] {
        let answer = world.admin.post("/api/sla/policies", &body).await;
        assert_eq!(answer.status, 422, "{body} {answer:?}");
        assert!(answer.body["error"]["fields"][field].is_string(), "{field}: {answer:?}");
    }

    let labels = json!({ "labelArray": [{
        "name": "VIP", "color": "#000000", "colorDark": "#ffffff", "level": 0, "sla": 0, "isNew": true,
    }], "delete": [] });
    let labels = world.admin.post("/api/label/update", &labels).await.ok();
    let id = &labels[0]["id"];
    let gold = make(&world, &with("conditions", label(&id.to_string()))).await;
    assert_eq!(gold["broken"], false);
    let gone = json!({ "labelArray": [], "delete": [id] });
    world.admin.post("/api/label/update", &gone).await.ok();
    let list = world.admin.get("/api/sla/policies").await.ok();
    assert_eq!(list[0]["broken"], true, "its label was deleted");

    let calendar = json!({ "name": "Never", "zone": "UTC", "weekly": [], "default": true });
    let calendar = world.admin.post("/api/hours", &calendar).await;
    assert_eq!(calendar.status, 201, "{calendar:?}");
    let never = json!({ "name": "Never due", "first_reply": 5 });
    assert_eq!(make(&world, &never).await["broken"], true, "its calendar has no open time");
}

async fn a_ticket_is_answered_in_time_or_told_of_once(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &policy("Gold", 60)).await;
    let bot = world.bot().await;
    let mut live = world.admin.live().await;
    let late = opened(&world, &bot, 81, "Where is my money?").await;
    let calm = opened(&world, &bot, 82, "Thank you").await;
    let running = clock(&world, late, "first_reply", "running").await;
    assert_eq!((&running["policy"], &running["label"]), (&json!("Gold"), &json!("")));
    assert_eq!(running["target_minutes"], 60);
    let told_of = live.wait("ticketDueChanged", |data| data["ticket_id"] == late).await;
    assert_eq!(told_of["due"]["at"], running["due_at"]);
    assert_eq!(due(&world, late).await["state"], "running");
    clock(&world, calm, "first_reply", "running").await;
    world.one.reply(calm, "You are welcome.").await;
    let met = clock(&world, calm, "first_reply", "met").await;
    assert_eq!(met["breached_at"], Value::Null);
    assert_eq!(due(&world, calm).await, Value::Null);

    later(&world.ground, 44).await;
    assert!(told(&world).await.is_empty());
    later(&world.ground, 2).await;
    let _ = live.wait("slaWarning", |data| data["ticket_id"] == late).await;
    later(&world.ground, 15).await;
    let breach = live.wait("slaBreached", |data| data["ticket_id"] == late).await;
    assert_eq!((&breach["metric"], &breach["minutes"]), (&json!("first_reply"), &json!(60)));
    assert_eq!((&breach["policy"], &breach["label_id"]), (&json!("Gold"), &Value::Null));
    let list = eventually("the admin is told of both", || async {
        Some(told(&world).await).filter(|list| list.len() == 2)
    })
    .await;
    assert_eq!(
        (&list[0]["type"], &list[1]["type"]),
        (&json!("sla_breached"), &json!("sla_warning"))
    );
    assert_eq!(list[0]["detail"], "first_reply Gold");
    assert_eq!(due(&world, late).await["breached"], true);
    later(&world.ground, 600).await;
    world.one.reply(late, "Sorry.").await;
    let met = clock(&world, late, "first_reply", "met").await;
    assert!(met["breached_at"].is_i64() && met["warned_at"].is_i64(), "{met}");
    assert_eq!(told(&world).await.len(), 2, "once each");
    let history = world.admin.get(&format!("/api/tickets/{late}/history")).await.ok();
    let steps = history["data"].as_array().expect("steps");
    for kind in ["sla_warning", "sla_breach"] {
        let step = steps.iter().find(|step| step["kind"] == kind).expect(kind);
        assert_eq!(
            (&step["before"], &step["after"], &step["why"]),
            (&json!("first_reply"), &json!("Gold"), &json!("60"))
        );
    }

    for path in ["/api/tickets/999999/sla", "/api/tickets/x/sla"] {
        assert_eq!(world.admin.get(path).await.status, 404, "{path}");
    }
    assert_eq!(world.outsider.get(&format!("/api/tickets/{late}/sla")).await.status, 404);
}

async fn the_first_policy_that_fits_counts(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut grave = policy("Grave", 10);
    grave["conditions"] = json!([{ "field": "severity", "values": ["H"] }]);
    make(&world, &grave).await;
    let all = make(&world, &policy("All", 60)).await;
    let bot = world.bot().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    assert_eq!(clock(&world, ticket, "first_reply", "running").await["policy"], "All");
    let severity = |letter: &str| json!({ "id": ticket, "priority": letter });
    world.one.post("/api/ticket/priority", &severity("H")).await.ok();
    let fits = |name: &'static str| {
        let world = &world;
        eventually(name, move || async move {
            let found = clocks(world, ticket).await;
            found.into_iter().find(|one| one["policy"] == name && one["state"] == "running")
        })
    };
    let grave = fits("Grave").await;
    assert_eq!(grave["target_minutes"], 10);
    assert_eq!(clocks(&world, ticket).await.len(), 1, "the same clock with another target");
    world.one.post("/api/ticket/priority", &severity("L")).await.ok();
    fits("All").await;
    let path = format!("/api/sla/policies/{}", all["id"]);
    world.admin.call(Method::DELETE, &path, None).await.ok();
    clock(&world, ticket, "first_reply", "cancelled").await;
    assert_eq!(due(&world, ticket).await, Value::Null);
    assert_eq!(world.admin.get("/api/sla/policies").await.ok()[0]["running"], 0);
}

async fn what_waits_for_the_customer_stands_still(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut gold = policy("Gold", 60);
    gold["resolution"] = json!(480);
    gold["next_reply"] = json!(30);
    make(&world, &gold).await;
    let bot = world.bot().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    clock(&world, ticket, "resolution", "running").await;
    world.one.reply(ticket, "Which order?").await;
    clock(&world, ticket, "first_reply", "met").await;
    status(&world, ticket, 1).await;
    let paused = clock(&world, ticket, "resolution", "paused").await;
    assert!(paused["due_at"].is_null() && paused["remaining_ms"].is_i64(), "{paused}");
    assert_eq!(due(&world, ticket).await["state"], "paused");
    later(&world.ground, 1_000).await;
    assert!(told(&world).await.is_empty());
    bot.write(81, "Number five").await;
    let owed = clock(&world, ticket, "next_reply", "running").await;
    assert_eq!(owed["target_minutes"], 30);
    let running = clock(&world, ticket, "resolution", "running").await;
    assert!(running["due_at"].as_i64() > owed["due_at"].as_i64(), "{running} {owed}");
    assert_eq!(due(&world, ticket).await["metric"], "next_reply", "the more urgent one");
    world.one.reply(ticket, "It is on its way.").await;
    clock(&world, ticket, "next_reply", "met").await;
    status(&world, ticket, 2).await;
    let met = clock(&world, ticket, "resolution", "met").await;
    assert_eq!(met["breached_at"], Value::Null, "{met}");
    assert_eq!(due(&world, ticket).await, Value::Null);
    status(&world, ticket, 0).await;
    let again = clock(&world, ticket, "resolution", "running").await;
    assert_eq!(again["id"], met["id"], "it goes on with what was left");
}

async fn lists_go_by_what_is_due(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut grave = policy("Grave", 10);
    grave["conditions"] = json!([{ "field": "severity", "values": ["H"] }]);
    make(&world, &grave).await;
    let mut slow = policy("Slow", 6_000);
    slow["conditions"] = json!([{ "field": "severity", "values": ["L"] }]);
    make(&world, &slow).await;
    let bot = world.bot().await;
    let mut tickets = vec![];
    for (person, text, letter) in [(81, "Slow", "L"), (82, "None", ""), (83, "Soon", "H")] {
        let ticket = opened(&world, &bot, person, text).await;
        let body = json!({ "id": ticket, "priority": letter });
        world.one.post("/api/ticket/priority", &body).await.ok();
        if !letter.is_empty() {
            clock(&world, ticket, "first_reply", "running").await;
        }
        tickets.push(ticket);
    }
    let listed = |query: &'static str| {
        let world = &world;
        async move {
            let page =
                world.one.get(&format!("/api/ticket/load/-/open/ticket/0?{query}")).await.ok();
            let rows = page["data"].as_array().expect("rows").clone();
            let titles: Vec<String> =
                rows.iter().map(|row| row["snippet"].as_str().expect("text").to_owned()).collect();
            assert_eq!(page["count"], titles.len(), "{query}");
            titles
        }
    };
    assert_eq!(listed("sort=due").await, ["Soon", "Slow", "None"]);
    assert_eq!(listed("due=1").await, ["Soon", "Slow"]);
    assert_eq!(listed("due=soon").await, ["Soon"]);
    assert_eq!(listed("due=soon&priorityFilter=L").await, Vec::<String>::new());
    assert_eq!(listed("due=overdue").await, Vec::<String>::new());
    later(&world.ground, 11).await;
    // The rows say when they are due; a list asks that.
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    execute!(&mut tx, "update tickets set due_at = due_at - 660000 where due_at is not null")
        .expect("rows");
    tx.commit().await.expect("kept");
    db.close().await;
    assert_eq!(listed("due=overdue").await, ["Soon"]);
    let refused = world.one.get("/api/ticket/load/-/open/ticket/0?due=never").await;
    assert_eq!(refused.status, 422, "{refused:?}");
}

async fn other_hours_set_clocks_anew(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let gold = json!({ "name": "Gold", "first_reply": 60 });
    make(&world, &gold).await;
    let bot = world.bot().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    let before = clock(&world, ticket, "first_reply", "running").await;
    assert_eq!(
        before["due_at"].as_i64().zip(before["started_at"].as_i64()).map(|(due, from)| due - from),
        Some(3_600_000),
        "without a calendar the desk never closes"
    );
    let calendar = json!({ "name": "Never", "zone": "UTC", "weekly": [], "default": true });
    let calendar = world.admin.post("/api/hours", &calendar).await;
    assert_eq!(calendar.status, 201, "{calendar:?}");
    eventually("nothing is due while it is closed", || async {
        let found = clock(&world, ticket, "first_reply", "running").await;
        found["due_at"].is_null().then_some(())
    })
    .await;
    let path = format!("/api/hours/{}", calendar.body["id"]);
    world.admin.call(Method::DELETE, &path, None).await.ok();
    eventually("it is due as before", || async {
        let found = clock(&world, ticket, "first_reply", "running").await;
        (found["due_at"] == before["due_at"]).then_some(())
    })
    .await;
}

async fn merged_tickets_keep_the_earliest_clock(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &policy("Gold", 60)).await;
    let bot = world.bot().await;
    let first = opened(&world, &bot, 81, "Where is my money?").await;
    let earlier = clock(&world, first, "first_reply", "running").await;
    let second = opened(&world, &bot, 82, "The same as my colleague").await;
    clock(&world, second, "first_reply", "running").await;
    let merge = json!({ "into": second, "why": "" });
    put(&world, &format!("/api/tickets/{first}/merge"), &merge).await.ok();
    clock(&world, first, "first_reply", "cancelled").await;
    eventually("the earlier beginning counts", || async {
        let found = clock(&world, second, "first_reply", "running").await;
        (found["started_at"] == earlier["started_at"]).then_some(())
    })
    .await;
}

async fn what_nobody_planned_is_found(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    make(&world, &policy("Gold", 60)).await;
    let bot = world.bot().await;
    let ticket = opened(&world, &bot, 81, "Help").await;
    clock(&world, ticket, "first_reply", "running").await;
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    execute!(&mut tx, "delete from jobs where kind = 'sla.due'").expect("rows");
    execute!(&mut tx, "update jobs set run_at = 0 where kind = 'sla.sweep'").expect("rows");
    execute!(&mut tx, "update sla_clocks set due_at = due_at - 7200000, warn_at = null")
        .expect("rows");
    execute!(&mut tx, "update sla_clocks set running_since = running_since - 7200000")
        .expect("rows");
    tx.commit().await.expect("kept");
    db.close().await;
    eventually("the sweep finds it", || async {
        let found = clock(&world, ticket, "first_reply", "running").await;
        found["breached_at"].is_i64().then_some(())
    })
    .await;
}
