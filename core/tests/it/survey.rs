//! Surveys: kept by admins, sent after the closing, answered by whoever has the link.

use crate::harness::{Agent, Answer, Ground, Socket, Start, Whole, World, eventually};
use patchbay::{db::Db, execute};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    a_customer_is_asked_after_the_closing_and_answers,
    admins_keep_the_surveys,
    nobody_is_asked_where_something_speaks_against_it,
    an_agent_sends_a_survey_by_hand,
    a_closed_window_keeps_the_survey_back,
    a_killed_server_asks_once,
    a_link_has_a_brake_and_an_end,
);

fn survey(more: Value) -> Value {
    let mut survey = json!({
        "name": "After closing",
        "words": {
            "en": { "title": "How did we do?", "intro": "Two questions.", "invite": "Hello {{contact.name}}, please tell us:", "thanks": "See you." },
            "ms": { "title": "Bagaimana?", "invite": "Sila beritahu kami:" },
        },
        "questions": [
            { "kind": "rating", "look": "faces", "required": true, "texts": { "en": "Overall?", "ms": "Keseluruhan?" } },
            { "kind": "choice", "texts": { "en": "Solved?", "ms": "Selesai?" }, "choices": [
                { "texts": { "en": "Yes", "ms": "Ya" } }, { "texts": { "en": "No", "ms": "Tidak" } },
            ] },
            { "kind": "text", "texts": { "en": "Anything else?", "ms": "Lain-lain?" } },
        ],
    });
    survey.as_object_mut().expect("object").extend(more.as_object().expect("object").clone());
    survey
}

async fn keep(admin: &Agent, more: Value) -> Value {
    let made = admin.post("/api/surveys", &survey(more)).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.body
}

async fn set(who: &Agent, ticket: i64, status: i64) {
    let body = json!({ "ticket_id": ticket, "status": status, "sender": "server" });
    who.post("/api/ticket/message", &body).await.ok();
}

/// The next word that a survey of this ticket stands like this.
async fn told(socket: &mut Socket, ticket: i64, state: &str) -> Value {
    let is = |data: &Value| data["ticket_id"] == ticket && data["survey"]["state"] == state;
    socket.wait("surveyChanged", is).await["survey"].clone()
}

fn id(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("an id: {value}"))
}

/// The call behind the link of a message.
fn call(text: &str) -> String {
    let token = text.rsplit("/survey/").next().expect("a link");
    assert_eq!(token.len(), 32, "{text}");
    format!("/api/survey/{token}")
}

/// The texts with links that the phone of a customer shows.
async fn links(world: &World, user: i64) -> Vec<String> {
    let said = world.simulator.bot_said(user).await;
    said.into_iter().filter(|text| text.contains("/survey/")).collect()
}

async fn link(world: &World, user: i64, count: usize) -> String {
    let all = eventually("the phone gets the link", || async {
        Some(links(world, user).await).filter(|links| links.len() >= count)
    });
    all.await[count - 1].clone()
}

fn fields(answer: &Answer) -> Vec<String> {
    answer.refused(422, "invalid");
    answer.body["error"]["fields"].as_object().expect("fields").keys().cloned().collect()
}

async fn ticket(world: &World, user: i64, text: &str) -> i64 {
    world.simulator.write(user, &format!("Guest {user}"), json!({ "text": text })).await;
    id(&world.ticket_saying(text).await["id"])
}

