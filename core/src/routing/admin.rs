//! An admin keeps queues: makes, changes, orders and deletes them.

use super::{
    Routing,
    check::{self, Referents},
    dispatch, enqueue,
    events::RoutingQueuesChanged,
    model::{QUEUES_MAX, RoutingQueue, RoutingQueueDraft, RoutingQueueOrder},
    recount,
    store::{self, queues::QueueRow},
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    db::{Conn, DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, FieldErrors, Problem, names_each_once},
};
use serde_json::{Value, json};

impl Routing {
    /// The client's queues in their order.
    pub(super) async fn queues(&self, caller: &Caller) -> Result<Vec<RoutingQueue>, Problem> {
        let mut conn = self.db.read().await?;
        Ok(shown(&mut conn, caller.client_id, self.clock.now_ms()).await?)
    }

    /// Makes a queue, the last one in the order.
    pub(super) async fn make_queue(
        &self,
        caller: &Caller,
        draft: &RoutingQueueDraft,
    ) -> Result<RoutingQueue, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let draft = checked(&mut tx, client_id, (draft, None), now).await?;
        let (count, last) = store::queues::count(&mut tx, client_id).await?;
        if count >= QUEUES_MAX {
            let text = "There are at most 50 queues. Delete one first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let routed = store::queues::any_enabled(&mut tx, client_id).await?;
        let id = store::queues::insert(&mut tx, client_id, &draft, last + 1, now).await?;
        let changes = json!({ "queue": draft });
        let act = act(Action::RoutingQueueCreated, (id, &draft.name), changes);
        audit::note(&mut tx, &author, &act, now).await?;
        self.finish(tx, (client_id, id), routed, now).await
    }

    /// Changes a queue. What waits in it stays, and is looked at anew.
    pub(super) async fn change_queue(
        &self,
        caller: &Caller,
        id: i64,
        draft: &RoutingQueueDraft,
    ) -> Result<RoutingQueue, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let before = found(&mut tx, client_id, id).await?.draft();
        if draft.work != before.work {
            let text = "A queue keeps taking in what it was made for. Make another queue.";
            return Err(Problem::field("work", text));
        }
        let draft = checked(&mut tx, client_id, (draft, Some(id)), now).await?;
        let routed = store::queues::any_enabled(&mut tx, client_id).await?;
        if before != draft {
            store::queues::change(&mut tx, (client_id, id), &draft, now).await?;
            let changes = audit::changes(&before, &draft);
            let act = act(Action::RoutingQueueChanged, (id, &draft.name), changes);
            audit::note(&mut tx, &author, &act, now).await?;
        }
        self.finish(tx, (client_id, id), routed, now).await
    }

    /// Puts the queues in an order: a ticket goes into the first one that fits.
    pub(super) async fn order_queues(
        &self,
        caller: &Caller,
        order: &RoutingQueueOrder,
    ) -> Result<Vec<RoutingQueue>, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let rows = store::queues::all(&mut tx, client_id).await?;
        let before: Vec<i64> = rows.iter().map(|row| row.id).collect();
        if !names_each_once(&order.ids, &before) {
            return Err(Problem::field("ids", "Name each queue once."));
        }
        for (id, position) in order.ids.iter().zip(1..) {
            store::queues::set_position(&mut tx, (client_id, *id), position).await?;
        }
        if before != order.ids {
            let to = (before.as_slice(), order.ids.as_slice());
            let act = Act::ordered(Action::RoutingQueuesOrdered, "routing_queues", to);
            audit::note(&mut tx, &author, &act, now).await?;
            tell(&mut tx, client_id, now);
        }
        let queues = shown(&mut tx, client_id, now).await?;
        tx.commit().await?;
        Ok(queues)
    }

    /// Deletes a queue. What waits in it goes into the next one that fits, and keeps how long it waited.
    pub(super) async fn drop_queue(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        store::queues::lock(&mut tx, client_id).await?;
        let before = found(&mut tx, client_id, id).await?;
        store::queues::delete(&mut tx, (client_id, id), now).await?;
        enqueue::plan_requeue(&mut tx, client_id, (id, 0), now).await?;
        let act = act(Action::RoutingQueueRemoved, (id, &before.name), json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(())
    }

    /// Commits a kept queue and gives it as it is shown. `routed` says whether any queue gave tickets
    /// before: if none did, nobody counted what agents hold.
    async fn finish(
        &self,
        mut tx: Tx,
        (client_id, id): (i64, i64),
        routed: bool,
        now: i64,
    ) -> Result<RoutingQueue, Problem> {
        self.take_in_visitors(&mut tx, client_id).await?;
        if !routed && store::queues::any_enabled(&mut tx, client_id).await? {
            recount::plan(&mut tx, client_id, (now, 0), now).await?;
        } else {
            dispatch::plan(&mut tx, client_id, now, now).await?;
        }
        tell(&mut tx, client_id, now);
        let queues = shown(&mut tx, client_id, now).await?;
        tx.commit().await?;
        queues.into_iter().find(|queue| queue.id == id).ok_or_else(Problem::not_found)
    }
}

async fn found(tx: &mut Tx, client_id: i64, id: i64) -> Result<QueueRow, Problem> {
    let rows = store::queues::all(tx, client_id).await?;
    rows.into_iter().find(|row| row.id == id).ok_or_else(Problem::not_found)
}

pub(super) async fn shown(
    conn: &mut Conn,
    client_id: i64,
    now: i64,
) -> DbResult<Vec<RoutingQueue>> {
    let rows = store::queues::all(conn, client_id).await?;
    let counts = store::items::counts(conn, client_id).await?;
    let drafts: Vec<(i64, RoutingQueueDraft)> =
        rows.iter().map(|row| (row.id, row.draft())).collect();
    let named = drafts.iter().flat_map(|(_, draft)| &draft.conditions);
    let known = Referents::read(conn, client_id, named, now).await?;
    let view = |(id, draft): (i64, RoutingQueueDraft)| {
        let count = counts.iter().find(|count| count.queue_id == id);
        RoutingQueue {
            id,
            waiting: count.map_or(0, |count| count.waiting + count.ringing),
            waiting_since: count.and_then(|count| count.oldest_at),
            broken: known.is_broken(&draft),
            draft,
        }
    };
    Ok(drafts.into_iter().map(view).collect())
}

/// A draft as it is kept, or every field that is wrong.
async fn checked(
    tx: &mut Tx,
    client_id: i64,
    (draft, id): (&RoutingQueueDraft, Option<i64>),
    now: i64,
) -> Result<RoutingQueueDraft, Problem> {
    let mut wrong = FieldErrors::default();
    wrong.extend(check::faults(draft));
    let draft = check::kept(draft);
    let known = Referents::read(tx, client_id, draft.conditions.iter(), now).await?;
    wrong.extend(known.missing(&draft, id));
    wrong.refuse("The queue cannot be kept like this.")?;
    Ok(draft)
}

fn act<'a>(action: Action, (id, name): (i64, &'a str), changes: Value) -> Act<'a> {
    Act { action, kind: "routing_queue", id: id.to_string(), name, changes }
}

/// Tells everybody of the client to read the queues anew.
pub(super) fn tell(tx: &mut Tx, client_id: i64, now: i64) {
    let data = RoutingQueuesChanged {};
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}
