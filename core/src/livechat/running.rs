//! The live chats that run, for whoever looks after all of them.

use super::store;
use crate::db::{Conn, DbResult};

/// A live chat that runs.
#[derive(Clone, Debug, Default, sqlx::FromRow)]
pub struct RunningChat {
    pub session_id: i64,
    pub ticket_id: i64,
    pub ticket_number: i64,
    /// The visitor's name; empty where none is known.
    pub visitor: String,
    pub channel_name: String,
    /// Usernames and ids of who takes part, with commas between them.
    pub assignee: String,
    pub assignee_ids: String,
    /// When an agent took the visitor, in milliseconds.
    pub started_at: i64,
    /// None while nothing was said.
    pub last_message_at: Option<i64>,
    /// When the visitor wrote first after an agent wrote last, in milliseconds.
    pub unanswered_since: Option<i64>,
    /// The page of the site whose widget the visitor opened; empty for a link.
    pub page_title: String,
    pub page_url: String,
}

/// Visitors whom nobody has taken: how many, and since when the first one waits, in milliseconds.
///
/// # Errors
/// What the database said.
pub async fn waiting(conn: &mut Conn, client_id: i64) -> DbResult<(i64, Option<i64>)> {
    store::running::waiting(conn, client_id).await
}

/// How many live chats run, and the newest of them.
///
/// # Errors
/// What the database said.
pub async fn running(
    conn: &mut Conn,
    client_id: i64,
    limit: i64,
) -> DbResult<(i64, Vec<RunningChat>)> {
    let count = store::running::count(conn, client_id).await?;
    Ok((count, store::running::newest(conn, client_id, limit).await?))
}

/// Whether a ticket is a live chat that runs.
///
/// # Errors
/// What the database said.
pub async fn is_running(conn: &mut Conn, client_id: i64, ticket_id: i64) -> DbResult<bool> {
    store::running::is_running(conn, client_id, ticket_id).await
}
