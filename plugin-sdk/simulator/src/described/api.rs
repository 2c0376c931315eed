//! The API of a described provider: which route a request is for, who calls, and what comes of it.
mod act;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, Request, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::description::{Body, Description, Does, Route};
use super::place::{self, ValueLocation};
use super::rates::Rate;
use super::refusal::{ApiError, put_header};
use super::request::{Incoming, drain, query_of};
use super::template::{self, Values};
use super::{Described, values};
use crate::listener::Cut;
use crate::network::hold;
use crate::network::model::Account;
use crate::telegram::faults::Fault;

// Field names and part headers come on top of a file itself.
const AROUND_A_FILE: usize = 64 * 1024;

/// Answers a request to `/p/<id>/<path>`.
pub async fn call(described: Arc<Described>, path: &str, request: Request, cut: Cut) -> Response {
    let description = described.description();
    if description
        .gateway
        .as_ref()
        .is_some_and(|gateway| gateway.path.trim_matches('/') == path.trim_matches('/'))
    {
        return upgrade(described, request).await;
    }
    let (parts, body) = request.into_parts();
    let method = parts.method.as_str().to_owned();
    let mut incoming = Incoming {
        headers: parts.headers,
        query: query_of(&parts.uri),
        extensions: parts.extensions,
        ..Incoming::default()
    };
    let fits = |route: &&Route| place::matches(&route.path, path).is_some();
    let routes: Vec<&Route> = description.api.routes.iter().filter(fits).collect();
    let route = routes.iter().find(|route| route.method == method).copied();
    let most = match route.map(|route| (route.does, route.body())) {
        Some((Does::Upload, _) | (_, Body::Multipart | Body::Bytes)) => {
            description.limits.file_max + AROUND_A_FILE
        }
        _ => description.limits.body_max,
    };
    // The body is read before anything is refused: a connection with an unread rest cannot be used
    // again, and a client that keeps its own open would run into that.
    let raw = drain(body, most).await;
    let fault = hold(&described.network.faults).strike(
        &key_of(&described, &description, &incoming),
        route.map_or("unknown", |route| route.does.name()),
    );
    let work = async {
        let route = match (route, routes.first()) {
            (Some(route), _) => route,
            (None, Some(other)) => {
                let text = format!("{method} is not allowed here; {} is.", other.method);
                return Err(ApiError::new("method_not_allowed", text));
            }
            (None, None) => {
                return Err(ApiError::new(
                    "not_found",
                    format!("There is no route {method} /{path}."),
                ));
            }
        };
        incoming.path = place::matches(&route.path, path).unwrap_or_default();
        let account = match route.open {
            true => described.network.state().accounts.values().next().cloned(),
            false => account_of(&described, &description, &incoming),
        };
        let account = account.ok_or_else(|| {
            ApiError::new(
                "unauthorized",
                format!(
                    "The token is missing or wrong; it belongs at {}.",
                    description.api.auth.place
                ),
            )
        })?;
        let raw = raw.ok_or_else(|| ApiError::new("too_large", "The body is too large."))?;
        let read = incoming.read(route.body(), raw).await;
        read.map_err(|problem| ApiError::new("invalid", problem))?;
        fields(&description, route, &incoming)?;
        limits(&described, &description, route, &account, &incoming)?;
        act::act(&described, &description, route, &account, &incoming)
    };
    let (answer, said) = faulty(&described, &description, fault, cut, work).await;
    described.remember(json!({
        "at_ms": Described::now_ms(), "method": method, "path": format!("/{path}"),
        "does": route.map(|route| route.does.name()), "status": answer.status().as_u16(),
        "refused": said,
    }));
    answer
}

async fn upgrade(described: Arc<Described>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => {
            let (query, headers) = (query_of(&parts.uri), parts.headers);
            upgrade
                .on_upgrade(move |socket| super::gateway::serve(described, socket, query, headers))
        }
        Err(refused) => refused.into_response(),
    }
}

/// The token at its place, without what is written around it.
pub fn token_of(description: &Description, incoming: &Incoming) -> Option<String> {
    let auth = &description.api.auth;
    let given = ValueLocation::parse(&auth.place).ok()?.text(incoming).ok()??;
    let (before, after) = auth.format.split_once("{{token}}")?;
    Some(given.strip_prefix(before)?.strip_suffix(after)?.to_owned())
}

fn account_of(
    described: &Described,
    description: &Description,
    incoming: &Incoming,
) -> Option<Account> {
    let token = token_of(description, incoming)?;
    described.network.state().by_token(&token).cloned()
}

