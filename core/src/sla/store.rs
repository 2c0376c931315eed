//! The SQL of policies and clocks.

use super::{
    clock::{Clock, Reason, State},
    model::SlaPolicyDraft,
};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    tickets::DueMetric as Metric,
};

/// A policy as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct PolicyRow {
    pub id: i64,
    pub name: String,
    pub enabled: bool,
    pub conditions: String,
    pub calendar_id: Option<i64>,
    pub always: bool,
    pub first_reply: Option<i64>,
    pub next_reply: Option<i64>,
    pub resolution: Option<i64>,
    pub update_interval: Option<i64>,
    pub warn_percent: i64,
    pub pause_pending: bool,
    pub reopen_minutes: i64,
    pub version: i64,
}

impl PolicyRow {
    pub fn draft(&self) -> SlaPolicyDraft {
        SlaPolicyDraft {
            name: self.name.clone(),
            enabled: self.enabled,
            // Written by us.
            conditions: serde_json::from_str(&self.conditions).unwrap_or_default(),
            calendar_id: self.calendar_id,
            always: self.always,
            first_reply: self.first_reply,
            next_reply: self.next_reply,
            resolution: self.resolution,
            update_interval: self.update_interval,
            warn_percent: self.warn_percent,
            pause_pending: self.pause_pending,
            reopen_minutes: self.reopen_minutes,
        }
    }
}

/// A client's policies in their order.
pub(super) async fn policies(conn: &mut Conn, client_id: i64) -> DbResult<Vec<PolicyRow>> {
    fetch_all!(
        conn,
        PolicyRow,
        "select id, name, enabled, conditions, calendar_id, always, first_reply, next_reply,
                resolution, update_interval, warn_percent, pause_pending, reopen_minutes, version
           from sla_policies
          where client_id = $1 and deleted_at is null
          order by position, id
          limit 100",
        client_id,
    )
}

/// A policy that was not deleted, held until the end of the transaction.
pub(super) async fn lock_policy(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<PolicyRow>> {
    fetch_optional!(
        conn,
        PolicyRow,
        "update sla_policies set version = version
          where client_id = $1 and id = $2 and deleted_at is null
      returning id, name, enabled, conditions, calendar_id, always, first_reply, next_reply,
                resolution, update_interval, warn_percent, pause_pending, reopen_minutes, version",
        client_id,
        id,
    )
}

/// How many policies there are, and the last position among them.
pub(super) async fn count_policies(conn: &mut Conn, client_id: i64) -> DbResult<(i64, i64)> {
    fetch_one!(
        conn,
        (i64, i64),
        "select count(*), coalesce(max(position), 0)
           from sla_policies
          where client_id = $1 and deleted_at is null",
        client_id,
    )
}

fn conditions(draft: &SlaPolicyDraft) -> String {
    serde_json::to_string(&draft.conditions).unwrap_or_default()
}

pub(super) async fn insert_policy(
    conn: &mut Conn,
    client_id: i64,
    draft: &SlaPolicyDraft,
    position: i64,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into sla_policies
                (client_id, name, enabled, position, conditions, calendar_id, always, first_reply,
                 next_reply, resolution, update_interval, warn_percent, pause_pending,
                 reopen_minutes, version, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, $15, $15)
      returning id",
        client_id,
        draft.name.as_str(),
        draft.enabled,
        position,
        conditions(draft),
        draft.calendar_id,
        draft.always,
        draft.first_reply,
        draft.next_reply,
        draft.resolution,
        draft.update_interval,
        draft.warn_percent,
        draft.pause_pending,
        draft.reopen_minutes,
        now,
    )?;
    Ok(id)
}

pub(super) async fn change_policy(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    draft: &SlaPolicyDraft,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update sla_policies
            set name = $3, enabled = $4, conditions = $5, calendar_id = $6, always = $7,
                first_reply = $8, next_reply = $9, resolution = $10, update_interval = $11,
                warn_percent = $12, pause_pending = $13, reopen_minutes = $14,
                version = version + 1, updated_at = $15
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        draft.name.as_str(),
        draft.enabled,
        conditions(draft),
        draft.calendar_id,
        draft.always,
        draft.first_reply,
        draft.next_reply,
        draft.resolution,
        draft.update_interval,
        draft.warn_percent,
        draft.pause_pending,
        draft.reopen_minutes,
        now,
    )
}

pub(super) async fn set_position(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    position: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update sla_policies set position = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        position,
    )
}

pub(super) async fn delete_policy(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update sla_policies set deleted_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

/// How many clocks of each policy run or are paused; 0 stands for labels.
pub(super) async fn running(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select policy_id, count(*)
           from sla_clocks
          where client_id = $1 and state in ('running', 'paused')
          group by policy_id
          limit 1000",
        client_id,
    )
}

/// A clock as it is stored, with the names of whose promise it is.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ClockRow {
    id: i64,
    metric: String,
    policy_id: i64,
    policy_version: i64,
    label_id: i64,
    run: i64,
    state: String,
    target_ms: i64,
    elapsed_ms: i64,
    started_at: i64,
    running_since: Option<i64>,
    due_at: Option<i64>,
    warn_at: Option<i64>,
    warned_at: Option<i64>,
    breached_at: Option<i64>,
    stopped_at: Option<i64>,
    reason: String,
    pub policy: String,
    pub label: String,
}

