//! A ticket's status and participants change.

use super::snooze;
use crate::tickets::{
    api::{ParticipantChanged, TicketStatusChanged},
    model::{Status, Viewer},
    record::{
        announce,
        history::{self, Step},
        view::ticket_view,
    },
    store::{self, NewMessage, TicketRow, Touch},
};
use crate::{
    db::{DbError, DbResult, Tx},
    events::NewEvent,
};
use serde_json::Value;

/// Sets the status of a ticket that is held, says so in the conversation, and announces it. Gives the id of the system
/// line; none when the ticket had that status already.
///
/// # Errors
/// [`DbError::Unique`] when the customer already has a newer open ticket in the same conversation.
pub async fn change_status(
    tx: &mut Tx,
    viewer: &Viewer,
    ticket: &TicketRow,
    status: Status,
    account_name: &str,
    now: i64,
) -> DbResult<Option<i64>> {
    if ticket.status == status.code() {
        return Ok(None);
    }
    let text = format!("{} set this ticket to {}.", viewer.name, status.word());
    apply(tx, ticket, status, (&viewer.username, &text, ""), account_name, now).await.map(Some)
}

/// The customer wrote again: the ticket is open again.
pub(in crate::tickets) async fn reopen(
    tx: &mut Tx,
    client_id: i64,
    ticket_id: i64,
    account_name: &str,
    now: i64,
) -> DbResult<()> {
    let ticket = store::ticket_row(tx, client_id, ticket_id, 0).await?.ok_or(DbError::NotFound)?;
    let text = "The customer wrote again, so this ticket is open.";
    let why = "the customer wrote again";
    apply(tx, &ticket, Status::Open, ("server", text, why), account_name, now).await?;
    Ok(())
}

/// The time for which a ticket was put aside is over.
pub(in crate::tickets) async fn woke(
    tx: &mut Tx,
    ticket: &TicketRow,
    account_name: &str,
    now: i64,
) -> DbResult<()> {
    let text = "This ticket was put aside until now, so it is open.";
    let why = "it was put aside until now";
    apply(tx, ticket, Status::Open, ("server", text, why), account_name, now).await?;
    Ok(())
}

async fn apply(
    tx: &mut Tx,
    ticket: &TicketRow,
    status: Status,
    (by, text, why): (&str, &str, &str),
    account_name: &str,
    now: i64,
) -> DbResult<i64> {
    let (client_id, ticket_id) = (ticket.client_id, ticket.id);
    let aside = store::snoozed_until(tx, client_id, ticket_id).await?;
    store::set_status(tx, client_id, ticket_id, status.code(), now).await?;
    if aside.is_some() && status != Status::Pending {
        snooze::tell(tx, ticket, (aside, None), by, now).await?;
    }
    let (before, after) = (ticket.status.to_string(), status.code().to_string());
    let step = Step { kind: "status", before: &before, after: &after, why, by };
    history::note(tx, ticket, &step, now).await?;
    let message_id = system_line(tx, ticket, text, account_name, now).await?;
    let ticket = store::ticket_row(tx, client_id, ticket_id, 0).await?.ok_or(DbError::NotFound)?;
    let data = TicketStatusChanged {
        ticket_id,
        ticket_number: ticket.number,
        status: status.code(),
        by: by.to_owned(),
        ticket: ticket_view(&ticket, account_name),
    };
    announce::announce(tx, &ticket, &data, now);
    Ok(message_id)
}

/// Adds a line that no person wrote to a ticket.
///
/// # Errors
/// What the database said; an unknown ticket is not found.
pub async fn say(
    tx: &mut Tx,
    client_id: i64,
    ticket_id: i64,
    text: &str,
    now: i64,
) -> DbResult<i64> {
    store::hold_ticket(tx, client_id, ticket_id).await?;
    let ticket = store::ticket_row(tx, client_id, ticket_id, 0).await?.ok_or(DbError::NotFound)?;
    system_line(tx, &ticket, text, "", now).await
}

/// Something that a provider told about a conversation.
pub struct ProviderNotice {
    pub client_id: i64,
    pub ticket_id: i64,
    pub channel_id: i64,
    /// What it is known again by, within the account.
    pub external_id: String,
    pub text: String,
    /// A JSON object with everything that was told.
    pub extras: Value,
    pub sent_at: i64,
    pub now: i64,
}

/// Adds a line about something that a provider told, once.
///
/// # Errors
/// What the database said; an unknown ticket is not found.
pub async fn tell(tx: &mut Tx, told: &ProviderNotice) -> DbResult<()> {
    store::hold_ticket(tx, told.client_id, told.ticket_id).await?;
    let new = NewMessage {
        client_id: told.client_id,
        ticket_id: told.ticket_id,
        channel_id: Some(told.channel_id),
        direction: "system",
        kind: "system",
        sender: "server",
        sender_name: "server",
        body: &told.text,
        external_id: Some(&told.external_id),
        state: "received",
        extras: told.extras.to_string(),
        trace: "[]".into(),
        sent_at: told.sent_at,
        now: told.now,
        ..NewMessage::default()
    };
    if let Some(id) = store::insert_message(tx, &new).await? {
        announce::message(tx, told.client_id, id, false, "", told.now).await?;
    }
    Ok(())
}

