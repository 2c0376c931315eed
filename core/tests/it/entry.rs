//! Tickets that people enter by hand: agents for a customer, and strangers on a public form.

use crate::harness::{Agent, Answer, Desk, Ground, Start, World, eventually};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use std::time::Duration;

on_both_engines!(
    an_agent_enters_a_ticket,
    a_customer_is_found_again,
    an_answer_without_a_channel_is_kept,
    admins_keep_the_forms,
    a_stranger_fills_in_a_form,
    a_form_takes_only_what_fits,
    a_typed_address_opens_nothing,
    a_form_has_a_brake,
    what_was_entered_outlives_the_process,
);

async fn enter(who: &Agent, body: &Value) -> Answer {
    who.post("/api/tickets", body).await
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("a number: {value}"))
}

fn fields(answer: &Answer) -> Vec<String> {
    answer.refused(422, "invalid");
    answer.body["error"]["fields"].as_object().expect("fields").keys().cloned().collect()
}

async fn info(who: &Agent, ticket: &Value) -> Value {
    who.get(&format!("/api/ticket/info/-/{ticket}")).await.ok()["data"].clone()
}

async fn form(world: &World, draft: Value) -> Value {
    let made = world.admin.post("/api/ticket-forms", &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    made.body
}

/// The call behind a form's address.
fn call(form: &Value) -> String {
    let url = form["url"].as_str().expect("an address");
    format!("/api/new_ticket/{}", url.rsplit('/').next().expect("a token"))
}

fn filled(message: &str) -> Value {
    json!({ "name": "Mei", "email": "mei@customer.example", "message": message })
}

async fn an_agent_enters_a_ticket(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let mut other = world.two.live().await;
    let department = world.admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok();
    let label = json!({ "name": "Refund", "color": "#000000", "level": 0, "sla": 30 });
    let labels = json!({ "labelArray": [label] });
    let labels = world.admin.post("/api/label/update", &labels).await.ok();
    let label = number(&labels[0]["id"]);

    let fields_of = Form::new()
        .text("name", "Mei")
        .text("email", "Mei@Customer.example")
        .text("phone", "+60 12-345 6789")
        .text("title", "Broken lamp")
        .text("message", "It flickers.")
        .text("department_id", department["id"].to_string())
        .text("severity", "H")
        .text("labels", format!("[{label}]"))
        .text("queue_id", "queue-1")
        .part("attachment[]", Part::text("a picture").file_name("lamp.txt"));
    let made = world.one.multipart("/api/tickets", fields_of).await;
    assert_eq!(made.status, 201, "{made:?}");
    let made = made.ok();
    assert_eq!(made["visible"], true);
    let told = other.event("createTicket").await;
    let ticket = &told["ticket"];
    assert_eq!((&ticket["channel"], &ticket["title"]), (&json!("MANUAL"), &json!("Broken lamp")));
    assert_eq!((&ticket["severity"], &ticket["name"]), (&json!("H"), &json!("Mei")));
    assert_eq!(
        (&ticket["department_id"], &ticket["channel_id"]),
        (&department["id"], &Value::Null)
    );
    assert_eq!(ticket["label"], format!("[{label}]"));
    assert_eq!(told["message"]["direction"], "in");
    assert_eq!(told["message"]["attachments"][0]["filename"], "lamp.txt");
    let file = told["message"]["attachments"][0]["url"].as_str().expect("an address").to_owned();
    assert_eq!(world.two.bytes(&file).await, b"a picture");

    // The same again is the same ticket, also when both come at once.
    let twice = json!({ "name": "Ravi", "message": "Hello", "queue_id": "queue-2" });
    let (a, b) = tokio::join!(enter(&world.one, &twice), enter(&world.one, &twice));
    assert_eq!(a.ok()["id"], b.ok()["id"]);
    let again = enter(&world.one, &twice).await.ok();
    let theirs = enter(&world.two, &twice).await.ok();
    assert_ne!(again["id"], theirs["id"], "a key is its user's");
    let list = world.admin.get("/api/ticket/load/-/open/ticket/0?channelFilter=MANUAL").await.ok();
    assert_eq!(list["count"], 3, "{list}");

    // Given to a colleague it is theirs, they are told, and nobody else hears its words.
    let mut two = world.two.live().await;
    let mut admin = world.admin.live().await;
    let given = json!({ "name": "Ana", "message": "A secret", "assignee": ["agent2"] });
    let given = enter(&world.one, &given).await.ok();
    assert_eq!(given["visible"], false);
    let path = format!("/api/ticket/info/-/{}", given["id"]);
    world.one.get(&path).await.refused(403, "forbidden");
    assert_eq!(two.event("createTicket").await["ticket"]["assignee"], "agent2");
    assert_eq!(two.event("participantChanged").await["added"], json!(["agent2"]));
    admin.event("createTicket").await;
    eventually("the colleague is notified", || async {
        let told = world.two.get("/api/notification/get?type=system&offset=0").await.ok();
        Some(told).filter(|told| told.to_string().contains(&given["ticket_number"].to_string()))
    })
    .await;

    let unknown = |field: &str, id: Value| {
        let mut body = json!({ "name": "Mei", "message": "x" });
        body[field] = id;
        body
    };
    for (field, id) in [
        ("department_id", json!(987_650_001)),
        ("labels", json!([987_650_001])),
        ("contact_id", json!(987_650_001)),
    ] {
        let refused = enter(&world.one, &unknown(field, id)).await;
        refused.refused(404, "not_found");
        let own = match field {
            "department_id" => department["id"].clone(),
            "labels" => json!([label]),
            _ => info(&world.one, &made["id"]).await["contact_id"].clone(),
        };
        assert_eq!(enter(&world.outsider, &unknown(field, own)).await, refused, "{field}");
    }
    let wrong = json!({ "email": "nobody", "phone": "1", "severity": "X" });
    assert_eq!(fields(&enter(&world.one, &wrong).await), ["email", "message", "name", "phone"]);
    let wrong = json!({ "name": "Mei", "message": "x", "assignee": "outsider" });
    assert_eq!(fields(&enter(&world.one, &wrong).await), ["assignee"]);
    Agent::nobody(&world.desk.url).post("/api/tickets", &twice).await.refused(401, "unauthorized");
    assert_eq!(number(&world.outsider.get("/api/unread").await.ok()["ticket"]), 0);
}

async fn a_customer_is_found_again(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let contact = async |body: Value| {
        let made = enter(&world.one, &body).await.ok();
        info(&world.one, &made["id"]).await["contact"].clone()
    };
    let mei = json!({ "name": "Mei", "email": "mei@customer.example", "message": "One" });
    let first = contact(mei).await;
    let again = json!({ "name": "M.", "email": "MEI@customer.example", "phone": "0123456789", "message": "Two" });
    let second = contact(again).await;
    assert_eq!((&first["id"], &second["name"]), (&second["id"], &json!("Mei")));
    assert_eq!(second["phone"], "0123456789", "what was missing is put in");
    let by_number = json!({ "name": "?", "phone": "012-345 6789", "message": "Three" });
    assert_ne!(contact(by_number.clone()).await["id"], first["id"], "that number was not hers yet");
    let picked = json!({ "contact_id": first["id"], "message": "Four" });
    assert_eq!(contact(picked.clone()).await["id"], first["id"]);
    let nameless = json!({ "name": "Walk-in", "message": "Five" });
    assert_ne!(contact(nameless.clone()).await["id"], contact(nameless).await["id"]);

    // Whoever may not look at contacts picks none by its id either.
    let found = world.admin.get("/api/users?search=agent1").await.ok();
    let path = format!("/api/users/{}", found["data"][0]["id"]);
    let change = json!({ "permissions": ["hide_contacts"] });
    world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
    enter(&world.one, &picked).await.refused(403, "forbidden");
    enter(&world.one, &by_number).await.ok();
}

async fn an_answer_without_a_channel_is_kept(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let made = enter(&world.one, &json!({ "name": "Mei", "message": "Hello" })).await.ok();
    let ticket = number(&made["id"]);
    assert_eq!(info(&world.one, &made["id"]).await["told"], false);
    let mut other = world.two.live().await;
    let body = json!({ "ticket_id": ticket, "message": "I called her.", "queue_id": "q1" });
    let kept = world.one.post("/api/ticket/message/reply", &body).await.ok();
    assert_eq!(kept["data"]["state"], "kept");
    let told = other.event("newMessage").await;
    assert_eq!(
        (&told["message"]["state"], &told["ticket"]["hasResponded"]),
        (&json!("kept"), &json!(true))
    );
    let again = world.one.post("/api/ticket/message/reply", &body).await.ok();
    assert_eq!(again["id"], kept["id"]);
    let path = format!("/api/messages/{}/retry", kept["id"]);
    world.one.post(&path, &json!({})).await.refused(409, "conflict");
    let later = json!({ "ticket_id": ticket, "message": "Later", "queue_id": "q2", "send_in": 1 });
    world.one.post("/api/ticket/message/reply", &later).await.ok();
    let said = other.wait("newMessage", |d| d["message"]["message"] == "Later").await;
    assert_eq!(said["message"]["state"], "kept");
    let place = json!({
        "ticket_id": ticket, "message": "", "contents": [{ "kind": "template", "name": "x", "language": "en", "parameters": [] }],
    });
    world.one.post("/api/ticket/message/reply", &place).await.refused(422, "invalid");
    // Closing and opening it again works as for any other ticket.
    for status in [3, 0] {
        let set = json!({ "ticket_id": ticket, "status": status, "sender": "server" });
        world.one.post("/api/ticket/message", &set).await.ok();
    }
    let id = number(&kept["id"]);
    let delete = json!({ "ticket_id": ticket, "message_id": id });
    world.one.post("/api/ticket/message/delete", &delete).await.ok();
}

async fn admins_keep_the_forms(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let department = world.admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok();
    let draft = json!({
        "name": " Website ", "title": "Write to us", "intro": "We answer\nwithin a day.",
        "department_id": department["id"], "required": ["file", "phone"],
    });
    let made = form(&world, draft.clone()).await;
    assert_eq!(
        (&made["name"], &made["active"], &made["uses"]),
        (&json!("Website"), &json!(true), &json!(0))
    );
    assert_eq!(made["required"], json!(["phone", "file"]));
    assert!(made["url"].as_str().expect("an address").starts_with(&world.desk.url), "{made}");
    assert_eq!(world.admin.get("/api/ticket-forms").await.ok(), json!([made]));
    assert_eq!(world.outsider.get("/api/ticket-forms").await.ok(), json!([]));

    let path = format!("/api/ticket-forms/{}", made["id"]);
    let closed = json!({ "active": false, "department_id": null });
    for _ in 0..2 {
        let now = world.admin.call(Method::PATCH, &path, Some(&closed)).await.ok();
        assert_eq!((&now["active"], &now["department_id"]), (&json!(false), &Value::Null));
        assert_eq!(now["url"], made["url"]);
    }
    world.one.get("/api/ticket-forms").await.refused(403, "forbidden");
    world.one.post("/api/ticket-forms", &draft).await.refused(403, "forbidden");
    world.one.call(Method::PATCH, &path, Some(&closed)).await.refused(403, "forbidden");
    world.one.call(Method::DELETE, &path, None).await.refused(403, "forbidden");
    let unknown = "/api/ticket-forms/987650001";
    let nothing = world.admin.call(Method::PATCH, unknown, Some(&closed)).await;
    nothing.refused(404, "not_found");
    assert_eq!(world.outsider.call(Method::PATCH, &path, Some(&closed)).await, nothing);
    assert_eq!(world.outsider.call(Method::DELETE, &path, None).await, nothing);
    for (bad, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x", "required": ["ic"] }), "required"),
        (json!({ "name": "x", "intro": "x".repeat(1_001) }), "intro"),
        (json!({ "name": "x", "department_id": 987_650_001 }), "department_id"),
    ] {
        let refused = world.admin.post("/api/ticket-forms", &bad).await;
        assert_eq!(fields(&refused), [field], "{bad}");
    }
    let foreign = json!({ "name": "x", "department_id": department["id"] });
    let refused = world.outsider.post("/api/ticket-forms", &foreign).await;
    assert_eq!(fields(&refused), ["department_id"]);

    world.admin.call(Method::DELETE, &path, None).await.ok();
    assert_eq!(world.admin.call(Method::DELETE, &path, None).await, nothing);
    let written = world.admin.get("/api/audit").await.ok();
    let acts: Vec<&str> = written["data"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|entry| entry["action"].as_str())
        .filter(|action| action.starts_with("ticket_form"))
        .collect();
    assert_eq!(acts, ["ticket_form_removed", "ticket_form_changed", "ticket_form_created"]);
}

async fn a_stranger_fills_in_a_form(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let department = world.admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok();
    let draft =
        json!({ "name": "Website", "title": "Write to us", "department_id": department["id"] });
    let made = form(&world, draft).await;
    let path = call(&made);
    let stranger = Agent::nobody(&world.desk.url);
    let shown = stranger.get(&path).await.ok();
    assert_eq!((&shown["title"], &shown["files_max"]), (&json!("Write to us"), &json!(5)));
    assert!(shown.get("name").is_none(), "the desk's own name for it is not told: {shown}");

    let mut agent = world.one.live().await;
    let sent = Form::new()
        .text("name", "Mei")
        .text("email", "mei@customer.example")
        .text("phone", "+60123456789")
        .text("title", "Broken lamp")
        .text("message", "It <b>flickers</b>.")
        .text("language", "ms")
        .text("queue_id", "0b7c")
        .part(
            "file",
            Part::text("a picture")
                .file_name("../lamp.svg")
                .mime_str("image/svg+xml")
                .expect("a type"),
        );
    let answer = stranger.multipart(&path, sent).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let answer = answer.ok();
    assert!(!answer.to_string().contains("flickers"), "nothing is told back: {answer}");
    let told = agent.event("createTicket").await;
    let ticket = &told["ticket"];
    assert_eq!(ticket["ticket_number"], answer["ticket_number"]);
    assert_eq!((&ticket["channel"], &ticket["language"]), (&json!("MANUAL"), &json!("ms")));
    assert_eq!(ticket["department_id"], department["id"]);
    assert_eq!(told["message"]["message"], "It <b>flickers</b>.");
    assert_eq!(told["message"]["html_url"], Value::Null);
    assert_eq!(told["message"]["attachments"][0]["filename"], "lamp.svg");
    let line = agent.wait("newMessage", |d| d["message"]["direction"] == "system").await;
    let line = line["message"]["message"].as_str().expect("a text").to_owned();
    assert!(line.contains("+60123456789") && line.contains("Nobody has checked"), "{line}");

    // The same again is the same ticket; at the same moment as well.
    let mut twice = filled("Twice");
    twice["queue_id"] = "0b7d".into();
    let (a, b) = tokio::join!(stranger.post(&path, &twice), stranger.post(&path, &twice));
    assert_eq!(a.ok(), b.ok());
    let forms = world.admin.get("/api/ticket-forms").await.ok();
    assert_eq!(forms[0]["uses"], 2, "{forms}");
    assert!(forms[0]["last_used_at"].is_i64(), "{forms}");

    // Nobody is written to.
    let state = format!("/api/ticket-forms/{}", made["id"]);
    let quiet = agent.drain(Duration::from_millis(200)).await;
    assert!(quiet.iter().all(|frame| frame["event"] != "messageState"), "{quiet:?}");

    // Closed, it takes nothing; deleted, it is as unknown as one that never was.
    world.admin.call(Method::PATCH, &state, Some(&json!({ "active": false }))).await.ok();
    stranger.get(&path).await.refused(403, "forbidden");
    stranger.post(&path, &filled("Late")).await.refused(403, "forbidden");
    world.admin.call(Method::PATCH, &state, Some(&json!({ "active": true }))).await.ok();
    let gone = format!("/api/departments/{}", department["id"]);
    world.admin.call(Method::DELETE, &gone, None).await.ok();
    stranger.post(&path, &filled("Open again")).await.ok();
    let told = agent.wait("createTicket", |d| d["ticket"]["snippet"] == "Open again").await;
    assert_eq!(told["ticket"]["department_id"], Value::Null, "that department is no more");
    world.admin.call(Method::DELETE, &state, None).await.ok();
    let nothing = stranger.get("/api/new_ticket/unheard-of").await;
    nothing.refused(404, "not_found");
    assert_eq!(stranger.get(&path).await, nothing);
    assert_eq!(stranger.post(&path, &filled("Late")).await, nothing);
}

async fn a_form_takes_only_what_fits(ground: Ground) {
    let start = Start::default().set("PATCHBAY_LIMITS_UPLOAD_MAX_BYTES", 100_000);
    let world = World::open(ground, start).await;
    let made = form(&world, json!({ "name": "Website", "required": ["title", "file"] })).await;
    let path = call(&made);
    let stranger = Agent::nobody(&world.desk.url);
    let whole = || {
        let form = Form::new().text("name", "Mei").text("email", "mei@customer.example");
        form.text("title", "Lamp").text("message", "It flickers.")
    };
    let file = |size: usize| Part::bytes(vec![b'x'; size]).file_name("lamp.txt");
    assert_eq!(fields(&stranger.post(&path, &filled("x")).await), ["file", "title"]);
    assert_eq!(fields(&stranger.multipart(&path, whole()).await), ["file"]);
    let trapped = whole().text("website", "https://spam.example").part("file", file(10));
    assert_eq!(fields(&stranger.multipart(&path, trapped).await), ["website"]);
    let large = stranger.multipart(&path, whole().part("file", file(100_001))).await;
    large.refused(413, "too_large");
    let endless = whole().text("other", "x".repeat(1_048_577));
    stranger.multipart(&path, endless).await.refused(413, "too_large");
    let fields_of = (0..250).fold(whole(), |form, n| form.text(format!("f{n}"), "x"));
    stranger.multipart(&path, fields_of).await.refused(413, "too_large");
    let long = json!({ "name": "x".repeat(1_048_577) });
    stranger.post(&path, &long).await.refused(413, "too_large");
    let many = (0..6).fold(whole(), |form, _| form.part("file", file(10)));
    assert_eq!(fields(&stranger.multipart(&path, many).await), ["attachment"]);
    // What is wrong is said before a file is taken in.
    let early = Form::new().text("name", "").part("file", file(10));
    assert_eq!(
        fields(&stranger.multipart(&path, early).await),
        ["email", "message", "name", "title"]
    );
    for (field, bad) in [
        ("email", "not an address"),
        ("email", "a@b.example\r\nBcc: c@d.example"),
        ("phone", "phone"),
        ("phone", "123"),
        ("name", "\u{202e}"),
    ] {
        let form = whole().text(field, bad).part("file", file(10));
        assert_eq!(fields(&stranger.multipart(&path, form).await), [field], "{bad:?}");
    }
    assert!(world.admin.tickets().await.is_empty());
    stranger.multipart(&path, whole().part("file", file(100_000))).await.ok();
    assert_eq!(world.admin.tickets().await.len(), 1);
}

/// Whoever types somebody's address joins none of their conversations and becomes none of them.
async fn a_typed_address_opens_nothing(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let path = call(&form(&world, json!({ "name": "Website" })).await);
    let stranger = Agent::nobody(&world.desk.url);
    let own = json!({ "name": "Mei", "email": "mei@customer.example", "message": "By phone" });
    let own = enter(&world.one, &own).await.ok();
    let first = stranger.post(&path, &filled("I am Mei")).await.ok();
    let second = stranger.post(&path, &filled("Me again")).await.ok();
    assert_ne!(first["ticket_number"], second["ticket_number"], "each is a ticket of its own");
    let hers = info(&world.one, &own["id"]).await;
    let typed = info(&world.one, &first["ticket_number"]).await;
    let later = info(&world.one, &second["ticket_number"]).await;
    assert_ne!(hers["contact_id"], typed["contact_id"]);
    assert_eq!(typed["contact_id"], later["contact_id"]);
    // Anybody types any address, so it is no sender that could be blocked.
    let block = format!("/api/tickets/{}/block", typed["id"]);
    let blocked = world.one.call(reqwest::Method::PUT, &block, Some(&json!({}))).await;
    blocked.refused(409, "conflict");
    assert_eq!(hers["contact"]["identities"][0]["kind"], "email");
    assert_eq!(typed["contact"]["identities"][0]["kind"], "entered");
    assert_eq!(
        world.one.messages(number(&own["id"])).await.len(),
        2,
        "only what the agent entered"
    );
}

async fn a_form_has_a_brake(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let path = call(&form(&world, json!({ "name": "Website" })).await);
    let other = call(&form(&world, json!({ "name": "Another" })).await);
    let stranger = Agent::nobody(&world.desk.url);
    for _ in 0..20 {
        stranger.post(&path, &json!({})).await.refused(422, "invalid");
    }
    stranger.post(&path, &filled("Too many")).await.refused(429, "rate_limited");
    stranger.get(&path).await.ok();
    stranger.post(&other, &filled("Elsewhere")).await.ok();
    assert_eq!(world.admin.tickets().await.len(), 1);
}

async fn what_was_entered_outlives_the_process(ground: Ground) {
    let mut world = World::open(ground, Start::default()).await;
    let path = call(&form(&world, json!({ "name": "Website" })).await);
    let mut sent = filled("Hello");
    sent["queue_id"] = "0b7e".into();
    let before = Agent::nobody(&world.desk.url).post(&path, &sent).await.ok();
    let mine = json!({ "name": "Ravi", "message": "Hi", "queue_id": "q1" });
    let entered = enter(&world.one, &mine).await.ok();
    world.desk.kill();
    world.desk = Desk::start(&world.ground, &Start::default());
    let stranger = Agent::nobody(&world.desk.url);
    assert_eq!(stranger.post(&path, &sent).await.ok(), before);
    let one = world.one.at(&world.desk.url);
    assert_eq!(enter(&one, &mine).await.ok()["id"], entered["id"]);
    assert_eq!(one.tickets().await.len(), 2);
}
