//! Who takes part in which tickets, read through a whole client.

use crate::{
    db::{Conn, DbResult},
    fetch_all,
};

/// Somebody who takes part in a ticket, and whether it is open and was not merged: ticket, user, open.
pub type Participation = (i64, i64, bool);

/// Who takes part in tickets behind an id, in the order of the tickets' ids. A ticket's people are at most
/// 100; whoever pages asks for more and leaves out the last ticket, which may be cut.
///
/// # Errors
/// What the database said.
pub async fn taken_after(
    conn: &mut Conn,
    client_id: i64,
    after: i64,
    limit: i64,
) -> DbResult<Vec<Participation>> {
    fetch_all!(
        conn,
        Participation,
        "select p.ticket_id, p.user_id, t.status = 0 and t.merged_into is null
           from participants p
           join tickets t on t.id = p.ticket_id and t.client_id = p.client_id
          where p.client_id = $1 and p.ticket_id > $2
          order by p.ticket_id, p.user_id
          limit $3",
        client_id,
        after,
        limit,
    )
}

/// How many open tickets each user takes part in, live chats not among them: along the list of what is
/// open, so that what was closed costs nothing; without the plus SQLite would go through all that anybody
/// ever took part in.
///
/// # Errors
/// What the database said.
pub async fn open_by_user(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select p.user_id, count(*)
           from tickets t
           join participants p on p.ticket_id = t.id and +p.client_id = t.client_id
          where t.client_id = $1 and t.kind = 'ticket' and t.status = 0
            and t.merged_into is null
          group by p.user_id
          limit 100000",
        client_id,
    )
}
