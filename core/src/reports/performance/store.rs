//! The SQL of facts.

mod counts;
mod fills;

pub(super) use counts::{
    CountRow, agent_names, by_agent, by_channel, by_day, by_department, by_label, opened, together,
};
pub(super) use fills::{
    begin_fill, begin_fills_across_clients, end_fill, held_fill, is_filling, left_across_clients,
    next_fill_across_clients, set_reached, to_read,
};

use super::times::{Fact, Metric, TicketTimes, band};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_listed, insert_rows,
};
use serde_json::json;

/// What facts say of their ticket.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct TicketRow {
    pub id: i64,
    pub kind: String,
    pub channel: String,
    pub department_id: Option<i64>,
    pub created_at: i64,
    pub status: i64,
    pub merged_into: Option<i64>,
}

/// Tickets by their ids.
pub(super) async fn tickets(
    conn: &mut Conn,
    client_id: i64,
    ids: &[i64],
) -> DbResult<Vec<TicketRow>> {
    fetch_listed!(
        conn,
        TicketRow,
        "select id, kind, channel, department_id, created_at, status, merged_into
           from tickets
          where id",
        ids,
        " and client_id = $2 order by id limit 1000",
        client_id,
    )
}

/// What is known of a ticket's times, and up to where it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct TimesRow {
    pub ticket_id: i64,
    pub asked_at: Option<i64>,
    pub waiting_since: Option<i64>,
    pub replies: i64,
    pub resolved_at: Option<i64>,
    pub department_id: Option<i64>,
    pub counted: bool,
    pub message_id: i64,
    pub history_id: i64,
    pub read_to: i64,
}

impl TimesRow {
    pub fn times(&self) -> TicketTimes {
        TicketTimes {
            asked_at: self.asked_at,
            waiting_since: self.waiting_since,
            replies: self.replies,
            resolved_at: self.resolved_at,
            department_id: self.department_id,
        }
    }
}

/// What is known of tickets.
pub(super) async fn times(conn: &mut Conn, client_id: i64, ids: &[i64]) -> DbResult<Vec<TimesRow>> {
    fetch_listed!(
        conn,
        TimesRow,
        "select ticket_id, asked_at, waiting_since, replies, resolved_at, department_id, counted,
                message_id, history_id, read_to
           from report_tickets
          where ticket_id",
        ids,
        " and client_id = $2 limit 1000",
        client_id,
    )
}

pub(super) async fn set_times(conn: &mut Conn, client_id: i64, row: &TimesRow) -> DbResult<u64> {
    execute!(
        conn,
        "insert into report_tickets (client_id, ticket_id, asked_at, waiting_since, replies,
                                     resolved_at, department_id, counted, message_id, history_id,
                                     read_to)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (client_id, ticket_id) do update
            set asked_at = excluded.asked_at, waiting_since = excluded.waiting_since,
                replies = excluded.replies, resolved_at = excluded.resolved_at,
                department_id = excluded.department_id, counted = excluded.counted,
                message_id = excluded.message_id, history_id = excluded.history_id,
                read_to = excluded.read_to",
        client_id,
        row.ticket_id,
        row.asked_at,
        row.waiting_since,
        row.replies,
        row.resolved_at,
        row.department_id,
        row.counted,
        row.message_id,
        row.history_id,
        row.read_to,
    )
}

/// A message that a person wrote.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct MessageRow {
    pub id: i64,
    pub ticket_id: i64,
    /// Whether the customer wrote it.
    pub inbound: bool,
    pub user_id: Option<i64>,
    pub created_at: i64,
}

/// What people wrote in tickets and was not read yet.
pub(super) async fn messages(
    conn: &mut Conn,
    client_id: i64,
    ids: &[i64],
) -> DbResult<Vec<MessageRow>> {
    fetch_listed!(
        conn,
        MessageRow,
        "select m.id, m.ticket_id, m.direction = 'in' as inbound, m.user_id, m.created_at
           from messages m
           left join report_tickets r on r.client_id = m.client_id and r.ticket_id = m.ticket_id
          where m.ticket_id",
        ids,
        " and m.client_id = $2 and m.id > coalesce(r.message_id, 0)
            and m.direction in ('in', 'out') and not m.automatic
          order by m.ticket_id, m.id
          limit 1000000",
        client_id,
    )
}

