//! When a desk is open. Pure: it knows a time zone, weekly times and days off, and no clock.
//!
//! Times are what a clock on the wall shows. Where clocks are put forward, times that do not exist
//! fall on the moment of the change; where they are put back, a time that exists twice is the first
//! of the two. A day off lasts from midnight to midnight, also for times that began the day before.

use jiff::{
    Timestamp,
    civil::Date,
    tz::{AmbiguousOffset, TimeZone},
};
use std::collections::HashSet;

const DAY_MIN: i32 = 24 * 60;
const DAY_MS: i64 = 86_400_000;
/// How far ahead an opening is looked for.
const AHEAD_DAYS: usize = 800;

/// Weekly times: the weekday it begins on, 1 for Monday, and its minutes of the day. One that ends
/// no later than it begins goes on into the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub day: i8,
    pub from: i32,
    pub to: i32,
}

/// A day off, as year, month and day; the year does not count for one that comes every year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayOff {
    pub date: Date,
    pub yearly: bool,
}

/// When a desk is open. Moments are milliseconds since the Unix epoch.
#[derive(Clone, Debug)]
pub struct Schedule {
    zone: TimeZone,
    /// Minutes of each weekday, Monday first, in order.
    week: [Vec<(i32, i32)>; 7],
    once: HashSet<Date>,
    yearly: HashSet<(i8, i8)>,
}

impl Schedule {
    /// A schedule of these times without these days.
    #[must_use]
    pub fn new(zone: TimeZone, spans: &[Span], off: &[DayOff]) -> Self {
        let yearly = off.iter().filter(|day| day.yearly);
        Self {
            zone,
            week: week(spans),
            once: off.iter().filter(|day| !day.yearly).map(|day| day.date).collect(),
            yearly: yearly.map(|day| (day.date.month(), day.date.day())).collect(),
        }
    }

    /// Whether the desk is open at a moment.
    #[must_use]
    pub fn is_open(&self, at: i64) -> bool {
        self.open_from(at, 3).any(|(from, to)| from <= at && at < to)
    }

    /// The first moment from this one on at which the desk is open: this one, when it is. None when
    /// it does not open within two years.
    #[must_use]
    pub fn next_opening(&self, at: i64) -> Option<i64> {
        self.open_from(at, AHEAD_DAYS).find(|(_, to)| *to > at).map(|(from, _)| from.max(at))
    }

    /// How many milliseconds of the time between two moments the desk is open.
    #[must_use]
    pub fn open_time_between(&self, from: i64, until: i64) -> i64 {
        if until <= from {
            return 0;
        }
        // Days at both ends may be cut, and time zones shift them.
        let days = usize::try_from((until - from) / DAY_MS).unwrap_or(0).saturating_add(4);
        self.open_from(from, days)
            .take_while(|(begins, _)| *begins < until)
            .map(|(begins, ends)| (ends.min(until) - begins.max(from)).max(0))
            .sum()
    }

    /// The moment at which the desk has been open for so many milliseconds since another moment. None when
    /// that is not within two years.
    #[must_use]
    pub fn after_open_time(&self, from: i64, ms: i64) -> Option<i64> {
        let mut left = ms;
        for (opens, closes) in self.open_from(from, AHEAD_DAYS) {
            let begins = opens.max(from);
            let open = (closes - begins).max(0);
            if left <= open && open > 0 {
                return Some(begins + left);
            }
            left -= open;
        }
        None
    }

    /// The open times of so many days from the day before a moment on, in order.
    fn open_from(&self, at: i64, days: usize) -> impl Iterator<Item = (i64, i64)> + '_ {
        let today = Timestamp::from_millisecond(at).ok().map(|at| self.zone.to_datetime(at).date());
        let first = today.map(|today| today.yesterday().unwrap_or(today));
        std::iter::successors(first, |date| date.tomorrow().ok())
            .take(days)
            .flat_map(|date| self.open_on(date))
    }

    fn open_on(&self, date: Date) -> Vec<(i64, i64)> {
        if self.once.contains(&date) || self.yearly.contains(&(date.month(), date.day())) {
            return vec![];
        }
        let moment = |minute| self.moment(date, minute);
        self.week[weekday(date)]
            .iter()
            .filter_map(|(from, to)| Some((moment(*from)?, moment(*to)?)))
            .filter(|(from, to)| from < to)
            .collect()
    }

    /// When a clock on the wall shows this minute of a day.
    fn moment(&self, date: Date, minute: i32) -> Option<i64> {
        let (date, minute) =
            if minute >= DAY_MIN { (date.tomorrow().ok()?, 0) } else { (date, minute) };
        let (hour, minute) = (i8::try_from(minute / 60).ok()?, i8::try_from(minute % 60).ok()?);
        let shown = self.zone.to_ambiguous_timestamp(date.at(hour, minute, 0, 0));
        let skipped = matches!(shown.offset(), AmbiguousOffset::Gap { .. });
        let at = shown.earlier().ok()?;
        if !skipped {
            return Some(at.as_millisecond());
        }
        let change = self.zone.following(at).next()?;
        Some(change.timestamp().as_millisecond())
    }
}

fn weekday(date: Date) -> usize {
    usize::try_from(date.weekday().to_monday_one_offset() - 1).unwrap_or(0)
}

/// The times of each weekday, Monday first; what crosses midnight is cut there.
fn week(spans: &[Span]) -> [Vec<(i32, i32)>; 7] {
    let mut week: [Vec<(i32, i32)>; 7] = Default::default();
    for span in spans {
        let day = usize::try_from(span.day - 1).unwrap_or(0) % 7;
        if span.from < span.to {
            week[day].push((span.from, span.to));
        } else {
            week[day].push((span.from, DAY_MIN));
            if span.to > 0 {
                week[(day + 1) % 7].push((0, span.to));
            }
        }
    }
    for day in &mut week {
        day.sort_unstable();
    }
    week
}

/// Whether two of the times overlap.
#[must_use]
pub fn overlap(spans: &[Span]) -> bool {
    week(spans).iter().any(|day| day.windows(2).any(|pair| pair[1].0 < pair[0].1))
}
