//! HTTP in, HTTP out: keys to the API.

use super::{
    manage,
    model::{ApiKey, Draft},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Success, routes},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// The routes of keys.
pub(in crate::accounts) fn routes() -> OpenApiRouter<Accounts> {
    OpenApiRouter::new().routes(routes!(list, make)).routes(routes!(revoke))
}

/// API keys, the newest first: all of the client's for admins, one's own for others who may have keys.
#[utoipa::path(
    get, path = "/api/keys", tag = "accounts",
    responses((status = 200, body = Vec<ApiKey>), (status = 403, body = ProblemBody))
)]
async fn list(
    State(accounts): State<Accounts>,
    caller: Caller,
) -> Result<Json<Vec<ApiKey>>, Problem> {
    manage::list(&accounts, &caller).await.map(Json)
}

/// A key and its word, which is shown once.
#[derive(Serialize, ToSchema)]
struct NewApiKey {
    #[serde(flatten)]
    key: ApiKey,
    /// What a program sends as `Authorization: Bearer …`.
    word: String,
}

/// Makes an API key that acts as the caller. Only admins have keys with the scope `admin`.
#[utoipa::path(
    post, path = "/api/keys", tag = "accounts", request_body = Draft,
    responses(
        (status = 201, body = NewApiKey), (status = 403, body = ProblemBody),
        (status = 409, description = "There are too many.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make(
    State(accounts): State<Accounts>,
    caller: Caller,
    Input(draft): Input<Draft>,
) -> Result<(StatusCode, Json<NewApiKey>), Problem> {
    let (key, word) = manage::make(&accounts, &caller, &draft).await?;
    Ok((StatusCode::CREATED, Json(NewApiKey { key, word })))
}

/// Revokes an API key.
#[utoipa::path(
    delete, path = "/api/keys/{id}", tag = "accounts", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn revoke(
    State(accounts): State<Accounts>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    let id = id.parse().map_err(|_| Problem::not_found())?;
    manage::revoke(&accounts, &caller, id).await?;
    Ok(Json(Success::default()))
}
