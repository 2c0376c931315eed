//! The client's own statuses.

use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Query},
    presence::{Presence, model::CustomStatus},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize)]
pub(super) struct Which {
    removed: Option<i64>,
}

/// The client's own statuses, in their order. With `removed=1` those that were removed follow, so
/// that what was recorded under one can be read.
#[utoipa::path(
    get, path = "/api/customstatus/get", tag = "presence",
    params(("removed" = Option<i64>, Query)),
    responses((status = 200, body = Vec<CustomStatus>), (status = 401, body = ProblemBody))
)]
pub(super) async fn list(
    State(presence): State<Presence>,
    caller: Caller,
    Query(which): Query<Which>,
) -> Result<Json<Vec<CustomStatus>>, Problem> {
    let removed = which.removed.unwrap_or(0) != 0;
    Ok(Json(presence.custom(caller.client_id, removed).await?))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct CustomStatusName {
    /// The name that people read, of 1 to 40 characters.
    #[serde(default)]
    alternate: String,
}

/// Adds a status, for admins. Its code follows from the name and never changes. The answer is the
/// list as it is then, as with every change of it.
#[utoipa::path(
    post, path = "/api/custom_statuses", tag = "presence", request_body = CustomStatusName,
    responses(
        (status = 201, body = Vec<CustomStatus>), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn add(
    State(presence): State<Presence>,
    caller: Caller,
    Input(new): Input<CustomStatusName>,
) -> Result<(StatusCode, Json<Vec<CustomStatus>>), Problem> {
    let list = presence.add_custom(&caller, &new.alternate).await?;
    Ok((StatusCode::CREATED, Json(list)))
}

/// Gives a status another name, for admins.
#[utoipa::path(
    patch, path = "/api/custom_statuses/{id}", tag = "presence", params(("id" = i64, Path)),
    request_body = CustomStatusName,
    responses(
        (status = 200, body = Vec<CustomStatus>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn rename(
    State(presence): State<Presence>,
    caller: Caller,
    Path(id): Path<String>,
    Input(change): Input<CustomStatusName>,
) -> Result<Json<Vec<CustomStatus>>, Problem> {
    let id = number(&id)?;
    Ok(Json(presence.rename_custom(&caller, id, &change.alternate).await?))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct CustomStatusOrder {
    /// Every status once, the first one first.
    ids: Vec<i64>,
}

/// Puts the statuses in order, for admins.
#[utoipa::path(
    put, path = "/api/custom_statuses/order", tag = "presence", request_body = CustomStatusOrder,
    responses(
        (status = 200, body = Vec<CustomStatus>), (status = 403, body = ProblemBody),
        (status = 409, description = "The ids are not those of the list.", body = ProblemBody),
    )
)]
pub(super) async fn order(
    State(presence): State<Presence>,
    caller: Caller,
    Input(order): Input<CustomStatusOrder>,
) -> Result<Json<Vec<CustomStatus>>, Problem> {
    Ok(Json(presence.order_custom(&caller, &order.ids).await?))
}

/// Removes a status, for admins. Who has it keeps it until they choose another one.
#[utoipa::path(
    delete, path = "/api/custom_statuses/{id}", tag = "presence", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Vec<CustomStatus>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn remove(
    State(presence): State<Presence>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<CustomStatus>>, Problem> {
    Ok(Json(presence.remove_custom(&caller, number(&id)?).await?))
}

/// What is no number is as unknown as a number that nothing has.
fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}
