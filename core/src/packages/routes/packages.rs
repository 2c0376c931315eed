//! Packages: taking in, listing, putting into use, discarding.

use super::{number, upload::Upload};
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Query, Success},
    packages::{
        Packages,
        api::{Grant, PackageSource, PluginPackage},
        model::Actor,
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Filter {
    plugin: Option<String>,
}

/// All packages that were ever installed, newest first; those of one plugin with `plugin`. For the
/// operator.
#[utoipa::path(
    get, path = "/api/plugin-packages", tag = "plugins",
    params(("plugin" = Option<String>, Query, description = "A plugin's id.")),
    responses((status = 200, body = Vec<PluginPackage>), (status = 403, body = ProblemBody))
)]
pub(super) async fn list(
    State(room): State<Packages>,
    caller: Caller,
    Query(filter): Query<Filter>,
) -> Result<Json<Vec<PluginPackage>>, Problem> {
    let views = room.list(&Actor::from(&caller), filter.plugin.as_deref()).await?;
    Ok(Json(views))
}

/// Takes a package in: a form with the file as `package`, or JSON with a `url` or a `path`. It is
/// checked, compiled and tried out, and waits to be activated. For the operator.
#[utoipa::path(
    post, path = "/api/plugin-packages", tag = "plugins", request_body = PackageSource,
    responses(
        (status = 201, description = "Staged, or here already.", body = PluginPackage),
        (status = 403, body = ProblemBody),
        (status = 422, description = "Refused; the code starts with `package_`.", body = ProblemBody),
    )
)]
pub(super) async fn create(
    State(room): State<Packages>,
    caller: Caller,
    Upload(brought): Upload,
) -> Result<(StatusCode, Json<PluginPackage>), Problem> {
    let view = room.stage(&Actor::from(&caller), brought).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// One package with its permissions, and what it would change about the version in use.
#[utoipa::path(
    get, path = "/api/plugin-packages/{id}", tag = "plugins", params(("id" = i64, Path)),
    responses((status = 200, body = PluginPackage), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn show(
    State(room): State<Packages>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<PluginPackage>, Problem> {
    Ok(Json(room.show(&Actor::from(&caller), number(&id)?).await?))
}

/// Puts a staged package into use: `{"granted": true}` says that its permissions are granted.
#[utoipa::path(
    post, path = "/api/plugin-packages/{id}/activate", tag = "plugins", params(("id" = i64, Path)),
    request_body = Grant,
    responses(
        (status = 200, body = PluginPackage), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn activate(
    State(room): State<Packages>,
    caller: Caller,
    Path(id): Path<String>,
    Input(grant): Input<Grant>,
) -> Result<Json<PluginPackage>, Problem> {
    let view = room.activate(&Actor::from(&caller), number(&id)?, grant.granted).await?;
    Ok(Json(view))
}

/// Discards a staged or previous package.
#[utoipa::path(
    delete, path = "/api/plugin-packages/{id}", tag = "plugins", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
    )
)]
pub(super) async fn discard(
    State(room): State<Packages>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.discard(&Actor::from(&caller), number(&id)?).await?;
    Ok(Json(Success::default()))
}
