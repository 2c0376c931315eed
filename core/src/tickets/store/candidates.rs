//! The tickets that an inbound message might continue. Where one was merged into another, it is the
//! other that is continued.

use super::merges::shown_in;
use crate::{
    db::{Conn, DbResult},
    fetch_optional,
    tickets::model::Candidate,
};

/// Id, status, number, and the ticket it was merged into.
type CandidateRow = (i64, i64, i64, Option<i64>);

async fn candidate(
    conn: &mut Conn,
    client_id: i64,
    found: Option<CandidateRow>,
) -> DbResult<Option<Candidate>> {
    let Some((home, status, number, merged_into)) = found else { return Ok(None) };
    if merged_into.is_none() {
        return Ok(Some(Candidate { ticket_id: home, home, status, number }));
    }
    let shown = shown_in(conn, client_id, home).await?;
    Ok(shown.map(|row| Candidate {
        ticket_id: row.id,
        home,
        status: row.status,
        number: row.number,
    }))
}

/// The ticket of a conversation that is not closed.
pub(in crate::tickets) async fn open_in_thread(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    thread: &str,
) -> DbResult<Option<i64>> {
    Ok(open_one(conn, client_id, channel_id, thread).await?.map(|found| found.0))
}

async fn open_one(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    thread: &str,
) -> DbResult<Option<CandidateRow>> {
    fetch_optional!(
        conn,
        CandidateRow,
        "select id, status, number, merged_into
           from tickets
          where client_id = $1 and channel_id = $2 and thread = $3 and status <> 3",
        client_id,
        channel_id,
        thread,
    )
}

pub(in crate::tickets) async fn candidate_by_thread(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    thread: &str,
) -> DbResult<Option<Candidate>> {
    let open = open_one(conn, client_id, channel_id, thread).await?;
    if open.is_some() {
        return candidate(conn, client_id, open).await;
    }
    let merged = fetch_optional!(
        conn,
        CandidateRow,
        "select id, status, number, merged_into
           from tickets
          where client_id = $1 and channel_id = $2 and thread = $3 and merged_into is not null
          order by id desc
          limit 1",
        client_id,
        channel_id,
        thread,
    )?;
    candidate(conn, client_id, merged).await
}

pub(in crate::tickets) async fn candidate_by_number(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    number: i64,
) -> DbResult<Option<Candidate>> {
    let found = fetch_optional!(
        conn,
        CandidateRow,
        "select id, status, number, merged_into
           from tickets
          where client_id = $1 and channel_id = $2 and number = $3",
        client_id,
        channel_id,
        number,
    )?;
    candidate(conn, client_id, found).await
}

pub(in crate::tickets) async fn candidate_by_external(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    external_id: &str,
) -> DbResult<Option<Candidate>> {
    let found = fetch_optional!(
        conn,
        CandidateRow,
        "select t.id, t.status, t.number, t.merged_into
           from messages m
           join tickets t on t.id = m.ticket_id
          where m.client_id = $1 and m.channel_id = $2 and m.external_id = $3",
        client_id,
        channel_id,
        external_id,
    )?;
    candidate(conn, client_id, found).await
}
