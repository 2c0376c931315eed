//! The SQL of reports.

use super::model::Count;
use crate::{
    db::{Conn, DbResult},
    fetch_all,
};

/// Tickets by interval and channel; spam is none.
pub(super) async fn by_channel(
    conn: &mut Conn,
    client_id: i64,
    (from, to): (i64, i64),
    step: i64,
    limit: i64,
) -> DbResult<Vec<Count>> {
    fetch_all!(
        conn,
        (i64, String, i64),
        "select (created_at / $4) * $4 as at, channel, count(*) as tickets
           from tickets
          where client_id = $1 and created_at >= $2 and created_at < $3 and status <> 5
          group by (created_at / $4) * $4, channel
          order by 1, 2
          limit $5",
        client_id,
        from,
        to,
        step,
        limit,
    )
}
