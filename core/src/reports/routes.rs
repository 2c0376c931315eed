//! HTTP in, HTTP out.

use super::Reports;
use crate::{
    accounts::{Accounts, Caller},
    http::{Problem, ProblemBody, Query},
};
use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};

impl FromRef<Reports> for Accounts {
    fn from_ref(reports: &Reports) -> Self {
        reports.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(reports: Reports) -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(interval)).with_state(reports)
}

#[derive(Deserialize)]
struct Range {
    start: Option<i64>,
    end: Option<i64>,
    step: Option<i64>,
}

const HOUR: i64 = 3_600;
/// Intervals of one answer.
const INTERVALS_MAX: i64 = 1_000;

/// Tickets that were opened, by interval and report group: `data` with `ts`, `group` and `count`.
///
/// `start` and `end` are seconds since 1970, the last seven days when absent; `step` is the length
/// of an interval in seconds, a day when absent.
#[utoipa::path(
    get, path = "/api/report/interval", tag = "reports",
    params(("start" = Option<i64>, Query), ("end" = Option<i64>, Query), ("step" = Option<i64>, Query)),
    responses((status = 200, body = Value), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn interval(
    State(reports): State<Reports>,
    caller: Caller,
    Query(range): Query<Range>,
) -> Result<Json<Value>, Problem> {
    let now = reports.clock.now_ms() / 1_000;
    let end = range.end.unwrap_or(now + 1);
    let start = range.start.unwrap_or(end - 7 * 24 * HOUR);
    let step = range.step.unwrap_or(24 * HOUR);
    if start < 0 || end <= start || end > now + 366 * 24 * HOUR {
        return Err(Problem::field("start", "The range must begin before it ends."));
    }
    if step < 60 || (end - start) / step > INTERVALS_MAX {
        let text = "A step is at least 60 seconds, and a range has at most 1000 of them.";
        return Err(Problem::field("step", text));
    }
    let between = (start * 1_000, end * 1_000);
    let counts = reports.by_group(&caller, between, step * 1_000).await?;
    let data: Vec<Value> = counts
        .into_iter()
        .map(|(at, group, count)| json!({ "ts": at / 1_000, "group": group, "count": count }))
        .collect();
    Ok(Json(json!({ "result": "success", "data": data })))
}
