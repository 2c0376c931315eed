//! Gives what waits to agents: the job that reads a client's desk, plans, and does what was planned.

use super::{
    Routing,
    decision::{Agent, Decision},
    desk::{Desk, DeskQueue, Step, back_in_line},
    events::{RoutingOfferEnded, RoutingOffered, TicketRouted},
    model::{Outcome, RoutingState},
    replay::{self, StepRecord},
    store::{self, decisions::NewDecision, items::ItemRow},
    subject::Subject,
    viewer,
    waiting::Waiting,
};
use crate::{
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    jobs::{Class, Handlers, Job, JobError, NewJob, queue},
    livechat::QueuePlace,
    tickets::{self, HistoryStep, TicketRow, Viewer},
};
use serde_json::json;

const DISPATCH: &str = "routing.dispatch";
const SWEEP: &str = "routing.sweep";
const SWEEP_MS: i64 = 60_000;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, routing: &Routing) {
    let dispatching = routing.clone();
    handlers.on(DISPATCH, move |job: Job| {
        let routing = dispatching.clone();
        async move { routing.dispatch(job.client_id).await.map_err(JobError::from) }
    });
    let recounting = routing.clone();
    handlers.on(super::recount::RECOUNT, move |job| {
        let routing = recounting.clone();
        async move { routing.recount(&job).await.map_err(JobError::from) }
    });
    let requeuing = routing.clone();
    handlers.on(super::enqueue::REQUEUE, move |job| {
        let routing = requeuing.clone();
        async move { routing.requeue(&job).await.map_err(JobError::from) }
    });
    let replaying = routing.clone();
    handlers.on(replay::RUN, move |job| replay::job(replaying.clone(), job));
    let sweeping = routing.clone();
    handlers.every(SWEEP, SWEEP_MS, move || {
        let routing = sweeping.clone();
        async move { routing.sweep().await }
    });
}

/// Plans a look at a client's desk. Those for now are one until it runs.
pub(super) async fn plan(tx: &mut Tx, client_id: i64, at: i64, now: i64) -> DbResult<()> {
    let job = NewJob {
        client_id,
        class: Class::Live,
        kind: DISPATCH,
        key: if at <= now { "now".to_owned() } else { at.to_string() },
        payload: json!({}),
        run_at_ms: at.max(now),
    };
    queue::enqueue(tx, job).await
}

/// Says to who sees a ticket where it stands in routing.
pub(super) fn tell_routed(
    tx: &mut Tx,
    ticket: &TicketRow,
    (state, queue_id): (RoutingState, Option<i64>),
    now: i64,
) {
    let data = TicketRouted { ticket_id: ticket.id, state, queue_id };
    tickets::announce(tx, ticket, &data, now);
}

/// Says to whom an offer was made that it is over, and keeps what became of it.
pub(super) async fn end_offer(
    tx: &mut Tx,
    (client_id, subject): (i64, Subject),
    user_id: i64,
    outcome: Outcome,
    now: i64,
) -> DbResult<()> {
    store::decisions::settle(tx, (client_id, subject), outcome).await?;
    let data =
        RoutingOfferEnded { ticket_id: subject.ticket(), session_id: subject.session(), outcome };
    tx.announce(NewEvent::new(client_id, Audience::only(user_id), &data, now));
    Ok(())
}

