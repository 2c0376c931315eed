//! Rows of tickets, participants and read marks.

use super::{merges, words};
use crate::{
    crypto::sha256_hex,
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    http::Problem,
    tickets::model::{Viewer, may_see, numbers},
};

/// A ticket with its contact, and how far one viewer has read it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TicketRow {
    pub id: i64,
    pub client_id: i64,
    pub number: i64,
    pub channel: String,
    pub channel_id: Option<i64>,
    pub kind: String,
    pub thread: String,
    pub contact_id: Option<i64>,
    pub title: String,
    pub status: i64,
    pub severity: String,
    pub assignee: String,
    pub assignee_ids: String,
    pub department_id: Option<i64>,
    pub labels: String,
    pub language: String,
    /// What the customer writes in, where that is another one.
    pub source_lang: String,
    pub snippet: String,
    pub message_count: i64,
    pub last_in_id: Option<i64>,
    pub responded: bool,
    pub has_attachment: bool,
    pub session_id: Option<i64>,
    /// The ticket that shows this one's messages as well.
    pub merged_into: Option<i64>,
    pub why: String,
    /// Where it came from, as JSON.
    pub origin: String,
    /// What is due soonest on it, as JSON; empty for nothing.
    pub due: String,
    /// JSON: the emotions of the customer's messages; empty for none.
    pub emotions: String,
    /// When the customer wants to be seen or called.
    pub appointment_at: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
    pub contact_name: String,
    pub contact_email: String,
    pub contact_phone: String,
    pub read_to: i64,
}

/// A ticket by its id. The viewer is 0 where nobody in particular looks.
///
/// # Errors
/// What the database said.
pub async fn ticket_row(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    viewer: i64,
) -> DbResult<Option<TicketRow>> {
    fetch_optional!(
        conn,
        TicketRow,
        select_tickets!(
            "r.user_id = $3
          where t.client_id = $1 and t.id = $2"
        ),
        client_id,
        id,
        viewer,
    )
}

/// Ticket ids start here; whatever is below is a ticket's number. See the migration.
const FIRST_ID: i64 = 1_000_000_001;

/// A ticket by its number or its id. None when it is another client's or not for this viewer's eyes;
/// the two look alike to the caller.
///
/// # Errors
/// What the database said.
pub async fn visible_ticket(
    conn: &mut Conn,
    viewer: &Viewer,
    id_or_number: i64,
) -> DbResult<Option<TicketRow>> {
    let found = looked_up(conn, viewer, id_or_number).await?;
    Ok(found.filter(|(_, theirs)| *theirs).map(|(row, _)| row))
}

/// A ticket for somebody who asked for it by its number, or by its id.
///
/// # Errors
/// `not_found`; `forbidden` for a ticket of the same client that others have taken.
pub async fn ticket_for(
    conn: &mut Conn,
    viewer: &Viewer,
    id_or_number: i64,
) -> Result<TicketRow, Problem> {
    match looked_up(conn, viewer, id_or_number).await? {
        Some((row, true)) => Ok(row),
        Some((_, false)) => Err(Problem::forbidden("You cannot read this conversation.")),
        None => Err(Problem::not_found()),
    }
}

/// A ticket of the viewer's client, and whether they may see it.
async fn looked_up(
    conn: &mut Conn,
    viewer: &Viewer,
    id_or_number: i64,
) -> DbResult<Option<(TicketRow, bool)>> {
    let Some(id) = ticket_id(conn, viewer.client_id, id_or_number).await? else { return Ok(None) };
    let Some(row) = ticket_row(conn, viewer.client_id, id, viewer.user_id).await? else {
        return Ok(None);
    };
    if may_see(viewer, &numbers(&row.assignee_ids)) {
        return Ok(Some((row, true)));
    }
    // Whoever sees a ticket sees what was merged into it.
    let shown = match row.merged_into {
        Some(_) => merges::shown_in(conn, viewer.client_id, row.id).await?,
        None => None,
    };
    let seen = shown.is_some_and(|shown| may_see(viewer, &numbers(&shown.assignee_ids)));
    Ok(Some((row, seen)))
}

