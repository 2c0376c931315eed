//! Lists of tickets, their counts, and unread totals.

use super::TicketRow;
use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_one,
    tickets::model::{Filter, ListKind, Viewer},
};

/// One page of a list, newest first. `channels` is empty for all, or channel values with a comma
/// before, between and after them. A status has an index of its own, so the two cases are two
/// statements.
pub(in crate::tickets) async fn page(
    conn: &mut Conn,
    viewer: &Viewer,
    kind: ListKind,
    filter: Filter,
    channels: &str,
    offset: i64,
    limit: i64,
) -> DbResult<Vec<TicketRow>> {
    match filter {
        Filter::Status(status) => fetch_all!(
            conn,
            TicketRow,
            select_tickets!(
                "r.user_id = $3
              where t.client_id = $1 and t.kind = $2 and t.status = $5
                and ($4 or t.assignee_ids = '' or exists (
                    select 1 from participants p where p.ticket_id = t.id and p.user_id = $3))
                and ($8 = '' or replace($8, ',' || t.channel || ',', '') <> $8)
              order by t.updated_at desc, t.id desc
              limit $6 offset $7"
            ),
            viewer.client_id,
            kind.as_str(),
            viewer.user_id,
            viewer.admin,
            status,
            limit,
            offset,
            channels,
        ),
        Filter::All => fetch_all!(
            conn,
            TicketRow,
            select_tickets!(
                "r.user_id = $3
              where t.client_id = $1 and t.kind = $2
                and ($4 or t.assignee_ids = '' or exists (
                    select 1 from participants p where p.ticket_id = t.id and p.user_id = $3))
                and ($7 = '' or replace($7, ',' || t.channel || ',', '') <> $7)
              order by t.updated_at desc, t.id desc
              limit $5 offset $6"
            ),
            viewer.client_id,
            kind.as_str(),
            viewer.user_id,
            viewer.admin,
            limit,
            offset,
            channels,
        ),
    }
}

/// How many tickets a list has, for this viewer.
pub(in crate::tickets) async fn count(
    conn: &mut Conn,
    viewer: &Viewer,
    kind: ListKind,
    filter: Filter,
    channels: &str,
) -> DbResult<i64> {
    let (status, all) = match filter {
        Filter::Status(status) => (status, false),
        Filter::All => (0, true),
    };
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from tickets t
          where t.client_id = $1 and t.kind = $2 and ($6 or t.status = $5)
            and ($4 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $3))
            and ($7 = '' or replace($7, ',' || t.channel || ',', '') <> $7)",
        viewer.client_id,
        kind.as_str(),
        viewer.user_id,
        viewer.admin,
        status,
        all,
        channels,
    )?;
    Ok(count)
}

/// Tickets that changed at or after a time, oldest change first.
pub(in crate::tickets) async fn updated_since(
    conn: &mut Conn,
    viewer: &Viewer,
    since: i64,
    limit: i64,
) -> DbResult<Vec<TicketRow>> {
    fetch_all!(
        conn,
        TicketRow,
        select_tickets!(
            "r.user_id = $2
          where t.client_id = $1 and t.updated_at >= $4
            and ($3 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $2))
          order by t.updated_at, t.id
          limit $5"
        ),
        viewer.client_id,
        viewer.user_id,
        viewer.admin,
        since,
        limit,
    )
}

/// Tickets with something unread, by list. Closed tickets do not count.
pub(in crate::tickets) async fn unread_totals(
    conn: &mut Conn,
    viewer: &Viewer,
) -> DbResult<Vec<(String, i64)>> {
    fetch_all!(
        conn,
        (String, i64),
        "select t.kind, count(*)
           from tickets t
           left join ticket_reads r on r.ticket_id = t.id and r.user_id = $2
          where t.client_id = $1 and t.kind in ('ticket', 'livechat') and t.status in (0, 1, 2)
            and t.last_in_id > coalesce(r.read_to, 0)
            and ($3 or t.assignee_ids = '' or exists (
                select 1 from participants p where p.ticket_id = t.id and p.user_id = $2))
          group by t.kind",
        viewer.client_id,
        viewer.user_id,
        viewer.admin,
    )
}
