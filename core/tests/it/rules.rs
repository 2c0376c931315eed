//! Rules do by themselves what agents do, once each; macros do it when an agent says so.

use crate::harness::{Agent, Desk, Ground, Start, World, eventually};
use patchbay::{db::Db, execute};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_rule_labels_assigns_and_answers,
    a_loop_is_stopped,
    a_rule_that_stops_leaves_out_the_rest,
    a_rule_waits_for_a_time,
    what_was_done_is_done_once,
    past_tickets_are_looked_at_and_left_alone,
    admins_keep_rules,
    an_agent_runs_a_macro,
    what_the_database_refuses_is_undone_alone,
    macros_are_for_departments,
);

pub(crate) fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// Makes something, and gives it.
pub(crate) async fn made(who: &Agent, path: &str, draft: Value) -> Value {
    who.post(path, &draft).await.ok()
}

pub(crate) async fn rule(world: &World, draft: Value) -> Value {
    made(&world.admin, "/api/rules", draft).await
}

pub(crate) async fn label(who: &Agent, name: &str) -> i64 {
    let label = json!({ "name": name, "color": "#000000", "level": 0, "sla": 30 });
    let labels = who.post("/api/label/update", &json!({ "labelArray": [label] })).await.ok();
    let all = labels.as_array().expect("labels").clone();
    number(&all.iter().find(|label| label["name"] == name).expect("the label")["id"])
}

pub(crate) async fn user(world: &World, username: &str) -> i64 {
    let found = world.admin.get(&format!("/api/users?search={username}")).await.ok();
    number(&found["data"][0]["id"])
}

/// Opens a ticket with what a customer said.
pub(crate) async fn opened(who: &Agent, text: &str) -> i64 {
    let body = json!({ "name": "Mei", "email": "mei@customer.example", "message": text });
    let made = who.post("/api/tickets", &body).await;
    assert_eq!(made.status, 201, "{made:?}");
    number(&made.body["id"])
}

pub(crate) async fn info(who: &Agent, ticket: i64) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

async fn history(who: &Agent, ticket: i64) -> Vec<Value> {
    let list = who.get(&format!("/api/tickets/{ticket}/history")).await.ok();
    list["data"].as_array().expect("a list").clone()
}

pub(crate) async fn runs(world: &World, rule: &Value) -> Vec<Value> {
    let page = world.admin.get(&format!("/api/rules/{}/runs", rule["id"])).await.ok();
    page["data"].as_array().expect("runs").clone()
}

/// Waits until a rule has so many runs, and gives them, the newest first.
pub(crate) async fn ran(world: &World, rule: &Value, times: usize) -> Vec<Value> {
    eventually(&format!("{times} runs of {}", rule["name"]), || async move {
        Some(runs(world, rule).await).filter(|runs| runs.len() >= times)
    })
    .await
}

pub(crate) fn notes(messages: &[Value], text: &str) -> usize {
    let all = messages.iter().flat_map(|message| message["notes"].as_array().into_iter().flatten());
    all.filter(|note| note["text"] == text).count()
}

