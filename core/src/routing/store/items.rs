//! The SQL of tickets that wait in queues.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// A ticket that waits, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(in crate::routing) struct ItemRow {
    pub ticket_id: i64,
    pub queue_id: i64,
    pub state: String,
    pub enqueued_at: i64,
    pub queued_at: i64,
    pub preferred_user_id: Option<i64>,
    pub not_before: i64,
    pub passed: String,
    pub offered_to: Option<i64>,
    pub offered_at: Option<i64>,
    pub offer_until: Option<i64>,
}

impl ItemRow {
    /// Who let it pass.
    pub fn passed(&self) -> Vec<i64> {
        serde_json::from_str(&self.passed).unwrap_or_default()
    }
}

pub(in crate::routing) async fn get(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<Option<ItemRow>> {
    fetch_optional!(
        conn,
        ItemRow,
        "select ticket_id, queue_id, state, enqueued_at, queued_at, preferred_user_id, not_before,
                passed, offered_to, offered_at, offer_until
           from routing_items
          where client_id = $1 and ticket_id = $2",
        client_id,
        ticket_id,
    )
}

/// Those of a queue that wait longest. All of a queue ask for the same, so that those behind them get
/// nobody whom these cannot have, apart from who let one pass.
pub(in crate::routing) async fn waiting(
    conn: &mut Conn,
    (client_id, queue_id): (i64, i64),
    limit: i64,
) -> DbResult<Vec<ItemRow>> {
    fetch_all!(
        conn,
        ItemRow,
        "select ticket_id, queue_id, state, enqueued_at, queued_at, preferred_user_id, not_before,
                passed, offered_to, offered_at, offer_until
           from routing_items
          where client_id = $1 and queue_id = $2
          order by enqueued_at, ticket_id
          limit $3",
        client_id,
        queue_id,
        limit,
    )
}

/// What is offered: of one agent, or of all for 0.
pub(in crate::routing) async fn offered(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Vec<ItemRow>> {
    fetch_all!(
        conn,
        ItemRow,
        "select ticket_id, queue_id, state, enqueued_at, queued_at, preferred_user_id, not_before,
                passed, offered_to, offered_at, offer_until
           from routing_items
          where client_id = $1 and state = 'offered' and ($2 = 0 or offered_to = $2)
          order by offer_until, ticket_id
          limit 1000",
        client_id,
        user_id,
    )
}

/// How many wait in each queue, and since when the one that waits longest.
pub(in crate::routing) async fn counts(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, i64, Option<i64>)>> {
    fetch_all!(
        conn,
        (i64, i64, Option<i64>),
        "select queue_id, count(*), min(enqueued_at)
           from routing_items
          where client_id = $1
          group by queue_id
          limit 1000",
        client_id,
    )
}

/// Keeps a ticket that waits as it is now.
pub(in crate::routing) async fn put(
    conn: &mut Conn,
    client_id: i64,
    item: &ItemRow,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into routing_items
                (client_id, ticket_id, queue_id, state, enqueued_at, queued_at, preferred_user_id,
                 not_before, passed, offered_to, offered_at, offer_until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict (client_id, ticket_id) do update
            set queue_id = excluded.queue_id, state = excluded.state,
                enqueued_at = excluded.enqueued_at, queued_at = excluded.queued_at,
                preferred_user_id = excluded.preferred_user_id,
                not_before = excluded.not_before, passed = excluded.passed,
                offered_to = excluded.offered_to, offered_at = excluded.offered_at,
                offer_until = excluded.offer_until",
        client_id,
        item.ticket_id,
        item.queue_id,
        item.state.as_str(),
        item.enqueued_at,
        item.queued_at,
        item.preferred_user_id,
        item.not_before,
        item.passed.as_str(),
        item.offered_to,
        item.offered_at,
        item.offer_until,
    )
}

pub(in crate::routing) async fn remove(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from routing_items where client_id = $1 and ticket_id = $2",
        client_id,
        ticket_id,
    )
}

/// Tickets of a queue that wait, behind an id.
pub(in crate::routing) async fn of_queue_after(
    conn: &mut Conn,
    (client_id, queue_id): (i64, i64),
    after: i64,
    limit: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select ticket_id from routing_items
          where client_id = $1 and queue_id = $2 and ticket_id > $3
          order by ticket_id
          limit $4",
        client_id,
        queue_id,
        after,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Clients with an offer whose time was over before a moment and that nobody ended.
pub(in crate::routing) async fn overlooked_across_clients(
    conn: &mut Conn,
    before: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select distinct client_id from routing_items
          where state = 'offered' and offer_until < $1
          limit 1000",
        before,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}
