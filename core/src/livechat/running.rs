//! The live chats that run, for whoever looks after all of them.

use super::store::{self, running::RunningRow};
use crate::db::{Conn, DbResult};

/// A live chat that runs.
#[derive(Clone, Debug, Default)]
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
    let rows = store::running::newest(conn, client_id, limit).await?;
    Ok((count, rows.into_iter().map(RunningChat::from).collect()))
}

/// Whether a ticket is a live chat that runs.
///
/// # Errors
/// What the database said.
pub async fn is_running(conn: &mut Conn, client_id: i64, ticket_id: i64) -> DbResult<bool> {
    store::running::is_running(conn, client_id, ticket_id).await
}

impl From<RunningRow> for RunningChat {
    fn from(row: RunningRow) -> Self {
        Self {
            session_id: row.session_id,
            ticket_id: row.ticket_id,
            ticket_number: row.ticket_number,
            visitor: row.visitor,
            channel_name: row.channel_name,
            assignee: row.assignee,
            assignee_ids: row.assignee_ids,
            started_at: row.started_at,
            last_message_at: row.last_message_at,
            unanswered_since: row.unanswered_since,
            page_title: row.page_title,
            page_url: row.page_url,
        }
    }
}
