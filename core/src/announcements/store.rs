//! The SQL of announcements.

use super::model::{Announcement, Checked};
use crate::{
    accounts::Caller,
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// All of a client, the newest first.
pub(super) async fn all(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Announcement>> {
    fetch_all!(
        conn,
        Announcement,
        r#"select id, body as text, level, link, from_at as "from", until_at as "until",
                  created_by as "by", created_at, updated_at
             from announcements
            where client_id = $1
            order by from_at desc, id desc
            limit 200"#,
        client_id,
    )
}

/// Those that have not ended, the newest first.
pub(super) async fn current(
    conn: &mut Conn,
    client_id: i64,
    now: i64,
) -> DbResult<Vec<Announcement>> {
    fetch_all!(
        conn,
        Announcement,
        r#"select id, body as text, level, link, from_at as "from", until_at as "until",
                  created_by as "by", created_at, updated_at
             from announcements
            where client_id = $1 and (until_at is null or until_at > $2)
            order by from_at desc, id desc
            limit 50"#,
        client_id,
        now,
    )
}

pub(super) async fn one(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Announcement>> {
    fetch_optional!(
        conn,
        Announcement,
        r#"select id, body as text, level, link, from_at as "from", until_at as "until",
                  created_by as "by", created_at, updated_at
             from announcements
            where client_id = $1 and id = $2"#,
        client_id,
        id,
    )
}

pub(super) async fn count(conn: &mut Conn, client_id: i64, now: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*)
           from announcements
          where client_id = $1 and (until_at is null or until_at > $2)",
        client_id,
        now,
    )?;
    Ok(count)
}

pub(super) async fn insert(
    conn: &mut Conn,
    caller: &Caller,
    checked: &Checked,
    now: i64,
) -> DbResult<Announcement> {
    fetch_one!(
        conn,
        Announcement,
        r#"insert into announcements
                (client_id, body, level, link, from_at, until_at, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
        returning id, body as text, level, link, from_at as "from", until_at as "until",
                  created_by as "by", created_at, updated_at"#,
        caller.client_id,
        checked.text.as_str(),
        checked.level.as_str(),
        checked.link.as_str(),
        checked.from,
        checked.until,
        caller.username.as_str(),
        now,
    )
}

pub(super) async fn change(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    checked: &Checked,
    now: i64,
) -> DbResult<Option<Announcement>> {
    fetch_optional!(
        conn,
        Announcement,
        r#"update announcements
              set body = $3, level = $4, link = $5, from_at = $6, until_at = $7, updated_at = $8
            where client_id = $1 and id = $2
        returning id, body as text, level, link, from_at as "from", until_at as "until",
                  created_by as "by", created_at, updated_at"#,
        client_id,
        id,
        checked.text.as_str(),
        checked.level.as_str(),
        checked.link.as_str(),
        checked.from,
        checked.until,
        now,
    )
}

/// Deletes an announcement with what is known of who dismissed it.
pub(super) async fn delete(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "delete from announcement_dismissals where client_id = $1 and announcement_id = $2",
        client_id,
        id,
    )?;
    execute!(conn, "delete from announcements where client_id = $1 and id = $2", client_id, id)
}

/// Gives whether that is news.
pub(super) async fn dismiss(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    user_id: i64,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "insert into announcement_dismissals (client_id, announcement_id, user_id, at)
         values ($1, $2, $3, $4)
         on conflict (client_id, announcement_id, user_id) do nothing",
        client_id,
        id,
        user_id,
        now,
    )?;
    Ok(rows == 1)
}

/// Ids of the announcements a user dismissed, the newest first.
pub(super) async fn dismissed(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select announcement_id
           from announcement_dismissals
          where client_id = $1 and user_id = $2
          order by announcement_id desc
          limit 500",
        client_id,
        user_id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
