//! What a list of calls is narrowed to, as its address writes it.

use super::model::{Direction, Outcome};
use crate::{
    days,
    http::Problem,
    tickets::{Filter, Viewer, WANTED_MAX},
};
use jiff::tz::TimeZone;
use serde::Deserialize;
use std::collections::BTreeSet;
use utoipa::IntoParams;

/// No call begins later: the year 9999.
const LATEST_MS: i64 = 253_370_764_800_000;
/// Signs of a number that is looked for.
const NUMBER_MAX: usize = 40;
/// Signs of a list of emotions.
const NAMES_MAX: usize = 400;
/// From one stop of energy and pace to the next, and what is nearest to it on either side.
const STEP: i64 = 25;
const HALF_STEP: i64 = 12;

/// The query of a list of calls.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct CallQuery {
    #[param(inline)]
    pub direction: Option<Direction>,
    /// `answered` are also those in which people still talk.
    #[param(inline)]
    pub outcome: Option<Outcome>,
    /// Digits that the other side's number holds.
    pub number: String,
    /// The number that was called, or that the call was made from; `-` where none is known.
    pub did: String,
    /// The username of whoever took the call or made it; `-` for nobody.
    pub assignee: String,
    /// The same as `assignee`, under the name that lists of tickets have for it.
    pub agent: String,
    /// A day of the caller's time zone, YYYY-MM-DD, on which the call began.
    pub date: String,
    /// The first day of a range, or its first second since 1970.
    pub start_date: String,
    /// The last day of a range, or its last second.
    pub end_date: String,
    /// The same as `startDate`, under the name that lists of tickets have for it.
    pub received: String,
    /// The same as `endDate`.
    pub received_end: String,
    /// Ids of labels with commas, at most 8: of calls whose ticket has one of them; 0 for none.
    pub label_filter: String,
    /// Ids of departments with commas, at most 8, of the call's ticket; 0 for none.
    pub dep_filter: String,
    /// Names of emotions with commas; of the calls whose strongest is one of them.
    pub emotion: String,
    /// From 0 (soft) to 100 (loud): calls that are as loud, in steps of 25.
    pub energy: String,
    /// From 0 (slow) to 100 (fast), in steps of 25.
    pub pace: String,
    /// As a helper named it.
    pub personality: String,
}

/// Whose calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallsOf {
    Everybody,
    Nobody,
    User(i64),
}

/// A list as statements ask for it.
#[derive(Clone, Debug)]
pub(super) struct CallFilter {
    pub client_id: i64,
    pub user_id: i64,
    pub sees_all: bool,
    /// Of the call's ticket; -1 for any but spam.
    pub status: i64,
    /// Empty for both.
    pub direction: &'static str,
    /// Empty for any.
    pub outcome: &'static str,
    pub number: String,
    pub did: String,
    pub of: CallsOf,
    /// From when until before when it began, in milliseconds.
    pub between: (i64, i64),
    /// With a comma before, between and behind; empty for any.
    pub emotions: String,
    /// From least to most; -1 for any.
    pub energy: (i64, i64),
    pub pace: (i64, i64),
    /// Empty for any.
    pub personality: String,
    /// Of the call's ticket, with a comma before, between and behind; 0 for none, empty for any.
    pub labels: String,
    pub departments: String,
}

impl CallQuery {
    /// Whose calls are asked for, by username.
    pub fn whose(&self) -> &str {
        given(&self.assignee, &self.agent)
    }

