//! The sign-in: a token for an app that knows its secret.
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::{GraphMail, TENANT, client_id};
use crate::clock;
use crate::gate::Call;
use crate::network::hold;

const LIFE_S: i64 = 3_599;

/// A refusal as the sign-in writes it.
fn no(status: StatusCode, error: &str, number: u32, text: &str) -> Response {
    let description = format!("AADSTS{number}: {text}\r\nTrace ID: 0\r\nCorrelation ID: 0");
    let body = json!({
        "error": error, "error_description": description, "error_codes": [number],
        "timestamp": "2026-01-02 03:04:05Z", "trace_id": "0", "correlation_id": "0",
    });
    (status, Json(body)).into_response()
}

/// `POST /{tenant}/oauth2/v2.0/token`
pub fn token(graph: &GraphMail, tenant: &str, call: &Call) -> Response {
    let bad = |error, number, text: &str| no(StatusCode::BAD_REQUEST, error, number, text);
    let kind = call.header("content-type").unwrap_or_default();
    if call.method != "POST" || !kind.starts_with("application/x-www-form-urlencoded") {
        return bad("invalid_request", 900_144, "The request body must be a form.");
    }
    if tenant != TENANT {
        return bad("invalid_request", 90_002, &format!("Tenant '{tenant}' not found."));
    }
    let form = call.form();
    let field = |name: &str| {
        let found = form.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    if field("grant_type") != "client_credentials" {
        return bad("unsupported_grant_type", 70_003, "The grant type is not supported.");
    }
    let host = graph.root.trim_end_matches("/graph-email");
    if field("scope") != format!("{host}/.default") {
        return bad("invalid_scope", 70_011, "The provided value for scope is not valid.");
    }
    let known = {
        let state = graph.network.state();
        state.accounts.values().find(|one| client_id(one) == field("client_id")).cloned()
    };
    let Some(account) = known else {
        return bad("unauthorized_client", 700_016, "The application was not found.");
    };
    if field("client_secret") != account.token {
        let text = "Invalid client secret provided.";
        return no(StatusCode::UNAUTHORIZED, "invalid_client", 7_000_215, text);
    }
    let mut facts = hold(&graph.facts);
    let token = format!("{}-{}", facts.name("eyJ"), graph.network.dice.text(16));
    let until = clock::now_ms() + LIFE_S * 1_000;
    facts.tokens.insert(token.clone(), (account.key, until));
    let body = json!({
        "token_type": "Bearer", "expires_in": LIFE_S, "ext_expires_in": LIFE_S,
        "access_token": token,
    });
    Json(body).into_response()
}
