//! Which department a ticket belongs to. The room holds its id; `accounts` knows the names.

use crate::tickets::{
    Tickets,
    api::{TicketDepartmentChanged, TicketView},
    model::Viewer,
    record::{
        announce,
        history::{self, Step},
        view::ticket_view,
    },
    store,
};
use crate::{
    accounts,
    db::{DbError, Tx},
    http::Problem,
};

impl Tickets {
    /// Puts a ticket into a department, or with none takes it out, and gives the ticket as it is
    /// shown. A department that was removed may stay on a ticket that has it, and comes onto no
    /// other.
    pub(in crate::tickets) async fn set_department(
        &self,
        viewer: &Viewer,
        ticket: i64,
        department: Option<i64>,
    ) -> Result<TicketView, Problem> {
        let mut tx = self.db.begin().await?;
        let view = self.set_department_in(&mut tx, viewer, ticket, department).await?;
        tx.commit().await?;
        Ok(view)
    }

    /// The same in the caller's transaction.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn set_department_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        department: Option<i64>,
    ) -> Result<TicketView, Problem> {
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        let row = store::held_ticket(tx, viewer, ticket).await?;
        let name =
            row.channel_id.map(|id| self.carrier.account_name(client_id, id)).unwrap_or_default();
        if row.department_id == department {
            return Ok(ticket_view(&row, &name));
        }
        if let Some(id) = department
            && !accounts::department_is_offered(tx, client_id, id).await?
        {
            return Err(Problem::not_found());
        }
        store::set_department(tx, client_id, row.id, department, now).await?;
        let text = |id: Option<i64>| id.map(|id| id.to_string()).unwrap_or_default();
        let (before, after) = (text(row.department_id), text(department));
        let by = viewer.username.as_str();
        let step = Step { kind: "department", before: &before, after: &after, why: "", by };
        history::note(tx, &row, &step, now).await?;
        let read_to = row.read_to;
        let row = store::ticket_row(tx, client_id, row.id, 0).await?;
        let row = row.ok_or(DbError::NotFound)?;
        let data = TicketDepartmentChanged {
            ticket_id: row.id,
            ticket_number: row.number,
            department_id: department,
            by: viewer.username.clone(),
            ticket: ticket_view(&row, &name),
        };
        announce::announce(tx, &row, &data, now);
        Ok(ticket_view(&store::TicketRow { read_to, ..row }, &name))
    }
}
