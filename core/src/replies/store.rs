//! The SQL of canned replies and signatures.

use super::model::{CannedReply, Checked, Signature};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// The replies a user may use: the shared ones and their own, the most used first.
pub(super) async fn usable(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Vec<CannedReply>> {
    fetch_all!(
        conn,
        CannedReply,
        "select id, title, shortcut, body as text, owner_id = 0 as shared, uses, updated_at
           from canned_replies
          where client_id = $1 and owner_id in (0, $2)
          order by uses desc, title, id
          limit 1000",
        client_id,
        user_id,
    )
}

/// A reply as it is kept.
pub(super) async fn one(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<Checked>> {
    fetch_optional!(
        conn,
        Checked,
        "select title, shortcut, body as text, owner_id
           from canned_replies
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// The reply that a user may use with this shortcut or title; their own before everybody's, and one with
/// the shortcut before one with the title.
pub(super) async fn named(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    (shortcut, title): (&str, &str),
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from canned_replies
          where client_id = $1 and owner_id in (0, $2) and (shortcut = $3 or title = $4)
          order by case when shortcut = $3 then 0 else 1 end, owner_id desc, id
          limit 1",
        client_id,
        user_id,
        shortcut,
        title,
    )?;
    Ok(row.map(|row| row.0))
}

pub(super) async fn count(conn: &mut Conn, client_id: i64, owner_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from canned_replies where client_id = $1 and owner_id = $2",
        client_id,
        owner_id,
    )?;
    Ok(count)
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    checked: &Checked,
    now: i64,
) -> DbResult<CannedReply> {
    fetch_one!(
        conn,
        CannedReply,
        "insert into canned_replies
                (client_id, owner_id, title, shortcut, body, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $6)
      returning id, title, shortcut, body as text, owner_id = 0 as shared, uses, updated_at",
        client_id,
        checked.owner_id,
        checked.title.as_str(),
        checked.shortcut.as_str(),
        checked.text.as_str(),
        now,
    )
}

pub(super) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    checked: &Checked,
    now: i64,
) -> DbResult<Option<CannedReply>> {
    fetch_optional!(
        conn,
        CannedReply,
        "update canned_replies
            set owner_id = $3, title = $4, shortcut = $5, body = $6, updated_at = $7
          where client_id = $1 and id = $2
      returning id, title, shortcut, body as text, owner_id = 0 as shared, uses, updated_at",
        client_id,
        id,
        checked.owner_id,
        checked.title.as_str(),
        checked.shortcut.as_str(),
        checked.text.as_str(),
        now,
    )
}

pub(super) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(conn, "delete from canned_replies where client_id = $1 and id = $2", client_id, id)
}

/// Counts one more use and gives the text.
pub(super) async fn use_it(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<String> {
    let (text,) = fetch_one!(
        conn,
        (String,),
        "update canned_replies set uses = uses + 1 where client_id = $1 and id = $2 returning body",
        client_id,
        id,
    )?;
    Ok(text)
}

/// A user's signatures, the one for everywhere first.
pub(super) async fn signatures(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
) -> DbResult<Vec<Signature>> {
    fetch_all!(
        conn,
        Signature,
        "select channel, body as text, enabled
           from signatures
          where client_id = $1 and user_id = $2
          order by channel
          limit 200",
        client_id,
        user_id,
    )
}

pub(super) async fn forget_signatures(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from signatures where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )
}

pub(super) async fn insert_signature(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    signature: &Signature,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into signatures (client_id, user_id, channel, body, enabled, updated_at)
         values ($1, $2, $3, $4, $5, $6)",
        client_id,
        user_id,
        signature.channel.as_str(),
        signature.text.as_str(),
        signature.enabled,
        now,
    )
}
