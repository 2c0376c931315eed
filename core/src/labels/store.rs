//! The SQL of labels.

use super::model::{Draft, Label};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one,
};

/// Labels with the highest level first; those that were deleted come last, and only when asked for.
pub(super) async fn list(conn: &mut Conn, client_id: i64, deleted: bool) -> DbResult<Vec<Label>> {
    let mut labels = fetch_all!(
        conn,
        Label,
        "select id, name, color, color_dark, level, sla, deleted_at is not null as deleted
           from labels
          where client_id = $1 and deleted_at is null
          order by level desc, id
          limit 1000",
        client_id,
    )?;
    if deleted {
        labels.extend(fetch_all!(
            conn,
            Label,
            "select id, name, color, color_dark, level, sla, deleted_at is not null as deleted
               from labels
              where client_id = $1 and deleted_at is not null
              order by deleted_at desc, id
              limit 1000",
            client_id,
        )?);
    }
    Ok(labels)
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    draft: &Draft,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into labels (client_id, name, color, color_dark, level, sla, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)",
        client_id,
        draft.name.as_str(),
        draft.color.as_str(),
        draft.color_dark.as_str(),
        draft.level,
        draft.sla,
        now,
    )
}

/// Changes a label that is not deleted. Gives whether there is one.
pub(super) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    draft: &Draft,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update labels
            set name = $3, color = $4, color_dark = $5, level = $6, sla = $7, updated_at = $8
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        draft.name.as_str(),
        draft.color.as_str(),
        draft.color_dark.as_str(),
        draft.level,
        draft.sla,
        now,
    )?;
    Ok(rows == 1)
}

/// Deletes a label, if it is not deleted already. Gives whether there is one.
pub(super) async fn delete(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update labels
            set deleted_at = coalesce(deleted_at, $3), updated_at = $3
          where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )?;
    Ok(rows == 1)
}

/// Ids of the labels that may be put on tickets, the highest level first.
///
/// # Errors
/// What the database said.
pub async fn ids(conn: &mut Conn, client_id: i64) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id
           from labels
          where client_id = $1 and deleted_at is null
          order by level desc, id
          limit 1000",
        client_id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// The names and ids of the labels that are offered.
///
/// # Errors
/// What the database said.
pub async fn names(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(String, i64)>> {
    fetch_all!(
        conn,
        (String, i64),
        "select name, id from labels
          where client_id = $1 and deleted_at is null
          order by level desc, id
          limit 1000",
        client_id,
    )
}

pub(super) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from labels where client_id = $1 and deleted_at is null",
        client_id,
    )?;
    Ok(count)
}

/// Labels that promise a first reply: id, name and minutes.
///
/// # Errors
/// What the database said.
pub async fn promised(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, String, i64)>> {
    fetch_all!(
        conn,
        (i64, String, i64),
        "select id, name, sla
           from labels
          where client_id = $1 and deleted_at is null and sla > 0
          order by level desc, id
          limit 1000",
        client_id,
    )
}