async fn a_rule_labels_assigns_and_answers(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let refund = label(&world.admin, "Refund").await;
    let sales = made(&world.admin, "/api/departments", json!({ "name": "Sales" })).await;
    let one = user(&world, "agent1").await;
    let rule = rule(
        &world,
        json!({
            "name": "Refunds", "when": "customer_message",
            "all": [{ "field": "text", "is": "contains", "value": "refund" }],
            "any": [
                { "field": "status", "is": "is", "value": "0" },
                { "field": "channel", "is": "is", "value": "NOTHING" },
            ],
            "then": [
                { "do": "label_add", "value": refund.to_string() },
                { "do": "department", "value": sales["id"].to_string() },
                { "do": "severity", "value": "H" },
                { "do": "note", "value": "Look at the order first" },
                { "do": "reply", "value": "Hello {{contact.name}}, we are on it." },
                { "do": "snooze", "value": "60" },
                { "do": "assignee", "value": one.to_string() },
            ],
        }),
    )
    .await;
    let bot = world.bot().await;
    bot.write(82, "Good morning").await;
    let other = number(&world.ticket_saying("Good morning").await["id"]);
    bot.write(81, "I want a REFUND").await;

    let done = ran(&world, &rule, 1).await;
    assert_eq!(done.len(), 1, "{done:?}");
    assert_eq!(
        (&done[0]["outcome"], &done[0]["event"]),
        (&json!("done"), &json!("customer_message"))
    );
    assert_eq!(done[0]["matched"].as_array().map(Vec::len), Some(2), "{done:?}");
    assert_eq!(done[0]["done"].as_array().map(Vec::len), Some(7), "{done:?}");
    let ticket = number(&done[0]["ticket_id"]);
    let now = info(&world.admin, ticket).await;
    assert_eq!(now["label"], format!("[{refund}]"));
    assert_eq!((&now["assignee"], &now["severity"]), (&json!("agent1"), &json!("H")));
    assert_eq!((&now["department_id"], &now["closed"]), (&sales["id"], &json!(1)));
    assert_eq!(now["ticket_number"], done[0]["ticket_number"]);

    let messages = world.one.messages(ticket).await;
    assert_eq!(notes(&messages, "Look at the order first"), 1);
    let answers: Vec<_> = messages.iter().filter(|m| m["direction"] == "out").collect();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["message"], "Hello Guest 81, we are on it.");
    assert_eq!(answers[0]["sender_name"], "Shop bot", "the customer is told by the desk");
    let steps = history(&world.admin, ticket).await;
    let by = format!("rule {}: Refunds", rule["id"]);
    for kind in ["labels", "department", "severity", "snooze", "status", "participants"] {
        let step = steps.iter().find(|step| step["kind"] == kind);
        assert_eq!(step.expect("a step")["by"], by, "{kind}");
    }
    assert!(history(&world.admin, other).await.is_empty(), "the other one is left alone");
    let listed = world.admin.get("/api/rules").await.ok();
    assert_eq!(listed[0]["runs"], 1);
    assert!(listed[0]["last_run_at"].is_i64(), "{listed}");
}

async fn a_loop_is_stopped(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let turn = |name: &str, from: &str, to: &str| {
        json!({
            "name": name, "when": "status",
            "all": [{ "field": "status", "is": "is", "value": from }],
            "then": [{ "do": "status", "value": to }],
        })
    };
    let back = rule(&world, turn("Back", "1", "0")).await;
    let forth = rule(&world, turn("Forth", "0", "1")).await;
    let ticket = opened(&world.one, "Hello").await;
    let body = json!({ "ticket_id": ticket, "status": 1 });
    world.one.post("/api/ticket/message", &body).await.ok();
    let seen = ran(&world, &back, 3).await;
    assert_eq!((&seen[0]["outcome"], &seen[0]["reason"]), (&json!("stopped"), &json!("itself")));
    assert_eq!((&seen[1]["outcome"], &seen[2]["outcome"]), (&json!("stopped"), &json!("done")));
    assert_eq!(runs(&world, &forth).await.len(), 1);
    assert_eq!(info(&world.admin, ticket).await["closed"], 1);
    let listed = world.admin.get("/api/rules").await.ok();
    assert_eq!((&listed[0]["runs"], &listed[1]["runs"]), (&json!(1), &json!(1)), "{listed}");
    // Somebody's own act begins anew.
    let body = json!({ "ticket_id": ticket, "status": 0 });
    world.one.post("/api/ticket/message", &body).await.ok();
    let seen = ran(&world, &forth, 3).await;
    assert_eq!(seen[0]["reason"], "itself");
}