    /// The list of a viewer, whose days begin in `zone`.
    ///
    /// # Errors
    /// `invalid`, by field.
    pub fn filter(
        &self,
        viewer: &Viewer,
        status: Filter,
        (of, zone): (CallsOf, &TimeZone),
    ) -> Result<CallFilter, Problem> {
        let number: String = self.number.chars().filter(char::is_ascii_digit).collect();
        if self.number.len() > NUMBER_MAX || (!self.number.trim().is_empty() && number.is_empty()) {
            return Err(Problem::field("number", "Give digits of the number, at most 40."));
        }
        Ok(CallFilter {
            client_id: viewer.client_id,
            user_id: viewer.user_id,
            sees_all: viewer.sees_all(),
            status: match status {
                Filter::Status(status) => status,
                Filter::All => -1,
            },
            direction: self.direction.map_or("", Direction::as_str),
            outcome: self.outcome.map_or("", Outcome::as_str),
            number,
            did: self.did.trim().to_owned(),
            of,
            between: self.between(zone)?,
            emotions: names("emotion", &self.emotion)?,
            energy: step("energy", &self.energy)?,
            pace: step("pace", &self.pace)?,
            personality: self.personality.trim().to_owned(),
            labels: ids("labelFilter", &self.label_filter)?,
            departments: ids("depFilter", &self.dep_filter)?,
        })
    }

    fn between(&self, zone: &TimeZone) -> Result<(i64, i64), Problem> {
        if let Some(day) = days::day("date", &self.date)? {
            return Ok((days::midnight(day, zone), days::end_of(day, zone)));
        }
        let first = given(&self.start_date, &self.received);
        let last = given(&self.end_date, &self.received_end);
        let from = moment(("startDate", first), zone)?.map_or(0, |(first, _)| first);
        let last = moment(("endDate", last), zone)?;
        let until = last.map_or(i64::MAX, |(_, end)| end);
        if from >= until {
            return Err(Problem::field("startDate", "The range must begin before it ends."));
        }
        Ok((from, until))
    }
}

/// What is given under the first name, or else under the second one.
fn given<'a>(first: &'a str, second: &'a str) -> &'a str {
    if first.trim().is_empty() { second } else { first }
}

/// A list of ids as statements look for one in it; a list of tickets takes it the same way.
fn ids(field: &str, text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let list = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let parts = list.split(',').map(|part| part.trim().trim_matches('"'));
    let ids = parts.filter(|part| !part.is_empty()).map(str::parse::<i64>);
    let ids = ids.collect::<Result<BTreeSet<i64>, _>>().ok();
    let ids = ids
        .filter(|ids| ids.first().is_none_or(|least| *least >= 0))
        .ok_or_else(|| Problem::field(field, "Name them by their ids."))?;
    if ids.len() > WANTED_MAX {
        return Err(Problem::field(field, "Name at most 8."));
    }
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    Ok(if ids.is_empty() { String::new() } else { format!(",{},", ids.join(",")) })
}

/// A list of names as statements look for one in it.
fn names(field: &str, text: &str) -> Result<String, Problem> {
    if text.len() > NAMES_MAX {
        return Err(Problem::field(field, "Give fewer names."));
    }
    let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    Ok(if names.is_empty() { String::new() } else { format!(",{},", names.join(",")) })
}

/// What is nearest to the same of the stops 0, 25, 50, 75 and 100, from least to most.
fn step(field: &str, text: &str) -> Result<(i64, i64), Problem> {
    if text.trim().is_empty() {
        return Ok((-1, -1));
    }
    let value = text.trim().parse::<i64>().ok().filter(|value| (0..=100).contains(value));
    let value = value.ok_or_else(|| Problem::field(field, "Give a number from 0 to 100."))?;
    let stop = (value + HALF_STEP) / STEP * STEP;
    Ok(((stop - HALF_STEP).max(0), stop + HALF_STEP))
}

