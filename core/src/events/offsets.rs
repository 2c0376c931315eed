//! The offsets of log consumers: how far each has read each client's log. A row is also the lock of
//! the consumer over the client: who holds it knows that the consumer does nothing meanwhile.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// A client whose log goes on behind a consumer's offset.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Behind {
    pub client_id: i64,
    /// The offset: the number of the last event that was read.
    pub seq: i64,
    /// The number of the newest event.
    pub head: i64,
}

/// Whether a consumer is behind with a client. Without an offset it is, if it reads every client.
pub(super) async fn behind(
    conn: &mut Conn,
    consumer: &str,
    every_client: bool,
    client_id: i64,
) -> DbResult<Option<Behind>> {
    fetch_optional!(
        conn,
        Behind,
        "select c.client_id, coalesce(o.seq, 0) as seq, c.seq as head
           from client_counters c
           left join log_offsets o on o.consumer = $1 and o.client_id = c.client_id
          where c.client_id = $2 and c.seq > coalesce(o.seq, 0)
            and ($3 or o.seq is not null)",
        consumer,
        client_id,
        every_client,
    )
}

/// The same for all clients.
pub(super) async fn behind_across_clients(
    conn: &mut Conn,
    consumer: &str,
    every_client: bool,
) -> DbResult<Vec<Behind>> {
    fetch_all!(
        conn,
        Behind,
        "select c.client_id, coalesce(o.seq, 0) as seq, c.seq as head
           from client_counters c
           left join log_offsets o on o.consumer = $1 and o.client_id = c.client_id
          where c.seq > coalesce(o.seq, 0) and ($2 or o.seq is not null)
          order by c.client_id
          limit 100000",
        consumer,
        every_client,
    )
}

/// From here on the consumer reads the client's log.
///
/// # Errors
/// What the database said.
pub async fn begin_at(conn: &mut Conn, consumer: &str, client_id: i64, seq: i64) -> DbResult<u64> {
    execute!(
        conn,
        "insert into log_offsets (consumer, client_id, seq) values ($1, $2, $3)
         on conflict (consumer, client_id) do update set seq = excluded.seq",
        consumer,
        client_id,
        seq,
    )
}

/// Gives a consumer of every client an offset before the first event, if it has none.
///
/// # Errors
/// What the database said.
pub async fn add(conn: &mut Conn, consumer: &str, client_id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "insert into log_offsets (consumer, client_id, seq) values ($1, $2, 0)
         on conflict (consumer, client_id) do nothing",
        consumer,
        client_id,
    )
}

/// Waits until the consumer does nothing for the client, and keeps it so until the end of the
/// transaction. Gives the offset; none where the consumer does not read the client's log.
///
/// # Errors
/// What the database said.
pub async fn lock(conn: &mut Conn, consumer: &str, client_id: i64) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "update log_offsets set seq = seq where consumer = $1 and client_id = $2 returning seq",
        consumer,
        client_id,
    )?;
    Ok(row.map(|row| row.0))
}

pub(super) async fn set(
    conn: &mut Conn,
    consumer: &str,
    client_id: i64,
    seq: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update log_offsets set seq = $3 where consumer = $1 and client_id = $2",
        consumer,
        client_id,
        seq,
    )
}
