//! The provider simulator, in this process.

use super::agent::http;
use patchbay_simulator::{Options, serve};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::{net::TcpListener, task::JoinHandle};

/// The bot of most stories.
pub const TOKEN: &str = "700000001:STORY-token-that-must-stay-hidden-01";

/// A simulator that ends with the story.
pub struct Simulator {
    pub url: String,
    http: reqwest::Client,
    server: JoinHandle<()>,
}

impl Drop for Simulator {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Simulator {
    pub async fn start() -> Self {
        Self::start_at(([127, 0, 0, 1], 0).into()).await
    }

    /// One that listens at an address which a story knew before; port 0 takes a free one.
    pub async fn start_at(address: SocketAddr) -> Self {
        let http = http();
        let listener = TcpListener::bind(address).await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("bound"));
        let options = Options { time_scale: 0.05, ..Options::default() };
        let server = tokio::spawn(async move {
            serve(listener, options).await.expect("it serves");
        });
        let this = Self { url, http, server };
        this.order(
            "bots",
            &json!({ "token": TOKEN, "username": "story_bot", "first_name": "Shop" }),
        )
        .await;
        this
    }

    /// Ends it; whoever calls it then finds nobody.
    pub fn stop(&self) {
        self.server.abort();
    }

    /// The host and port, for the list of private addresses that may be reached.
    pub fn address(&self) -> String {
        self.url.trim_start_matches("http://").to_owned()
    }

    pub async fn order(&self, what: &str, body: &Value) -> Value {
        let url = format!("{}/control/telegram/{what}", self.url);
        let response = self.http.post(url).json(body).send().await.expect("an answer");
        let status = response.status();
        let text = response.text().await.expect("a body");
        assert!(status.is_success(), "{what} {body}: {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// A customer writes; more than a text goes into `more`.
    pub async fn write(&self, user: i64, name: &str, more: Value) -> Value {
        let mut body = json!({ "token": TOKEN, "from": { "id": user, "first_name": name } });
        let fields = more.as_object().expect("fields").clone();
        body.as_object_mut().expect("an object").extend(fields);
        self.order("messages", &body).await
    }

    /// What a customer's phone shows, oldest first.
    pub async fn phone(&self, user: i64) -> Vec<Value> {
        let url = format!("{}/control/telegram/chats/{TOKEN}?user={user}", self.url);
        let response = self.http.get(url).send().await.expect("an answer");
        let found: Value = response.json().await.expect("JSON");
        found["chats"][0]["messages"].as_array().cloned().unwrap_or_default()
    }

    /// The texts that the bot sent to a customer.
    pub async fn bot_said(&self, user: i64) -> Vec<String> {
        let shown = self.phone(user).await;
        let ours = shown.iter().filter(|m| m["from"] == "bot");
        ours.map(|m| m["text"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub async fn file(&self, id: &str) -> Vec<u8> {
        let url = format!("{}/control/telegram/files/{TOKEN}/{id}", self.url);
        let response = self.http.get(url).send().await.expect("an answer");
        response.bytes().await.expect("bytes").to_vec()
    }
}
