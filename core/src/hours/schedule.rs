//! When a desk is open. Pure: it knows a time zone, weekly times and days off, and no clock.
//!
//! The desk is open whenever a clock on its wall shows an open time, and what passes is counted in real
//! time. So a time that is skipped where clocks are put forward is never open, and one that comes twice
//! where they are put back is open twice. A day off lasts from midnight to midnight, also for times that
//! began the day before.

use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};
use std::collections::HashSet;

const DAY_MIN: i32 = 24 * 60;
const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;
/// The day 0 of the Unix epoch, a Thursday.
const EPOCH: Date = Date::constant(1970, 1, 1);
/// How far ahead an opening is looked for: more than two years.
const AHEAD_MS: i64 = 800 * DAY_MS;

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
        self.open_from(at, at.saturating_add(1)).any(|(from, to)| from <= at && at < to)
    }

    /// The first moment from this one on at which the desk is open: this one, when it is. None when
    /// it does not open within two years.
    #[must_use]
    pub fn next_opening(&self, at: i64) -> Option<i64> {
        self.open_from(at, at.saturating_add(AHEAD_MS)).next().map(|(from, _)| from)
    }

    /// How many milliseconds of the time between two moments the desk is open.
    #[must_use]
    pub fn open_time_between(&self, from: i64, until: i64) -> i64 {
        self.open_from(from, until).map(|(opens, closes)| closes - opens).sum()
    }

    /// The moment at which the desk has been open for so many milliseconds since another moment. None when
    /// that is not within two years.
    #[must_use]
    pub fn after_open_time(&self, from: i64, ms: i64) -> Option<i64> {
        let mut left = ms;
        for (opens, closes) in self.open_from(from, from.saturating_add(AHEAD_MS)) {
            if left <= closes - opens {
                return Some(opens + left);
            }
            left -= closes - opens;
        }
        None
    }

    /// The open times between two moments, in order and cut at both.
    fn open_from(&self, from: i64, until: i64) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.offsets(from, until).flat_map(move |(begins, ends, offset)| {
            // On the wall, with the days counted from the epoch on.
            let (first, last) = (begins + offset, ends + offset - 1);
            (first.div_euclid(DAY_MS)..=last.div_euclid(DAY_MS)).flat_map(move |day| {
                let midnight = day * DAY_MS - offset;
                self.open_on(day).iter().filter_map(move |(from, to)| {
                    let opens = (midnight + i64::from(*from) * MINUTE_MS).max(begins);
                    let closes = (midnight + i64::from(*to) * MINUTE_MS).min(ends);
                    (opens < closes).then_some((opens, closes))
                })
            })
        })
    }

    /// The pieces of the time between two moments in which the wall's clock is not put forward or back:
    /// from when, until when, and how far it is ahead of UTC, in milliseconds.
    fn offsets(&self, from: i64, until: i64) -> impl Iterator<Item = (i64, i64, i64)> + '_ {
        let mut next = Some(from).filter(|from| *from < until);
        std::iter::from_fn(move || {
            let begins = next?;
            let moment = Timestamp::from_millisecond(begins).ok()?;
            let change = self.zone.following(moment).next();
            let change = change.map_or(i64::MAX, |change| change.timestamp().as_millisecond());
            next = Some(change).filter(|change| *change < until);
            let offset = i64::from(self.zone.to_offset(moment).seconds()) * 1_000;
            Some((begins, change.min(until), offset))
        })
    }

    /// The minutes of a day, counted from the epoch, in which the desk is open.
    fn open_on(&self, day: i64) -> &[(i32, i32)] {
        // Thursday is the fourth day of a week that begins on Monday.
        let weekday = usize::try_from((day + 3).rem_euclid(7)).unwrap_or(0);
        let minutes = &self.week[weekday];
        if minutes.is_empty() || (self.once.is_empty() && self.yearly.is_empty()) {
            return minutes;
        }
        match EPOCH.checked_add(day.days()) {
            Ok(date) if !self.is_off(date) => minutes,
            _ => &[],
        }
    }

    fn is_off(&self, date: Date) -> bool {
        self.once.contains(&date) || self.yearly.contains(&(date.month(), date.day()))
    }
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
