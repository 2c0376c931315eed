//! The summary, the aux report and the tables to keep.

use super::Reports;
use crate::{
    accounts::Caller,
    http::{
        Problem, ProblemBody, Query,
        tables::{self, TableQuery},
    },
    reports::{
        days::ReportDays,
        intervals::IntervalQuery,
        model::{AuxRow, ReportGroups, ReportRow},
        summary::SummaryQuery,
    },
    tickets::{Filter, ListKind},
};
use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Which tickets a summary is of.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SummaryParameters {
    /// `ticket` or `livechat`.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    kind: String,
    /// The code of a status: 0 open, 1 pending, 2 resolved, 3 closed, 4 all of them.
    status: String,
}

impl SummaryParameters {
    fn read(&self, days: ReportDays) -> Result<SummaryQuery, Problem> {
        let kind = match self.kind.trim() {
            "" => Some(ListKind::Ticket),
            kind => ListKind::parse(kind),
        };
        let kind = kind.ok_or_else(|| Problem::field("type", "The type is ticket or livechat."))?;
        let status = match self.status.trim() {
            "" => Some(Filter::All),
            status => Filter::parse(status),
        };
        let status = status.ok_or_else(|| {
            Problem::field("status", "The status is 0, 1, 2, 3, or 4 for all of them.")
        })?;
        Ok(SummaryQuery { kind, status, days })
    }
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(super) struct Page {
    /// A session's token, or `-` where the cookie says who asks.
    #[serde(rename = "token")]
    #[param(rename = "token")]
    _token: String,
    /// Tickets that were shown already.
    offset: i64,
}

/// Tickets by the day on which they were opened, the newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct ReportSummary {
    /// `success`.
    result: &'static str,
    /// By day, `DD-MM-YYYY` where the reader is.
    #[schema(value_type = BTreeMap<String, Vec<ReportRow>>)]
    data: ReportGroups,
    /// Tickets in this answer: 30 of them where there may be more.
    count: usize,
}

/// The tickets that were opened within a range of days: a page of 30.
#[utoipa::path(
    get, path = "/api/report/generate", tag = "reports", params(SummaryParameters, ReportDays, Page),
    responses((status = 200, body = ReportSummary), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn generate(
    State(reports): State<Reports>,
    caller: Caller,
    Query(asked): Query<SummaryParameters>,
    Query(days): Query<ReportDays>,
    Query(page): Query<Page>,
) -> Result<Json<ReportSummary>, Problem> {
    let data = reports.summary(&caller, &asked.read(days)?, page.offset).await?;
    Ok(Json(ReportSummary { result: "success", count: data.count(), data }))
}

/// The same tickets as a table, all of them, where `type` is given; else how many were opened by interval and
/// report group. In a workbook moments stand by the clock of the caller's time zone.
#[utoipa::path(
    get, path = "/api/report/export/{token}", tag = "reports", params(("token" = String, Path), SummaryParameters, IntervalQuery, TableQuery),
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
    Path(_token): Path<String>,
    Query(asked): Query<SummaryParameters>,
    Query(days): Query<ReportDays>,
    Query(range): Query<IntervalQuery>,
    Query(table): Query<TableQuery>,
) -> Result<Response, Problem> {
    if asked.kind.is_empty() {
        let (head, rows) = reports.export_counts(&caller, &range).await?;
        return tables::download(head, rows, table.format).await;
    }
    let (head, pages) = reports.export_summary(&caller, &asked.read(days)?).await?;
    tables::download_pages(head, pages, table.format).await
}

/// People by the time they spent in statuses other than ONLINE.
#[derive(Serialize, ToSchema)]
pub(super) struct AuxReport {
    /// `success`.
    result: &'static str,
    data: Vec<AuxRow>,
}

/// How long people were away, busy, at a meal and so on within a range of days. A status that lasts counts
/// until now, or until its user was last there.
#[utoipa::path(
    get, path = "/api/report/aux", tag = "reports", params(ReportDays),
    responses((status = 200, body = AuxReport), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub(super) async fn aux(
    State(reports): State<Reports>,
    caller: Caller,
    Query(days): Query<ReportDays>,
) -> Result<Json<AuxReport>, Problem> {
    Ok(Json(AuxReport { result: "success", data: reports.aux(&caller, &days).await? }))
}
