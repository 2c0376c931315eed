//! The SQL of chats that run, along the index of running tickets.

use crate::{
    db::{Conn, DbResult},
    fetch_all, fetch_one,
    livechat::running::RunningChat,
};

pub(in crate::livechat) async fn waiting(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<(i64, Option<i64>)> {
    fetch_one!(
        conn,
        (i64, Option<i64>),
        "select count(*), min(queued_at) from livechat_sessions
          where client_id = $1 and state = 'queued'",
        client_id,
    )
}

pub(in crate::livechat) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from livechat_sessions where client_id = $1 and state = 'active'",
        client_id,
    )?;
    Ok(count)
}

pub(in crate::livechat) async fn is_running(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<bool> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from livechat_sessions
          where client_id = $1 and ticket_id = $2 and state = 'active'",
        client_id,
        ticket_id,
    )?;
    Ok(count > 0)
}

/// The newest chats. The agent answers with a message that goes out; the visitor waits since the first
/// one that came in behind the last of these.
pub(in crate::livechat) async fn newest(
    conn: &mut Conn,
    client_id: i64,
    limit: i64,
) -> DbResult<Vec<RunningChat>> {
    fetch_all!(
        conn,
        RunningChat,
        "select v.id as session_id, t.id as ticket_id, t.number as ticket_number,
                v.name as visitor, coalesce(c.name, '') as channel_name,
                t.assignee as assignee, t.assignee_ids as assignee_ids,
                coalesce(v.accepted_at, v.queued_at, v.created_at) as started_at,
                (select max(m.created_at) from messages m
                  where m.client_id = v.client_id and m.ticket_id = v.ticket_id
                    and m.direction in ('in', 'out')) as last_message_at,
                (select min(m.created_at) from messages m
                  where m.client_id = v.client_id and m.ticket_id = v.ticket_id
                    and m.direction = 'in'
                    and m.id > coalesce((select max(o.id) from messages o
                                          where o.client_id = v.client_id
                                            and o.ticket_id = v.ticket_id
                                            and o.direction = 'out'), 0)) as unanswered_since,
                v.page_title as page_title, v.page_url as page_url
           from livechat_sessions v
           join tickets t on t.client_id = v.client_id and t.id = v.ticket_id
           left join channels c on c.client_id = v.client_id and c.id = v.channel_id
          where v.client_id = $1 and v.state = 'active'
          order by v.ticket_id desc
          limit $2",
        client_id,
        limit,
    )
}
