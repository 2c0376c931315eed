//! What customers answered: counted, listed, and as a table.

use super::{
    Surveys,
    model::{RATING_MAX, SurveyInvitation},
    store,
};
use crate::{
    accounts::{self, Caller, Permission},
    days,
    db::{Db, DbError},
    http::{Problem, csv},
};
use futures_util::stream::{self, Stream};
use jiff::{civil::Date, tz::TimeZone};
use serde::Serialize;
use std::fmt::Write as _;
use utoipa::ToSchema;

const PAGE: i64 = 50;
/// Answers of the export that are read and sent at a time.
const STEP: i64 = 500;
const DAY_MS: i64 = 86_400_000;

/// How often a rating was given.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct RatingCount {
    pub rating: i64,
    pub count: i64,
}

/// Ratings in a span of time.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct Csat {
    result: &'static str,
    /// One entry for each rating from 1 to 5.
    data: Vec<RatingCount>,
    /// Null while nobody rated.
    average: Option<f64>,
}

/// A page of answers.
#[derive(Serialize, ToSchema)]
pub(super) struct SurveyAnswersPage {
    data: Vec<SurveyInvitation>,
    /// Whether there are older ones.
    more: bool,
}

/// Which answers are wanted; 0 for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    pub survey: i64,
    pub rating: i64,
    /// Between two moments.
    pub between: (i64, i64),
}

/// The counts of all ratings, and their average to two places. Pure.
pub(super) fn csat(found: &[(i64, i64)]) -> Csat {
    let count = |rating| found.iter().filter(|(r, _)| *r == rating).map(|(_, n)| n).sum();
    let data: Vec<RatingCount> =
        (1..=RATING_MAX).map(|rating| RatingCount { rating, count: count(rating) }).collect();
    Csat { result: "success", data, average: average(found) }
}

/// The average of ratings, each with how often it was given, to two decimals; none where there is none.
#[must_use]
pub fn average(found: &[(i64, i64)]) -> Option<f64> {
    let all: i64 = found.iter().map(|(_, count)| count).sum();
    let sum: i64 = found.iter().map(|(rating, count)| rating * count).sum();
    let hundredths = (all > 0).then(|| (sum * 200 + all) / (2 * all))?;
    i32::try_from(hundredths).ok().map(|n| f64::from(n) / 100.0)
}

/// The span between two days where the reader is, both within it, or two moments in seconds; the last 30
/// days when nothing is said. Pure.
///
/// # Errors
/// `invalid`.
pub(super) fn between(
    (start, end): (&str, &str),
    zone: &TimeZone,
    now: i64,
) -> Result<(i64, i64), Problem> {
    let wrong = |field| Problem::field(field, "Give a day as 2026-01-31, or seconds since 1970.");
    let until = match end.trim() {
        "" => now + 1,
        text => moment(text, zone, days::end_of).ok_or_else(|| wrong("endDate"))?,
    };
    let from = match start.trim() {
        "" => until.saturating_sub(30 * DAY_MS),
        text => moment(text, zone, days::midnight).ok_or_else(|| wrong("startDate"))?,
    };
    if from >= until {
        return Err(Problem::field("startDate", "The range must begin before it ends."));
    }
    Ok((from, until))
}

fn moment(text: &str, zone: &TimeZone, of_day: fn(Date, &TimeZone) -> i64) -> Option<i64> {
    if let Ok(seconds) = text.parse::<i64>() {
        return seconds.checked_mul(1_000).filter(|ms| *ms >= 0);
    }
    let day = Date::strptime("%Y-%m-%d", text.get(..10)?).ok()?;
    Some(of_day(day, zone))
}

impl Surveys {
    /// The zone in which the caller's days begin.
    pub(super) async fn zone(&self, caller: &Caller) -> Result<TimeZone, Problem> {
        let mut conn = self.db.read().await?;
        let name = accounts::timezone(&mut conn, caller.client_id, caller.user_id).await?;
        Ok(days::zone(&name))
    }

    /// How often each rating was given.
    pub(super) async fn csat(&self, caller: &Caller, between: (i64, i64)) -> Result<Csat, Problem> {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        Ok(csat(&store::ratings(&mut conn, caller.client_id, between).await?))
    }

    /// The newest answers that are older than `before`.
    pub(super) async fn answers(
        &self,
        caller: &Caller,
        filter: Filter,
        before: i64,
    ) -> Result<SurveyAnswersPage, Problem> {
        caller.require(Permission::ViewReport)?;
        let mut conn = self.db.read().await?;
        let mut data =
            store::answered(&mut conn, caller.client_id, filter, before, PAGE + 1).await?;
        let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
        let more = data.len() > page;
        data.truncate(page);
        Ok(SurveyAnswersPage { data, more })
    }

    /// All of them as lines of a table.
    pub(super) fn export(
        &self,
        caller: &Caller,
        filter: Filter,
    ) -> Result<impl Stream<Item = Result<String, DbError>> + Send + use<>, Problem> {
        caller.require(Permission::ViewReport)?;
        let (db, client_id) = (self.db.clone(), caller.client_id);
        let reading = Reading { db, client_id, filter, before: i64::MAX, begun: false };
        Ok(stream::try_unfold(reading, step))
    }
}

/// How far an export has come.
struct Reading {
    db: Db,
    client_id: i64,
    filter: Filter,
    before: i64,
    begun: bool,
}

const HEAD: &str = "ticket,survey,customer,channel,sent,answered,rating,comment,answers\r\n";

/// The next lines. A connection is held only while they are read, not while they are sent.
async fn step(mut reading: Reading) -> Result<Option<(String, Reading)>, DbError> {
    let mut conn = reading.db.read().await?;
    let (client_id, filter, before) = (reading.client_id, reading.filter, reading.before);
    let answers = store::answered(&mut conn, client_id, filter, before, STEP).await?;
    drop(conn);
    let head = if reading.begun { String::new() } else { csv::first_line(HEAD) };
    reading.begun = true;
    let Some(last) = answers.last() else {
        return Ok((!head.is_empty()).then_some((head, reading)));
    };
    reading.before = last.id;
    Ok(Some((format!("{head}{}", lines(&answers)), reading)))
}

fn lines(answers: &[SurveyInvitation]) -> String {
    let mut text = String::new();
    for one in answers {
        let time = |at: Option<i64>| at.map(csv::time).unwrap_or_default();
        let rating = one.rating.map(|rating| rating.to_string()).unwrap_or_default();
        let all = one.answers.iter().map(|a| format!("{}: {}", a.question, a.answer));
        let cells = [
            one.survey.clone(),
            one.customer.clone(),
            one.channel.clone(),
            time(one.sent_at),
            time(one.answered_at),
            rating,
            one.comment.clone(),
            all.collect::<Vec<_>>().join("\n"),
        ];
        let cells: Vec<String> = cells.iter().map(|text| csv::cell(text)).collect();
        write!(text, "{},{}\r\n", one.ticket_number, cells.join(","))
            .expect("a text takes everything");
    }
    text
}
