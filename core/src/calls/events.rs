//! What the socket tells about calls.

use crate::{
    db::{DbResult, Tx},
    room_events, tickets,
};
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    CallChanged => "callChanged",
}

/// A call began, was answered, ended or was recorded. It goes to whom its ticket is shown.
#[derive(Serialize, ToSchema)]
pub struct CallChanged {
    pub call_id: i64,
    pub ticket_id: i64,
}

/// No user reads the ticket here.
const NOBODY: i64 = 0;

/// Announces a call by one of its lines, to whom the ticket is shown that shows the line now.
pub(super) async fn announce(
    tx: &mut Tx,
    client_id: i64,
    (call_id, message_id): (i64, i64),
    now: i64,
) -> DbResult<()> {
    let shown = tickets::ticket_showing(tx, client_id, message_id).await?;
    let ticket = match shown {
        Some(id) => tickets::ticket_row(tx, client_id, id, NOBODY).await?,
        None => None,
    };
    if let Some(ticket) = ticket {
        let data = CallChanged { call_id, ticket_id: ticket.id };
        tickets::announce(tx, &ticket, &data, now);
    }
    Ok(())
}
