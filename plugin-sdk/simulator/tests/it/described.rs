//! A described provider through real HTTP: its webhooks, its API, its refusals.
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::any;
use hmac::{Hmac, Mac};
use patchbay_simulator::Options;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;

use crate::sim::{Reply, Sim, until};

/// The description that the README explains.
pub fn example() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/simulator.toml")
}

/// One webhook request: headers, raw body, and the status it was answered with.
type Got = (HeaderMap, String, u16);

/// A webhook that keeps the raw body, for the signature.
#[derive(Clone, Default)]
struct Ear {
    got: Arc<Mutex<Vec<Got>>>,
    answers: Arc<Mutex<VecDeque<u16>>>,
    url: String,
}

impl Ear {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let ear = Self {
            url: format!("http://{}/in", listener.local_addr().unwrap()),
            ..Self::default()
        };
        let app = Router::new().route("/in", any(hear)).with_state(ear.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        ear
    }

    fn bodies(&self) -> Vec<Value> {
        let got = self.got.lock().unwrap();
        let taken = got.iter().filter(|(_, _, status)| *status == 200);
        taken.map(|(_, body, _)| serde_json::from_str(body).unwrap()).collect()
    }

    async fn hears(&self, count: usize) -> Vec<Value> {
        until("enough webhooks came", async || self.bodies().len() >= count).await;
        self.bodies()
    }
}

async fn hear(State(ear): State<Ear>, headers: HeaderMap, body: String) -> StatusCode {
    let status = ear.answers.lock().unwrap().pop_front().unwrap_or(200);
    ear.got.lock().unwrap().push((headers, body, status));
    StatusCode::from_u16(status).unwrap()
}

struct Acme {
    sim: Sim,
    ear: Ear,
}

impl Acme {
    async fn start() -> Self {
        Self::with(Options { time_scale: 0.01, ..Options::default() }).await
    }

    async fn with(options: Options) -> Self {
        let sim = Sim::with(Options { providers: vec![example()], ..options }).await;
        let ear = Ear::start().await;
        let acme = Self { sim, ear };
        acme.order("accounts", json!({ "key": "main", "webhook": acme.ear.url })).await;
        acme
    }

    fn control(&self, what: &str) -> String {
        format!("{}/control/providers/acme-chat/{what}", self.sim.base)
    }

    async fn order(&self, what: &str, body: Value) -> Value {
        let reply = self.sim.send(self.sim.client.post(self.control(what)).json(&body)).await;
        assert_eq!(reply.status, 200, "{what}: {}", reply.body);
        reply.body
    }

    async fn look(&self, what: &str) -> Value {
        self.sim.send(self.sim.client.get(self.control(what))).await.body
    }

    async fn ann(&self, text: &str) -> Value {
        let from = json!({ "id": 7, "first_name": "Ann" });
        self.order("messages", json!({ "account": "main", "from": from, "text": text })).await
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}/p/acme-chat{path}", self.sim.base);
        self.sim.client.request(method, url).bearer_auth("acme-token")
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> Reply {
        self.sim.send(self.request(method, path).json(&body)).await
    }

    async fn say(&self, body: Value) -> Reply {
        self.call(Method::POST, "/v1/messages", body).await
    }

    async fn chat(&self) -> Vec<Value> {
        self.look("chats/main?user=7").await["chats"][0]["messages"].as_array().unwrap().clone()
    }
}

#[tokio::test]
async fn a_customer_writes_and_the_webhook_is_as_described() {
    let acme = Acme::start().await;
    acme.ann("Hello \"you\"").await;
    let heard = acme.ear.hears(1).await;
    let message = &heard[0]["message"];
    assert_eq!(heard[0]["type"], "message");
    assert!(heard[0]["sent_at"].is_i64());
    assert_eq!(message["text"], "Hello \"you\"");
    assert_eq!(message["conversation"], "conv_1");
    assert_eq!(message["sender"], json!({ "id": "usr_7", "name": "Ann" }));
    assert!(message.get("reply_to").is_none() && message.get("files").is_none());
    let (headers, body, _) = acme.ear.got.lock().unwrap()[0].clone();
    let mut mac = Hmac::<Sha256>::new_from_slice(b"acme-secret").unwrap();
    mac.update(body.as_bytes());
    let hex: String =
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(headers["x-acme-signature"], format!("sha256={hex}"));
    assert_eq!(headers["x-acme-event"], "message");
    until("the phone shows that it was taken", async || acme.chat().await[0]["taken"] == true)
        .await;
}

