//! One log line and one count for each request, by the route's pattern: paths may hold tokens.

use crate::metrics::metrics;
use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use tokio::time::Instant;
use tracing::Instrument as _;

/// Layer of routers whose routes are known by a pattern.
pub(super) async fn observe(request: Request, next: Next) -> Response {
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "unmatched".to_owned(), |path| path.as_str().to_owned());
    let method = request.method().clone();
    let started = Instant::now();
    let span = tracing::info_span!("http", http.method = %method, http.route = %route);
    let response = next.run(request).instrument(span.clone()).await;
    let took = started.elapsed();
    let status = response.status().as_u16();
    // Upgraded sockets count when they open; their life is measured elsewhere.
    metrics().http_seconds.with_label_values(&[&route]).observe(took.as_secs_f64());
    let status_class = format!("{}xx", status / 100);
    let method = if matches!(
        method.as_str(),
        "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS"
    ) {
        method.as_str().to_owned()
    } else {
        "other".to_owned()
    };
    metrics().http_requests.with_label_values(&[&method, &route, &status_class]).inc();
    let took_ms = took.as_secs_f64() * 1000.0;
    if status >= 500 {
        tracing::warn!(parent: &span, http.status = status, took.ms = took_ms, "answered");
    } else {
        tracing::debug!(parent: &span, http.status = status, took.ms = took_ms, "answered");
    }
    response
}
