//! A provider for tests, on the loopback address, that answers in every way a host must survive.

use crate::World;
use axum::{
    Router,
    body::Bytes,
    extract::{OriginalUri, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
    routing::any,
};
use parking_lot::Mutex;
use patchbay::plugins::{Account, Resolver, SystemResolver};
use serde_json::json;
use std::{net::SocketAddr, sync::Arc, time::Duration};

/// What arrived: path with query, headers, body.
pub type ReceivedRequests = Arc<Mutex<Vec<(String, HeaderMap, Bytes)>>>;

pub struct Server {
    pub address: SocketAddr,
    pub seen: ReceivedRequests,
}

impl Server {
    pub async fn start() -> Self {
        let seen = ReceivedRequests::default();
        let app = Router::new()
            .route("/slow", any(slow))
            .route("/big", any(|| async { vec![b'x'; 5 << 20] }))
            .route("/slow/{what}", any(slow))
            .route("/basic", any(basic))
            .route("/file", any(file))
            .route("/echo", any(echo))
            .route("/status/500", any(|| async { StatusCode::INTERNAL_SERVER_ERROR }))
            .route("/redirect", any(redirect))
            .route("/rewind", any(rewind))
            .route("/circle", any(|| async { Redirect::temporary("/circle") }))
            .fallback(any(echo))
            .with_state(seen.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, seen }
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin())
    }

    /// A world that may reach this server by its address.
    pub fn world(&self) -> World {
        self.world_resolving(Arc::new(SystemResolver))
    }

    pub fn world_resolving(&self, resolver: Arc<dyn Resolver>) -> World {
        World::with(&[self.address.to_string()], resolver)
    }

    /// An account whose base URL is this server.
    pub fn account(&self, world: &World, act: &str, arg: &str) -> Account {
        world.account(json!({ "do": act, "arg": arg, "api_base": self.url("/base") }))
    }

    pub async fn facts(&self, world: &World, act: &str, arg: &str) -> Vec<(String, String)> {
        let called = world.host.check(&self.account(world, act, arg)).await;
        called.result.unwrap().facts
    }

    pub fn last(&self) -> (String, HeaderMap, Bytes) {
        self.seen.lock().last().cloned().unwrap()
    }
}

fn note(seen: &ReceivedRequests, uri: &OriginalUri, headers: &HeaderMap, body: &Bytes) {
    seen.lock().push((uri.0.to_string(), headers.clone(), body.clone()));
}

async fn slow() {
    tokio::time::sleep(Duration::from_secs(20)).await;
}

/// Sends back everything that came, which is what the host must clean.
async fn echo(
    State(seen): State<ReceivedRequests>,
    uri: OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    note(&seen, &uri, &headers, &body);
    let auth = headers.get("authorization").and_then(|h| h.to_str().ok()).unwrap_or("").to_owned();
    let text = format!("{} | {auth} | {}", uri.0, String::from_utf8_lossy(&body));
    let mut answer = text.into_response();
    if let Ok(value) = auth.parse() {
        answer.headers_mut().insert("x-echo", value);
    }
    answer
}

/// Sends the body back as basic credentials of a user.
async fn basic(body: Bytes) -> String {
    base64::Engine::encode(
        &base64::engine::general_purpose::STANDARD,
        [b"user:", &body[..]].concat(),
    )
}

async fn file() -> Response {
    (
        [
            ("content-type", "image/png"),
            ("content-disposition", "attachment; filename=\"../a.png\""),
        ],
        vec![9_u8; 100],
    )
        .into_response()
}

/// Redirects to `?to=`.
async fn redirect(
    State(seen): State<ReceivedRequests>,
    uri: OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    note(&seen, &uri, &headers, &body);
    Redirect::to(&target(&uri)).into_response()
}

/// Redirects to `?to=` keeping method and body.
async fn rewind(
    State(seen): State<ReceivedRequests>,
    uri: OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    note(&seen, &uri, &headers, &body);
    Redirect::permanent(&target(&uri)).into_response()
}

fn target(uri: &OriginalUri) -> String {
    let query = uri.0.query().unwrap_or_default().to_owned();
    url::form_urlencoded::parse(query.as_bytes())
        .find(|(k, _)| k == "to")
        .map(|(_, v)| v.into_owned())
        .unwrap_or_default()
}
