//! The SQL of a conversation's sections: its newest messages, those before one, and how many there are.

use super::MessageRow;
use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_one,
};

/// The newest messages of a ticket before an id, newest first.
pub(in crate::tickets) async fn messages_before(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    before: i64,
    limit: i64,
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
          where m.client_id = $1 and m.ticket_id = $2 and m.id < $3
          order by m.id desc
          limit $4",
        client_id,
        ticket_id,
        before,
        limit,
    )
}

/// The ids of a ticket's newest messages, newest first.
pub(in crate::tickets) async fn newest_ids(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    limit: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from messages
          where client_id = $1 and ticket_id = $2
          order by id desc
          limit $3",
        client_id,
        ticket_id,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

pub(in crate::tickets) async fn count_messages(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from messages where client_id = $1 and ticket_id = $2",
        client_id,
        ticket_id,
    )?;
    Ok(count)
}
