//! Rows of the accounts' logs.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all,
};

/// A line: id, time, level, call, message, fields as JSON.
pub(in crate::channels) type LogRow = (i64, i64, String, String, String, String);

/// A line to store.
pub(in crate::channels) struct NewLine<'a> {
    pub client_id: i64,
    pub channel_id: i64,
    pub at: i64,
    pub level: &'a str,
    pub call: &'a str,
    pub message: &'a str,
    /// A JSON object.
    pub fields: &'a str,
}

pub(in crate::channels) async fn insert_log(conn: &mut Conn, line: &NewLine<'_>) -> DbResult<u64> {
    execute!(
        conn,
        "insert into channel_log (client_id, channel_id, created_at, level, call, message, fields)
         values ($1, $2, $3, $4, $5, $6, $7)",
        line.client_id,
        line.channel_id,
        line.at,
        line.level,
        line.call,
        line.message,
        line.fields,
    )
}

pub(in crate::channels) async fn log_page(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    before: i64,
    limit: i64,
) -> DbResult<Vec<LogRow>> {
    fetch_all!(
        conn,
        LogRow,
        "select id, created_at, level, call, message, fields
           from channel_log
          where client_id = $1 and channel_id = $2 and id < $3
          order by id desc
          limit $4",
        client_id,
        channel_id,
        before,
        limit,
    )
}

pub(in crate::channels) async fn prune_log_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from channel_log where id in (
            select id from channel_log where created_at < $1 order by created_at limit $2)",
        before,
        limit,
    )
}
