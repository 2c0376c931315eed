//! Every change of a ticket: who made it, what it was before and after, and why.

use crate::tickets::{
    Tickets,
    api::HistoryEntry,
    model::Viewer,
    store::{self, TicketRow},
};
use crate::{
    db::{DbResult, Tx},
    http::Problem,
};

/// What changed. The values are texts: codes, ids or usernames with commas between them.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    pub kind: &'static str,
    pub before: &'a str,
    pub after: &'a str,
    pub why: &'a str,
    /// A username, or `server`.
    pub by: &'a str,
}

/// Entries of one answer.
const PAGE: i64 = 100;

/// Writes a change down, in the transaction that made it.
///
/// # Errors
/// What the database said.
pub async fn note(tx: &mut Tx, ticket: &TicketRow, step: &Step<'_>, now: i64) -> DbResult<()> {
    store::insert_history(tx, ticket.client_id, ticket.id, step, now).await
}

impl Tickets {
    /// What was changed about a ticket, the newest first; `before` continues an earlier answer.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn history(
        &self,
        viewer: &Viewer,
        ticket: i64,
        before: Option<i64>,
    ) -> Result<Vec<HistoryEntry>, Problem> {
        let mut conn = self.db.read().await?;
        let row = store::ticket_for(&mut conn, viewer, ticket).await?;
        let before = before.unwrap_or(i64::MAX);
        let rows = store::history(&mut conn, viewer.client_id, row.id, before, PAGE).await?;
        let entries = rows.into_iter().map(|step| HistoryEntry {
            id: step.id,
            at: step.created_at,
            by: step.author,
            kind: step.kind,
            before: step.was,
            after: step.became,
            why: step.why,
        });
        Ok(entries.collect())
    }
}
