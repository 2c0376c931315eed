//! The agents' side: links and ending a chat.

use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Query, Success},
    livechat::{
        Livechat, LivechatQueue, VisitState,
        api::{LinkPage, UnusedLink, UnusedLinks, VisitLink},
        store,
    },
    tickets::{self, Viewer},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The caller's links that nobody has used yet, and the pages new ones can be made for.
#[utoipa::path(get, path = "/api/livechat/links", tag = "livechat", responses((status = 200, body = UnusedLinks)))]
pub(super) async fn links(
    State(livechat): State<Livechat>,
    caller: Caller,
) -> Result<Json<UnusedLinks>, Problem> {
    let mut conn = livechat.db.read().await?;
    let rows = store::links(&mut conn, caller.client_id, caller.user_id).await?;
    let data = rows
        .into_iter()
        .map(|(token, channel_id, at)| {
            let url = livechat.channels.absolute(&format!("/register/livechat/{token}"));
            UnusedLink { token, channel_id, created_at: at, url }
        })
        .collect();
    let pages = livechat
        .channels
        .pages(caller.client_id)
        .into_iter()
        .map(|(channel_id, name)| LinkPage { channel_id, name })
        .collect();
    Ok(Json(UnusedLinks { data, pages }))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = NewVisitLink)]
pub(super) struct NewLink {
    channel_id: i64,
}

/// Makes a link for one visitor.
#[utoipa::path(
    post, path = "/api/livechat/links", tag = "livechat", request_body = NewLink,
    responses((status = 200, body = VisitLink), (status = 404, body = ProblemBody))
)]
pub(super) async fn create(
    State(livechat): State<Livechat>,
    caller: Caller,
    Input(new): Input<NewLink>,
) -> Result<Json<VisitLink>, Problem> {
    let page = livechat.channels.page_settings(caller.client_id, new.channel_id);
    if !page.enabled {
        return Err(Problem::not_found());
    }
    let visit = store::NewVisit {
        client_id: caller.client_id,
        channel_id: new.channel_id,
        by: Some(caller.user_id),
        ..store::NewVisit::default()
    };
    let token = livechat.link(&visit).await?;
    let url = livechat.channels.absolute(&format!("/register/livechat/{token}"));
    Ok(Json(VisitLink { token, url }))
}

/// The visitors who wait, first come first: at most 200 of them, and how many there are. What changes
/// comes over the socket as `liveChatQueue`.
#[utoipa::path(get, path = "/api/livechat/queue", tag = "livechat", responses((status = 200, body = LivechatQueue)))]
pub(super) async fn queue(
    State(livechat): State<Livechat>,
    caller: Caller,
) -> Result<Json<LivechatQueue>, Problem> {
    livechat.queue(caller.client_id).await.map(Json)
}

/// Ends a live chat.
#[utoipa::path(
    post, path = "/api/livechat/{ticket_id}/end", tag = "livechat", params(("ticket_id" = i64, Path)),
    responses((status = 200, body = Success), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn end(
    State(livechat): State<Livechat>,
    caller: Caller,
    Path(ticket_id): Path<String>,
) -> Result<Json<Success>, Problem> {
    let ticket = ticket_id.parse().map_err(|_| Problem::not_found())?;
    livechat.end_by_agent(&Viewer::from(&caller), ticket).await?;
    Ok(Json(Success::default()))
}

/// Makes a ticket of a live chat: the visitor's link says so and asks for a rating, and the conversation
/// stands among the tickets.
#[utoipa::path(
    post, path = "/api/livechat/{ticket_id}/convert", tag = "livechat", params(("ticket_id" = i64, Path)),
    responses((status = 200, body = Converted), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn convert(
    State(livechat): State<Livechat>,
    caller: Caller,
    Path(ticket_id): Path<String>,
) -> Result<Json<Converted>, Problem> {
    let ticket = ticket_id.parse().map_err(|_| Problem::not_found())?;
    livechat.convert(&Viewer::from(&caller), ticket).await?;
    Ok(Json(Converted { result: "success" }))
}

/// The live chat is a ticket now.
#[derive(Serialize, ToSchema)]
pub(super) struct Converted {
    /// `success`.
    result: &'static str,
}

#[derive(Deserialize)]
pub(super) struct SessionOf {
    #[serde(default)]
    session_id: String,
}

/// A visit: who the visitor is, where it stands, and its chats.
#[derive(Serialize, ToSchema)]
pub(super) struct LivechatSession {
    result: &'static str,
    session_id: i64,
    session_name: String,
    /// The chat's last change, in seconds.
    ts: i64,
    ended: bool,
    /// `new`, `queued`, `accepted`, `active`, `ended` or `converted`.
    state: String,
    /// Whether a page of the visit is connected.
    online: bool,
    /// When one was last, in milliseconds.
    seen_at: Option<i64>,
    ticket_id: Option<i64>,
    channel_id: i64,
    /// Whether the site's server says who the visitor is.
    verified: bool,
    /// The page of the site whose widget the visitor opened; empty for a link.
    page_url: String,
    page_title: String,
    language: String,
    rating: Option<i64>,
    rating_reason: Option<String>,
    /// The visit's chats, as lists show them.
    livechats: Vec<tickets::api::TicketView>,
}

/// A session's details: who the visitor is, where the visit stands, and its chats.
#[utoipa::path(
    get, path = "/api/session/info", tag = "livechat", params(("session_id" = i64, Query)),
    responses((status = 200, body = LivechatSession), (status = 404, body = ProblemBody))
)]
pub(super) async fn session(
    State(livechat): State<Livechat>,
    caller: Caller,
    Query(query): Query<SessionOf>,
) -> Result<Json<LivechatSession>, Problem> {
    let id = query.session_id.parse().map_err(|_| Problem::not_found())?;
    let mut conn = livechat.db.read().await?;
    let row =
        store::by_id(&mut conn, caller.client_id, id).await?.ok_or_else(Problem::not_found)?;
    let mut ts = row.created_at.div_euclid(1000);
    let mut livechats = vec![];
    let mut name = row.name.clone();
    if let Some(ticket) = row.ticket_id {
        // Whoever may not see the conversation does not see its visitor either.
        let ticket = tickets::ticket_for(&mut conn, &Viewer::from(&caller), ticket).await?;
        ts = ticket.updated_at.div_euclid(1000);
        if name.is_empty() {
            name.clone_from(&ticket.contact_name);
        }
        livechats.push(tickets::ticket_view(&ticket, &livechat.account_name(&row)));
    }
    drop(conn);
    let state = VisitState::parse(&row.state);
    Ok(Json(LivechatSession {
        result: "success",
        session_id: row.id,
        session_name: name,
        ts,
        ended: matches!(state, VisitState::Ended | VisitState::Converted),
        online: livechat.is_there(&row),
        seen_at: row.seen_at,
        state: row.state,
        ticket_id: row.ticket_id,
        channel_id: row.channel_id,
        verified: row.identity.is_some(),
        page_url: row.page_url,
        page_title: row.page_title,
        language: row.language,
        rating: row.rating,
        rating_reason: row.rating_reason,
        livechats,
    }))
}
