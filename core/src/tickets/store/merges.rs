//! Which ticket shows which other tickets' messages.

use super::tickets::{TicketRow, ticket_row};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Tickets that one may show, itself among them.
pub(in crate::tickets) const FAMILY_MAX: usize = 20;

/// The ticket that shows a ticket's messages: itself, or the one it was merged into.
pub(in crate::tickets) async fn shown_in(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<TicketRow>> {
    let mut found = ticket_row(conn, client_id, id, 0).await?;
    for _ in 0..FAMILY_MAX {
        let Some(next) = found.as_ref().and_then(|row| row.merged_into) else { break };
        found = ticket_row(conn, client_id, next, 0).await?;
    }
    Ok(found)
}

/// A ticket, the one it was merged into, the one that was merged into, and so on: the last one shows
/// its messages.
pub(in crate::tickets) async fn path(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Vec<i64>> {
    let mut all = vec![id];
    while let Some(last) = all.last().copied()
        && all.len() < FAMILY_MAX
    {
        let row = fetch_optional!(
            conn,
            (Option<i64>,),
            "select merged_into from tickets where client_id = $1 and id = $2",
            client_id,
            last,
        )?;
        let Some(next) = row.and_then(|row| row.0) else { break };
        all.push(next);
    }
    Ok(all)
}

/// The tickets that were merged into this one, directly.
pub(in crate::tickets) async fn sources(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from tickets
          where client_id = $1 and merged_into = $2
          order by id
          limit 20",
        client_id,
        id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// The tickets whose messages this one shows, itself first.
pub(in crate::tickets) async fn family(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Vec<i64>> {
    let (mut all, mut at) = (vec![id], 0);
    while let Some(member) = all.get(at).copied()
        && all.len() < FAMILY_MAX
    {
        all.extend(sources(conn, client_id, member).await?);
        at += 1;
    }
    Ok(all)
}

pub(in crate::tickets) async fn set_merged(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    into: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set merged_into = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        into,
    )
}

/// What a list shows of a ticket's messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::tickets) struct Standing {
    pub snippet: String,
    pub message_count: i64,
    pub last_message_id: Option<i64>,
    pub last_in_id: Option<i64>,
    pub responded: bool,
    pub has_attachment: bool,
}

pub(in crate::tickets) async fn standing(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Standing>> {
    fetch_optional!(
        conn,
        Standing,
        "select snippet, message_count, last_message_id, last_in_id, responded, has_attachment
           from tickets
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

pub(in crate::tickets) async fn set_standing(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    is: &Standing,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets
            set snippet = $3, message_count = $4, last_message_id = $5, last_in_id = $6,
                responded = $7, has_attachment = $8, updated_at = $9
          where client_id = $1 and id = $2",
        client_id,
        id,
        is.snippet.as_str(),
        is.message_count,
        is.last_message_id,
        is.last_in_id,
        is.responded,
        is.has_attachment,
        now,
    )
}

/// A merge that was made.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::tickets) struct MergeRow {
    pub id: i64,
    pub target_id: i64,
    pub status: i64,
    pub snoozed_until: Option<i64>,
    pub why: String,
    pub merged_by: String,
    pub merged_at: i64,
}

pub(in crate::tickets) async fn insert_merge(
    conn: &mut Conn,
    client_id: i64,
    source_id: i64,
    row: &MergeRow,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into ticket_merges (client_id, source_id, target_id, status, snoozed_until, why,
                                    merged_by, merged_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        client_id,
        source_id,
        row.target_id,
        row.status,
        row.snoozed_until,
        row.why.as_str(),
        row.merged_by.as_str(),
        row.merged_at,
    )
}

/// The merge by which a ticket is in another one.
pub(in crate::tickets) async fn last_merge(
    conn: &mut Conn,
    client_id: i64,
    source_id: i64,
) -> DbResult<Option<MergeRow>> {
    fetch_optional!(
        conn,
        MergeRow,
        "select id, target_id, status, snoozed_until, why, merged_by, merged_at
           from ticket_merges
          where client_id = $1 and source_id = $2 and undone_at is null
          order by id desc
          limit 1",
        client_id,
        source_id,
    )
}

pub(in crate::tickets) async fn undo_merge(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update ticket_merges set undone_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

/// The newest thing that was said in a ticket: its id, and how it reads in a list; by the customer
/// only where that is asked for.
pub(in crate::tickets) async fn newest_said(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    by_customer: bool,
) -> DbResult<Option<(i64, String, String)>> {
    fetch_optional!(
        conn,
        (i64, String, String),
        "select id, direction, body
           from messages
          where client_id = $1 and ticket_id = $2
            and (direction = 'in' or (direction = 'out' and not $3))
          order by id desc
          limit 1",
        client_id,
        id,
        by_customer,
    )
}

/// The newest message in a ticket's own conversation, of those that go one way.
pub(in crate::tickets) async fn newest_of(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    direction: &str,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id
           from messages
          where client_id = $1 and ticket_id = $2 and direction = $3
          order by id desc
          limit 1",
        client_id,
        id,
        direction,
    )?;
    Ok(row.map(|row| row.0))
}

/// How many messages a ticket has in its list: what was said, and the lines that its channel sent.
pub(in crate::tickets) async fn said_count(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from messages
          where client_id = $1 and ticket_id = $2
            and (direction in ('in', 'out') or external_id is not null)",
        client_id,
        id,
    )?;
    Ok(count)
}

/// Whether a ticket has a file that was sent or came.
pub(in crate::tickets) async fn has_files(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from attachments
          where client_id = $1 and ticket_id = $2 and message_id is not null
          limit 1",
        client_id,
        id,
    )?;
    Ok(row.is_some())
}
