//! Which tickets are related to each other. The lower id stands first.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all,
};

/// No row when they are related already.
pub(in crate::tickets) async fn insert_link(
    conn: &mut Conn,
    client_id: i64,
    (one, other): (i64, i64),
    by: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into ticket_links (client_id, one_id, other_id, linked_by, linked_at)
         values ($1, $2, $3, $4, $5)
         on conflict (client_id, one_id, other_id) do nothing",
        client_id,
        one.min(other),
        one.max(other),
        by,
        now,
    )
}

pub(in crate::tickets) async fn remove_link(
    conn: &mut Conn,
    client_id: i64,
    (one, other): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from ticket_links where client_id = $1 and one_id = $2 and other_id = $3",
        client_id,
        one.min(other),
        one.max(other),
    )
}

/// The tickets that one is related to, the newest link first.
pub(in crate::tickets) async fn linked(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    limit: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64, i64),
        "select linked.id, linked.linked_at
           from (select other_id as id, linked_at from ticket_links
                  where client_id = $1 and one_id = $2
                  union all
                 select one_id as id, linked_at from ticket_links
                  where client_id = $1 and other_id = $2) linked
          order by linked.linked_at desc, linked.id desc
          limit $3",
        client_id,
        id,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
