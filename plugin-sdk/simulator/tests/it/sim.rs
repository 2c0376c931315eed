//! A running simulator and short ways to ask it.
use std::net::SocketAddr;
use std::time::Duration;

use patchbay_simulator::{Options, serve};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The bot every test has.
pub const TOKEN: &str = "123456:test-token";

/// A simulator that ends with the test.
pub struct Sim {
    pub base: String,
    pub client: Client,
    server: JoinHandle<()>,
}

impl Drop for Sim {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// An answer: status and body.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub body: Value,
}

impl Reply {
    /// The `result` of an accepted call.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        assert_eq!(self.body["ok"], true, "{}", self.body);
        self.body["result"].clone()
    }

    /// Checks a refusal to the letter.
    #[track_caller]
    pub fn refused(self, code: u16, description: &str) {
        assert_eq!(self.status, code, "{}", self.body);
        assert_eq!(self.body["ok"], false);
        assert_eq!(self.body["error_code"], code);
        assert_eq!(self.body["description"], description);
    }
}

impl Sim {
    /// A quick one in memory: a second of waiting takes ten milliseconds.
    pub async fn start() -> Self {
        Self::with(Options { time_scale: 0.01, ..Options::default() }).await
    }

    pub async fn with(options: Options) -> Self {
        // The client of the test needs the same crypto provider as the simulator.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addr: SocketAddr = listener.local_addr().unwrap();
        let server = tokio::spawn(async move {
            serve(listener, options).await.unwrap();
        });
        let client = Client::builder()
            .tls_danger_accept_invalid_certs(true)
            .no_proxy()
            .timeout(Duration::from_secs(30))
            .build()
            .unwrap();
        let sim = Self { base: format!("http://{addr}"), client, server };
        let bot = json!({ "token": TOKEN, "username": "desk_bot", "first_name": "Desk" });
        sim.control("bots", bot).await;
        sim
    }

    pub fn method(&self, method: &str) -> String {
        format!("{}/telegram/bot{TOKEN}/{method}", self.base)
    }

    /// A Bot API call with a JSON body.
    pub async fn call(&self, method: &str, body: Value) -> Reply {
        self.send(self.client.post(self.method(method)).json(&body)).await
    }

    pub async fn send(&self, request: reqwest::RequestBuilder) -> Reply {
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        Reply { status, body: answer.json().await.unwrap() }
    }

    /// A control order that has to work.
    #[track_caller]
    pub fn control(&self, path: &str, body: Value) -> impl Future<Output = Value> {
        let at = std::panic::Location::caller();
        let request = self.client.post(self.control_url(path)).json(&body);
        async move {
            let answer = request.send().await.unwrap();
            let status = answer.status();
            let body: Value = answer.json().await.unwrap();
            assert!(status.is_success(), "{at}: {status} {body}");
            body
        }
    }

    pub fn control_url(&self, path: &str) -> String {
        format!("{}/control/telegram/{path}", self.base)
    }

    pub async fn look(&self, path: &str) -> Value {
        self.client.get(self.control_url(path)).send().await.unwrap().json().await.unwrap()
    }

    /// Ann (user 7) writes.
    pub async fn ann(&self, text: &str) -> Value {
        self.person(7, text).await
    }

    pub async fn person(&self, user: i64, text: &str) -> Value {
        let from = json!({ "id": user, "first_name": "Ann" });
        self.control("messages", json!({ "token": TOKEN, "from": from, "text": text })).await
    }

    /// All waiting updates, confirming nothing.
    pub async fn updates(&self) -> Vec<Value> {
        self.call("getUpdates", json!({})).await.ok().as_array().unwrap().clone()
    }
}

/// Asks again until it is so, for what happens in the background.
pub async fn until<F: Future<Output = bool>>(what: &str, mut check: impl FnMut() -> F) {
    for _ in 0..400 {
        if check().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
    panic!("never happened: {what}");
}
