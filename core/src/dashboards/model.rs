//! A dashboard and the links that show one: shapes on the wire, and pure decisions.

use crate::{days, http::Problem};
use jiff::{ToSpan as _, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Days of a range.
const DAYS_MAX: i64 = 366;
/// Days of a range of which nothing is said.
const DAYS: i64 = 30;
const NAME_MAX: usize = 80;
const RATING_MAX: i64 = 5;

/// The days that are shown, both counted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct RangeQuery {
    /// YYYY-MM-DD where the reader is; 30 days in all when absent.
    pub start_date: String,
    /// YYYY-MM-DD where the reader is; today when absent.
    pub end_date: String,
}

/// A range of days in a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub first: Date,
    pub last: Date,
    pub zone: TimeZone,
}

impl Range {
    /// The last so many days, today among them.
    pub fn of_days(days: i64, zone: TimeZone, now: i64) -> Self {
        let last = days::date(now, &zone);
        Self { first: last.saturating_sub((days - 1).days()), last, zone }
    }

    /// The days that are asked for.
    ///
    /// # Errors
    /// `invalid` for a day that is none, a range that is turned round, and one of more than a year.
    pub fn read(asked: &RangeQuery, zone: TimeZone, now: i64) -> Result<Self, Problem> {
        let last = days::day("endDate", &asked.end_date)?;
        let last = last.unwrap_or_else(|| days::date(now, &zone));
        let first = days::day("startDate", &asked.start_date)?;
        let first = first.unwrap_or_else(|| last.saturating_sub((DAYS - 1).days()));
        let range = Self { first, last, zone };
        match range.days() {
            ..1 => Err(Problem::field("startDate", "The range must begin before it ends.")),
            1..=DAYS_MAX => Ok(range),
            _ => Err(Problem::field("startDate", "A range has at most 366 days.")),
        }
    }

    /// How many days it has.
    pub fn days(&self) -> i64 {
        i64::from(self.last.since(self.first).map_or(0, |span| span.get_days())) + 1
    }

    /// From then on, and before then, in milliseconds.
    pub fn moments(&self) -> (i64, i64) {
        (days::midnight(self.first, &self.zone), days::end_of(self.last, &self.zone))
    }

    /// As many days before.
    pub fn before(&self) -> Self {
        let last = self.first.saturating_sub(1.day());
        let first = last.saturating_sub((self.days() - 1).days());
        Self { first, last, zone: self.zone.clone() }
    }

    /// Every day of it, the oldest first.
    pub fn each(&self) -> Vec<Date> {
        let days = 0..self.days();
        days.map(|day| self.first.saturating_add(day.days())).collect()
    }
}

/// Tickets of a status: 0 open, 1 pending, 2 resolved, 3 closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DashboardStatus {
    pub status: i64,
    pub count: i64,
}

/// Tickets of a group of channels, as reports group them; `other` for channels of no group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DashboardChannel {
    pub group: String,
    pub count: i64,
}

/// A day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DashboardDay {
    /// YYYY-MM-DD in the dashboard's zone.
    pub day: String,
    pub opened: i64,
    pub resolved: i64,
}

/// How often a rating was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DashboardRating {
    /// 1 to 5.
    pub rating: i64,
    pub count: i64,
}

/// The figures of a range of days. Spam and tickets that were merged into others are none.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Dashboard {
    /// YYYY-MM-DD, both days counted.
    pub start_date: String,
    pub end_date: String,
    /// A name of the IANA time zone database: where days begin.
    pub timezone: String,
    /// When this was counted; milliseconds since 1970.
    pub at: i64,
    /// Tickets and live chats that were opened in the range.
    pub opened: i64,
    /// The same in as many days before.
    pub opened_before: i64,
    /// Those that became resolved or closed in the range, each once, by the last time.
    pub resolved: i64,
    pub resolved_before: i64,
    /// Those that are open now, whenever they were opened.
    pub waiting: i64,
    /// The median time from opening to the first answer, of those that were opened in the range and
    /// answered; none where none was.
    pub first_reply_seconds: Option<i64>,
    /// What those opened in the range are now; always four.
    pub by_status: Vec<DashboardStatus>,
    /// Those opened in the range, most first.
    pub by_channel: Vec<DashboardChannel>,
    /// Every day of the range, the oldest first.
    pub by_day: Vec<DashboardDay>,
    /// What customers answered in the range, in surveys and after live chats; always five.
    pub ratings: Vec<DashboardRating>,
    /// To two decimals.
    pub rating_average: Option<f64>,
}

/// Every rating with how often it was given.
pub(super) fn ratings(found: &[(i64, i64)]) -> Vec<DashboardRating> {
    let count = |rating| found.iter().filter(|(r, _)| *r == rating).map(|(_, n)| n).sum();
    (1..=RATING_MAX).map(|rating| DashboardRating { rating, count: count(rating) }).collect()
}

/// Every status with how many tickets have it.
pub(super) fn statuses(found: &[(i64, i64)]) -> Vec<DashboardStatus> {
    let count = |status| found.iter().filter(|(s, _)| *s == status).map(|(_, n)| n).sum();
    (0..=3).map(|status| DashboardStatus { status, count: count(status) }).collect()
}

