//! A webhook that answers as it was told and remembers what it got.
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::time::Instant;

/// One request.
#[derive(Debug, Clone)]
pub struct Got {
    pub at: Instant,
    pub secret: Option<String>,
    pub body: Value,
    pub answered: u16,
}

impl Got {
    pub fn id(&self) -> i64 {
        self.body["update_id"].as_i64().unwrap()
    }

    pub fn text(&self) -> &str {
        self.body["message"]["text"].as_str().unwrap_or_default()
    }
}

/// What the next requests are answered with; afterwards 200.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    pub status: u16,
    pub retry_after: Option<u64>,
    pub body: String,
}

#[derive(Default)]
struct Inner {
    got: Vec<Got>,
    answers: VecDeque<Answer>,
    // Texts that are refused with 500 every time.
    poison: Option<String>,
    slow: Duration,
    busy: usize,
    most_busy: usize,
}

/// The receiver.
#[derive(Clone, Default)]
pub struct Hook {
    inner: Arc<Mutex<Inner>>,
    pub url: String,
}

impl Hook {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let hook = Self { url, ..Self::default() };
        let app = Router::new().route("/hook", post(take)).with_state(hook.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        hook
    }

    pub fn got(&self) -> Vec<Got> {
        self.inner.lock().unwrap().got.clone()
    }

    pub fn accepted(&self) -> Vec<Got> {
        self.got().into_iter().filter(|got| got.answered == 200).collect()
    }

    pub fn next(&self, status: u16) {
        self.next_full(Answer { status, ..Answer::default() });
    }

    pub fn next_full(&self, answer: Answer) {
        self.inner.lock().unwrap().answers.push_back(answer);
    }

    pub fn poison(&self, text: Option<&str>) {
        self.inner.lock().unwrap().poison = text.map(str::to_owned);
    }

    pub fn slow(&self, by: Duration) {
        self.inner.lock().unwrap().slow = by;
    }

    pub fn most_busy(&self) -> usize {
        self.inner.lock().unwrap().most_busy
    }
}

async fn take(State(hook): State<Hook>, headers: HeaderMap, body: String) -> Response {
    let body: Value = serde_json::from_str(&body).unwrap();
    let secret = headers.get("x-telegram-bot-api-secret-token");
    let secret = secret.map(|value| value.to_str().unwrap().to_owned());
    let (answer, slow) = {
        let mut inner = hook.inner.lock().unwrap();
        inner.busy += 1;
        inner.most_busy = inner.most_busy.max(inner.busy);
        let poisoned =
            inner.poison.is_some() && body["message"]["text"].as_str() == inner.poison.as_deref();
        let answer = match poisoned {
            true => Answer { status: 500, ..Answer::default() },
            false => {
                inner.answers.pop_front().unwrap_or(Answer { status: 200, ..Answer::default() })
            }
        };
        let got = Got { at: Instant::now(), secret, body, answered: answer.status };
        inner.got.push(got);
        (answer, inner.slow)
    };
    tokio::time::sleep(slow).await;
    hook.inner.lock().unwrap().busy -= 1;
    let mut headers = HeaderMap::new();
    if let Some(seconds) = answer.retry_after {
        headers.insert("retry-after", seconds.into());
    }
    (StatusCode::from_u16(answer.status).unwrap(), headers, answer.body).into_response()
}
