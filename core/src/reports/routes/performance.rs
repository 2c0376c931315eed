//! How fast customers were answered and helped.

use super::Reports;
use crate::{
    accounts::Caller,
    http::{
        Problem, ProblemBody, Query,
        tables::{self, TableQuery},
    },
    reports::{
        days::ReportDays,
        performance::{OpenedFacts, Performance, PerformanceQuery, ReportFigure, ReportGrouping},
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
    group: ReportGrouping,
    /// Whether the days before, as many of them, are counted as well.
    compare: bool,
}

/// What was done within a range of days, and how long it took: by the moment at which it happened, with the
/// department and the agent of then. What machines wrote, spam, and what was merged into another ticket is
/// not counted.
#[utoipa::path(
    get, path = "/api/report/performance", tag = "reports", params(PerformanceQuery, ReportDays, Grouped),
    responses((status = 200, body = Performance), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn performance(
    State(reports): State<Reports>,
    caller: Caller,
    Query(asked): Query<PerformanceQuery>,
    Query(days): Query<ReportDays>,
    Query(grouped): Query<Grouped>,
) -> Result<Json<Performance>, Problem> {
    let how = (grouped.group, grouped.compare);
    Ok(Json(reports.performance(&caller, (&asked, &days), how).await?))
}

/// Which figure is opened.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Opening {
    #[param(inline)]
    figure: ReportFigure,
    /// `next` of the answer before.
    #[serde(default)]
    after: String,
}

/// What a figure counts, the newest first: exactly as many entries as it says. A row's figure is opened by
/// narrowing the report to the row.
#[utoipa::path(
    get, path = "/api/report/performance/opened", tag = "reports", params(PerformanceQuery, ReportDays, Opening),
    responses((status = 200, body = OpenedFacts), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn opened(
    State(reports): State<Reports>,
    caller: Caller,
    Query(asked): Query<PerformanceQuery>,
    Query(days): Query<ReportDays>,
    Query(opening): Query<Opening>,
) -> Result<Json<OpenedFacts>, Problem> {
    let what = (opening.figure, opening.after.as_str());
    Ok(Json(reports.opened(&caller, (&asked, &days), what).await?))
}

/// The rows of the report as a table: CSV with durations in seconds, or a workbook in which they are times.
#[utoipa::path(
    get, path = "/api/report/performance/export", tag = "reports", params(PerformanceQuery, ReportDays, Grouped, TableQuery),
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
    Query(asked): Query<PerformanceQuery>,
    Query(days): Query<ReportDays>,
    Query(grouped): Query<Grouped>,
    Query(table): Query<TableQuery>,
) -> Result<Response, Problem> {
    let (head, rows) = reports.export_performance(&caller, (&asked, &days), grouped.group).await?;
    tables::download(head, rows, table.format).await
}
