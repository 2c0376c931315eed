//! The SQL of runs.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    rules::{
        loop_guard::Hour,
        model::{ActionResult, RuleRun},
    },
};

/// A run that begins.
pub(in crate::rules) struct NewRun<'a> {
    pub client_id: i64,
    pub rule_id: Option<i64>,
    pub macro_id: Option<i64>,
    pub ticket_id: i64,
    pub key: &'a str,
    pub event: &'a str,
    /// JSON.
    pub matched: &'a str,
    pub now: i64,
}

/// None when the same run was there before.
pub(in crate::rules) async fn begin_run(
    conn: &mut Conn,
    new: &NewRun<'_>,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "insert into rule_runs (client_id, rule_id, macro_id, ticket_id, key, event, matched,
                                created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (client_id, key) do nothing
         returning id",
        new.client_id,
        new.rule_id,
        new.macro_id,
        new.ticket_id,
        new.key,
        new.event,
        new.matched,
        new.now,
    )?;
    Ok(row.map(|row| row.0))
}

/// Says what came of it.
pub(in crate::rules) async fn end_run(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    done: &[ActionResult],
    (outcome, reason): (&str, &str),
    replied: bool,
) -> DbResult<u64> {
    execute!(
        conn,
        "update rule_runs set done = $3, outcome = $4, reason = $5, replied = $6
          where client_id = $1 and id = $2",
        client_id,
        id,
        serde_json::to_string(done).unwrap_or_default(),
        outcome,
        reason,
        replied,
    )
}

/// What an earlier run of this key did; none where there was no such run.
pub(in crate::rules) async fn run_by_key(
    conn: &mut Conn,
    client_id: i64,
    key: &str,
) -> DbResult<Option<Vec<ActionResult>>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select done from rule_runs where client_id = $1 and key = $2",
        client_id,
        key,
    )?;
    Ok(row.map(|row| serde_json::from_str(&row.0).unwrap_or_default()))
}

/// What rules did at a ticket since a moment.
pub(in crate::rules) async fn hour(
    conn: &mut Conn,
    (client_id, ticket_id): (i64, i64),
    since: i64,
) -> DbResult<Hour> {
    let (runs, replies) = fetch_one!(
        conn,
        (i64, i64),
        "select count(*), cast(coalesce(sum(case when replied then 1 else 0 end), 0) as bigint)
           from rule_runs
          where client_id = $1 and ticket_id = $2 and created_at > $3
            and rule_id is not null and outcome <> 'stopped'",
        client_id,
        ticket_id,
        since,
    )?;
    Ok(Hour { runs, replies })
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    created_at: i64,
    ticket_id: i64,
    ticket_number: i64,
    event: String,
    matched: String,
    done: String,
    outcome: String,
    reason: String,
}

impl From<Row> for RuleRun {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            at: row.created_at,
            ticket_id: row.ticket_id,
            ticket_number: row.ticket_number,
            event: row.event,
            matched: serde_json::from_str(&row.matched).unwrap_or_default(),
            done: serde_json::from_str(&row.done).unwrap_or_default(),
            outcome: row.outcome,
            reason: row.reason,
        }
    }
}

/// A rule's runs before one, the newest first.
pub(in crate::rules) async fn page(
    conn: &mut Conn,
    (client_id, rule_id): (i64, i64),
    before: i64,
    limit: i64,
) -> DbResult<Vec<RuleRun>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select r.id, r.created_at, r.ticket_id, coalesce(t.number, 0) as ticket_number, r.event,
                r.matched, r.done, r.outcome, r.reason
           from rule_runs r
           left join tickets t on t.client_id = r.client_id and t.id = r.ticket_id
          where r.client_id = $1 and r.rule_id = $2 and r.id < $3
          order by r.id desc
          limit $4",
        client_id,
        rule_id,
        before,
        limit,
    )?;
    Ok(rows.into_iter().map(RuleRun::from).collect())
}

pub(in crate::rules) async fn prune_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from rule_runs
          where id in (
            select id from rule_runs where created_at < $1 order by created_at limit $2)",
        before,
        limit,
    )
}
