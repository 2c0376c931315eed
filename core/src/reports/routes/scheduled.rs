//! Reports that go by mail at set times.

use super::Reports;
use crate::{
    accounts::Caller,
    http::{ClientAddr, Input, Problem, ProblemBody, Success, tables},
    reports::scheduled::{ScheduledReport, ScheduledReportDraft, ScheduledReports},
};
use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderValue, StatusCode, header},
    response::Response,
};

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// The client's scheduled reports, for admins.
#[utoipa::path(
    get, path = "/api/report/schedules", tag = "reports",
    responses((status = 200, body = ScheduledReports), (status = 403, body = ProblemBody))
)]
pub(super) async fn schedules(
    State(reports): State<Reports>,
    caller: Caller,
) -> Result<Json<ScheduledReports>, Problem> {
    reports.schedules(&caller).await.map(Json)
}

/// Schedules a report, for admins: it goes by mail to each recipient who may see reports then, with the figures
/// in the text, the table as a file, and a link to the table that works for a week.
#[utoipa::path(
    post, path = "/api/report/schedules", tag = "reports", request_body = ScheduledReportDraft,
    responses(
        (status = 201, body = ScheduledReport), (status = 403, body = ProblemBody),
        (status = 409, description = "There are 50 already.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn make(
    State(reports): State<Reports>,
    caller: Caller,
    Input(draft): Input<ScheduledReportDraft>,
) -> Result<(StatusCode, Json<ScheduledReport>), Problem> {
    Ok((StatusCode::CREATED, Json(reports.make_schedule(&caller, &draft).await?)))
}

/// Changes a scheduled report, for admins. What is on its way already still goes out.
#[utoipa::path(
    put, path = "/api/report/schedules/{id}", tag = "reports", params(("id" = i64, Path)),
    request_body = ScheduledReportDraft,
    responses(
        (status = 200, body = ScheduledReport), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn change(
    State(reports): State<Reports>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<ScheduledReportDraft>,
) -> Result<Json<ScheduledReport>, Problem> {
    reports.change_schedule(&caller, number(&id)?, &draft).await.map(Json)
}

/// Deletes a scheduled report, for admins. The links in its mails stop working at once.
#[utoipa::path(
    delete, path = "/api/report/schedules/{id}", tag = "reports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn delete(
    State(reports): State<Reports>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    reports.drop_schedule(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// Sends a scheduled report at once, for admins, also when nothing happened; its times stay as they are.
#[utoipa::path(
    post, path = "/api/report/schedules/{id}/send", tag = "reports", params(("id" = i64, Path)),
    responses(
        (status = 200, body = ScheduledReport), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "The installation sends no mail, or the last one is still on its way.", body = ProblemBody),
    )
)]
pub(super) async fn send(
    State(reports): State<Reports>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ScheduledReport>, Problem> {
    reports.send_schedule(&caller, number(&id)?).await.map(Json)
}

/// The table of a report that went by mail, for whoever has the link, while it works and its recipient may see
/// reports: counted anew for the days of the mail.
#[utoipa::path(
    get, path = "/api/report/sent/{token}", tag = "reports", params(("token" = String, Path)),
    responses(
        (status = 200, content(
            (String = "text/csv"),
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 404, description = "Unknown, over, or of a report that was deleted.", body = ProblemBody),
        (status = 429, description = "Too many from one place.", body = ProblemBody),
    )
)]
pub(super) async fn sent(
    State(reports): State<Reports>,
    ClientAddr(from): ClientAddr,
    Path(token): Path<String>,
) -> Result<Response, Problem> {
    let (head, rows, format) = reports.sent_report(&token, from).await?;
    let mut response = tables::download(head, rows, format).await?;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    Ok(response)
}
