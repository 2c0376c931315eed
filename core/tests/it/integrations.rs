//! What programs of others use: keys to the API, and webhooks.

use crate::harness::{Agent, Answer, Ground, PASSWORD, Start, World, eventually};
use axum::{Router, body::Bytes, extract::State, http::HeaderMap, routing::post};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, Mac as _};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::{Arc, Mutex};
use tokio::{net::TcpListener, task::JoinHandle};

on_both_engines!(
    a_key_opens_what_its_scopes_say,
    a_key_is_shown_once_and_revoked,
    agents_have_keys_of_their_own,
    a_webhook_is_told_what_happens,
    what_was_not_taken_is_sent_again,
    no_webhook_reaches_a_private_address,
    webhooks_are_kept,
);

/// A program that has this word.
fn program(world: &World, word: &Value) -> Agent {
    let mut program = Agent::nobody(&world.desk.url);
    program.token = word.as_str().expect("a word").to_owned();
    program
}

async fn key(world: &World, name: &str, scopes: &[&str]) -> (Value, Agent) {
    let draft = json!({ "name": name, "scopes": scopes });
    let made = world.admin.post("/api/keys", &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    let agent = program(world, &made.body["word"]);
    (made.body, agent)
}

async fn a_key_opens_what_its_scopes_say(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    world.bot().await.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await["id"].clone();
    let (_, reads) = key(&world, "Reader", &["read"]).await;
    let (_, writes) = key(&world, "Writer", &["write"]).await;
    let (_, admin) = key(&world, "Provisioning", &["write", "admin"]).await;

    let list = "/api/ticket/load/-/open/ticket/0";
    assert_eq!(reads.get(list).await.ok()["data"][0]["id"], ticket);
    let reply = json!({ "ticket_id": ticket, "message": "Hi", "queue_id": "key-1" });
    reads.post("/api/ticket/message/reply", &reply).await.refused(403, "forbidden");
    writes.post("/api/ticket/message/reply", &reply).await.ok();
    let label =
        json!({ "labelArray": [{ "name": "Key", "color": "#000000", "level": 0, "sla": 1 }] });
    for (who, status) in [(&reads, 403), (&writes, 403), (&admin, 200)] {
        assert_eq!(who.post("/api/label/update", &label).await.status, status);
    }
    for (who, status) in [(&reads, 403), (&writes, 403), (&admin, 200)] {
        assert_eq!(who.get("/api/users").await.status, status);
    }
    let entries = world.admin.get("/api/audit?action=labels_saved").await.ok();
    assert_eq!(entries["data"][0]["actor"], "admin (Provisioning)", "{entries}");

    // Nobody's sign-in, no further keys, and no other place than the header.
    let own = json!({ "password": PASSWORD, "new_password": "another password" });
    admin.post("/api/me/password", &own).await.refused(403, "forbidden");
    admin
        .post("/api/me/two-factor", &json!({ "password": PASSWORD }))
        .await
        .refused(403, "forbidden");
    admin.post("/api/me/sessions/end-others", &json!({})).await.refused(403, "forbidden");
    let found = world.admin.get("/api/users?search=admin").await.ok();
    let myself = found["data"][0]["id"].as_i64().expect("an id");
    let own = format!("/api/users/{myself}");
    for draft in [
        json!({ "password": "a long enough password" }),
        json!({ "email": "elsewhere@acme.example" }),
        json!({ "type": "admin" }),
    ] {
        admin.call(Method::PATCH, &own, Some(&draft)).await.refused(403, "forbidden");
    }
    let made = |more: Value| {
        let mut draft = json!({ "username": "made-by-key", "type": "agent" });
        for (name, value) in more.as_object().expect("an object") {
            draft[name] = value.clone();
        }
        draft
    };
    for draft in
        [made(json!({ "password": "a long enough password" })), made(json!({ "type": "admin" }))]
    {
        admin.post("/api/users", &draft).await.refused(403, "forbidden");
    }
    let colleague = admin.post("/api/users", &made(json!({ "email": "new@acme.example" }))).await;
    assert_eq!(colleague.status, 201, "a colleague may be made known by a program: {colleague:?}");
    let more = json!({ "name": "More", "scopes": ["read"] });
    admin.post("/api/keys", &more).await.refused(403, "forbidden");
    let nobody = Agent::nobody(&world.desk.url);
    let address = format!("{list}?token={}", reads.token);
    nobody.get(&address).await.refused(401, "unauthorized");
    nobody
        .post("/api/auth/check", &json!({ "_token": admin.token }))
        .await
        .refused(401, "unauthorized");
    assert_eq!(world.admin.get(list).await.status, 200, "the session of the admin lives");
}

async fn a_key_is_shown_once_and_revoked(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    for (draft, field) in [
        (json!({ "name": "", "scopes": ["read"] }), "name"),
        (json!({ "name": "x", "scopes": [] }), "scopes"),
    ] {
        let refused = world.admin.post("/api/keys", &draft).await;
        refused.refused(422, "invalid");
        assert!(refused.body["error"]["fields"][field].is_string(), "{refused:?}");
    }
    let (made, agent) = key(&world, "Sync", &["write"]).await;
    assert_eq!(made["scopes"], json!(["read", "write"]));
    assert!(made["word"].as_str().is_some_and(|word| word.starts_with("pbk_") && word.len() == 47));
    let listed = world.admin.get("/api/keys").await.ok();
    assert_eq!((&listed[0]["name"], &listed[0]["user"]), (&json!("Sync"), &json!("admin")));
    assert!(listed[0]["last_used_at"].is_null() && listed[0]["word"].is_null(), "{listed}");
    let path = format!("/api/keys/{}", made["id"]);
    for other in [&world.one, &world.outsider] {
        assert_eq!(other.get("/api/keys").await.body.as_array().map_or(0, Vec::len), 0);
        assert!(matches!(other.call(Method::DELETE, &path, None).await.status, 403 | 404));
    }
    agent.get("/api/me").await.ok();
    let listed = world.admin.get("/api/keys").await.ok();
    assert!(listed[0]["last_used_at"].is_i64(), "{listed}");
    world.admin.call(Method::DELETE, &path, None).await.ok();
    world.admin.call(Method::DELETE, &path, None).await.refused(404, "not_found");
    agent.get("/api/me").await.refused(401, "unauthorized");
    let entries = world.admin.get("/api/audit").await.ok();
    assert_eq!(entries["data"][0]["action"], "api_key_revoked");
    assert_eq!(entries["data"][1]["action"], "api_key_made");
    let word = made["word"].as_str().expect("a word");
    assert!(!entries.to_string().contains(word) && !world.desk.log().contains(word));
}

/// Sets the permissions of agent1.
async fn permit(world: &World, permissions: &[&str]) {
    let found = world.admin.get("/api/users?search=agent1").await.ok();
    let path = format!("/api/users/{}", found["data"][0]["id"]);
    let change = json!({ "permissions": permissions });
    world.admin.call(Method::PATCH, &path, Some(&change)).await.ok();
}

async fn agents_have_keys_of_their_own(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let (of_admin, _) = key(&world, "Sync", &["read"]).await;
    let draft = json!({ "name": "Assistant", "scopes": ["read"] });
    world.one.get("/api/keys").await.refused(403, "forbidden");
    world.one.post("/api/keys", &draft).await.refused(403, "forbidden");
    world.one.get("/api/mcp/setting").await.refused(403, "forbidden");

    permit(&world, &["api_keys"]).await;
    let one = world.desk.sign_in("agent1", "agent").await;
    assert_eq!(one.get("/api/keys").await.ok(), json!([]), "those of others are not theirs");
    assert!(one.get("/api/mcp/setting").await.ok()["address"].is_string());
    let on = json!({ "on": true, "redact": false });
    one.call(Method::PUT, "/api/mcp/setting", Some(&on)).await.refused(403, "forbidden");
    let admins = json!({ "name": "x", "scopes": ["read", "admin"] });
    let refused = one.post("/api/keys", &admins).await;
    refused.refused(422, "invalid");
    assert!(refused.body["error"]["fields"]["scopes"].is_string(), "{refused:?}");
    let made = one.post("/api/keys", &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    let assistant = program(&world, &made.body["word"]);
    let tickets = "/api/ticket/load/-/open/ticket/0";
    assistant.get(tickets).await.ok();
    assert_eq!(assistant.get("/api/me").await.ok()["username"], "agent1");
    assistant.get("/api/users").await.refused(403, "forbidden");

    // Admins see every key; agents end their own alone.
    let names = |keys: Value| -> Vec<String> {
        let keys = keys.as_array().expect("keys").iter();
        keys.map(|key| format!("{} {}", key["user"], key["name"]).replace('"', "")).collect()
    };
    let all = names(world.admin.get("/api/keys").await.ok());
    assert_eq!(all, ["agent1 Assistant", "admin Sync"]);
    assert_eq!(names(one.get("/api/keys").await.ok()), ["agent1 Assistant"]);
    let path = |key: &Value| format!("/api/keys/{}", key["id"]);
    one.call(Method::DELETE, &path(&of_admin), None).await.refused(404, "not_found");

    // A key lasts as long as its owner may have it.
    permit(&world, &[]).await;
    assistant.get(tickets).await.refused(403, "forbidden");
    permit(&world, &["api_keys"]).await;
    assistant.get(tickets).await.ok();
    let one = world.desk.sign_in("agent1", "agent").await;
    one.call(Method::DELETE, &path(&made.body), None).await.ok();
    one.call(Method::DELETE, &path(&made.body), None).await.refused(404, "not_found");
    assistant.get(tickets).await.refused(401, "unauthorized");
    let entries = world.admin.get("/api/audit?action=api_key_made").await.ok();
    assert_eq!(entries["data"].as_array().map(Vec::len), Some(2), "{entries}");
}

/// What an integrator's server got.
struct Receiver {
    url: String,
    state: Arc<Got>,
    server: JoinHandle<()>,
}

struct Got {
    answer: Mutex<u16>,
    requests: Mutex<Vec<(HeaderMap, String)>>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn take(State(got): State<Arc<Got>>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let body = String::from_utf8(body.to_vec()).expect("text");
    got.requests.lock().expect("requests").push((headers, body));
    StatusCode::from_u16(*got.answer.lock().expect("answer")).expect("a status")
}

impl Receiver {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/hook", listener.local_addr().expect("bound"));
        let state = Arc::new(Got { answer: Mutex::new(204), requests: Mutex::default() });
        let app = Router::new().route("/hook", post(take)).with_state(state.clone());
        let server = tokio::spawn(async move {
            axum::serve(listener, app).await.expect("it serves");
        });
        Self { url, state, server }
    }

    fn address(&self) -> &str {
        self.url.trim_start_matches("http://").trim_end_matches("/hook")
    }

    fn answers(&self, status: u16) {
        *self.state.answer.lock().expect("answer") = status;
    }

    /// The requests of one type, each checked for its signature.
    fn got(&self, kind: &str, secret: &str) -> Vec<Value> {
        let requests = self.state.requests.lock().expect("requests").clone();
        let bodies = requests.iter().map(|(headers, body)| {
            let header = |name: &str| headers[name].to_str().expect("text").to_owned();
            let (id, at) = (header("webhook-id"), header("webhook-timestamp"));
            let key = secret.strip_prefix("whsec_").expect("a secret");
            let key = STANDARD.decode(key).expect("base64");
            let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key");
            mac.update(format!("{id}.{at}.{body}").as_bytes());
            let right = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
            assert_eq!(header("webhook-signature"), right);
            let body: Value = serde_json::from_str(body).expect("JSON");
            assert_eq!(body["id"], id);
            body
        });
        bodies.filter(|body| body["type"] == kind).collect()
    }
}

async fn open(ground: Ground) -> (World, Receiver) {
    let receiver = Receiver::start().await;
    let start = Start::default()
        .set("PATCHBAY_EGRESS_ALLOW_PRIVATE", format!("webhooks/1={}", receiver.address()));
    (World::open(ground, start).await, receiver)
}

async fn webhook(world: &World, url: &str, events: &[&str]) -> (i64, String) {
    let draft = json!({ "url": url, "events": events });
    let made = world.admin.post("/api/webhooks", &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    let secret = made.body["secret"].as_str().expect("a secret").to_owned();
    (made.body["id"].as_i64().expect("an id"), secret)
}

async fn deliveries(world: &World, id: i64) -> Vec<Value> {
    let page = world.admin.get(&format!("/api/webhooks/{id}/deliveries")).await.ok();
    page["data"].as_array().expect("a list").clone()
}

async fn until(world: &World, id: i64, state: &str) -> Value {
    eventually(&format!("a delivery is {state}"), || async move {
        deliveries(world, id).await.into_iter().next().filter(|first| first["state"] == state)
    })
    .await
}

async fn a_webhook_is_told_what_happens(ground: Ground) {
    let (world, receiver) = open(ground).await;
    let bot = world.bot().await;
    bot.write(81, "Before").await;
    world.ticket_saying("Before").await;
    let (id, secret) = webhook(&world, &receiver.url, &["ticket.created", "message.created"]).await;
    bot.write(82, "Hello").await;
    let ticket = world.ticket_saying("Hello").await;
    let (receiver, secret) = (&receiver, &secret);
    let created = eventually("it is told", || async move {
        receiver.got("ticket.created", secret).into_iter().next()
    })
    .await;
    assert_eq!(
        (&created["ticket_id"], &created["data"]["ticket"]["id"]),
        (&ticket["id"], &ticket["id"])
    );
    let message = eventually("the message too", || async move {
        receiver.got("message.created", secret).into_iter().next()
    })
    .await;
    assert_eq!(message["data"]["message"]["message"], "Hello");
    // What was not asked for, what was before, and what is another client's is not told.
    let body = json!({ "ticket_id": ticket["id"], "status": 1, "sender": "server" });
    world.one.post("/api/ticket/message", &body).await.ok();
    world.admin.post(&format!("/api/webhooks/{id}/ping"), &json!({})).await.ok();
    eventually("the ping comes", || async move { receiver.got("ping", secret).pop() }).await;
    assert_eq!(receiver.got("ticket.created", secret).len(), 1);
    assert!(receiver.got("ticket.status_changed", secret).is_empty());
    let ping = eventually("the ping is noted", || async {
        let all = deliveries(&world, id).await;
        all.into_iter().find(|one| one["event"] == "ping" && one["state"] == "delivered")
    })
    .await;
    assert_eq!((&ping["status"], &ping["attempts"]), (&json!(204), &json!(1)));
}

async fn what_was_not_taken_is_sent_again(ground: Ground) {
    let (world, receiver) = open(ground).await;
    let (id, secret) = webhook(&world, &receiver.url, &["ticket.created"]).await;
    receiver.answers(503);
    world.admin.post(&format!("/api/webhooks/{id}/ping"), &json!({})).await.ok();
    let (receiver, secret) = (&receiver, &secret);
    eventually("it is tried twice", || async move {
        Some(receiver.got("ping", secret)).filter(|got| got.len() >= 2)
    })
    .await;
    let listed = world.admin.get("/api/webhooks").await.ok();
    assert!(listed["webhooks"][0]["failing_since"].is_i64(), "{listed}");
    receiver.answers(200);
    let done = until(&world, id, "delivered").await;
    assert!(done["attempts"].as_i64() >= Some(3), "{done}");
    let listed = world.admin.get("/api/webhooks").await.ok();
    assert!(listed["webhooks"][0]["failing_since"].is_null(), "{listed}");

    // Once more by hand, with the same id; and what is gone for good is not repeated.
    receiver.answers(410);
    let replay = format!("/api/webhooks/{id}/deliveries/{}/replay", done["id"]);
    world.admin.post(&replay, &json!({})).await.ok();
    let failed = until(&world, id, "failed").await;
    assert_eq!((&failed["status"], &failed["id"]), (&json!(410), &done["id"]));
    let ids: Vec<Value> = receiver.got("ping", secret).iter().map(|b| b["id"].clone()).collect();
    assert!(ids.iter().all(|one| *one == ids[0]), "{ids:?}");
    let unknown = format!("/api/webhooks/{id}/deliveries/987650001/replay");
    world.admin.post(&unknown, &json!({})).await.refused(404, "not_found");
    world.outsider.post(&replay, &json!({})).await.refused(404, "not_found");
}

async fn no_webhook_reaches_a_private_address(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let receiver = Receiver::start().await;
    let (id, _) = webhook(&world, &receiver.url, &["ticket.created"]).await;
    let secure = receiver.url.replace("http://", "https://");
    let (other, _) = webhook(&world, &secure, &["ticket.created"]).await;
    for id in [id, other] {
        world.admin.post(&format!("/api/webhooks/{id}/ping"), &json!({})).await.ok();
        let failed = until(&world, id, "failed").await;
        assert!(failed["status"].is_null() && failed["error"] != "", "{failed}");
        assert_eq!(failed["attempts"], 1, "it is not tried again: {failed}");
    }
    assert!(receiver.state.requests.lock().expect("requests").is_empty());
}

async fn webhooks_are_kept(ground: Ground) {
    let (world, receiver) = open(ground).await;
    let admin = &world.admin;
    for (draft, field) in [
        (json!({ "url": "nowhere", "events": ["ticket.created"] }), "url"),
        (json!({ "url": "https://a.example", "events": [] }), "events"),
        (json!({ "url": "https://a.example", "events": ["ticket.eaten"] }), "events"),
    ] {
        let refused: Answer = admin.post("/api/webhooks", &draft).await;
        refused.refused(422, "invalid");
        assert!(refused.body["error"]["fields"][field].is_string(), "{refused:?}");
    }
    let (id, secret) = webhook(&world, &receiver.url, &["ticket.created"]).await;
    let listed = admin.get("/api/webhooks").await.ok();
    assert!(!listed.to_string().contains(&secret), "shown once");
    assert_eq!(listed["events"].as_array().map(Vec::len), Some(8));
    let path = format!("/api/webhooks/{id}");
    let off = json!({ "enabled": false });
    for _ in 0..2 {
        let now = admin.call(Method::PATCH, &path, Some(&off)).await.ok();
        assert_eq!(now["enabled"], false);
    }
    admin.post(&format!("{path}/ping"), &json!({})).await.refused(409, "conflict");
    world.one.get("/api/webhooks").await.refused(403, "forbidden");
    world.outsider.call(Method::PATCH, &path, Some(&off)).await.refused(404, "not_found");
    admin.call(Method::DELETE, &path, None).await.ok();
    admin.call(Method::DELETE, &path, None).await.refused(404, "not_found");
    let entries = admin.get("/api/audit").await.ok();
    let actions: Vec<&Value> = (0..3).map(|at| &entries["data"][at]["action"]).collect();
    assert_eq!(actions, ["webhook_removed", "webhook_changed", "webhook_created"]);
    assert!(!entries.to_string().contains(&secret));
}