/// The groups with how many tickets have a channel of them, most first.
pub(super) fn channels(
    found: &[(String, i64)],
    group_of: impl Fn(&str) -> Option<String>,
) -> Vec<DashboardChannel> {
    let mut groups: Vec<DashboardChannel> = vec![];
    for (channel, count) in found {
        let group = group_of(channel).unwrap_or_else(|| "other".to_owned());
        match groups.iter_mut().find(|one| one.group == group) {
            Some(one) => one.count += count,
            None => groups.push(DashboardChannel { group, count: *count }),
        }
    }
    groups.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.group.cmp(&b.group)));
    groups
}

/// A link that shows a dashboard, as admins see it. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct DashboardShare {
    pub id: i64,
    pub name: String,
    /// It shows so many days, today among them.
    pub days: i64,
    pub created_by: String,
    pub created_at: i64,
    pub expires_at: i64,
    pub last_used_at: Option<i64>,
    /// How often it was opened.
    pub uses: i64,
    pub expired: bool,
}

/// The links of a client.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DashboardShares {
    /// The newest first.
    pub shares: Vec<DashboardShare>,
}

/// A new link.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MadeDashboardShare {
    pub share: DashboardShare,
    /// Its address, which is shown here and nowhere else.
    pub link: String,
}

/// What an admin says of a new link.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct DashboardShareDraft {
    pub name: String,
    /// 7, 30 or 90.
    pub days: i64,
    /// 1 to 365.
    pub expires_in_days: i64,
}

impl DashboardShareDraft {
    /// The name without spaces around it.
    ///
    /// # Errors
    /// `invalid`, with every field that is wrong.
    pub fn checked(&self) -> Result<&str, Problem> {
        let name = self.name.trim();
        let mut wrong = vec![];
        let long = name.chars().count() > NAME_MAX;
        if name.is_empty() || long || name.chars().any(char::is_control) {
            wrong.push(("name", "A name has 1 to 80 characters."));
        }
        if ![7, 30, 90].contains(&self.days) {
            wrong.push(("days", "A shared dashboard shows 7, 30 or 90 days."));
        }
        if !(1..=365).contains(&self.expires_in_days) {
            wrong.push(("expires_in_days", "A link works for 1 to 365 days."));
        }
        let Some((_, first)) = wrong.first() else { return Ok(name) };
        let problem = Problem::invalid(*first);
        Err(wrong.iter().fold(problem, |problem, (field, why)| problem.with_field(field, *why)))
    }
}

/// A dashboard as whoever has a link sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SharedDashboard {
    pub name: String,
    pub dashboard: Dashboard,
}

/// Whether the dashboard is the first page of whoever may see it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct DashboardSetting {
    pub on: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 14 November 2023, 22:13:20 in UTC.
    const NOW: i64 = 1_700_000_000_000;

    fn asked(start: &str, end: &str) -> RangeQuery {
        RangeQuery { start_date: start.into(), end_date: end.into() }
    }

    fn days(range: &Range) -> (String, String, i64) {
        (range.first.to_string(), range.last.to_string(), range.days())
    }

    #[test]
    fn a_range_is_of_days_where_the_reader_is() {
        let utc = Range::read(&asked("", ""), TimeZone::UTC, NOW).expect("days");
        assert_eq!(days(&utc), ("2023-10-16".into(), "2023-11-14".into(), 30));
        let there = days::zone("Asia/Kuala_Lumpur");
        let east = Range::read(&asked("2023-11-15", ""), there, NOW).expect("today there");
        assert_eq!(days(&east), ("2023-11-15".into(), "2023-11-15".into(), 1));
        assert_eq!(days(&utc.before()), ("2023-09-16".into(), "2023-10-15".into(), 30));
        for (start, end) in
            [("2023-11-14", "2023-11-13"), ("2022-11-13", "2023-11-14"), ("14/11/2023", "")]
        {
            assert!(Range::read(&asked(start, end), TimeZone::UTC, NOW).is_err(), "{start} {end}");
        }
        let year = Range::read(&asked("2022-11-14", "2023-11-14"), TimeZone::UTC, NOW);
        assert_eq!(year.expect("a year and a day").each().len(), 366);
    }

    #[test]
    fn a_range_over_a_change_of_clocks_has_all_of_its_hours() {
        let zone = days::zone("Europe/Berlin");
        let range = Range::read(&asked("2023-10-29", "2023-10-29"), zone, NOW).expect("a day");
        let (from, until) = range.moments();
        assert_eq!((until - from) / 3_600_000, 25);
    }

    #[test]
    fn counts_are_put_where_they_belong() {
        assert_eq!(statuses(&[(2, 5)]).iter().map(|s| s.count).collect::<Vec<_>>(), [0, 0, 5, 0]);
        assert_eq!(ratings(&[(5, 2), (1, 1)])[4], DashboardRating { rating: 5, count: 2 });
        let found = [("SMS", 1), ("EMAIL", 2), ("CALL", 3), ("GRAPH_EMAIL", 4)];
        let found = found.map(|(channel, count)| (channel.to_owned(), count));
        let group = |channel: &str| match channel {
            "EMAIL" | "GRAPH_EMAIL" => Some("email".to_owned()),
            _ => None,
        };
        let groups = channels(&found, group);
        let groups: Vec<(&str, i64)> = groups.iter().map(|g| (g.group.as_str(), g.count)).collect();
        assert_eq!(groups, [("email", 6), ("other", 4)]);
    }
}
