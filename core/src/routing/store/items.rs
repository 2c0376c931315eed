//! The SQL of what waits in queues.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    routing::subject::Subject,
};
use serde::{Deserialize, Serialize};

/// The columns of an [`ItemRow`].
macro_rules! select_items {
    ($rest:literal) => {
        concat!(
            "select ticket_id, session_id, queue_id, state, enqueued_at, queued_at,
                    preferred_user_id, not_before, passed, offered_to, offered_at, offer_until
               from routing_items ",
            $rest
        )
    };
}

/// What waits, as it is stored: a ticket or a visit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub(in crate::routing) struct ItemRow {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket_id: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<i64>,
    pub queue_id: i64,
    pub state: String,
    pub enqueued_at: i64,
    pub queued_at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preferred_user_id: Option<i64>,
    pub not_before: i64,
    pub passed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered_to: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered_at: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer_until: Option<i64>,
}

impl ItemRow {
    /// Something that comes into a queue at a moment.
    pub fn waiting(subject: Subject, queue_id: i64, now: i64) -> Self {
        Self {
            ticket_id: subject.ticket(),
            session_id: subject.session(),
            queue_id,
            state: "waiting".to_owned(),
            enqueued_at: now,
            queued_at: now,
            preferred_user_id: None,
            not_before: 0,
            passed: "[]".to_owned(),
            offered_to: None,
            offered_at: None,
            offer_until: None,
        }
    }

    pub fn subject(&self) -> Subject {
        match (self.ticket_id, self.session_id) {
            (None, Some(session)) => Subject::Visit(session),
            (ticket, _) => Subject::Ticket(ticket.unwrap_or_default()),
        }
    }

    /// Who let it pass.
    pub fn passed(&self) -> Vec<i64> {
        serde_json::from_str(&self.passed).unwrap_or_default()
    }
}

pub(in crate::routing) async fn get(
    conn: &mut Conn,
    client_id: i64,
    subject: Subject,
) -> DbResult<Option<ItemRow>> {
    fetch_optional!(
        conn,
        ItemRow,
        select_items!("where client_id = $1 and (ticket_id = $2 or session_id = $3)"),
        client_id,
        subject.ticket(),
        subject.session(),
    )
}

/// Those of a queue that can be given or go elsewhere now, who wait longest first: what is not set aside until
/// later, and what was in the queue before a moment. All of a queue ask for the same, so that those behind
/// them get nobody whom these cannot have, apart from who let one pass.
pub(in crate::routing) async fn ready(
    conn: &mut Conn,
    (client_id, queue_id): (i64, i64),
    (now, queued_until): (i64, i64),
    limit: i64,
) -> DbResult<Vec<ItemRow>> {
    fetch_all!(
        conn,
        ItemRow,
        select_items!(
            "where client_id = $1 and queue_id = $2 and state = 'waiting'
            and (not_before <= $3 or queued_at <= $4)
          order by enqueued_at, ticket_id, session_id
          limit $5"
        ),
        client_id,
        queue_id,
        now,
        queued_until,
        limit,
    )
}

/// Of what waits in a queue: until when the next one is set aside, and since when the one is in it that came
/// first.
pub(in crate::routing) async fn moments(
    conn: &mut Conn,
    (client_id, queue_id): (i64, i64),
    now: i64,
) -> DbResult<(Option<i64>, Option<i64>)> {
    fetch_one!(
        conn,
        (Option<i64>, Option<i64>),
        "select min(case when not_before > $3 then not_before end), min(queued_at)
           from routing_items
          where client_id = $1 and queue_id = $2 and state = 'waiting'",
        client_id,
        queue_id,
        now,
    )
}

/// Offers whose time is over.
pub(in crate::routing) async fn over(
    conn: &mut Conn,
    client_id: i64,
    now: i64,
    limit: i64,
) -> DbResult<Vec<ItemRow>> {
    fetch_all!(
        conn,
        ItemRow,
        select_items!(
            "where client_id = $1 and state = 'offered' and offer_until <= $2
          order by offer_until, ticket_id, session_id
          limit $3"
        ),
        client_id,
        now,
        limit,
    )
}

/// Who is offered something, and until when the first of it.
pub(in crate::routing) async fn asked(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64),
        "select offered_to, min(offer_until)
           from routing_items
          where client_id = $1 and state = 'offered'
          group by offered_to
          limit 100000",
        client_id,
    )
}

/// What is offered to an agent.
pub(in crate::routing) async fn offered(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Vec<ItemRow>> {
    fetch_all!(
        conn,
        ItemRow,
        select_items!(
            "where client_id = $1 and state = 'offered' and offered_to = $2
          order by offer_until, ticket_id, session_id
          limit 1000"
        ),
        client_id,
        user_id,
    )
}

/// Keeps what waits as it is now. The caller holds the ticket or the visit.
pub(in crate::routing) async fn put(
    conn: &mut Conn,
    client_id: i64,
    item: &ItemRow,
) -> DbResult<u64> {
    remove(conn, client_id, item.subject()).await?;
    execute!(
        conn,
        "insert into routing_items
                (client_id, ticket_id, session_id, queue_id, state, enqueued_at, queued_at,
                 preferred_user_id, not_before, passed, offered_to, offered_at, offer_until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        client_id,
        item.ticket_id,
        item.session_id,
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
    subject: Subject,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from routing_items
          where client_id = $1 and (ticket_id = $2 or session_id = $3)",
        client_id,
        subject.ticket(),
        subject.session(),
    )
}

/// The visits that have a place in a queue of the client.
pub(in crate::routing) async fn sessions(
    conn: &mut Conn,
    client_id: i64,
    limit: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select session_id from routing_items
          where client_id = $1 and session_id is not null
          order by session_id
          limit $2",
        client_id,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// What waits in a queue behind a ticket or a visit, by its id: a queue has only one of the two.
pub(in crate::routing) async fn of_queue_after(
    conn: &mut Conn,
    (client_id, queue_id): (i64, i64),
    after: i64,
    limit: i64,
) -> DbResult<Vec<ItemRow>> {
    fetch_all!(
        conn,
        ItemRow,
        select_items!(
            "where client_id = $1 and queue_id = $2 and coalesce(ticket_id, session_id) > $3
          order by coalesce(ticket_id, session_id)
          limit $4"
        ),
        client_id,
        queue_id,
        after,
        limit,
    )
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

/// What waits in a queue, in numbers.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub(in crate::routing) struct QueueCount {
    pub queue_id: i64,
    pub waiting: i64,
    pub ringing: i64,
    /// Since when the one waits that waits longest, offered or not.
    pub oldest_at: Option<i64>,
}

pub(in crate::routing) async fn counts(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<QueueCount>> {
    fetch_all!(
        conn,
        QueueCount,
        "select queue_id,
                cast(sum(case when state = 'waiting' then 1 else 0 end) as bigint) as waiting,
                cast(sum(case when state = 'offered' then 1 else 0 end) as bigint) as ringing,
                min(enqueued_at) as oldest_at
           from routing_items
          where client_id = $1
          group by queue_id
          limit 1000",
        client_id,
    )
}
