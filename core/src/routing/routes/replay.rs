//! The calls about replays.

use super::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Success},
    routing::{
        Routing,
        replay::model::{ReplayDraft, RoutingReplay, RoutingReplayDetail},
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};

/// The replays that were made, the newest 20 first, for admins.
#[utoipa::path(
    get, path = "/api/routing/replays", tag = "routing",
    responses((status = 200, body = Vec<RoutingReplay>), (status = 403, body = ProblemBody))
)]
pub(super) async fn replays(
    State(room): State<Routing>,
    caller: Caller,
) -> Result<Json<Vec<RoutingReplay>>, Problem> {
    room.replays(&caller).await.map(Json)
}

/// Decides the last days once more, for admins: under the rules there were, and under changed ones beside. Nothing is
/// given or changed by it. It is made in the background; `routingReplayChanged` tells how far it is.
#[utoipa::path(
    post, path = "/api/routing/replays", tag = "routing", request_body = ReplayDraft,
    responses(
        (status = 201, body = RoutingReplay), (status = 403, body = ProblemBody),
        (status = 409, description = "Another one is being made.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn start_replay(
    State(room): State<Routing>,
    caller: Caller,
    Input(draft): Input<ReplayDraft>,
) -> Result<(StatusCode, Json<RoutingReplay>), Problem> {
    Ok((StatusCode::CREATED, Json(room.start_replay(&caller, &draft).await?)))
}

/// A replay with what came of it, for admins.
#[utoipa::path(
    get, path = "/api/routing/replays/{id}", tag = "routing", params(("id" = i64, Path)),
    responses(
        (status = 200, body = RoutingReplayDetail), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn replay(
    State(room): State<Routing>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<RoutingReplayDetail>, Problem> {
    room.replay(&caller, number(&id)?).await.map(Json)
}

/// Deletes a replay, for admins. One that is still being made is stopped.
#[utoipa::path(
    delete, path = "/api/routing/replays/{id}", tag = "routing", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn drop_replay(
    State(room): State<Routing>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_replay(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}
