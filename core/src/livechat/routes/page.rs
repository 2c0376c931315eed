//! The public page: no cookie, a token from the link and the session signed for it.

use crate::{
    http::{ClientAddr, Input, IntOrText, Problem, ProblemBody, Query, Success, cookie},
    livechat::{
        Livechat,
        acts::Form,
        api::{VisitHistory, VisitInfo, VisitLink},
        store::NewVisit,
        uploads::UploadHandle,
    },
};
use axum::{
    Json,
    extract::{Multipart, Path, State},
    http::{HeaderMap, HeaderName, header},
    response::{AppendHeaders, Html, IntoResponse, Redirect, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[schema(as = VisitToken)]
pub(super) struct Token {
    #[serde(default)]
    token: String,
    /// Whether a widget's frame asks. Browsers keep other sites' cookies from it, so that it holds its
    /// visits by a secret of its own, which the answer has when it was made just now.
    #[serde(default)]
    framed: bool,
    /// The frame's secret, when it has one.
    #[serde(default)]
    #[schema(required = false)]
    secret: String,
}

/// Characters of the title of a site's page.
const TITLE_MAX: usize = 200;
/// What holds a browser's visits.
const COOKIE: &str = "visitor";

/// What a link leads to: `result` is `success`, `noAgent`, `rating`, `closed`, `converted` or
/// `invalid`; `csrf` is the proof for the other calls. A link in use belongs to the browser that opened it,
/// by a cookie, and is `invalid` for every other one.
#[utoipa::path(post, path = "/api/livechat/info", tag = "livechat", request_body = Token, responses((status = 200, body = VisitInfo)))]
pub(super) async fn info(
    State(livechat): State<Livechat>,
    address: ClientAddr,
    headers: HeaderMap,
    Input(input): Input<Token>,
) -> Result<(Option<AppendHeaders<[(HeaderName, String); 1]>>, Json<VisitInfo>), Problem> {
    livechat.count_call(&address.network())?;
    if input.framed {
        let held = Some(input.secret.as_str()).filter(|secret| !secret.is_empty());
        let (answer, secret) = livechat.info(&input.token, held).await?;
        return Ok((None, Json(VisitInfo { secret, ..answer })));
    }
    let secret = cookie(&headers, COOKIE);
    let (answer, new) = livechat.info(&input.token, secret.as_deref()).await?;
    let secure = if livechat.secure_cookies { "; Secure" } else { "" };
    let seconds = livechat.limits.link_days.saturating_mul(2 * 86_400);
    let set = new.map(|secret| {
        let value = format!(
            "{COOKIE}={secret}; Path=/api/livechat; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
        );
        AppendHeaders([(header::SET_COOKIE, value)])
    });
    Ok((set, Json(answer)))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = RegisterVisitor)]
pub(super) struct Register {
    #[serde(default)]
    token: String,
    #[serde(default)]
    _token: String,
    #[serde(flatten)]
    form: Form,
}

/// Registers the form after an agent took the visitor, or leaves a message while nobody is online.
#[utoipa::path(
    post, path = "/api/livechat/register", tag = "livechat", request_body = Register,
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn register(
    State(livechat): State<Livechat>,
    address: ClientAddr,
    Input(input): Input<Register>,
) -> Result<Json<Success>, Problem> {
    let network = address.network();
    livechat.count_call(&network)?;
    let row = livechat.admitted(&input.token, &input._token).await?;
    livechat.count_message(row.id, &network)?;
    livechat.register(&row, &input.form).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = RateChat)]
pub(super) struct Rate {
    #[serde(default)]
    token: String,
    #[serde(default)]
    _token: String,
    #[serde(default)]
    #[schema(value_type = IntOrText)]
    rating: Value,
    #[serde(default)]
    reason: Option<String>,
}

/// Rates an ended chat with 1 to 5 stars; below 5 a reason is needed.
#[utoipa::path(
    post, path = "/api/livechat/rate", tag = "livechat", request_body = Rate,
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn rate(
    State(livechat): State<Livechat>,
    address: ClientAddr,
    Input(input): Input<Rate>,
) -> Result<Json<Success>, Problem> {
    livechat.count_call(&address.network())?;
    let row = livechat.admitted(&input.token, &input._token).await?;
    let stars = match &input.rating {
        Value::String(text) => text.parse().unwrap_or(0),
        value => value.as_i64().unwrap_or(0),
    };
    livechat.rate(&row, stars, input.reason.as_deref().unwrap_or_default()).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize)]
pub(super) struct Both {
    #[serde(default)]
    token: String,
    #[serde(default)]
    _token: String,
}

/// Messages of the visit, oldest first, and the place in the event log to resume from.
#[utoipa::path(
    get, path = "/api/livechat/messages", tag = "livechat",
    params(("token" = String, Query), ("_token" = String, Query)),
    responses((status = 200, body = VisitHistory), (status = 403, body = ProblemBody))
)]
pub(super) async fn messages(
    State(livechat): State<Livechat>,
    address: ClientAddr,
    Query(both): Query<Both>,
) -> Result<Json<VisitHistory>, Problem> {
    livechat.count_call(&address.network())?;
    let row = livechat.admitted(&both.token, &both._token).await?;
    livechat.history(&row).await.map(Json)
}

