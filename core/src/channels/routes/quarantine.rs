//! Inputs that could not be read, and their replay.

use super::admin::number;
use crate::{
    accounts::Caller,
    channels::{
        Channels,
        replay::{Replayed, Version},
        store,
    },
    http::{Code, Input, Problem, ProblemBody, Query},
};
use axum::{
    Json,
    extract::{Path, State},
    http::header::CONTENT_DISPOSITION,
    response::IntoResponse,
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(super) struct Filter {
    channel: Option<i64>,
    before: Option<i64>,
}

const PAGE: i64 = 50;

/// Quarantined inputs, newest first, 50 at a time.
#[utoipa::path(
    get, path = "/api/quarantine", tag = "channels",
    params(("channel" = Option<i64>, Query), ("before" = Option<i64>, Query)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody))
)]
pub(super) async fn list(
    State(channels): State<Channels>,
    caller: Caller,
    Query(filter): Query<Filter>,
) -> Result<Json<Value>, Problem> {
    caller.require_admin()?;
    let mut conn = channels.db.read().await?;
    let before = filter.before.unwrap_or(i64::MAX);
    let rows =
        store::quarantined(&mut conn, caller.client_id, filter.channel, before, PAGE).await?;
    let more = i64::try_from(rows.len()).is_ok_and(|n| n == PAGE);
    let data: Vec<Value> = rows
        .iter()
        .map(|row| {
            let channel = channels.registry.of_client(caller.client_id, row.channel_id);
            let body = row.body.as_deref().unwrap_or_default();
            let preview: String = String::from_utf8_lossy(body).chars().take(300).collect();
            json!({
                "id": row.id,
                "channel_id": row.channel_id,
                "channel_name": channel.map(|c| c.row.name.clone()).unwrap_or_default(),
                "kind": row.kind,
                "received_at": row.received_at,
                "attempts": row.attempts,
                "error": { "code": row.error_code, "message": row.error_message },
                "size": body.len(),
                "blob": row.body_blob,
                "preview": preview,
            })
        })
        .collect();
    Ok(Json(json!({ "data": data, "more": more })))
}

#[derive(Default, Deserialize)]
pub(super) struct Wish {
    #[serde(default)]
    version: Version,
}

/// Runs a quarantined input again: with the plugin as it is now, or with `{"version": "previous"}` as
/// it was before its last update.
#[utoipa::path(
    post, path = "/api/quarantine/{id}/replay", tag = "channels", params(("id" = i64, Path)),
    request_body = Option<Value>,
    responses((status = 200, body = Value), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn replay(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Input(wish): Input<Wish>,
) -> Result<Json<Value>, Problem> {
    caller.require_admin()?;
    let mut conn = channels.db.read().await?;
    let input = store::input(&mut conn, caller.client_id, number(&id)?)
        .await?
        .ok_or_else(Problem::not_found)?;
    drop(conn);
    let conflict = |text: &str| Problem::new(Code::Conflict, text);
    if input.state == "done" {
        return Err(conflict("This input has been taken already."));
    }
    let channel = channels
        .registry
        .of_client(caller.client_id, input.channel_id)
        .ok_or_else(|| conflict("The account of this input was removed."))?;
    let author = caller.author();
    let end = channels.replay_with(Some(&author), &channel, &input, wish.version).await?;
    Ok(Json(match end {
        Replayed::Done(messages) => json!({ "result": "success", "messages": messages }),
        Replayed::Gone => return Err(conflict("This input has been taken already.")),
        Replayed::NoVersion => {
            return Err(conflict("There is no version of this plugin before the one in use."));
        }
        Replayed::Failed { code, message } => {
            json!({ "result": "failed", "error": { "code": code, "message": message } })
        }
    }))
}

/// A quarantined input as a file for the plugin's author, without secrets; `cargo patchbay replay`
/// runs it.
#[utoipa::path(
    get, path = "/api/quarantine/{id}/export", tag = "channels", params(("id" = i64, Path)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn export(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    caller.require_admin()?;
    let mut conn = channels.db.read().await?;
    let input = store::input(&mut conn, caller.client_id, number(&id)?)
        .await?
        .ok_or_else(Problem::not_found)?;
    drop(conn);
    let channel = channels
        .registry
        .of_client(caller.client_id, input.channel_id)
        .ok_or_else(|| Problem::new(Code::Conflict, "The account of this input was removed."))?;
    let name = format!("attachment; filename=\"{}-{}.json\"", channel.row.plugin, input.id);
    Ok(([(CONTENT_DISPOSITION, name)], Json(channels.export(&channel, &input).await)))
}
