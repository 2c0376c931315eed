//! Which labels a ticket carries. The room holds their ids and does not know what they mean.

use crate::tickets::{
    api::TicketLabelsChanged,
    record::{
        announce,
        history::{self, Step},
        view::ticket_view,
    },
    store::{self, TicketRow},
};
use crate::{
    db::{DbError, DbResult, Tx},
    tickets::api::TicketView,
};

/// Ids of the labels on a ticket.
#[must_use]
pub fn labels_of(ticket: &TicketRow) -> Vec<i64> {
    serde_json::from_str(&ticket.labels).unwrap_or_default()
}

/// Sets which labels a ticket that is held carries, and announces it when that is a change. Gives the ticket as it
/// is shown.
///
/// # Errors
/// What the database said.
pub async fn set_labels(
    tx: &mut Tx,
    ticket: &TicketRow,
    labels: &[i64],
    by: &str,
    account_name: &str,
    now: i64,
) -> DbResult<TicketView> {
    if labels_of(ticket) == labels {
        return Ok(ticket_view(ticket, account_name));
    }
    let (client_id, id) = (ticket.client_id, ticket.id);
    store::set_labels(tx, (client_id, id), labels, now).await?;
    let after = serde_json::to_string(labels).unwrap_or_default();
    let step = Step { kind: "labels", before: &ticket.labels, after: &after, why: "", by };
    history::note(tx, ticket, &step, now).await?;
    let row = store::ticket_row(tx, client_id, id, 0).await?.ok_or(DbError::NotFound)?;
    let data = TicketLabelsChanged {
        ticket_id: id,
        ticket_number: row.number,
        label: row.labels.clone(),
        by: by.to_owned(),
        ticket: ticket_view(&row, account_name),
    };
    announce::announce(tx, &row, &data, now);
    let read_to = ticket.read_to;
    Ok(ticket_view(&TicketRow { read_to, ..row }, account_name))
}
