//! Plugins: the list everybody reads, one with everything, going back, uninstalling, switching.

use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Success, json_if_changed},
    packages::{
        Packages,
        api::{Plugin, PluginDetail, PluginPackage, PluginSwitched, Switch},
        model::Actor,
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
    response::Response,
};

/// Plugins with the channels they bring, those that are gone but have tickets included. For
/// everybody: lists show their names and icons. The answer has an `ETag`: with `If-None-Match` it is 304
/// while it stays the same.
#[utoipa::path(
    get, path = "/api/plugins", tag = "plugins",
    responses((status = 200, body = Vec<Plugin>), (status = 304, description = "It is the same still."))
)]
pub(super) async fn list(
    State(room): State<Packages>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    json_if_changed(&headers, &room.plugins(caller.client_id).await?)
}

/// One plugin with its manifest, the schema of its settings, its versions and its breaker.
#[utoipa::path(
    get, path = "/api/plugins/{id}", tag = "plugins", params(("id" = String, Path)),
    responses((status = 200, body = PluginDetail), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn show(
    State(room): State<Packages>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<PluginDetail>, Problem> {
    Ok(Json(room.plugin(&Actor::from(&caller), caller.client_id, &id).await?))
}

/// Goes back to the version before the one in use. For the operator.
#[utoipa::path(
    post, path = "/api/plugins/{id}/rollback", tag = "plugins", params(("id" = String, Path)),
    responses(
        (status = 200, body = PluginPackage), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
    )
)]
pub(super) async fn rollback(
    State(room): State<Packages>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<PluginPackage>, Problem> {
    let reason = format!("{} asked for it.", caller.username);
    Ok(Json(room.rollback(&Actor::from(&caller), &id, &reason).await?))
}

/// Uninstalls a plugin. Its accounts stop; tickets and messages stay. For the operator.
#[utoipa::path(
    delete, path = "/api/plugins/{id}", tag = "plugins", params(("id" = String, Path)),
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn uninstall(
    State(room): State<Packages>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.uninstall(&Actor::from(&caller), &id).await?;
    Ok(Json(Success::default()))
}

/// Switches a plugin on or off for the caller's own client: `{"enabled": false}`.
#[utoipa::path(
    put, path = "/api/plugins/{id}/enabled", tag = "plugins", params(("id" = String, Path)),
    request_body = Switch,
    responses((status = 200, body = PluginSwitched), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn switch(
    State(room): State<Packages>,
    caller: Caller,
    Path(id): Path<String>,
    Input(switch): Input<Switch>,
) -> Result<Json<PluginSwitched>, Problem> {
    room.switch(&Actor::from(&caller), caller.client_id, &id, switch.enabled).await?;
    Ok(Json(PluginSwitched { plugin: id, enabled: switch.enabled }))
}
