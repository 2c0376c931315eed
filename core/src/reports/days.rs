//! The days of a report.

use super::Reports;
use crate::{
    accounts::{self, Caller},
    days::{date, day, end_of, midnight, zone},
    db::{Conn, DbResult},
    http::Problem,
};
use jiff::{ToSpan as _, civil::Date, tz::TimeZone};
use serde::Deserialize;
use utoipa::IntoParams;

/// Days of one report: more than ten years.
const DAYS_MAX: i32 = 3_700;

/// The first and the last day of a report.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ReportDays {
    /// YYYY-MM-DD; the last seven days when nothing is said.
    start_date: String,
    /// The last day, which is counted as well: YYYY-MM-DD, today when nothing is said. It is not in the future.
    end_date: String,
}

impl Reports {
    /// The zone in which the caller's days begin.
    pub(super) async fn zone(&self, conn: &mut Conn, caller: &Caller) -> DbResult<TimeZone> {
        let name = accounts::timezone(conn, caller.client_id, caller.user_id).await?;
        Ok(zone(&name))
    }
}

impl ReportDays {
    /// From one day to another, which are counted both.
    pub fn of(first: Date, last: Date) -> Self {
        Self { start_date: first.to_string(), end_date: last.to_string() }
    }

    /// From when until before when it counts, in milliseconds.
    pub fn between(&self, zone: &TimeZone, now: i64) -> Result<(i64, i64), Problem> {
        let today = date(now, zone);
        let end = day("endDate", &self.end_date)?.unwrap_or(today);
        let start = day("startDate", &self.start_date)?;
        let start = start.unwrap_or_else(|| end.saturating_sub(6.days()));
        if end > today {
            return Err(Problem::field("endDate", "The last day is today at the latest."));
        }
        if start > end {
            return Err(Problem::field("startDate", "The range must begin before it ends."));
        }
        if start.saturating_add(DAYS_MAX.days()) < end {
            return Err(Problem::field("startDate", "A report covers at most ten years."));
        }
        Ok((midnight(start, zone), end_of(end, zone)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::days::heading;

    /// 27 November 2026, 20:00 UTC.
    const NOW: i64 = 1_795_809_600_000;
    const HOUR: i64 = 3_600_000;

    fn days(start: &str, end: &str) -> ReportDays {
        ReportDays { start_date: start.into(), end_date: end.into() }
    }

    fn field(asked: &ReportDays, zone: &TimeZone) -> Option<String> {
        let problem = asked.between(zone, NOW).err()?;
        problem.fields().next().map(str::to_owned)
    }

    #[test]
    fn days_begin_and_end_where_the_reader_is() {
        let singapore = zone("Asia/Singapore");
        let (from, to) = days("2026-11-01", "2026-11-02").between(&singapore, NOW).expect("days");
        assert_eq!((to - from, heading(from, &singapore).as_str()), (48 * HOUR, "01-11-2026"));
        // In Singapore it is the 28th already.
        let (from, to) = ReportDays::default().between(&singapore, NOW).expect("days");
        let ends = [from, to - 1].map(|at| heading(at, &singapore));
        assert_eq!(ends, ["22-11-2026", "28-11-2026"]);
        assert_eq!(field(&days("", "2026-11-28"), &TimeZone::UTC).as_deref(), Some("endDate"));
        assert_eq!(field(&days("", "2026-11-28"), &singapore), None);
    }

    #[test]
    fn what_is_no_range_is_refused_by_its_field() {
        let utc = TimeZone::UTC;
        assert_eq!(field(&days("2026-11-03", "2026-11-02"), &utc).as_deref(), Some("startDate"));
        assert_eq!(field(&days("03/11/2026", ""), &utc).as_deref(), Some("startDate"));
        assert_eq!(field(&days("", "2026-02-30"), &utc).as_deref(), Some("endDate"));
        assert_eq!(field(&days("2001-01-01", "2026-11-02"), &utc).as_deref(), Some("startDate"));
        assert_eq!(field(&days("2026-11-02", "2026-11-02"), &utc), None, "one day is a range");
    }
}
