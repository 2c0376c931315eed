//! How far each client's log was read for closings.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Clients with surveys that wait for closings, whose log goes on behind what was read of it.
pub(in crate::surveys) async fn behind_across_clients(conn: &mut Conn) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select p.client_id
           from survey_places p
           join client_counters c on c.client_id = p.client_id
          where c.seq > p.seq
            and exists (select 1 from surveys s
                         where s.client_id = p.client_id and s.active and s.automatic)
          order by p.client_id
          limit 100000",
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Whether a client has a survey that waits for closings.
pub(in crate::surveys) async fn any_waits(conn: &mut Conn, client_id: i64) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from surveys where client_id = $1 and active and automatic limit 1",
        client_id,
    )?;
    Ok(row.is_some())
}

/// From here on the log is read.
pub(in crate::surveys) async fn begin_at(
    conn: &mut Conn,
    client_id: i64,
    seq: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into survey_places (client_id, seq) values ($1, $2)
         on conflict (client_id) do update set seq = excluded.seq",
        client_id,
        seq,
    )
}

/// Waits until nothing is planned or sent, and keeps it so until the end of the transaction.
pub(in crate::surveys) async fn hold_place(conn: &mut Conn, client_id: i64) -> DbResult<u64> {
    execute!(conn, "update survey_places set seq = seq where client_id = $1", client_id)
}

/// Locks how far a client's log was read, and gives it.
pub(in crate::surveys) async fn lock_place(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (seq,) = fetch_one!(
        conn,
        (i64,),
        "update survey_places set seq = seq where client_id = $1 returning seq",
        client_id,
    )?;
    Ok(seq)
}

pub(in crate::surveys) async fn set_place(
    conn: &mut Conn,
    client_id: i64,
    seq: i64,
) -> DbResult<u64> {
    execute!(conn, "update survey_places set seq = $2 where client_id = $1", client_id, seq)
}
