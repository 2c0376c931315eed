//! What was missed, and what a colleague works on.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{AnyJson, Input, Problem, ProblemBody, Query, SuccessWith},
    tickets::{
        Tickets,
        api::{ColleaguePage, MessageView, TakenAway},
        model::{ListKind, Viewer},
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;

/// What was taken away after an event of the log, the oldest first: `delete_message` with
/// `message_id`, and `merge_session` with the ticket that a ticket went on `into`. Sockets hear of it
/// by themselves when they resume.
#[utoipa::path(
    get, path = "/api/event/{event_id}", tag = "tickets", params(("event_id" = i64, Path)),
    responses((status = 200, body = Vec<TakenAway>), (status = 401, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn events(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(event_id): Path<String>,
) -> Result<Json<Vec<TakenAway>>, Problem> {
    Ok(Json(tickets.taken_away(&Viewer::from(&caller), number(&event_id)?).await?))
}

/// The newest messages of a ticket behind the last one that a page has, the oldest first and at most
/// 30: `data`. Whoever gets as many reads the conversation anew. What a page sends with it, such as
/// the `ts` of its last look, is not needed.
#[utoipa::path(
    post, path = "/api/ticket/data/check/{id}/{last}", tag = "tickets",
    params(("id" = i64, Path), ("last" = i64, Path)), request_body = AnyJson,
    responses((status = 200, body = SuccessWith<Vec<MessageView>>), (status = 404, body = ProblemBody))
)]
pub(super) async fn check(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((id, last)): Path<(String, String)>,
    Input(_remembered): Input<AnyJson>,
) -> Result<Json<SuccessWith<Vec<MessageView>>>, Problem> {
    let viewer = Viewer::from(&caller);
    let data = tickets.behind(&viewer, number(&id)?, number(&last)?).await?;
    Ok(Json(SuccessWith::of(data)))
}

#[derive(Deserialize)]
pub(super) struct ColleagueQuery {
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    username: String,
    #[serde(default)]
    offset: String,
}

/// The conversations a colleague takes part in, ten at a time: `data`, with `exp` points for those
/// that came to their end, and the `expLevel` these make. `type` is `ticket` or `livechat`; `offset`
/// is the number of rows already loaded.
#[utoipa::path(
    get, path = "/api/ticket/user/list", tag = "tickets",
    params(("username" = String, Query), ("type" = Option<String>, Query), ("offset" = Option<i64>, Query)),
    responses((status = 200, body = ColleaguePage), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn of_user(
    State(tickets): State<Tickets>,
    caller: Caller,
    Query(whose): Query<ColleagueQuery>,
) -> Result<Json<ColleaguePage>, Problem> {
    let kind = match whose.kind.as_str() {
        "" => ListKind::Ticket,
        name => ListKind::parse(name)
            .ok_or_else(|| Problem::field("type", "The type is ticket or livechat."))?,
    };
    let offset = match whose.offset.as_str() {
        "" => 0,
        text => text.parse().ok().filter(|n| *n >= 0).ok_or_else(|| {
            Problem::field("offset", "The offset is the number of rows already loaded.")
        })?,
    };
    let viewer = Viewer::from(&caller);
    tickets.of_colleague(&viewer, &whose.username, kind, offset).await.map(Json)
}
