//! When a desk is open, also on the days when clocks change.

use super::{
    model::{CalendarDraft, HolidayDraft, WeeklyTime, check_calendar, check_holiday},
    schedule::{DayOff, Schedule, Span, overlap},
};
use jiff::{Timestamp, tz::TimeZone};

const HOUR: i64 = 3_600_000;

fn at(text: &str) -> i64 {
    text.parse::<Timestamp>().expect(text).as_millisecond()
}

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).expect(name)
}

fn span(day: i8, from: i32, to: i32) -> Span {
    Span { day, from: from * 60, to: to * 60 }
}

fn off(date: &str, yearly: bool) -> DayOff {
    DayOff { date: date.parse().expect(date), yearly }
}

/// Monday to Friday, nine to six, in Berlin; closed on one day and every Christmas.
fn office() -> Schedule {
    let spans: Vec<Span> = (1..=5).map(|day| span(day, 9, 18)).collect();
    let days = [off("2026-05-14", false), off("2020-12-25", true)];
    Schedule::new(zone("Europe/Berlin"), &spans, &days)
}

#[test]
fn a_week_has_its_times() {
    let office = office();
    for (moment, open, next) in [
        // Monday in winter: Berlin is an hour ahead.
        ("2026-01-12T07:59:59.999Z", false, "2026-01-12T08:00:00Z"),
        ("2026-01-12T08:00:00Z", true, "2026-01-12T08:00:00Z"),
        ("2026-01-12T16:59:59.999Z", true, "2026-01-12T16:59:59.999Z"),
        ("2026-01-12T17:00:00Z", false, "2026-01-13T08:00:00Z"),
        // Friday evening to Monday, over the change to summer time.
        ("2026-03-27T17:00:00Z", false, "2026-03-30T07:00:00Z"),
        // And back.
        ("2026-10-23T16:00:00Z", false, "2026-10-26T08:00:00Z"),
        // A holiday, and one that comes every year, before a weekend.
        ("2026-05-14T10:00:00Z", false, "2026-05-15T07:00:00Z"),
        ("2025-05-14T10:00:00Z", true, "2025-05-14T10:00:00Z"),
        ("2026-12-25T10:00:00Z", false, "2026-12-28T08:00:00Z"),
    ] {
        assert_eq!(office.is_open(at(moment)), open, "{moment}");
        assert_eq!(office.next_opening(at(moment)), Some(at(next)), "{moment}");
    }
}

#[test]
fn open_time_is_counted() {
    let office = office();
    for (from, until, hours) in [
        ("2026-01-12T08:00:00Z", "2026-01-12T17:00:00Z", 9),
        ("2026-01-12T00:00:00Z", "2026-01-13T00:00:00Z", 9),
        ("2026-01-12T10:00:00Z", "2026-01-13T10:00:00Z", 9),
        ("2026-01-12T10:00:00Z", "2026-01-12T11:00:00Z", 1),
        // A whole week; one with a holiday; a weekend; a year back.
        ("2026-01-12T00:00:00Z", "2026-01-19T00:00:00Z", 45),
        ("2026-05-11T00:00:00Z", "2026-05-18T00:00:00Z", 36),
        ("2026-01-16T17:00:00Z", "2026-01-19T08:00:00Z", 0),
        ("2026-01-12T08:00:00Z", "2025-01-12T08:00:00Z", 0),
        // The week in which clocks change has no more and no less.
        ("2026-03-26T23:00:00Z", "2026-04-02T22:00:00Z", 45),
    ] {
        assert_eq!(office.open_time_between(at(from), at(until)), hours * HOUR, "{from} {until}");
    }
}

#[test]
fn a_night_crosses_midnight_and_ends_at_a_holiday() {
    // Saturday ten in the evening to Sunday four; Sunday the 11th is off, Saturday the 24th too.
    let days = [off("2026-01-11", false), off("2026-01-24", false)];
    let night = Schedule::new(zone("UTC"), &[span(6, 22, 4)], &days);
    for (moment, open) in [
        ("2026-01-03T21:59:00Z", false),
        ("2026-01-03T22:00:00Z", true),
        ("2026-01-04T00:00:00Z", true),
        ("2026-01-04T03:59:59Z", true),
        ("2026-01-04T04:00:00Z", false),
        ("2026-01-10T23:59:59Z", true),
        ("2026-01-11T00:00:00Z", false),
        ("2026-01-24T23:00:00Z", false),
        ("2026-01-25T00:00:00Z", true),
    ] {
        assert_eq!(night.is_open(at(moment)), open, "{moment}");
    }
    let week = (at("2026-01-05T00:00:00Z"), at("2026-01-12T00:00:00Z"));
    assert_eq!(night.open_time_between(week.0, week.1), 2 * HOUR);
    // Sunday into Monday wraps around the week.
    let late = Schedule::new(zone("UTC"), &[span(7, 23, 1)], &[]);
    assert!(late.is_open(at("2026-01-05T00:30:00Z")));
    assert_eq!(late.next_opening(at("2026-01-05T01:00:00Z")), Some(at("2026-01-11T23:00:00Z")));
}

