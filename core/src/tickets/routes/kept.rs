//! What the team keeps at messages: notes and pins; and deleting.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{Input, IntOrText, Problem, ProblemBody, SuccessWith, SuccessWord},
    tickets::{
        Tickets, Viewer,
        api::{AddedNote, Described, MessageView},
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
#[schema(as = DeleteMessage)]
pub(super) struct Delete {
    #[schema(value_type = IntOrText)]
    message_id: Value,
    #[schema(value_type = IntOrText)]
    ticket_id: Value,
}

fn id(value: &Value) -> Result<i64, Problem> {
    value.as_i64().map_or_else(|| number(value.as_str().unwrap_or_default()), Ok)
}

/// Deletes a message: at the customer's side where the channel takes messages back, else at the desk
/// only. Others hear of it by `syncDelete`.
#[utoipa::path(
    post, path = "/api/ticket/message/delete", tag = "messages", request_body = Delete,
    responses((status = 200, body = Described<MessageView>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn remove(
    State(tickets): State<Tickets>,
    caller: Caller,
    Input(input): Input<Delete>,
) -> Result<Json<Described<MessageView>>, Problem> {
    let (ticket, message) = (id(&input.ticket_id)?, id(&input.message_id)?);
    let data = tickets.remove_message(&Viewer::from(&caller), ticket, message).await?;
    let description = "The message was deleted.".to_owned();
    Ok(Json(Described { result: SuccessWord::Success, description, data }))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = NewNote)]
pub(super) struct Text {
    text: String,
}

/// Notes something at a message, for the team only.
#[utoipa::path(
    post, path = "/api/messages/{id}/notes", tag = "messages", params(("id" = i64, Path)), request_body = Text,
    responses((status = 200, body = AddedNote), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn note(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
    Input(input): Input<Text>,
) -> Result<Json<AddedNote>, Problem> {
    let (note, data) = tickets.add_note(&Viewer::from(&caller), number(&id)?, &input.text).await?;
    Ok(Json(AddedNote { result: SuccessWord::Success, id: note.id, note, data }))
}

/// Takes a note away: one's own, or for admins anybody's.
#[utoipa::path(
    delete, path = "/api/messages/{id}/notes/{note}", tag = "messages",
    params(("id" = i64, Path), ("note" = i64, Path)),
    responses((status = 200, body = SuccessWith<MessageView>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn remove_note(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((id, note)): Path<(String, String)>,
) -> Result<Json<SuccessWith<MessageView>>, Problem> {
    let viewer = Viewer::from(&caller);
    let data = tickets.remove_note(&viewer, number(&id)?, number(&note)?).await?;
    Ok(Json(SuccessWith::of(data)))
}

/// Pins a message in its ticket.
#[utoipa::path(
    put, path = "/api/messages/{id}/pin", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = SuccessWith<MessageView>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn pin(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<SuccessWith<MessageView>>, Problem> {
    let data = tickets.pin(&Viewer::from(&caller), number(&id)?, true).await?;
    Ok(Json(SuccessWith::of(data)))
}

/// Takes the pin off a message.
#[utoipa::path(
    delete, path = "/api/messages/{id}/pin", tag = "messages", params(("id" = i64, Path)),
    responses((status = 200, body = SuccessWith<MessageView>), (status = 404, body = ProblemBody))
)]
pub(super) async fn unpin(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<SuccessWith<MessageView>>, Problem> {
    let data = tickets.pin(&Viewer::from(&caller), number(&id)?, false).await?;
    Ok(Json(SuccessWith::of(data)))
}