#[tokio::test]
async fn the_business_answers_and_the_phone_shows_it() {
    let acme = Acme::start().await;
    let asked = acme.ann("Is it open?").await;
    let body = json!({ "conversation": "conv_1", "text": "It is.", "reply_to": asked["id"] });
    let said = acme.say(body).await;
    assert_eq!(said.status, 201, "{}", said.body);
    assert_eq!(said.body["conversation"], "conv_1");
    let chat = acme.chat().await;
    assert_eq!((&chat[1]["text"], &chat[1]["from"]), (&json!("It is."), &json!("bot")));
    assert_eq!(chat[1]["reply_to"], asked["message_id"]);
    // The receipt comes by itself; the read mark when the customer looks.
    let heard = acme.ear.hears(2).await;
    assert_eq!(
        (&heard[1]["type"], &heard[1]["message"]["id"]),
        (&json!("delivered"), &said.body["id"])
    );
    acme.order("read", json!({ "account": "main", "user": 7 })).await;
    assert_eq!(acme.ear.hears(3).await[2]["type"], "read");

    let path = format!("/v1/messages/{}", said.body["id"].as_str().unwrap());
    assert_eq!(acme.call(Method::PATCH, &path, json!({ "text": "It was." })).await.status, 200);
    let react = format!("/v1/messages/{}/reaction", asked["id"].as_str().unwrap());
    let status = acme.request(Method::PUT, &react).json(&json!({ "emoji": "👍" })).send().await;
    assert_eq!(status.unwrap().status(), 204);
    let chat = acme.chat().await;
    assert_eq!((&chat[1]["text"], &chat[0]["bot_reactions"]), (&json!("It was."), &json!(["👍"])));
    assert_eq!(acme.request(Method::DELETE, &path).send().await.unwrap().status(), 204);
    assert_eq!(acme.chat().await[1]["deleted"], true);
    let again = acme.sim.send(acme.request(Method::DELETE, &path)).await;
    assert_eq!(again.status, 404);
}

#[tokio::test]
async fn refusals_are_worded_as_described() {
    let acme = Acme::start().await;
    acme.ann("hello").await;
    let good = json!({ "conversation": "conv_1", "text": "x" });
    let check = async |reply: Reply, status: u16, code: &str| {
        assert_eq!(
            (reply.status, &reply.body["error"]["code"]),
            (status, &json!(code)),
            "{}",
            reply.body
        );
    };
    let url = format!("{}/p/acme-chat/v1/messages", acme.sim.base);
    let client = &acme.sim.client;
    check(acme.sim.send(client.post(&url).json(&good)).await, 401, "unauthorized").await;
    let wrong = client.post(&url).bearer_auth("other").json(&good);
    check(acme.sim.send(wrong).await, 401, "unauthorized").await;
    check(acme.call(Method::GET, "/v1/nothing", json!({})).await, 404, "not_found").await;
    check(acme.call(Method::DELETE, "/v1/messages", json!({})).await, 405, "method_not_allowed")
        .await;
    let to = |body: Value| acme.say(body);
    check(to(json!({ "conversation": "conv_9", "text": "x" })).await, 400, "unknown_recipient")
        .await;
    check(to(json!({ "text": "x" })).await, 400, "invalid").await;
    check(
        to(json!({ "conversation": "conv_1", "text": 5, "texd": "x" })).await,
        400,
        "unknown_field",
    )
    .await;
    check(to(json!({ "conversation": "conv_1", "text": ["x"] })).await, 400, "unknown_field").await;
    check(to(json!({ "conversation": "conv_1" })).await, 400, "empty").await;
    let long = "é".repeat(2001);
    check(to(json!({ "conversation": "conv_1", "text": long })).await, 400, "text_too_long").await;
    check(
        to(json!({ "conversation": "conv_1", "text": "x", "reply_to": "msg_77" })).await,
        404,
        "unknown_message",
    )
    .await;
    let broken = acme
        .request(Method::POST, "/v1/messages")
        .header("content-type", "application/json")
        .body("{");
    check(acme.sim.send(broken).await, 400, "invalid").await;
    let huge = json!({ "conversation": "conv_1", "text": "x".repeat(2 << 20) });
    check(to(huge).await, 413, "too_large").await;
    acme.order("block", json!({ "account": "main", "user": 7 })).await;
    check(to(good).await, 403, "blocked").await;
    // Each refusal is there to be looked at, with its reason in words.
    let seen = acme.look("requests").await;
    let last = seen.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["status"], &last["does"]), (&json!(403), &json!("send")));
    assert_eq!(last["refused"], "The customer has blocked this account.");
    assert_eq!(acme.chat().await.len(), 1, "nothing of it reached the phone");
}

