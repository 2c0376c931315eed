//! The SQL of rules.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    rules::model::{Rule, Tests, When, from_word, word},
};

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    enabled: bool,
    event: String,
    minutes: i64,
    tests: String,
    deeds: String,
    stops: bool,
    since_seq: i64,
    runs: i64,
    last_run_at: Option<i64>,
}

impl From<Row> for Rule {
    fn from(row: Row) -> Self {
        let tests: Tests = serde_json::from_str(&row.tests).unwrap_or_default();
        Self {
            id: row.id,
            name: row.name,
            enabled: row.enabled,
            when: from_word(&row.event).unwrap_or(When::Opened),
            minutes: row.minutes,
            all: tests.all,
            any: tests.any,
            then: serde_json::from_str(&row.deeds).unwrap_or_default(),
            stop: row.stops,
            runs: row.runs,
            last_run_at: row.last_run_at,
            since_seq: row.since_seq,
        }
    }
}

/// A client's rules in their order.
pub(in crate::rules) async fn list(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Rule>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select id, name, enabled, event, minutes, tests, deeds, stops, since_seq, runs, last_run_at
           from rules
          where client_id = $1
          order by position, id
          limit 1000",
        client_id,
    )?;
    Ok(rows.into_iter().map(Rule::from).collect())
}

/// Those that are switched on, in their order.
pub(in crate::rules) async fn enabled(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Rule>> {
    let all = list(conn, client_id).await?;
    Ok(all.into_iter().filter(|rule| rule.enabled).collect())
}

pub(in crate::rules) async fn one(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Rule>> {
    let row = fetch_optional!(
        conn,
        Row,
        "select id, name, enabled, event, minutes, tests, deeds, stops, since_seq, runs, last_run_at
           from rules
          where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(Rule::from))
}

pub(in crate::rules) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) =
        fetch_one!(conn, (i64,), "select count(*) from rules where client_id = $1", client_id)?;
    Ok(count)
}

pub(in crate::rules) async fn count_enabled(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from rules where client_id = $1 and enabled",
        client_id,
    )?;
    Ok(count)
}

/// The position of the last rule; 0 before the first.
pub(in crate::rules) async fn last_position(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (position,) = fetch_one!(
        conn,
        (i64,),
        "select coalesce(max(position), 0) from rules where client_id = $1",
        client_id,
    )?;
    Ok(position)
}

/// A rule as it is kept.
pub(in crate::rules) struct NewRule<'a> {
    pub name: &'a str,
    pub enabled: bool,
    pub when: When,
    pub minutes: i64,
    pub tests: &'a Tests,
    pub deeds: &'a [crate::rules::model::Deed],
    pub stop: bool,
    pub since_seq: i64,
    pub now: i64,
}

impl NewRule<'_> {
    fn texts(&self) -> (String, String, String) {
        let tests = serde_json::to_string(self.tests).unwrap_or_default();
        let deeds = serde_json::to_string(self.deeds).unwrap_or_default();
        (word(&self.when), tests, deeds)
    }
}

pub(in crate::rules) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    new: &NewRule<'_>,
    position: i64,
) -> DbResult<i64> {
    let (event, tests, deeds) = new.texts();
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into rules (client_id, name, enabled, position, event, minutes, tests, deeds, stops,
                            since_seq, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
         returning id",
        client_id,
        new.name,
        new.enabled,
        position,
        event.as_str(),
        new.minutes,
        tests.as_str(),
        deeds.as_str(),
        new.stop,
        new.since_seq,
        new.now,
    )?;
    Ok(id)
}

pub(in crate::rules) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    new: &NewRule<'_>,
) -> DbResult<u64> {
    let (event, tests, deeds) = new.texts();
    execute!(
        conn,
        "update rules
            set name = $3, enabled = $4, event = $5, minutes = $6, tests = $7, deeds = $8,
                stops = $9, since_seq = $10, updated_at = $11
          where client_id = $1 and id = $2",
        client_id,
        id,
        new.name,
        new.enabled,
        event.as_str(),
        new.minutes,
        tests.as_str(),
        deeds.as_str(),
        new.stop,
        new.since_seq,
        new.now,
    )
}

pub(in crate::rules) async fn set_position(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    position: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update rules set position = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        position,
    )
}

/// Counts a run.
pub(in crate::rules) async fn rule_ran(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update rules set runs = runs + 1, last_run_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

/// Deletes a rule with its runs.
pub(in crate::rules) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from rule_runs where client_id = $1 and rule_id = $2", client_id, id)?;
    execute!(conn, "delete from rules where client_id = $1 and id = $2", client_id, id)
}
