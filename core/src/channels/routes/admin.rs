//! Connected accounts.

use crate::{
    accounts::Caller,
    channels::{
        Channels,
        api::{Change, ChannelAccount, ChannelCheck, ChannelLogLine, NewAccount, Page},
    },
    http::{Input, Problem, ProblemBody, Query, Success},
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::Deserialize;

/// The client's connected accounts.
#[utoipa::path(get, path = "/api/channels", tag = "channels", responses((status = 200, body = Vec<ChannelAccount>), (status = 403, body = ProblemBody)))]
pub(super) async fn list(
    State(channels): State<Channels>,
    caller: Caller,
) -> Result<Json<Vec<ChannelAccount>>, Problem> {
    Ok(Json(channels.list(&caller)?))
}

/// Connects an account: `plugin`, `name`, `settings`. Secret settings are write-only.
#[utoipa::path(
    post, path = "/api/channels", tag = "channels", request_body = NewAccount,
    responses((status = 201, body = ChannelAccount), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn create(
    State(channels): State<Channels>,
    caller: Caller,
    Input(new): Input<NewAccount>,
) -> Result<(StatusCode, Json<ChannelAccount>), Problem> {
    let view = channels.connect(&caller, &new).await?;
    Ok((StatusCode::CREATED, Json(view)))
}

/// One account.
#[utoipa::path(
    get, path = "/api/channels/{id}", tag = "channels", params(("id" = i64, Path)),
    responses((status = 200, body = ChannelAccount), (status = 404, body = ProblemBody))
)]
pub(super) async fn show(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ChannelAccount>, Problem> {
    channels.show(&caller, number(&id)?).map(Json)
}

/// Changes an account: `name`, `settings`, `enabled`; what is absent stays.
#[utoipa::path(
    patch, path = "/api/channels/{id}", tag = "channels", params(("id" = i64, Path)), request_body = Change,
    responses((status = 200, body = ChannelAccount), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn change(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Input(change): Input<Change>,
) -> Result<Json<ChannelAccount>, Problem> {
    channels.change(&caller, number(&id)?, &change).await.map(Json)
}

/// Removes an account; its tickets stay.
#[utoipa::path(
    delete, path = "/api/channels/{id}", tag = "channels", params(("id" = i64, Path)),
    responses((status = 200, body = Success), (status = 404, body = ProblemBody))
)]
pub(super) async fn remove(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    channels.disconnect(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// Checks an account's settings at the provider, without side effects.
#[utoipa::path(
    post, path = "/api/channels/{id}/check", tag = "channels", params(("id" = i64, Path)),
    responses((status = 200, body = ChannelCheck), (status = 404, body = ProblemBody))
)]
pub(super) async fn check(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ChannelCheck>, Problem> {
    channels.check(&caller, number(&id)?).await.map(Json)
}

#[derive(Deserialize)]
pub(super) struct Before {
    pub before: Option<i64>,
}

/// The account's log, newest first, 50 lines at a time.
#[utoipa::path(
    get, path = "/api/channels/{id}/log", tag = "channels",
    params(("id" = i64, Path), ("before" = Option<i64>, Query)),
    responses((status = 200, body = Page<ChannelLogLine>), (status = 404, body = ProblemBody))
)]
pub(super) async fn log(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Query(before): Query<Before>,
) -> Result<Json<Page<ChannelLogLine>>, Problem> {
    let before = before.before.unwrap_or(i64::MAX);
    channels.log_of(&caller, number(&id)?, before).await.map(Json)
}

pub(super) fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}
