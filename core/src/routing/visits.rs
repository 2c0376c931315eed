//! Visitors of live chat in queues: they come in when they wait, and leave when somebody took them or
//! they went.

use super::{
    Routing,
    desk::back_in_line,
    dispatch,
    events::LiveChatGiven,
    model::{Outcome, Work},
    store::{self, items::ItemRow, queues::QueueRow},
    subject::Subject,
};
use crate::{
    accounts::Caller,
    conditions::{self, TicketTraits},
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    http::{Code, Problem},
    livechat::{self, ACCEPTED_MS, QueuePlace, Visitor},
};

/// Visitors who are put into a new queue in one go, those who wait longest.
const VISITORS_MAX: i64 = 1_000;

impl Routing {
    /// Makes a visit's place in a queue the one that follows from how it is now. The caller holds the visit.
    pub(super) async fn settle_visit(
        &self,
        tx: &mut Tx,
        client_id: i64,
        session: i64,
        queues: &[QueueRow],
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let visitor = self.livechat.visitor(tx, client_id, session).await?;
        let item = store::items::get(tx, client_id, Subject::Visit(session)).await?;
        match (visitor.filter(|visitor| visitor.waits), item) {
            (Some(visitor), None) => {
                self.join_as_visitor(tx, client_id, (session, &visitor), queues).await?;
            }
            (None, Some(item)) => self.leave_as_visitor(tx, client_id, &item).await?,
            _ => {}
        }
        // Who was taken by hand, or went, changes what agents hold.
        dispatch::plan(tx, client_id, now, now).await
    }

    /// Puts visitors who wait already where the client's queues, which are others now, want them, and takes
    /// out who went or was taken while no queue was on and nobody read the log.
    pub(super) async fn take_in_visitors(&self, tx: &mut Tx, client_id: i64) -> DbResult<()> {
        let queues = store::queues::all(tx, client_id).await?;
        let takes = |queue: &QueueRow| queue.enabled && queue.draft().work == Work::LiveChats;
        if !queues.iter().any(takes) {
            return Ok(());
        }
        let mut sessions = livechat::waiting_sessions(tx, client_id, VISITORS_MAX).await?;
        sessions.extend(store::items::sessions(tx, client_id, VISITORS_MAX).await?);
        sessions.sort_unstable();
        sessions.dedup();
        for session in &sessions {
            livechat::hold_visit(tx, client_id, *session).await?;
        }
        for session in sessions {
            self.settle_visit(tx, client_id, session, &queues).await?;
        }
        Ok(())
    }

    /// Puts a visitor into the first queue of live chats whose conditions hold; none keeps them in the
    /// list that agents take from by hand.
    pub(super) async fn join_as_visitor(
        &self,
        tx: &mut Tx,
        client_id: i64,
        (session, visitor): (i64, &Visitor),
        queues: &[QueueRow],
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let traits = TicketTraits {
            channel: visitor.channel.clone(),
            language: visitor.language.clone(),
            ..TicketTraits::default()
        };
        let fits = |queue: &&QueueRow| {
            let draft = queue.draft();
            queue.enabled
                && draft.work == Work::LiveChats
                && conditions::hold(&draft.conditions, &traits)
        };
        let Some(queue) = queues.iter().find(fits) else { return Ok(()) };
        let item = ItemRow {
            enqueued_at: visitor.queued_at.unwrap_or(now),
            ..ItemRow::waiting(Subject::Visit(session), queue.id, now)
        };
        store::items::put(tx, client_id, &item).await?;
        Ok(())
    }

    /// Takes a visitor out of the queue; who was asked is told.
    pub(super) async fn leave_as_visitor(
        &self,
        tx: &mut Tx,
        client_id: i64,
        item: &ItemRow,
    ) -> DbResult<()> {
        store::items::remove(tx, client_id, item.subject()).await?;
        if let Some(user_id) = item.offered_to {
            let now = self.clock.now_ms();
            let key = (client_id, item.subject());
            dispatch::end_offer(tx, key, user_id, Outcome::Rescinded, now).await?;
        }
        Ok(())
    }

    /// Gives a visitor to an agent. None when somebody was faster or the visitor went; else the place in
    /// the queue that is free now, for [`livechat::Livechat::tell_numbers`] once this is committed.
    pub(super) async fn take_visitor(
        &self,
        tx: &mut Tx,
        (client_id, session): (i64, i64),
        user_id: i64,
        now: i64,
    ) -> DbResult<Option<QueuePlace>> {
        let place = self.livechat.take(tx, (client_id, session), user_id, now).await?;
        if place.is_none() {
            return Ok(None);
        }
        store::items::remove(tx, client_id, Subject::Visit(session)).await?;
        store::agents::was_busy(tx, (client_id, user_id), now, 0).await?;
        // Until then one who says nothing counts among what the agent holds.
        dispatch::plan(tx, client_id, now + ACCEPTED_MS, now).await?;
        Ok(place)
    }

    /// The same without asking, of which the agent is told.
    pub(super) async fn assign_visitor(
        &self,
        tx: &mut Tx,
        (client_id, session): (i64, i64),
        (visitor, user_id): (&Visitor, i64),
        now: i64,
    ) -> DbResult<Option<QueuePlace>> {
        let place = self.take_visitor(tx, (client_id, session), user_id, now).await?;
        if place.is_some() {
            let data = LiveChatGiven { session_id: session, customer: visitor.name.clone() };
            tx.announce(NewEvent::new(client_id, Audience::only(user_id), &data, now));
        }
        Ok(place)
    }

    /// The caller takes a visitor who is offered to them.
    pub(super) async fn accept_visit(&self, caller: &Caller, session: i64) -> Result<(), Problem> {
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let over = || {
            let text =
                "This offer is over: somebody else has the visitor, or the visitor has left.";
            Problem::new(Code::Conflict, text)
        };
        let item = self.offered_visit(&mut tx, caller, session).await?.ok_or_else(over)?;
        let key = (client_id, session);
        let place = self.take_visitor(&mut tx, key, caller.user_id, now).await?;
        let place = place.ok_or_else(over)?;
        let key = (client_id, item.subject());
        dispatch::end_offer(&mut tx, key, caller.user_id, Outcome::Accepted, now).await?;
        tx.commit().await?;
        Ok(self.livechat.tell_numbers(client_id, place).await?)
    }

    /// The caller lets a visitor pass who is offered to them. An offer that is over stays as it is.
    pub(super) async fn decline_visit(&self, caller: &Caller, session: i64) -> Result<(), Problem> {
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let Some(item) = self.offered_visit(&mut tx, caller, session).await? else { return Ok(()) };
        let back = back_in_line(&item, Some(caller.user_id));
        store::items::put(&mut tx, client_id, &back).await?;
        let key = (client_id, item.subject());
        dispatch::end_offer(&mut tx, key, caller.user_id, Outcome::Declined, now).await?;
        dispatch::plan(&mut tx, client_id, now, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The place of a visit, held, if it is offered to the caller.
    async fn offered_visit(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        session: i64,
    ) -> Result<Option<ItemRow>, Problem> {
        let client_id = caller.client_id;
        livechat::hold_visit(tx, client_id, session).await?;
        let visitor = self.livechat.visitor(tx, client_id, session).await?;
        let visitor = visitor.ok_or_else(Problem::not_found)?;
        let item = store::items::get(tx, client_id, Subject::Visit(session)).await?;
        Ok(item.filter(|item| visitor.waits && item.offered_to == Some(caller.user_id)))
    }
}
