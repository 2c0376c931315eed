//! A ticket comes into a queue, or leaves it: what follows from how the ticket is now.

use super::{
    Routing, dispatch,
    model::{Outcome, RoutingState, Work},
    replay,
    store::{self, items::ItemRow, queues::QueueRow},
    subject::Subject,
    waiting::Waiting,
};
use crate::{
    conditions::{self, TicketTraits},
    db::{DbResult, Tx},
    jobs::{Class, Job, NewJob, queue},
    presence::{self, Status as PresenceStatus},
    tickets::{self, HistoryStep, Status, TicketRow, numbers},
};

/// Finds new queues for the tickets of one that was deleted.
pub(super) const REQUEUE: &str = "routing.requeue";
const PAGE: i64 = 200;

/// What happened to a ticket, as far as queues and slots go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Happened {
    /// The customer wrote, or the ticket was opened again.
    pub needs_somebody: bool,
    /// Other people take part.
    pub participants: bool,
}

/// How a ticket comes into a queue.
#[derive(Clone, Copy, Debug, Default)]
struct Joining<'a> {
    /// Who had the customer before.
    preferred: Option<i64>,
    /// Who let it go.
    passed: &'a [i64],
    /// Since when it waits; none for now.
    since: Option<i64>,
}

/// Whether agents hold a ticket: it is open and was not merged into another one.
fn is_held(row: &TicketRow) -> bool {
    row.status == Status::Open.code() && row.merged_into.is_none()
}

/// Whether a ticket that waits may be given: it is open, and nobody took it whom the log has not told of
/// yet. Who had it before and is not there still takes part.
pub(super) fn may_be_given(row: &TicketRow, item: &ItemRow) -> bool {
    let people = numbers(&row.assignee_ids);
    let owner = item.preferred_user_id.is_some_and(|owner| people.contains(&owner));
    is_held(row) && (people.is_empty() || owner)
}

impl Routing {
    /// Makes a ticket's slots and its place in a queue those that follow from how it is now. The caller
    /// holds the ticket.
    pub(super) async fn settle(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        happened: Happened,
        queues: &[QueueRow],
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let key = (row.client_id, row.id);
        let people = numbers(&row.assignee_ids);
        let held = is_held(row);
        let freed = self.settle_slots(tx, row, if held { &people } else { &[] }, queues).await?;
        let item = store::items::get(tx, row.client_id, Subject::Ticket(row.id)).await?;
        let stands = item.is_some();
        match item {
            Some(item) if !held || (happened.participants && !people.is_empty()) => {
                self.leave_queue(tx, row, &item).await?;
            }
            Some(_) => {}
            None if !held || row.kind != "ticket" => {}
            None if people.is_empty() => {
                // Who let go of it by hand is not asked first.
                let passed = if happened.participants { freed.as_slice() } else { &[] };
                self.join_queue(tx, row, Joining { passed, ..Joining::default() }, queues).await?;
            }
            None if happened.needs_somebody && !self.anybody_there(tx, key.0, &people).await? => {
                let preferred = people.first().copied();
                self.join_queue(tx, row, Joining { preferred, ..Joining::default() }, queues)
                    .await?;
            }
            None => {}
        }
        if !freed.is_empty() || stands {
            dispatch::plan(tx, row.client_id, now, now).await?;
        }
        Ok(())
    }

    /// Lets exactly these people hold a ticket. Gives who held it until now.
    pub(super) async fn settle_slots(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        people: &[i64],
        queues: &[QueueRow],
    ) -> DbResult<Vec<i64>> {
        let now = self.clock.now_ms();
        let key = (row.client_id, row.id);
        let holders = store::agents::holders(tx, row.client_id, row.id).await?;
        let mut freed = vec![];
        for (user_id, queue_id) in &holders {
            if people.contains(user_id) {
                continue;
            }
            replay::insert_hold(tx, key, *user_id, now).await?;
            store::agents::release(tx, key, *user_id).await?;
            // Only what was finished is wrapped up, and not what somebody else goes on with.
            let finished = row.status != Status::Open.code();
            let queue = queues.iter().find(|queue| queue.id == *queue_id && finished);
            let wrap_up = queue.map_or(0, |queue| queue.wrap_up_seconds * 1_000);
            store::agents::was_busy(tx, (row.client_id, *user_id), now, now + wrap_up).await?;
            if wrap_up > 0 {
                dispatch::plan(tx, row.client_id, now + wrap_up, now).await?;
            }
            freed.push(*user_id);
        }
        for user_id in people {
            if holders.iter().all(|(holder, _)| holder != user_id) {
                store::agents::hold(tx, key, (*user_id, 0), now).await?;
                store::agents::was_busy(tx, (row.client_id, *user_id), now, 0).await?;
            }
        }
        Ok(freed)
    }

    /// Whether one of these users is connected.
    async fn anybody_there(&self, tx: &mut Tx, client_id: i64, people: &[i64]) -> DbResult<bool> {
        let statuses = presence::statuses(tx, client_id, self.clock.now_ms()).await?;
        let there = |id: &i64| {
            statuses.get(id).is_some_and(|(status, _)| *status != PresenceStatus::Offline)
        };
        Ok(people.iter().any(there))
    }

