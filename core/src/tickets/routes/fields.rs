//! What a ticket has in its custom fields.

use super::view::number;
use crate::{
    accounts::Caller,
    http::{AnyJson, Input, Problem, ProblemBody, SuccessWith},
    tickets::{Tickets, Viewer, api::FieldValue},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use utoipa::ToSchema;

/// The custom fields of a ticket that are filled in: `data` is a list of `field_id`, `value`, `by` and
/// `at`. What the fields are is said by `/api/custom-fields`.
#[utoipa::path(
    get, path = "/api/tickets/{id}/fields", tag = "tickets", params(("id" = i64, Path)),
    responses((status = 200, body = SuccessWith<Vec<FieldValue>>), (status = 404, body = ProblemBody))
)]
pub(super) async fn list(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<SuccessWith<Vec<FieldValue>>>, Problem> {
    tickets.fields(&Viewer::from(&caller), number(&id)?).await.map(SuccessWith::of).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[schema(as = SetFieldValue)]
pub(super) struct FieldInput {
    #[serde(default)]
    value: AnyJson,
}

/// Sets what stands in a custom field of a ticket. `value` is a text, a number, a day as YYYY-MM-DD, true
/// or false, the id of a choice, or a list of such ids, by the kind of the field; null empties it.
#[utoipa::path(
    put, path = "/api/tickets/{id}/fields/{field}", tag = "tickets",
    params(("id" = i64, Path), ("field" = i64, Path)), request_body = FieldInput,
    responses(
        (status = 200, body = SuccessWith<FieldValue>), (status = 404, body = ProblemBody),
        (status = 409, description = "The field was archived.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn set(
    State(tickets): State<Tickets>,
    caller: Caller,
    Path((id, field)): Path<(String, String)>,
    Input(given): Input<FieldInput>,
) -> Result<Json<SuccessWith<FieldValue>>, Problem> {
    let viewer = Viewer::from(&caller);
    tickets
        .set_field(&viewer, number(&id)?, number(&field)?, &given.value.0)
        .await
        .map(SuccessWith::of)
        .map(Json)
}
