//! Changing messages that were sent, and reactions.

use super::view::number;
use crate::{
    accounts::Caller,
    emoji::is_custom,
    http::{Input, Problem, ProblemBody},
    tickets::{Change, Tickets, Viewer},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(super) struct Text {
    text: String,
}

#[derive(Deserialize)]
pub(super) struct Emoji {
    #[serde(default)]
    emoji: Option<String>,
    /// Take this one away.
    #[serde(default)]
    off: bool,
}

async fn changed(
    tickets: &Tickets,
    caller: &Caller,
    id: &str,
    change: &Change,
) -> Result<Json<Value>, Problem> {
    let message = tickets.change_message(&Viewer::from(caller), number(id)?, change).await?;
    Ok(Json(json!({ "result": "success", "id": message["id"], "data": message })))
}

/// Replaces the text of a message that was sent, here and at the customer's side. What becomes of it
/// stands in the message's `edit`; a text that the provider refuses is put back.
#[utoipa::path(
    patch, path = "/api/messages/{id}", tag = "messages", params(("id" = i64, Path)), request_body = Value,
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn edit(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Text>,
) -> Result<Json<Value>, Problem> {
    changed(&tickets, &caller, &id, &Change::Text(input.text)).await
}

/// Takes a message back, here and at the customer's side.
#[utoipa::path(
    delete, path = "/api/messages/{id}", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn delete(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    changed(&tickets, &caller, &id, &Change::TakeBack).await
}

/// Puts an emoji on a message, or with `null` takes ours away. The provider knows all agents as one,
/// so a message has one reaction of ours.
///
/// One of the client's own emoji (`:name:`) stays with the team, on every channel, and each agent has
/// one; with `off` the caller's is taken away.
#[utoipa::path(
    put, path = "/api/messages/{id}/reaction", tag = "messages", params(("id" = i64, Path)), request_body = Value,
    responses((status = 200, body = Value), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn react(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Emoji>,
) -> Result<Json<Value>, Problem> {
    let Emoji { emoji, off } = input;
    if let Some(name) = emoji.as_deref().filter(|emoji| is_custom(emoji)) {
        let viewer = Viewer::from(&caller);
        let message = tickets.react_for_team(&viewer, number(&id)?, name, !off).await?;
        return Ok(Json(json!({ "result": "success", "id": message["id"], "data": message })));
    }
    changed(&tickets, &caller, &id, &Change::React(emoji.filter(|_| !off))).await
}
