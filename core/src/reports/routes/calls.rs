//! The call report.

use super::Reports;
use crate::{
    accounts::Caller,
    http::{
        Problem, ProblemBody, Query,
        tables::{self, TableQuery},
    },
    reports::{
        calls::{CallGrouping, CallReport},
        days::ReportDays,
    },
};
use axum::{Json, extract::State, response::Response};
use serde::Deserialize;
use utoipa::IntoParams;

/// How the rows are told apart.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(super) struct Grouped {
    /// By what there is a row each; by day when nothing is said.
    #[param(inline)]
    group: CallGrouping,
    /// Whether the days before, as many of them, are counted as well.
    compare: bool,
}

/// Calls that began within a range of days: how many there were, whether somebody took them, how long
/// customers waited and people talked.
#[utoipa::path(
    get, path = "/api/report/calls", tag = "reports", params(ReportDays, Grouped),
    responses((status = 200, body = CallReport), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn calls(
    State(reports): State<Reports>,
    caller: Caller,
    Query(days): Query<ReportDays>,
    Query(grouped): Query<Grouped>,
) -> Result<Json<CallReport>, Problem> {
    let how = (grouped.group, grouped.compare);
    Ok(Json(reports.calls(&caller, &days, how).await?))
}

/// The rows of the report as a table: CSV with durations in seconds, or a workbook in which they are times.
#[utoipa::path(
    get, path = "/api/report/calls/export", tag = "reports", params(ReportDays, Grouped, TableQuery),
    responses(
        (status = 200, content(
            (String = "text/csv"),
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn export(
    State(reports): State<Reports>,
    caller: Caller,
    Query(days): Query<ReportDays>,
    Query(grouped): Query<Grouped>,
    Query(table): Query<TableQuery>,
) -> Result<Response, Problem> {
    let (head, rows) = reports.export_calls(&caller, &days, grouped.group).await?;
    tables::download(head, rows, table.format).await
}
