//! HTTP in, HTTP out.

mod custom;

use super::{
    Presence, Who,
    own_durations::OwnDurations,
    view::{OwnStatus, UserStatus},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Query, routes},
};
use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Presence> for Accounts {
    fn from_ref(presence: &Presence) -> Self {
        presence.0.accounts.clone()
    }
}

impl From<Caller> for Who {
    fn from(caller: Caller) -> Self {
        Self { client_id: caller.client_id, user_id: caller.user_id, username: caller.username }
    }
}

/// All routes of this room.
pub fn routes(presence: Presence) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(own))
        .routes(routes!(everybody))
        .routes(routes!(update))
        .routes(routes!(let_away))
        .routes(routes!(durations))
        .routes(routes!(custom::list))
        .routes(routes!(custom::add))
        .routes(routes!(custom::order))
        .routes(routes!(custom::rename, custom::remove))
        .with_state(presence)
}

/// Show what oneself chose to be.
#[utoipa::path(
    get, path = "/api/status/me/get", tag = "presence",
    responses((status = 200, body = OwnStatus), (status = 401, body = ProblemBody))
)]
async fn own(State(presence): State<Presence>, caller: Caller) -> Result<Json<OwnStatus>, Problem> {
    Ok(Json(presence.own(&caller.into()).await?))
}

/// Show every user of the desk with the status in effect.
#[utoipa::path(
    get, path = "/api/status/get", tag = "presence",
    responses((status = 200, body = Vec<UserStatus>), (status = 401, body = ProblemBody))
)]
async fn everybody(
    State(presence): State<Presence>,
    caller: Caller,
) -> Result<Json<Vec<UserStatus>>, Problem> {
    Ok(Json(presence.everybody(caller.client_id).await?))
}

#[derive(Deserialize, ToSchema)]
struct Update {
    /// ONLINE, AWAY, BUSY, MEAL_BREAK, WASHROOM, PRAYER, or the code of a status of the client's own.
    #[serde(default)]
    status: String,
    /// AWAY and BUSY need one.
    #[serde(default)]
    reason: Option<String>,
}

/// Choose a status.
#[utoipa::path(
    post, path = "/api/online_status/update", tag = "presence", request_body = Update,
    responses(
        (status = 200, body = OwnStatus),
        (status = 401, body = ProblemBody),
        (status = 422, description = "Unknown, OFFLINE, or without its reason.", body = ProblemBody),
    )
)]
async fn update(
    State(presence): State<Presence>,
    caller: Caller,
    Input(body): Input<Update>,
) -> Result<Json<OwnStatus>, Problem> {
    let reason = body.reason.unwrap_or_default();
    Ok(Json(presence.choose(&caller.into(), &body.status, &reason).await?))
}

#[derive(Deserialize, ToSchema)]
struct LetAway {
    on: bool,
}

/// Let oneself be set away after a while without a touch in any tab, or not.
#[utoipa::path(
    put, path = "/api/status/me/auto_away", tag = "presence", request_body = LetAway,
    responses((status = 200, body = OwnStatus), (status = 401, body = ProblemBody))
)]
async fn let_away(
    State(presence): State<Presence>,
    caller: Caller,
    Input(wish): Input<LetAway>,
) -> Result<Json<OwnStatus>, Problem> {
    Ok(Json(presence.let_away(&caller.into(), wish.on).await?))
}

/// Whose day it is.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OwnDay {
    /// The name of a time zone, for example Asia/Singapore; the caller's own where it is absent.
    #[serde(default)]
    timezone: String,
}

/// Show how long oneself was in each status today, since midnight in a time zone.
#[utoipa::path(
    get, path = "/api/presence/durations", tag = "presence", params(OwnDay),
    responses((status = 200, body = OwnDurations), (status = 401, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn durations(
    State(presence): State<Presence>,
    caller: Caller,
    Query(day): Query<OwnDay>,
) -> Result<Json<OwnDurations>, Problem> {
    Ok(Json(presence.own_durations(&caller.into(), &day.timezone).await?))
}
