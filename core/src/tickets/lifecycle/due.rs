//! What is due on a ticket, as the room that keeps the time says.

use crate::{
    db::{DbResult, Tx},
    tickets::{
        api::{TicketDue, TicketDueChanged},
        record::announce,
        store::{self, TicketRow},
    },
};

/// Says what is due soonest on a ticket that is held, and announces it when that is a change. It moves
/// the ticket to no other place of a list by its changes.
///
/// # Errors
/// What the database said.
pub async fn set_due(
    tx: &mut Tx,
    row: &TicketRow,
    due: Option<TicketDue>,
    now: i64,
) -> DbResult<()> {
    if read(row) == due {
        return Ok(());
    }
    let text = due.map(|due| serde_json::to_string(&due).unwrap_or_default()).unwrap_or_default();
    store::set_due(tx, (row.client_id, row.id), &text, due.and_then(|due| due.at)).await?;
    let data = TicketDueChanged { ticket_id: row.id, ticket_number: row.number, due };
    announce::announce(tx, row, &data, now);
    Ok(())
}

/// What is due on a ticket.
pub(in crate::tickets) fn read(row: &TicketRow) -> Option<TicketDue> {
    serde_json::from_str(&row.due).ok()
}
