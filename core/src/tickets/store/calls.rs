//! The SQL of calls that a ticket tells of.

use crate::{
    db::{Conn, DbResult},
    fetch_one,
};

/// Whether the newest lines of a ticket tell of a call. A call that goes on is among them.
///
/// # Errors
/// What the database said.
pub async fn has_call(
    conn: &mut Conn,
    client_id: i64,
    (ticket_id, channel_id): (i64, i64),
    call: &str,
) -> DbResult<bool> {
    let begins = format!("call:{call}:");
    let (found,) = fetch_one!(
        conn,
        (bool,),
        "select exists (
             select 1
               from (select channel_id, external_id
                       from messages
                      where client_id = $1 and ticket_id = $2
                      order by id desc
                      limit 500) m
              where m.channel_id = $3 and substr(m.external_id, 1, length($4)) = $4)",
        client_id,
        ticket_id,
        channel_id,
        begins.as_str(),
    )?;
    Ok(found)
}
