//! When a scheduled report goes out, and which days it is then about. Pure.

use super::model::{ScheduledDays, ScheduledRepeat, ScheduledReportDraft};
use crate::days;
use cron::Schedule;
use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};

const WEEKDAYS: [&str; 7] = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];

/// Times by the wall clock of which one lies behind the moment that is asked for: one may be the second
/// pass of an hour that the clock repeats.
const LOOKED_AT: usize = 3;

/// As cron says it: second, minute, hour, day of the month, month, day of the week.
fn expression(draft: &ScheduledReportDraft) -> Option<String> {
    let at = draft.at()?;
    let (hour, minute) = (at.hour(), at.minute());
    Some(match draft.repeat {
        ScheduledRepeat::Daily => format!("0 {minute} {hour} * * *"),
        ScheduledRepeat::Weekly => {
            let name = |day: &i8| usize::try_from(*day - 1).ok().and_then(|at| WEEKDAYS.get(at));
            let names: Vec<&str> = draft.weekdays.iter().filter_map(name).copied().collect();
            format!("0 {minute} {hour} * * {}", names.join(","))
        }
        ScheduledRepeat::Monthly => format!("0 {minute} {hour} {} * *", draft.day_of_month),
    })
}

/// The first moment after another at which it goes out, in milliseconds; none for a draft that nobody checked.
pub(super) fn next(draft: &ScheduledReportDraft, after: i64) -> Option<i64> {
    let schedule: Schedule = expression(draft)?.parse().ok()?;
    let zone = days::zone(&draft.timezone);
    // Cron counts without zones: what the clock on the wall says is taken for UTC and back.
    let wall = Timestamp::from_millisecond(after).ok()?.to_zoned(zone.clone()).datetime();
    let wall = wall.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second();
    let wall = chrono::DateTime::from_timestamp(wall, 0)?;
    let moment = |wall: chrono::DateTime<chrono::Utc>| {
        let wall = Timestamp::from_second(wall.timestamp()).ok()?.to_zoned(TimeZone::UTC);
        Some(wall.datetime().to_zoned(zone.clone()).ok()?.timestamp().as_millisecond())
    };
    schedule.after(&wall).take(LOOKED_AT).filter_map(moment).find(|at| *at > after)
}

/// The first and the last day of a report that goes out at a moment: none of them is in progress.
pub(super) fn range(days: ScheduledDays, at: i64, zone: &TimeZone) -> (Date, Date) {
    let today = days::date(at, zone);
    let before = |count: i64| today.saturating_sub(count.days());
    match days {
        ScheduledDays::Yesterday => (before(1), before(1)),
        ScheduledDays::Last7Days => (before(7), before(1)),
        ScheduledDays::Last30Days => (before(30), before(1)),
        ScheduledDays::LastWeek => {
            let monday = before(i64::from(today.weekday().to_monday_zero_offset()));
            (monday.saturating_sub(7.days()), monday.saturating_sub(1.days()))
        }
        ScheduledDays::LastMonth => {
            let last = today.first_of_month().saturating_sub(1.days());
            (last.first_of_month(), last)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> i64 {
        text.parse::<Timestamp>().expect("a moment").as_millisecond()
    }

    fn told(at: i64) -> String {
        Timestamp::from_millisecond(at).expect("a moment").to_string()
    }

    fn draft(repeat: ScheduledRepeat, time: &str, timezone: &str) -> ScheduledReportDraft {
        ScheduledReportDraft {
            repeat,
            time: time.to_owned(),
            timezone: timezone.to_owned(),
            ..ScheduledReportDraft::default()
        }
    }

    /// The next times after a moment.
    fn times(draft: &ScheduledReportDraft, after: &str, count: usize) -> Vec<String> {
        let mut at = moment(after);
        let mut found = vec![];
        for _ in 0..count {
            at = next(draft, at).expect("a next time");
            found.push(told(at));
        }
        found
    }

    #[test]
    fn it_goes_out_by_the_clock_on_the_wall() {
        let daily = draft(ScheduledRepeat::Daily, "08:30", "Asia/Kuala_Lumpur");
        assert_eq!(
            times(&daily, "2026-11-28T23:00:00Z", 2),
            ["2026-11-29T00:30:00Z", "2026-11-30T00:30:00Z"]
        );
        assert_eq!(times(&daily, "2026-11-29T00:30:00Z", 1), ["2026-11-30T00:30:00Z"], "once");
        let weekly = ScheduledReportDraft {
            weekdays: vec![1, 7],
            ..draft(ScheduledRepeat::Weekly, "09:00", "UTC")
        };
        // 29 November 2026 is a Sunday.
        assert_eq!(
            times(&weekly, "2026-11-28T12:00:00Z", 3),
            ["2026-11-29T09:00:00Z", "2026-11-30T09:00:00Z", "2026-12-06T09:00:00Z"]
        );
        let monthly = ScheduledReportDraft {
            day_of_month: 28,
            ..draft(ScheduledRepeat::Monthly, "00:00", "UTC")
        };
        assert_eq!(
            times(&monthly, "2026-01-28T00:00:00Z", 2),
            ["2026-02-28T00:00:00Z", "2026-03-28T00:00:00Z"]
        );
    }

    #[test]
    fn a_clock_that_changes_loses_and_doubles_nothing() {
        // On 29 March 2026 there is no 02:30 in Berlin, on 25 October there are two.
        let early = draft(ScheduledRepeat::Daily, "02:30", "Europe/Berlin");
        assert_eq!(
            times(&early, "2026-03-28T02:00:00Z", 2),
            ["2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"]
        );
        assert_eq!(
            times(&early, "2026-10-24T12:00:00Z", 2),
            ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]
        );
        assert_eq!(times(&early, "2026-10-25T01:10:00Z", 1), ["2026-10-26T01:30:00Z"]);
    }

    #[test]
    fn a_report_is_about_days_that_are_over() {
        let zone = days::zone("Asia/Kuala_Lumpur");
        // Sunday the 29th in Kuala Lumpur, the 28th in UTC.
        let at = moment("2026-11-28T23:00:00Z");
        for (days, first, last) in [
            (ScheduledDays::Yesterday, "2026-11-28", "2026-11-28"),
            (ScheduledDays::Last7Days, "2026-11-22", "2026-11-28"),
            (ScheduledDays::Last30Days, "2026-10-30", "2026-11-28"),
            (ScheduledDays::LastWeek, "2026-11-16", "2026-11-22"),
            (ScheduledDays::LastMonth, "2026-10-01", "2026-10-31"),
        ] {
            let (from, to) = range(days, at, &zone);
            assert_eq!([from.to_string(), to.to_string()], [first, last], "{days:?}");
        }
        let january = moment("2026-01-05T12:00:00Z");
        let (from, to) = range(ScheduledDays::LastMonth, january, &zone);
        assert_eq!([from.to_string(), to.to_string()], ["2025-12-01", "2025-12-31"]);
    }
}
