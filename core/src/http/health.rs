//! Whether the process lives and whether it should get requests; and its numbers.

use super::problem::{Code, Problem};
use crate::{db::Db, metrics::metrics};
use axum::{
    Json, Router,
    extract::State,
    http::header,
    response::{IntoResponse as _, Response},
    routing::get,
};
use serde_json::json;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
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

pub(super) fn routes(readiness: Readiness) -> Router {
    Router::new()
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .route("/metrics", get(numbers))
        .with_state(readiness)
}

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

async fn numbers() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, metrics().render()).into_response()
}