/// Adds a line that no person wrote. It leaves the snippet and the unread state alone.
async fn system_line(
    tx: &mut Tx,
    ticket: &TicketRow,
    text: &str,
    account_name: &str,
    now: i64,
) -> DbResult<i64> {
    let new = NewMessage {
        client_id: ticket.client_id,
        ticket_id: ticket.id,
        direction: "system",
        kind: "system",
        sender: "server",
        sender_name: "server",
        body: text,
        state: "received",
        extras: "{}".into(),
        trace: "[]".into(),
        sent_at: now,
        now,
        ..NewMessage::default()
    };
    let id = store::insert_message(tx, &new).await?.ok_or(DbError::NotFound)?;
    announce::message(tx, ticket.client_id, id, false, account_name, now).await?;
    Ok(id)
}

/// Sets who takes part in a ticket that is held, says so in the conversation, and announces it to
/// those who were and those who are.
///
/// # Errors
/// What the database said.
pub async fn assign(
    tx: &mut Tx,
    ticket: &TicketRow,
    users: &[(i64, String)],
    by: &Viewer,
    account_name: &str,
    now: i64,
) -> DbResult<()> {
    let before = store::participants(tx, ticket.client_id, ticket.id).await?;
    store::set_participants(tx, ticket.client_id, ticket.id, users, now).await?;
    let before: Vec<(i64, String)> = before.into_iter().map(|b| (b.0, b.1)).collect();
    // Everybody saw a ticket that nobody had taken.
    let seen = before.is_empty();
    tell_participants(tx, ticket, (&before, seen), users, by, account_name, now).await
}

/// Says in the conversation who takes part now, and announces it to those who were and those who are;
/// with `seen` to everybody who saw the ticket before.
pub(in crate::tickets) async fn tell_participants(
    tx: &mut Tx,
    ticket: &TicketRow,
    (before, seen): (&[(i64, String)], bool),
    users: &[(i64, String)],
    by: &Viewer,
    account_name: &str,
    now: i64,
) -> DbResult<()> {
    let (client_id, ticket_id) = (ticket.client_id, ticket.id);
    let names = |list: Vec<&String>| list.into_iter().cloned().collect::<Vec<_>>();
    let added = names(
        users
            .iter()
            .filter(|(id, _)| before.iter().all(|b| b.0 != *id))
            .map(|(_, name)| name)
            .collect(),
    );
    let removed = names(
        before.iter().filter(|b| users.iter().all(|(id, _)| *id != b.0)).map(|b| &b.1).collect(),
    );
    if added.is_empty() && removed.is_empty() {
        return Ok(());
    }
    let list = users.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>();
    let (was, is) = (ticket.assignee.as_str(), list.join(","));
    let step = Step { kind: "participants", before: was, after: &is, why: "", by: &by.username };
    history::note(tx, ticket, &step, now).await?;
    let text = if list.is_empty() {
        format!("{} made this ticket free for everybody.", by.name)
    } else {
        let people = store::participants(tx, client_id, ticket_id).await?;
        let called = |(_, username, name, _): (i64, String, String, String)| {
            if name.is_empty() { username } else { name }
        };
        let people: Vec<String> = people.into_iter().map(called).collect();
        format!("{} assigned this ticket to {}.", by.name, people.join(", "))
    };
    system_line(tx, ticket, &text, account_name, now).await?;
    let ticket = store::ticket_row(tx, client_id, ticket_id, 0).await?.ok_or(DbError::NotFound)?;
    let mut audience = announce::audience(&ticket.assignee_ids);
    if !audience.everyone {
        // Those who no longer take part must hear that, so that the ticket leaves their lists.
        audience.users.extend(before.iter().map(|b| b.0));
        audience.everyone = seen;
    }
    let data = ParticipantChanged {
        ticket_id,
        ticket_number: ticket.number,
        participants: list,
        added,
        removed,
        by: by.username.clone(),
        ticket: ticket_view(&ticket, account_name),
    };
    tx.announce(NewEvent::new(client_id, audience, &data, now).about(ticket_id));
    Ok(())
}

/// The state of a ticket that a new outgoing message leaves behind.
pub(in crate::tickets) fn touch_out<'a>(
    snippet: &'a str,
    message_id: i64,
    has_attachment: bool,
    now: i64,
) -> Touch<'a> {
    Touch { snippet, message_id, inbound: false, has_attachment, answers: true, now }
}
