//! The queue's SQL.

use super::{Class, Job, NewJob};
use crate::{
    db::{Conn, Db, DbResult, Tx, dialect},
    execute, fetch_all,
};
use serde_json::json;
use sha2::{Digest as _, Sha256};

/// Enqueues in the caller's transaction; the workers wake when it commits. One of the same key that waits
/// does this one's work as well.
///
/// # Errors
/// What the database said.
pub async fn enqueue(tx: &mut Tx, job: NewJob) -> DbResult<()> {
    if insert(tx, &job).await? == 0 {
        // A lost wake-up: the one that waits might begin before this transaction is committed, and would
        // not see what it is planned for. Whoever begins it waits for this turn, see [`after_planners`].
        // One that began meanwhile is none that waits any more.
        dialect::take_turn(tx, turn(job.client_id, job.kind), false).await?;
        insert(tx, &job).await?;
    }
    tx.queued(job.class.as_str());
    Ok(())
}

/// The turns that are taken with jobs of a kind.
fn turn(client_id: i64, kind: &str) -> i64 {
    let digest = Sha256::digest(format!("job {client_id} {kind}"));
    let first: [u8; 8] = std::array::from_fn(|at| digest[at]);
    i64::from_be_bytes(first)
}

/// Waits until the transactions are over that relied on a job which is about to begin. Nothing to do where
/// nobody else writes.
pub(super) async fn after_planners(db: &Db, job: &Job) -> DbResult<()> {
    if db.postgres().is_none() {
        return Ok(());
    }
    // Without a transaction around it, the turn is over with the statement.
    let mut conn = db.read().await?;
    dialect::take_turn(&mut conn, turn(job.client_id, &job.kind), true).await
}

async fn insert(tx: &mut Tx, job: &NewJob) -> DbResult<u64> {
    execute!(
        tx,
        "insert into jobs (client_id, class, kind, key, payload, state, run_at, created_at)
         values ($1, $2, $3, $4, $5, 'waiting', $6, $6)
         on conflict (client_id, kind, key) where state = 'waiting' do nothing",
        job.client_id,
        job.class.as_str(),
        job.kind,
        job.key.as_str(),
        job.payload.to_string(),
        job.run_at_ms,
    )
}

/// The one job of its kind that is about the whole installation, for which client 0 stands.
#[must_use]
pub(super) fn across_clients(kind: &'static str, run_at_ms: i64) -> NewJob {
    NewJob {
        client_id: 0,
        class: Class::Bulk,
        kind,
        key: "all".into(),
        payload: json!({}),
        run_at_ms,
    }
}

/// Enqueues the one job of its kind that is about the whole installation. One that waits already stays
/// as it is.
///
/// # Errors
/// What the database said.
pub async fn plan_across_clients(db: &Db, kind: &'static str, run_at_ms: i64) -> DbResult<()> {
    let mut tx = db.begin().await?;
    enqueue(&mut tx, across_clients(kind, run_at_ms)).await?;
    tx.commit().await
}

/// Clients that have due jobs of a class. Steps from client to client through the index, so a
/// client with a million jobs costs no more than one with a single job.
pub(super) async fn clients_waiting_across_clients(
    conn: &mut Conn,
    class: Class,
    now: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "with recursive waiting (client_id) as (
            select min(client_id) from jobs where class = $1 and state = 'waiting'
            union all
            select (select min(client_id) from jobs
                     where class = $1 and state = 'waiting' and client_id > waiting.client_id)
              from waiting
             where waiting.client_id is not null)
         select client_id from waiting
          where client_id is not null
            and exists (select 1 from jobs
                         where class = $1 and state = 'waiting' and client_id = waiting.client_id
                           and run_at <= $2)
          limit 10000",
        class.as_str(),
        now,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Claims up to `limit` due jobs of a client.
pub(super) async fn claim(
    conn: &mut Conn,
    client_id: i64,
    class: Class,
    owner: &str,
    times: (i64, i64),
    limit: i64,
) -> DbResult<Vec<Job>> {
    let (now, until) = times;
    let rows =
        dialect::claim_jobs(conn, client_id, class.as_str(), owner, now, until, limit).await?;
    Ok(rows
        .into_iter()
        .map(|(id, client_id, kind, payload, attempt)| Job {
            id,
            client_id,
            kind,
            payload: serde_json::from_str(&payload).unwrap_or_default(),
            attempt,
        })
        .collect())
}

pub(super) async fn done(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from jobs where client_id = $1 and id = $2", client_id, id)
}

/// A job of the same key may have been enqueued while this one ran; then this one is dropped, for
/// the other will do its work.
pub(super) async fn again(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    run_at: i64,
    error: &str,
) -> DbResult<()> {
    let put_back = execute!(
        conn,
        "update jobs
            set state = 'waiting', run_at = $3, last_error = $4, lease_owner = null, lease_until = null
          where client_id = $1 and id = $2 and not exists (
            select 1 from jobs other
             where other.client_id = jobs.client_id and other.kind = jobs.kind
               and other.key = jobs.key and other.state = 'waiting')",
        client_id,
        id,
        run_at,
        error,
    )?;
    if put_back == 0 {
        done(conn, client_id, id).await?;
    }
    Ok(())
}

pub(super) async fn dead(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
    error: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update jobs
            set state = 'dead', finished_at = $3, last_error = $4, lease_owner = null, lease_until = null
          where client_id = $1 and id = $2",
        client_id,
        id,
        now,
        error,
    )
}

/// Frees jobs that an earlier life of the only process was at. For SQLite, whose data folder has one
/// process at a time; elsewhere they wait until their lease is over.
///
/// # Errors
/// What the database said.
pub async fn forget_leases_of_other_owners(conn: &mut Conn, owner: &str) -> DbResult<u64> {
    execute!(
        conn,
        "update jobs set lease_until = 0 where state = 'running' and lease_owner <> $1",
        owner
    )
}

/// Jobs whose worker died: those past their lease.
pub(super) async fn free_lost_across_clients(
    conn: &mut Conn,
    now: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select client_id, id from jobs
          where state = 'running' and lease_until < $1
          order by lease_until
          limit 500",
        now,
    )
}

/// Dead letters of a client, newest first.
///
/// # Errors
/// What the database said.
pub async fn dead_letters(
    conn: &mut Conn,
    client_id: i64,
    limit: i64,
) -> DbResult<Vec<(i64, String, String, i64)>> {
    fetch_all!(
        conn,
        (i64, String, String, i64),
        "select id, kind, coalesce(last_error, ''), attempts
           from jobs
          where client_id = $1 and state = 'dead'
          order by id desc
          limit $2",
        client_id,
        limit,
    )
}