/// Files for a message to come.
#[utoipa::path(
    post, path = "/api/livechat/upload", tag = "livechat",
    responses((status = 200, body = UploadedFiles), (status = 403, body = ProblemBody), (status = 409, body = ProblemBody), (status = 413, body = ProblemBody), (status = 429, body = ProblemBody))
)]
pub(super) async fn upload(
    State(livechat): State<Livechat>,
    address: ClientAddr,
    headers: HeaderMap,
    mut form: Multipart,
) -> Result<Json<UploadedFiles>, Problem> {
    // The session comes before the files, so that a stranger's bytes are not stored at all.
    let broken = |_| Problem::invalid("The upload broke off. Send it again.");
    let network = address.network();
    livechat.count_call(&network)?;
    let (mut token, mut csrf) = (String::new(), String::new());
    while token.is_empty() || csrf.is_empty() {
        let Some(field) = form.next_field().await.map_err(broken)? else { break };
        match field.name() {
            Some("token") => token = field.text().await.map_err(broken)?,
            Some("_token") => csrf = field.text().await.map_err(broken)?,
            _ => return Err(Problem::invalid("Send token and _token before the files.")),
        }
    }
    let row = livechat.admitted(&token, &csrf).await?;
    let files = livechat.take_files(&row, &network, announced(&headers), form).await?;
    let files = files.iter().map(|file| livechat.handle(row.id, file)).collect();
    Ok(Json(UploadedFiles { result: "success", files }))
}

/// The files that were uploaded, in their order.
#[derive(Serialize, ToSchema)]
pub(super) struct UploadedFiles {
    /// `success`.
    result: &'static str,
    files: Vec<UploadHandle>,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PageKey {
    /// The key of a public page.
    #[serde(default)]
    key: String,
    /// From a widget: the page of the site that the visitor looks at.
    #[serde(default)]
    #[schema(required = false)]
    page_url: String,
    #[serde(default)]
    #[schema(required = false)]
    page_title: String,
    /// From a widget: who the visitor is, as the site's server signs it (a JSON Web Token by HS256 with the
    /// widget's secret: `sub`, `exp`, and `name`, `email`, `phone` as far as it knows them).
    #[serde(default)]
    #[schema(required = false)]
    identity: String,
}

/// The length of a body, where its sender says it.
fn announced(headers: &HeaderMap) -> Option<i64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Makes a link from a public page's key.
#[utoipa::path(
    post, path = "/api/livechat/link", tag = "livechat", request_body = PageKey,
    responses((status = 200, body = VisitLink), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody), (status = 429, body = ProblemBody))
)]
pub(super) async fn link(
    State(livechat): State<Livechat>,
    address: ClientAddr,
    Input(input): Input<PageKey>,
) -> Result<Json<VisitLink>, Problem> {
    let (client_id, channel_id) =
        livechat.channels.page(&input.key).ok_or_else(Problem::not_found)?;
    let network = address.network();
    livechat.count_call(&network)?;
    let identity = match input.identity.as_str() {
        "" => None,
        token => Some(livechat.visitor_identity((client_id, channel_id), token).await?),
    };
    livechat.count_link((client_id, channel_id), &network).await?;
    let page_url = livechat.site_page(&input.key, &input.page_url).await?;
    let page_title: String = input.page_title.trim().chars().take(TITLE_MAX).collect();
    let visit = NewVisit {
        client_id,
        channel_id,
        by: None,
        page_url: &page_url,
        page_title: &page_title,
        identity: identity.as_ref(),
    };
    let token = livechat.link(&visit).await?;
    Ok(Json(VisitLink { url: format!("/register/livechat/{token}"), token }))
}

/// The address a client puts on its own site: each visit gets a link of its own.
pub(super) async fn visit(
    State(livechat): State<Livechat>,
    address: ClientAddr,
    Path(key): Path<String>,
    axum::extract::RawQuery(query): axum::extract::RawQuery,
) -> Response {
    let Some((client_id, channel_id)) = livechat.channels.page(&key) else {
        // The page itself explains a link that leads nowhere.
        return Redirect::to("/register/livechat/unknown").into_response();
    };
    let page = (client_id, channel_id);
    if let Err(problem) = livechat.count_link(page, &address.network()).await {
        return busy(&problem);
    }
    match livechat.link(&NewVisit { client_id, channel_id, ..NewVisit::default() }).await {
        Ok(token) => {
            let query = query.map(|q| format!("?{q}")).unwrap_or_default();
            Redirect::to(&format!("/register/livechat/{token}{query}")).into_response()
        }
        Err(problem) => problem.into_response(),
    }
}

/// A page that says when to come again, and does so by itself.
fn busy(problem: &Problem) -> Response {
    let seconds = problem.retry_after_s().unwrap_or(60);
    let page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport \
         content=\"width=device-width\"><meta http-equiv=refresh content={seconds}>\
         <title>Live Chat</title><p>{}</p></html>",
        problem.message()
    );
    (problem.clone().into_response().status(), [(header::RETRY_AFTER, seconds)], Html(page))
        .into_response()
}
