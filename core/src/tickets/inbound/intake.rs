//! A message from a customer becomes a message of a ticket.

use super::blocked_messages;
use crate::tickets::{
    lifecycle::status,
    model::{Clues, Hop, ListKind, Placement, Status, place, reopens, snippet, title},
    record::{announce, files::NewFile, origin::Origin, sanitise},
    store::{self, MessageRow, NewMessage, NewTicket, TicketRow, Touch},
};
use crate::{
    contacts::{self, Contact},
    db::{DbError, DbResult, Tx},
};
use serde::{Deserialize, Serialize};

/// A file that came with a message.
pub type InboundFile = NewFile;

/// What a channel hands in. Messages that are held back are kept as this.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Inbound {
    pub client_id: i64,
    pub channel: String,
    pub channel_id: i64,
    pub account_name: String,
    pub kind: ListKind,
    pub thread: String,
    pub contact: Contact,
    /// The identity it comes from: within what, and its id there.
    pub scope: String,
    pub sender: String,
    pub external_id: String,
    pub subject: Option<String>,
    pub text: String,
    /// As it came; it is sanitised here.
    pub html: Option<String>,
    pub reply_to: Option<String>,
    /// External ids of earlier messages, best first.
    pub references: Vec<String>,
    /// A ticket number from a token that was verified.
    pub verified_ticket: Option<i64>,
    pub files: Vec<InboundFile>,
    pub automatic: bool,
    /// Something that happened in the conversation and that nobody wrote, such as a call: it is shown
    /// as a line, and says whether an agent has to look.
    pub line: Option<bool>,
    /// The business wrote it itself, elsewhere: the name of who did, or nothing.
    #[serde(default)]
    pub own_side: Option<String>,
    pub extras: serde_json::Value,
    pub session_id: Option<i64>,
    /// Who took the conversation before it had a ticket.
    pub assignee: Option<(i64, String)>,
    pub sent_at: i64,
    pub now: i64,
    pub hops: Vec<Hop>,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntakeOutcome {
    /// The message was there already; nothing changed.
    Known,
    /// Its sender is blocked: it is kept, and nobody is told.
    Held,
    Stored {
        ticket_id: i64,
        message_id: i64,
        opened: bool,
    },
}

/// How often a place is looked for while others change it at the same moment.
const PLACES_MAX: usize = 8;

/// The sender of what the business wrote elsewhere.
const OWN_SIDE: &str = "another program";

/// How many references are looked up: a hostile mail may carry a thousand.
const REFERENCES_MAX: usize = 25;

/// Takes an inbound message in the caller's transaction. What a blocked sender writes is held back;
/// everything else is stored.
///
/// # Errors
/// What the database said.
pub async fn intake(tx: &mut Tx, inbound: &Inbound) -> DbResult<IntakeOutcome> {
    let held = match inbound.own_side {
        None => blocked_messages::hold(tx, inbound).await?,
        Some(_) => None,
    };
    match held {
        Some(taken) => Ok(taken),
        None => let_in(tx, inbound).await,
    }
}

/// Stores an inbound message: finds or opens its ticket, and announces both. A message whose
/// external id is known changes nothing.
pub(in crate::tickets) async fn let_in(tx: &mut Tx, inbound: &Inbound) -> DbResult<IntakeOutcome> {
    let client_id = inbound.client_id;
    let Some(Destination { ticket_id, path, opened, reopen, why }) = placed(tx, inbound).await?
    else {
        return Ok(IntakeOutcome::Known);
    };
    let Some((message_id, rows)) = store_message(tx, inbound, &path, &why).await? else {
        if opened {
            store::remove_ticket(tx, client_id, ticket_id).await?;
        }
        return Ok(IntakeOutcome::Known);
    };
    let assignee = inbound.assignee.as_ref().filter(|_| opened);
    if let Some(assignee) = assignee {
        let users = std::slice::from_ref(assignee);
        store::set_participants(tx, client_id, ticket_id, users, inbound.now).await?;
    }
    if reopen {
        status::reopen(tx, client_id, ticket_id, &inbound.account_name, inbound.now).await?;
    }
    let (name, now) = (&inbound.account_name, inbound.now);
    match rows {
        (Some(message), ticket) if assignee.is_none() && !reopen => {
            announce::stored(tx, &ticket, &message, opened, name, now).await?;
        }
        _ => {
            announce::message(tx, client_id, message_id, opened, name, now).await?;
        }
    }
    Ok(IntakeOutcome::Stored { ticket_id, message_id, opened })
}

/// Where a message goes.
struct Destination {
    /// The ticket that shows it.
    ticket_id: i64,
    /// The ticket of its conversation, and those that it was merged into; the last one shows it.
    path: Vec<i64>,
    opened: bool,
    /// It has to be opened again.
    reopen: bool,
    why: String,
}

