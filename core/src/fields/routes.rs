//! HTTP in, HTTP out: keeping custom fields. What tickets have in them is at the tickets.

use super::{
    Fields,
    model::{CustomField, FieldDraft},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Query, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::StatusCode,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Fields> for Accounts {
    fn from_ref(room: &Fields) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Fields) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(order))
        .routes(routes!(change))
        .with_state(room)
}

#[derive(Deserialize)]
struct Which {
    archived: Option<i64>,
}

/// The custom fields of tickets, in their order. With `archived=1` those that were archived follow, so
/// that what tickets still have in them can be read.
#[utoipa::path(
    get, path = "/api/custom-fields", tag = "fields", params(("archived" = Option<i64>, Query)),
    responses((status = 200, body = Vec<CustomField>), (status = 401, body = ProblemBody))
)]
async fn list(
    State(room): State<Fields>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Vec<CustomField>>, Problem> {
    Ok(Json(room.list(caller.client_id, which.archived.unwrap_or(0) != 0).await?))
}

/// Makes a custom field, the last one in the order. It needs a `kind` and a `label`, and of the kinds
/// `choice` and `multi_choice` also `choices`.
#[utoipa::path(
    post, path = "/api/custom-fields", tag = "fields", request_body = FieldDraft,
    responses(
        (status = 201, body = CustomField), (status = 403, body = ProblemBody),
        (status = 409, description = "There are too many.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn create(
    State(room): State<Fields>,
    caller: Caller,
    Input(draft): Input<FieldDraft>,
) -> Result<(StatusCode, Json<CustomField>), Problem> {
    Ok((StatusCode::CREATED, Json(room.create(&caller, &draft).await?)))
}

/// Changes a custom field; what is absent stays. With `archived` it is no longer asked for, and what
/// tickets have in it stays; its kind stays as well.
#[utoipa::path(
    patch, path = "/api/custom-fields/{id}", tag = "fields", params(("id" = i64, Path)),
    request_body = FieldDraft,
    responses(
        (status = 200, body = CustomField), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "There are too many.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(room): State<Fields>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<FieldDraft>,
) -> Result<Json<CustomField>, Problem> {
    let id = id.parse().map_err(|_| Problem::not_found())?;
    Ok(Json(room.change(&caller, id, &draft).await?))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = CustomFieldOrder)]
struct Order {
    ids: Vec<i64>,
}

/// Puts the custom fields in use into an order; `ids` names all of them.
#[utoipa::path(
    put, path = "/api/custom-fields/order", tag = "fields", request_body = Order,
    responses(
        (status = 200, body = Vec<CustomField>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
    )
)]
async fn order(
    State(room): State<Fields>,
    caller: Caller,
    Input(order): Input<Order>,
) -> Result<Json<Vec<CustomField>>, Problem> {
    Ok(Json(room.order(&caller, &order.ids).await?))
}
