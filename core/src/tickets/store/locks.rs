//! One after the other: who changes a ticket holds it from before they read it until their
//! transaction ends. So what they read is still true when they write, ids of its messages are in the
//! order in which they become known, and what is announced goes to who takes part at that moment.
//!
//! Lock order: whoever needs more than the ticket takes its contact first, then the ticket, its
//! messages and the client's counters. Taken otherwise, two transactions deadlock on PostgreSQL.

use super::{
    TicketRow,
    tickets::{ticket_for, ticket_id},
};
use crate::{
    db::{Conn, DbResult, dialect},
    execute, fetch_optional,
    http::Problem,
    tickets::model::Viewer,
};

/// Holds a ticket, and gives its status where others may have changed it until this moment.
///
/// # Errors
/// What the database said.
pub async fn hold_ticket(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<i64>> {
    if dialect::writes_alone(conn) {
        return Ok(None);
    }
    // A column of no index, so that nothing but the row itself is written.
    let row = fetch_optional!(
        conn,
        (i64,),
        "update tickets set message_count = message_count where client_id = $1 and id = $2
         returning status",
        client_id,
        id,
    )?;
    Ok(row.map(|row| row.0))
}

/// The same for the ticket of a message.
pub(in crate::tickets) async fn hold_ticket_of(
    conn: &mut Conn,
    client_id: i64,
    message_id: i64,
) -> DbResult<()> {
    if dialect::writes_alone(conn) {
        return Ok(());
    }
    execute!(
        conn,
        "update tickets set message_count = message_count
          where client_id = $1
            and id = (select m.ticket_id from messages m where m.client_id = $1 and m.id = $2)",
        client_id,
        message_id,
    )?;
    Ok(())
}

/// A ticket like [`super::ticket_for`], held.
///
/// # Errors
/// The same.
pub async fn held_ticket(
    conn: &mut Conn,
    viewer: &Viewer,
    id_or_number: i64,
) -> Result<TicketRow, Problem> {
    let id = ticket_id(conn, viewer.client_id, id_or_number).await?;
    let id = id.ok_or_else(Problem::not_found)?;
    hold_ticket(conn, viewer.client_id, id).await?;
    ticket_for(conn, viewer, id).await
}

/// Holds a contact: what is said of everything they write, and what they begin to write.
pub(in crate::tickets) async fn hold_contact(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<()> {
    if dialect::writes_alone(conn) {
        return Ok(());
    }
    execute!(
        conn,
        "update contacts set severity = severity where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(())
}
