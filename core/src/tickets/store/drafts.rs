//! The SQL of drafts and of answers for later.

use crate::{
    accounts::{Kind, Permission, Permissions, Restriction},
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    tickets::model::Viewer,
};

/// A draft and its version; an empty one was sent or given up.
pub(in crate::tickets) async fn draft(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    ticket_id: i64,
) -> DbResult<Option<(String, i64)>> {
    fetch_optional!(
        conn,
        (String, i64),
        "select body, version from drafts
          where client_id = $1 and user_id = $2 and ticket_id = $3",
        client_id,
        user_id,
        ticket_id,
    )
}

/// Gives the new version.
pub(in crate::tickets) async fn keep_draft(
    conn: &mut Conn,
    (client_id, user_id, ticket_id): (i64, i64, i64),
    body: &str,
) -> DbResult<i64> {
    let (version,) = fetch_one!(
        conn,
        (i64,),
        "insert into drafts (client_id, user_id, ticket_id, body, version)
         values ($1, $2, $3, $4, 1)
         on conflict (client_id, user_id, ticket_id)
         do update set body = excluded.body, version = drafts.version + 1
         returning version",
        client_id,
        user_id,
        ticket_id,
        body,
    )?;
    Ok(version)
}

/// An answer that waits for its time.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::tickets) struct ScheduledRow {
    pub id: i64,
    pub ticket_id: i64,
    pub user_id: i64,
    pub author: String,
    pub reply: String,
    pub queue_id: String,
    pub send_at: i64,
    pub error: Option<String>,
}

/// None when it is there already.
pub(in crate::tickets) async fn insert_scheduled(
    conn: &mut Conn,
    client_id: i64,
    row: &ScheduledRow,
    now: i64,
) -> DbResult<Option<i64>> {
    let id = fetch_optional!(
        conn,
        (i64,),
        "insert into scheduled_replies (client_id, ticket_id, user_id, author, reply, queue_id,
                                        send_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (client_id, user_id, queue_id) do nothing
         returning id",
        client_id,
        row.ticket_id,
        row.user_id,
        row.author.as_str(),
        row.reply.as_str(),
        row.queue_id.as_str(),
        row.send_at,
        now,
    )?;
    Ok(id.map(|row| row.0))
}

/// Answers that wait in a ticket, the next one first.
pub(in crate::tickets) async fn scheduled(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<ScheduledRow>> {
    fetch_all!(
        conn,
        ScheduledRow,
        "select id, ticket_id, user_id, author, reply, queue_id, send_at, error
           from scheduled_replies
          where client_id = $1 and ticket_id = $2
          order by send_at, id
          limit 50",
        client_id,
        ticket_id,
    )
}

pub(in crate::tickets) async fn scheduled_one(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<ScheduledRow>> {
    fetch_optional!(
        conn,
        ScheduledRow,
        "select id, ticket_id, user_id, author, reply, queue_id, send_at, error
           from scheduled_replies
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// Who wrote an answer, as they are now, and whether they answer customers. None when they cannot sign in any
/// more.
pub(in crate::tickets) async fn author_now(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Option<(Viewer, bool)>> {
    let row = fetch_optional!(
        conn,
        (String, String, String, String),
        "select username, name, kind, permissions from users
          where client_id = $1 and id = $2 and disabled_at is null",
        client_id,
        user_id,
    )?;
    Ok(row.map(|(username, name, kind, permissions)| {
        let kind = Kind::parse(&kind);
        let permissions = Permissions::parse(&permissions);
        let view_all = permissions.allow(kind, Permission::ViewAll);
        let answers = Restriction::of(&permissions, kind).answers();
        let admin = kind == Kind::Admin;
        (Viewer { client_id, user_id, username, name, admin, view_all }, answers)
    }))
}

/// Takes an answer out of the waiting ones: of those who send it and those who call it back, one
/// finds it.
pub(in crate::tickets) async fn take_scheduled(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "delete from scheduled_replies where client_id = $1 and id = $2 returning id",
        client_id,
        id,
    )?;
    Ok(row.is_some())
}

pub(in crate::tickets) async fn scheduled_failed(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    error: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update scheduled_replies set error = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        error,
    )
}