#[test]
fn the_hour_that_is_skipped_and_the_hour_that_comes_twice() {
    let berlin = |spans: &[Span]| Schedule::new(zone("Europe/Berlin"), spans, &[]);
    let half = |from: i32, to: i32| Span { day: 7, from, to };
    // On 29 March at two the clock jumps to three, which is one o'clock in UTC.
    let day = (at("2026-03-28T23:00:00Z"), at("2026-03-29T22:00:00Z"));
    let minutes = |schedule: &Schedule, (from, until): (i64, i64)| {
        schedule.open_time_between(from, until) / 60_000
    };
    for (from, to, expected) in
        [(0, 1440, 23 * 60), (60, 240, 120), (60, 150, 60), (150, 240, 60), (130, 170, 0)]
    {
        let schedule = berlin(&[half(from, to)]);
        assert_eq!(minutes(&schedule, day), expected, "{from} {to}");
    }
    let skipped = berlin(&[half(150, 240)]);
    assert_eq!(skipped.next_opening(day.0), Some(at("2026-03-29T01:00:00Z")));
    assert!(!berlin(&[half(130, 170)]).is_open(at("2026-03-29T01:00:00Z")));
    // On 25 October at three it goes back to two: half past two comes at 0:30 and at 1:30 in UTC.
    let day = (at("2026-10-24T22:00:00Z"), at("2026-10-25T23:00:00Z"));
    for (from, to, expected) in
        [(0, 1440, 25 * 60), (60, 240, 240), (60, 150, 120), (150, 240, 120), (130, 170, 80)]
    {
        let schedule = berlin(&[half(from, to)]);
        assert_eq!(minutes(&schedule, day), expected, "{from} {to}");
    }
    // Where clocks change at midnight, a day may begin at one: Santiago, 6 September 2026.
    let santiago = Schedule::new(zone("America/Santiago"), &[half(0, 1440)], &[]);
    assert_eq!(santiago.next_opening(at("2026-09-05T12:00:00Z")), Some(at("2026-09-06T04:00:00Z")));
    let day = (at("2026-09-05T12:00:00Z"), at("2026-09-07T12:00:00Z"));
    assert_eq!(minutes(&santiago, day), 23 * 60);
}

#[test]
fn a_desk_without_times_never_opens() {
    let never = Schedule::new(zone("Asia/Kuala_Lumpur"), &[], &[]);
    assert!(!never.is_open(0));
    assert_eq!(never.next_opening(0), None);
    assert_eq!(never.open_time_between(0, 400 * 24 * HOUR), 0);
    assert_eq!(never.next_opening(i64::MAX), None);
    let always: Vec<Span> = (1..=7).map(|day| span(day, 0, 24)).collect();
    let always = Schedule::new(zone("Asia/Kuala_Lumpur"), &always, &[]);
    assert_eq!(always.open_time_between(0, 400 * 24 * HOUR), 400 * 24 * HOUR);
}

