//! The Graph API's front: who calls, whether a fault was ordered, and which call it is.
use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Json, body::Bytes};
use serde_json::{Value, json};

use super::no::{ApiError, ApiResult};
use super::{Brand, Graph, media, messenger, whatsapp};
use crate::described::description::Body;
use crate::described::request::{Incoming, drain, query_of};
use crate::listener::Cut;
use crate::network::Provider;
use crate::network::hold;
use crate::network::model::Account;
use crate::telegram::faults::Fault;

const BODY_MAX: usize = 101 << 20;

/// One call of the business.
pub struct Call<'a> {
    pub graph: &'a Arc<Graph>,
    pub account: &'a Account,
    pub incoming: &'a Incoming,
    pub method: &'a str,
    pub path: &'a [&'a str],
}

impl Call<'_> {
    /// A text of the body.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.incoming.body[name].as_str()
    }

    /// Whether the call was too fast for a bucket.
    pub fn limited(&self, key: &str, burst: f64, per_second: f64) -> bool {
        let key = format!("{} {key}", self.account.key);
        self.graph.rate_limits
            && !hold(&self.graph.buckets).take(&key, burst, per_second, tokio::time::Instant::now())
    }
}

/// `/<network>/v25.0/…` and `/<network>/files/…`
pub async fn call(
    State(graph): State<Arc<Graph>>,
    ConnectInfo(cut): ConnectInfo<Cut>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let raw = drain(body, BODY_MAX).await;
    let mut incoming = Incoming {
        headers: parts.headers,
        query: query_of(&parts.uri),
        extensions: parts.extensions,
        ..Incoming::default()
    };
    let prefix = format!("/{}/", graph.brand.id());
    let whole = parts.uri.path().strip_prefix(&prefix).unwrap_or_default().to_owned();
    let path: Vec<&str> = whole.split('/').filter(|part| !part.is_empty()).collect();
    let token = token_of(&incoming);
    if let ["files", name] = path.as_slice() {
        return match hold(&graph.network().faults).strike("", "download") {
            Some(fault) => ApiError::ordered(&fault, true).into_response(),
            None => media::give(&graph, name, &token),
        };
    }
    let [version, path @ ..] = path.as_slice() else {
        return ApiError::path(&whole).into_response();
    };
    let numbered = version.strip_prefix('v').is_some_and(|rest| rest.parse::<f64>().is_ok());
    if !numbered {
        return ApiError::path(&whole).into_response();
    }
    let method = parts.method.as_str();
    let read = understand(&mut incoming, raw).await;
    let does = does(graph.brand, method, path, &incoming.body);
    // Registering the app's own webhook is done with the app's id and secret.
    let given = incoming.body["access_token"].as_str().unwrap_or(&token).to_owned();
    let app = given.split_once('|').map(|(_, secret)| secret.to_owned());
    let account = {
        let state = graph.network().state();
        match app.filter(|_| does == "subscriptions") {
            Some(secret) => state.accounts.values().find(|one| one.secret == secret).cloned(),
            None => state.by_token(&given).cloned(),
        }
    };
    let Some(account) = account else {
        graph.remember(json!({ "method": method, "path": whole, "refused": "token" }));
        return ApiError::token().into_response();
    };
    let fault = hold(&graph.network().faults).strike(&account.key, does);
    let call = Call { graph: &graph, account: &account, incoming: &incoming, method, path };
    let work = async {
        read?;
        act(&call, does).await
    };
    let (response, refused) = faulty(fault, graph.brand, cut, work).await;
    graph.remember(json!({
        "method": method, "path": whole, "does": does, "body": incoming.body, "refused": refused,
    }));
    response
}

fn token_of(incoming: &Incoming) -> String {
    let header = incoming.headers.get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
    let bearer = header.and_then(|given| given.strip_prefix("Bearer "));
    let query = incoming.query.get("access_token").map(String::as_str);
    bearer.or(query).unwrap_or_default().to_owned()
}

async fn understand(incoming: &mut Incoming, raw: Option<Bytes>) -> Result<(), ApiError> {
    let raw = raw.ok_or_else(|| ApiError::new(413, 1, "The request is too large."))?;
    let mime = incoming.headers.get(header::CONTENT_TYPE).and_then(|mime| mime.to_str().ok());
    let kind = match mime.unwrap_or_default() {
        _ if raw.is_empty() => Body::None,
        mime if mime.starts_with("multipart/form-data") => Body::Multipart,
        mime if mime.starts_with("application/x-www-form-urlencoded") => Body::Form,
        _ => Body::Json,
    };
    let read = incoming.read(kind, raw).await;
    if incoming.body.is_null() {
        incoming.body = json!({});
    }
    read.map_err(|error| ApiError::parameter(format!("The request could not be read: {error}")))
}

// The name of a call, by which faults are ordered.
fn does(brand: Brand, method: &str, path: &[&str], body: &Value) -> &'static str {
    match (method, path) {
        ("POST", [_, "messages"]) if body["status"] == "read" => "read",
        ("POST", [_, "messages"]) if body["type"] == "reaction" => "react",
        ("POST", [_, "messages"]) => match body["sender_action"].as_str() {
            Some("typing_on" | "typing_off") => "typing",
            Some("mark_seen") => "read",
            Some(_) => "react",
            None => "send",
        },
        ("POST", [_, "media" | "message_attachments"]) => "upload",
        ("GET", [_, "message_templates"]) => "templates",
        (_, [_, "subscribed_apps"]) => "subscribe",
        ("POST", [_, "subscriptions"]) => "subscriptions",
        ("POST", [_, "comments" | "replies" | "mentions"]) => "comment",
        ("GET", [_]) => "look",
        ("DELETE", [_]) => "delete",
        ("POST", [_]) if brand == Brand::WhatsApp => "configure",
        ("POST", [_]) => "edit",
        _ => "unknown",
    }
}

async fn act(call: &Call<'_>, does: &str) -> ApiResult {
    match call.graph.brand {
        Brand::WhatsApp => whatsapp::act(call, does).await,
        Brand::Facebook | Brand::Instagram => messenger::act(call, does).await,
    }
}

// Lets an ordered fault come before, instead of or after the real work.
async fn faulty(
    fault: Option<Fault>,
    brand: Brand,
    cut: Cut,
    work: impl Future<Output = ApiResult>,
) -> (Response, Option<String>) {
    let answer = |done: ApiResult| match done {
        Ok(value) => (Json(value).into_response(), None),
        Err(no) => {
            let why = format!("{} {}", no.code, no.text);
            (no.into_response(), Some(why))
        }
    };
    let Some(fault) = fault else { return answer(work.await) };
    if fault.delay_ms > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(fault.delay_ms)).await;
    }
    let ordered = || answer(Err(ApiError::ordered(&fault, brand == Brand::WhatsApp)));
    if fault.cut {
        cut.cut();
        return ordered();
    }
    if fault.after_accept {
        let done = work.await;
        if done.is_err() {
            return answer(done);
        }
        if fault.truncated {
            let headers = [(header::CONTENT_TYPE, "application/json")];
            let broken = (headers, HttpBody::from("{\"messages\": [{\"id")).into_response();
            return (broken, Some("truncated".to_owned()));
        }
        if fault.status.is_none() {
            cut.cut();
        }
        return ordered();
    }
    if fault.status.is_none() {
        return answer(work.await);
    }
    ordered()
}