/// A ticket's id by its number, or by the id.
///
/// # Errors
/// What the database said.
pub async fn ticket_id(
    conn: &mut Conn,
    client_id: i64,
    id_or_number: i64,
) -> DbResult<Option<i64>> {
    if id_or_number >= FIRST_ID {
        return Ok(Some(id_or_number));
    }
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from tickets where client_id = $1 and number = $2",
        client_id,
        id_or_number,
    )?;
    Ok(row.map(|row| row.0))
}

/// Usernames of those who have read a ticket up to a message.
///
/// # Errors
/// What the database said.
pub(in crate::tickets) async fn readers(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    up_to: i64,
) -> DbResult<Vec<String>> {
    let rows = fetch_all!(
        conn,
        (String,),
        "select u.username
           from ticket_reads r
           join users u on u.id = r.user_id
          where r.client_id = $1 and r.ticket_id = $2 and r.read_to >= $3
          order by r.read_at
          limit 50",
        client_id,
        ticket_id,
        up_to,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

async fn next_number(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (number,) = fetch_one!(
        conn,
        (i64,),
        "update client_counters set ticket = ticket + 1 where client_id = $1 returning ticket",
        client_id,
    )?;
    Ok(number)
}

/// A ticket to open.
pub(in crate::tickets) struct NewTicket<'a> {
    pub client_id: i64,
    pub channel: &'a str,
    /// None for one that was entered by hand.
    pub channel_id: Option<i64>,
    pub kind: &'static str,
    pub thread: &'a str,
    pub contact_id: i64,
    /// The identity whose message opens it, where one does.
    pub identity_id: Option<i64>,
    pub title: &'a str,
    pub language: &'a str,
    pub session_id: Option<i64>,
    pub why: &'a str,
    /// Whether a machine wrote its first message.
    pub automatic: bool,
    pub now: i64,
}

/// None when another transaction has just opened a ticket for the same thread.
pub(in crate::tickets) async fn insert_ticket(
    conn: &mut Conn,
    new: &NewTicket<'_>,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "insert into tickets (client_id, number, channel, channel_id, kind, thread, contact_id,
                              title, language, session_id, why, created_at, updated_at,
                              automatic, identity_id, severity)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14,
                  coalesce((select severity from contacts where client_id = $1 and id = $7), ''))
         on conflict (channel_id, thread) where status <> 3 do nothing
         returning id",
        new.client_id,
        // Its number comes last: who waits for another ticket of the thread must not keep those waiting
        // who write to that one and are about to number their events.
        provisional(new),
        new.channel,
        new.channel_id,
        new.kind,
        new.thread,
        new.contact_id,
        new.title,
        new.language,
        new.session_id,
        new.why,
        new.now,
        new.automatic,
        new.identity_id,
    )?;
    let Some((id,)) = row else { return Ok(None) };
    let number = next_number(conn, new.client_id).await?;
    execute!(
        conn,
        "update tickets set number = $3 where client_id = $1 and id = $2",
        new.client_id,
        id,
        number,
    )?;
    words::index_ticket(conn, new.client_id, id).await?;
    Ok(Some(id))
}

/// A number that no other ticket has: below zero, and of this thread alone.
fn provisional(new: &NewTicket<'_>) -> i64 {
    let digest = sha256_hex(format!("{}/{}", new.channel_id.unwrap_or(0), new.thread).as_bytes());
    -1 - i64::from_str_radix(&digest[..15], 16).unwrap_or(0)
}

pub(in crate::tickets) async fn remove_ticket(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "delete from tickets where client_id = $1 and id = $2 and message_count = 0",
        client_id,
        id,
    )?;
    words::index_ticket(conn, client_id, id).await
}

/// What a new message changes about its ticket.
pub(in crate::tickets) struct Touch<'a> {
    pub snippet: &'a str,
    pub message_id: i64,
    pub inbound: bool,
    pub has_attachment: bool,
    /// An agent's answer, as opposed to a line that nobody wrote.
    pub answers: bool,
    pub now: i64,
}

