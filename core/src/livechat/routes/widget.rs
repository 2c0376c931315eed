//! The widget: an admin's settings, and what a site and its frame load.

use crate::{
    accounts::Caller,
    http::{ClientAddr, Input, Problem, ProblemBody, changed_text, visitor_frame},
    livechat::{
        Livechat,
        widget::{LivechatWidget, LivechatWidgetDraft, WidgetSecret},
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

/// The widgets of the client's pages, the oldest page first. One that nobody has set is switched off.
#[utoipa::path(
    get, path = "/api/livechat/widgets", tag = "livechat",
    responses((status = 200, body = Vec<LivechatWidget>), (status = 403, body = ProblemBody))
)]
pub(super) async fn widgets(
    State(livechat): State<Livechat>,
    caller: Caller,
) -> Result<Json<Vec<LivechatWidget>>, Problem> {
    livechat.widgets(&caller).await.map(Json)
}

/// Sets the widget of a page. Sites that load its script see it within five minutes.
#[utoipa::path(
    put, path = "/api/livechat/widgets/{channel_id}", tag = "livechat",
    params(("channel_id" = i64, Path)), request_body = LivechatWidgetDraft,
    responses((status = 200, body = LivechatWidget), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn set_widget(
    State(livechat): State<Livechat>,
    caller: Caller,
    Path(channel_id): Path<String>,
    Input(draft): Input<LivechatWidgetDraft>,
) -> Result<Json<LivechatWidget>, Problem> {
    let channel_id = channel_id.parse().map_err(|_| Problem::not_found())?;
    livechat.set_widget(&caller, channel_id, &draft).await.map(Json)
}

/// Makes the secret with which a site signs who its visitors are, and shows it this once. What was
/// signed with the one before counts no longer.
#[utoipa::path(
    post, path = "/api/livechat/widgets/{channel_id}/secret", tag = "livechat",
    params(("channel_id" = i64, Path)),
    responses((status = 201, body = WidgetSecret), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn make_secret(
    State(livechat): State<Livechat>,
    caller: Caller,
    Path(channel_id): Path<String>,
) -> Result<(StatusCode, Json<WidgetSecret>), Problem> {
    let channel_id = channel_id.parse().map_err(|_| Problem::not_found())?;
    let secret = livechat.make_widget_secret(&caller, channel_id).await?;
    Ok((StatusCode::CREATED, Json(secret)))
}

/// `/widget/{key}.js` for a site, `/widget/{key}` for the frame in it.
pub(super) async fn public(
    State(livechat): State<Livechat>,
    address: ClientAddr,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    livechat.count_call(&address.network())?;
    match name.strip_suffix(".js") {
        Some(key) => script(&livechat, key, &headers).await,
        None => Ok(visitor_frame(&headers, &livechat.widget_ancestors(&name).await?)),
    }
}

async fn script(livechat: &Livechat, key: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    const KIND: &str = "text/javascript; charset=utf-8";
    let mut response = match livechat.widget_script(key).await? {
        Some(text) => changed_text(headers, (KIND, "public, max-age=300"), text),
        None => {
            let text = "// There is no live chat widget here, or it is switched off.\n";
            let kind = [(header::CONTENT_TYPE, KIND), (header::CACHE_CONTROL, "no-cache")];
            (StatusCode::NOT_FOUND, kind, text).into_response()
        }
    };
    // Any site may load it; which of them may show the frame is the frame's matter.
    let policy = HeaderName::from_static("cross-origin-resource-policy");
    response.headers_mut().insert(policy, HeaderValue::from_static("cross-origin"));
    Ok(response)
}
