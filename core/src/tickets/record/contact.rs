//! Tickets of a contact: which there are, and giving them to another contact.

use super::{
    announce,
    history::{self, Step},
    merge_group,
    view::ticket_view,
};
use crate::tickets::{Tickets, api::TicketContactChanged, model::Viewer, store};
use crate::{
    contacts,
    db::{Conn, DbError, DbResult, Tx},
    tickets::api::{ContactIdentity, TicketView},
};

/// Rows looked at for one page: whoever sees few of a contact's tickets asks again from there.
const LOOKED_MAX: usize = 200;

/// A page of a contact's tickets.
#[derive(Clone, Debug, Default)]
pub struct Earlier {
    /// As lists show them, the newest first.
    pub tickets: Vec<TicketView>,
    /// Where the next page begins; none when that was all.
    pub before: Option<i64>,
}

impl Tickets {
    /// A contact's tickets that a viewer may see, opened before the one with this id.
    ///
    /// # Errors
    /// What the database said.
    pub async fn of_contact(
        &self,
        viewer: &Viewer,
        contact_id: i64,
        before: Option<i64>,
        limit: usize,
    ) -> DbResult<Earlier> {
        let mut conn = self.db.read().await?;
        let most = i64::try_from(LOOKED_MAX).unwrap_or(i64::MAX);
        let from = before.unwrap_or(i64::MAX);
        let ids = store::of_contact(&mut conn, viewer.client_id, contact_id, from, most).await?;
        let mut page = Earlier::default();
        let mut looked = 0;
        for id in &ids {
            if page.tickets.len() >= limit {
                break;
            }
            looked += 1;
            let seen = store::visible_ticket(&mut conn, viewer, *id).await?;
            page.tickets.extend(seen.map(|row| self.view(&row)));
        }
        let more = looked < ids.len() || ids.len() == LOOKED_MAX;
        page.before = more.then(|| ids[..looked].last().copied()).flatten();
        Ok(page)
    }

    /// Gives tickets to another contact, in the caller's transaction that holds both contacts: their
    /// histories say so, and whoever sees one of them is told.
    ///
    /// # Errors
    /// What the database said.
    pub async fn give_to_contact(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        tickets: &[i64],
        (contact_id, why): (i64, &str),
        now: i64,
    ) -> DbResult<()> {
        let client_id = viewer.client_id;
        merge_group::hold(tx, client_id, tickets).await?;
        for id in tickets {
            let was = store::ticket_row(tx, client_id, *id, 0).await?.ok_or(DbError::NotFound)?;
            store::set_contact(tx, client_id, *id, contact_id).await?;
            let row = store::ticket_row(tx, client_id, *id, 0).await?.ok_or(DbError::NotFound)?;
            let (before, after) = (was.contact_name.as_str(), row.contact_name.as_str());
            let step = Step { kind: "contact", before, after, why, by: &viewer.username };
            history::note(tx, &row, &step, now).await?;
            let data = TicketContactChanged {
                ticket_id: row.id,
                contact_id,
                was: was.contact_id,
                by: viewer.username.clone(),
                ticket: ticket_view(&row, &self.account_of(&row)),
            };
            announce::announce(tx, &row, &data, now);
        }
        Ok(())
    }

    /// How channels know a contact: the account, what kind of id it is, the id, and the name there.
    ///
    /// # Errors
    /// What the database said.
    pub async fn identities(
        &self,
        conn: &mut Conn,
        client_id: i64,
        contact_id: i64,
    ) -> DbResult<Vec<ContactIdentity>> {
        let rows = contacts::identities(conn, client_id, contact_id).await?;
        let shown = rows.iter().map(|(scope, external_id, display)| {
            let (account, kind) = self.known_on(client_id, scope);
            ContactIdentity {
                account,
                kind,
                external_id: external_id.clone(),
                display: display.clone(),
            }
        });
        Ok(shown.collect())
    }

    /// The account an identity belongs to, by its name, and what kind of id it is. Mail addresses
    /// are the same person on every mailbox, so they belong to none; nor does what was only typed.
    fn known_on(&self, client_id: i64, scope: &str) -> (String, &'static str) {
        match scope.strip_prefix("channel:").and_then(|id| id.parse().ok()) {
            Some(id) => {
                let name = self.carrier.account_name(client_id, id);
                (name, self.carrier.identity_kind(client_id, id))
            }
            None if scope == contacts::ENTERED => (String::new(), "entered"),
            None => (String::new(), "email"),
        }
    }
}

/// Holds contacts in the order of their ids, before anything else of theirs.
///
/// # Errors
/// What the database said.
pub async fn hold_contacts(tx: &mut Tx, client_id: i64, mut ids: [i64; 2]) -> DbResult<()> {
    ids.sort_unstable();
    for id in ids {
        store::hold_contact(tx, client_id, id).await?;
    }
    Ok(())
}
