//! What a message needs on its way out.

use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_optional,
};

/// External ids of a conversation, newest first, for a reply's references.
///
/// # Errors
/// What the database said.
pub async fn references(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    before: i64,
    limit: i64,
) -> DbResult<Vec<(String, String)>> {
    fetch_all!(
        conn,
        (String, String),
        "select external_id, direction
           from messages
          where client_id = $1 and ticket_id = $2 and id < $3 and external_id is not null
          order by id desc
          limit $4",
        client_id,
        ticket_id,
        before,
        limit,
    )
}

/// What a message needs in order to be sent.
///
/// # Errors
/// What the database said.
pub async fn message_for_sending(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<(String, String, Option<i64>, String, String)>> {
    fetch_optional!(
        conn,
        (String, String, Option<i64>, String, String),
        "select body, kind, reply_id, sender_name, extras
           from messages
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// The external id of a message, if it has one.
///
/// # Errors
/// What the database said.
pub async fn external_of(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (Option<String>,),
        "select external_id from messages where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.and_then(|row| row.0))
}

/// The HTML of an outgoing message, if it was written as HTML.
///
/// # Errors
/// What the database said.
pub async fn html_for_sending(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (Option<String>,),
        "select html from messages where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.and_then(|row| row.0))
}

/// All external ids of a message, its own first: a long text went out as several.
///
/// # Errors
/// What the database said.
pub async fn externals_of(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    id: i64,
) -> DbResult<Vec<String>> {
    let own = external_of(conn, client_id, id).await?;
    let rows = fetch_all!(
        conn,
        (String,),
        "select e.external_id
           from message_externals e
           join messages m on m.id = e.message_id
          where m.client_id = $1 and e.channel_id = $2 and e.message_id = $3
          order by e.external_id
          limit 100",
        client_id,
        channel_id,
        id,
    )?;
    let more = rows.into_iter().map(|row| row.0).filter(|other| Some(other) != own.as_ref());
    let more: Vec<String> = more.collect();
    Ok(own.into_iter().chain(more).collect())
}