async fn a_rule_that_stops_leaves_out_the_rest(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let grade = |name: &str, severity: &str, stop: bool| {
        json!({
            "name": name, "when": "opened", "stop": stop,
            "then": [{ "do": "severity", "value": severity }],
        })
    };
    let first = rule(&world, grade("First", "H", true)).await;
    let second = rule(&world, grade("Second", "L", false)).await;
    let ticket = opened(&world.one, "Hello").await;
    ran(&world, &first, 1).await;
    assert_eq!(info(&world.admin, ticket).await["severity"], "H");
    assert!(runs(&world, &second).await.is_empty());

    // The other way round both run, and the later one has the last word.
    let order = json!({ "ids": [second["id"], first["id"]] });
    let list = world.admin.call(Method::PUT, "/api/rules/order", Some(&order)).await.ok();
    assert_eq!(list[0]["id"], second["id"]);
    let off = json!({ "enabled": false });
    let ticket = opened(&world.one, "Again").await;
    ran(&world, &first, 2).await;
    assert_eq!(runs(&world, &second).await.len(), 1);
    assert_eq!(info(&world.admin, ticket).await["severity"], "H");

    // What happens while a rule is off is nothing to it, also afterwards.
    let path = format!("/api/rules/{}", second["id"]);
    world.admin.call(Method::PATCH, &path, Some(&off)).await.ok();
    opened(&world.one, "While it is off").await;
    ran(&world, &first, 3).await;
    world.admin.call(Method::PATCH, &path, Some(&json!({ "enabled": true }))).await.ok();
    opened(&world.one, "And on again").await;
    ran(&world, &first, 4).await;
    assert_eq!(runs(&world, &second).await.len(), 2);
}

async fn a_rule_waits_for_a_time(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let rule = rule(
        &world,
        json!({
            "name": "Nobody answered", "when": "since_customer", "minutes": 30,
            "all": [{ "field": "answered", "is": "is_not", "value": "yes" }],
            "then": [{ "do": "severity", "value": "H" }],
        }),
    )
    .await;
    let answered = opened(&world.one, "Good morning").await;
    world.one.reply(answered, "Good morning!").await;
    let waiting = opened(&world.one, "Hello").await;
    let db = Db::open(&world.ground.url()).await.expect("the database");
    eventually("both wait", || async {
        let mut tx = db.begin().await.expect("a transaction");
        let both = execute!(&mut tx, "update jobs set key = key where kind = 'rules.due'");
        tx.commit().await.expect("kept");
        Some(both.expect("rows")).filter(|rows| *rows == 2)
    })
    .await;
    // The half hour is over.
    let mut tx = db.begin().await.expect("a transaction");
    execute!(&mut tx, "update jobs set run_at = 1 where kind = 'rules.due'").expect("rows");
    tx.commit().await.expect("kept");
    let done = ran(&world, &rule, 1).await;
    assert_eq!(
        (&done[0]["ticket_id"], &done[0]["event"]),
        (&json!(waiting), &json!("since_customer"))
    );
    eventually("the other job ran as well", || async {
        let mut tx = db.begin().await.expect("a transaction");
        let left = execute!(&mut tx, "update jobs set key = key where kind = 'rules.due'");
        tx.commit().await.expect("kept");
        Some(left.expect("rows")).filter(|rows| *rows == 0)
    })
    .await;
    assert_eq!(runs(&world, &rule).await.len(), 1, "what was answered is left alone");
    assert_eq!(info(&world.admin, waiting).await["severity"], "H");
    assert_eq!(info(&world.admin, answered).await["severity"], "");
}

