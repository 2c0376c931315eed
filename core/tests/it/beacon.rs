//! Beacon, the example over the socket interface, in the real server and against the simulated
//! gateway: what a stranger's state machine and the host make of a conversation together.

use crate::harness::{Ground, Start, World, eventually, http, package::guest};
use serde_json::{Value, json};

on_both_engines!(beacon_holds_a_conversation_over_its_gateway);

const TOKEN: &str = "beacon-test-token";

/// The network, as its customers and its operators see it.
struct Network {
    control: String,
    http: reqwest::Client,
}

impl Network {
    async fn order(&self, what: &str, body: Value) -> Value {
        let url = format!("{}/{what}", self.control);
        let answer = self.http.post(url).json(&body).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{what} {body}: {}", answer.status());
        answer.json().await.expect("JSON")
    }

    async fn look(&self, what: &str) -> Value {
        let url = format!("{}/{what}", self.control);
        let answer = self.http.get(url).send().await.expect("an answer");
        answer.json().await.expect("JSON")
    }

    /// The number under which the network knows the message.
    async fn says(&self, text: &str) -> Value {
        let from = json!({ "id": 7, "first_name": "Ann" });
        let said = json!({ "account": "main", "from": from, "text": text });
        self.order("messages", said).await["message_id"].clone()
    }

    async fn changes(&self, what: &str, message: &Value, more: Value) {
        let mut order = json!({ "account": "main", "user": 7, "message_id": message });
        order.as_object_mut().expect("an object").extend(more.as_object().expect("fields").clone());
        self.order(what, order).await;
    }

    /// What Ann's phone shows.
    async fn phone(&self) -> Vec<Value> {
        let chats = self.look("chats/main?user=7").await;
        chats["chats"][0]["messages"].as_array().cloned().unwrap_or_default()
    }

    async fn until_phone_shows(&self, text: &str) -> Value {
        eventually(&format!("the phone shows {text}"), || async {
            self.phone().await.into_iter().find(|message| message["text"] == text)
        })
        .await
    }

    /// Waits for a session that listens.
    async fn until_heard(&self) {
        eventually("the gateway has a listening session", || async {
            let gateway = self.look("gateway").await;
            let sessions = gateway["sessions"].as_array().cloned().unwrap_or_default();
            sessions.iter().any(|session| session["connected"] == true).then_some(())
        })
        .await;
    }
}

async fn until_texts(world: &World, ticket: i64, wanted: &[&str]) {
    eventually(&format!("the ticket reads {wanted:?}"), || async {
        let all = world.one.messages(ticket).await;
        let texts: Vec<_> = all.iter().map(|m| m["message"].as_str().unwrap_or_default()).collect();
        (texts == wanted).then_some(())
    })
    .await;
}

async fn beacon_holds_a_conversation_over_its_gateway(ground: Ground) {
    let built = tokio::task::spawn_blocking(|| guest("beacon", "plugin-sdk/examples/beacon"));
    let folder = ground.data().join("plugins");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("beacon.pbp"), built.await.expect("it builds")).expect("put there");
    let world = World::open(ground, Start::default()).await;
    let base = &world.simulator.url;
    let network = Network { control: format!("{base}/control/providers/beacon"), http: http() };
    let settings = json!({
        "bot_token": TOKEN,
        "api_base": format!("{base}/beacon"),
        "gateway_url": format!("{}/beacon/gateway", base.replacen("http", "ws", 1)),
    });
    let body = json!({ "plugin": "beacon", "name": "Community", "settings": settings });
    let answer = world.admin.post("/api/channels", &body).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let channel = format!("/api/channels/{}", answer.body["id"]);

    // A private message opens a ticket, and the answer is on the phone.
    network.until_heard().await;
    let asked = network.says("Is it open?").await;
    let ticket = world.ticket_saying("Is it open?").await["id"].as_i64().expect("an id");
    let sent = world.one.reply(ticket, "It is, until six.").await;
    let shown = network.until_phone_shows("It is, until six.").await;
    assert_eq!(shown["from"], "bot", "{shown}");
    let sent = sent["id"].as_i64().expect("an id");
    world.one.until_state(ticket, sent, "sent").await;

    // What changes is changed, and what an agent does about it arrives.
    network.changes("edit", &asked, json!({ "text": "Is it open today?" })).await;
    until_texts(&world, ticket, &["Is it open today?", "It is, until six."]).await;
    let path = format!("/api/messages/{sent}");
    let edit = json!({ "text": "It is, until seven." });
    world.one.call(reqwest::Method::PATCH, &path, Some(&edit)).await.ok();
    network.until_phone_shows("It is, until seven.").await;

    // A line that breaks is resumed: what was said meanwhile comes once.
    network.order("drop", json!({ "account": "main" })).await;
    network.says("And on Sunday?").await;
    let all = ["Is it open today?", "It is, until seven.", "And on Sunday?"];
    until_texts(&world, ticket, &all).await;

    // A dispatch that comes twice is one message, and one that no client knows is none.
    network.until_heard().await;
    network.order("duplicate", json!({})).await;
    network.order("unknown-event", json!({})).await;
    // A session that is gone begins anew and asks for what it missed.
    network.order("invalidate", json!({})).await;
    network.says("Thank you!").await;
    let all = ["Is it open today?", "It is, until seven.", "And on Sunday?", "Thank you!"];
    until_texts(&world, ticket, &all).await;
    assert_eq!(world.admin.tickets().await.len(), 1);

    let account = world.admin.get(&channel).await.ok();
    assert_eq!(account["state"]["status"], "ok", "{account}");
    let kept = world.admin.get("/api/quarantine").await.ok();
    assert_eq!(kept["data"], json!([]));
    // The token went out in frames and headers, and nowhere else.
    assert!(!world.desk.log().contains(TOKEN));
    let log = world.admin.get(&format!("{channel}/log")).await.ok();
    assert!(!log.to_string().contains(TOKEN), "{log}");
}
