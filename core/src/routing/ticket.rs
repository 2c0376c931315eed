//! Where a ticket stands in routing, and putting it into a queue by hand.

use super::{
    Routing,
    model::{
        Candidate, Outcome, RoutingDecision, RoutingState, SetTicketQueue, Strategy, TicketRouting,
        Work,
    },
    store::{self, decisions::DecisionRow, items::ItemRow, queues::QueueRow},
    subject::Subject,
};
use crate::{
    accounts::{self, Caller},
    db::{Conn, DbResult},
    http::{Code, Problem},
    tickets::{self, Status, TicketRow, Viewer},
};
use std::collections::HashMap;

/// Decisions of a ticket that are shown.
const SHOWN: i64 = 20;

impl Routing {
    /// Where a ticket stands, and what was decided about it.
    pub(super) async fn of_ticket(
        &self,
        caller: &Caller,
        ticket: i64,
    ) -> Result<TicketRouting, Problem> {
        let mut conn = self.db.read().await?;
        let row = tickets::ticket_for(&mut conn, &Viewer::from(caller), ticket).await?;
        Ok(shown(&mut conn, &row).await?)
    }

    /// Puts a ticket into a queue, or takes it out. Who takes part in it no longer does: the next agent
    /// of the queue gets it.
    pub(super) async fn set_queue(
        &self,
        caller: &Caller,
        ticket: i64,
        wanted: &SetTicketQueue,
    ) -> Result<TicketRouting, Problem> {
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let viewer = Viewer::from(caller);
        let mut tx = self.db.begin().await?;
        let row = tickets::held_ticket(&mut tx, &viewer, ticket).await?;
        let queues = store::queues::all(&mut tx, client_id).await?;
        let item = store::items::get(&mut tx, client_id, Subject::Ticket(row.id)).await?;
        let name = |id: i64| queues.iter().find(|queue| queue.id == id);
        let before = item.as_ref().and_then(|item| name(item.queue_id));
        let before = before.map_or("", |queue| queue.name.as_str());
        match wanted.queue_id {
            None => {
                if let Some(item) = &item {
                    self.leave_queue(&mut tx, &row, item).await?;
                    let step = tickets::HistoryStep {
                        kind: "queue",
                        before,
                        after: "",
                        why: "",
                        by: &caller.username,
                    };
                    tickets::note_history(&mut tx, &row, &step, now).await?;
                }
            }
            Some(id) if item.as_ref().is_some_and(|item| item.queue_id == id) => {}
            Some(id) => {
                let fits = |queue: &&QueueRow| queue.enabled && queue.draft().work == Work::Tickets;
                let queue = name(id).filter(fits);
                let queue = queue.ok_or_else(|| {
                    Problem::field(
                        "queue_id",
                        "There is no such queue of tickets, or it is switched off.",
                    )
                })?;
                if row.status != Status::Open.code() || row.merged_into.is_some() {
                    let text = "Only open tickets wait in a queue. Open the ticket first.";
                    return Err(Problem::new(Code::Conflict, text));
                }
                if row.kind != "ticket" {
                    let text = "Live chats are routed while the visitor waits.";
                    return Err(Problem::new(Code::Conflict, text));
                }
                let since = item.as_ref().map_or(now, |item| item.enqueued_at);
                if let Some(item) = &item {
                    self.leave_queue(&mut tx, &row, item).await?;
                }
                let channel = self.tickets.channel_name(&row);
                tickets::assign(&mut tx, &row, &[], &viewer, &channel, now).await?;
                let place = ItemRow {
                    enqueued_at: since,
                    ..ItemRow::waiting(Subject::Ticket(row.id), id, now)
                };
                let names = (before, queue.name.as_str());
                let by = caller.username.as_str();
                self.settle_slots(&mut tx, &row, &[], &queues).await?;
                let freed = tickets::ticket_row(&mut tx, client_id, row.id, 0).await?;
                let row = freed.as_ref().unwrap_or(&row);
                self.enqueue(&mut tx, row, &place, names, by).await?;
            }
        }
        let row = tickets::ticket_row(&mut tx, client_id, row.id, 0).await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let answer = shown(&mut tx, &row).await?;
        tx.commit().await?;
        Ok(answer)
    }
}

async fn shown(conn: &mut Conn, row: &TicketRow) -> DbResult<TicketRouting> {
    let (client_id, ticket_id) = (row.client_id, row.id);
    let item = store::items::get(conn, client_id, Subject::Ticket(ticket_id)).await?;
    let decisions = store::decisions::of_ticket(conn, client_id, ticket_id, SHOWN).await?;
    let queues = match &item {
        Some(_) => store::queues::all(conn, client_id).await?,
        None => vec![],
    };
    let people: HashMap<i64, (String, String)> = match item.is_none() && decisions.is_empty() {
        true => HashMap::new(),
        false => accounts::people(conn, client_id)
            .await?
            .into_iter()
            .map(|person| (person.id, (person.username, person.name)))
            .collect(),
    };
    let called = |id: i64| people.get(&id).cloned().unwrap_or_default();
    let queue = item.as_ref().and_then(|item| queues.iter().find(|one| one.id == item.queue_id));
    let offered = item.as_ref().and_then(|item| item.offered_to);
    Ok(TicketRouting {
        state: match (&item, offered) {
            (None, _) => RoutingState::None,
            (Some(_), None) => RoutingState::Waiting,
            (Some(_), Some(_)) => RoutingState::Offered,
        },
        queue_id: item.as_ref().map(|item| item.queue_id),
        queue: queue.map(|queue| queue.name.clone()).unwrap_or_default(),
        waiting_since: item.as_ref().map(|item| item.enqueued_at),
        offered_to: offered.map(|id| called(id).0).unwrap_or_default(),
        offer_until: item.as_ref().and_then(|item| item.offer_until),
        decisions: decisions.into_iter().map(|row| decision(row, called)).collect(),
    })
}

fn decision(row: DecisionRow, called: impl Fn(i64) -> (String, String)) -> RoutingDecision {
    // Written by us.
    let candidates: Vec<Candidate> = serde_json::from_str(&row.candidates).unwrap_or_default();
    let chosen = candidates.iter().find(|one| one.user_id == row.user_id);
    let (username, name) = match chosen {
        Some(one) => (one.username.clone(), one.name.clone()),
        None => called(row.user_id),
    };
    RoutingDecision {
        id: row.id,
        at: row.at,
        queue: row.queue,
        strategy: Strategy::named(&row.strategy),
        outcome: Outcome::named(&row.outcome),
        user_id: row.user_id,
        username,
        name,
        candidates,
        looked_at: row.looked_at,
    }
}
