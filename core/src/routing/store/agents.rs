//! The SQL of agents: how much they may hold and what they hold.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all,
};

/// What is kept of an agent beside what they hold.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub(in crate::routing) struct AgentState {
    pub user_id: i64,
    pub capacity: Option<i64>,
    pub chat_capacity: Option<i64>,
    pub idle_since: i64,
    pub wrap_up_until: i64,
}

pub(in crate::routing) async fn states(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<AgentState>> {
    fetch_all!(
        conn,
        AgentState,
        "select user_id, capacity, chat_capacity, idle_since, wrap_up_until
           from routing_agents
          where client_id = $1
          limit 100000",
        client_id,
    )
}

/// What agents hold and what is offered to them: user, how many things that counts in all, and how many
/// live chats among them.
///
/// A visitor who was taken since a moment counts before there is a ticket; the ticket of a running chat
/// counts as one more chat, and once in all.
pub(in crate::routing) async fn loads(
    conn: &mut Conn,
    client_id: i64,
    accepted_since: i64,
) -> DbResult<Vec<(i64, i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64, i64),
        "select user_id, count(*), 0 from routing_slots
          where client_id = $1
          group by user_id
         union all
         select offered_to, count(*), count(session_id) from routing_items
          where client_id = $1 and state = 'offered'
          group by offered_to
         union all
         select agent_id, count(*), count(*) from livechat_sessions
          where client_id = $1 and state = 'accepted' and agent_id is not null
            and accepted_at > $2
          group by agent_id
         union all
         select s.user_id, 0, count(*)
           from livechat_sessions v
           join routing_slots s on s.client_id = v.client_id and s.ticket_id = v.ticket_id
          where v.client_id = $1 and v.state = 'active'
          group by s.user_id
          limit 400000",
        client_id,
        accepted_since,
    )
}

pub(in crate::routing) async fn set_capacity(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    (capacity, chat_capacity): (Option<i64>, Option<i64>),
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into routing_agents
                (client_id, user_id, capacity, chat_capacity, idle_since, wrap_up_until)
         values ($1, $2, $3, $4, 0, 0)
         on conflict (client_id, user_id) do update
            set capacity = excluded.capacity, chat_capacity = excluded.chat_capacity",
        client_id,
        user_id,
        capacity,
        chat_capacity,
    )
}

/// A ticket was given to or finished by an agent just now, who is left alone until a moment.
pub(in crate::routing) async fn was_busy(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    now: i64,
    wrap_up_until: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into routing_agents (client_id, user_id, capacity, idle_since, wrap_up_until)
         values ($1, $2, null, $3, $4)
         on conflict (client_id, user_id) do update
            set idle_since = excluded.idle_since,
                wrap_up_until = case when excluded.wrap_up_until > routing_agents.wrap_up_until
                                     then excluded.wrap_up_until
                                     else routing_agents.wrap_up_until end",
        client_id,
        user_id,
        now,
        wrap_up_until,
    )
}

/// Who holds a ticket: user and the queue that gave it.
pub(in crate::routing) async fn holders(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select user_id, queue_id from routing_slots
          where client_id = $1 and ticket_id = $2
          limit 1000",
        client_id,
        ticket_id,
    )
}

/// Lets an agent hold a ticket. One who does already goes on holding it.
pub(in crate::routing) async fn hold(
    conn: &mut Conn,
    (client_id, ticket_id): (i64, i64),
    (user_id, queue_id): (i64, i64),
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into routing_slots (client_id, ticket_id, user_id, queue_id, since)
         values ($1, $2, $3, $4, $5)
         on conflict (client_id, ticket_id, user_id) do nothing",
        client_id,
        ticket_id,
        user_id,
        queue_id,
        now,
    )
}

/// Ends that an agent holds a ticket.
pub(in crate::routing) async fn release(
    conn: &mut Conn,
    (client_id, ticket_id): (i64, i64),
    user_id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from routing_slots where client_id = $1 and ticket_id = $2 and user_id = $3",
        client_id,
        ticket_id,
        user_id,
    )
}

/// Ends that anybody holds a ticket behind one and up to another.
pub(in crate::routing) async fn release_between(
    conn: &mut Conn,
    client_id: i64,
    (after, until): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from routing_slots where client_id = $1 and ticket_id > $2 and ticket_id <= $3",
        client_id,
        after,
        until,
    )
}