    /// Puts a ticket into the first queue whose conditions hold. Nothing where none does.
    async fn join_queue(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        joining: Joining<'_>,
        queues: &[QueueRow],
    ) -> DbResult<()> {
        let traits = TicketTraits::of(row);
        let fits = |queue: &&QueueRow| {
            let draft = queue.draft();
            queue.enabled
                && draft.work == Work::Tickets
                && conditions::hold(&draft.conditions, &traits)
        };
        let Some(queue) = queues.iter().find(fits) else { return Ok(()) };
        let now = self.clock.now_ms();
        let item = ItemRow {
            enqueued_at: joining.since.unwrap_or(now),
            preferred_user_id: joining.preferred,
            passed: serde_json::to_string(joining.passed).unwrap_or_default(),
            ..ItemRow::waiting(Subject::Ticket(row.id), queue.id, now)
        };
        self.enqueue(tx, row, &item, ("", &queue.name), "server").await
    }

    /// Keeps a ticket's place, says so in its history, and plans the look at it.
    pub(super) async fn enqueue(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        item: &ItemRow,
        (before, after): (&str, &str),
        by: &str,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        store::items::put(tx, row.client_id, item).await?;
        let step = HistoryStep { kind: "queue", before, after, why: "", by };
        tickets::note_history(tx, row, &step, now).await?;
        dispatch::tell_routed(tx, row, (RoutingState::Waiting, Some(item.queue_id)), now);
        dispatch::plan(tx, row.client_id, now, now).await
    }

    /// Takes a ticket out of its queue; who was asked is told.
    pub(super) async fn leave_queue(
        &self,
        tx: &mut Tx,
        row: &TicketRow,
        item: &ItemRow,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        store::items::remove(tx, row.client_id, item.subject()).await?;
        if let Some(user_id) = item.offered_to {
            let key = (row.client_id, item.subject());
            dispatch::end_offer(tx, key, user_id, Outcome::Rescinded, now).await?;
        }
        dispatch::tell_routed(tx, row, (RoutingState::None, None), now);
        Ok(())
    }

    /// Finds new queues for a page of what waits in a queue that was deleted, each in a transaction of its
    /// own, and plans the next page.
    pub(super) async fn requeue(&self, job: &Job) -> DbResult<()> {
        let (client_id, (queue_id, after)) = (job.client_id, job.walk());
        let mut conn = self.db.read().await?;
        let page =
            store::items::of_queue_after(&mut conn, (client_id, queue_id), after, PAGE).await?;
        drop(conn);
        for item in &page {
            let mut tx = self.db.begin().await?;
            self.requeue_one(&mut tx, (client_id, queue_id), item.subject()).await?;
            tx.commit().await?;
        }
        let more = i64::try_from(page.len()).is_ok_and(|count| count == PAGE);
        let last = page.last().and_then(|item| item.ticket_id.or(item.session_id));
        if let Some(last) = last.filter(|_| more) {
            let mut tx = self.db.begin().await?;
            plan_requeue(&mut tx, client_id, (queue_id, last), self.clock.now_ms()).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    async fn requeue_one(
        &self,
        tx: &mut Tx,
        (client_id, queue_id): (i64, i64),
        subject: Subject,
    ) -> DbResult<()> {
        self.hold(tx, client_id, std::iter::once(subject)).await?;
        let waiting = self.waiting(tx, client_id, subject).await?;
        let item = store::items::get(tx, client_id, subject).await?;
        let item = item.filter(|item| item.queue_id == queue_id);
        let (Some(waiting), Some(item)) = (waiting, item) else { return Ok(()) };
        let queues = store::queues::all(tx, client_id).await?;
        match (&waiting, subject) {
            (Waiting::Ticket(row), _) => {
                self.leave_queue(tx, row, &item).await?;
                let joining = Joining {
                    preferred: item.preferred_user_id,
                    since: Some(item.enqueued_at),
                    ..Joining::default()
                };
                self.join_queue(tx, row, joining, &queues).await
            }
            (Waiting::Visit(visitor), Subject::Visit(session)) => {
                self.leave_as_visitor(tx, client_id, &item).await?;
                if visitor.waits {
                    let visit = (session, visitor);
                    self.join_as_visitor(tx, client_id, visit, &queues).await?;
                }
                let now = self.clock.now_ms();
                dispatch::plan(tx, client_id, now, now).await
            }
            (Waiting::Visit(_), Subject::Ticket(_)) => Ok(()),
        }
    }
}

/// Plans finding new queues for the tickets of a deleted one, from behind a ticket on.
pub(super) async fn plan_requeue(
    tx: &mut Tx,
    client_id: i64,
    (queue_id, after): (i64, i64),
    now: i64,
) -> DbResult<()> {
    let job = NewJob::walk(client_id, (Class::Normal, REQUEUE), (queue_id, after), now);
    queue::enqueue(tx, job).await
}
