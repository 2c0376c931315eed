//! What an installation that was just begun answers to strangers: nothing is configured, no mail is sent.

use crate::harness::{Agent, Answer, Desk, Ground, PASSWORD, Start, World, eventually, program};
use serde_json::{Value, json};
use std::{
    io::Write as _,
    process::{Output, Stdio},
};

on_both_engines!(
    a_stranger_writes_to_the_operator,
    the_contact_page_can_be_closed,
    nobody_is_there_yet,
    the_first_user_is_made_in_the_browser,
    the_code_is_not_guessed,
    a_password_is_set_on_the_command_line,
);

fn written(message: &str) -> Value {
    json!({ "name": "Mei", "email": "mei@customer.example", "message": message, "language": "ms" })
}

/// The names of the fields that were refused.
fn fields(answer: &Answer) -> Vec<&str> {
    answer.refused(422, "invalid");
    let fields = answer.body["error"]["fields"].as_object().expect("fields");
    fields.keys().map(String::as_str).collect()
}

async fn a_stranger_writes_to_the_operator(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let stranger = Agent::nobody(&world.desk.url);
    let page = json!({ "available": true, "message_max": 10_000 });
    assert_eq!(stranger.get("/api/contact").await.ok(), page);

    let mut agent = world.one.live().await;
    let mut sent = written("Can we have a plan for ten agents?");
    sent["queue_id"] = "q-1".into();
    let answer = stranger.post("/api/contact", &sent).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let told = agent.event("createTicket").await;
    let ticket = &told["ticket"];
    assert_eq!(ticket["ticket_number"], answer.body["ticket_number"]);
    assert_eq!((&ticket["channel"], &ticket["name"]), (&json!("MANUAL"), &json!("Mei")));
    assert_eq!(told["message"]["message"], "Can we have a plan for ten agents?");
    let line = agent.wait("newMessage", |d| d["message"]["direction"] == "system").await;
    let line = line["message"]["message"].as_str().expect("a text").to_owned();
    assert!(line.contains("the page /contact") && line.contains("mei@customer.example"), "{line}");

    // The same again is the same message, at the same moment as well.
    let (a, b) =
        tokio::join!(stranger.post("/api/contact", &sent), stranger.post("/api/contact", &sent));
    assert_eq!((a, b), (answer.clone(), answer));
    assert_eq!(world.admin.tickets().await.len(), 1);
    assert!(world.outsider.tickets().await.is_empty(), "it is the operator's");

    let without = |field: &str| {
        let mut body = written("Hello");
        body.as_object_mut().expect("an object").remove(field);
        body
    };
    for field in ["name", "email", "message"] {
        assert_eq!(fields(&stranger.post("/api/contact", &without(field)).await), [field]);
    }
    let mut trapped = written("Buy now");
    trapped["website"] = "https://spam.example".into();
    assert_eq!(fields(&stranger.post("/api/contact", &trapped).await), ["website"]);
    let long = written(&"x".repeat(10_001));
    assert_eq!(fields(&stranger.post("/api/contact", &long).await), ["message"]);

    // Who is signed in at another client writes as a stranger does.
    assert_eq!(world.outsider.post("/api/contact", &written("From inside")).await.status, 201);
    for n in 0..11 {
        let answer = stranger.post("/api/contact", &written(&format!("More {n}"))).await;
        assert_eq!(answer.status, 201, "{answer:?}");
    }
    let refused = stranger.post("/api/contact", &written("Too many")).await;
    refused.refused(429, "rate_limited");
}

async fn the_contact_page_can_be_closed(ground: Ground) {
    let start = Start::default().set("PATCHBAY_BRANDING_CONTACT_PAGE", false);
    let world = World::open(ground, start).await;
    let stranger = Agent::nobody(&world.desk.url);
    assert_eq!(stranger.get("/api/contact").await.ok()["available"], false);
    stranger.post("/api/contact", &written("Hello")).await.refused(403, "forbidden");
}

/// The code that a server prints while it has no user.
fn code_of(desk: &Desk) -> Option<String> {
    let log = desk.log();
    let (_, rest) = log.split_once("/setup and enter the code ")?;
    Some(rest.split('.').next().expect("a sentence").to_owned())
}

async fn the_first_user_is_made_in_the_browser(ground: Ground) {
    let desk = Desk::start(&ground, &Start::default());
    let stranger = Agent::nobody(&desk.url);
    let code = eventually("the code", || async { code_of(&desk) }).await;
    let new = |client: &str| {
        json!({
            "code": code.to_lowercase(), "client": client, "username": "owner", "name": "Mei",
            "email": "mei@shop.example", "password": PASSWORD, "timezone": "Asia/Kuching",
            "language": "ms",
        })
    };
    for (field, value) in [
        ("code", "0000-0000-0000"),
        ("client", "a@b"),
        ("username", ""),
        ("password", "short"),
        ("email", "nowhere"),
        ("timezone", "Asia/<b>"),
        ("language", "xx"),
    ] {
        let mut wrong = new("Shop");
        wrong[field] = value.into();
        assert_eq!(fields(&stranger.post("/api/setup", &wrong).await), [field]);
    }
    // Two open the page at the same moment.
    let (one, two) = (new("Shop"), new("Other shop"));
    let (one, two) =
        tokio::join!(stranger.post("/api/setup", &one), stranger.post("/api/setup", &two));
    let (first, second) = if one.status == 200 { (one, two) } else { (two, one) };
    first.ok();
    assert!(second.refused(409, "conflict").contains("set up already"));
    stranger.post("/api/setup", &new("Shop")).await.refused(409, "conflict");
    assert_eq!(stranger.get("/api/signup").await.ok()["begun"], true);

    let owner = desk.sign_in("owner", "admin").await;
    let profile = owner.get("/api/me").await.ok();
    assert_eq!((&profile["name"], &profile["language"]), (&json!("Mei"), &json!("ms")));
    let audit = owner.get("/api/audit").await.ok();
    let entry = &audit["data"][0];
    assert_eq!((&entry["action"], &entry["actor"]), (&json!("user_created"), &json!("owner")));
    drop(desk);
    let desk = Desk::start(&ground, &Start::default());
    Agent::nobody(&desk.url).get("/api/signup").await.ok();
    assert_eq!(code_of(&desk), None, "there is nothing to open any more");
}

