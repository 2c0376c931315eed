//! What tickets announce, and to whom.

use super::view::{message_view, ticket_view};
use crate::tickets::{
    api::{
        CreateTicket, MessageAct, MessageEdited, MessageError, MessageStateChanged, MessageView,
        NewMessage,
    },
    model::{Viewer, numbers},
    store::{self, MessageRow, StateChange, StoredFile, TicketRow},
};
use crate::{
    db::{DbError, DbResult, Tx},
    events::{Audience, EventData, NewEvent},
    metrics::metrics,
};

/// Who sees what happens to a ticket with these participants.
#[must_use]
pub fn audience(assignee_ids: &str) -> Audience {
    let users = numbers(assignee_ids);
    if users.is_empty() { Audience::everyone() } else { Audience::users(users) }
}

/// A message as the ticket shows it that has it: its own, or one that was merged into it.
fn message_in(ticket: &TicketRow, row: &MessageRow, files: &[StoredFile]) -> MessageView {
    MessageView { ticket_id: ticket.id, ..message_view(row, files) }
}

/// Announces a message, and the ticket when it is new.
pub(in crate::tickets) async fn message(
    tx: &mut Tx,
    client_id: i64,
    message_id: i64,
    opened: bool,
    account_name: &str,
    now: i64,
) -> DbResult<MessageView> {
    let row = store::message(tx, client_id, message_id).await?.ok_or(DbError::NotFound)?;
    let ticket = store::shown_in(tx, client_id, row.ticket_id).await?.ok_or(DbError::NotFound)?;
    stored(tx, &ticket, &row, opened, account_name, now).await
}

/// Announces a message whose rows are at hand, and the ticket when it is new. Gives the message as
/// it is shown.
pub(in crate::tickets) async fn stored(
    tx: &mut Tx,
    ticket: &TicketRow,
    row: &MessageRow,
    opened: bool,
    account_name: &str,
    now: i64,
) -> DbResult<MessageView> {
    if row.direction != "system" {
        metrics().messages.with_label_values(&[&row.direction]).inc();
    }
    let files = if ticket.has_attachment {
        store::files_of_message(tx, row.client_id, row.ticket_id, row.id).await?
    } else {
        vec![]
    };
    let message = message_in(ticket, row, &files);
    let shown = ticket_view(ticket, account_name);
    let queue_id = row.queue_id.as_deref();
    if opened {
        let data = CreateTicket { ticket: &shown, message: Some(&message), queue_id };
        announce(tx, ticket, &data, now);
    }
    announce(tx, ticket, &NewMessage { ticket: &shown, message: &message, queue_id }, now);
    Ok(message)
}

/// Announces a message that changed, as it reads now. Gives it as it is shown.
pub(in crate::tickets) async fn edited(
    tx: &mut Tx,
    client_id: i64,
    message_id: i64,
    now: i64,
) -> DbResult<MessageView> {
    let row = store::message(tx, client_id, message_id).await?.ok_or(DbError::NotFound)?;
    let ticket_id = row.ticket_id;
    let files = store::files_of_message(tx, client_id, ticket_id, message_id).await?;
    let ticket = store::shown_in(tx, client_id, ticket_id).await?.ok_or(DbError::NotFound)?;
    let message = message_in(&ticket, &row, &files);
    let snippet = ticket.snippet.clone();
    let data = MessageEdited { ticket_id: ticket.id, message: message.clone(), snippet };
    announce(tx, &ticket, &data, now);
    Ok(message)
}

/// Announces what somebody did at a message that is for the team, with the message as it is now: `data`
/// makes that into the event. Gives the message as it is shown.
pub(in crate::tickets) async fn kept<T: EventData>(
    tx: &mut Tx,
    ticket: &TicketRow,
    message_id: i64,
    by: &Viewer,
    data: impl FnOnce(MessageAct) -> T,
    now: i64,
) -> DbResult<MessageView> {
    kept_by(tx, ticket, message_id, &by.username, data, now).await
}

/// The same where it need not be a person who did it.
pub(in crate::tickets) async fn kept_by<T: EventData>(
    tx: &mut Tx,
    ticket: &TicketRow,
    message_id: i64,
    by: &str,
    data: impl FnOnce(MessageAct) -> T,
    now: i64,
) -> DbResult<MessageView> {
    let (client_id, ticket_id) = (ticket.client_id, ticket.id);
    let row = store::message(tx, client_id, message_id).await?.ok_or(DbError::NotFound)?;
    let files = store::files_of_message(tx, client_id, row.ticket_id, message_id).await?;
    let message = message_in(ticket, &row, &files);
    let snippet = match row.deleted_at {
        Some(_) => store::ticket_row(tx, client_id, ticket_id, 0).await?.map(|row| row.snippet),
        None => None,
    };
    let by = by.to_owned();
    let act = MessageAct { ticket_id, message_id, message: message.clone(), by, snippet };
    announce(tx, ticket, &data(act), now);
    Ok(message)
}

/// Announces something about a ticket to everybody who may see it.
pub fn announce<T: EventData>(tx: &mut Tx, ticket: &TicketRow, data: &T, now: i64) {
    let audience = audience(&ticket.assignee_ids);
    tx.announce(NewEvent::new(ticket.client_id, audience, data, now).about(ticket.id));
}

/// Moves an outgoing message to a state and announces it. False when it already had that state or a
/// later one.
///
/// # Errors
/// What the database said.
pub async fn change_state(
    tx: &mut Tx,
    client_id: i64,
    message_id: i64,
    change: &StateChange<'_>,
) -> DbResult<bool> {
    let now = change.hop.at_ms;
    let Some((ticket_id, queue_id)) = store::set_state(tx, client_id, message_id, change).await?
    else {
        return Ok(false);
    };
    let Some(ticket) = store::shown_in(tx, client_id, ticket_id).await? else {
        return Ok(false);
    };
    let error = change.error_code.map(|code| MessageError {
        code: code.to_owned(),
        message: change.error_message.unwrap_or_default().to_owned(),
    });
    let data = MessageStateChanged {
        ticket_id: ticket.id,
        message_id,
        queue_id,
        state: change.state.to_owned(),
        send_status: crate::tickets::model::send_status(change.state),
        error,
        retry_at: change.retry_at,
    };
    announce(tx, &ticket, &data, now);
    Ok(true)
}
