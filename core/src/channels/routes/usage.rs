//! What plugin calls cost, and a plugin's log over all accounts.

use super::admin::{Before, log_lines, number};
use crate::{
    accounts::Caller,
    channels::{
        Channels,
        store::{self, Whose},
        usage::Period,
    },
    http::{Problem, ProblemBody, Query},
};
use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
pub(super) struct Hours {
    hours: Option<i64>,
}

/// What the calls of a plugin cost the client's accounts: sums by time and by function, what waits,
/// breakers, last errors. Looks back `hours`, a day unless said otherwise, a week at most.
#[utoipa::path(
    get, path = "/api/plugins/{id}/usage", tag = "channels",
    params(("id" = String, Path), ("hours" = Option<i64>, Query)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn of_plugin(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Query(hours): Query<Hours>,
) -> Result<Json<Value>, Problem> {
    caller.require_admin()?;
    if !channels.knows_plugin(caller.client_id, &id) {
        return Err(Problem::not_found());
    }
    let whose = Whose { client_id: caller.client_id, plugin: &id, channel_id: None };
    Ok(Json(channels.usage_of(whose, Period::hours(hours.hours)).await?))
}

/// The same for one account.
#[utoipa::path(
    get, path = "/api/channels/{id}/usage", tag = "channels",
    params(("id" = i64, Path), ("hours" = Option<i64>, Query)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn of_channel(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Query(hours): Query<Hours>,
) -> Result<Json<Value>, Problem> {
    caller.require_admin()?;
    let channel = channels.find(caller.client_id, number(&id)?)?;
    let whose = Whose {
        client_id: caller.client_id,
        plugin: &channel.row.plugin,
        channel_id: Some(channel.row.id),
    };
    Ok(Json(channels.usage_of(whose, Period::hours(hours.hours)).await?))
}

const LOG_PAGE: i64 = 50;

/// A plugin's log over all accounts of the client, newest first, 50 lines at a time.
#[utoipa::path(
    get, path = "/api/plugins/{id}/log", tag = "channels",
    params(("id" = String, Path), ("before" = Option<i64>, Query)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
pub(super) async fn plugin_log(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Query(before): Query<Before>,
) -> Result<Json<Value>, Problem> {
    caller.require_admin()?;
    if !channels.knows_plugin(caller.client_id, &id) {
        return Err(Problem::not_found());
    }
    let mut conn = channels.db.read().await?;
    let before = before.before.unwrap_or(i64::MAX);
    let rows =
        store::log_page_of_plugin(&mut conn, caller.client_id, &id, before, LOG_PAGE).await?;
    Ok(Json(log_lines(rows, LOG_PAGE)))
}
