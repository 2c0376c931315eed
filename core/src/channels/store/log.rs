//! Rows of the accounts' logs.

use super::UsageScope;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, insert_rows,
};
use serde_json::Value;

/// A line.
#[derive(sqlx::FromRow)]
pub(in crate::channels) struct LogRow {
    pub id: i64,
    pub channel_id: i64,
    pub created_at: i64,
    pub level: String,
    pub call: String,
    pub message: String,
    /// A JSON object.
    pub fields: String,
    pub code: Option<String>,
    pub input_id: Option<i64>,
}

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
    /// A fault's code, and the input that led to it.
    pub code: Option<&'a str>,
    pub input_id: Option<i64>,
}

pub(in crate::channels) async fn insert_log(conn: &mut Conn, line: &NewLine<'_>) -> DbResult<u64> {
    execute!(
        conn,
        "insert into channel_log (client_id, channel_id, created_at, level, call, message, fields,
                                  code, input_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        line.client_id,
        line.channel_id,
        line.at,
        line.level,
        line.call,
        line.message,
        line.fields,
        line.code,
        line.input_id,
    )
}

/// The lines of one call, in their order. A call may have hundreds, and as statements of their own they
/// would keep everybody else from writing meanwhile.
///
/// A row is time, level, message and fields.
pub(in crate::channels) async fn insert_log_of_call(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    call: &str,
    rows: &[Value],
) -> DbResult<()> {
    insert_rows!(
        conn,
        "insert into channel_log (client_id, channel_id, created_at, level, call, message, fields)
         select $2, $3, cast(value ->> 0 as bigint), value ->> 1, $4, value ->> 2, value ->> 3",
        rows,
        client_id,
        channel_id,
        call,
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
        "select id, channel_id, created_at, level, call, message, fields, code, input_id
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

/// The lines of all accounts of a plugin, removed ones too: their history stays.
pub(in crate::channels) async fn log_page_of_plugin(
    conn: &mut Conn,
    client_id: i64,
    plugin: &str,
    before: i64,
    limit: i64,
) -> DbResult<Vec<LogRow>> {
    fetch_all!(
        conn,
        LogRow,
        "select id, channel_id, created_at, level, call, message, fields, code, input_id
           from channel_log
          where client_id = $1 and id < $3
            and channel_id in (select id from channels where client_id = $1 and plugin = $2)
          order by id desc
          limit $4",
        client_id,
        plugin,
        before,
        limit,
    )
}

/// A fault: when, account, call, code, what was said, the input.
type FaultRow = (i64, i64, String, String, String, Option<i64>);

/// The last faults, newest first.
pub(in crate::channels) async fn faults(
    conn: &mut Conn,
    whose: UsageScope<'_>,
    limit: i64,
) -> DbResult<Vec<FaultRow>> {
    fetch_all!(
        conn,
        FaultRow,
        "select created_at, channel_id, call, code, message, input_id
           from channel_log
          where client_id = $1 and code is not null
            and (cast($3 as bigint) is null or channel_id = $3)
            and channel_id in (select id from channels where client_id = $1 and plugin = $2)
          order by id desc
          limit $4",
        whose.client_id,
        whose.plugin,
        whose.channel_id,
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