/// From when until before when a day of a zone is, or a second.
fn moment((field, text): (&str, &str), zone: &TimeZone) -> Result<Option<(i64, i64)>, Problem> {
    if let Ok(second) = text.trim().parse::<i64>() {
        let first = second.checked_mul(1000).filter(|ms| (0..LATEST_MS).contains(ms));
        let first = first.ok_or_else(|| Problem::field(field, "Give seconds since 1970."))?;
        return Ok(Some((first, first + 1000)));
    }
    let day = days::day(field, text)?;
    Ok(day.map(|day| (days::midnight(day, zone), days::end_of(day, zone))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer() -> Viewer {
        Viewer {
            client_id: 1,
            user_id: 2,
            username: "ann".into(),
            name: "Ann".into(),
            admin: false,
            view_all: false,
        }
    }

    fn filter(query: &CallQuery) -> Result<CallFilter, String> {
        let whose = (CallsOf::Everybody, &TimeZone::UTC);
        let field = |problem: Problem| problem.fields().next().unwrap_or_default().to_owned();
        query.filter(&viewer(), Filter::All, whose).map_err(field)
    }

    #[test]
    fn days_and_numbers_are_read() {
        let day = CallQuery { date: "2026-11-01".into(), ..CallQuery::default() };
        let (from, until) = filter(&day).expect("a day").between;
        assert_eq!((from, until - from), (1_793_491_200_000, 86_400_000));
        let open = CallQuery { start_date: "2026-11-01".into(), ..CallQuery::default() };
        assert_eq!(filter(&open).expect("a range").between, (from, i64::MAX));
        let seconds = CallQuery {
            start_date: "1793491200".into(),
            end_date: "1793491201".into(),
            ..CallQuery::default()
        };
        assert_eq!(filter(&seconds).expect("a range").between, (from, from + 2_000));
        let number = CallQuery { number: "+60 3-12".into(), ..CallQuery::default() };
        assert_eq!(filter(&number).expect("a number").number, "60312");
    }

    #[test]
    fn how_somebody_sounded_is_read() {
        let any = filter(&CallQuery::default()).expect("any");
        assert_eq!((any.emotions.as_str(), any.energy, any.pace), ("", (-1, -1), (-1, -1)));
        let query = |emotion: &str, energy: &str| CallQuery {
            emotion: emotion.into(),
            energy: energy.into(),
            ..CallQuery::default()
        };
        let two = filter(&query("angry, sad,", "50")).expect("two");
        assert_eq!((two.emotions.as_str(), two.energy), (",angry,sad,", (38, 62)));
        for (energy, band) in
            [("0", (0, 12)), ("12", (0, 12)), ("13", (13, 37)), ("100", (88, 112))]
        {
            assert_eq!(filter(&query("", energy)).expect("a stop").energy, band, "{energy}");
        }
        for (query, field) in [
            (query("", "loud"), "energy"),
            (query("", "101"), "energy"),
            (query(&"a".repeat(401), ""), "emotion"),
            (CallQuery { pace: "-1".into(), ..CallQuery::default() }, "pace"),
        ] {
            assert_eq!(filter(&query).map(drop), Err(field.to_owned()));
        }
    }

    #[test]
    fn names_of_ticket_lists_mean_the_same() {
        let tickets = CallQuery {
            agent: "ann".into(),
            received: "2026-11-01".into(),
            received_end: "2026-11-02".into(),
            ..CallQuery::default()
        };
        let calls = CallQuery {
            start_date: "2026-11-01".into(),
            end_date: "2026-11-02".into(),
            ..CallQuery::default()
        };
        let between = |query: &CallQuery| filter(query).expect("a range").between;
        assert_eq!((tickets.whose(), between(&tickets)), ("ann", between(&calls)));
        for (text, list) in [("", ""), ("3, 1,3", ",1,3,"), ("[\"2\",0]", ",0,2,"), ("[]", "")] {
            let query = CallQuery { label_filter: text.into(), ..CallQuery::default() };
            assert_eq!(filter(&query).expect("a list").labels, list, "{text}");
        }
        for text in ["x", "-1", "1,2,3,4,5,6,7,8,9"] {
            let query = CallQuery { dep_filter: text.into(), ..CallQuery::default() };
            assert_eq!(filter(&query).map(drop), Err("depFilter".to_owned()), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let turned = CallQuery {
            start_date: "2026-11-02".into(),
            end_date: "2026-11-01".into(),
            ..CallQuery::default()
        };
        assert_eq!(filter(&turned).map(drop), Err("startDate".to_owned()));
        let no_day = CallQuery { date: "yesterday".into(), ..CallQuery::default() };
        assert_eq!(filter(&no_day).map(drop), Err("date".to_owned()));
        for number in ["x", &"1".repeat(41)] {
            let query = CallQuery { number: number.to_owned(), ..CallQuery::default() };
            assert_eq!(filter(&query).map(drop), Err("number".to_owned()));
        }
    }
}
