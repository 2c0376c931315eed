//! An agent accepts or declines a ticket that is offered.

use super::{
    Routing,
    desk::back_in_line,
    dispatch,
    enqueue::may_be_given,
    model::{Outcome, RoutingOffer, RoutingState},
    store::{self, items::ItemRow},
    subject::Subject,
};
use crate::{
    accounts::Caller,
    db::Tx,
    http::{Code, Problem},
    tickets::{self, TicketRow, Viewer},
};

impl Routing {
    /// What is offered to the caller now, what ends first before the others.
    pub(super) async fn offers(&self, caller: &Caller) -> Result<Vec<RoutingOffer>, Problem> {
        let client_id = caller.client_id;
        let mut conn = self.db.read().await?;
        let items = store::items::offered(&mut conn, client_id, caller.user_id).await?;
        let queues = match items.is_empty() {
            true => vec![],
            false => store::queues::all(&mut conn, client_id).await?,
        };
        let mut offers = vec![];
        for item in items {
            let waiting = self.waiting(&mut conn, client_id, item.subject()).await?;
            let queue = queues.iter().find(|queue| queue.id == item.queue_id);
            let name = queue.map_or("", |queue| queue.name.as_str());
            offers.extend(waiting.map(|waiting| waiting.offer(name, &item)));
        }
        Ok(offers)
    }

    /// The caller takes a ticket that is offered to them. Gives its number.
    pub(super) async fn accept(&self, caller: &Caller, ticket_id: i64) -> Result<i64, Problem> {
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let Some((row, item)) = offered(&mut tx, caller, ticket_id).await? else {
            let text = "This offer is over: the ticket was offered to somebody else or taken.";
            return Err(Problem::new(Code::Conflict, text));
        };
        let queues = store::queues::all(&mut tx, client_id).await?;
        let queue = queues.iter().find(|queue| queue.id == item.queue_id);
        let name = queue.map_or("", |queue| queue.name.as_str());
        let user = (caller.user_id, caller.username.clone());
        // Who accepts takes it, and need not be told.
        let by = Viewer::from(caller);
        self.assign(&mut tx, &row, (item.queue_id, name), (&user, &by), now).await?;
        let key = (client_id, item.subject());
        dispatch::end_offer(&mut tx, key, caller.user_id, Outcome::Accepted, now).await?;
        tx.commit().await?;
        Ok(row.number)
    }

    /// The caller lets a ticket pass that is offered to them. One that is over stays as it is.
    pub(super) async fn decline(&self, caller: &Caller, ticket_id: i64) -> Result<(), Problem> {
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let Some((row, item)) = offered(&mut tx, caller, ticket_id).await? else {
            return Ok(());
        };
        let back = back_in_line(&item, Some(caller.user_id));
        store::items::put(&mut tx, client_id, &back).await?;
        let key = (client_id, item.subject());
        dispatch::end_offer(&mut tx, key, caller.user_id, Outcome::Declined, now).await?;
        let standing = (RoutingState::Waiting, Some(item.queue_id));
        dispatch::tell_routed(&mut tx, &row, standing, now);
        dispatch::plan(&mut tx, client_id, now, now).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The ticket, held, with its place, if it is offered to the caller.
async fn offered(
    tx: &mut Tx,
    caller: &Caller,
    ticket_id: i64,
) -> Result<Option<(TicketRow, ItemRow)>, Problem> {
    tickets::hold_ticket(tx, caller.client_id, ticket_id).await?;
    let row = tickets::ticket_row(tx, caller.client_id, ticket_id, 0).await?;
    let row = row.ok_or_else(Problem::not_found)?;
    let item = store::items::get(tx, caller.client_id, Subject::Ticket(ticket_id)).await?;
    let own = item
        .filter(|item| item.offered_to == Some(caller.user_id))
        .filter(|item| may_be_given(&row, item));
    Ok(own.map(|item| (row, item)))
}