async fn what_was_done_is_done_once(ground: Ground) {
    let mut world = World::open(ground, Start::default()).await;
    let rule = rule(
        &world,
        json!({
            "name": "Greet", "when": "opened",
            "then": [{ "do": "note", "value": "Seen" }, { "do": "reply", "value": "Welcome" }],
        }),
    )
    .await;
    let first = opened(&world.one, "Hello").await;
    ran(&world, &rule, 1).await;
    world.desk.kill();
    // As if the log were read once more from its beginning.
    let db = Db::open(&world.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    execute!(&mut tx, "update log_offsets set seq = 0 where consumer = 'rules'").expect("a row");
    execute!(&mut tx, "update rules set since_seq = 0").expect("a row");
    tx.commit().await.expect("kept");
    db.close().await;
    world.desk = Desk::start(&world.ground, &Start::default());
    world.admin = world.admin.at(&world.desk.url);
    let one = world.one.at(&world.desk.url);
    opened(&one, "Good morning").await;
    ran(&world, &rule, 2).await;
    assert_eq!(runs(&world, &rule).await.len(), 2);
    let messages = one.messages(first).await;
    assert_eq!(notes(&messages, "Seen"), 1);
    assert_eq!(messages.iter().filter(|m| m["message"] == "Welcome").count(), 1);
}

async fn past_tickets_are_looked_at_and_left_alone(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    for text in ["I want a refund", "Hello", "Refund, please", "Good morning"] {
        opened(&world.one, text).await;
    }
    let all = world.admin.tickets().await;
    let tests = json!({ "all": [{ "field": "text", "is": "contains", "value": "refund" }] });
    let found = world.admin.post("/api/rules/trial", &tests).await.ok();
    assert_eq!((&found["looked"], &found["matched"]), (&json!(4), &json!(2)), "{found}");
    assert_eq!(found["tickets"][0]["title"], "Refund, please", "the newest first");
    assert!(found["next"].is_null());
    let mut older = tests.clone();
    older["before"] = found["tickets"][0]["number"].clone();
    let found = world.admin.post("/api/rules/trial", &older).await.ok();
    assert_eq!((&found["looked"], &found["matched"]), (&json!(2), &json!(1)), "{found}");
    let bad = json!({ "all": [{ "field": "age", "is": "contains", "value": "x" }] });
    let refused = world.admin.post("/api/rules/trial", &bad).await;
    refused.refused(422, "invalid");
    assert!(refused.body["error"]["fields"]["all.0.is"].is_string(), "{refused:?}");
    world.one.post("/api/rules/trial", &tests).await.refused(403, "forbidden");
    let nothing = world.outsider.post("/api/rules/trial", &tests).await.ok();
    assert_eq!(nothing["looked"], 0, "another client's tickets are not looked at");
    assert_eq!(world.admin.tickets().await, all, "nothing was changed");
}

async fn admins_keep_rules(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let theirs = label(&world.outsider, "Theirs").await;
    let deed = |value: i64| json!([{ "do": "label_add", "value": value.to_string() }]);
    let draft = |then: Value| json!({ "name": "Mark", "when": "opened", "then": then });
    world.one.post("/api/rules", &draft(deed(1))).await.refused(403, "forbidden");
    let unknown = world.admin.post("/api/rules", &draft(deed(987_650_001))).await;
    assert!(unknown.body["error"]["fields"]["then.0.value"].is_string(), "{unknown:?}");
    let foreign = world.admin.post("/api/rules", &draft(deed(theirs))).await;
    assert_eq!(foreign, unknown, "another client's label is like none");
    for (wrong, field) in [
        (json!({ "name": " ", "when": "opened", "then": [{ "do": "spam" }] }), "name"),
        (json!({ "name": "x", "then": [{ "do": "spam" }] }), "when"),
        (json!({ "name": "x", "when": "since_answer", "then": [{ "do": "spam" }] }), "minutes"),
        (json!({ "name": "x", "when": "opened", "then": [] }), "then"),
        (
            json!({ "name": "x", "when": "opened", "then": [{ "do": "reply", "value": "{{no}}" }] }),
            "then.0.value",
        ),
    ] {
        let refused = world.admin.post("/api/rules", &wrong).await;
        refused.refused(422, "invalid");
        assert!(refused.body["error"]["fields"][field].is_string(), "{refused:?}");
    }
    let made = rule(&world, draft(json!([{ "do": "severity", "value": "M" }]))).await;
    let path = format!("/api/rules/{}", made["id"]);
    let unknown = "/api/rules/987650001";
    for (method, more, body) in [
        (Method::PATCH, "", Some(json!({ "name": "Taken" }))),
        (Method::GET, "/runs", None),
        (Method::DELETE, "", None),
    ] {
        let ask = |who: &Agent, path: &str| {
            let (who, method, body) = (who.clone(), method.clone(), body.clone());
            let path = format!("{path}{more}");
            async move { who.call(method, &path, body.as_ref()).await }
        };
        ask(&world.one, &path).await.refused(403, "forbidden");
        let nothing = ask(&world.outsider, unknown).await;
        nothing.refused(404, "not_found");
        assert_eq!(ask(&world.outsider, &path).await, nothing);
    }
    let order = json!({ "ids": [made["id"]] });
    let foreign = world.outsider.call(Method::PUT, "/api/rules/order", Some(&order)).await;
    foreign.refused(404, "not_found");
    let none = json!({ "ids": [] });
    let refused = world.admin.call(Method::PUT, "/api/rules/order", Some(&none)).await;
    refused.refused(409, "conflict");

    let change = json!({ "name": "Grade", "stop": true });
    let changed = world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
    assert_eq!((&changed["name"], &changed["stop"]), (&json!("Grade"), &json!(true)));
    assert_eq!(changed["then"], made["then"], "what is absent stays");
    assert_eq!(world.admin.call(Method::PATCH, &path, Some(&change)).await.ok(), changed);
    world.admin.call(Method::DELETE, &path, None).await.ok();
    world.admin.call(Method::DELETE, &path, None).await.refused(404, "not_found");
    let entries = world.admin.get("/api/audit").await.ok();
    let acts: Vec<_> = (0..3).map(|at| entries["data"][at]["action"].clone()).collect();
    assert_eq!(acts, ["rule_removed", "rule_changed", "rule_created"], "{entries}");
}

async fn an_agent_runs_a_macro(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let old = label(&world.admin, "Old").await;
    let draft = json!({ "name": "Take it", "then": [
        { "do": "assignee", "value": "me" },
        { "do": "label_add", "value": old.to_string() },
        { "do": "note", "value": "Taken" },
        { "do": "reply", "value": "I am {{agent.name}}, about {{ticket.number}}" },
        { "do": "status", "value": "1" },
    ] });
    world.one.post("/api/macros", &draft).await.refused(403, "forbidden");
    let one = made(&world.admin, "/api/macros", draft).await;
    let path = format!("/api/macros/{}/run", one["id"]);
    // A label that has gone meanwhile.
    let gone = json!({ "labelArray": [], "delete": [old] });
    world.admin.post("/api/label/update", &gone).await.ok();
    let (first, second) =
        (opened(&world.one, "Hello").await, opened(&world.one, "Good morning").await);
    let given = opened(&world.admin, "Not for you").await;
    let two = json!({ "participants": ["agent2"] });
    let participants = format!("/api/tickets/{given}/participants");
    world.admin.call(Method::PUT, &participants, Some(&two)).await.ok();

    let asked = json!({ "tickets": [first, second, given, 987_650_001], "run_id": "r1" });
    let done = world.one.post(&path, &asked).await.ok();
    let outcomes: Vec<_> = (0..4).map(|at| done["runs"][at]["outcome"].clone()).collect();
    assert_eq!(outcomes, ["partly", "partly", "failed", "failed"], "{done}");
    let steps = done["runs"][0]["done"].as_array().expect("steps");
    let wrong: Vec<_> = steps.iter().filter(|step| step["error"].is_string()).collect();
    assert_eq!(wrong.len(), 1, "the others are done all the same: {done}");
    assert_eq!(wrong[0]["do"], "label_add");
    let why = |at: usize| done["runs"][at]["done"][0]["error"].as_str().expect("a reason");
    assert_eq!((why(2), why(3)), ("You cannot read this conversation.", "Not found."));
    for ticket in [first, second] {
        let now = info(&world.one, ticket).await;
        assert_eq!((&now["assignee"], &now["closed"]), (&json!("agent1"), &json!(1)));
        let by = history(&world.one, ticket).await;
        assert!(by.iter().all(|step| step["by"] == "agent1"), "{by:?}");
    }
    assert_eq!(info(&world.admin, given).await["closed"], 0);

    // The same run again does nothing more.
    let again = world.one.post(&path, &asked).await.ok();
    assert_eq!(again, done);
    let messages = world.one.messages(first).await;
    assert_eq!(notes(&messages, "Taken"), 1);
    let answers: Vec<_> = messages.iter().filter(|m| m["direction"] == "out").collect();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["sender"], "agent1");
    for wrong in [json!({ "tickets": [], "run_id": "x" }), json!({ "tickets": [1], "run_id": "" })]
    {
        world.one.post(&path, &wrong).await.refused(422, "invalid");
    }
    let listed = world.one.get("/api/macros").await.ok();
    assert_eq!(listed[0]["runs"], 2);
}