#[tokio::test]
async fn too_fast_is_refused_with_a_time_to_wait() {
    let acme = Acme::start().await;
    acme.ann("hello").await;
    let mut refused = None;
    for _ in 0..40 {
        let reply = acme.request(Method::POST, "/v1/messages");
        let reply =
            reply.json(&json!({ "conversation": "conv_1", "text": "x" })).send().await.unwrap();
        if reply.status() == 429 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("forty at once are too many");
    assert_eq!(refused.headers()["retry-after"], "1");
    let body: Value = refused.json().await.unwrap();
    assert_eq!(
        (&body["error"]["code"], &body["error"]["retry_after"]),
        (&json!("slow_down"), &json!(1))
    );
}

#[tokio::test]
async fn an_operation_that_comes_twice_is_one_message() {
    let acme = Acme::start().await;
    acme.ann("hello").await;
    let once = async || {
        let body = json!({ "conversation": "conv_1", "text": "once" });
        let request = acme.request(Method::POST, "/v1/messages").header("idempotency-key", "op-1");
        acme.sim.send(request.json(&body)).await.body["id"].clone()
    };
    assert_eq!(once().await, once().await);
    assert_eq!(acme.chat().await.len(), 2);
}

#[tokio::test]
async fn files_go_both_ways() {
    let acme = Acme::start().await;
    let from = json!({ "id": 7, "first_name": "Ann" });
    let photo = json!({ "account": "main", "from": from, "text": "This one", "photo": true });
    acme.order("messages", photo).await;
    let heard = acme.ear.hears(1).await;
    let file = &heard[0]["message"]["files"][0];
    assert_eq!(file["mime"], "image/png");
    let url = file["url"].as_str().unwrap().to_owned();
    assert_eq!(acme.sim.client.get(&url).send().await.unwrap().status(), 401, "it needs the token");
    let bytes = acme
        .sim
        .client
        .get(&url)
        .bearer_auth("acme-token")
        .send()
        .await
        .unwrap()
        .bytes()
        .await
        .unwrap();
    assert!(bytes.starts_with(b"\x89PNG"));

    let upload = async |name: &str, mime: &str, bytes: Vec<u8>| {
        let part = Part::bytes(bytes).file_name(name.to_owned()).mime_str(mime).unwrap();
        let form = Form::new().part("file", part);
        acme.sim.send(acme.request(Method::POST, "/v1/files").multipart(form)).await
    };
    let stored = upload("lamp.png", "image/png", bytes.to_vec()).await;
    assert_eq!((stored.status, &stored.body["size"]), (201, &json!(bytes.len())));
    assert_eq!(upload("a.exe", "application/x-msdownload", vec![1]).await.status, 400);
    assert_eq!(upload("big.png", "image/png", vec![0; 5 << 20 | 1]).await.status, 413);
    assert_eq!(upload("huge.png", "image/png", vec![0; 9 << 20]).await.status, 413);
    let files = json!([{ "id": stored.body["id"] }]);
    assert_eq!(acme.say(json!({ "conversation": "conv_1", "files": files })).await.status, 201);
    let shown = acme.chat().await;
    let shown = &shown[1]["files"][0];
    assert_eq!((&shown["file_name"], &shown["kind"]), (&json!("lamp.png"), &json!("photo")));
    let path = format!("files/main/{}", shown["file_id"].as_str().unwrap());
    let seen =
        acme.sim.client.get(acme.control(&path)).send().await.unwrap().bytes().await.unwrap();
    assert_eq!(seen, bytes);
    let none = json!({ "conversation": "conv_1", "files": [{ "id": "file_none" }] });
    assert_eq!(acme.say(none).await.status, 404);
}

#[tokio::test]
async fn what_was_refused_is_tried_again_and_keeps_its_place() {
    let acme = Acme::start().await;
    acme.ear.answers.lock().unwrap().extend([500, 503]);
    for text in ["one", "two", "three"] {
        acme.ann(text).await;
    }
    let heard = acme.ear.hears(3).await;
    let texts: Vec<_> = heard.iter().map(|body| body["message"]["text"].clone()).collect();
    assert_eq!(texts, ["one", "two", "three"]);
    assert_eq!(acme.ear.got.lock().unwrap().len(), 5);
    // After the last retry the event is given up, and the next one has its turn.
    acme.ear.answers.lock().unwrap().extend([500; 5]);
    acme.ann("lost").await;
    acme.ann("next").await;
    assert_eq!(acme.ear.hears(4).await[3]["message"]["text"], "next");
    let sent = acme.look("deliveries").await;
    assert_eq!((&sent[3]["state"], &sent[3]["attempts"]), (&json!("given up"), &json!(5)));
    acme.order("redeliver", json!({ "event": sent[3]["event"] })).await;
    assert_eq!(acme.ear.hears(5).await[4]["message"]["text"], "lost");
}

#[tokio::test]
async fn duplicates_and_another_order_on_demand() {
    let acme = Acme::start().await;
    let from = json!({ "id": 7, "first_name": "Ann" });
    acme.order(
        "messages",
        json!({ "account": "main", "from": from, "text": "twin", "twice": true }),
    )
    .await;
    let heard = acme.ear.hears(2).await;
    assert_eq!(heard[0], heard[1]);
    acme.order("hold", json!({})).await;
    for text in ["a", "b", "c"] {
        acme.ann(text).await;
    }
    assert_eq!(acme.look("deliveries").await[3]["state"], "held");
    acme.order("release", json!({ "order": "reversed" })).await;
    let heard = acme.ear.hears(5).await;
    let texts: Vec<_> = heard[2..].iter().map(|body| body["message"]["text"].clone()).collect();
    assert_eq!(texts, ["c", "b", "a"]);
}

#[tokio::test]
async fn faults_strike_the_route_they_name() {
    let acme = Acme::start().await;
    acme.ann("hello").await;
    let good = json!({ "conversation": "conv_1", "text": "x" });
    acme.order("faults", json!({ "does": "send", "status": 503 })).await;
    assert_eq!(acme.call(Method::GET, "/v1/me", json!({})).await.status, 200);
    assert_eq!(acme.say(good.clone()).await.status, 503);
    acme.order("faults", json!({ "does": "send", "status": 429, "retry_after": 9 })).await;
    let slow = acme.request(Method::POST, "/v1/messages").json(&good).send().await.unwrap();
    assert_eq!(
        (slow.status().as_u16(), &slow.headers()["retry-after"]),
        (429, &"9".parse().unwrap())
    );
    acme.order("faults", json!({ "does": "send", "after_accept": true })).await;
    let cut = acme.request(Method::POST, "/v1/messages").json(&good).send().await;
    assert!(cut.is_err(), "accepted, and then the connection breaks");
    assert_eq!(acme.chat().await.len(), 2, "it did arrive");
    acme.order("faults", json!({ "does": "send", "after_accept": true, "truncated": true })).await;
    let half = acme.request(Method::POST, "/v1/messages").json(&good).send().await.unwrap();
    assert_eq!(half.status(), 201);
    assert!(half.json::<Value>().await.is_err());
}

#[tokio::test]
async fn two_accounts_do_not_see_each_other() {
    let acme = Acme::start().await;
    acme.ann("to the first").await;
    let other = json!({ "key": "other", "token": "t-2", "secret": "s-2", "name": "Second" });
    acme.order("accounts", other).await;
    let taken = acme
        .sim
        .client
        .post(acme.control("accounts"))
        .json(&json!({ "key": "third", "token": "t-2" }));
    assert_eq!(acme.sim.send(taken).await.status, 400, "a token belongs to one account");
    let from = json!({ "id": 7, "first_name": "Ann" });
    acme.order("messages", json!({ "account": "other", "from": from, "text": "to the second" }))
        .await;
    assert_eq!(acme.look("deliveries").await[1]["state"], "no webhook");
    acme.order("accounts", json!({ "key": "other", "webhook": acme.ear.url })).await;
    let heard = acme.ear.hears(2).await;
    assert_eq!(heard[1]["message"]["conversation"], "conv_2");
    let crossed = acme.say(json!({ "conversation": "conv_2", "text": "x" })).await;
    assert_eq!(crossed.body["error"]["code"], "unknown_recipient");
}

#[tokio::test]
async fn a_description_says_how_a_demo_joins() {
    let sim = Sim::start().await;
    let good = std::fs::read_to_string(example()).unwrap();
    let join = async |source: String| {
        let url = format!("{}/control/providers", sim.base);
        let added = sim.client.post(&url).json(&json!({ "toml": source }));
        assert_eq!(sim.send(added).await.status, 200);
        sim.send(sim.client.get(format!("{url}/acme-chat"))).await.body["join"].clone()
    };
    assert_eq!(join(good.clone()).await, Value::Null);
    let settings = "join = { at = \"{{api}}/v1\", with = \"{{token}}\", often = 3 }";
    let joined = join(format!("{settings}\n{good}")).await;
    let base = format!("{}/p/acme-chat/v1", sim.base);
    let token =
        sim.send(sim.client.get(format!("{}/control/providers/acme-chat/accounts", sim.base)));
    let token = token.await.body[0]["token"].clone();
    assert_eq!(joined["settings"], json!({ "at": base, "with": token, "often": 3 }));
    assert_eq!((&joined["told"], &joined["reaches"]), (&json!(false), &json!([])));
    // Where no call sets the webhook's address, somebody has to tell it.
    let silent =
        good.replace("does = \"webhook\"", "does = \"nothing\"").replace("url = \"/url\"", "");
    assert_eq!(join(format!("{settings}\n{silent}")).await["told"], true);
}

#[tokio::test]
async fn a_changed_file_is_played_and_a_wrong_one_is_not() {
    let folder = std::env::temp_dir().join(format!("patchbay-described-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("simulator.toml");
    let source = std::fs::read_to_string(example()).unwrap();
    std::fs::write(&file, &source).unwrap();
    let sim = Sim::with(Options { providers: vec![folder.clone()], ..Options::default() }).await;
    let card = async || {
        sim.send(sim.client.get(format!("{}/control/providers/acme-chat", sim.base))).await.body
    };
    assert_eq!(card().await["name"], "Acme Chat");
    std::fs::write(&file, source.replace("\"Acme Chat\"", "\"Acme Two\"")).unwrap();
    until("the change is played", async || card().await["name"] == "Acme Two").await;
    std::fs::write(&file, source.replace("does = \"send\"", "does = \"sent\"")).unwrap();
    until("the fault is told", async || card().await["problems"][0].is_string()).await;
    let told = card().await;
    assert!(told["problems"][0].as_str().unwrap().contains("simulator.toml: line "), "{told}");
    assert_eq!(told["name"], "Acme Two", "the version before it goes on");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_bad_description_is_refused_with_line_and_fix() {
    let sim = Sim::start().await;
    let good = std::fs::read_to_string(example()).unwrap();
    let refused = async |from: &str, to: &str, line: &str, fix: &str| {
        assert!(good.contains(from), "{from}");
        let body = json!({ "toml": good.replacen(from, to, 1) });
        let reply = sim.client.post(format!("{}/control/providers", sim.base)).json(&body);
        let reply = sim.send(reply).await;
        let said = reply.body["error"].as_str().unwrap_or_default().to_owned();
        assert_eq!(reply.status, 422, "{to}: {said}");
        assert!(said.contains(line) && said.contains(fix), "{to}: {said}");
    };
    let line_of = |text: &str| {
        let before = good.split(text).next().unwrap();
        format!("line {}", before.matches('\n').count() + 1)
    };
    refused("id = \"acme-chat\"", "id = \"Acme Chat\"", "line 3: id:", "small letters").await;
    refused("#0f766e", "teal", "line 5: colour:", "#rrggbb").await;
    refused("{{kind}}", "{{kinds}}", &line_of("headers = {"), "did you mean {{kind}}?").await;
    refused("\"{{event_id}}\",\n", "{{event_id}},\n", "webhook.events.message", "inside quotes")
        .await;
    refused(
        "chat = \"/conversation\"",
        "chat = \"conversation\"",
        &line_of("chat = \"/conversation\""),
        "/json/pointer",
    )
    .await;
    refused("text_max", "text_maximum", &line_of("text_max"), "unknown field").await;
    refused("rate = \"20/s\"", "rate = \"fast\"", "limits.rate", "30/s").await;
    refused("[errors.429]", "[errors.broken]", "errors.broken", "write default").await;
    refused(
        "message = \"path:message\"",
        "message = \"path:msg\"",
        "api.routes[2].message",
        "add it to path",
    )
    .await;
    refused("chat = \"conv_{{n}}\"", "chat = \"conv\"", "line 10: ids.chat:", "put {{n}}").await;
    refused("id = \"acme-chat\"", "join = 1\nid = \"acme-chat\"", "join", "a table of settings")
        .await;
    refused(
        "id = \"acme-chat\"",
        "join = { url = \"{{apis}}\" }\nid = \"acme-chat\"",
        "join.url",
        "did you mean {{api}}?",
    )
    .await;
    refused("name = \"Acme Chat\"\n", "", "line 1", "missing field `name`").await;
    let none = sim.client.get(format!("{}/p/acme-chat/v1/me", sim.base));
    assert_eq!(sim.send(none).await.status, 404);
}

#[tokio::test]
async fn the_phone_page_is_the_same_with_other_colours() {
    let acme = Acme::start().await;
    let page = async |path: &str| {
        let got = acme.sim.client.get(format!("{}{path}", acme.sim.base)).send().await.unwrap();
        (got.status().as_u16(), got.text().await.unwrap())
    };
    let (status, html) = page("/phone/acme-chat").await;
    assert_eq!(status, 200);
    assert!(html.contains("data-control=\"/control/providers/acme-chat/\""));
    assert!(html.contains("Acme Chat phone") && html.contains("unsend") && !html.contains("<!--"));
    assert!(page("/phone/acme-chat/colours.css").await.1.contains("--brand: #0f766e"));
    assert!(page("/").await.1.contains("/phone/acme-chat"));
    assert_eq!(page("/phone/nobody").await.0, 404);
    assert!(page("/telegram/phone").await.1.contains("data-control=\"/control/telegram/\""));
}

#[tokio::test]
async fn open_phones_hear_what_happens() {
    let acme = Acme::start().await;
    let mut events = acme.sim.client.get(acme.control("events?account=main")).send().await.unwrap();
    acme.ann("hello").await;
    acme.request(Method::POST, "/v1/conversations/conv_1/typing").send().await.unwrap();
    acme.say(json!({ "conversation": "conv_1", "text": "hi" })).await;
    let mut heard = String::new();
    while !heard.contains("\"text\":\"hi\"") {
        let chunk =
            tokio::time::timeout(Duration::from_secs(10), events.chunk()).await.unwrap().unwrap();
        heard.push_str(&String::from_utf8_lossy(&chunk.unwrap()));
    }
    assert!(heard.contains("\"type\":\"customer\"") && heard.contains("\"typing\":true"));
}
