//! HTTP in, HTTP out.

use super::{
    Calls,
    extensions::Extension,
    list::CallPage,
    query::CallQuery,
    recordings::{RecordingPage, RecordingQuery},
    settings::CallSettings,
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Query, routes},
    tickets::Filter,
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
};
use std::collections::BTreeMap;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Calls> for Accounts {
    fn from_ref(calls: &Calls) -> Self {
        calls.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(calls: Calls) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(load))
        .routes(routes!(extensions))
        .routes(routes!(recordings))
        .routes(routes!(lines))
        .routes(routes!(settings, set_settings))
        .with_state(calls)
}

/// A page of the list of calls, the newest first.
///
/// `filter` is the status of the call's ticket: `open`, `pending`, `solved`, `closed`, `all` or its code;
/// `offset` is the number of rows already loaded. Answers at most 30, and counts up to 10,000; days reach
/// what is older.
#[utoipa::path(
    get, path = "/api/ticket/load/{token}/{filter}/call2/{offset}", tag = "calls",
    params(("token" = String, Path), ("filter" = String, Path), ("offset" = i64, Path), CallQuery),
    responses(
        (status = 200, body = CallPage), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn load(
    State(calls): State<Calls>,
    caller: Caller,
    Path((_token, filter, offset)): Path<(String, String, String)>,
    Query(query): Query<CallQuery>,
) -> Result<Json<CallPage>, Problem> {
    let filter = Filter::parse(&filter).ok_or_else(|| {
        Problem::field("filter", "The filter is open, pending, solved, closed or all.")
    })?;
    let offset: i64 = offset.parse().ok().filter(|n| *n >= 0).ok_or_else(|| {
        Problem::field("offset", "The offset is the number of rows already loaded.")
    })?;
    Ok(Json(calls.page(&caller, filter, &query, offset).await?))
}

/// The extensions at which agents answer, each with the name of whoever used it last.
#[utoipa::path(
    get, path = "/api/extension/get", tag = "calls",
    responses((status = 200, body = Vec<Extension>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn extensions(
    State(calls): State<Calls>,
    caller: Caller,
) -> Result<Json<Vec<Extension>>, Problem> {
    Ok(Json(calls.extensions(&caller).await?))
}

/// Recordings of calls, those of the newest calls first: at most 30 behind `offset`.
#[utoipa::path(
    get, path = "/api/proxy/recordings", tag = "calls", params(RecordingQuery, CallQuery),
    responses(
        (status = 200, body = RecordingPage), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn recordings(
    State(calls): State<Calls>,
    caller: Caller,
    Query(page): Query<RecordingQuery>,
    Query(query): Query<CallQuery>,
) -> Result<Json<RecordingPage>, Problem> {
    Ok(Json(calls.recordings(&caller, &page, &query).await?))
}

/// The numbers of the desk that customers called, each with the name of its channel.
#[utoipa::path(
    get, path = "/api/proxy/imc_user", tag = "calls",
    responses((status = 200, body = BTreeMap<String, String>), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn lines(
    State(calls): State<Calls>,
    caller: Caller,
) -> Result<Json<BTreeMap<String, String>>, Problem> {
    Ok(Json(calls.lines(&caller).await?))
}

/// What is set for telephone calls. For whoever has the permission `call_settings`.
#[utoipa::path(
    get, path = "/api/call/settings", tag = "calls",
    responses((status = 200, body = CallSettings), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn settings(
    State(calls): State<Calls>,
    caller: Caller,
) -> Result<Json<CallSettings>, Problem> {
    Ok(Json(calls.settings(&caller).await?))
}

/// Sets all of it for the whole account. For whoever has the permission `call_settings`.
///
/// What is wrong with a keypress is under `keypresses.0.keys` and `keypresses.0.name`, by its place in the
/// list.
#[utoipa::path(
    put, path = "/api/call/settings", tag = "calls", request_body = CallSettings,
    responses(
        (status = 200, body = CallSettings), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn set_settings(
    State(calls): State<Calls>,
    caller: Caller,
    Input(settings): Input<CallSettings>,
) -> Result<Json<CallSettings>, Problem> {
    Ok(Json(calls.set_settings(&caller, &settings).await?))
}
