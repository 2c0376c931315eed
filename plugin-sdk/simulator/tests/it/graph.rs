//! A desk of Meta's networks: its webhook proves itself, and it calls the API with the first account.
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;

use crate::sim::{Reply, Sim, until};

/// The first account's id at WhatsApp.
pub const NUMBER_ID: &str = "106540352242922";
const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// One webhook.
#[derive(Debug, Clone)]
pub struct Got {
    pub raw: String,
    pub body: Value,
    pub signed: bool,
}

/// The business's side of a network.
#[derive(Clone, Default)]
pub struct Desk {
    id: &'static str,
    /// The account's id.
    pub key: String,
    pub token: String,
    pub url: String,
    got: Arc<Mutex<Vec<Got>>>,
    answers: Arc<Mutex<VecDeque<u16>>>,
}

/// A simulator, and a desk that hears what happens on the network.
pub async fn network(id: &'static str) -> (Sim, Desk) {
    let sim = Sim::start().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let mut desk = Desk { id, url, ..Desk::default() };
    let app = Router::new().route("/hook", get(prove).post(take)).with_state(desk.clone());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let accounts = desk.look(&sim, "accounts").await;
    desk.key = accounts[0]["key"].as_str().unwrap().to_owned();
    desk.token = accounts[0]["token"].as_str().unwrap().to_owned();
    desk.control(&sim, "accounts", json!({ "key": desk.key, "webhook": desk.url })).await;
    (sim, desk)
}

impl Desk {
    /// The next webhook is answered with this.
    pub fn refuse(&self, status: u16) {
        self.answers.lock().unwrap().push_back(status);
    }

    /// What has come once it is so many.
    pub async fn got(&self, count: usize) -> Vec<Got> {
        until(&format!("{count} webhooks"), || async { self.got.lock().unwrap().len() >= count })
            .await;
        self.got.lock().unwrap().clone()
    }

    /// The customer with the number 7 writes.
    pub async fn says(&self, sim: &Sim, what: Value) -> Value {
        let mut order = json!({ "account": self.key, "from": { "id": 7, "first_name": "Demo" } });
        for (name, value) in what.as_object().unwrap() {
            order[name] = value.clone();
        }
        self.control(sim, "messages", order).await
    }

    /// A control order that has to work.
    pub async fn control(&self, sim: &Sim, what: &str, body: Value) -> Value {
        let url = format!("{}/control/providers/{}/{what}", sim.base, self.id);
        let answer = sim.client.post(url).json(&body).send().await.unwrap();
        let status = answer.status();
        let said: Value = answer.json().await.unwrap();
        assert!(status.is_success(), "{what}: {status} {said}");
        said
    }

    pub async fn look(&self, sim: &Sim, what: &str) -> Value {
        let url = format!("{}/control/providers/{}/{what}", sim.base, self.id);
        sim.client.get(url).send().await.unwrap().json().await.unwrap()
    }

    /// The address of an edge of the account, or of another node when the path has a slash or digits.
    pub fn address(&self, sim: &Sim, path: &str) -> String {
        let whole = match path.starts_with(|first: char| first.is_ascii_digit()) {
            true => path.to_owned(),
            false => format!("{}/{path}", self.key),
        };
        format!("{}/{}/v25.0/{whole}", sim.base, self.id)
    }

    pub async fn post(&self, sim: &Sim, path: &str, body: Value) -> Reply {
        let request = sim.client.post(self.address(sim, path)).bearer_auth(&self.token).json(&body);
        sim.send(request).await
    }

    pub async fn get(&self, sim: &Sim, path: &str) -> Reply {
        sim.send(sim.client.get(self.address(sim, path)).bearer_auth(&self.token)).await
    }
}

async fn prove(RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let pairs: Vec<(String, String)> =
        url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let value =
        |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    match value("hub.verify_token").as_deref() {
        Some("vibecoding") => value("hub.challenge").unwrap_or_default().into_response(),
        _ => StatusCode::FORBIDDEN.into_response(),
    }
}

async fn take(State(desk): State<Desk>, headers: HeaderMap, raw: String) -> Response {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(raw.as_bytes());
    let hex: String =
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let given = headers.get("x-hub-signature-256").and_then(|value| value.to_str().ok());
    let got = Got {
        body: serde_json::from_str(&raw).unwrap(),
        signed: given == Some(format!("sha256={hex}").as_str()),
        raw,
    };
    desk.got.lock().unwrap().push(got);
    let status = desk.answers.lock().unwrap().pop_front().unwrap_or(200);
    StatusCode::from_u16(status).unwrap().into_response()
}
