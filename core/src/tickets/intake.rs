//! A message from a customer becomes a message of a ticket.

use super::{
    announce,
    files::NewFile,
    model::{Clues, Hop, ListKind, Placement, place, snippet, title},
    status,
    store::{self, MessageRow, NewMessage, NewTicket, TicketRow, Touch},
};
use crate::{
    contacts::Contact,
    db::{DbError, DbResult, Tx},
};

/// A file that came with a message.
pub type InboundFile = NewFile;

/// What a channel hands in.
#[derive(Clone, Debug)]
pub struct Inbound {
    pub client_id: i64,
    pub channel: String,
    pub channel_id: i64,
    pub account_name: String,
    pub kind: ListKind,
    pub thread: String,
    pub contact: Contact,
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
pub enum Taken {
    /// The message was there already; nothing changed.
    Known,
    Stored {
        ticket_id: i64,
        message_id: i64,
        opened: bool,
    },
}

/// How many references are looked up: a hostile mail may carry a thousand.
const REFERENCES_MAX: usize = 25;

/// Stores an inbound message in the caller's transaction: finds or opens its ticket, and announces
/// both. A message whose external id is known changes nothing.
///
/// # Errors
/// What the database said.
pub async fn intake(tx: &mut Tx, inbound: &Inbound) -> DbResult<Taken> {
    let (client_id, channel_id) = (inbound.client_id, inbound.channel_id);
    let placement = place(&clues(tx, inbound).await?);
    let (ticket_id, opened, reopen, why) = match placement {
        Placement::Continue { ticket_id, reopen, why } => (ticket_id, false, reopen, why),
        Placement::Open { why } => {
            // A repeat of the message that opened a since closed ticket must not open another.
            let known = store::message_of_external(tx, client_id, channel_id, &inbound.external_id);
            if known.await?.is_some() {
                return Ok(Taken::Known);
            }
            let (ticket_id, opened) = open(tx, inbound, &why).await?;
            (ticket_id, opened, false, why)
        }
    };
    let Some((message_id, rows)) = store_message(tx, inbound, ticket_id, &why).await? else {
        if opened {
            store::remove_ticket(tx, client_id, ticket_id).await?;
        }
        return Ok(Taken::Known);
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
    Ok(Taken::Stored { ticket_id, message_id, opened })
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
    clues.threaded = store::candidate_by_thread(tx, client_id, channel_id, &inbound.thread).await?;
    Ok(clues)
}

async fn open(tx: &mut Tx, inbound: &Inbound, why: &str) -> DbResult<(i64, bool)> {
    let number = store::next_number(tx, inbound.client_id).await?;
    let title = title(inbound.subject.as_deref(), &inbound.text, &inbound.contact.name);
    let new = NewTicket {
        client_id: inbound.client_id,
        number,
        channel: &inbound.channel,
        channel_id: inbound.channel_id,
        kind: inbound.kind.as_str(),
        thread: &inbound.thread,
        contact_id: inbound.contact.id,
        title: &title,
        language: &inbound.contact.language,
        session_id: inbound.session_id,
        why,
        automatic: inbound.automatic,
        now: inbound.now,
    };
    if let Some(id) = store::insert_ticket(tx, &new).await? {
        return Ok((id, true));
    }
    // Another node has just opened it.
    let found =
        store::candidate_by_thread(tx, inbound.client_id, inbound.channel_id, &inbound.thread)
            .await?
            .ok_or(DbError::NotFound)?;
    Ok((found.ticket_id, false))
}

/// A message and its ticket as they were stored, as far as they are known without reading them back.
type Rows = (Option<MessageRow>, TicketRow);

async fn store_message(
    tx: &mut Tx,
    inbound: &Inbound,
    ticket_id: i64,
    why: &str,
) -> DbResult<Option<(i64, Rows)>> {
    let client_id = inbound.client_id;
    let reply_id = match &inbound.reply_to {
        Some(id) => store::message_of_external(tx, client_id, inbound.channel_id, id)
            .await?
            .filter(|(_, ticket, _)| *ticket == ticket_id)
            .map(|(id, _, _)| id),
        None => None,
    };
    let html = inbound.html.as_deref().map(sanitise);
    let mut hops = inbound.hops.clone();
    hops.push(Hop {
        name: "threaded".into(),
        at_ms: inbound.now,
        took_us: 0,
        detail: why.to_owned(),
    });
    let new = NewMessage {
        client_id,
        ticket_id,
        channel_id: Some(inbound.channel_id),
        direction: if inbound.line.is_some() { "system" } else { "in" },
        kind: match (inbound.line, &html) {
            (Some(_), _) => "system",
            (None, Some(_)) => "text/html",
            (None, None) => "text",
        },
        sender: if inbound.line.is_some() { "server" } else { "visitor" },
        sender_name: if inbound.line.is_some() { "server" } else { &inbound.contact.name },
        body: &inbound.text,
        html: html.as_deref(),
        external_id: Some(&inbound.external_id),
        reply_id,
        state: "received",
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
        inbound: inbound.line.unwrap_or(true),
        has_attachment: !inbound.files.is_empty(),
        answers: false,
        now: inbound.now,
    };
    let ticket = store::touch(tx, client_id, ticket_id, &touch).await?;
    Ok(Some((message_id, (new.stored(message_id), ticket))))
}

/// Removes what could act: scripts, forms, handlers, styles that leave their box. Pictures of the
/// mail itself (`cid:`) stay; remote ones stay too but the page that shows them does not load them.
fn sanitise(html: &str) -> String {
    ammonia::Builder::default()
        .add_url_schemes(["cid"])
        .add_generic_attributes(["align", "width", "height", "bgcolor", "dir"])
        .add_tags(["font", "center"])
        .add_tag_attributes("font", ["color", "face", "size"])
        .link_rel(Some("noopener noreferrer nofollow"))
        .clean(html)
        .to_string()
}

/// A customer changed or withdrew a message. False when the message is not known.
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
        return Ok(false);
    };
    store::edit_body(tx, client_id, message_id, text, deleted, now).await?;
    announce::edited(tx, client_id, message_id, now).await?;
    Ok(true)
}
