//! The SQL of presence.

pub(super) mod custom;
pub(super) mod spans;

use super::{Who, model};
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
    /// Set because nobody touched anything, and whether that may happen.
    pub automatic: bool,
    pub auto_away: bool,
}

/// What a user is to be.
pub(super) struct Next<'a> {
    pub status: &'a str,
    pub reason: &'a str,
    pub automatic: bool,
}

/// Ends what the user was, if anything, and begins what comes next.
pub(super) async fn follow(
    conn: &mut Conn,
    who: &Who,
    before: Option<&Row>,
    next: &Next<'_>,
    now: i64,
) -> DbResult<()> {
    let since = before.map_or(now, |row| model::ends(row.since, now));
    if let Some(row) = before {
        record(conn, who.client_id, row, since).await?;
    }
    choose(conn, who.client_id, who.user_id, next, since).await?;
    Ok(())
}

/// Makes whoever else changes the user's status wait for the end of the transaction.
pub(super) async fn lock(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update presence set seen_at = seen_at where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )
}

pub(super) async fn chosen(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<Option<Row>> {
    fetch_optional!(
        conn,
        Row,
        "select user_id, status, reason, since, seen_at, automatic, auto_away from presence
          where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )
}

pub(super) async fn all_chosen(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Row>> {
    fetch_all!(
        conn,
        Row,
        "select user_id, status, reason, since, seen_at, automatic, auto_away from presence
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

async fn choose(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    next: &Next<'_>,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into presence (client_id, user_id, status, reason, automatic, since, seen_at)
         values ($1, $2, $3, $4, $5, $6, $6)
         on conflict (client_id, user_id) do update
            set status = excluded.status, reason = excluded.reason,
                automatic = excluded.automatic, since = excluded.since",
        client_id,
        user_id,
        next.status,
        next.reason,
        next.automatic,
        now,
    )
}

/// Lets the user be set away automatically, or not.
pub(super) async fn let_away(conn: &mut Conn, who: &Who, on: bool, now: i64) -> DbResult<u64> {
    execute!(
        conn,
        "insert into presence (client_id, user_id, status, reason, since, seen_at, auto_away)
         values ($1, $2, 'ONLINE', '', $3, $3, $4)
         on conflict (client_id, user_id) do update set auto_away = excluded.auto_away",
        who.client_id,
        who.user_id,
        now,
        on,
    )
}

async fn record(conn: &mut Conn, client_id: i64, ended: &Row, until: i64) -> DbResult<u64> {
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

/// Since when nobody touched anything in the user's sockets on this node.
pub(super) async fn set_idle(
    conn: &mut Conn,
    who: &Who,
    node: &str,
    since: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update presence_leases set idle_since = $4
          where client_id = $1 and user_id = $2 and node = $3",
        who.client_id,
        who.user_id,
        node,
        since,
    )
}

/// Whether somebody is in front of one of the user's sockets, on any node.
pub(super) async fn attended(conn: &mut Conn, who: &Who, now: i64) -> DbResult<bool> {
    let found = fetch_optional!(
        conn,
        (i64,),
        "select user_id from presence_leases
          where client_id = $1 and user_id = $2 and until_at > $3 and idle_since is null
          limit 1",
        who.client_id,
        who.user_id,
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