async fn a_customer_is_asked_after_the_closing_and_answers(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await;
    let made = keep(&world.admin, json!({})).await;
    let one = ticket(&world, 81, "My lamp flickers").await;
    let mut other = world.two.live().await;
    set(&world.one, one, 2).await;
    set(&world.one, one, 3).await;
    let sent = told(&mut other, one, "sent").await;
    assert_eq!((&sent["survey"], &sent["survey_id"]), (&json!("After closing"), &made["id"]));
    let text = link(&world, 81, 1).await;
    assert!(text.starts_with("Hello Guest 81, please tell us:\n\nhttp"), "{text}");
    let shown = world.one.messages(one).await;
    let last = shown.last().expect("a message");
    assert_eq!((&last["automatic"], &last["direction"]), (&json!(true), &json!("out")));
    let info = world.one.get(&format!("/api/ticket/info/-/{one}")).await.ok();
    assert_eq!(info["data"]["closed"], 3, "it stays closed");

    // The page has what the customer needs, and nothing of the desk's own.
    let (path, stranger) = (call(&text), Agent::nobody(&world.desk.url));
    let page = stranger.get(&path).await.ok();
    assert_eq!((&page["answered"], &page["language"]), (&json!(false), &json!("en")));
    assert_eq!(page["words"]["en"]["title"], "How did we do?");
    assert!(page["words"]["en"].get("invite").is_none() && page.get("name").is_none(), "{page}");
    assert_eq!(
        page["questions"][1]["choices"][0],
        json!({ "id": "c1", "texts": { "en": "Yes", "ms": "Ya" } })
    );
    assert_eq!(world.one.get(&path).await.ok(), page, "logged in it is the same");

    assert_eq!(
        fields(&stranger.post(&path, &json!({ "answers": { "q2": "c9" } })).await),
        ["q1", "q2"]
    );
    let answers = json!({ "answers": { "q1": 4, "q2": "c1", "q3": "=Quick and kind" } });
    for _ in 0..2 {
        stranger.post(&path, &answers).await.ok();
    }
    let answered = other.wait("surveyChanged", |data| data["survey"]["rating"] == 4).await;
    let answered = &answered["survey"];
    assert_eq!(answered["comment"], "=Quick and kind");
    assert_eq!(
        answered["answers"][1],
        json!({ "question": "Solved?", "kind": "choice", "look": "stars", "answer": "Yes" })
    );
    let page = stranger.get(&path).await.ok();
    assert_eq!((&page["answered"], &page["answers"]), (&json!(true), &answers["answers"]));

    // Until it is over, a later answer takes the place of the earlier one.
    stranger.post(&path, &json!({ "answers": { "q1": 2 } })).await.ok();
    let again = other.wait("surveyChanged", |data| data["survey"]["rating"] == 2).await;
    assert_eq!(again["survey"]["answered_at"], answered["answered_at"]);
    let list = world.two.get(&format!("/api/tickets/{one}/survey")).await.ok();
    assert_eq!(list, json!([again["survey"]]));
    let history = world.two.get(&format!("/api/tickets/{one}/history")).await.ok();
    let steps: Vec<(&str, &str, &str)> = history["data"]
        .as_array()
        .expect("steps")
        .iter()
        .filter(|step| step["kind"].as_str().is_some_and(|kind| kind.starts_with("survey")))
        .map(|step| {
            let text = |name: &str| step[name].as_str().expect("a text");
            (text("kind"), text("before"), text("after"))
        })
        .collect();
    let expected =
        [("survey_answer", "4", "2"), ("survey_answer", "", "4"), ("survey", "", "sent")];
    assert_eq!(steps, expected, "{history}");

    // The report, the list and the table, for those who may see them.
    let csat = world.admin.get("/api/report/csat?startDate=2020-01-01").await.ok();
    assert_eq!(csat["data"][1], json!({ "rating": 2, "count": 1 }));
    assert_eq!((&csat["result"], &csat["average"]), (&json!("success"), &json!(2.0)));
    let past = "/api/report/csat?startDate=2020-01-01&endDate=2020-12-31";
    assert_eq!(world.admin.get(past).await.ok()["average"], Value::Null);
    world.admin.get("/api/report/csat?startDate=soon").await.refused(422, "invalid");
    world.one.get("/api/report/csat").await.refused(403, "forbidden");
    assert_eq!(world.outsider.get("/api/report/csat").await.ok()["average"], Value::Null);
    let found = world.admin.get("/api/survey-answers").await.ok();
    assert_eq!((&found["data"][0]["id"], &found["more"]), (&again["survey"]["id"], &json!(false)));
    for nothing in ["rating=5", "survey=987650001", "before=1", "endDate=2020-01-01"] {
        let found = world.admin.get(&format!("/api/survey-answers?{nothing}")).await.ok();
        assert_eq!(found["data"], json!([]), "{nothing}");
    }
    assert_eq!(world.outsider.get("/api/survey-answers").await.ok()["data"], json!([]));
    stranger.post(&path, &answers).await.ok();
    let table = world.admin.bytes("/api/survey-answers/export?rating=4").await;
    let table = String::from_utf8(table).expect("text");
    assert!(table.starts_with("\u{feff}ticket,survey,"), "{table}");
    assert!(table.contains("'=Quick and kind") && table.contains("Solved?: Yes"), "{table}");

    // The same ticket again is another closing, but the customer was asked not long ago.
    set(&world.one, one, 0).await;
    set(&world.one, one, 3).await;
    assert_eq!(told(&mut other, one, "not_sent").await["reason"], "recently");
    assert_eq!(links(&world, 81).await.len(), 1);
    let listed = world.admin.get("/api/surveys").await.ok();
    assert_eq!((&listed[0]["sent"], &listed[0]["answered"]), (&json!(1), &json!(1)));
}

