//! What the team keeps at messages, and what happened while somebody wrote.

use super::MessageRow;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// Pinned messages that are shown.
const PINNED_MAX: i64 = 20;

pub(in crate::tickets) async fn set_notes(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    notes: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update messages set notes = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        notes,
    )
}

pub(in crate::tickets) async fn set_pinned(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    at: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update messages set pinned_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        at,
    )
}

/// The pinned messages of a ticket, the newest pin first.
pub(in crate::tickets) async fn pinned(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<MessageRow>> {
    fetch_all!(
        conn,
        MessageRow,
        "select m.id, m.client_id, m.ticket_id, m.channel_id, m.direction, m.kind, m.sender,
                m.sender_name, m.body, (m.html is not null) as has_html, m.external_id, m.queue_id,
                m.reply_id, m.state, m.error_code, m.error_message, m.retry_at, m.automatic,
                m.edited_at, m.deleted_at, m.extras, m.sent_at, m.created_at,
                a.sender_name as reply_sender, a.body as reply_body, m.reactions, m.edit,
                m.notes, m.pinned_at, m.translations, m.insights
           from messages m
           left join messages a on a.id = m.reply_id
          where m.client_id = $1 and m.ticket_id = $2 and m.pinned_at is not null
            and m.deleted_at is null
          order by m.pinned_at desc
          limit $3",
        client_id,
        ticket_id,
        PINNED_MAX,
    )
}

/// Which colleague answered in a ticket after a message: the newest one's name.
pub(in crate::tickets) async fn answered_after(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    user_id: i64,
    after: i64,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select sender_name
           from messages
          where client_id = $1 and ticket_id = $2 and id > $4 and direction = 'out'
            and user_id is not null and user_id <> $3 and deleted_at is null
          order by id desc
          limit 1",
        client_id,
        ticket_id,
        user_id,
        after,
    )?;
    Ok(row.map(|row| row.0))
}

/// Whether the customer wrote in a ticket after a message: their name.
pub(in crate::tickets) async fn written_after(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    after: i64,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select sender_name
           from messages
          where client_id = $1 and ticket_id = $2 and id > $3 and direction = 'in'
            and automatic = false
          order by id desc
          limit 1",
        client_id,
        ticket_id,
        after,
    )?;
    Ok(row.map(|row| row.0))
}

/// Notes down that a user is mentioned in a ticket.
pub(in crate::tickets) async fn note_mention(
    conn: &mut Conn,
    (client_id, ticket_id): (i64, i64),
    user_id: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into ticket_mentions (client_id, user_id, ticket_id, mentioned_at)
         values ($1, $2, $3, $4)
         on conflict (client_id, user_id, ticket_id) do update
            set mentioned_at = excluded.mentioned_at",
        client_id,
        user_id,
        ticket_id,
        now,
    )
}
