//! What comes before every call of a built-in provider's API: its body, its token, ordered faults.
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde_json::Value;

use crate::described::request::{drain, query_of};
use crate::listener::Cut;
use crate::network::{Network, hold};
use crate::telegram::faults::Fault;

/// A call as it came.
pub struct Call {
    pub method: Method,
    pub headers: axum::http::HeaderMap,
    pub query: std::collections::BTreeMap<String, String>,
    /// None: it was larger than allowed.
    pub body: Option<Bytes>,
    /// Among them that the router lifts the usual limit on bodies.
    pub extensions: axum::http::Extensions,
}

impl Call {
    /// Reads the whole request.
    pub async fn read(request: Request, most: usize) -> Self {
        let (parts, body) = request.into_parts();
        Self {
            method: parts.method,
            headers: parts.headers,
            query: query_of(&parts.uri),
            body: drain(body, most).await,
            extensions: parts.extensions,
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// `Authorization: Bearer …`
    pub fn bearer(&self) -> &str {
        let given = self.header(header::AUTHORIZATION.as_str()).unwrap_or_default();
        given.strip_prefix("Bearer ").unwrap_or_default()
    }

    /// The body as JSON; null when it is none.
    pub fn json(&self) -> Value {
        let body = self.body.as_deref().unwrap_or_default();
        serde_json::from_slice(body).unwrap_or_default()
    }

    /// The body as a form's fields, in order.
    pub fn form(&self) -> Vec<(String, String)> {
        let body = self.body.as_deref().unwrap_or_default();
        url::form_urlencoded::parse(body).into_owned().collect()
    }
}

/// Lets an ordered fault come before, instead of or after the real work. `refuse` writes a refusal
/// as the provider does.
pub async fn faulty(
    network: &Network,
    account: &str,
    kind: &str,
    cut: Cut,
    refuse: impl Fn(&Fault) -> Response,
    work: impl Future<Output = Response>,
) -> Response {
    let fault = hold(&network.faults).strike(account, kind);
    let Some(fault) = fault else { return work.await };
    if fault.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
    }
    if fault.cut {
        cut.cut();
        return refuse(&fault);
    }
    if fault.after_accept {
        let done = work.await;
        if !done.status().is_success() {
            return done;
        }
        if fault.truncated {
            let headers = [(header::CONTENT_TYPE, "application/json")];
            return (headers, Body::from("{\"data")).into_response();
        }
        if fault.status.is_none() {
            cut.cut();
        }
        return refuse(&fault);
    }
    if fault.status.is_none() { work.await } else { refuse(&fault) }
}
