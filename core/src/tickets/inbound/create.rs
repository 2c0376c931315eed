//! A ticket that somebody enters by hand: an agent for a customer, or a customer on a form.

use crate::tickets::{
    lifecycle::status,
    model::{Hop, ListKind, Viewer, snippet, title},
    record::{announce, files::NewFile},
    store::{self, NewMessage, NewTicket, TicketRow, Touch},
};
use crate::{
    contacts::{self, Contact},
    db::{DbError, DbResult, Tx},
};

/// The channel value of tickets that came over no channel: the desk's own.
pub const MANUAL: &str = "MANUAL";

/// What is entered. All of it has been checked.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    pub client_id: i64,
    /// What no other entry has.
    pub token: &'a str,
    /// The agent who enters it; none for a customer on a form.
    pub by: Option<&'a Viewer>,
    pub contact: &'a Contact,
    /// As whom the customer wrote.
    pub name: &'a str,
    /// Empty for the beginning of the text.
    pub title: &'a str,
    pub text: &'a str,
    pub files: &'a [NewFile],
    pub language: &'a str,
    pub department: Option<i64>,
    /// None for what everything of this contact has.
    pub severity: Option<&'a str>,
    pub labels: &'a [i64],
    pub assignees: &'a [(i64, String)],
    /// How it came, for the ticket and its trace.
    pub why: &'a str,
    /// How it came, as a line of the conversation.
    pub line: &'a str,
    pub now: i64,
}

/// The ticket as it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    pub ticket_id: i64,
    pub number: i64,
}

/// Opens a ticket in the caller's transaction and announces it. It never continues another one:
/// whoever enters an address has not shown that it is theirs.
///
/// # Errors
/// What the database said.
pub async fn enter(tx: &mut Tx, entry: &Entry<'_>) -> DbResult<Entered> {
    let (client_id, now) = (entry.client_id, entry.now);
    let ticket_id = open(tx, entry).await?;
    let (message, read_to) = first_message(tx, entry, ticket_id).await?;
    let line = snippet(entry.text, entry.files.len());
    let touch = Touch {
        snippet: &line,
        message_id: read_to,
        inbound: true,
        has_attachment: !entry.files.is_empty(),
        answers: false,
        now,
    };
    let ticket = store::touch(tx, client_id, ticket_id, &touch).await?;
    let number = ticket.number;
    if let Some(by) = entry.by {
        store::mark_read(tx, client_id, ticket_id, by.user_id, read_to, now).await?;
    }
    match message.stored(read_to) {
        Some(row) => announce::stored(tx, &ticket, &row, true, "", now).await?,
        None => announce::message(tx, client_id, read_to, true, "", now).await?,
    };
    status::say(tx, client_id, ticket_id, entry.line, now).await?;
    if let Some(by) = entry.by.filter(|_| !entry.assignees.is_empty()) {
        // Nobody took part, and nobody else has seen it.
        let before = TicketRow { assignee: String::new(), ..ticket };
        let users = entry.assignees;
        status::tell_participants(tx, &before, (&[], false), users, by, "", now).await?;
    }
    Ok(Entered { ticket_id, number })
}

/// The ticket's row with all that is known of it, so that the first event has it.
async fn open(tx: &mut Tx, entry: &Entry<'_>) -> DbResult<i64> {
    let (client_id, now) = (entry.client_id, entry.now);
    store::hold_contact(tx, client_id, entry.contact.id).await?;
    // A page that was opened before may still name one that was merged into another.
    let contact_id = contacts::standing(tx, client_id, entry.contact.id).await?;
    let new = NewTicket {
        client_id,
        channel: MANUAL,
        channel_id: None,
        kind: ListKind::Ticket.as_str(),
        thread: &format!("entered:{}", entry.token),
        contact_id,
        identity_id: None,
        title: &title(Some(entry.title), entry.text, entry.name),
        language: entry.language,
        session_id: None,
        why: entry.why,
        automatic: false,
        now,
    };
    let id = store::insert_ticket(tx, &new).await?.ok_or(DbError::NotFound)?;
    if entry.department.is_some() {
        store::set_department(tx, client_id, id, entry.department, now).await?;
    }
    if let Some(severity) = entry.severity {
        store::set_severity(tx, client_id, id, severity, None).await?;
    }
    if !entry.labels.is_empty() {
        store::set_labels(tx, (client_id, id), entry.labels, now).await?;
    }
    if !entry.assignees.is_empty() {
        store::set_participants(tx, client_id, id, entry.assignees, now).await?;
    }
    Ok(id)
}

/// Stores what the customer said. Gives the message and its id.
async fn first_message<'a>(
    tx: &mut Tx,
    entry: &Entry<'a>,
    ticket_id: i64,
) -> DbResult<(NewMessage<'a>, i64)> {
    let (client_id, now) = (entry.client_id, entry.now);
    let hop = Hop { name: "entered".into(), at_ms: now, took_us: 0, detail: entry.why.to_owned() };
    let message = NewMessage {
        client_id,
        ticket_id,
        direction: "in",
        kind: "text",
        sender: "visitor",
        sender_name: entry.name,
        body: entry.text,
        state: "received",
        extras: "{}".into(),
        trace: serde_json::to_string(&[hop]).unwrap_or_default(),
        sent_at: now,
        now,
        ..NewMessage::default()
    };
    let id = store::insert_message(tx, &message).await?.ok_or(DbError::NotFound)?;
    for file in entry.files {
        let row = file.row(client_id, Some(ticket_id), Some(id), None);
        store::insert_file(tx, &row, now).await?;
    }
    Ok((message, id))
}