// The account a fault may be ordered for; a wrong token has none.
fn key_of(described: &Described, description: &Description, incoming: &Incoming) -> String {
    account_of(described, description, incoming).map(|account| account.key).unwrap_or_default()
}

// Nothing that the description does not know, and everything that has to be just so.
fn fields(description: &Description, route: &Route, incoming: &Incoming) -> Result<(), ApiError> {
    if !incoming.body.is_object() {
        return Ok(());
    }
    for (pointer, wanted) in &route.fixed {
        let wanted = serde_json::to_value(wanted).unwrap_or_default();
        if incoming.body.pointer(pointer) != Some(&wanted) {
            return Err(ApiError::new("invalid", format!("{pointer} must be {wanted}.")));
        }
    }
    if !description.api.strict {
        return Ok(());
    }
    let places = route.places();
    let described = places.iter().map(|(_, place)| *place).filter(|place| place.starts_with('/'));
    let described: Vec<&str> = described.chain(route.fixed.keys().map(String::as_str)).collect();
    for leaf in place::leaves(&incoming.body) {
        let known = described.iter().any(|one| {
            place::covers(one, &leaf) && one.split('/').count() == leaf.split('/').count()
        });
        let allowed = route.allow.iter().any(|one| place::covers(one, &leaf));
        // An empty list or object leaves no leaf, and a null says as little as nothing.
        if !known && !allowed {
            return Err(ApiError::new("unknown_field", format!("There is no field {leaf}.")));
        }
    }
    Ok(())
}

fn limits(
    described: &Described,
    description: &Description,
    route: &Route,
    account: &Account,
    incoming: &Incoming,
) -> Result<(), ApiError> {
    if route.does != Does::Send || !described.rate_limits {
        return Ok(());
    }
    let mut wanted = Vec::new();
    if let Some(Ok(rate)) = description.limits.rate.as_deref().map(Rate::parse) {
        wanted.push((account.key.clone(), rate));
    }
    if let Some(Ok(rate)) = description.limits.chat_rate.as_deref().map(Rate::parse)
        && let Ok(user) = act::recipient(described, route, account, incoming)
    {
        wanted.push((format!("{} {user}", account.key), rate));
    }
    hold(&described.buckets).take(&wanted, Instant::now()).map_err(|wait| ApiError {
        retry_after: Some(wait),
        ..ApiError::new("rate_limited", "Too many messages; try again later.")
    })
}

// Lets an ordered fault come before, instead of or after the real work.
async fn faulty(
    described: &Described,
    description: &Description,
    fault: Option<Fault>,
    cut: Cut,
    work: impl Future<Output = Result<Response, ApiError>>,
) -> (Response, Value) {
    let refuse = |no: ApiError| (no.answer(description), json!(no.text));
    let Some(fault) = fault else {
        return work.await.map_or_else(refuse, |answer| (answer, Value::Null));
    };
    if fault.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
    }
    let ordered = || {
        let retry_after = fault.retry_after.map(|seconds| seconds as f64);
        ApiError::ordered(fault.status.unwrap_or(502), fault.description.clone(), retry_after)
    };
    if fault.cut {
        cut.cut();
        return refuse(ordered());
    }
    if fault.after_accept {
        // A call that is refused anyway was never accepted, so its answer goes out.
        let answer = match work.await {
            Ok(answer) => answer,
            Err(no) => return refuse(no),
        };
        if fault.truncated {
            return (truncated(answer), json!("the answer was truncated on order"));
        }
        if fault.status.is_none() {
            cut.cut();
        }
        return refuse(ordered());
    }
    if fault.status.is_none() {
        let _ = described;
        return work.await.map_or_else(refuse, |answer| (answer, Value::Null));
    }
    refuse(ordered())
}

// A success whose JSON ends in the middle, as a proxy that gave up leaves it.
fn truncated(answer: Response) -> Response {
    (answer.status(), [("content-type", "application/json")], "{\"id\": \"tru").into_response()
}

/// The answer of a route that succeeded.
pub fn answered(route: &Route, values: &Values) -> Response {
    let status = StatusCode::from_u16(route.status).unwrap_or(StatusCode::OK);
    let mut response =
        match route.answer.as_deref().and_then(|text| serde_json::from_str(text).ok()) {
            Some(answer) => (status, axum::Json(template::json(&answer, values))).into_response(),
            None => status.into_response(),
        };
    for (name, value) in &route.headers {
        put_header(&mut response, name, &template::text(value, values));
    }
    response
}

/// What every answer may name.
pub fn values_for(account: &Account) -> Values {
    let mut found = Values::default();
    values::account(&mut found, account);
    values::time(&mut found, Described::now_ms());
    found
}
