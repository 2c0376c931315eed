//! The SQL of custom emoji.

use super::model::CustomEmoji;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// By name; those that were deleted come last, the latest first, and only when asked for.
pub(super) async fn list(
    conn: &mut Conn,
    client_id: i64,
    deleted: bool,
) -> DbResult<Vec<CustomEmoji>> {
    let mut all = fetch_all!(
        conn,
        CustomEmoji,
        "select id, name, '/api/emoji/pictures/' || picture_key as url,
                deleted_at is not null as deleted
           from custom_emoji
          where client_id = $1 and deleted_at is null
          order by name
          limit 200",
        client_id,
    )?;
    if deleted {
        all.extend(fetch_all!(
            conn,
            CustomEmoji,
            "select id, name, '/api/emoji/pictures/' || picture_key as url,
                    deleted_at is not null as deleted
               from custom_emoji
              where client_id = $1 and deleted_at is not null
              order by deleted_at desc, id desc
              limit 500",
            client_id,
        )?);
    }
    Ok(all)
}

pub(super) async fn one(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<CustomEmoji>> {
    fetch_optional!(
        conn,
        CustomEmoji,
        "select id, name, '/api/emoji/pictures/' || picture_key as url,
                deleted_at is not null as deleted
           from custom_emoji
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
    )
}

/// Whether a client has an emoji of this name.
///
/// # Errors
/// What the database said.
pub async fn is_kept(conn: &mut Conn, client_id: i64, name: &str) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from custom_emoji
          where client_id = $1 and name = $2 and deleted_at is null",
        client_id,
        name,
    )?;
    Ok(row.is_some())
}

pub(super) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from custom_emoji where client_id = $1 and deleted_at is null",
        client_id,
    )?;
    Ok(count)
}

/// Keeps a picture under a key and where its bytes lie. None when its name is taken.
pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    name: &str,
    (key, blob): (&str, &str),
    (by, now): (&str, i64),
) -> DbResult<Option<CustomEmoji>> {
    fetch_optional!(
        conn,
        CustomEmoji,
        "insert into custom_emoji (client_id, name, picture_key, picture_blob, created_by, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (client_id, name) where deleted_at is null do nothing
      returning id, name, '/api/emoji/pictures/' || picture_key as url,
                deleted_at is not null as deleted",
        client_id,
        name,
        key,
        blob,
        by,
        now,
    )
}

pub(super) async fn delete(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update custom_emoji set deleted_at = $3
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        now,
    )
}

/// Where a picture's bytes lie. Its key is a secret of its own, so that a page can show it.
pub(super) async fn picture_across_clients(conn: &mut Conn, key: &str) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select picture_blob from custom_emoji where picture_key = $1",
        key,
    )?;
    Ok(row.map(|row| row.0))
}
