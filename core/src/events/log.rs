//! Appending to the log and reading from it.

use super::{Audience, Event, NewEvent};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one,
};
use std::{collections::BTreeMap, sync::Arc};

/// Appends events and gives the clients whose log grew. Called by [`crate::db::Tx::commit`].
///
/// # Errors
/// What the database said.
pub async fn write(conn: &mut Conn, events: Vec<NewEvent>) -> DbResult<Vec<i64>> {
    let mut by_client: BTreeMap<i64, Vec<NewEvent>> = BTreeMap::new();
    for event in events {
        by_client.entry(event.client_id).or_default().push(event);
    }
    let clients: Vec<i64> = by_client.keys().copied().collect();
    for (client_id, events) in by_client {
        let count = i64::try_from(events.len()).unwrap_or(i64::MAX);
        let (last,) = fetch_one!(
            conn,
            (i64,),
            "update client_counters set seq = seq + $2 where client_id = $1 returning seq",
            client_id,
            count,
        )?;
        for (seq, event) in (last - count + 1..).zip(events) {
            execute!(
                conn,
                "insert into events (client_id, seq, name, ticket_id, audience, data, created_at)
                 values ($1, $2, $3, $4, $5, $6, $7)",
                client_id,
                seq,
                event.name,
                event.ticket_id,
                serde_json::to_string(&event.audience).unwrap_or_default(),
                event.data.to_string(),
                event.at_ms,
            )?;
        }
    }
    Ok(clients)
}

/// The number of the client's newest event; 0 before the first.
///
/// # Errors
/// What the database said.
pub async fn head(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select seq from client_counters where client_id = $1",
        client_id,
    )?;
    Ok(rows.first().map_or(0, |row| row.0))
}

/// The number of the oldest event still kept, or one above the head when none is.
///
/// # Errors
/// What the database said.
pub async fn oldest(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (oldest,) = fetch_one!(
        conn,
        (Option<i64>,),
        "select min(seq) from events where client_id = $1",
        client_id,
    )?;
    match oldest {
        Some(seq) => Ok(seq),
        None => Ok(head(conn, client_id).await? + 1),
    }
}

type Row = (i64, String, Option<i64>, String, String, i64);

/// At most `limit` events of a client after `after`, in order.
///
/// # Errors
/// What the database said.
pub async fn after(
    conn: &mut Conn,
    client_id: i64,
    after: i64,
    limit: i64,
) -> DbResult<Vec<Event>> {
    let rows = fetch_all!(
        conn,
        Row,
        "select seq, name, ticket_id, audience, data, created_at
           from events
          where client_id = $1 and seq > $2
          order by seq
          limit $3",
        client_id,
        after,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| event(client_id, row)).collect())
}

fn event(client_id: i64, (seq, name, ticket_id, audience, data, at_ms): Row) -> Event {
    Event {
        client_id,
        seq,
        name: name.into(),
        ticket_id,
        audience: Arc::new(serde_json::from_str::<Audience>(&audience).unwrap_or_default()),
        data: data.into(),
        at_ms,
    }
}

/// The same for one that wants events of some names only, of [`NAMES_MAX`] at most.
///
/// # Errors
/// What the database said.
pub async fn named(
    conn: &mut Conn,
    client_id: i64,
    after: i64,
    names: &[&str],
    limit: i64,
) -> DbResult<Vec<Event>> {
    debug_assert!(names.len() <= NAMES_MAX, "a statement names {NAMES_MAX} events at most");
    // No event has the empty name.
    let name = |place: usize| names.get(place).copied().unwrap_or_default();
    let rows = fetch_all!(
        conn,
        Row,
        "select seq, name, ticket_id, audience, data, created_at
           from events
          where client_id = $1 and seq > $2
            and name in ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
          order by seq
          limit $15",
        client_id,
        after,
        name(0),
        name(1),
        name(2),
        name(3),
        name(4),
        name(5),
        name(6),
        name(7),
        name(8),
        name(9),
        name(10),
        name(11),
        limit,
    )?;
    Ok(rows.into_iter().map(|row| event(client_id, row)).collect())
}

/// How many names of events a statement takes.
pub const NAMES_MAX: usize = 12;

/// How far each client's log reaches: client and newest number.
///
/// # Errors
/// What the database said.
pub async fn heads_across_clients(conn: &mut Conn) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select client_id, seq from client_counters where seq > 0 order by client_id limit 100000",
    )
}

/// Removes events older than `before_ms`, at most `limit` of them. The newest event of a log always
/// stays, so that a socket can tell a gap from silence.
///
/// # Errors
/// What the database said.
pub async fn prune_across_clients(conn: &mut Conn, before_ms: i64, limit: i64) -> DbResult<u64> {
    execute!(
        conn,
        "delete from events
          where (client_id, seq) in (
            select e.client_id, e.seq
              from events e
              join client_counters c on c.client_id = e.client_id
             where e.created_at < $1 and e.seq < c.seq
             order by e.created_at
             limit $2)",
        before_ms,
        limit,
    )
}
