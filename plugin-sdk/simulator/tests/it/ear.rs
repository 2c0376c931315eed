//! A webhook that keeps what it got as it came, for signatures.
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::routing::any;
use tokio::net::TcpListener;

use crate::sim::until;

/// One request.
#[derive(Debug, Clone)]
pub struct Heard {
    pub uri: Uri,
    pub headers: HeaderMap,
    pub body: String,
}

impl Heard {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// The receiver.
#[derive(Clone, Default)]
pub struct Ear {
    got: Arc<Mutex<Vec<Heard>>>,
    answers: Arc<Mutex<VecDeque<u16>>>,
    pub url: String,
}

impl Ear {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/in", listener.local_addr().unwrap());
        let ear = Self { url, ..Self::default() };
        let app = Router::new().fallback(any(hear)).with_state(ear.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        ear
    }

    /// The next requests are answered so; afterwards 200.
    pub fn answers(&self, statuses: &[u16]) {
        self.answers.lock().unwrap().extend(statuses);
    }

    pub fn all(&self) -> Vec<Heard> {
        self.got.lock().unwrap().clone()
    }

    /// Waits for so many requests.
    pub async fn hears(&self, count: usize) -> Vec<Heard> {
        until("enough webhooks came", async || self.all().len() >= count).await;
        self.all()
    }
}

async fn hear(State(ear): State<Ear>, uri: Uri, headers: HeaderMap, body: String) -> StatusCode {
    let status = ear.answers.lock().unwrap().pop_front().unwrap_or(200);
    ear.got.lock().unwrap().push(Heard { uri, headers, body });
    StatusCode::from_u16(status).unwrap()
}
