//! The calls about saved views.

use super::{
    Views,
    model::{SavedView, ViewCount, ViewDraft, ViewOrder},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Success, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::StatusCode,
};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Views> for Accounts {
    fn from_ref(views: &Views) -> Self {
        views.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(views: Views) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(counts))
        .routes(routes!(order))
        .routes(routes!(change, remove))
        .with_state(views)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// The saved views the caller has: the shared ones, then their own, each kind in its order.
#[utoipa::path(
    get, path = "/api/views", tag = "views",
    responses((status = 200, body = Vec<SavedView>), (status = 401, body = ProblemBody))
)]
async fn list(State(views): State<Views>, caller: Caller) -> Result<Json<Vec<SavedView>>, Problem> {
    views.list(&caller).await.map(Json)
}

/// How many tickets each of the caller's views has for them, as the list itself counts.
#[utoipa::path(
    get, path = "/api/views/counts", tag = "views",
    responses((status = 200, body = Vec<ViewCount>), (status = 401, body = ProblemBody))
)]
async fn counts(
    State(views): State<Views>,
    caller: Caller,
) -> Result<Json<Vec<ViewCount>>, Problem> {
    views.counts(&caller).await.map(Json)
}

/// Saves a view. `query` has the parameters of `/api/ticket/load/…`.
#[utoipa::path(
    post, path = "/api/views", tag = "views", request_body = ViewDraft,
    responses(
        (status = 201, body = SavedView),
        (status = 403, description = "Only admins keep shared ones.", body = ProblemBody),
        (status = 409, description = "There are as many as there may be.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make(
    State(views): State<Views>,
    caller: Caller,
    Input(draft): Input<ViewDraft>,
) -> Result<(StatusCode, Json<SavedView>), Problem> {
    Ok((StatusCode::CREATED, Json(views.make(&caller, &draft).await?)))
}

/// Puts the shared views, or the caller's own, in an order.
#[utoipa::path(
    put, path = "/api/views/order", tag = "views", request_body = ViewOrder,
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn order(
    State(views): State<Views>,
    caller: Caller,
    Input(order): Input<ViewOrder>,
) -> Result<Json<Success>, Problem> {
    views.order(&caller, &order).await?;
    Ok(Json(Success::default()))
}

/// Changes a view: one's own, or a shared one as an admin.
#[utoipa::path(
    put, path = "/api/views/{id}", tag = "views", params(("id" = i64, Path)),
    request_body = ViewDraft,
    responses(
        (status = 200, body = SavedView), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "Somebody else changed it (`overtaken`).", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(views): State<Views>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<ViewDraft>,
) -> Result<Json<SavedView>, Problem> {
    views.change(&caller, number(&id)?, &draft).await.map(Json)
}

/// Deletes a view: one's own, or a shared one as an admin. Its tickets stay.
#[utoipa::path(
    delete, path = "/api/views/{id}", tag = "views", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn remove(
    State(views): State<Views>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    views.remove(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}
