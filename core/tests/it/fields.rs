//! Custom fields: kept by admins, filled in by agents and rules, asked for before a ticket is closed.

use crate::{
    harness::{Agent, Answer, Ground, Start, World},
    rules::{number, opened, rule},
};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    admins_keep_the_fields,
    fields_have_an_order_and_a_bound,
    an_agent_fills_a_field_in,
    what_cannot_stand_in_a_field_is_refused,
    what_was_archived_stays_readable,
    a_ticket_is_not_closed_without_what_is_needed,
    lists_are_narrowed_to_choices,
    rules_look_at_fields_and_fill_them_in,
);

async fn field(world: &World, draft: Value) -> Value {
    let made = world.admin.post("/api/custom-fields", &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.body
}

async fn colour(world: &World) -> i64 {
    let choices = json!([{ "label": "Red" }, { "label": "Blue" }, { "label": "Green" }]);
    let draft = json!({ "kind": "choice", "label": "Colour", "choices": choices });
    number(&field(world, draft).await["id"])
}

async fn set(who: &Agent, ticket: i64, field: i64, value: Value) -> Answer {
    let path = format!("/api/tickets/{ticket}/fields/{field}");
    who.call(Method::PUT, &path, Some(&json!({ "value": value }))).await
}

async fn change(who: &Agent, field: i64, draft: Value) -> Answer {
    who.call(Method::PATCH, &format!("/api/custom-fields/{field}"), Some(&draft)).await
}

async fn values(who: &Agent, ticket: i64) -> Vec<(i64, Value)> {
    let got = who.get(&format!("/api/tickets/{ticket}/fields")).await.ok();
    let list = got["data"].as_array().expect("a list");
    list.iter().map(|one| (number(&one["field_id"]), one["value"].clone())).collect()
}

async fn history(who: &Agent, ticket: i64) -> Vec<Value> {
    let got = who.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    let list = got["data"].as_array().expect("a list");
    list.iter().filter(|step| step["kind"] == "field").cloned().collect()
}

async fn status(who: &Agent, ticket: i64, status: i64) -> Answer {
    who.post("/api/ticket/message", &json!({ "ticket_id": ticket, "status": status })).await
}

async fn admins_keep_the_fields(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let agent = world.desk.sign_in("agent1", "agent").await;
    let mut socket = agent.live().await;
    let draft = json!({ "kind": "choice", "label": " Colour ", "help": "Of the box", "choices": [{ "label": "Red" }] });
    let made = field(&world, draft.clone()).await;
    let id = number(&made["id"]);
    assert_eq!((&made["label"], &made["kind"]), (&json!("Colour"), &json!("choice")));
    assert_eq!(made["choices"], json!([{ "id": 1, "label": "Red", "archived": false }]));
    socket.event("customFieldsChanged").await;
    let list = agent.get("/api/custom-fields").await.ok();
    assert_eq!(list, json!([made]), "agents see them");

    for (method, path) in [
        (Method::POST, "/api/custom-fields".to_owned()),
        (Method::PATCH, format!("/api/custom-fields/{id}")),
        (Method::PUT, "/api/custom-fields/order".to_owned()),
    ] {
        let body = json!({ "kind": "text", "label": "x", "ids": [id] });
        assert_eq!(agent.call(method, &path, Some(&body)).await.status, 403);
    }
    for bad in [json!({ "label": "x" }), json!({ "kind": "text" }), json!({ "kind": "odd" })] {
        assert_eq!(world.admin.post("/api/custom-fields", &bad).await.status, 422, "{bad}");
    }
    assert_eq!(change(&world.admin, 987_654, json!({})).await.status, 404);
    assert_eq!(change(&world.outsider, id, json!({ "label": "Mine" })).await.status, 404);
    assert_eq!(world.outsider.get("/api/custom-fields?archived=1").await.ok(), json!([]));
    assert_eq!(change(&world.admin, id, json!({ "kind": "text" })).await.status, 422);

    let draft = json!({ "required": true, "choices": [{ "label": "Blue" }] });
    let changed = change(&world.admin, id, draft.clone()).await.ok();
    let choices = json!([
        { "id": 2, "label": "Blue", "archived": false },
        { "id": 1, "label": "Red", "archived": true },
    ]);
    assert_eq!((&changed["required"], &changed["choices"]), (&json!(true), &choices));
    let same = json!({ "required": true, "choices": choices });
    assert_eq!(change(&world.admin, id, same).await.ok(), changed, "the same again");
    let audit = world.admin.get("/api/audit").await.ok();
    let acts: Vec<&Value> = audit["data"].as_array().expect("a list").iter().collect();
    let of = |action: &str| acts.iter().filter(|act| act["action"] == action).count();
    assert_eq!((of("custom_field_created"), of("custom_field_changed")), (1, 1), "{acts:#?}");
}

async fn fields_have_an_order_and_a_bound(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut ids = vec![];
    for at in 0..50 {
        let made = field(&world, json!({ "kind": "text", "label": format!("Field {at}") })).await;
        ids.push(number(&made["id"]));
    }
    let more = json!({ "kind": "text", "label": "One more" });
    assert_eq!(world.admin.post("/api/custom-fields", &more).await.status, 409);
    change(&world.admin, ids[0], json!({ "archived": true })).await.ok();
    field(&world, more).await;
    let back = change(&world.admin, ids[0], json!({ "archived": false })).await;
    assert_eq!(back.status, 409, "there is no room for it any more");

    let order = async |ids: &[i64]| {
        let body = json!({ "ids": ids });
        world.admin.call(Method::PUT, "/api/custom-fields/order", Some(&body)).await
    };
    let list = world.admin.get("/api/custom-fields").await.ok();
    let mut now: Vec<i64> =
        list.as_array().expect("a list").iter().map(|field| number(&field["id"])).collect();
    assert_eq!(now[..49], ids[1..]);
    now.reverse();
    for _ in 0..2 {
        let ordered = order(&now).await.ok();
        assert_eq!(ordered[0]["label"], "One more");
        assert_eq!(ordered[49]["id"], ids[1]);
    }
    assert_eq!(order(&now[1..]).await.status, 409);
    assert_eq!(order(&[987_654]).await.status, 404);
    let body = json!({ "ids": now });
    let foreign = world.outsider.call(Method::PUT, "/api/custom-fields/order", Some(&body)).await;
    assert_eq!(foreign.status, 404);
}

async fn an_agent_fills_a_field_in(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (first, second) =
        (world.desk.sign_in("agent1", "agent").await, world.desk.sign_in("agent2", "agent").await);
    let ticket = opened(&first, "Where is my box?").await;
    let (colour, order) = (
        colour(&world).await,
        number(&field(&world, json!({ "kind": "text", "label": "Order" })).await["id"]),
    );
    let mut socket = second.live().await;
    assert_eq!(values(&first, ticket).await, []);
    let done = set(&first, ticket, order, json!(" A-17 ")).await.ok();
    assert_eq!((&done["data"]["value"], &done["data"]["by"]), (&json!("A-17"), &json!("agent1")));
    let told = socket.event("ticketFieldChanged").await;
    assert_eq!((&told["ticket_id"], &told["field_id"]), (&json!(ticket), &json!(order)));
    assert_eq!((&told["value"], &told["by"]), (&json!("A-17"), &json!("agent1")));
    let again = set(&second, ticket, order, json!("A-17")).await.ok();
    assert_eq!(again["data"]["by"], "agent1", "the same again changes nothing");
    set(&second, ticket, colour, json!(2)).await.ok();
    set(&second, ticket, order, Value::Null).await.ok();
    set(&second, ticket, order, json!("")).await.ok();
    assert_eq!(values(&first, ticket).await, [(colour, json!(2))]);

    let steps = history(&first, ticket).await;
    let said = |at: usize, side: &str| -> Value {
        serde_json::from_str(steps[at][side].as_str().expect("a text")).expect("JSON")
    };
    assert_eq!(steps.len(), 3, "{steps:#?}");
    assert_eq!(said(0, "before"), json!({ "field": order, "label": "Order", "value": "A-17" }));
    assert_eq!(said(0, "after")["value"], "");
    assert_eq!(said(1, "after"), json!({ "field": colour, "label": "Colour", "value": "Blue" }));
    assert_eq!(steps[2]["by"], "agent1");
}

async fn what_cannot_stand_in_a_field_is_refused(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let agent = world.desk.sign_in("agent1", "agent").await;
    let ticket = opened(&agent, "Hello").await;
    let colour = colour(&world).await;
    for bad in [json!(9), json!("x"), json!([1]), json!({}), json!(true)] {
        let answer = set(&agent, ticket, colour, bad.clone()).await;
        assert_eq!(answer.status, 422, "{bad}");
        assert!(answer.body["error"]["fields"]["value"].is_string(), "{answer:?}");
    }
    assert_eq!(set(&agent, ticket, 987_654, json!(1)).await.status, 404);
    assert_eq!(set(&agent, 987_654, colour, json!(1)).await.status, 404);
    let foreign = set(&world.outsider, ticket, colour, json!(1)).await;
    assert_eq!(foreign, set(&world.outsider, 987_654, colour, json!(1)).await);
    assert_eq!(foreign.status, 404);
    let path = format!("/api/tickets/{ticket}/fields");
    assert_eq!(world.outsider.get(&path).await.status, 404);
    // A field of another client on one's own ticket is as unknown.
    let theirs = opened(&world.outsider, "Mine").await;
    assert_eq!(set(&world.outsider, theirs, colour, json!(1)).await.status, 404);
    // Who does not take part in a ticket does not see it, and so fills nothing in.
    let (path, body) =
        (format!("/api/tickets/{ticket}/participants"), json!({ "participants": ["agent2"] }));
    world.admin.call(Method::PUT, &path, Some(&body)).await.ok();
    assert_eq!(set(&agent, ticket, colour, json!(1)).await.status, 403);
    assert_eq!(values(&world.admin, ticket).await, []);
}

async fn what_was_archived_stays_readable(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let ticket = opened(&world.admin, "Hello").await;
    let colour = colour(&world).await;
    set(&world.admin, ticket, colour, json!(1)).await.ok();
    let draft = json!({ "choices": [{ "id": 2, "label": "Blue" }] });
    change(&world.admin, colour, draft).await.ok();
    assert_eq!(set(&world.admin, ticket, colour, json!(1)).await.status, 200, "it has it already");
    let other = opened(&world.admin, "Hello too").await;
    assert_eq!(set(&world.admin, other, colour, json!(1)).await.status, 422);
    for _ in 0..2 {
        change(&world.admin, colour, json!({ "archived": true })).await.ok();
    }
    assert_eq!(values(&world.admin, ticket).await, [(colour, json!(1))]);
    assert_eq!(world.admin.get("/api/custom-fields").await.ok(), json!([]));
    let all = world.admin.get("/api/custom-fields?archived=1").await.ok();
    assert_eq!(all[0]["choices"][1]["label"], "Red", "its name can still be read");
    assert_eq!(set(&world.admin, ticket, colour, json!(2)).await.status, 409);
    change(&world.admin, colour, json!({ "archived": false })).await.ok();
    assert_eq!(set(&world.admin, ticket, colour, json!(2)).await.status, 200);
    let audit = world.admin.get("/api/audit?action=custom_field_archived").await.ok();
    assert_eq!(audit["data"].as_array().map(Vec::len), Some(1), "{audit}");
}

async fn a_ticket_is_not_closed_without_what_is_needed(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let agent = world.desk.sign_in("agent1", "agent").await;
    let ticket = opened(&agent, "Hello").await;
    let draft = json!({ "kind": "text", "label": "Order", "required": true });
    let order = number(&field(&world, draft).await["id"]);
    let draft = json!({ "kind": "checkbox", "label": "Refunded", "required": true });
    let refunded = number(&field(&world, draft).await["id"]);

    let refused = status(&agent, ticket, 3).await;
    assert_eq!(refused.status, 422, "{refused:?}");
    let error = &refused.body["error"];
    assert_eq!(error["message"], "Fill in “Order”, “Refunded” before this ticket is closed.");
    assert!(error["fields"][format!("fields.{order}")].is_string(), "{error}");
    assert_eq!(status(&agent, ticket, 2).await.status, 422);
    let answer = json!({ "ticket_id": ticket, "message": "Bye", "closed": 3, "queue_id": "q-1" });
    let refused = agent.post("/api/ticket/message/reply", &answer).await;
    assert_eq!(refused.status, 422, "{refused:?}");
    let said = agent.messages(ticket).await;
    assert!(said.iter().all(|message| message["message"] != "Bye"), "nothing of it was kept");
    assert_eq!(status(&agent, ticket, 1).await.status, 200, "it may wait");

    set(&agent, ticket, order, json!("A-17")).await.ok();
    let refused = status(&agent, ticket, 3).await;
    let text = "Fill in “Refunded” before this ticket is closed.";
    assert_eq!(refused.body["error"]["message"], text);
    set(&agent, ticket, refunded, json!(true)).await.ok();
    status(&agent, ticket, 3).await.ok();
    status(&agent, ticket, 3).await.ok();

    // What is merged into another ticket goes on there, and spam is asked nothing.
    let other = opened(&agent, "Hello too").await;
    status(&agent, ticket, 0).await.ok();
    let (path, into) = (format!("/api/tickets/{other}/merge"), json!({ "into": ticket }));
    agent.call(Method::PUT, &path, Some(&into)).await.ok();
    let spam = opened(&agent, "Buy now").await;
    assert_eq!(status(&agent, spam, 5).await.status, 200);
}

async fn lists_are_narrowed_to_choices(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let colour = colour(&world).await;
    let choices = json!([{ "label": "Mail" }, { "label": "Shop" }]);
    let draft = json!({ "kind": "multi_choice", "label": "Source", "choices": choices });
    let source = number(&field(&world, draft).await["id"]);
    let vip = number(&field(&world, json!({ "kind": "checkbox", "label": "VIP" })).await["id"]);
    let mut tickets = vec![];
    for text in ["a", "b", "c", "d"] {
        tickets.push(opened(admin, text).await);
    }
    let [a, b, c, d] = tickets[..] else { panic!("four") };
    for (ticket, field, value) in [
        (a, colour, json!(1)),
        (b, colour, json!(2)),
        (c, colour, json!(2)),
        (a, source, json!([1, 2])),
        (b, source, json!([2])),
        (b, vip, json!(true)),
    ] {
        set(admin, ticket, field, value).await.ok();
    }
    let list = async |filter: &str| {
        let path = format!("/api/ticket/load/-/all/ticket/0?fieldFilter={filter}");
        let page = admin.get(&path).await.ok();
        let rows = page["data"].as_array().expect("rows");
        assert_eq!(page["count"].as_i64(), i64::try_from(rows.len()).ok(), "{filter}");
        let mut ids: Vec<i64> = rows.iter().map(|row| number(&row["id"])).collect();
        ids.sort_unstable();
        ids
    };
    for (filter, expected) in [
        (format!("{colour}:2"), vec![b, c]),
        (format!("{colour}:1,{colour}:2"), vec![a, b, c]),
        (format!("{colour}:0"), vec![d]),
        (format!("{source}:2"), vec![a, b]),
        (format!("{source}:1,{source}:2"), vec![a, b]),
        (format!("{colour}:2,{source}:2"), vec![b]),
        (format!("{colour}:2,{source}:0"), vec![c]),
        (format!("{vip}:1"), vec![b]),
        (format!("{vip}:0,{source}:0"), vec![c, d]),
        (format!("{colour}:3"), vec![]),
        ("987654:1".into(), vec![]),
        (String::new(), vec![a, b, c, d]),
    ] {
        assert_eq!(list(&filter).await, expected, "{filter}");
    }
    set(admin, b, colour, Value::Null).await.ok();
    assert_eq!(list(&format!("{colour}:2")).await, [c]);
    for bad in ["x", "1", "1:x", "1:0,1:2"] {
        let path = format!("/api/ticket/load/-/all/ticket/0?fieldFilter={bad}");
        assert_eq!(admin.get(&path).await.status, 422, "{bad}");
    }
    let path = format!("/api/ticket/load/-/all/ticket/0?fieldFilter={colour}:2");
    assert_eq!(world.outsider.get(&path).await.ok()["data"], json!([]));
}

async fn rules_look_at_fields_and_fill_them_in(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let colour = colour(&world).await;
    let draft = json!({ "kind": "multi_choice", "label": "Source", "choices": [{ "label": "Mail" }, { "label": "Shop" }] });
    let source = number(&field(&world, draft).await["id"]);
    let test = |is: &str, value: &str| json!({ "field": "custom", "custom": colour, "is": is, "value": value });
    let deed = |value: &str| json!({ "do": "custom", "custom": source, "value": value });
    for (all, then) in [
        (test("contains", "2"), deed("1")),
        (test("is", "9"), deed("1")),
        (test("is", "2"), deed("3")),
        (test("is", "2"), json!({ "do": "custom", "value": "1" })),
        (json!({ "field": "custom", "is": "is", "value": "2" }), deed("1")),
    ] {
        let draft = json!({ "name": "No", "when": "severity", "all": [all], "then": [then] });
        assert_eq!(world.admin.post("/api/rules", &draft).await.status, 422, "{draft}");
    }
    let draft = json!({ "name": "Fill in", "when": "severity", "all": [test("is", "2")], "then": [deed("2,1")] });
    rule(&world, draft).await;
    let (blue, red) = (opened(&world.admin, "Blue").await, opened(&world.admin, "Red").await);
    set(&world.admin, blue, colour, json!(2)).await.ok();
    set(&world.admin, red, colour, json!(1)).await.ok();
    let tests = json!({ "all": [test("is", "2")], "any": [] });
    let trial = world.admin.post("/api/rules/trial", &tests).await.ok();
    assert_eq!((&trial["matched"], &trial["tickets"][0]["id"]), (&json!(1), &json!(blue)));
    let mut socket = world.admin.live().await;
    for ticket in [red, blue] {
        let body = json!({ "id": ticket, "priority": "H", "type": "ticket" });
        world.admin.post("/api/ticket/priority", &body).await.ok();
    }
    let told = socket.event("ticketFieldChanged").await;
    assert_eq!((&told["ticket_id"], &told["value"]), (&json!(blue), &json!([1, 2])));
    assert_eq!(values(&world.admin, red).await, [(colour, json!(1))]);
}
