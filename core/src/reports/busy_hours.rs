//! At which hours of the week tickets are opened, where the reader is.

use super::{Reports, days::ReportDays, store};
use crate::{
    accounts::{Caller, Permission},
    days,
    http::Problem,
    tickets::ListKind,
};
use jiff::{ToSpan as _, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

/// Hours of a week.
const WEEK: usize = 168;
const HOUR_MS: i64 = 3_600_000;
/// 1 January 1970 was a Thursday: so many hours after a Monday began.
const EPOCH_HOURS: i64 = 72;

/// Tickets that were opened in one hour of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct BusyHour {
    /// 0 is Monday, 6 Sunday.
    pub weekday: i64,
    /// 0 to 23: from then until the next, on the reader's clock.
    pub hour: i64,
    pub count: i64,
}

/// When in the week tickets are opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct BusyHours {
    /// How many days of each weekday the range has, Monday first: a count divided by it is that of one day.
    pub days: [i64; 7],
    /// Hours in which something was opened, from Monday on.
    pub hours: Vec<BusyHour>,
    /// All of them together.
    pub total: i64,
}

impl Reports {
    /// Tickets of a kind, or of both, that were opened within these days, by the hour of the week. Spam and
    /// what was merged into another ticket are not counted.
    pub(super) async fn busy_hours(
        &self,
        caller: &Caller,
        kind: Option<ListKind>,
        asked: &ReportDays,
    ) -> Result<BusyHours, Problem> {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        let zone = self.zone(&mut conn, caller).await?;
        let (from, to) = asked.between(&zone, self.clock.now_ms())?;
        let mut week = [0_i64; WEEK];
        for part in days::offsets((from, to), &zone) {
            let kind = kind.map(|kind| kind.as_str());
            for (hour, count) in store::by_hour(&mut conn, caller.client_id, part, kind).await? {
                if let Some(sum) = usize::try_from(hour).ok().and_then(|at| week.get_mut(at)) {
                    *sum += count;
                }
            }
        }
        Ok(BusyHours {
            days: weekdays((days::date(from, &zone), days::date(to - 1, &zone))),
            total: week.iter().sum(),
            hours: (0_i64..)
                .zip(week)
                .filter(|(_, count)| *count > 0)
                .map(|(at, count)| BusyHour { weekday: at / 24, hour: at % 24, count })
                .collect(),
        })
    }
}

/// What is added to a moment before it is cut into hours: an hour of that many since Monday is the remainder
/// by the hours of a week.
pub(super) fn shift(offset_ms: i64) -> i64 {
    offset_ms + EPOCH_HOURS * HOUR_MS
}

/// How many days of each weekday there are, Monday first.
fn weekdays((first, last): (Date, Date)) -> [i64; 7] {
    let length = i64::from((last - first).get_days()) + 1;
    let mut all = [length / 7; 7];
    for step in 0..length % 7 {
        let day = first.saturating_add(step.days()).weekday().to_monday_zero_offset();
        if let Some(count) = usize::try_from(day).ok().and_then(|day| all.get_mut(day)) {
            *count += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::days::{offsets, zone};
    use jiff::tz::TimeZone;

    /// The hour of the week of a moment, Monday's first being 0.
    fn hour_of_week(at: i64, zone: &TimeZone) -> i64 {
        let moment = jiff::Timestamp::from_millisecond(at).expect("a moment");
        let there = moment.to_zoned(zone.clone());
        i64::from(there.weekday().to_monday_zero_offset()) * 24 + i64::from(there.hour())
    }

    #[test]
    fn an_hour_of_the_week_is_what_the_clock_on_the_wall_says() {
        // A year and a half by 47 minutes, over changes of clocks and odd offsets.
        let (from, to) = (1_767_225_600_000, 1_767_225_600_000 + 550 * 24 * HOUR_MS);
        for name in ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe"] {
            let zone = zone(name);
            for (begins, until, offset) in offsets((from, to), &zone) {
                let mut at = begins;
                while at < until {
                    let hour = (at + shift(offset)) / HOUR_MS % 168;
                    assert_eq!(hour, hour_of_week(at, &zone), "{at} in {name}");
                    at += 47 * 60_000;
                }
            }
        }
    }

    #[test]
    fn a_range_counts_its_weekdays() {
        let day = jiff::civil::date;
        // A Friday alone, two whole weeks, and ten days from a Friday on.
        assert_eq!(weekdays((day(2026, 11, 27), day(2026, 11, 27))), [0, 0, 0, 0, 1, 0, 0]);
        assert_eq!(weekdays((day(2026, 11, 4), day(2026, 11, 17))), [2; 7]);
        assert_eq!(weekdays((day(2026, 11, 27), day(2026, 12, 6))), [1, 1, 1, 1, 2, 2, 2]);
    }
}
