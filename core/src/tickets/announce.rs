//! What tickets announce, and to whom.

use super::{
    api::MessageView,
    model::{Viewer, numbers},
    store::{self, MessageRow, StateChange, StoredFile, TicketRow},
    view::{message_view, ticket_view},
};
use crate::{
    db::{DbError, DbResult, Tx},
    events::{Audience, NewEvent},
    metrics::metrics,
};
use serde_json::{Value, json};

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
pub(super) async fn message(
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
pub(super) async fn stored(
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
    let data = json!({
        "ticket": ticket_view(ticket, account_name),
        "message": message,
        "queue_id": row.queue_id,
    });
    if opened {
        announce(tx, ticket, "createTicket", data.clone(), now);
    }
    announce(tx, ticket, "newMessage", data, now);
    Ok(message)
}

/// Announces a message that changed, as it reads now. Gives it as it is shown.
pub(super) async fn edited(
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
    let data = json!({ "ticket_id": ticket.id, "message": message, "snippet": ticket.snippet });
    announce(tx, &ticket, "messageEdited", data, now);
    Ok(message)
}

/// Announces what somebody did at a message that is for the team, with the message as it is now. Gives
/// it as it is shown.
pub(super) async fn kept(
    tx: &mut Tx,
    ticket: &TicketRow,
    message_id: i64,
    name: &'static str,
    by: &Viewer,
    more: Value,
    now: i64,
) -> DbResult<MessageView> {
    let (client_id, ticket_id) = (ticket.client_id, ticket.id);
    let row = store::message(tx, client_id, message_id).await?.ok_or(DbError::NotFound)?;
    let files = store::files_of_message(tx, client_id, row.ticket_id, message_id).await?;
    let message = message_in(ticket, &row, &files);
    let mut data = json!({
        "ticket_id": ticket_id, "message_id": message_id, "message": message,
        "by": by.username,
    });
    if let (Value::Object(data), Value::Object(more)) = (&mut data, more) {
        data.extend(more);
    }
    if row.deleted_at.is_some() {
        let now = store::ticket_row(tx, client_id, ticket_id, 0).await?;
        data["snippet"] = now.map(|ticket| ticket.snippet).into();
    }
    announce(tx, ticket, name, data, now);
    Ok(message)
}

/// Announces something about a ticket to everybody who may see it.
pub fn announce(tx: &mut Tx, ticket: &TicketRow, name: &'static str, data: Value, now: i64) {
    tx.announce(NewEvent {
        client_id: ticket.client_id,
        name,
        ticket_id: Some(ticket.id),
        audience: audience(&ticket.assignee_ids),
        data,
        at_ms: now,
    });
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
    let error = change
        .error_code
        .map(|code| json!({ "code": code, "message": change.error_message.unwrap_or_default() }));
    let data = json!({
        "ticket_id": ticket.id,
        "message_id": message_id,
        "queue_id": queue_id,
        "state": change.state,
        "sendStatus": super::model::send_status(change.state),
        "error": error,
        "retry_at": change.retry_at,
    });
    announce(tx, &ticket, "messageState", data, now);
    Ok(true)
}
