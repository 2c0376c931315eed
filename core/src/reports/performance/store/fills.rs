//! The SQL of tickets that are still to be read.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// Tickets of a client that are still to be read.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub(in crate::reports::performance) struct FillRow {
    pub client_id: i64,
    pub reached: i64,
    pub until: i64,
    pub afresh: bool,
}

/// The next client with tickets to read.
pub(in crate::reports::performance) async fn next_fill_across_clients(
    conn: &mut Conn,
) -> DbResult<Option<FillRow>> {
    fetch_optional!(
        conn,
        FillRow,
        "select client_id, reached, until, afresh from report_fills order by client_id limit 1",
    )
}

/// A client's tickets that are to be read, held until the end of the transaction.
pub(in crate::reports::performance) async fn held_fill(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Option<FillRow>> {
    fetch_optional!(
        conn,
        FillRow,
        "update report_fills set until = until where client_id = $1
         returning client_id, reached, until, afresh",
        client_id,
    )
}

/// Whether a client has tickets to read.
pub(in crate::reports::performance) async fn is_filling(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select client_id from report_fills where client_id = $1",
        client_id,
    )?;
    Ok(row.is_some())
}

/// All tickets that a client has now are to be read: those of which nothing is known, or all afresh.
pub(in crate::reports::performance) async fn begin_fill(
    conn: &mut Conn,
    client_id: i64,
    afresh: bool,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into report_fills (client_id, reached, until, afresh)
         select $1, 0, coalesce((select max(id) from tickets where client_id = $1), 0), $2
          where true
         on conflict (client_id) do update
            set reached = 0, until = excluded.until, afresh = report_fills.afresh or excluded.afresh",
        client_id,
        afresh,
    )
}

/// The same for all clients that have tickets.
pub(in crate::reports::performance) async fn begin_fills_across_clients(
    conn: &mut Conn,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into report_fills (client_id, reached, until, afresh)
         select client_id, 0, max(id), true from tickets where true group by client_id
         on conflict (client_id) do update
            set reached = 0, until = excluded.until, afresh = excluded.afresh",
    )
}

/// How many tickets there are to read, at most.
pub(in crate::reports::performance) async fn left_across_clients(conn: &mut Conn) -> DbResult<i64> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select cast(coalesce(sum(until - reached), 0) as bigint) from report_fills limit 1",
    )?;
    Ok(rows.first().map_or(0, |row| row.0))
}

pub(in crate::reports::performance) async fn set_reached(
    conn: &mut Conn,
    client_id: i64,
    ticket: i64,
) -> DbResult<u64> {
    execute!(conn, "update report_fills set reached = $2 where client_id = $1", client_id, ticket,)
}

pub(in crate::reports::performance) async fn end_fill(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<u64> {
    execute!(conn, "delete from report_fills where client_id = $1", client_id)
}

/// The next tickets to read.
pub(in crate::reports::performance) async fn to_read(
    conn: &mut Conn,
    fill: &FillRow,
    limit: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select t.id
           from tickets t
          where t.client_id = $1 and t.id > $2 and t.id <= $3
            and ($4 or not exists (select 1 from report_tickets r
                                    where r.client_id = t.client_id and r.ticket_id = t.id))
          order by t.id
          limit $5",
        fill.client_id,
        fill.reached,
        fill.until,
        fill.afresh,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
