//! The SQL of presence.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// What a user chose: status, reason, since when, and when the user was last there.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub user_id: i64,
    pub status: String,
    pub reason: String,
    pub since: i64,
    pub seen_at: i64,
}

pub(super) async fn chosen(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<Option<Row>> {
    fetch_optional!(
        conn,
        Row,
        "select user_id, status, reason, since, seen_at from presence
          where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )
}

pub(super) async fn all_chosen(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Row>> {
    fetch_all!(
        conn,
        Row,
        "select user_id, status, reason, since, seen_at from presence
          where client_id = $1
          limit 100000",
        client_id,
    )
}

/// Until when each user's sockets are known to be open: `(user, time)`.
pub(super) async fn leases(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select user_id, max(until_at) from presence_leases
          where client_id = $1
          group by user_id
          limit 100000",
        client_id,
    )
}

pub(super) async fn choose(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    (status, reason): (&str, &str),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into presence (client_id, user_id, status, reason, since, seen_at)
         values ($1, $2, $3, $4, $5, $5)
         on conflict (client_id, user_id) do update
            set status = excluded.status, reason = excluded.reason,
                since = excluded.since, seen_at = excluded.seen_at",
        client_id,
        user_id,
        status,
        reason,
        now,
    )
}

pub(super) async fn record(
    conn: &mut Conn,
    client_id: i64,
    ended: &Row,
    until: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into presence_spans (client_id, user_id, status, reason, from_at, until_at)
         values ($1, $2, $3, $4, $5, $6)",
        client_id,
        ended.user_id,
        ended.status.as_str(),
        ended.reason.as_str(),
        ended.since,
        until,
    )
}

/// The user was there just now.
pub(super) async fn seen(conn: &mut Conn, client_id: i64, user_id: i64, now: i64) -> DbResult<u64> {
    execute!(
        conn,
        "insert into presence (client_id, user_id, status, reason, since, seen_at)
         values ($1, $2, 'ONLINE', '', $3, $3)
         on conflict (client_id, user_id) do update set seen_at = excluded.seen_at",
        client_id,
        user_id,
        now,
    )
}

pub(super) async fn lease(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    node: &str,
    until: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into presence_leases (client_id, user_id, node, until_at)
         values ($1, $2, $3, $4)
         on conflict (client_id, user_id, node) do update set until_at = excluded.until_at",
        client_id,
        user_id,
        node,
        until,
    )
}

pub(super) async fn release(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    node: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from presence_leases where client_id = $1 and user_id = $2 and node = $3",
        client_id,
        user_id,
        node,
    )
}

/// Whether a socket of the user is open on any node.
pub(super) async fn connected(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    now: i64,
) -> DbResult<bool> {
    let found = fetch_optional!(
        conn,
        (i64,),
        "select user_id from presence_leases
          where client_id = $1 and user_id = $2 and until_at > $3
          limit 1",
        client_id,
        user_id,
        now,
    )?;
    Ok(found.is_some())
}

pub(super) async fn renew_across_clients(conn: &mut Conn, node: &str, until: i64) -> DbResult<u64> {
    execute!(conn, "update presence_leases set until_at = $2 where node = $1", node, until)
}

/// Rows of nodes that died long ago; until then they say when their users were last there.
pub(super) async fn forget_old_across_clients(conn: &mut Conn, before: i64) -> DbResult<u64> {
    execute!(conn, "delete from presence_leases where until_at < $1", before)
}

/// Ends the leases of other nodes now, where no other node can be.
pub(super) async fn end_others_across_clients(
    conn: &mut Conn,
    node: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update presence_leases set until_at = $2 where node <> $1 and until_at > $2",
        node,
        now,
    )
}