async fn what_the_database_refuses_is_undone_alone(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    bot.write(81, "Hello").await;
    let closed = number(&world.ticket_saying("Hello").await["id"]);
    let body = json!({ "ticket_id": closed, "status": 3 });
    world.one.post("/api/ticket/message", &body).await.ok();
    bot.write(81, "Once more").await;
    world.ticket_saying("Once more").await;
    // The conversation has a newer ticket, so this one cannot be opened.
    let then = json!([
        { "do": "note", "value": "Before" },
        { "do": "status", "value": "0" },
        { "do": "severity", "value": "H" },
    ]);
    let draft = json!({ "name": "Open again", "then": then });
    let one = made(&world.admin, "/api/macros", draft).await;
    let asked = json!({ "tickets": [closed], "run_id": "r1" });
    let done = world.one.post(&format!("/api/macros/{}/run", one["id"]), &asked).await.ok();
    let steps = done["runs"][0]["done"].as_array().expect("steps").clone();
    let refused: Vec<_> = steps.iter().map(|step| step["error"].is_string()).collect();
    assert_eq!(refused, [false, true, false], "{done}");
    let now = info(&world.admin, closed).await;
    assert_eq!((&now["closed"], &now["severity"]), (&json!(3), &json!("H")));
    let messages = world.admin.messages(closed).await;
    assert_eq!(notes(&messages, "Before"), 1);
    let opened = messages.iter().filter(|m| m["message"].to_string().contains("to Open"));
    assert_eq!(opened.count(), 0, "no line says what did not happen");
}