async fn admins_keep_the_surveys(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let department = world.admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok();
    let own = json!({ "departments": [department["id"]], "channels": ["SMS", "SMS"] });
    let made = keep(&world.admin, own.clone()).await;
    assert_eq!((&made["channels"], &made["active"]), (&json!(["SMS"]), &json!(true)));
    assert_eq!(made["questions"][2]["id"], "q3");
    assert_eq!(world.admin.get("/api/surveys").await.ok(), json!([made]));
    assert_eq!(world.outsider.get("/api/surveys").await.ok(), json!([]));

    let path = format!("/api/surveys/{}", made["id"]);
    let change = json!({ "automatic": false, "departments": [] });
    for _ in 0..2 {
        let now = world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
        assert_eq!((&now["automatic"], &now["departments"]), (&json!(false), &json!([])));
        assert_eq!(now["questions"], made["questions"]);
    }
    world.one.get("/api/surveys").await.refused(403, "forbidden");
    world.one.post("/api/surveys", &survey(json!({}))).await.refused(403, "forbidden");
    world.one.call(Method::PATCH, &path, Some(&change)).await.refused(403, "forbidden");
    world.one.call(Method::DELETE, &path, None).await.refused(403, "forbidden");
    let unknown = "/api/surveys/987650001";
    let nothing = world.admin.call(Method::PATCH, unknown, Some(&change)).await;
    nothing.refused(404, "not_found");
    assert_eq!(world.outsider.call(Method::PATCH, &path, Some(&change)).await, nothing);
    assert_eq!(world.outsider.call(Method::DELETE, &path, None).await, nothing);
    assert_eq!(fields(&world.outsider.post("/api/surveys", &survey(own)).await), ["departments"]);
    let wrong = json!({ "name": "", "again_days": -1 });
    let wrong = world.admin.call(Method::PATCH, &path, Some(&wrong)).await;
    assert_eq!(fields(&wrong), ["again_days", "name"]);

    world.admin.call(Method::DELETE, &path, None).await.ok();
    assert_eq!(world.admin.call(Method::DELETE, &path, None).await, nothing);
    let written = world.admin.get("/api/audit").await.ok();
    let acts: Vec<&str> = written["data"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|entry| entry["action"].as_str())
        .filter(|action| action.starts_with("survey"))
        .collect();
    assert_eq!(acts, ["survey_removed", "survey_changed", "survey_created"]);
}