/// Finds the ticket and holds it, or opens one. None when the message is known.
async fn placed(tx: &mut Tx, inbound: &Inbound) -> DbResult<Option<Destination>> {
    let (client_id, channel_id) = (inbound.client_id, inbound.channel_id);
    // Before any ticket: one that turns out to be closed is held to the end all the same.
    store::hold_contact(tx, client_id, inbound.contact.id).await?;
    for _ in 0..PLACES_MAX {
        match place(&clues(tx, inbound).await?) {
            Placement::Continue { ticket_id, home, reopen, why } => {
                let (path, now) = hold_path(tx, client_id, ticket_id, home).await?;
                // Somebody may have closed or merged it until it was ours.
                if now.is_none_or(|now| now != Status::Closed.code() && reopen == reopens(now))
                    && path.last() == Some(&ticket_id)
                    && (now.is_none() || still_goes_to(tx, inbound, home).await?)
                {
                    return Ok(Some(Destination { ticket_id, path, opened: false, reopen, why }));
                }
            }
            Placement::Open { why } => {
                // A repeat of the message that opened a since closed ticket must not open another.
                let id = inbound.external_id.as_str();
                let known = store::message_of_external(tx, client_id, channel_id, id);
                if known.await?.is_some() {
                    return Ok(None);
                }
                // None when somebody has just opened one in the thread, which it then continues.
                if let Some(id) = open(tx, inbound, &why).await? {
                    let (path, opened, reopen) = (vec![id], true, false);
                    return Ok(Some(Destination { ticket_id: id, path, opened, reopen, why }));
                }
            }
        }
    }
    Err(DbError::Unavailable("its ticket changes all the time".into()))
}

/// Holds a conversation's ticket and all that it is shown in; gives them as they are now, and the
/// status of the last where others may have changed it until this moment.
async fn hold_path(
    tx: &mut Tx,
    client_id: i64,
    ticket_id: i64,
    home: i64,
) -> DbResult<(Vec<i64>, Option<i64>)> {
    if home == ticket_id {
        return Ok((vec![home], store::hold_ticket(tx, client_id, home).await?));
    }
    let mut all = store::path(tx, client_id, home).await?;
    all.sort_unstable();
    let mut status = None;
    for id in all {
        let now = store::hold_ticket(tx, client_id, id).await?;
        status = if id == ticket_id { now } else { status };
    }
    Ok((store::path(tx, client_id, home).await?, status))
}

/// Whether a message still belongs to a ticket that is ours now: a split may have taken the
/// conversation away until then.
async fn still_goes_to(tx: &mut Tx, inbound: &Inbound, ticket: i64) -> DbResult<bool> {
    let now = place(&clues(tx, inbound).await?);
    Ok(matches!(now, Placement::Continue { home, .. } if home == ticket))
}

async fn clues(tx: &mut Tx, inbound: &Inbound) -> DbResult<Clues> {
    let (client_id, channel_id) = (inbound.client_id, inbound.channel_id);
    let mut clues = Clues::default();
    if let Some(number) = inbound.verified_ticket {
        clues.verified = store::candidate_by_number(tx, client_id, channel_id, number).await?;
    }
    for id in inbound.references.iter().take(REFERENCES_MAX) {
        if let Some(found) = store::candidate_by_external(tx, client_id, channel_id, id).await? {
            clues.referred = Some((found, id.clone()));
            break;
        }
    }
    if let (Some(verified), Some((referred, _))) = (clues.verified, &clues.referred)
        && was_split_off(tx, client_id, referred.home, verified.home).await?
    {
        // The address names the ticket that the message was sent from, and it has gone on since.
        clues.verified = None;
    }
    clues.threaded = store::candidate_by_thread(tx, client_id, channel_id, &inbound.thread).await?;
    Ok(clues)
}

/// Whether a ticket was split off another one, over several steps perhaps.
async fn was_split_off(tx: &mut Tx, client_id: i64, ticket: i64, from: i64) -> DbResult<bool> {
    let mut at = ticket;
    for _ in 0..PLACES_MAX {
        match store::split_from(tx, client_id, at).await? {
            Some(next) if next == from => return Ok(true),
            Some(next) => at = next,
            None => return Ok(false),
        }
    }
    Ok(false)
}

async fn open(tx: &mut Tx, inbound: &Inbound, why: &str) -> DbResult<Option<i64>> {
    let (contact_id, identity_id) = writer(tx, inbound).await?;
    let title = title(inbound.subject.as_deref(), &inbound.text, &inbound.contact.name);
    let new = NewTicket {
        client_id: inbound.client_id,
        channel: &inbound.channel,
        channel_id: Some(inbound.channel_id),
        kind: inbound.kind.as_str(),
        thread: &inbound.thread,
        contact_id,
        identity_id,
        title: &title,
        language: &inbound.contact.language,
        session_id: inbound.session_id,
        why,
        automatic: inbound.automatic,
        now: inbound.now,
    };
    let opened = store::insert_ticket(tx, &new).await?;
    if let Some(id) = opened {
        let origin = serde_json::to_string(&Origin::of(inbound)).unwrap_or_default();
        store::set_origin(tx, inbound.client_id, id, &origin).await?;
    }
    Ok(opened)
}