#[test]
fn times_of_a_week_may_touch_and_not_overlap() {
    for (spans, expected) in [
        (vec![span(1, 9, 12), span(1, 12, 18)], false),
        (vec![span(1, 9, 13), span(1, 12, 18)], true),
        (vec![span(1, 22, 6), span(2, 6, 8)], false),
        (vec![span(1, 22, 6), span(2, 5, 8)], true),
        (vec![span(7, 22, 6), span(1, 5, 8)], true),
    ] {
        assert_eq!(overlap(&spans), expected, "{spans:?}");
    }
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let time = |day, from: &str, to: &str| WeeklyTime { day, from: from.into(), to: to.into() };
    let draft = |zone: &str, weekly: Vec<WeeklyTime>| CalendarDraft {
        name: " Shop ".into(),
        zone: zone.into(),
        weekly,
        default: false,
    };
    let good =
        draft("asia/kuala_lumpur", vec![time(1, "09:00", "24:00"), time(7, "22:00", "06:00")]);
    let kept = check_calendar(&good).expect("fine");
    assert_eq!((kept.name.as_str(), kept.zone.as_str()), ("Shop", "Asia/Kuala_Lumpur"));
    for wrong in [
        draft("Asia/Nowhere", vec![]),
        draft("", vec![]),
        draft("UTC", vec![time(0, "09:00", "10:00")]),
        draft("UTC", vec![time(1, "24:00", "10:00")]),
        draft("UTC", vec![time(1, "9:00", "10:00")]),
        draft("UTC", vec![time(1, "09:60", "10:00")]),
        draft("UTC", vec![time(1, "09:00", "24:01")]),
        draft("UTC", vec![time(1, "09:00", "09:00")]),
        draft("UTC", vec![time(1, "09:00", "12:00"), time(1, "11:00", "13:00")]),
        draft("UTC", vec![time(1, "09:00", "10:00"); 51]),
        CalendarDraft { name: " ".into(), ..draft("UTC", vec![]) },
    ] {
        assert!(check_calendar(&wrong).is_err(), "{wrong:?}");
    }
    let holiday = |name: &str, date: &str| {
        check_holiday(&HolidayDraft { name: name.into(), date: date.into(), ..Default::default() })
    };
    assert_eq!(holiday("Leap", " 2028-02-29 ").expect("fine").date, "2028-02-29");
    for (name, date) in
        [("", "2026-01-01"), ("x", "2026-02-29"), ("x", "01-01-2026"), ("x", "1969-12-31")]
    {
        assert!(holiday(name, date).is_err(), "{name} {date}");
    }
}

/// Vectors of business time: zone, times, days off, beginning, minutes, and when they are over.
#[test]
fn business_time_is_over_when_its_minutes_are() {
    let week = |from, to| (1..=5).map(|day| span(day, from, to)).collect::<Vec<_>>();
    let brazil: Vec<Span> = (1..=5)
        .flat_map(|day| {
            [Span { day, from: 8 * 60, to: 12 * 60 }, Span { day, from: 13 * 60 + 30, to: 18 * 60 }]
        })
        .collect();
    let sunday = vec![span(7, 0, 6)];
    let christmas = [off("2026-12-25", false), off("2026-12-26", false)];
    let merdeka = [off("2026-08-31", false)];
    for (name, times, days, from, minutes, until) in [
        ("Europe/Berlin", week(9, 17), &[][..], "2026-01-30T15:30:00Z", 60, "2026-02-02T08:30:00Z"),
        ("UTC", week(9, 17), &[], "2026-01-28T07:00:00Z", 120, "2026-01-28T11:00:00Z"),
        (
            "America/Sao_Paulo",
            brazil.clone(),
            &[],
            "2026-04-06T14:40:00Z",
            60,
            "2026-04-06T17:10:00Z",
        ),
        ("America/Sao_Paulo", brazil, &[], "2026-04-06T15:30:00Z", 30, "2026-04-06T17:00:00Z"),
        (
            "Europe/Berlin",
            week(9, 17),
            &christmas,
            "2026-12-24T15:00:00Z",
            120,
            "2026-12-28T09:00:00Z",
        ),
        // The clock jumps ahead, and back.
        ("Europe/Berlin", sunday.clone(), &[], "2026-03-29T00:00:00Z", 120, "2026-03-29T02:00:00Z"),
        ("Europe/Berlin", sunday.clone(), &[], "2026-10-24T23:30:00Z", 120, "2026-10-25T01:30:00Z"),
        ("America/New_York", sunday, &[], "2026-03-08T06:30:00Z", 60, "2026-03-08T07:30:00Z"),
        (
            "Asia/Kuala_Lumpur",
            week(9, 17),
            &merdeka,
            "2026-08-28T08:45:00Z",
            30,
            "2026-09-01T01:15:00Z",
        ),
    ] {
        let schedule = Schedule::new(zone(name), &times, days);
        let over = schedule.after_open_time(at(from), minutes * 60_000);
        assert_eq!(over, Some(at(until)), "{name} {from} + {minutes}");
    }
    assert_eq!(Schedule::new(zone("UTC"), &[], &[]).after_open_time(0, 1), None, "never open");
}