async fn nobody_is_asked_where_something_speaks_against_it(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await;
    let [merged, into, blocked, fine] = [
        ticket(&world, 81, "Merged").await,
        ticket(&world, 82, "Into this").await,
        ticket(&world, 83, "Blocked").await,
        ticket(&world, 84, "Fine").await,
    ];
    let before = ticket(&world, 85, "Closed before").await;
    set(&world.one, before, 3).await;
    keep(&world.admin, json!({ "channels": ["MANUAL", "TELEGRAM"] })).await;
    let mut other = world.two.live().await;

    let body = json!({ "into": into, "why": "" });
    let path = format!("/api/tickets/{merged}/merge");
    world.one.call(Method::PUT, &path, Some(&body)).await.ok();
    assert_eq!(told(&mut other, merged, "not_sent").await["reason"], "merged");
    let path = format!("/api/tickets/{blocked}/block");
    world.admin.call(Method::PUT, &path, Some(&json!({}))).await.ok();
    let spam = format!("/api/tickets/{blocked}/survey");
    world.admin.post(&spam, &json!({})).await.refused(409, "conflict");
    set(&world.admin, blocked, 3).await;
    assert_eq!(told(&mut other, blocked, "not_sent").await["reason"], "blocked");
    let entered = json!({ "name": "Mei", "message": "She called" });
    let entered = id(&world.one.post("/api/tickets", &entered).await.ok()["id"]);
    set(&world.one, entered, 3).await;
    let why = told(&mut other, entered, "not_sent").await;
    assert_eq!((&why["reason"], &why["rating"]), (&json!("no_channel"), &Value::Null));
    let history = world.two.get(&format!("/api/tickets/{entered}/history")).await.ok();
    let step = &history["data"][0];
    assert_eq!((&step["after"], &step["why"]), (&json!("not_sent"), &json!("no_channel")));

    set(&world.one, fine, 3).await;
    told(&mut other, fine, "sent").await;
    link(&world, 84, 1).await;
    for user in [81, 82, 83, 85] {
        assert_eq!(links(&world, user).await.len(), 0, "{user}");
    }
    let earlier = world.one.get(&format!("/api/tickets/{before}/survey")).await.ok();
    assert_eq!(earlier, json!([]), "it was closed before there was a survey");
}

async fn an_agent_sends_a_survey_by_hand(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await;
    let one = ticket(&world, 81, "Hello").await;
    let path = format!("/api/tickets/{one}/survey");
    let none = world.one.post(&path, &json!({})).await;
    assert_eq!(none.refused(409, "conflict"), "There is no survey for this ticket.");
    let made = keep(&world.admin, json!({ "automatic": false })).await;
    let mut other = world.two.live().await;
    let wish = json!({ "queue_id": "wish-1" });
    let sent = world.one.post(&path, &wish).await;
    assert_eq!((sent.status, &sent.body["state"]), (201, &json!("sent")));
    told(&mut other, one, "sent").await;
    assert_eq!(world.one.post(&path, &wish).await.body["id"], sent.body["id"]);
    let first = link(&world, 81, 1).await;

    // A newer link takes the place of the earlier one.
    let stranger = Agent::nobody(&world.desk.url);
    stranger.get(&call(&first)).await.ok();
    let named = json!({ "survey_id": made["id"], "queue_id": "wish-2" });
    assert_eq!(world.one.post(&path, &named).await.status, 201);
    let second = link(&world, 81, 2).await;
    stranger.get(&call(&first)).await.refused(403, "forbidden");
    stranger
        .post(&call(&first), &json!({ "answers": { "q1": 5 } }))
        .await
        .refused(403, "forbidden");
    stranger.post(&call(&second), &json!({ "answers": { "q1": 5 } })).await.ok();

    let unknown = world.one.post(&path, &json!({ "survey_id": 987_650_001 })).await;
    unknown.refused(404, "not_found");
    let nothing = world.outsider.post("/api/tickets/987650001/survey", &json!({})).await;
    nothing.refused(404, "not_found");
    assert_eq!(world.outsider.post(&path, &json!({})).await, nothing);
    assert_eq!(
        world.outsider.get(&path).await,
        world.one.get("/api/tickets/987650001/survey").await
    );
    assert_eq!(links(&world, 81).await.len(), 2);
}

async fn a_closed_window_keeps_the_survey_back(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    keep(&whole.admin, json!({})).await;
    let old = patchbay::clock::Clock::system().now_ms() - 25 * 3_600_000;
    let event =
        json!({ "kind": "message", "id": "m1", "text": "Hello", "name": "Mei", "at_ms": old });
    whole.says(json!({ "events": [event] })).await;
    let ticket = id(&whole.admin.tickets().await[0]["id"]);
    let mut other = whole.two.live().await;
    set(&whole.one, ticket, 3).await;
    let why = told(&mut other, ticket, "not_sent").await;
    assert_eq!(why["reason"], "window");
    assert!(why["detail"].as_str().expect("a text").contains("24 hours"), "{why}");
    assert_eq!(whole.provider.asked("send").len(), 0);
    let said = whole.one.messages(ticket).await;
    assert!(said.iter().all(|message| message["direction"] != "out"), "nothing is left of it");
    let path = format!("/api/tickets/{ticket}/survey");
    whole.one.post(&path, &json!({})).await.refused(409, "window_closed");
}

