//! What waits, held: a ticket or a visit, and what is told of it.

use super::{
    Routing, dispatch,
    enqueue::may_be_given,
    model::{RoutingOffer, RoutingState},
    store::items::ItemRow,
    subject::Subject,
};
use crate::{
    db::{Conn, DbResult, Tx},
    livechat::{self, Visitor},
    tickets::{self, HistoryStep, TicketRow},
};

/// A ticket or a visitor who waits.
pub(super) enum Waiting {
    Ticket(Box<TicketRow>),
    Visit(Visitor),
}

impl Waiting {
    /// Whether it still waits: what ended or was taken leaves its queue by the log, which is read behind.
    pub fn may_be_given(&self, item: &ItemRow) -> bool {
        match self {
            Self::Ticket(row) => may_be_given(row, item),
            Self::Visit(visitor) => visitor.waits,
        }
    }

    /// An offer of it as its agent sees it.
    pub fn offer(&self, queue: &str, item: &ItemRow) -> RoutingOffer {
        let (number, title, channel, customer) = match self {
            Self::Ticket(row) => (Some(row.number), &row.title, &row.channel, &row.contact_name),
            Self::Visit(visitor) => (None, &visitor.message, &visitor.channel, &visitor.name),
        };
        RoutingOffer {
            ticket_id: item.ticket_id,
            ticket_number: number,
            session_id: item.session_id,
            title: title.clone(),
            channel: channel.clone(),
            customer: customer.clone(),
            queue: queue.to_owned(),
            waiting_since: item.enqueued_at,
            offered_at: item.offered_at.unwrap_or_default(),
            offer_until: item.offer_until.unwrap_or_default(),
        }
    }

    /// Says to who sees a ticket where it stands. Of a visit only who is asked is told.
    pub fn tell(&self, tx: &mut Tx, standing: (RoutingState, Option<i64>), now: i64) {
        if let Self::Ticket(row) = self {
            dispatch::tell_routed(tx, row, standing, now);
        }
    }

    /// Writes into a ticket's history that it went from one queue to another. A visit has none.
    pub async fn note_queue(
        &self,
        tx: &mut Tx,
        (before, after): (&str, &str),
        why: &str,
        now: i64,
    ) -> DbResult<()> {
        let Self::Ticket(row) = self else { return Ok(()) };
        let step = HistoryStep { kind: "queue", before, after, why, by: "server" };
        tickets::note_history(tx, row, &step, now).await
    }
}

impl Routing {
    /// Reads what waits; none when it is not there any more.
    pub(super) async fn waiting(
        &self,
        conn: &mut Conn,
        client_id: i64,
        subject: Subject,
    ) -> DbResult<Option<Waiting>> {
        Ok(match subject {
            Subject::Ticket(id) => tickets::ticket_row(conn, client_id, id, 0)
                .await?
                .map(|row| Waiting::Ticket(Box::new(row))),
            Subject::Visit(id) => {
                self.livechat.visitor(conn, client_id, id).await?.map(Waiting::Visit)
            }
        })
    }

    /// Holds tickets and visits for the transaction: tickets first, as a message that comes in does, each
    /// kind in the order of ids.
    pub(super) async fn hold(
        &self,
        tx: &mut Tx,
        client_id: i64,
        subjects: impl Iterator<Item = Subject>,
    ) -> DbResult<()> {
        let mut all: Vec<Subject> = subjects.collect();
        all.sort_unstable();
        all.dedup();
        let ids: Vec<i64> = all.iter().filter_map(|one| one.ticket()).collect();
        tickets::hold_tickets(tx, client_id, &ids).await?;
        for session in all.iter().filter_map(|one| one.session()) {
            livechat::hold_visit(tx, client_id, session).await?;
        }
        Ok(())
    }
}
