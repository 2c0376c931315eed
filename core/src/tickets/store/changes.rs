//! Changes of messages after they were stored: text, withdrawal, reactions.

use super::{files, messages, words};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_optional,
    tickets::model::snippet,
};

/// A message as it is before a change.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::tickets) struct Locked {
    pub body: String,
    pub html: Option<String>,
    pub kind: String,
    pub edited_at: Option<i64>,
    pub reactions: String,
    pub edit: Option<String>,
    pub notes: String,
    pub pinned_at: Option<i64>,
}

/// Reads a message and keeps others from changing it until the end of the transaction: two people's
/// reactions at the same moment must not overwrite each other.
pub(in crate::tickets) async fn lock_message(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Locked>> {
    fetch_optional!(
        conn,
        Locked,
        "update messages set reactions = reactions where client_id = $1 and id = $2
         returning body, html, kind, edited_at, reactions, edit, notes, pinned_at",
        client_id,
        id,
    )
}

/// Replaces the text; HTML that said the old one goes.
/// What follows from a message that reads otherwise or is gone: it is found by other words, and where
/// it is its ticket's newest, lists show it as it is now. A ticket into which its own was merged is
/// not held here, and keeps its line until somebody writes.
pub(in crate::tickets) async fn reads_otherwise(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<()> {
    words::index_message(conn, client_id, id).await?;
    let Some(row) = messages::message(conn, client_id, id).await? else { return Ok(()) };
    let files = files::files_of_message(conn, client_id, row.ticket_id, id).await?;
    let line = snippet(&row.body, files.len());
    let is_gone = row.deleted_at.is_some();
    // What has neither words nor files is shown by what else it brought.
    if line.is_empty() && !is_gone {
        return Ok(());
    }
    execute!(
        conn,
        "update tickets set snippet = $3
          where client_id = $1 and id = $2 and last_message_id = $4",
        client_id,
        row.ticket_id,
        if is_gone { "" } else { line.as_str() },
        id,
    )
    .map(drop)
}

pub(in crate::tickets) async fn write_text(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    body: &str,
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "update messages set body = $3, html = null, kind = 'text', edited_at = $4, translations = '{}'
          where client_id = $1 and id = $2",
        client_id,
        id,
        body,
        now,
    )?;
    reads_otherwise(conn, client_id, id).await
}

pub(in crate::tickets) async fn take_back(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    at: Option<i64>,
) -> DbResult<()> {
    execute!(
        conn,
        "update messages set deleted_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        at,
    )?;
    reads_otherwise(conn, client_id, id).await
}

/// Gives a message back the text it had.
pub(in crate::tickets) async fn put_back(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    (body, html, kind): (&str, Option<&str>, &str),
    edited_at: Option<i64>,
) -> DbResult<()> {
    execute!(
        conn,
        "update messages set body = $3, html = $4, kind = $5, edited_at = $6, translations = '{}'
          where client_id = $1 and id = $2",
        client_id,
        id,
        body,
        html,
        kind,
        edited_at,
    )?;
    reads_otherwise(conn, client_id, id).await
}

pub(in crate::tickets) async fn set_reactions(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    reactions: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update messages set reactions = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        reactions,
    )
}

/// What becomes of the last change, as JSON.
pub(in crate::tickets) async fn set_edit(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    edit: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update messages set edit = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        edit,
    )
}

/// When the customer last wrote in a ticket. A provider's clock that runs ahead does not count.
pub(in crate::tickets) async fn last_inbound_at(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select case when sent_at < created_at then sent_at else created_at end
           from messages
          where client_id = $1 and ticket_id = $2 and direction = 'in'
          order by id desc
          limit 1",
        client_id,
        ticket_id,
    )?;
    Ok(row.map(|row| row.0))
}