async fn a_killed_server_asks_once(ground: Ground) {
    let mut whole = Whole::open(ground, json!({})).await;
    keep(&whole.admin, json!({})).await;
    let ticket = whole.message("m1", "Hello").await;
    set(&whole.one, ticket, 3).await;
    whole.crash().await;
    let path = format!("/api/tickets/{ticket}/survey");
    eventually("it is sent", || async {
        let list = whole.one.get(&path).await.ok();
        Some(list).filter(|list| list[0]["state"] == "sent")
    })
    .await;
    whole.provider.until_asked("send", 1).await;
    // A later closing is behind the earlier one in every queue.
    let mut other = whole.two.live().await;
    set(&whole.one, ticket, 0).await;
    set(&whole.one, ticket, 3).await;
    assert_eq!(told(&mut other, ticket, "not_sent").await["reason"], "recently");
    assert_eq!(whole.provider.asked("send").len(), 1);
    assert_eq!(whole.one.get(&path).await.ok().as_array().expect("a list").len(), 2);
}

/// A server that was at it when it was killed is waited for by nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_killed_server_was_at_goes_on_at_once() {
    let mut whole = Whole::open(Ground::sqlite(), json!({})).await;
    keep(&whole.admin, json!({ "delay_minutes": 600 })).await;
    let ticket = whole.message("m1", "Hello").await;
    set(&whole.one, ticket, 3).await;
    let path = format!("/api/tickets/{ticket}/survey");
    eventually("it is planned", || async {
        let list = whole.one.get(&path).await.ok();
        Some(list).filter(|list| list[0]["state"] == "planned")
    })
    .await;
    whole.desk.kill();
    let db = Db::open(&whole.ground.url()).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let taken = execute!(
        &mut tx,
        "update jobs set state = 'running', run_at = 1, lease_owner = $1, lease_until = $2
          where kind = 'surveys.send'",
        "an earlier life",
        i64::MAX
    );
    assert_eq!(taken.expect("set"), 1);
    tx.commit().await.expect("committed");
    db.close().await;
    whole.crash().await;
    eventually("it is sent", || async {
        let list = whole.one.get(&path).await.ok();
        Some(list).filter(|list| list[0]["state"] == "sent")
    })
    .await;
}

async fn a_link_has_a_brake_and_an_end(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await;
    keep(&world.admin, json!({ "automatic": false })).await;
    let one = ticket(&world, 81, "Hello").await;
    world.one.post(&format!("/api/tickets/{one}/survey"), &json!({})).await;
    let path = call(&link(&world, 81, 1).await);
    let stranger = Agent::nobody(&world.desk.url);
    for bad in ["x", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "%00"] {
        let path = format!("/api/survey/{bad}");
        stranger.get(&path).await.refused(404, "not_found");
        stranger.post(&path, &json!({ "answers": { "q1": 1 } })).await.refused(404, "not_found");
    }
    stranger.post(&path, &json!({ "answers": "x" })).await.refused(422, "invalid");
    for n in 0..19 {
        stranger.post(&path, &json!({ "answers": { "q1": 1 + n % 5 } })).await.ok();
    }
    stranger.post(&path, &json!({ "answers": { "q1": 1 } })).await.ok();
    let stopped = stranger.post(&path, &json!({ "answers": { "q1": 1 } })).await;
    stopped.refused(429, "rate_limited");
    stranger.get(&path).await.ok();
    let huge = json!({ "answers": { "q1": 1, "q3": "x".repeat(300 * 1024) } });
    assert_eq!(stranger.post(&path, &huge).await.status, 413);
    // The navigation of a browser gets the page, the program's call the answer.
    let page = path.trim_start_matches("/api");
    let request = stranger.request(Method::GET, page).header("accept", "text/html");
    let response = request.send().await.expect("an answer");
    assert!(
        response.headers()["content-type"].to_str().expect("text").starts_with("text/"),
        "{response:?}"
    );
}