/// Gives the ticket as it is afterwards, for nobody in particular.
pub(in crate::tickets) async fn touch(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    touch: &Touch<'_>,
) -> DbResult<TicketRow> {
    fetch_one!(
        conn,
        TicketRow,
        "update tickets
            set snippet = $3,
                message_count = message_count + 1,
                last_message_id = $4,
                last_in_id = case when $5 then cast($4 as bigint) else last_in_id end,
                responded = (not $5),
                replied_at = case when $8 then coalesce(replied_at, $7) else replied_at end,
                has_attachment = (has_attachment or $6),
                updated_at = $7
          where client_id = $1 and id = $2
         returning id, client_id, number, channel, channel_id, kind,
                   coalesce(sends_in, thread) as thread, contact_id, title, status, severity, assignee, assignee_ids, department_id, labels, language,
                   source_lang, snippet, message_count, last_in_id, responded, has_attachment, session_id,
                   merged_into, why, origin, due, emotions, appointment_at, created_at, updated_at,
                   coalesce((select c.name from contacts c where c.id = tickets.contact_id), '')
                       as contact_name,
                   coalesce((select c.email from contacts c where c.id = tickets.contact_id), '')
                       as contact_email,
                   coalesce((select c.phone from contacts c where c.id = tickets.contact_id), '')
                       as contact_phone,
                   cast(0 as bigint) as read_to",
        client_id,
        id,
        touch.snippet,
        touch.message_id,
        touch.inbound,
        touch.has_attachment,
        touch.now,
        touch.answers,
    )
}

/// Moves a ticket to another list; it is of no account any more.
pub(in crate::tickets) async fn set_kind(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    kind: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set kind = $3, channel_id = null, updated_at = $4
          where client_id = $1 and id = $2",
        client_id,
        id,
        kind,
        now,
    )
}

/// Fails as not unique when reopening would give a thread two open tickets.
pub(in crate::tickets) async fn set_status(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    status: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets
            set status = $3, updated_at = $4,
                spam_was = case when cast($3 as bigint) <> 5 then null
                                when status = 5 then spam_was else status end,
                snoozed_until = case when cast($3 as bigint) = 1 then snoozed_until else null end
          where client_id = $1 and id = $2",
        client_id,
        id,
        status,
        now,
    )
}

/// Which status a ticket had before it was marked as spam, and until when it was put aside.
pub(in crate::tickets) async fn before_spam(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<(Option<i64>, Option<i64>)> {
    let row = fetch_optional!(
        conn,
        (Option<i64>, Option<i64>),
        "select spam_was, spam_snoozed from tickets where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.unwrap_or_default())
}

/// Remembers until when a ticket was put aside that is spam now.
pub(in crate::tickets) async fn keep_aside(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    until: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set spam_snoozed = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        until,
    )
}

pub(in crate::tickets) async fn mark_read(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    user_id: i64,
    read_to: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into ticket_reads (client_id, ticket_id, user_id, read_to, read_at)
         values ($1, $2, $3, $4, $5)
         on conflict (ticket_id, user_id) do update
            set read_to = excluded.read_to, read_at = excluded.read_at
          where ticket_reads.read_to < excluded.read_to",
        client_id,
        ticket_id,
        user_id,
        read_to,
        now,
    )
}

/// Participants: user id, username, name, photo, and whether they have read everything.
pub(in crate::tickets) async fn participants(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<(i64, String, String, String)>> {
    fetch_all!(
        conn,
        (i64, String, String, String),
        "select u.id, u.username, u.name, u.photo
           from participants p
           join users u on u.id = p.user_id
          where p.client_id = $1 and p.ticket_id = $2
          order by p.added_at, u.id
          limit 100",
        client_id,
        ticket_id,
    )
}

/// Replaces the participants and the copies of them that lists read.
pub(in crate::tickets) async fn set_participants(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    users: &[(i64, String)],
    now: i64,
) -> DbResult<()> {
    execute!(
        conn,
        "delete from participants where client_id = $1 and ticket_id = $2",
        client_id,
        ticket_id,
    )?;
    for (user_id, _) in users {
        execute!(
            conn,
            "insert into participants (client_id, ticket_id, user_id, added_at)
             values ($1, $2, $3, $4)",
            client_id,
            ticket_id,
            *user_id,
            now,
        )?;
    }
    let names: Vec<&str> = users.iter().map(|(_, name)| name.as_str()).collect();
    let ids: Vec<String> = users.iter().map(|(id, _)| id.to_string()).collect();
    execute!(
        conn,
        "update tickets
            set assignee = $3, assignee_ids = $4, updated_at = $5
          where client_id = $1 and id = $2",
        client_id,
        ticket_id,
        names.join(","),
        ids.join(","),
        now,
    )?;
    words::index_ticket(conn, client_id, ticket_id).await
}
