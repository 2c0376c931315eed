//! Whether the process lives and whether it should get requests; and its numbers.

use super::problem::{Code, Problem};
use crate::{crypto::sha256_hex, db::Db, metrics::metrics};
use axum::{
    Extension, Json, Router,
    extract::{ConnectInfo, State},
    http::{HeaderMap, header},
    response::{IntoResponse as _, Response},
    routing::get,
};
use serde_json::json;
use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Whether requests should be sent here. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Readiness {
    db: Db,
    draining: Arc<AtomicBool>,
}

impl Readiness {
    /// Ready as soon as the database answers.
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self { db, draining: Arc::default() }
    }

    /// From now on load balancers are told to send requests elsewhere.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
        metrics().draining.set(1);
    }

    /// Whether [`Readiness::drain`] was called.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }
}

/// `token` is `server.metrics_token`.
pub(super) fn routes(readiness: Readiness, token: &str) -> Router {
    let numbers = Router::new().route("/metrics", get(numbers)).with_state(Token(token.into()));
    Router::new()
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .with_state(readiness)
        .merge(numbers)
}

/// What opens the numbers; empty for none.
#[derive(Clone)]
struct Token(Arc<str>);

impl Token {
    /// Whether a request may read the numbers, which tell how much goes on here.
    fn opens(&self, headers: &HeaderMap, peer: Option<IpAddr>) -> bool {
        if !self.0.is_empty() {
            let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
            let given = given
                .and_then(|value| value.split_once(' '))
                .filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"));
            // Digests are compared, so that the time tells nothing of the token.
            return given.is_some_and(|(_, given)| {
                sha256_hex(given.trim().as_bytes()) == sha256_hex(self.0.as_bytes())
            });
        }
        // A proxy on this machine connects from it as well, and says for whom.
        let by_proxy = FORWARDED.iter().any(|name| headers.contains_key(*name));
        !by_proxy && peer.is_some_and(|peer| peer.to_canonical().is_loopback())
    }
}

/// What proxies add.
const FORWARDED: [&str; 5] =
    ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

async fn live() -> Json<serde_json::Value> {
    Json(json!({"status": "ok"}))
}

async fn ready(State(readiness): State<Readiness>) -> Result<Json<serde_json::Value>, Problem> {
    if readiness.is_draining() {
        return Err(Problem::new(Code::Unavailable, "This process is stopping."));
    }
    readiness.db.ping().await.map_err(|error| {
        tracing::warn!(%error, "not ready: the database does not answer");
        Problem::new(Code::Unavailable, "The database does not answer.")
    })?;
    Ok(Json(json!({"status": "ok"})))
}

async fn numbers(
    State(token): State<Token>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
) -> Response {
    if !token.opens(&headers, peer.map(|Extension(ConnectInfo(peer))| peer.ip())) {
        let text = "The numbers are for this machine, or for who brings server.metrics_token.";
        return Problem::new(Code::Forbidden, text).into_response();
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, metrics().render()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_for_this_machine_or_the_token() {
        let near = Some("127.0.0.1".parse().expect("an address"));
        let far = Some("192.0.2.1".parse().expect("an address"));
        let with = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().expect("a header"));
            headers
        };
        let none = HeaderMap::new();
        let (closed, token) = (Token("".into()), Token("0123456789abcdef".into()));
        let bearer = with("authorization", "Bearer 0123456789abcdef");
        for (who, headers, peer, opened) in [
            (&closed, &none, near, true),
            (&closed, &none, far, false),
            (&closed, &none, None, false),
            (&closed, &with("x-forwarded-for", "192.0.2.1"), near, false),
            (&closed, &with("x-real-ip", "127.0.0.1"), near, false),
            (&closed, &with("via", "1.1 proxy"), near, false),
            (&closed, &bearer, far, false),
            (&token, &bearer, far, true),
            (&token, &bearer, near, true),
            (&token, &none, near, false),
            (&token, &with("authorization", "Bearer 0123456789abcdeF"), far, false),
            (&token, &with("authorization", "Bearer "), far, false),
            (&token, &with("authorization", "0123456789abcdef"), far, false),
        ] {
            assert_eq!(who.opens(headers, peer), opened, "{headers:?} from {peer:?}");
        }
    }
}
