//! HTTP in, HTTP out.

mod calls;
mod performance;
mod scheduled;
mod summary;

use super::{Reports, busy_hours::BusyHours, days::ReportDays, intervals::IntervalQuery};
use crate::{
    accounts::{Accounts, Caller},
    http::{Problem, ProblemBody, Query, erased, routes},
    tickets::ListKind,
};
use axum::{
    Json, Router,
    extract::{FromRef, State},
    routing::get,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Reports> for Accounts {
    fn from_ref(reports: &Reports) -> Self {
        reports.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(reports: Reports) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(interval))
        .routes(routes!(summary::generate))
        .routes(routes!(summary::export))
        .routes(routes!(summary::aux))
        .routes(routes!(busy_hours))
        .routes(routes!(calls::calls))
        .routes(routes!(calls::export))
        .routes(routes!(performance::performance))
        .routes(routes!(performance::opened))
        .routes(routes!(performance::export))
        .routes(routes!(scheduled::schedules, scheduled::make))
        .routes(routes!(scheduled::change, scheduled::delete))
        .routes(routes!(scheduled::send))
        .routes(routes!(scheduled::sent))
        .with_state(reports)
}

/// The address that a window is opened with: a page of the workspace would answer there otherwise.
pub fn other_routes(reports: Reports) -> Router {
    Router::new().route("/report/export/{token}", get(erased(summary::export))).with_state(reports)
}

/// Tickets that were opened within one interval, of one group of channels.
#[derive(Serialize, ToSchema)]
struct Opened {
    /// When the interval begins, in seconds since 1970.
    ts: i64,
    group: String,
    /// The same as `group`.
    #[serde(rename = "channel group")]
    channel_group: String,
    count: i64,
}

/// The numbers, the oldest first.
#[derive(Serialize, ToSchema)]
struct ReportIntervals {
    /// `success`.
    result: &'static str,
    data: Vec<Opened>,
}

/// Whose hours are counted.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
struct BusyHoursQuery {
    /// `ticket` or `livechat`; both when nothing is said.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    kind: String,
}

/// At which hours of the week tickets were opened, on the clock where the reader is.
#[utoipa::path(
    get, path = "/api/report/busy_hours", tag = "reports", params(BusyHoursQuery, ReportDays),
    responses((status = 200, body = BusyHours), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn busy_hours(
    State(reports): State<Reports>,
    caller: Caller,
    Query(asked): Query<BusyHoursQuery>,
    Query(days): Query<ReportDays>,
) -> Result<Json<BusyHours>, Problem> {
    let kind = match asked.kind.trim() {
        "" => None,
        word => Some(ListKind::parse(word).ok_or_else(|| {
            Problem::field("type", "The type is ticket or livechat, or nothing for both.")
        })?),
    };
    Ok(Json(reports.busy_hours(&caller, kind, &days).await?))
}

/// Tickets that were opened, by interval and report group.
#[utoipa::path(
    get, path = "/api/report/interval", tag = "reports", params(IntervalQuery),
    responses((status = 200, body = ReportIntervals), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn interval(
    State(reports): State<Reports>,
    caller: Caller,
    Query(asked): Query<IntervalQuery>,
) -> Result<Json<ReportIntervals>, Problem> {
    let counts = reports.by_group(&caller, &asked).await?;
    let data = counts
        .into_iter()
        .map(|(at, group, count)| Opened {
            ts: at / 1_000,
            channel_group: group.clone(),
            group,
            count,
        })
        .collect();
    Ok(Json(ReportIntervals { result: "success", data }))
}
