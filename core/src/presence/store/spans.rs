//! The SQL of statuses that have ended.

use crate::{
    db::{Conn, DbResult},
    fetch_all,
};

/// How long each user was in each status between two moments, cut at these: user, code, milliseconds.
pub(in crate::presence) async fn times(
    conn: &mut Conn,
    client_id: i64,
    (from, to): (i64, i64),
) -> DbResult<Vec<(i64, String, i64)>> {
    fetch_all!(
        conn,
        (i64, String, i64),
        "select user_id, status,
                cast(sum(case when until_at < $3 then until_at else $3 end
                         - case when from_at > $2 then from_at else $2 end) as bigint)
           from presence_spans
          where client_id = $1 and from_at < $3 and until_at > $2
          group by user_id, status
          limit 100000",
        client_id,
        from,
        to,
    )
}

/// How long one user was in each status between two moments, cut at these: code, milliseconds. Spans of a
/// user follow each other, so that the last one that began before is the first one to look at.
pub(in crate::presence) async fn times_of(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    (from, to): (i64, i64),
) -> DbResult<Vec<(String, i64)>> {
    fetch_all!(
        conn,
        (String, i64),
        "select status,
                cast(sum(case when until_at < $4 then until_at else $4 end
                         - case when from_at > $3 then from_at else $3 end) as bigint)
           from presence_spans
          where client_id = $1 and user_id = $2 and from_at < $4 and until_at > $3
            and from_at >= coalesce((select max(from_at) from presence_spans
                                      where client_id = $1 and user_id = $2 and from_at <= $3), $3)
          group by status
          limit 1000",
        client_id,
        user_id,
        from,
        to,
    )
}