impl Routing {
    /// Looks at a client's desk and does what is to be done. One at a time for a client, on all nodes.
    async fn dispatch(&self, client_id: i64) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        if !store::queues::any_enabled(&mut tx, client_id).await? {
            return Ok(());
        }
        store::queues::lock(&mut tx, client_id).await?;
        let mut desk = Desk::read(&mut tx, client_id, now).await?;
        let line = self.journals.begin(&mut tx, client_id, &desk, now).await?;
        let planned = desk.plan(now);
        let mut records = vec![];
        let subjects = planned.steps.iter().map(|(item, _)| item.subject());
        self.hold(&mut tx, client_id, subjects).await?;
        let mut goes_on = planned.goes_on;
        // Of the places of live chat's queue that are free then, the one nearest to the front.
        let mut freed: Option<QueuePlace> = None;
        for (item, step) in planned.steps {
            // Whoever held it before may have changed where it stands.
            let stands = store::items::get(&mut tx, client_id, item.subject()).await?;
            let waiting = self.waiting(&mut tx, client_id, item.subject()).await?;
            let mut record = StepRecord::of(&item, &step);
            let (Some(waiting), true) = (waiting, stands.as_ref() == Some(&item)) else {
                record.void = true;
                records.push(record);
                goes_on = true;
                continue;
            };
            record.void = matches!(step, Step::Give(_)) && !waiting.may_be_given(&item);
            records.push(record);
            match step {
                Step::EndOffer { passed } => {
                    take_back(&mut tx, client_id, (&waiting, &item), passed, now).await?;
                }
                Step::Overflow(queue_id) => {
                    let name =
                        |id: i64| desk.queues.get(&id).map_or("", |queue| queue.name.as_str());
                    let names = (name(item.queue_id), name(queue_id));
                    let moved = ItemRow { queue_id, queued_at: now, ..item };
                    store::items::put(&mut tx, client_id, &moved).await?;
                    waiting.note_queue(&mut tx, names, "overflow", now).await?;
                    waiting.tell(&mut tx, (RoutingState::Waiting, Some(queue_id)), now);
                }
                Step::AskAgain(not_before) => {
                    let again = ItemRow { not_before, passed: "[]".to_owned(), ..item };
                    store::items::put(&mut tx, client_id, &again).await?;
                }
                Step::Give(decision) => {
                    let Some(queue) = desk.queues.get(&item.queue_id) else { continue };
                    let agent = decision.chosen.and_then(|id| desk.agents.get(&id));
                    let Some(agent) = agent else { continue };
                    let to = (agent, &decision);
                    let place =
                        self.give(&mut tx, client_id, &waiting, (&item, queue), to, now).await?;
                    freed = place.or(freed).map(|place| freed.map_or(place, |at| at.min(place)));
                }
            }
        }
        if goes_on {
            plan(&mut tx, client_id, now, now).await?;
        } else if let Some(moment) = planned.next {
            // At whole seconds, so that what is due at about the same time is looked at together.
            plan(&mut tx, client_id, (moment + 999) / 1_000 * 1_000, now).await?;
        }
        let written = line.write(&mut tx, desk, records, now).await?;
        tx.commit().await?;
        self.journals.keep(written);
        match freed {
            Some(place) => self.livechat.tell_numbers(client_id, place).await,
            None => Ok(()),
        }
    }

    /// Offers what waits to an agent, or assigns it where the queue does not ask. Gives the place in live
    /// chat's queue that is free then.
    async fn give(
        &self,
        tx: &mut Tx,
        client_id: i64,
        waiting: &Waiting,
        (item, queue): (&ItemRow, &DeskQueue),
        (agent, decision): (&Agent, &Decision),
        now: i64,
    ) -> DbResult<Option<QueuePlace>> {
        if !waiting.may_be_given(item) {
            // It ended, or was taken while nobody read the log: it would keep a place from others.
            match waiting {
                Waiting::Ticket(row) => self.leave_queue(tx, row, item).await?,
                Waiting::Visit(_) => self.leave_as_visitor(tx, client_id, item).await?,
            }
            plan(tx, client_id, now, now).await?;
            return Ok(None);
        }
        let offers = queue.offer_ms > 0;
        let new = NewDecision {
            subject: item.subject(),
            queue_id: item.queue_id,
            strategy: queue.queue.strategy,
            outcome: if offers { Outcome::Offered } else { Outcome::Assigned },
            user_id: agent.user_id,
            candidates: &decision.candidates,
            looked_at: i64::try_from(decision.looked_at).unwrap_or(i64::MAX),
        };
        store::decisions::insert(tx, client_id, &new, now).await?;
        store::queues::gave_to(tx, (client_id, item.queue_id), agent.user_id).await?;
        if offers {
            let offered = ItemRow {
                state: "offered".to_owned(),
                offered_to: Some(agent.user_id),
                offered_at: Some(now),
                offer_until: Some(now.saturating_add(queue.offer_ms)),
                ..item.clone()
            };
            store::items::put(tx, client_id, &offered).await?;
            let data = RoutingOffered { offer: waiting.offer(&queue.name, &offered) };
            tx.announce(NewEvent::new(client_id, Audience::only(agent.user_id), &data, now));
            waiting.tell(tx, (RoutingState::Offered, Some(item.queue_id)), now);
            return Ok(None);
        }
        match waiting {
            Waiting::Ticket(row) => {
                let name = (agent.user_id, agent.username.clone());
                let by = viewer(client_id, &queue.name);
                self.assign(tx, row, (item.queue_id, &queue.name), (&name, &by), now).await?;
                Ok(None)
            }
            Waiting::Visit(visitor) => {
                let key = (client_id, item.session_id.unwrap_or_default());
                self.assign_visitor(tx, key, (visitor, agent.user_id), now).await
            }
        }
    }

    /// Makes an agent the one who takes part in a ticket, out of its queue and into the agent's slots.
    pub(super) async fn assign(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        (queue_id, queue): (i64, &str),
        (user, by): (&(i64, String), &Viewer),
        now: i64,
    ) -> DbResult<()> {
        let client_id = row.client_id;
        let step =
            HistoryStep { kind: "routing", before: "", after: &user.1, why: queue, by: "server" };
        tickets::note_history(tx, row, &step, now).await?;
        let channel = self.tickets.channel_name(row);
        tickets::assign(tx, row, std::slice::from_ref(user), by, &channel, now).await?;
        store::items::remove(tx, client_id, Subject::Ticket(row.id)).await?;
        store::agents::hold(tx, (client_id, row.id), (user.0, queue_id), now).await?;
        store::agents::was_busy(tx, (client_id, user.0), now, 0).await?;
        let given = tickets::ticket_row(tx, client_id, row.id, 0).await?;
        let row = given.as_ref().unwrap_or(row);
        tell_routed(tx, row, (RoutingState::None, None), now);
        Ok(())
    }

    /// Every moment has its job; a client whose offers were overlooked is looked at again, and said.
    async fn sweep(&self) -> DbResult<()> {
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let overlooked = store::items::overlooked_across_clients(&mut tx, now - SWEEP_MS).await?;
        if overlooked.is_empty() {
            return Ok(());
        }
        tracing::warn!(clients = overlooked.len(), "offers were over and nobody ended them");
        for client_id in overlooked {
            plan(&mut tx, client_id, now, now).await?;
        }
        tx.commit().await
    }
}

/// An offer that nobody took: what waits goes back to its place.
async fn take_back(
    tx: &mut Tx,
    client_id: i64,
    (waiting, item): (&Waiting, &ItemRow),
    passed: bool,
    now: i64,
) -> DbResult<()> {
    let Some(user_id) = item.offered_to else { return Ok(()) };
    let back = back_in_line(item, passed.then_some(user_id));
    store::items::put(tx, client_id, &back).await?;
    let outcome = if passed { Outcome::TimedOut } else { Outcome::Rescinded };
    end_offer(tx, (client_id, item.subject()), user_id, outcome, now).await?;
    waiting.tell(tx, (RoutingState::Waiting, Some(item.queue_id)), now);
    Ok(())
}
