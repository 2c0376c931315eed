//! What plugin calls cost, and a plugin's log over all accounts.

use super::admin::{Before, number};
use crate::{
    accounts::Caller,
    channels::{
        Channels,
        api::{ChannelLogLine, Page, PluginUsage},
        usage::Period,
    },
    http::{Problem, ProblemBody, Query},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Hours {
    hours: Option<i64>,
}

/// What the calls of a plugin cost the client's accounts: sums by time and by function, what waits,
/// breakers, last errors. Looks back `hours`, a day unless said otherwise, a week at most.
#[utoipa::path(
    get, path = "/api/plugins/{id}/usage", tag = "channels",
    params(("id" = String, Path), ("hours" = Option<i64>, Query)),
    responses((status = 200, body = PluginUsage), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn of_plugin(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Query(hours): Query<Hours>,
) -> Result<Json<PluginUsage>, Problem> {
    channels.plugin_usage(&caller, &id, Period::hours(hours.hours)).await.map(Json)
}

/// The same for one account.
#[utoipa::path(
    get, path = "/api/channels/{id}/usage", tag = "channels",
    params(("id" = i64, Path), ("hours" = Option<i64>, Query)),
    responses((status = 200, body = PluginUsage), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn of_channel(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Query(hours): Query<Hours>,
) -> Result<Json<PluginUsage>, Problem> {
    channels.channel_usage(&caller, number(&id)?, Period::hours(hours.hours)).await.map(Json)
}

/// A plugin's log over all accounts of the client, newest first, 50 lines at a time.
#[utoipa::path(
    get, path = "/api/plugins/{id}/log", tag = "channels",
    params(("id" = String, Path), ("before" = Option<i64>, Query)),
    responses((status = 200, body = Page<ChannelLogLine>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn plugin_log(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Query(before): Query<Before>,
) -> Result<Json<Page<ChannelLogLine>>, Problem> {
    let before = before.before.unwrap_or(i64::MAX);
    channels.plugin_log(&caller, &id, before).await.map(Json)
}
