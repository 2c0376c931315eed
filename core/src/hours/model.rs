//! Calendars and holidays as people write them, and what makes ones that can be kept.

use super::schedule::{DayOff, Schedule, Span, overlap};
use crate::http::Problem;
use jiff::{civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub const CALENDARS_MAX: i64 = 50;
pub const HOLIDAYS_MAX: i64 = 500;
const NAME_MAX: usize = 80;
const TIMES_MAX: usize = 50;

/// Times of a week: from one minute of a day to another. What ends no later than it begins goes on
/// into the next day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct WeeklyTime {
    /// The weekday it begins on: 1 for Monday to 7 for Sunday.
    pub day: i8,
    /// `HH:MM`.
    pub from: String,
    /// `HH:MM`, up to `24:00`.
    pub to: String,
}

/// A calendar as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CalendarRow {
    pub id: i64,
    pub name: String,
    pub zone: String,
    pub weekly: String,
    pub is_default: bool,
}

/// A calendar as the API shows it. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BusinessCalendar {
    pub id: i64,
    pub name: String,
    /// A name of the IANA time zone database.
    pub zone: String,
    pub weekly: Vec<WeeklyTime>,
    /// The one that counts where no other is named.
    pub default: bool,
    /// Whether it is open now.
    pub open: bool,
    /// When it opens next, or now; absent when it does not within two years.
    pub next_opening: Option<i64>,
}

/// A day on which nobody works, as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct Holiday {
    pub id: i64,
    pub name: String,
    /// `YYYY-MM-DD`.
    pub date: String,
    /// Whether it is on this day of every year.
    pub yearly: bool,
    /// The calendar it belongs to; absent when it belongs to all.
    pub calendar_id: Option<i64>,
}

/// What an admin writes for a calendar.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CalendarDraft {
    pub name: String,
    pub zone: String,
    pub weekly: Vec<WeeklyTime>,
    pub default: bool,
}

/// What an admin writes for a holiday.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct HolidayDraft {
    pub name: String,
    pub date: String,
    pub yearly: bool,
    pub calendar_id: Option<i64>,
}

/// A calendar as people see it at a moment.
#[must_use]
pub fn view(row: CalendarRow, holidays: &[Holiday], now: i64) -> BusinessCalendar {
    let schedule = schedule_of(&row, holidays);
    BusinessCalendar {
        weekly: serde_json::from_str(&row.weekly).unwrap_or_default(),
        open: schedule.as_ref().is_some_and(|schedule| schedule.is_open(now)),
        next_opening: schedule.and_then(|schedule| schedule.next_opening(now)),
        id: row.id,
        name: row.name,
        zone: row.zone,
        default: row.is_default,
    }
}

/// What a calendar decides. None when its time zone is not known any more.
#[must_use]
pub fn schedule_of(row: &CalendarRow, holidays: &[Holiday]) -> Option<Schedule> {
    let weekly: Vec<WeeklyTime> = serde_json::from_str(&row.weekly).unwrap_or_default();
    let spans: Vec<Span> = weekly.iter().filter_map(|time| span(time).ok()).collect();
    let own = holidays.iter().filter(|day| day.calendar_id.is_none_or(|id| id == row.id));
    let off: Vec<DayOff> = own
        .filter_map(|day| Some(DayOff { date: day.date.parse().ok()?, yearly: day.yearly }))
        .collect();
    Some(Schedule::new(TimeZone::get(&row.zone).ok()?, &spans, &off))
}

/// Checks a calendar and gives it as it is kept.
///
/// # Errors
/// `invalid`, with every field that is wrong.
pub fn check_calendar(draft: &CalendarDraft) -> Result<CalendarDraft, Problem> {
    let mut wrong: Vec<(String, &str)> = vec![];
    let name = name(&draft.name, &mut wrong);
    let zone = TimeZone::get(draft.zone.trim()).ok();
    let zone = zone.and_then(|zone| zone.iana_name().map(str::to_owned));
    if zone.is_none() {
        let why = "This is no time zone. Give its name, such as Asia/Kuala_Lumpur.";
        wrong.push(("zone".into(), why));
    }
    let mut spans = vec![];
    for (at, time) in draft.weekly.iter().enumerate() {
        match span(time) {
            Ok(span) => spans.push(span),
            Err((field, why)) => wrong.push((format!("weekly.{at}.{field}"), why)),
        }
        if overlap(&spans) {
            spans.pop();
            wrong.push((format!("weekly.{at}.from"), "This overlaps with another time."));
        }
    }
    if draft.weekly.len() > TIMES_MAX {
        wrong.push(("weekly".into(), "A calendar has at most 50 times a week."));
    }
    match zone {
        Some(zone) if wrong.is_empty() => {
            Ok(CalendarDraft { name, zone, weekly: draft.weekly.clone(), default: draft.default })
        }
        _ => Err(refusal("The calendar cannot be kept like this.", wrong)),
    }
}

/// Checks a holiday and gives it as it is kept.
///
/// # Errors
/// `invalid`, with every field that is wrong.
pub fn check_holiday(draft: &HolidayDraft) -> Result<HolidayDraft, Problem> {
    let mut wrong: Vec<(String, &str)> = vec![];
    let name = name(&draft.name, &mut wrong);
    let date = day(draft.date.trim());
    if date.is_none() {
        wrong.push(("date".into(), "This is a date, written YYYY-MM-DD."));
    }
    match date {
        Some(date) if wrong.is_empty() => Ok(HolidayDraft {
            name,
            date: date.to_string(),
            yearly: draft.yearly,
            calendar_id: draft.calendar_id,
        }),
        _ => Err(refusal("The holiday cannot be kept like this.", wrong)),
    }
}

/// A date without a time, in the years that calendars show.
fn day(text: &str) -> Option<Date> {
    let date: Date = if text.len() == 10 { text.parse().ok()? } else { return None };
    (date.year() >= 1970).then_some(date)
}

fn name(text: &str, wrong: &mut Vec<(String, &'static str)>) -> String {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX {
        wrong.push(("name".into(), "A name has 1 to 80 characters."));
    }
    name.to_owned()
}

fn refusal(says: &str, wrong: Vec<(String, &'static str)>) -> Problem {
    wrong
        .into_iter()
        .fold(Problem::invalid(says), |problem, (field, why)| problem.with_field(&field, why))
}

/// A weekly time in minutes; else the field that is wrong, and why.
fn span(time: &WeeklyTime) -> Result<Span, (&'static str, &'static str)> {
    if !(1..=7).contains(&time.day) {
        return Err(("day", "A weekday is 1 for Monday to 7 for Sunday."));
    }
    let from = minutes(&time.from).filter(|from| *from < 24 * 60);
    let from = from.ok_or(("from", "This is a time from 00:00 to 23:59."))?;
    let to = minutes(&time.to).ok_or(("to", "This is a time from 00:00 to 24:00."))?;
    if from == to {
        return Err(("to", "The end differs from the beginning."));
    }
    Ok(Span { day: time.day, from, to })
}

/// The minutes of `HH:MM`.
fn minutes(text: &str) -> Option<i32> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |part: &str| {
        let fits = part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
        fits.then(|| part.parse::<i32>().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (minutes < 60 && hours * 60 + minutes <= 24 * 60).then_some(hours * 60 + minutes)
}
