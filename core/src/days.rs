//! Days as people count them: from midnight to midnight where they are.

use crate::http::Problem;
use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};

/// The time zone of this name; UTC where there is none.
#[must_use]
pub fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

/// The date of a moment in milliseconds.
#[must_use]
pub fn date(at: i64, zone: &TimeZone) -> Date {
    zone.to_datetime(Timestamp::from_millisecond(at).unwrap_or_default()).date()
}

/// The latest day that it is anywhere at a moment in milliseconds: 14 hours east of UTC.
#[must_use]
pub fn latest(at: i64) -> Date {
    const AHEAD_MS: i64 = 14 * 3_600_000;
    date(at + AHEAD_MS, &TimeZone::UTC)
}

/// The day of a moment in milliseconds, as reports write it: `31-01-2026`.
#[must_use]
pub fn heading(at: i64, zone: &TimeZone) -> String {
    date(at, zone).strftime("%d-%m-%Y").to_string()
}

/// A moment in milliseconds with its offset from UTC: `2026-01-31T23:59:59+08:00`.
#[must_use]
pub fn moment(at: i64, zone: &TimeZone) -> String {
    let moment = Timestamp::from_millisecond(at).unwrap_or_default();
    moment.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// A day as a caller writes it, YYYY-MM-DD; none for an empty one.
///
/// # Errors
/// `invalid`, with this field.
pub fn day(field: &str, text: &str) -> Result<Option<Date>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => Date::strptime("%Y-%m-%d", text)
            .map(Some)
            .map_err(|_| Problem::field(field, "Give a day as YYYY-MM-DD.")),
    }
}

/// When a day begins, in milliseconds: at the first moment there is where a clock jumps over midnight.
#[must_use]
pub fn midnight(day: Date, zone: &TimeZone) -> i64 {
    let begins = zone.to_ambiguous_timestamp(day.at(0, 0, 0, 0)).compatible();
    begins.map(Timestamp::as_millisecond).unwrap_or_default()
}

/// When a day is over, in milliseconds.
#[must_use]
pub fn end_of(day: Date, zone: &TimeZone) -> i64 {
    midnight(day.saturating_add(1.day()), zone)
}

/// The parts of a range in which the zone keeps one offset from UTC: from, until before, and the offset,
/// all in milliseconds.
#[must_use]
pub fn offsets((from, until): (i64, i64), zone: &TimeZone) -> Vec<(i64, i64, i64)> {
    let mut parts = vec![];
    let mut begins = from;
    while begins < until {
        let Ok(moment) = Timestamp::from_millisecond(begins) else { break };
        let change = zone.following(moment).next();
        let change = change.map_or(i64::MAX, |change| change.timestamp().as_millisecond());
        let offset = i64::from(zone.to_offset(moment).seconds()) * 1_000;
        parts.push((begins, change.min(until), offset));
        begins = change;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn length(day: Date, name: &str) -> i64 {
        end_of(day, &zone(name)) - midnight(day, &zone(name))
    }

    #[test]
    fn days_on_which_clocks_change_are_shorter_or_longer() {
        let day = jiff::civil::date;
        assert_eq!(length(day(2026, 3, 29), "Europe/Berlin"), 23 * HOUR);
        assert_eq!(length(day(2026, 4, 5), "Australia/Lord_Howe"), 24 * HOUR + HOUR / 2);
        // Midnight was jumped over: the day begins at one.
        assert_eq!(length(day(2018, 11, 4), "America/Sao_Paulo"), 23 * HOUR);
        // A day that was left out.
        assert_eq!(length(day(2011, 12, 30), "Pacific/Apia"), 0);
        assert_eq!(length(day(2026, 11, 2), "Asia/Kathmandu"), 24 * HOUR);
        assert_eq!(zone("Nowhere/Here"), TimeZone::UTC);
    }

    #[test]
    fn moments_are_written_where_the_reader_is() {
        let singapore = zone("Asia/Singapore");
        let begins = midnight(jiff::civil::date(2026, 11, 1), &singapore);
        assert_eq!(heading(begins, &singapore), "01-11-2026");
        assert_eq!(heading(begins, &TimeZone::UTC), "31-10-2026");
        assert_eq!(moment(begins, &singapore), "2026-11-01T00:00:00+08:00");
    }

    #[test]
    fn a_range_is_cut_where_the_offset_changes() {
        let berlin = zone("Europe/Berlin");
        let from = midnight(jiff::civil::date(2026, 3, 28), &berlin);
        let until = midnight(jiff::civil::date(2026, 3, 31), &berlin);
        let change = from + 26 * HOUR;
        assert_eq!(
            offsets((from, until), &berlin),
            [(from, change, HOUR), (change, until, 2 * HOUR)]
        );
        assert_eq!(offsets((0, 5), &TimeZone::UTC), [(0, 5, 0)]);
        assert_eq!(offsets((5, 5), &TimeZone::UTC), []);
    }
}
