//! Rows of attachments. The bytes are in the blob store.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// A stored file.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StoredFile {
    pub id: i64,
    pub client_id: i64,
    pub ticket_id: Option<i64>,
    pub message_id: Option<i64>,
    pub user_id: Option<i64>,
    pub sha256: String,
    pub size: i64,
    pub mime: String,
    pub filename: String,
    pub kind: String,
    pub content_id: Option<String>,
}

pub(in crate::tickets) async fn insert_file(
    conn: &mut Conn,
    new: &StoredFile,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into attachments (client_id, ticket_id, message_id, user_id, sha256, size, mime,
                                  filename, kind, content_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         returning id",
        new.client_id,
        new.ticket_id,
        new.message_id,
        new.user_id,
        new.sha256.as_str(),
        new.size,
        new.mime.as_str(),
        new.filename.as_str(),
        new.kind.as_str(),
        new.content_id.as_deref(),
        now,
    )?;
    Ok(id)
}

pub(in crate::tickets) async fn file(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<StoredFile>> {
    fetch_optional!(
        conn,
        StoredFile,
        "select id, client_id, ticket_id, message_id, user_id, sha256, size, mime, filename, kind,
                content_id
           from attachments
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// A file that this user uploaded to this ticket and that no message carries yet.
pub(in crate::tickets) async fn own_uploads(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    ticket_id: i64,
    id: i64,
) -> DbResult<Option<StoredFile>> {
    fetch_optional!(
        conn,
        StoredFile,
        "select id, client_id, ticket_id, message_id, user_id, sha256, size, mime, filename, kind,
                content_id
           from attachments
          where client_id = $1 and user_id = $2 and ticket_id = $3 and id = $4
            and message_id is null",
        client_id,
        user_id,
        ticket_id,
        id,
    )
}

pub(in crate::tickets) async fn attach(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    (ticket_id, message_id): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "update attachments set ticket_id = $4, message_id = $3
          where client_id = $1 and id = $2 and message_id is null",
        client_id,
        id,
        message_id,
        ticket_id,
    )
}

/// Files that others were put in the place of: the message shows them no more.
pub(in crate::tickets) async fn set_aside_files(
    conn: &mut Conn,
    client_id: i64,
    (ticket_id, message_id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update attachments set replaced_at = $4
          where client_id = $1 and ticket_id = $2 and message_id = $3 and replaced_at is null",
        client_id,
        ticket_id,
        message_id,
        now,
    )
}

/// Files of a ticket's messages within a range of message ids.
///
/// # Errors
/// What the database said.
pub async fn files_of_messages(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    from: i64,
    to: i64,
) -> DbResult<Vec<StoredFile>> {
    fetch_all!(
        conn,
        StoredFile,
        "select id, client_id, ticket_id, message_id, user_id, sha256, size, mime, filename, kind,
                content_id
           from attachments
          where client_id = $1 and ticket_id = $2 and message_id between $3 and $4
            and replaced_at is null
          order by id
          limit 2000",
        client_id,
        ticket_id,
        from,
        to,
    )
}

/// Files of one message.
///
/// # Errors
/// What the database said.
pub async fn files_of_message(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    message_id: i64,
) -> DbResult<Vec<StoredFile>> {
    files_of_messages(conn, client_id, ticket_id, message_id, message_id).await
}
