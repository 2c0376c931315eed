//! The SQL of how visits end, and of what they leave behind.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all,
};

/// A visit of a client with its ticket.
pub(in crate::livechat) type Ended = (i64, i64, i64);

/// Chats of a client that go on although their tickets are closed or spam: client, visit, ticket.
pub(in crate::livechat) async fn closed_with_ticket(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<Ended>> {
    fetch_all!(
        conn,
        Ended,
        "select s.client_id, s.id, t.id
           from livechat_sessions s
           join tickets t on t.client_id = s.client_id and t.id = s.ticket_id
          where s.client_id = $1 and s.state = 'active' and t.status in (3, 5)
          order by s.id
          limit 200",
        client_id,
    )
}

/// The same of all clients.
pub(in crate::livechat) async fn closed_with_ticket_across_clients(
    conn: &mut Conn,
) -> DbResult<Vec<Ended>> {
    fetch_all!(
        conn,
        Ended,
        "select s.client_id, s.id, t.id
           from livechat_sessions s
           join tickets t on t.client_id = s.client_id and t.id = s.ticket_id
          where s.state = 'active' and t.status in (3, 5)
          order by s.id
          limit 200",
    )
}

/// Chats that go on although their visitors have been away since a time.
pub(in crate::livechat) async fn away_with_ticket_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select client_id, id
           from livechat_sessions
          where state = 'active' and coalesce(seen_at, created_at) < $1
          order by id
          limit $2",
        before,
        limit,
    )
}

/// Makes a ticket of a chat: it has ended, and its link says so.
pub(in crate::livechat) async fn convert(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update livechat_sessions set state = 'converted', ended_at = coalesce(ended_at, $3)
          where client_id = $1 and id = $2 and state in ('active', 'ended')",
        client_id,
        id,
        now,
    )?;
    Ok(rows == 1)
}

/// Removes links that led to no chat: those of pages made before one time, of agents before another.
pub(in crate::livechat) async fn drop_unused_across_clients(
    conn: &mut Conn,
    (pages, agents): (i64, i64),
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from livechat_sessions
          where id in (select id from livechat_sessions
                        where ticket_id is null and state <> 'queued'
                          and (created_at < $2 or (created_by is null and created_at < $1))
                        order by id
                        limit $3)",
        pages,
        agents,
        limit,
    )
}

/// Visits that ended before a time and whose links still lead somewhere: client and visit.
pub(in crate::livechat) async fn over_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select client_id, id
           from livechat_sessions
          where ended_at < $1 and retired_at is null
          order by ended_at
          limit $2",
        before,
        limit,
    )
}

/// Takes a visit's link away, and what its visitor said of itself: the ticket and its contact have
/// that.
pub(in crate::livechat) async fn retire(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    token: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_sessions
            set token = $3, holder = '', name = '', email = '', phone = '', message = '',
                retired_at = $4
          where client_id = $1 and id = $2",
        client_id,
        id,
        token,
        now,
    )
}

/// Forgets what was used up before a day.
pub(in crate::livechat) async fn forget_counts_across_clients(
    conn: &mut Conn,
    day: i64,
) -> DbResult<u64> {
    execute!(conn, "delete from visitor_counts where day < $1", day)
}
