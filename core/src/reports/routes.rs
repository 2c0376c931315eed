//! HTTP in, HTTP out.

use super::Reports;
use crate::{
    accounts::{Accounts, Caller},
    http::{Problem, ProblemBody, Query, routes},
};
use axum::{
    Json,
    extract::{FromRef, State},
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
    OpenApiRouter::new().routes(routes!(interval)).with_state(reports)
}

/// What is counted. Some callers name days, others moments.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
struct Range {
    /// The first day, YYYY-MM-DD in UTC.
    start_date: String,
    /// The last day, which is counted as well.
    end_date: String,
    /// `15` or `30` minutes, `1` hour or `24`, a day.
    interval: String,
    /// Seconds since 1970; the last seven days when nothing is said.
    start: Option<i64>,
    end: Option<i64>,
    /// The length of an interval in seconds.
    step: Option<i64>,
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

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;
/// Intervals of one answer.
const INTERVALS_MAX: i64 = 1_000;

impl Range {
    /// The seconds between which it counts, and the length of an interval.
    fn read(&self, now: i64) -> Result<((i64, i64), i64), Problem> {
        let day = |field: &str, text: &str| match text.trim() {
            "" => Ok(None),
            text => midnight(text)
                .map(Some)
                .ok_or_else(|| Problem::field(field, "Give a day as YYYY-MM-DD.")),
        };
        let last = day("endDate", &self.end_date)?.map(|midnight| midnight + DAY);
        let end = last.or(self.end).unwrap_or(now + 1);
        let first = day("startDate", &self.start_date)?;
        let start = first.or(self.start).unwrap_or(end - 7 * DAY);
        let step = match self.interval.trim() {
            "" => self.step.unwrap_or(DAY),
            "15" => HOUR / 4,
            "30" => HOUR / 2,
            "1" => HOUR,
            "24" => DAY,
            _ => return Err(Problem::field("interval", "The interval is 15, 30, 1 or 24.")),
        };
        if start < 0 || end <= start || end > now + 366 * DAY {
            return Err(Problem::field("start", "The range must begin before it ends."));
        }
        if step < 60 || (end - start) / step > INTERVALS_MAX {
            let text = "A step is at least 60 seconds, and a range has at most 1000 of them.";
            return Err(Problem::field("step", text));
        }
        Ok(((start, end), step))
    }
}

/// When a day begins in UTC, in seconds since 1970.
fn midnight(text: &str) -> Option<i64> {
    let format = time::macros::format_description!("[year]-[month]-[day]");
    let day = time::Date::parse(text, format).ok()?;
    Some(day.midnight().assume_utc().unix_timestamp())
}

/// Tickets that were opened, by interval and report group.
#[utoipa::path(
    get, path = "/api/report/interval", tag = "reports", params(Range),
    responses((status = 200, body = ReportIntervals), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn interval(
    State(reports): State<Reports>,
    caller: Caller,
    Query(range): Query<Range>,
) -> Result<Json<ReportIntervals>, Problem> {
    let ((start, end), step) = range.read(reports.clock.now_ms() / 1_000)?;
    let counts = reports.by_group(&caller, (start * 1_000, end * 1_000), step * 1_000).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// 14 November 2023, 22:13:20.
    const NOW: i64 = 1_700_000_000;

    #[test]
    fn days_and_moments_are_read() {
        let days = |start: &str, end: &str, interval: &str| Range {
            start_date: start.into(),
            end_date: end.into(),
            interval: interval.into(),
            ..Range::default()
        };
        let read = |range: Range| range.read(NOW).ok();
        let first = 1_699_833_600;
        assert_eq!(
            read(days("2023-11-13", "2023-11-14", "")),
            Some(((first, first + 2 * DAY), DAY))
        );
        assert_eq!(read(days("2023-11-13", "2023-11-13", "15")), Some(((first, first + DAY), 900)));
        assert_eq!(read(days("2023-11-13", "2023-11-13", "1")), Some(((first, first + DAY), HOUR)));
        assert_eq!(read(Range::default()), Some(((NOW + 1 - 7 * DAY, NOW + 1), DAY)));
        let moments = Range { start: Some(60), end: Some(180), step: Some(60), ..Range::default() };
        assert_eq!(read(moments), Some(((60, 180), 60)));
        for wrong in [
            days("2023-11-14", "2023-11-13", ""),
            days("14/11/2023", "", ""),
            days("2023-11-14", "", "7"),
            days("2023-01-01", "2023-11-14", "15"),
        ] {
            assert!(wrong.read(NOW).is_err());
        }
    }
}
