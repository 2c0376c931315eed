//! Signing in at a provider: the beginning, and the page that the provider sends the browser back to.

use super::admin::number;
use crate::{
    accounts::Caller,
    channels::{Channels, api::OAuthStart, oauth::Ended},
    http::{Problem, ProblemBody, Query},
};
use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderValue, header},
    response::{Html, IntoResponse as _, Response},
};
use serde::Deserialize;
use serde_json::json;

/// Begins a sign-in: answers the address to open in a window.
#[utoipa::path(
    post, path = "/api/channels/{id}/oauth/{name}/start", tag = "channels",
    params(("id" = i64, Path), ("name" = String, Path)),
    responses((status = 200, body = OAuthStart), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn start(
    State(channels): State<Channels>,
    caller: Caller,
    Path((id, name)): Path<(String, String)>,
) -> Result<Json<OAuthStart>, Problem> {
    let url = channels.begin_oauth(&caller, number(&id)?, &name).await?;
    Ok(Json(OAuthStart { url }))
}

#[derive(Deserialize)]
pub(super) struct Back {
    #[serde(default)]
    state: String,
    code: Option<String>,
    error: Option<String>,
}

/// The provider sends the browser here. The page tells its opener how it ended and closes.
pub(super) async fn callback(
    State(channels): State<Channels>,
    caller: Result<Caller, Problem>,
    Query(back): Query<Back>,
) -> Response {
    let answer = match (&back.code, &back.error) {
        (Some(code), None) => Ok(code.as_str()),
        (_, error) => Err(error.as_deref().unwrap_or("no code")),
    };
    let ended = channels.end_oauth(caller.as_ref().ok(), &back.state, answer).await;
    page(&ended.unwrap_or_else(|problem| Ended {
        channel_id: 0,
        name: String::new(),
        problem: Some(problem.message().to_owned()),
    }))
}

fn page(ended: &Ended) -> Response {
    let told = json!({
        "type": "patchbay-oauth", "channel_id": ended.channel_id, "name": ended.name,
        "ok": ended.problem.is_none(), "error": ended.problem,
    });
    let text = ended.problem.as_deref().unwrap_or("You are signed in. This window can be closed.");
    let html = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><title>Patchbay</title>\
         <body data-told=\"{}\"><p>{}</p><script src=\"/oauth/told.js\"></script>",
        escaped(&told.to_string()),
        escaped(text),
    );
    let mut response = Html(html).into_response();
    let headers = response.headers_mut();
    let policy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'";
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // The address of this page holds the code; nothing may carry it on.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Tells the page that opened the window, and closes it. Browsers part a window from its opener when
/// it visits another site, and then only the channel of the origin still reaches it.
const TOLD: &str = "const told = JSON.parse(document.body.dataset.told);\n\
    history.replaceState(null, '', '/oauth/callback');\n\
    if (window.opener) window.opener.postMessage(told, location.origin);\n\
    const channel = new BroadcastChannel('patchbay-oauth');\n\
    channel.postMessage(told);\n\
    if (told.ok) setTimeout(() => window.close(), 300);\n";

/// The page's script.
pub(super) async fn script() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")];
    (kind, TOLD).into_response()
}
