//! Work on one ticket: severity, time put aside, history; drafts and answers for later.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{AnyJson, Input, IntOrText, Problem, ProblemBody, Query, SuccessWith, SuccessWord},
    tickets::{
        Tickets, Viewer,
        api::{
            CalledBack, Described, HistoryEntry, MessageView, OwnDraft, Snoozed, TicketFollowing,
            TicketView,
        },
        lifecycle::severity,
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[schema(as = SetSeverity)]
pub(super) struct Priority {
    #[schema(value_type = IntOrText)]
    id: Value,
    priority: String,
    #[serde(default, rename = "type")]
    kind: String,
}

/// Marks everything a ticket's sender writes as `H`, `M`, `L` or of no severity, now and later; with
/// the `type` `ticket`, this ticket alone.
#[utoipa::path(
    post, path = "/api/ticket/priority", tag = "tickets", request_body = Priority,
    responses((status = 200, body = Described<TicketView>), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn priority(
    State(tickets): State<Tickets>,
    caller: Caller,
    Input(input): Input<Priority>,
) -> Result<Json<Described<TicketView>>, Problem> {
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
    Ok(Json(Described { result: SuccessWord::Success, description, data }))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = SnoozeUntil)]
pub(super) struct Until {
    /// Milliseconds; null brings it back now.
    until: Option<i64>,
}

/// Puts a ticket aside until a time, or with `null` takes it up again.
#[utoipa::path(
    put, path = "/api/tickets/{id}/snooze", tag = "tickets", params(("id" = i64, Path)), request_body = Until,
    responses((status = 200, body = Snoozed), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn snooze(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Until>,
) -> Result<Json<Snoozed>, Problem> {
    tickets.snooze(&Viewer::from(&caller), number(&id)?, input.until).await.map(Json)
}

/// Follows a ticket: it stands in the caller's list `following` until they follow it no more. Twice is like
/// once.
#[utoipa::path(
    put, path = "/api/tickets/{id}/follow", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = TicketFollowing), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, description = "1,000 are followed.", body = ProblemBody))
)]
pub(super) async fn follow(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<TicketFollowing>, Problem> {
    tickets.follow(&Viewer::from(&caller), number(&id)?, true).await.map(Json)
}

/// Follows a ticket no more.
#[utoipa::path(
    delete, path = "/api/tickets/{id}/follow", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = TicketFollowing), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn unfollow(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<TicketFollowing>, Problem> {
    tickets.follow(&Viewer::from(&caller), number(&id)?, false).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = SetAppointment)]
pub(super) struct At {
    /// Milliseconds; null takes it away.
    at: Option<i64>,
}

/// Sets when a ticket's customer wants to be seen or called, or with `null` takes that away. The
/// answer has the ticket as it is then; its `other` names the time in UTC.
#[utoipa::path(
    put, path = "/api/tickets/{id}/appointment", tag = "tickets", params(("id" = i64, Path)), request_body = At,
    responses((status = 200, body = SuccessWith<TicketView>), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn appointment(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<At>,
) -> Result<Json<SuccessWith<TicketView>>, Problem> {
    let viewer = Viewer::from(&caller);
    let ticket = tickets.set_appointment(&viewer, number(&id)?, input.at).await?;
    Ok(Json(SuccessWith::of(ticket)))
}

#[derive(Deserialize)]
pub(super) struct Before {
    before: Option<i64>,
}

/// What was changed about a ticket, by whom and why; the newest first.
#[utoipa::path(
    get, path = "/api/tickets/{id}/history", tag = "tickets",
    params(("id" = i64, Path), ("before" = Option<i64>, Query)),
    responses((status = 200, body = SuccessWith<Vec<HistoryEntry>>), (status = 404, body = ProblemBody))
)]
pub(super) async fn history(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Query(page): Query<Before>,
) -> Result<Json<SuccessWith<Vec<HistoryEntry>>>, Problem> {
    tickets
        .history(&Viewer::from(&caller), number(&id)?, page.before)
        .await
        .map(SuccessWith::of)
        .map(Json)
}

/// One's own draft for a ticket.
#[utoipa::path(
    get, path = "/api/tickets/{id}/draft", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = OwnDraft), (status = 404, body = ProblemBody))
)]
pub(super) async fn draft(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<OwnDraft>, Problem> {
    tickets.draft(&Viewer::from(&caller), number(&id)?).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = KeepDraft)]
pub(super) struct Draft {
    draft: Option<AnyJson>,
    #[serde(default)]
    tab: String,
}

/// Keeps one's own draft for a ticket, or with `null` forgets it.
#[utoipa::path(
    put, path = "/api/tickets/{id}/draft", tag = "tickets", params(("id" = i64, Path)), request_body = Draft,
    responses((status = 200, body = OwnDraft), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn keep_draft(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Draft>,
) -> Result<Json<OwnDraft>, Problem> {
    let viewer = Viewer::from(&caller);
    tickets
        .keep_draft(&viewer, number(&id)?, input.draft.as_ref().map(|draft| &draft.0), &input.tab)
        .await
        .map(Json)
}

/// Calls an answer for later back, as it was written.
#[utoipa::path(
    delete, path = "/api/scheduled/{id}", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = CalledBack), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn call_back(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<CalledBack>, Problem> {
    tickets.call_back(&Viewer::from(&caller), number(&id)?).await.map(Json)
}

/// Sends an answer for later now.
#[utoipa::path(
    post, path = "/api/scheduled/{id}/send", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = SuccessWith<Option<MessageView>>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn send_now(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<SuccessWith<Option<MessageView>>>, Problem> {
    tickets.send_now(&Viewer::from(&caller), number(&id)?).await.map(SuccessWith::of).map(Json)
}