async fn macros_are_for_departments(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let member = user(&world, "agent1").await;
    let sales = json!({ "name": "Sales", "members": [member] });
    let sales = made(&world.admin, "/api/departments", sales).await;
    let then = json!([{ "do": "severity", "value": "H" }]);
    let draft = json!({ "name": "Grave", "departments": [sales["id"]], "then": then });
    let one = made(&world.admin, "/api/macros", draft.clone()).await;
    let foreign = world.outsider.post("/api/macros", &draft).await;
    foreign.refused(422, "invalid");
    let all = json!({ "name": "Any", "then": then });
    made(&world.admin, "/api/macros", all).await;
    for (who, count) in [(&world.admin, 2), (&world.one, 2), (&world.two, 1), (&world.outsider, 0)]
    {
        let list = who.get("/api/macros").await.ok();
        assert_eq!(list.as_array().map(Vec::len), Some(count), "{} {list}", who.username);
    }
    let ticket = opened(&world.one, "Hello").await;
    let asked = json!({ "tickets": [ticket], "run_id": "r1" });
    let path = format!("/api/macros/{}", one["id"]);
    let run = format!("{path}/run");
    let unknown = world.two.post("/api/macros/987650001/run", &asked).await;
    unknown.refused(404, "not_found");
    assert_eq!(world.two.post(&run, &asked).await, unknown, "not theirs is like none");
    assert_eq!(world.outsider.post(&run, &asked).await, unknown);
    assert_eq!(world.one.post(&run, &asked).await.ok()["runs"][0]["outcome"], "done");

    world.one.call(Method::PATCH, &path, Some(&json!({}))).await.refused(403, "forbidden");
    let open = json!({ "departments": [] });
    let changed = world.admin.call(Method::PATCH, &path, Some(&open)).await.ok();
    assert_eq!((&changed["departments"], &changed["then"]), (&json!([]), &then));
    world.two.post(&run, &asked).await.ok();
    let foreign = world.outsider.call(Method::DELETE, &path, None).await;
    foreign.refused(404, "not_found");
    world.admin.call(Method::DELETE, &path, None).await.ok();
    world.admin.call(Method::DELETE, &path, None).await.refused(404, "not_found");
}
