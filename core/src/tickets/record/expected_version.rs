//! Optimistic concurrency: two people do something about a ticket at once, the first one wins, and
//! the other, whose page is stale, is told before anything is done.

use crate::tickets::{
    model::{Status, Viewer},
    store::{self, TicketRow},
};
use crate::{
    db::Tx,
    http::{Code, Problem},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an agent had on screen when they decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExpectedVersion {
    /// The newest message.
    pub id: i64,
    /// The ticket's status.
    pub status: Option<i64>,
}

fn overtaken(text: String) -> Problem {
    Problem::new(Code::Overtaken, text)
}

/// Refuses an answer to a ticket that is held when a colleague answered or closed the ticket since.
pub(in crate::tickets) async fn before_answer(
    tx: &mut Tx,
    viewer: &Viewer,
    ticket: &TicketRow,
    seen: ExpectedVersion,
) -> Result<(), Problem> {
    let (client_id, status) = (viewer.client_id, ticket.status);
    let answered = store::answered_after(tx, client_id, ticket.id, viewer.user_id, seen.id).await?;
    if let Some(name) = answered {
        return Err(overtaken(format!("{name} answered while you were writing.")));
    }
    let closed = Status::Closed.code();
    if status == closed && seen.status.is_some_and(|before| before != closed) {
        return Err(overtaken("This ticket was closed while you were writing.".into()));
    }
    Ok(())
}

/// Refuses to resolve or close a ticket that is held over words that were not seen.
pub(in crate::tickets) async fn before_end(
    tx: &mut Tx,
    viewer: &Viewer,
    ticket: &TicketRow,
    status: Status,
    seen: i64,
) -> Result<(), Problem> {
    if !matches!(status, Status::Resolved | Status::Closed) {
        return Ok(());
    }
    let client_id = viewer.client_id;
    if let Some(name) = store::written_after(tx, client_id, ticket.id, seen).await? {
        return Err(overtaken(format!("{name} wrote again just now.")));
    }
    let answered = store::answered_after(tx, client_id, ticket.id, viewer.user_id, seen).await?;
    match answered {
        Some(name) => Err(overtaken(format!("{name} answered just now."))),
        None => Ok(()),
    }
}