async fn the_code_is_not_guessed(ground: Ground) {
    let desk = Desk::start(&ground, &Start::default());
    let stranger = Agent::nobody(&desk.url);
    let code = eventually("the code", || async { code_of(&desk) }).await;
    let mistaken = json!({ "code": code, "client": "Shop", "username": "" });
    for _ in 0..12 {
        assert_eq!(fields(&stranger.post("/api/setup", &mistaken).await), ["username"]);
    }
    let guess = json!({ "code": "1111-1111-1111", "client": "Shop", "username": "owner" });
    for _ in 0..10 {
        assert_eq!(fields(&stranger.post("/api/setup", &guess).await), ["code"]);
    }
    stranger.post("/api/setup", &guess).await.refused(429, "rate_limited");
    let right = json!({ "code": code, "client": "Shop", "username": "owner" });
    stranger.post("/api/setup", &right).await.refused(429, "rate_limited");
}

async fn nobody_is_there_yet(ground: Ground) {
    let desk = Desk::start(&ground, &Start::default());
    let stranger = Agent::nobody(&desk.url);
    assert_eq!(stranger.get("/api/contact").await.ok()["available"], false);
    let refused = stranger.post("/api/contact", &written("Hello")).await;
    assert!(refused.refused(409, "conflict").contains("patchbay user create"));
    let state = json!({ "open": false, "begun": false });
    assert_eq!(stranger.get("/api/signup").await.ok(), state);
    let new = json!({
        "client": "Shop", "username": "owner", "email": "a@b.example", "password": PASSWORD,
    });
    let refused = stranger.post("/api/signup", &new).await;
    assert!(refused.refused(409, "conflict").contains("patchbay user create"));
    // The first one is the operator's; from then on strangers may.
    Desk::user(&ground, "Acme", "admin", "admin");
    assert_eq!(stranger.get("/api/contact").await.ok()["available"], true);
    stranger.post("/api/signup", &new).await.ok();
}

/// Sets a password as whoever runs the installation does, and gives whether it worked and what was said.
fn set(ground: &Ground, args: &[&str], typed: &str) -> (bool, String) {
    let mut command = program(&[], &ground.data(), ground.database());
    command.args(["user", "password"]).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut input = child.stdin.take().expect("piped");
    // It may have ended already, having found fault with its arguments.
    let _ = input.write_all(typed.as_bytes());
    drop(input);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let said = [stdout, stderr].concat();
    (status.success(), String::from_utf8(said).expect("text"))
}

async fn a_password_is_set_on_the_command_line(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let new = "a quite new password";
    let who = |client, username| ["--client", client, "--username", username];
    let (done, said) = set(&world.ground, &who("acme", "Admin"), &format!("{new}\n"));
    assert!(done && said.starts_with("client_id=1 user_id=1"), "{said}");

    world.admin.get("/api/me").await.refused(401, "unauthorized");
    world.one.get("/api/me").await.ok();
    let nobody = Agent::nobody(&world.desk.url);
    for (password, status) in [(PASSWORD, 401), (new, 200)] {
        let body = json!({ "client": "admin", "password": password, "type": "admin" });
        assert_eq!(nobody.post("/api/auth2", &body).await.status, status, "{password}");
    }
    let body = json!({ "client": "admin", "password": new, "type": "admin" });
    let token = nobody.post("/api/auth2", &body).await.ok()["token"].clone();
    let admin = Agent { token: token.as_str().expect("a token").to_owned(), ..nobody };
    let log = admin.get("/api/audit?action=user_changed").await.ok();
    let entry = &log["data"][0];
    assert_eq!((&entry["actor"], &entry["subject"]), (&json!("command line"), &json!("admin")));
    assert_eq!(entry["changes"], json!({ "password": "…" }));

    for (args, typed, expected) in [
        (who("Acme", "nobody"), new, "has no user named"),
        (who("Nowhere", "admin"), new, "patchbay client list"),
        (who("Other Ltd", "admin"), new, "has no user named"),
        (who("Acme", "agent1"), "short", "at least 8 characters"),
    ] {
        let (done, said) = set(&world.ground, &args, typed);
        assert!(!done && said.contains(expected), "{args:?}: {said}");
    }
    // Twice is no error.
    assert!(set(&world.ground, &who("Acme", "admin"), new).0);
}
