//! When a ticket's customer wants to be seen or called.

use crate::tickets::{
    Tickets,
    api::{TicketAppointmentChanged, TicketView},
    model::{Viewer, utc},
    record::{
        announce,
        history::{self, Step},
        view::ticket_view,
    },
    store,
};
use crate::{db::DbError, http::Problem};

/// 1 January 2000 to 1 January 2100: what lies outside was mistyped.
const BELIEVABLE_MS: std::ops::Range<i64> = 946_684_800_000..4_102_444_800_000;

impl Tickets {
    /// Sets a ticket's appointment in milliseconds, or with none takes it away. Gives the ticket as it
    /// is shown.
    ///
    /// # Errors
    /// `not_found`, or `invalid` for a time outside this century.
    pub async fn set_appointment(
        &self,
        viewer: &Viewer,
        ticket: i64,
        at: Option<i64>,
    ) -> Result<TicketView, Problem> {
        if at.is_some_and(|at| !BELIEVABLE_MS.contains(&at)) {
            let text = "Give a time between the years 2000 and 2100, in milliseconds.";
            return Err(Problem::field("at", text));
        }
        // What the API says of it has no parts of a second.
        let at = at.map(|at| at - at.rem_euclid(1000));
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let before = store::held_ticket(&mut tx, viewer, ticket).await?;
        let name = self.channel_name(&before);
        if before.appointment_at == at {
            return Ok(ticket_view(&before, &name));
        }
        store::set_appointment(&mut tx, before.client_id, before.id, at, now).await?;
        let text = |at: Option<i64>| at.map(utc).unwrap_or_default();
        let (was, is) = (text(before.appointment_at), text(at));
        let by = viewer.username.as_str();
        let step = Step { kind: "appointment", before: &was, after: &is, why: "", by };
        history::note(&mut tx, &before, &step, now).await?;
        let row = store::ticket_row(&mut tx, before.client_id, before.id, 0).await?;
        let row = row.ok_or(DbError::NotFound)?;
        let data = TicketAppointmentChanged {
            ticket_id: row.id,
            ticket_number: row.number,
            appointment: at,
            by: by.to_owned(),
            ticket: ticket_view(&row, &name),
        };
        announce::announce(&mut tx, &row, &data, now);
        tx.commit().await?;
        Ok(ticket_view(&store::TicketRow { read_to: before.read_to, ..row }, &name))
    }
}
