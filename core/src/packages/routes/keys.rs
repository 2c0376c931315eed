//! Trusted keys. For the operator.

use super::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Success},
    packages::{
        Packages,
        api::{NewKey, TrustedKey},
        model::Actor,
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};

/// The keys whose signatures are trusted.
#[utoipa::path(
    get, path = "/api/plugin-keys", tag = "plugins",
    responses((status = 200, body = Vec<TrustedKey>), (status = 403, body = ProblemBody))
)]
pub(super) async fn list(
    State(room): State<Packages>,
    caller: Caller,
) -> Result<Json<Vec<TrustedKey>>, Problem> {
    Ok(Json(room.keys(&Actor::from(&caller)).await?))
}

/// Trusts an Ed25519 public key: `key` in base64, and the `name` of whose it is.
#[utoipa::path(
    post, path = "/api/plugin-keys", tag = "plugins", request_body = NewKey,
    responses((status = 201, body = TrustedKey), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn add(
    State(room): State<Packages>,
    caller: Caller,
    Input(new): Input<NewKey>,
) -> Result<(StatusCode, Json<TrustedKey>), Problem> {
    let view = room.trust(&Actor::from(&caller), &new.key, &new.name).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// Trusts a key no longer.
#[utoipa::path(
    delete, path = "/api/plugin-keys/{id}", tag = "plugins", params(("id" = i64, Path)),
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn remove(
    State(room): State<Packages>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.distrust(&Actor::from(&caller), number(&id)?).await?;
    Ok(Json(Success::default()))
}
