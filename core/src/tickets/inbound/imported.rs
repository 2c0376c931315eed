//! A ticket that comes from another desk, as it was there.

use crate::db::{DbError, DbResult, Tx};
use crate::tickets::{
    inbound::create::{Entered, MANUAL},
    model::{Hop, ListKind, NOTE, Status, Viewer, snippet, title},
    record::history::Step,
    store::{self, NewMessage, NewTicket, Touch},
};
use serde_json::Value;

/// What is imported. All of it has been checked.
#[derive(Clone, Debug)]
pub struct Imported<'a> {
    pub client_id: i64,
    /// What no other ticket has.
    pub token: &'a str,
    /// Who imports it.
    pub by: &'a Viewer,
    /// Held by the caller.
    pub contact_id: i64,
    /// As whom the customer wrote.
    pub name: &'a str,
    /// Empty for the beginning of the text.
    pub title: &'a str,
    pub text: &'a str,
    /// The first answer to the customer; empty for none.
    pub reply: &'a str,
    /// Who answered and who set the status: id, username and name.
    pub handled_by: (i64, &'a str, &'a str),
    /// Empty for none.
    pub note: &'a str,
    pub language: &'a str,
    pub department: Option<i64>,
    /// None for what everything of this contact has.
    pub severity: Option<&'a str>,
    pub labels: &'a [i64],
    pub assignees: &'a [(i64, String)],
    pub status: Status,
    /// What stands in custom fields: field, value, and the choices by which the ticket is found.
    pub values: &'a [(i64, Value, Vec<i64>)],
    /// Where it comes from, for the ticket and as a line of the conversation.
    pub line: &'a str,
    /// Milliseconds.
    pub created_at: i64,
    pub replied_at: i64,
    /// When it got its status.
    pub resolved_at: i64,
    pub updated_at: i64,
    pub now: i64,
}

/// Writes an imported ticket in the caller's transaction. It is silent: nothing is announced, so that no
/// rule, service level, queue, notification or program of others hears of what was long ago.
///
/// # Errors
/// What the database said.
pub async fn import(tx: &mut Tx, ticket: &Imported<'_>) -> DbResult<Entered> {
    let (client_id, created_at) = (ticket.client_id, ticket.created_at);
    let new = NewTicket {
        client_id,
        channel: MANUAL,
        channel_id: None,
        kind: ListKind::Ticket.as_str(),
        thread: &format!("imported:{}", ticket.token),
        contact_id: ticket.contact_id,
        identity_id: None,
        title: &title(Some(ticket.title), ticket.text, ticket.name),
        language: ticket.language,
        session_id: None,
        why: ticket.line,
        automatic: false,
        now: created_at,
    };
    let id = store::insert_ticket(tx, &new).await?.ok_or(DbError::NotFound)?;
    marks(tx, ticket, id).await?;
    let text = if ticket.text.is_empty() { ticket.title } else { ticket.text };
    let first = NewMessage {
        direction: "in",
        kind: "text",
        sender: "visitor",
        sender_name: ticket.name,
        body: text,
        state: "received",
        ..message(ticket, id, created_at)
    };
    let message_id = store::insert_message(tx, &first).await?.ok_or(DbError::NotFound)?;
    let line = snippet(text, 0);
    let touch = Touch {
        snippet: &line,
        message_id,
        inbound: true,
        has_attachment: false,
        answers: false,
        now: created_at,
    };
    let number = store::touch(tx, client_id, id, &touch).await?.number;
    if !ticket.reply.is_empty() {
        reply(tx, ticket, id).await?;
    }
    store::mark_read(tx, client_id, id, ticket.by.user_id, message_id, ticket.now).await?;
    if !ticket.note.is_empty() {
        let note = NewMessage {
            direction: NOTE,
            kind: NOTE,
            sender: &ticket.by.username,
            sender_name: &ticket.by.name,
            user_id: Some(ticket.by.user_id),
            body: ticket.note,
            state: "kept",
            ..message(ticket, id, ticket.updated_at)
        };
        store::insert_message(tx, &note).await?;
    }
    let system = NewMessage {
        direction: "system",
        kind: "system",
        sender: "server",
        sender_name: "server",
        body: ticket.line,
        state: "received",
        ..message(ticket, id, ticket.now)
    };
    store::insert_message(tx, &system).await?;
    if ticket.status != Status::Open {
        let (was, is) = (Status::Open.code().to_string(), ticket.status.code().to_string());
        let (_, by, _) = ticket.handled_by;
        let step = Step { kind: "status", before: &was, after: &is, why: ticket.line, by };
        store::insert_history(tx, client_id, id, &step, ticket.resolved_at).await?;
    }
    // Last, because it also says when the ticket was changed.
    store::set_status(tx, client_id, id, ticket.status.code(), ticket.updated_at).await?;
    Ok(Entered { ticket_id: id, number })
}

/// What the customer was answered there. It is not sent again.
async fn reply(tx: &mut Tx, ticket: &Imported<'_>, id: i64) -> DbResult<()> {
    let (user_id, sender, sender_name) = ticket.handled_by;
    let new = NewMessage {
        direction: "out",
        kind: "text",
        sender,
        sender_name,
        user_id: Some(user_id),
        body: ticket.reply,
        state: "sent",
        ..message(ticket, id, ticket.replied_at)
    };
    let message_id = store::insert_message(tx, &new).await?.ok_or(DbError::NotFound)?;
    let line = snippet(ticket.reply, 0);
    let touch = Touch {
        snippet: &line,
        message_id,
        inbound: false,
        has_attachment: false,
        answers: true,
        now: ticket.replied_at,
    };
    store::touch(tx, ticket.client_id, id, &touch).await.map(drop)
}

/// What people of the other desk said of the ticket.
async fn marks(tx: &mut Tx, ticket: &Imported<'_>, id: i64) -> DbResult<()> {
    let (client_id, at) = (ticket.client_id, ticket.created_at);
    if ticket.department.is_some() {
        store::set_department(tx, client_id, id, ticket.department, at).await?;
    }
    if let Some(severity) = ticket.severity {
        store::set_severity(tx, client_id, id, severity, None).await?;
    }
    if !ticket.labels.is_empty() {
        store::set_labels(tx, (client_id, id), ticket.labels, at).await?;
    }
    if !ticket.assignees.is_empty() {
        store::set_participants(tx, client_id, id, ticket.assignees, at).await?;
    }
    for (field, value, choices) in ticket.values {
        let by = (ticket.by.username.as_str(), ticket.updated_at);
        store::set_field(tx, (client_id, id, *field), (value, choices), by).await?;
    }
    Ok(())
}

fn message<'a>(ticket: &Imported<'a>, ticket_id: i64, at: i64) -> NewMessage<'a> {
    let hop = Hop {
        name: "imported".into(),
        at_ms: ticket.now,
        took_us: 0,
        detail: ticket.line.to_owned(),
    };
    NewMessage {
        client_id: ticket.client_id,
        ticket_id,
        extras: "{}".into(),
        trace: serde_json::to_string(&[hop]).unwrap_or_default(),
        sent_at: at,
        now: at,
        ..NewMessage::default()
    }
}
