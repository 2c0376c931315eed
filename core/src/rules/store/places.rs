//! How far each client's log was read for rules.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one,
};

/// Clients with rules that are switched on, whose log goes on behind what was read of it: each with
/// its place.
pub(in crate::rules) async fn behind_across_clients(conn: &mut Conn) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select p.client_id, p.seq
           from rule_places p
           join client_counters c on c.client_id = p.client_id
          where c.seq > p.seq
            and exists (select 1 from rules r where r.client_id = p.client_id and r.enabled)
          order by p.client_id
          limit 100000",
    )
}

/// From here on the log is read.
pub(in crate::rules) async fn begin_at(conn: &mut Conn, client_id: i64, seq: i64) -> DbResult<u64> {
    execute!(
        conn,
        "insert into rule_places (client_id, seq) values ($1, $2)
         on conflict (client_id) do update set seq = excluded.seq",
        client_id,
        seq,
    )
}

/// Waits until no rule runs, and keeps them from running until the end of the transaction: what
/// changes rules takes them in another order than what runs them.
pub(in crate::rules) async fn hold_place(conn: &mut Conn, client_id: i64) -> DbResult<u64> {
    execute!(conn, "update rule_places set seq = seq where client_id = $1", client_id)
}

/// Locks how far a client's log was read, and gives it.
pub(in crate::rules) async fn lock_place(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (seq,) = fetch_one!(
        conn,
        (i64,),
        "update rule_places set seq = seq where client_id = $1 returning seq",
        client_id,
    )?;
    Ok(seq)
}

pub(in crate::rules) async fn set_place(
    conn: &mut Conn,
    client_id: i64,
    seq: i64,
) -> DbResult<u64> {
    execute!(conn, "update rule_places set seq = $2 where client_id = $1", client_id, seq)
}
