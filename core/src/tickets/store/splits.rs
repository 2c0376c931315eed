//! Messages that go from one ticket to another, and which of the two has the conversation.

use super::words;
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// The ticket that one was split off.
pub(in crate::tickets) async fn split_from(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (Option<i64>,),
        "select split_from from tickets where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.and_then(|row| row.0))
}

pub(in crate::tickets) async fn set_split_from(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    from: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set split_from = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        from,
    )
}

/// Whether new messages of its conversation go to another ticket.
pub(in crate::tickets) async fn is_parted(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<bool> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from tickets where client_id = $1 and id = $2 and sends_in is not null",
        client_id,
        id,
    )?;
    Ok(row.is_some())
}

/// Lets a ticket's conversation go: it answers there as before, and new messages go elsewhere.
pub(in crate::tickets) async fn part(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set sends_in = thread, thread = 'parted:' || cast(id as text)
          where client_id = $1 and id = $2 and sends_in is null",
        client_id,
        id,
    )
}

/// Sets the conversation in which a ticket answers without having it.
pub(in crate::tickets) async fn set_sends_in(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    thread: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set sends_in = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        thread,
    )
}

/// The first thing that was said in a ticket.
pub(in crate::tickets) async fn first_said(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from messages
          where client_id = $1 and ticket_id = $2
            and (direction in ('in', 'out') or external_id is not null)
          order by id
          limit 1",
        client_id,
        id,
    )?;
    Ok(row.map(|row| row.0))
}

/// How many messages would go, and how many of them are on their way to the customer.
pub(in crate::tickets) async fn going(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    from: i64,
) -> DbResult<(i64, i64)> {
    fetch_one!(
        conn,
        (i64, i64),
        "select count(*), count(case when state in ('queued', 'sending') then 1 end)
           from messages
          where client_id = $1 and ticket_id = $2 and id >= $3
            and (direction <> 'system' or external_id is not null)",
        client_id,
        id,
        from,
    )
}

/// Moves what was said from a message on, with its files; lines about the ticket stay. Whoever had
/// read it has read it there.
pub(in crate::tickets) async fn move_messages(
    conn: &mut Conn,
    client_id: i64,
    (from, into): (i64, i64),
    first: i64,
) -> DbResult<()> {
    let moved = fetch_all!(
        conn,
        (i64,),
        "update messages set ticket_id = $3
          where client_id = $1 and ticket_id = $2 and id >= $4
            and (direction <> 'system' or external_id is not null)
         returning id",
        client_id,
        from,
        into,
        first,
    )?;
    for (id,) in moved {
        execute!(
            conn,
            "update attachments set ticket_id = $4
              where client_id = $1 and ticket_id = $2 and message_id = $3",
            client_id,
            from,
            id,
            into,
        )?;
        words::index_message(conn, client_id, id).await?;
    }
    execute!(
        conn,
        "insert into ticket_reads (client_id, ticket_id, user_id, read_to, read_at)
         select client_id, cast($3 as bigint), user_id, read_to, read_at
           from ticket_reads
          where client_id = $1 and ticket_id = $2",
        client_id,
        from,
        into,
    )?;
    Ok(())
}

/// What a ticket's messages say of it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::tickets) struct Counted {
    pub message_count: i64,
    pub last_message_id: Option<i64>,
    pub last_in_id: Option<i64>,
    pub replied_at: Option<i64>,
}

/// Counts a ticket's messages. `heard` is a line, such as a call, that called agents.
pub(in crate::tickets) async fn counted(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    heard: Option<i64>,
) -> DbResult<Counted> {
    fetch_one!(
        conn,
        Counted,
        "select count(*) as message_count, max(id) as last_message_id,
                max(case when direction = 'in' or id = cast($3 as bigint) then id end) as last_in_id,
                min(case when direction = 'out' then created_at end) as replied_at
           from messages
          where client_id = $1 and ticket_id = $2
            and (direction in ('in', 'out') or external_id is not null)",
        client_id,
        id,
        heard,
    )
}

pub(in crate::tickets) async fn set_replied_at(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    at: Option<i64>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets set replied_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        at,
    )
}

/// When a ticket was answered for the first time.
///
/// # Errors
/// What the database said.
pub async fn first_answer_at(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (Option<i64>,),
        "select replied_at from tickets where client_id = $1 and id = $2",
        client_id,
        ticket_id,
    )?;
    Ok(row.and_then(|row| row.0))
}