impl ClockRow {
    pub fn clock(&self) -> Clock {
        Clock {
            id: self.id,
            metric: Metric::named(&self.metric).unwrap_or(Metric::FirstReply),
            policy_id: self.policy_id,
            policy_version: self.policy_version,
            label_id: self.label_id,
            run: self.run,
            state: State::named(&self.state),
            target_ms: self.target_ms,
            elapsed_ms: self.elapsed_ms,
            started_at: self.started_at,
            running_since: self.running_since,
            due_at: self.due_at,
            warn_at: self.warn_at,
            warned_at: self.warned_at,
            breached_at: self.breached_at,
            stopped_at: self.stopped_at,
            reason: Reason::named(&self.reason),
        }
    }
}

/// A ticket's clocks: those that count now, and those that come once, first. Old runs of a long
/// conversation are left out.
pub(super) async fn clocks(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<ClockRow>> {
    fetch_all!(
        conn,
        ClockRow,
        "select k.id, k.metric, k.policy_id, k.policy_version, k.label_id, k.run, k.state,
                k.target_ms, k.elapsed_ms, k.started_at, k.running_since, k.due_at, k.warn_at,
                k.warned_at, k.breached_at, k.stopped_at, k.reason,
                coalesce(p.name, '') as policy, coalesce(l.name, '') as label
           from sla_clocks k
           left join sla_policies p on p.client_id = k.client_id and p.id = k.policy_id
           left join labels l on l.client_id = k.client_id and l.id = k.label_id
          where k.client_id = $1 and k.ticket_id = $2
          order by case when k.state in ('running', 'paused') then 0
                        when k.metric in ('first_reply', 'resolution') then 1
                        else 2 end,
                   k.started_at desc, k.id desc
          limit 200",
        client_id,
        ticket_id,
    )
}

/// Stores a clock, and gives its id.
pub(super) async fn keep_clock(
    conn: &mut Conn,
    (client_id, ticket_id): (i64, i64),
    clock: &Clock,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into sla_clocks
                (client_id, ticket_id, metric, policy_id, policy_version, label_id, run, state,
                 target_ms, elapsed_ms, started_at, running_since, due_at, warn_at, warned_at,
                 breached_at, stopped_at, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
         on conflict (client_id, ticket_id, metric, label_id, run) do update
            set policy_id = excluded.policy_id, policy_version = excluded.policy_version,
                state = excluded.state, target_ms = excluded.target_ms,
                elapsed_ms = excluded.elapsed_ms, started_at = excluded.started_at,
                running_since = excluded.running_since, due_at = excluded.due_at,
                warn_at = excluded.warn_at, warned_at = excluded.warned_at,
                breached_at = excluded.breached_at, stopped_at = excluded.stopped_at,
                reason = excluded.reason
      returning id",
        client_id,
        ticket_id,
        clock.metric.word(),
        clock.policy_id,
        clock.policy_version,
        clock.label_id,
        clock.run,
        clock.state.word(),
        clock.target_ms,
        clock.elapsed_ms,
        clock.started_at,
        clock.running_since,
        clock.due_at,
        clock.warn_at,
        clock.warned_at,
        clock.breached_at,
        clock.stopped_at,
        clock.reason.map_or("", Reason::word),
    )?;
    Ok(id)
}

/// The ticket of a clock.
pub(super) async fn ticket_of(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select ticket_id from sla_clocks where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(|row| row.0))
}

/// Clocks that run or are paused, behind an id: their ids and tickets.
pub(super) async fn live_after(
    conn: &mut Conn,
    client_id: i64,
    after: i64,
    limit: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select id, ticket_id
           from sla_clocks
          where client_id = $1 and state in ('running', 'paused') and id > $2
          order by id
          limit $3",
        client_id,
        after,
        limit,
    )
}

/// Clocks whose due moment passed before a time and that nobody was told of: client, id and the moment.
pub(super) async fn overlooked_across_clients(
    conn: &mut Conn,
    before: i64,
) -> DbResult<Vec<(i64, i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64, i64),
        "select client_id, id, due_at
           from sla_clocks
          where state = 'running' and breached_at is null and due_at < $1
          order by due_at
          limit 500",
        before,
    )
}

/// Of these tickets, those that have a clock that runs or is paused.
pub(super) async fn live_among(
    conn: &mut Conn,
    client_id: i64,
    tickets: &[i64],
) -> DbResult<Vec<i64>> {
    let mut found = vec![];
    for ids in tickets.chunks(10) {
        let id = |place: usize| ids.get(place).copied().unwrap_or(-1);
        let rows = fetch_all!(
            conn,
            (i64,),
            "select distinct ticket_id
               from sla_clocks
              where client_id = $1 and state in ('running', 'paused')
                and ticket_id in ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
              limit 10",
            client_id,
            id(0),
            id(1),
            id(2),
            id(3),
            id(4),
            id(5),
            id(6),
            id(7),
            id(8),
            id(9),
        )?;
        found.extend(rows.into_iter().map(|row| row.0));
    }
    Ok(found)
}

/// Whether neither a policy nor a label promises anything, and no clock runs.
pub(super) async fn promises_nothing(conn: &mut Conn, client_id: i64) -> DbResult<bool> {
    let (promised,) = fetch_one!(
        conn,
        (bool,),
        "select exists (select 1 from sla_policies where client_id = $1 and deleted_at is null)
             or exists (select 1 from labels
                         where client_id = $1 and deleted_at is null and sla > 0)
             or exists (select 1 from sla_clocks
                         where client_id = $1 and state in ('running', 'paused'))",
        client_id,
    )?;
    Ok(!promised)
}
