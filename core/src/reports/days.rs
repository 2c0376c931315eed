//! The days of a report, from midnight to midnight where the reader is.

use crate::http::Problem;
use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};
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

/// The time zone of this name; UTC where there is none.
pub(super) fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

/// The day of a moment in milliseconds, as reports write it: `31-01-2026`.
pub(super) fn heading(at: i64, zone: &TimeZone) -> String {
    let moment = Timestamp::from_millisecond(at).unwrap_or_default();
    zone.to_datetime(moment).date().strftime("%d-%m-%Y").to_string()
}

/// A moment in milliseconds where the reader is, with its offset from UTC: `2026-01-31T23:59:59+08:00`.
pub(super) fn moment(at: i64, zone: &TimeZone) -> String {
    let moment = Timestamp::from_millisecond(at).unwrap_or_default();
    moment.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

impl ReportDays {
    /// From when until before when it counts, in milliseconds.
    pub fn between(&self, zone: &TimeZone, now: i64) -> Result<(i64, i64), Problem> {
        let today = zone.to_datetime(Timestamp::from_millisecond(now).unwrap_or_default()).date();
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

/// A day as a caller writes it; none for an empty one.
pub(super) fn day(field: &str, text: &str) -> Result<Option<Date>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => Date::strptime("%Y-%m-%d", text)
            .map(Some)
            .map_err(|_| Problem::field(field, "Give a day as YYYY-MM-DD.")),
    }
}

/// When a day begins, in milliseconds: at the first moment there is where a clock jumps over midnight.
pub(super) fn midnight(day: Date, zone: &TimeZone) -> i64 {
    let begins = zone.to_ambiguous_timestamp(day.at(0, 0, 0, 0)).compatible();
    begins.map(Timestamp::as_millisecond).unwrap_or_default()
}

/// When a day is over, in milliseconds.
pub(super) fn end_of(day: Date, zone: &TimeZone) -> i64 {
    midnight(day.saturating_add(1.day()), zone)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(to - from, 48 * HOUR);
        assert_eq!(heading(from, &singapore), "01-11-2026");
        assert_eq!(moment(from, &singapore), "2026-11-01T00:00:00+08:00");
        assert_eq!(heading(from, &TimeZone::UTC), "31-10-2026");
        // In Singapore it is the 28th already.
        let (from, to) = ReportDays::default().between(&singapore, NOW).expect("days");
        assert_eq!(
            (heading(from, &singapore), heading(to - 1, &singapore)),
            ("22-11-2026".into(), "28-11-2026".into())
        );
        assert_eq!(field(&days("", "2026-11-28"), &TimeZone::UTC).as_deref(), Some("endDate"));
        assert_eq!(field(&days("", "2026-11-28"), &singapore), None);
    }

    #[test]
    fn days_on_which_clocks_change_are_shorter_or_longer() {
        let (from, to) =
            days("2026-03-29", "2026-03-29").between(&zone("Europe/Berlin"), NOW).expect("a day");
        assert_eq!(to - from, 23 * HOUR);
        let (from, to) = days("2026-04-05", "2026-04-05")
            .between(&zone("Australia/Lord_Howe"), NOW)
            .expect("a day");
        assert_eq!(to - from, 24 * HOUR + HOUR / 2);
        // Midnight was jumped over: the day begins at one.
        let (from, to) = days("2018-11-04", "2018-11-04")
            .between(&zone("America/Sao_Paulo"), NOW)
            .expect("a day");
        assert_eq!(to - from, 23 * HOUR);
        // A day that was left out.
        let (from, to) = days("2011-12-30", "2011-12-30")
            .between(&zone("Pacific/Apia"), NOW)
            .unwrap_or_default();
        assert_eq!(to - from, 0);
    }

    #[test]
    fn what_is_no_range_is_refused_by_its_field() {
        let utc = TimeZone::UTC;
        assert_eq!(field(&days("2026-11-03", "2026-11-02"), &utc).as_deref(), Some("startDate"));
        assert_eq!(field(&days("03/11/2026", ""), &utc).as_deref(), Some("startDate"));
        assert_eq!(field(&days("", "2026-02-30"), &utc).as_deref(), Some("endDate"));
        assert_eq!(field(&days("2001-01-01", "2026-11-02"), &utc).as_deref(), Some("startDate"));
        assert_eq!(field(&days("2026-11-02", "2026-11-02"), &utc), None, "one day is a range");
        assert_eq!(zone("Nowhere/Here"), TimeZone::UTC);
    }
}
