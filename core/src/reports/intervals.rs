//! The intervals in which is counted: their range, their length, and where they begin.

use crate::{days, http::Problem};
use jiff::tz::TimeZone;
use serde::Deserialize;
use utoipa::IntoParams;

/// What is counted. Some callers name days, others moments.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct IntervalQuery {
    /// The first day, YYYY-MM-DD where the reader is.
    start_date: String,
    /// The last day, which is counted as well.
    end_date: String,
    /// `15` or `30` minutes, `1` hour or `24`, a day.
    interval: String,
    /// Seconds since 1970; the last seven days when nothing is said.
    start: Option<i64>,
    end: Option<i64>,
    /// The length of an interval in seconds; or 15, 30, 1 or 24, as `interval` says it.
    step: Option<i64>,
}

/// Intervals between two moments, all in milliseconds, while the zone keeps one offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Intervals {
    pub from: i64,
    pub to: i64,
    pub step: i64,
    /// A moment at which an interval begins.
    pub anchor: i64,
}

impl Intervals {
    /// The same intervals in parts, each with one offset: those of a later part begin where the clock on the
    /// wall says so, too.
    pub fn parts(&self, zone: &TimeZone) -> Vec<Self> {
        let part = |(from, to, offset): (i64, i64, i64)| Self {
            from,
            to,
            step: self.step,
            anchor: -offset,
        };
        days::offsets((self.from, self.to), zone).into_iter().map(part).collect()
    }

    /// When the interval begins that a database's interval of one of the parts belongs to. A day on which the
    /// clock changes is in two parts, and begins once.
    pub fn beginning(&self, at: i64, zone: &TimeZone) -> i64 {
        if self.step == DAY * 1_000 { days::midnight(days::date(at, zone), zone) } else { at }
    }
}

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;
/// Intervals of one answer.
const INTERVALS_MAX: i64 = 1_000;

impl IntervalQuery {
    /// The intervals that are meant.
    pub fn read(&self, zone: &TimeZone, now_ms: i64) -> Result<Intervals, Problem> {
        let now = now_ms / 1_000;
        let last = days::day("endDate", &self.end_date)?;
        let last = last.map(|day| days::end_of(day, zone) / 1_000);
        let end = last.or(self.end).unwrap_or(now + 1);
        let first = days::day("startDate", &self.start_date)?;
        let first = first.map(|day| days::midnight(day, zone) / 1_000);
        let start = first.or(self.start).unwrap_or(end - 7 * DAY);
        let step = self.step()?;
        if start < 0 || end <= start || end > now + 366 * DAY {
            return Err(Problem::field("start", "The range must begin before it ends."));
        }
        if step < 60 || (end - start) / step > INTERVALS_MAX {
            let text = "A step is at least 60 seconds, and a range has at most 1000 of them.";
            return Err(Problem::field("step", text));
        }
        let ms = |seconds: i64| seconds * 1_000;
        Ok(Intervals { from: ms(start), to: ms(end), step: ms(step), anchor: 0 })
    }

    fn step(&self) -> Result<i64, Problem> {
        let named = |name: &str| match name {
            "15" => Some(HOUR / 4),
            "30" => Some(HOUR / 2),
            "1" => Some(HOUR),
            "24" => Some(DAY),
            _ => None,
        };
        match (self.interval.trim(), self.step) {
            ("", None) => Ok(DAY),
            ("", Some(step)) => Ok(named(&step.to_string()).unwrap_or(step)),
            (name, _) => named(name)
                .ok_or_else(|| Problem::field("interval", "The interval is 15, 30, 1 or 24.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 14 November 2023, 22:13:20.
    const NOW: i64 = 1_700_000_000;

    fn days(start: &str, end: &str, interval: &str) -> IntervalQuery {
        IntervalQuery {
            start_date: start.into(),
            end_date: end.into(),
            interval: interval.into(),
            ..IntervalQuery::default()
        }
    }

    fn read(asked: &IntervalQuery, zone: &TimeZone) -> Option<((i64, i64), i64)> {
        let found = asked.read(zone, NOW * 1_000).ok()?;
        Some(((found.from / 1_000, found.to / 1_000), found.step / 1_000))
    }

    #[test]
    fn days_and_moments_are_read() {
        let utc = TimeZone::UTC;
        let first = 1_699_833_600;
        let two = read(&days("2023-11-13", "2023-11-14", ""), &utc);
        assert_eq!(two, Some(((first, first + 2 * DAY), DAY)));
        let one = |interval| read(&days("2023-11-13", "2023-11-13", interval), &utc);
        assert_eq!(one("15"), Some(((first, first + DAY), 900)));
        assert_eq!(one("1"), Some(((first, first + DAY), HOUR)));
        let default = read(&IntervalQuery::default(), &utc);
        assert_eq!(default, Some(((NOW + 1 - 7 * DAY, NOW + 1), DAY)));
        let moments = |step| IntervalQuery {
            start: Some(60),
            end: Some(180_000),
            step: Some(step),
            ..IntervalQuery::default()
        };
        assert_eq!(read(&moments(600), &utc), Some(((60, 180_000), 600)));
        assert_eq!(read(&moments(24), &utc), Some(((60, 180_000), DAY)), "as the interval says it");
        for wrong in [
            days("2023-11-14", "2023-11-13", ""),
            days("14/11/2023", "", ""),
            days("2023-11-14", "", "7"),
            days("2023-01-01", "2023-11-14", "15"),
            moments(7),
        ] {
            assert_eq!(read(&wrong, &utc), None);
        }
    }

    #[test]
    fn days_begin_where_the_reader_is() {
        let zone = days::zone("Asia/Kathmandu");
        let offset = (5 * HOUR + HOUR * 3 / 4) * 1_000;
        let found = days("2023-11-13", "2023-11-13", "").read(&zone, NOW * 1_000).expect("days");
        assert_eq!(found.from, 1_699_833_600_000 - offset);
        let parts = found.parts(&zone);
        assert_eq!(parts, [Intervals { anchor: -offset, ..found }]);
        assert_eq!(found.beginning(found.from + 5, &zone), found.from);
    }

    #[test]
    fn a_day_on_which_the_clock_changes_is_one() {
        let zone = days::zone("Europe/Berlin");
        let found = days("2023-10-28", "2023-10-30", "24").read(&zone, NOW * 1_000).expect("days");
        assert_eq!((found.to - found.from) / 1_000, 73 * HOUR);
        let parts = found.parts(&zone);
        let [first, second] = parts.as_slice() else { panic!("two parts: {parts:?}") };
        assert_eq!((first.to, second.from), (second.from, found.from + 27 * HOUR * 1_000));
        // What the database calls a day of either part begins at the same midnight.
        let sunday = found.from + 24 * HOUR * 1_000;
        assert_eq!(found.beginning(first.to - 1, &zone), sunday);
        assert_eq!(found.beginning(second.from, &zone), sunday);
        assert_eq!(found.beginning(sunday + 25 * HOUR * 1_000, &zone), sunday + 25 * HOUR * 1_000);
        let hours = Intervals { step: HOUR * 1_000, ..found };
        assert_eq!(hours.beginning(7, &zone), 7, "hours are what the database says");
    }
}
