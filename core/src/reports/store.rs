//! The SQL of reports.

use super::{busy_hours::shift, intervals::Intervals, model::Count};
use crate::{
    db::{Conn, DbResult},
    fetch_all,
};

/// Tickets by interval and channel; spam is none.
pub(super) async fn by_channel(
    conn: &mut Conn,
    client_id: i64,
    intervals: Intervals,
    limit: i64,
) -> DbResult<Vec<Count>> {
    fetch_all!(
        conn,
        (i64, String, i64),
        "select ((created_at - $6) / $4) * $4 + $6 as at, channel, count(*) as tickets
           from tickets
          where client_id = $1 and created_at >= $2 and created_at < $3 and status <> 5
          group by 1, channel
          order by 1, 2
          limit $5",
        client_id,
        intervals.from,
        intervals.to,
        intervals.step,
        limit,
        intervals.anchor,
    )
}

/// Tickets by the hour of the week in which they were opened, Monday's first hour being 0, while the zone
/// keeps one offset. Spam is none, nor what was merged into another ticket.
pub(super) async fn by_hour(
    conn: &mut Conn,
    client_id: i64,
    (from, to, offset): (i64, i64, i64),
    kind: Option<&str>,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select ((created_at + $4) / 3600000) % 168 as hour, count(*)
           from tickets
          where client_id = $1 and created_at >= $2 and created_at < $3
            and status <> 5 and merged_into is null and ($5 = '' or kind = $5)
          group by 1
          order by 1
          limit 168",
        client_id,
        from,
        to,
        shift(offset),
        kind.unwrap_or_default(),
    )
}

/// Which tickets a summary is of.
#[derive(Clone, Debug)]
pub(super) struct SummaryFilter {
    pub client_id: i64,
    pub kind: &'static str,
    /// -1 for all but spam.
    pub status: i64,
    /// Opened from then on, and before then, in milliseconds.
    pub from: i64,
    pub to: i64,
}

/// A ticket of a summary.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct TicketRow {
    pub id: i64,
    pub number: i64,
    pub title: String,
    pub channel: String,
    pub labels: String,
    pub status: i64,
    pub assignee: String,
    pub department_id: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
    /// SLA clocks by what became of them.
    pub breached: i64,
    pub running: i64,
    pub met: i64,
    pub rating: Option<i64>,
    pub rating_reason: Option<String>,
}

/// The tickets that were opened in the range, the newest first, those that were merged into others not
/// among them; behind a moment and an id, or a number of them further on.
pub(super) async fn tickets(
    conn: &mut Conn,
    filter: &SummaryFilter,
    behind: Option<(i64, i64)>,
    (offset, limit): (i64, i64),
) -> DbResult<Vec<TicketRow>> {
    let (at, id) = behind.unwrap_or((i64::MAX, i64::MAX));
    fetch_all!(
        conn,
        TicketRow,
        "select t.id, t.number, t.title, t.channel, t.labels, t.status, t.assignee, t.department_id,
                t.created_at, t.updated_at,
                (select count(*) from sla_clocks c
                  where c.client_id = t.client_id and c.ticket_id = t.id and c.breached_at is not null) as breached,
                (select count(*) from sla_clocks c
                  where c.client_id = t.client_id and c.ticket_id = t.id and c.state in ('running', 'paused')) as running,
                (select count(*) from sla_clocks c
                  where c.client_id = t.client_id and c.ticket_id = t.id and c.state = 'met') as met,
                (select max(v.rating) from livechat_sessions v
                  where v.client_id = t.client_id and v.ticket_id = t.id) as rating,
                (select max(v.rating_reason) from livechat_sessions v
                  where v.client_id = t.client_id and v.ticket_id = t.id) as rating_reason
           from tickets t
          where t.client_id = $1 and t.created_at >= $2 and t.created_at < $3 and t.kind = $4
            and (t.status = $5 or ($5 < 0 and t.status <> 5)) and t.merged_into is null
            and (t.created_at < $6 or (t.created_at = $6 and t.id < $7))
          order by t.created_at desc, t.id desc
          limit $9 offset $8",
        filter.client_id,
        filter.from,
        filter.to,
        filter.kind,
        filter.status,
        at,
        id,
        offset,
        limit,
    )
}

pub(super) async fn label_names(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(
        conn,
        (i64, String),
        "select id, name from labels where client_id = $1 limit 100000",
        client_id,
    )
}

/// Also of departments that were removed.
pub(super) async fn department_names(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(
        conn,
        (i64, String),
        "select id, name from departments where client_id = $1 limit 100000",
        client_id,
    )
}

/// Usernames and names, also of who was disabled.
pub(super) async fn people_names(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(String, String)>> {
    fetch_all!(
        conn,
        (String, String),
        "select username, name from users where client_id = $1 limit 100000",
        client_id,
    )
}
