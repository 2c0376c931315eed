//! What the team keeps at messages: notes and pins; and deleting.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody},
    tickets::{Tickets, Viewer},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(super) struct Delete {
    message_id: Value,
    ticket_id: Value,
}

fn id(value: &Value) -> Result<i64, Problem> {
    value.as_i64().map_or_else(|| number(value.as_str().unwrap_or_default()), Ok)
}

/// Deletes a message: at the customer's side where the channel takes messages back, else at the desk
/// only. Others hear of it by `syncDelete`.
#[utoipa::path(
    post, path = "/api/ticket/message/delete", tag = "messages", request_body = Value,
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn remove(
    State(tickets): State<Tickets>,
    caller: Caller,
    Input(input): Input<Delete>,
) -> Result<Json<Value>, Problem> {
    let (ticket, message) = (id(&input.ticket_id)?, id(&input.message_id)?);
    let data = tickets.remove_message(&Viewer::from(&caller), ticket, message).await?;
    Ok(Json(
        json!({ "result": "success", "description": "The message was deleted.", "data": data }),
    ))
}

#[derive(Deserialize)]
pub(super) struct Text {
    text: String,
}

/// Notes something at a message, for the team only.
#[utoipa::path(
    post, path = "/api/messages/{id}/notes", tag = "messages", params(("id" = i64, Path)), request_body = Value,
    responses((status = 200, body = Value), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn note(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Text>,
) -> Result<Json<Value>, Problem> {
    let (note, data) = tickets.add_note(&Viewer::from(&caller), number(&id)?, &input.text).await?;
    Ok(Json(json!({ "result": "success", "id": note["id"], "note": note, "data": data })))
}

/// Takes a note away: one's own, or for admins anybody's.
#[utoipa::path(
    delete, path = "/api/messages/{id}/notes/{note}", tag = "messages",
    params(("id" = i64, Path), ("note" = i64, Path)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn remove_note(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((id, note)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let viewer = Viewer::from(&caller);
    let data = tickets.remove_note(&viewer, number(&id)?, number(&note)?).await?;
    Ok(Json(json!({ "result": "success", "data": data })))
}

/// Pins a message in its ticket.
#[utoipa::path(
    put, path = "/api/messages/{id}/pin", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = Value), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn pin(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let data = tickets.pin(&Viewer::from(&caller), number(&id)?, true).await?;
    Ok(Json(json!({ "result": "success", "data": data })))
}

/// Takes the pin off a message.
#[utoipa::path(
    delete, path = "/api/messages/{id}/pin", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = Value), (status = 404, body = ProblemBody))
)]
pub(super) async fn unpin(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let data = tickets.pin(&Viewer::from(&caller), number(&id)?, false).await?;
    Ok(Json(json!({ "result": "success", "data": data })))
}
