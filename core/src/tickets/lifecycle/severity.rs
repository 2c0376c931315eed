//! How grave a ticket is: for itself, or for everything its sender writes, now and later.

use crate::tickets::{
    Tickets,
    api::{TicketSeverityChanged, TicketView},
    model::Viewer,
    record::{
        announce,
        history::{self, Step},
        view::ticket_view,
    },
    store::{self, TicketRow},
};
use crate::{
    contacts,
    db::{DbError, DbResult, Tx},
    http::Problem,
};

/// Open tickets of a sender that follow at once; more than this nobody has.
const OTHERS_MAX: i64 = 500;

/// The word for a severity, as it is stored; none for what is no severity.
#[must_use]
pub(in crate::tickets) fn word(severity: &str) -> Option<&'static str> {
    Some(match severity {
        "H" => "High",
        "M" => "Medium",
        "L" => "Low",
        "" => "no",
        _ => return None,
    })
}

impl Tickets {
    /// Sets a ticket's severity; with `sender` also that of the sender's other tickets, and of those
    /// to come. Gives the ticket as it is shown.
    ///
    /// # Errors
    /// `not_found`, or `invalid` for what is no severity.
    pub async fn set_severity(
        &self,
        viewer: &Viewer,
        ticket: i64,
        severity: &str,
        sender: bool,
    ) -> Result<TicketView, Problem> {
        let mut tx = self.db.begin().await?;
        let view = self.set_severity_in(&mut tx, viewer, ticket, severity, sender).await?;
        tx.commit().await?;
        Ok(view)
    }

    /// The same in the caller's transaction.
    ///
    /// # Errors
    /// `not_found`, or `invalid` for what is no severity.
    pub async fn set_severity_in(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        ticket: i64,
        severity: &str,
        sender: bool,
    ) -> Result<TicketView, Problem> {
        if word(severity).is_none() {
            return Err(Problem::field("priority", "The severity is H, M, L or empty."));
        }
        let (client_id, now) = (viewer.client_id, self.clock.now_ms());
        if sender {
            // Two who say something of the same sender take the sender's tickets one after the other.
            let row = store::ticket_for(tx, viewer, ticket).await?;
            if let Some(contact_id) = row.contact_id {
                store::hold_contact(tx, client_id, contact_id).await?;
            }
        }
        let row = store::held_ticket(tx, viewer, ticket).await?;
        self.grade(tx, viewer, &row, severity, "", Some(now)).await?;
        if let Some(contact_id) = row.contact_id.filter(|_| sender) {
            contacts::set_severity(tx, client_id, contact_id, severity).await?;
            let others = store::others_of_contact(tx, client_id, contact_id, severity, OTHERS_MAX);
            for id in others.await? {
                store::hold_ticket(tx, client_id, id).await?;
                let Some(other) = store::ticket_row(tx, client_id, id, 0).await? else {
                    continue;
                };
                let why = "set for everything this sender writes";
                // The others do not move to the top of the lists for it.
                self.grade(tx, viewer, &other, severity, why, None).await?;
            }
        }
        let read_to = row.read_to;
        let after = store::ticket_row(tx, client_id, row.id, 0).await?;
        let after = after.ok_or(DbError::NotFound)?;
        Ok(self.view(&TicketRow { read_to, ..after }))
    }

    async fn grade(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        row: &TicketRow,
        severity: &str,
        why: &str,
        updated_at: Option<i64>,
    ) -> DbResult<()> {
        if row.severity == severity {
            return Ok(());
        }
        let (client_id, now) = (row.client_id, self.clock.now_ms());
        store::set_severity(tx, client_id, row.id, severity, updated_at).await?;
        let by = viewer.username.as_str();
        let step = Step { kind: "severity", before: &row.severity, after: severity, why, by };
        history::note(tx, row, &step, now).await?;
        let after = store::ticket_row(tx, client_id, row.id, 0).await?.ok_or(DbError::NotFound)?;
        let name =
            row.channel_id.map(|id| self.carrier.account_name(client_id, id)).unwrap_or_default();
        let data = TicketSeverityChanged {
            ticket_id: row.id,
            ticket_number: row.number,
            severity: severity.to_owned(),
            by: viewer.username.clone(),
            ticket: ticket_view(&after, &name),
        };
        announce::announce(tx, &after, &data, now);
        Ok(())
    }
}
