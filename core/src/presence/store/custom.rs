//! The SQL of a client's own statuses.

use super::Row;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    presence::model::{self, CustomStatus},
};
use std::collections::HashMap;

/// The statuses in their order; those that were removed come last, and only when asked for.
pub(in crate::presence) async fn list(
    conn: &mut Conn,
    client_id: i64,
    removed: bool,
) -> DbResult<Vec<CustomStatus>> {
    fetch_all!(
        conn,
        CustomStatus,
        "select id, status_code, alternate, removed_at is not null as removed
           from custom_statuses
          where client_id = $1 and ($2 or removed_at is null)
          order by removed_at is not null, position, id
          limit 10000",
        client_id,
        removed,
    )
}

/// The name of the client's own status that a row holds; empty for those that everybody has.
pub(in crate::presence) async fn alternate_of(
    conn: &mut Conn,
    client_id: i64,
    row: Option<&Row>,
) -> DbResult<String> {
    let Some(row) = row.filter(|row| !model::is_built_in(&row.status)) else {
        return Ok(String::new());
    };
    let found = fetch_optional!(
        conn,
        (String,),
        "select alternate from custom_statuses where client_id = $1 and status_code = $2",
        client_id,
        row.status.as_str(),
    )?;
    Ok(found.map(|(alternate,)| alternate).unwrap_or_default())
}

/// The names of the client's own statuses by code, where one of the rows holds such a status.
pub(in crate::presence) async fn alternates_of(
    conn: &mut Conn,
    client_id: i64,
    rows: &[Row],
) -> DbResult<HashMap<String, String>> {
    if rows.iter().all(|row| model::is_built_in(&row.status)) {
        return Ok(HashMap::new());
    }
    let all = list(conn, client_id, true).await?;
    Ok(all.into_iter().map(|status| (status.status_code, status.alternate)).collect())
}

/// Adds a status behind the others.
pub(in crate::presence) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    (code, alternate): (&str, &str),
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into custom_statuses
                (client_id, status_code, alternate, position, created_at, updated_at)
         values ($1, $2, $3,
                (select coalesce(max(c.position), 0) + 1 from custom_statuses c where c.client_id = $1),
                $4, $4)
         returning id",
        client_id,
        code,
        alternate,
        now,
    )?;
    Ok(id)
}

pub(in crate::presence) async fn rename(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    alternate: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update custom_statuses set alternate = $3, updated_at = $4
          where client_id = $1 and id = $2 and removed_at is null",
        client_id,
        id,
        alternate,
        now,
    )
}

pub(in crate::presence) async fn place(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    position: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update custom_statuses set position = $3, updated_at = $4
          where client_id = $1 and id = $2 and removed_at is null",
        client_id,
        id,
        position,
        now,
    )
}

pub(in crate::presence) async fn remove(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update custom_statuses set removed_at = $3, updated_at = $3
          where client_id = $1 and id = $2 and removed_at is null",
        client_id,
        id,
        now,
    )
}