/// Whose ticket it will be, held, and by which identity. The contact may have been merged into
/// another one, or that undone, since the message was handed in.
async fn writer(tx: &mut Tx, inbound: &Inbound) -> DbResult<(i64, Option<i64>)> {
    let Inbound { client_id, ref scope, ref sender, .. } = *inbound;
    let mut contact_id = inbound.contact.id;
    loop {
        // What is said of everything they write at this moment counts for this ticket, too.
        store::hold_contact(tx, client_id, contact_id).await?;
        match contacts::of_identity(tx, client_id, scope, sender).await? {
            Some((identity_id, owner)) if owner == contact_id => {
                return Ok((contact_id, Some(identity_id)));
            }
            Some((_, owner)) => contact_id = owner,
            None => return Ok((contact_id, None)),
        }
    }
}

/// A message and its ticket as they were stored, as far as they are known without reading them back.
type Rows = (Option<MessageRow>, TicketRow);

async fn store_message(
    tx: &mut Tx,
    inbound: &Inbound,
    path: &[i64],
    why: &str,
) -> DbResult<Option<(i64, Rows)>> {
    let client_id = inbound.client_id;
    let ticket_id = *path.first().ok_or(DbError::NotFound)?;
    let reply_id = match &inbound.reply_to {
        Some(id) => store::message_of_external(tx, client_id, inbound.channel_id, id)
            .await?
            .filter(|(_, ticket, _)| *ticket == ticket_id)
            .map(|(id, _, _)| id),
        None => None,
    };
    let html = inbound.html.as_deref().and_then(sanitise::mail);
    let mut hops = inbound.hops.clone();
    hops.push(Hop {
        name: "threaded".into(),
        at_ms: inbound.now,
        took_us: 0,
        detail: why.to_owned(),
    });
    let author = Author::of(inbound);
    let new = NewMessage {
        client_id,
        ticket_id,
        channel_id: Some(inbound.channel_id),
        direction: author.direction,
        kind: match (inbound.line, &html) {
            (Some(_), _) => "system",
            (None, Some(_)) => "text/html",
            (None, None) => "text",
        },
        sender: author.sender,
        sender_name: author.name,
        body: &inbound.text,
        html: html.as_deref(),
        external_id: Some(&inbound.external_id),
        reply_id,
        state: author.state,
        automatic: inbound.automatic,
        extras: inbound.extras.to_string(),
        trace: serde_json::to_string(&hops).unwrap_or_default(),
        sent_at: inbound.sent_at,
        now: inbound.now,
        ..NewMessage::default()
    };
    let Some(message_id) = store::insert_message(tx, &new).await? else { return Ok(None) };
    for file in &inbound.files {
        let row = file.row(client_id, Some(ticket_id), Some(message_id), None);
        store::insert_file(tx, &row, inbound.now).await?;
    }
    let line = snippet(&inbound.text, inbound.files.len());
    let touch = Touch {
        snippet: &line,
        message_id,
        inbound: inbound.line.unwrap_or(inbound.own_side.is_none()),
        has_attachment: !inbound.files.is_empty(),
        answers: inbound.own_side.is_some(),
        now: inbound.now,
    };
    let mut ticket = store::touch(tx, client_id, ticket_id, &touch).await?;
    for above in path.iter().skip(1) {
        ticket = store::touch(tx, client_id, *above, &touch).await?;
    }
    Ok(Some((message_id, (new.stored(message_id), ticket))))
}

/// By whom a message is.
struct Author<'a> {
    direction: &'static str,
    sender: &'static str,
    name: &'a str,
    state: &'static str,
}

impl<'a> Author<'a> {
    fn of(inbound: &'a Inbound) -> Self {
        let (direction, sender, name, state) = match (&inbound.line, &inbound.own_side) {
            (Some(_), _) => ("system", "server", "server", "received"),
            // No username has a blank, so nobody's looks like this.
            (None, Some(name)) if name.is_empty() => {
                ("out", OWN_SIDE, inbound.account_name.as_str(), "sent")
            }
            (None, Some(name)) => ("out", OWN_SIDE, name.as_str(), "sent"),
            (None, None) => ("in", "visitor", inbound.contact.name.as_str(), "received"),
        };
        Self { direction, sender, name, state }
    }
}

/// A customer changed or withdrew a message; the same again changes nothing. False when the message is
/// not known.
///
/// # Errors
/// What the database said.
pub async fn edit_inbound(
    tx: &mut Tx,
    client_id: i64,
    channel_id: i64,
    external_id: &str,
    text: Option<&str>,
    deleted: bool,
    now: i64,
) -> DbResult<bool> {
    let found = store::message_of_external(tx, client_id, channel_id, external_id).await?;
    let Some((message_id, _, _)) = found.filter(|(_, _, direction)| direction == "in") else {
        let place = (channel_id, external_id);
        return blocked_messages::edit(tx, client_id, place, text, (deleted, now)).await;
    };
    store::hold_ticket_of(tx, client_id, message_id).await?;
    if store::edit_body(tx, client_id, message_id, text, deleted, now).await? {
        announce::edited(tx, client_id, message_id, now).await?;
    }
    Ok(true)
}
