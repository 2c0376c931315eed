//! The SQL of what was decided.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one,
    routing::{
        model::{Candidate, Outcome, Strategy},
        subject::Subject,
    },
};

/// Decisions that are kept of a ticket or a visit: one that nobody takes is offered again and again.
const KEPT: i64 = 100;

/// A decision to keep.
pub(in crate::routing) struct NewDecision<'a> {
    pub subject: Subject,
    pub queue_id: i64,
    pub strategy: Strategy,
    pub outcome: Outcome,
    pub user_id: i64,
    pub candidates: &'a [Candidate],
    pub looked_at: i64,
}

/// A decision as it is stored, with the name of its queue.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::routing) struct DecisionRow {
    pub id: i64,
    pub at: i64,
    pub queue: String,
    pub strategy: String,
    pub outcome: String,
    pub user_id: i64,
    pub candidates: String,
    pub looked_at: i64,
}

/// Keeps a decision, and of the earlier ones about the same the newest.
pub(in crate::routing) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    new: &NewDecision<'_>,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into routing_decisions
                (client_id, ticket_id, session_id, queue_id, at, strategy, outcome, user_id,
                 candidates, looked_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      returning id",
        client_id,
        new.subject.ticket(),
        new.subject.session(),
        new.queue_id,
        now,
        new.strategy.word(),
        new.outcome.word(),
        new.user_id,
        serde_json::to_string(new.candidates).unwrap_or_default(),
        new.looked_at,
    )?;
    execute!(
        conn,
        "delete from routing_decisions
          where client_id = $1 and (ticket_id = $2 or session_id = $3)
            and id <= (select id from routing_decisions
                        where client_id = $1 and (ticket_id = $2 or session_id = $3)
                        order by id desc
                        limit 1 offset $4)",
        client_id,
        new.subject.ticket(),
        new.subject.session(),
        KEPT,
    )?;
    Ok(id)
}

/// Says what became of an offer.
pub(in crate::routing) async fn settle(
    conn: &mut Conn,
    (client_id, subject): (i64, Subject),
    outcome: Outcome,
) -> DbResult<u64> {
    execute!(
        conn,
        "update routing_decisions set outcome = $4
          where client_id = $1 and (ticket_id = $2 or session_id = $3) and outcome = 'offered'",
        client_id,
        subject.ticket(),
        subject.session(),
        outcome.word(),
    )
}

/// What was decided about a ticket, and about the visitor before there was one, the newest first.
pub(in crate::routing) async fn of_ticket(
    conn: &mut Conn,
    client_id: i64,
    ticket_id: i64,
    limit: i64,
) -> DbResult<Vec<DecisionRow>> {
    fetch_all!(
        conn,
        DecisionRow,
        "select d.id, d.at, coalesce(q.name, '') as queue, d.strategy, d.outcome, d.user_id,
                d.candidates, d.looked_at
           from routing_decisions d
           left join routing_queues q on q.client_id = d.client_id and q.id = d.queue_id
          where d.client_id = $1
            and (d.ticket_id = $2
                 or d.session_id in (select v.id from livechat_sessions v
                                      where v.client_id = $1 and v.ticket_id = $2))
          order by d.id desc
          limit $3",
        client_id,
        ticket_id,
        limit,
    )
}
