//! Tickets by when they were opened.

use super::TicketRow;
use crate::{
    db::{Conn, DbResult},
    fetch_all,
};

/// The newest tickets of a kind that were opened since a moment, those that were merged into others and
/// spam not among them.
///
/// # Errors
/// What the database said.
pub async fn opened_since(
    conn: &mut Conn,
    client_id: i64,
    (kind, since): (&str, i64),
    limit: i64,
) -> DbResult<Vec<TicketRow>> {
    fetch_all!(
        conn,
        TicketRow,
        select_tickets!(
            "r.user_id = 0
          where t.client_id = $1 and t.created_at >= $2 and t.kind = $3 and t.status <> 5
            and t.merged_into is null
          order by t.created_at desc, t.id desc
          limit $4"
        ),
        client_id,
        since,
        kind,
        limit,
    )
}
