//! What routing reads of visitors who wait, to give them to agents.

use super::{Livechat, model::VisitState, store};
use crate::db::{Conn, DbResult};

/// For so long a visitor who was taken counts among what the agent holds though nothing was said: the page
/// registers at once, or is gone.
pub const ACCEPTED_MS: i64 = 300_000;

/// A visitor as routing sees them.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// In the queue, and taken by nobody.
    pub waits: bool,
    pub queued_at: Option<i64>,
    pub name: String,
    /// What they wrote first.
    pub message: String,
    pub language: String,
    /// The channel's value, such as `LIVECHAT`.
    pub channel: String,
}

/// Holds a visit for the transaction, as [`crate::tickets::hold_ticket`] holds a ticket; tickets are held
/// before visits.
///
/// # Errors
/// What the database said.
pub async fn hold_visit(conn: &mut Conn, client_id: i64, session: i64) -> DbResult<()> {
    store::hold(conn, client_id, session).await?;
    Ok(())
}

/// The sessions that wait in a client's queue, first come first, at most `limit`.
///
/// # Errors
/// What the database said.
pub async fn waiting_sessions(conn: &mut Conn, client_id: i64, limit: i64) -> DbResult<Vec<i64>> {
    Ok(store::queue(conn, client_id, limit).await?.into_iter().map(|row| row.id).collect())
}

impl Livechat {
    /// A visitor, whether they wait or not; none when there is no such visit.
    ///
    /// # Errors
    /// What the database said.
    pub async fn visitor(
        &self,
        conn: &mut Conn,
        client_id: i64,
        session: i64,
    ) -> DbResult<Option<Visitor>> {
        let row = store::by_id(conn, client_id, session).await?;
        Ok(row.map(|row| Visitor {
            waits: VisitState::parse(&row.state) == VisitState::Queued,
            queued_at: row.queued_at,
            channel: self.channels.page_settings(client_id, row.channel_id).channel,
            name: row.name,
            message: row.message.chars().take(200).collect(),
            language: row.language,
        }))
    }
}
