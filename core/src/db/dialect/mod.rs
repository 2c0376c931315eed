//! What really differs between the engines, in pairs.

mod fulltext;
mod rows;

pub use fulltext::{
    Look, Newest, TicketHit, add_words, docs_with, drop_words, messages_with, newest_words,
    put_words, tickets_with,
};

use super::{Conn, DbResult, Raw};

/// Whether nobody else writes while this transaction does, so that what it read stays true.
pub fn writes_alone(conn: &mut Conn) -> bool {
    matches!(conn.raw(), Raw::Sqlite(_))
}

/// Takes its turn with something until the transaction ends: `alone`, or beside others who are not.
/// Nothing to do where nobody else writes.
///
/// # Errors
/// What the database said.
pub async fn take_turn(conn: &mut Conn, key: i64, alone: bool) -> DbResult<()> {
    const ALONE: &str = "select pg_advisory_xact_lock($1)";
    const BESIDE: &str = "select pg_advisory_xact_lock_shared($1)";
    crate::register_statement!(ALONE, Postgres);
    crate::register_statement!(BESIDE, Postgres);
    if let Raw::Postgres(c) = conn.raw() {
        let statement = if alone { ALONE } else { BESIDE };
        sqlx::query(statement).bind(key).execute(c).await?;
    }
    Ok(())
}

/// Locks an account's sends that are under way, until the transaction ends. Nothing to do where
/// nobody else writes.
///
/// # Errors
/// What the database said.
pub async fn lock_sends(conn: &mut Conn, client_id: i64, channel_id: i64) -> DbResult<()> {
    const SENDS: &str = "select id from deliveries
          where client_id = $1 and channel_id = $2 and state = 'sending' order by id for update";
    crate::register_statement!(SENDS, Postgres);
    if let Raw::Postgres(c) = conn.raw() {
        sqlx::query(SENDS).bind(client_id).bind(channel_id).execute(c).await?;
    }
    Ok(())
}

/// Tells the other processes on this database. SQLite has none.
///
/// # Errors
/// What the database said.
pub async fn notify(conn: &mut Conn, note: &str) -> DbResult<()> {
    if let Raw::Postgres(c) = conn.raw() {
        sqlx::query("select pg_notify('patchbay', $1)").bind(note).execute(c).await?;
    }
    Ok(())
}

/// A claimed job: id, client id, kind, payload, attempt.
pub type JobRow = (i64, i64, String, String, i64);

/// Claims due jobs. PostgreSQL skips rows that another node is claiming; SQLite has one writer, so
/// there is nobody to skip.
///
/// # Errors
/// What the database said.
pub async fn claim_jobs(
    conn: &mut Conn,
    client_id: i64,
    class: &str,
    owner: &str,
    now: i64,
    until: i64,
    limit: i64,
) -> DbResult<Vec<JobRow>> {
    crate::fetch_all_pair!(
        conn,
        JobRow,
        sqlite: "update jobs
            set state = 'running', attempts = attempts + 1, lease_owner = $3, lease_until = $5
          where id in (
            select id from jobs
             where client_id = $1 and class = $2 and state = 'waiting' and run_at <= $4
             order by run_at, id
             limit $6)
         returning id, client_id, kind, payload, attempts",
        postgres: "update jobs
            set state = 'running', attempts = attempts + 1, lease_owner = $3, lease_until = $5
          where id in (
            select id from jobs
             where client_id = $1 and class = $2 and state = 'waiting' and run_at <= $4
             order by run_at, id
             limit $6
             for update skip locked)
         returning id, client_id, kind, payload, attempts",
        client_id,
        class,
        owner,
        now,
        until,
        limit,
    )
}
