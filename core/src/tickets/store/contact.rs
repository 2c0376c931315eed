//! Whose a ticket is, and where it came from.

use super::words;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// The identity whose message opened a ticket.
pub(in crate::tickets) async fn identity_of(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (Option<i64>,),
        "select identity_id from tickets where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.and_then(|row| row.0))
}

/// Keeps where a ticket came from.
pub(in crate::tickets) async fn set_origin(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    origin: &str,
) -> DbResult<()> {
    execute!(
        conn,
        "update tickets set origin = $3 where client_id = $1 and id = $2",
        client_id,
        ticket_id,
        origin,
    )?;
    Ok(())
}

pub(in crate::tickets) async fn set_contact(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    contact_id: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "update tickets set contact_id = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        contact_id,
    )?;
    words::index_ticket(conn, client_id, id).await
}

/// Ids of a contact's tickets below an id, the newest first.
pub(in crate::tickets) async fn of_contact(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
    before: i64,
    limit: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from tickets
          where client_id = $1 and contact_id = $2 and id < $3
          order by id desc
          limit $4",
        client_id,
        contact_id,
        before,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
