//! Changing messages that were sent, and reactions.

use super::view::number;
use crate::{
    accounts::Caller,
    emoji::is_custom,
    http::{Input, Problem, ProblemBody},
    tickets::{Change, Tickets, Viewer, api::ChangedMessage},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[schema(as = EditMessage)]
pub(super) struct Text {
    text: String,
}

#[derive(Deserialize, ToSchema)]
#[schema(as = ReactToMessage)]
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
) -> Result<Json<ChangedMessage>, Problem> {
    let message = tickets.change_message(&Viewer::from(caller), number(id)?, change).await?;
    Ok(Json(message.into()))
}

/// Replaces the text of a message that was sent, here and at the customer's side. What becomes of it
/// stands in the message's `edit`; a text that the provider refuses is put back.
#[utoipa::path(
    patch, path = "/api/messages/{id}", tag = "messages", params(("id" = i64, Path)), request_body = Text,
    responses((status = 200, body = ChangedMessage), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn edit(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Text>,
) -> Result<Json<ChangedMessage>, Problem> {
    changed(&tickets, &caller, &id, &Change::Text(input.text)).await
}

/// Takes a message back, here and at the customer's side.
#[utoipa::path(
    delete, path = "/api/messages/{id}", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = ChangedMessage), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn delete(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ChangedMessage>, Problem> {
    changed(&tickets, &caller, &id, &Change::TakeBack).await
}

/// Puts an emoji on a message, or with `null` takes ours away. The provider knows all agents as one,
/// so a message has one reaction of ours.
///
/// One of the client's own emoji (`:name:`) stays with the team, on every channel, and each agent has
/// one; with `off` the caller's is taken away.
#[utoipa::path(
    put, path = "/api/messages/{id}/reaction", tag = "messages", params(("id" = i64, Path)), request_body = Emoji,
    responses((status = 200, body = ChangedMessage), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn react(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Emoji>,
) -> Result<Json<ChangedMessage>, Problem> {
    let Emoji { emoji, off } = input;
    if let Some(name) = emoji.as_deref().filter(|emoji| is_custom(emoji)) {
        let viewer = Viewer::from(&caller);
        let message = tickets.react_for_team(&viewer, number(&id)?, name, !off).await?;
        return Ok(Json(message.into()));
    }
    changed(&tickets, &caller, &id, &Change::React(emoji.filter(|_| !off))).await
}
