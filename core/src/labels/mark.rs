//! An agent puts labels on a ticket, or takes them off.

use super::{Labels, store};
use crate::{
    db::Tx,
    http::Problem,
    tickets::{Viewer, api::TicketView, held_ticket, labels_of, set_labels},
};

impl Labels {
    /// Sets a ticket's labels and gives the ticket as it is shown. A label that was deleted may stay
    /// on a ticket that carries it, and comes onto no other.
    pub(super) async fn mark(
        &self,
        viewer: &Viewer,
        ticket: i64,
        wanted: Vec<i64>,
    ) -> Result<TicketView, Problem> {
        let mut tx = self.db.begin().await?;
        let view = self.mark_in(&mut tx, viewer, ticket, |_| wanted).await?;
        tx.commit().await?;
        Ok(view)
    }

    /// The same in the caller's transaction; what is wanted is made of what the ticket carries.
    ///
    /// # Errors
    /// `not_found` for a ticket or a label there is not.
    pub async fn mark_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        wanted: impl FnOnce(&[i64]) -> Vec<i64>,
    ) -> Result<TicketView, Problem> {
        let now = self.clock.now_ms();
        let row = held_ticket(tx, viewer, ticket).await?;
        let (live, carried) = (store::ids(tx, viewer.client_id).await?, labels_of(&row));
        let wanted = wanted(&carried);
        if wanted.iter().any(|id| !live.contains(id) && !carried.contains(id)) {
            return Err(Problem::not_found());
        }
        // In the order of their levels, those that were deleted last.
        let ordered: Vec<i64> = live
            .iter()
            .chain(carried.iter().filter(|id| !live.contains(id)))
            .copied()
            .filter(|id| wanted.contains(id))
            .collect();
        let name = row
            .channel_id
            .map(|id| self.tickets.carrier.account_name(row.client_id, id))
            .unwrap_or_default();
        Ok(set_labels(tx, &row, &ordered, &viewer.username, &name, now).await?)
    }
}
