//! Inputs that could not be read, and their replay.

use super::admin::number;
use crate::{
    accounts::Caller,
    channels::{
        Channels,
        api::{FailedWord, Page, QuarantinedInput, ReplayEnd, ReplayError},
        inbound::replay::{Replayed, Version},
    },
    http::{AnyJson, Code, Input, Problem, ProblemBody, Query, SuccessWord},
};
use axum::{
    Json,
    extract::{Path, State},
    http::header::CONTENT_DISPOSITION,
    response::IntoResponse,
};
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Deserialize)]
pub(super) struct Filter {
    channel: Option<i64>,
    before: Option<i64>,
}

/// Quarantined inputs, newest first, 50 at a time.
#[utoipa::path(
    get, path = "/api/quarantine", tag = "channels",
    params(("channel" = Option<i64>, Query), ("before" = Option<i64>, Query)),
    responses((status = 200, body = Page<QuarantinedInput>), (status = 403, body = ProblemBody))
)]
pub(super) async fn list(
    State(channels): State<Channels>,
    caller: Caller,
    Query(filter): Query<Filter>,
) -> Result<Json<Page<QuarantinedInput>>, Problem> {
    let before = filter.before.unwrap_or(i64::MAX);
    channels.quarantined(&caller, filter.channel, before).await.map(Json)
}

#[derive(Default, Deserialize, ToSchema)]
#[schema(as = ReplayRequest)]
pub(super) struct Wish {
    #[serde(default)]
    version: Version,
}

/// Runs a quarantined input again: with the plugin as it is now, or with `{"version": "previous"}` as
/// it was before its last update.
#[utoipa::path(
    post, path = "/api/quarantine/{id}/replay", tag = "channels", params(("id" = i64, Path)),
    request_body = Option<Wish>,
    responses((status = 200, body = ReplayEnd), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn replay(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
    Input(wish): Input<Wish>,
) -> Result<Json<ReplayEnd>, Problem> {
    let end = channels.replay_for(&caller, number(&id)?, wish.version).await?;
    let conflict = |text: &str| Problem::new(Code::Conflict, text);
    Ok(Json(match end {
        Replayed::Done(messages) => ReplayEnd::Done { result: SuccessWord::Success, messages },
        Replayed::Gone => return Err(conflict("This input has been taken already.")),
        Replayed::NoVersion => {
            return Err(conflict("There is no version of this plugin before the one in use."));
        }
        Replayed::Failed { code, message } => {
            let error = ReplayError { code, message };
            ReplayEnd::Failed { result: FailedWord::Failed, error }
        }
    }))
}

/// A quarantined input as a file for the plugin's author, without secrets; `cargo patchbay replay`
/// runs it.
#[utoipa::path(
    get, path = "/api/quarantine/{id}/export", tag = "channels", params(("id" = i64, Path)),
    responses((status = 200, body = AnyJson), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub(super) async fn export(
    State(channels): State<Channels>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let (plugin, content) = channels.export_for(&caller, number(&id)?).await?;
    let name = format!("attachment; filename=\"{plugin}-{id}.json\"");
    Ok(([(CONTENT_DISPOSITION, name)], Json(content)))
}
