//! Work on one ticket: severity, time put aside, history; drafts and answers for later.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Query},
    tickets::{Tickets, Viewer, severity},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(super) struct Priority {
    id: Value,
    priority: String,
    #[serde(default, rename = "type")]
    kind: String,
}

/// Marks everything a ticket's sender writes as `H`, `M`, `L` or of no severity, now and later; with
/// the `type` `ticket`, this ticket alone.
#[utoipa::path(
    post, path = "/api/ticket/priority", tag = "tickets", request_body = Value,
    responses((status = 200, body = Value), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn priority(
    State(tickets): State<Tickets>,
    caller: Caller,
    Input(input): Input<Priority>,
) -> Result<Json<Value>, Problem> {
    let text = input.id.as_str().map_or_else(|| input.id.to_string(), str::to_owned);
    let sender = input.kind != "ticket";
    let viewer = Viewer::from(&caller);
    let data = tickets.set_severity(&viewer, number(&text)?, &input.priority, sender).await?;
    let word = severity::word(&input.priority).unwrap_or_default();
    let description = if sender {
        format!("Marked this sender as {word} priority.")
    } else {
        format!("Marked this ticket as {word} priority.")
    };
    Ok(Json(json!({ "result": "success", "description": description, "data": data })))
}

#[derive(Deserialize)]
pub(super) struct Until {
    /// Milliseconds; null brings it back now.
    until: Option<i64>,
}

/// Puts a ticket aside until a time, or with `null` takes it up again.
#[utoipa::path(
    put, path = "/api/tickets/{id}/snooze", tag = "tickets", params(("id" = i64, Path)), request_body = Value,
    responses((status = 200, body = Value), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn snooze(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Until>,
) -> Result<Json<Value>, Problem> {
    tickets.snooze(&Viewer::from(&caller), number(&id)?, input.until).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct At {
    /// Milliseconds; null takes it away.
    at: Option<i64>,
}

/// Sets when a ticket's customer wants to be seen or called, or with `null` takes that away. The
/// answer has the ticket as it is then; its `other` names the time in UTC.
#[utoipa::path(
    put, path = "/api/tickets/{id}/appointment", tag = "tickets", params(("id" = i64, Path)), request_body = Value,
    responses((status = 200, body = Value), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn appointment(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<At>,
) -> Result<Json<Value>, Problem> {
    let viewer = Viewer::from(&caller);
    let ticket = tickets.set_appointment(&viewer, number(&id)?, input.at).await?;
    Ok(Json(json!({ "result": "success", "data": ticket })))
}

#[derive(Deserialize)]
pub(super) struct Before {
    before: Option<i64>,
}

/// What was changed about a ticket, by whom and why; the newest first.
#[utoipa::path(
    get, path = "/api/tickets/{id}/history", tag = "tickets",
    params(("id" = i64, Path), ("before" = Option<i64>, Query)),
    responses((status = 200, body = Value), (status = 404, body = ProblemBody))
)]
pub(super) async fn history(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Query(page): Query<Before>,
) -> Result<Json<Value>, Problem> {
    tickets.history(&Viewer::from(&caller), number(&id)?, page.before).await.map(Json)
}

/// One's own draft for a ticket.
#[utoipa::path(
    get, path = "/api/tickets/{id}/draft", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = Value), (status = 404, body = ProblemBody))
)]
pub(super) async fn draft(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    tickets.draft(&Viewer::from(&caller), number(&id)?).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct Draft {
    draft: Option<Value>,
    #[serde(default)]
    tab: String,
}

/// Keeps one's own draft for a ticket, or with `null` forgets it.
#[utoipa::path(
    put, path = "/api/tickets/{id}/draft", tag = "tickets", params(("id" = i64, Path)), request_body = Value,
    responses((status = 200, body = Value), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn keep_draft(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Draft>,
) -> Result<Json<Value>, Problem> {
    let viewer = Viewer::from(&caller);
    tickets.keep_draft(&viewer, number(&id)?, input.draft.as_ref(), &input.tab).await.map(Json)
}

/// Calls an answer for later back, as it was written.
#[utoipa::path(
    delete, path = "/api/scheduled/{id}", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn call_back(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    tickets.call_back(&Viewer::from(&caller), number(&id)?).await.map(Json)
}

/// Sends an answer for later now.
#[utoipa::path(
    post, path = "/api/scheduled/{id}/send", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn send_now(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    tickets.send_now(&Viewer::from(&caller), number(&id)?).await.map(Json)
}
