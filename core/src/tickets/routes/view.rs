//! Reading: lists, one ticket, its messages, files.

use super::files::{html_page, serve};
use crate::{
    accounts::Caller,
    http::{FileBytes, Problem, ProblemBody, Query, SuccessWith},
    tickets::{
        Tickets,
        api::{ConversationPart, MessageTrace, TicketDetails, TicketView, UnreadTotals},
        model::Viewer,
    },
};
use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use serde::Deserialize;

/// One ticket, by id or number, with its contact and participants.
#[utoipa::path(
    get, path = "/api/ticket/info/{token}/{id}", tag = "tickets",
    params(("token" = String, Path), ("id" = i64, Path)),
    responses((status = 200, body = SuccessWith<TicketDetails>), (status = 404, body = ProblemBody))
)]
pub(super) async fn info(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((_token, id)): Path<(String, String)>,
) -> Result<Json<SuccessWith<TicketDetails>>, Problem> {
    tickets.info(&Viewer::from(&caller), number(&id)?).await.map(SuccessWith::of).map(Json)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Before {
    message_id: Option<String>,
}

/// Messages of a ticket: the newest 30, or the 30 before `messageId`, grouped by day.
///
/// `count` is the number of messages already loaded: without `messageId` so many of the newest are left
/// out, at most 3,000, and more are refused with 422. A message that came meanwhile moves the others;
/// `messageId` does not know that. The first entry is `{total}`; each further one is `{date: "DD/MM/YYYY", messages}`.
#[utoipa::path(
    get, path = "/api/ticket/data/{id}/{count}", tag = "tickets",
    params(("id" = i64, Path), ("count" = i64, Path), ("messageId" = Option<i64>, Query)),
    responses((status = 200, body = Vec<ConversationPart>), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn messages(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((id, count)): Path<(String, String)>,
    Query(before): Query<Before>,
) -> Result<Json<Vec<ConversationPart>>, Problem> {
    let before = before.message_id.filter(|id| !id.is_empty()).map(|id| number(&id)).transpose()?;
    let skipped = count.parse().ok().filter(|n: &i64| *n >= 0).ok_or_else(|| {
        Problem::field("count", "The count is the number of messages already loaded.")
    })?;
    tickets.messages(&Viewer::from(&caller), number(&id)?, before, skipped).await.map(Json)
}

/// The same as `/api/ticket/data/{id}/{count}`.
#[utoipa::path(
    get, path = "/api/ticket/data3/{id}/{count}", tag = "tickets",
    params(("id" = i64, Path), ("count" = i64, Path), ("messageId" = Option<i64>, Query)),
    responses((status = 200, body = Vec<ConversationPart>), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn messages3(
    state: State<Tickets>,
    caller: Caller,
    path: Path<(String, String)>,
    before: Query<Before>,
) -> Result<Json<Vec<ConversationPart>>, Problem> {
    messages(state, caller, path, before).await
}

#[derive(Deserialize)]
pub(super) struct Since {
    #[serde(default)]
    ts: Option<String>,
}

/// Tickets that changed since `ts` (seconds), oldest change first, 200 at most: whoever gets so many
/// asks again from the `ts` of the last one.
#[utoipa::path(
    get, path = "/api/ticket/data/sync", tag = "tickets",
    params(("ts" = i64, Query)),
    responses((status = 200, body = Vec<TicketView>), (status = 422, body = ProblemBody))
)]
pub(super) async fn sync(
    State(tickets): State<Tickets>,
    caller: Caller,
    Query(since): Query<Since>,
) -> Result<Json<Vec<TicketView>>, Problem> {
    let ts = since
        .ts
        .as_deref()
        .and_then(|ts| ts.parse::<f64>().ok())
        .filter(|ts| ts.is_finite() && *ts >= 0.0)
        .ok_or_else(|| Problem::field("ts", "Give ts, a time in seconds."))?;
    #[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
    tickets.changed_since(&Viewer::from(&caller), ts as i64).await.map(Json)
}

/// Unread totals: `ticket`, `livechat`, `chat`.
#[utoipa::path(get, path = "/api/unread", tag = "tickets", responses((status = 200, body = UnreadTotals)))]
pub(super) async fn unread(
    State(tickets): State<Tickets>,
    caller: Caller,
) -> Result<Json<UnreadTotals>, Problem> {
    tickets.unread(&Viewer::from(&caller)).await.map(Json)
}

/// What happened to a message, hop by hop; for admins.
#[utoipa::path(
    get, path = "/api/messages/{id}/trace", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = MessageTrace), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn trace(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<MessageTrace>, Problem> {
    tickets.trace(&Viewer::from(&caller), number(&id)?).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct Look {
    #[serde(default)]
    pictures: Option<u8>,
}

/// The HTML of a mail, as a page for a sandboxed frame. Pictures from elsewhere tell their sender that
/// the mail is being read, so they are loaded with `pictures=1` only.
#[utoipa::path(
    get, path = "/api/messages/{id}/html", tag = "messages",
    params(("id" = i64, Path), ("pictures" = Option<i64>, Query)),
    responses((status = 200, body = String, content_type = "text/html"), (status = 404, body = ProblemBody))
)]
pub(super) async fn html(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Response, Problem> {
    let html = tickets.html(&Viewer::from(&caller), number(&id)?).await?;
    Ok(html_page(&html, look.pictures == Some(1)))
}

#[derive(Deserialize)]
pub(super) struct Signed {
    c: Option<i64>,
    e: Option<i64>,
    s: Option<String>,
}

/// A file of a message: for signed-in users, or by a signed address.
#[utoipa::path(
    get, path = "/api/attachments/{id}", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = FileBytes, content_type = "application/octet-stream"), (status = 404, body = ProblemBody))
)]
pub(super) async fn attachment(
    State(tickets): State<Tickets>,
    caller: Result<Caller, Problem>,
    Path(id): Path<String>,
    Query(signed): Query<Signed>,
) -> Result<Response, Problem> {
    let id = number(&id)?;
    if let (Some(client_id), Some(expires), Some(signature)) = (signed.c, signed.e, signed.s) {
        let file = tickets.download_signed(client_id, id, expires, &signature).await?;
        return serve(&tickets.blobs, &file).await;
    }
    let file = tickets.download(&Viewer::from(&caller?), id).await?;
    serve(&tickets.blobs, &file).await
}

/// An id of a path; what is no number is as unknown as a number that nothing has.
pub(super) fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}