/// A change of a ticket's status or department.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct ChangeRow {
    pub id: i64,
    pub ticket_id: i64,
    pub kind: String,
    pub was: String,
    pub became: String,
    pub user_id: Option<i64>,
    pub created_at: i64,
}

/// Changes of tickets that were not read yet.
pub(super) async fn changes(
    conn: &mut Conn,
    client_id: i64,
    ids: &[i64],
) -> DbResult<Vec<ChangeRow>> {
    fetch_listed!(
        conn,
        ChangeRow,
        "select h.id, h.ticket_id, h.kind, h.was, h.became, u.id as user_id, h.created_at
           from ticket_history h
           left join report_tickets r on r.client_id = h.client_id and r.ticket_id = h.ticket_id
           left join users u on u.client_id = h.client_id and u.username = h.author
          where h.ticket_id",
        ids,
        " and h.client_id = $2 and h.id > coalesce(r.history_id, 0)
            and h.kind in ('status', 'department')
          order by h.ticket_id, h.id
          limit 1000000",
        client_id,
    )
}

/// Keeps facts, each with its ticket and whether it counts.
pub(super) async fn insert_facts(
    conn: &mut Conn,
    client_id: i64,
    facts: &[(&TicketRow, Fact, bool)],
) -> DbResult<()> {
    if facts.is_empty() {
        return Ok(());
    }
    let rows: Vec<serde_json::Value> = facts
        .iter()
        .map(|(ticket, fact, counted)| {
            json!([
                ticket.id,
                fact.metric.as_str(),
                fact.at,
                ticket.kind,
                ticket.channel,
                fact.department_id,
                fact.user_id,
                fact.took,
                fact.took.map(band),
                fact.replies,
                i64::from(*counted),
            ])
        })
        .collect();
    insert_rows!(
        conn,
        "insert into report_facts (client_id, ticket_id, metric, at, kind, channel, department_id,
                                   user_id, took, band, replies, counted)
         select $2, cast(value ->> 0 as bigint), value ->> 1, cast(value ->> 2 as bigint), value ->> 3,
                value ->> 4, cast(value ->> 5 as bigint), cast(value ->> 6 as bigint),
                cast(value ->> 7 as bigint), cast(value ->> 8 as bigint), cast(value ->> 9 as bigint),
                cast(value ->> 10 as bigint) = 1",
        rows,
        client_id,
    )
}

/// The resolutions of a ticket are no longer its last one.
pub(super) async fn set_reopened(conn: &mut Conn, client_id: i64, ticket: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update report_facts set metric = $3
          where client_id = $1 and ticket_id = $2 and metric = $4",
        client_id,
        ticket,
        Metric::ResolvedBefore.as_str(),
        Metric::Resolved.as_str(),
    )
}

/// Whether a ticket's facts count.
pub(super) async fn set_counted(
    conn: &mut Conn,
    client_id: i64,
    ticket: i64,
    counted: bool,
) -> DbResult<u64> {
    execute!(
        conn,
        "update report_facts set counted = $3 where client_id = $1 and ticket_id = $2",
        client_id,
        ticket,
        counted,
    )
}

/// Forgets what is known of a ticket.
pub(super) async fn forget(conn: &mut Conn, client_id: i64, ticket: i64) -> DbResult<()> {
    execute!(
        conn,
        "delete from report_facts where client_id = $1 and ticket_id = $2",
        client_id,
        ticket,
    )?;
    execute!(
        conn,
        "delete from report_tickets where client_id = $1 and ticket_id = $2",
        client_id,
        ticket,
    )
    .map(drop)
}
