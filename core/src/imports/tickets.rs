//! Rows become tickets: each that is not there yet is made, as it was where it comes from.

use super::{
    export,
    fields::Cells,
    model::{Fault, Outcome},
    run::Batch,
    store,
    ticket_row::{Named, Reading, TicketRow},
};
use crate::{
    accounts,
    contacts::{self, Person},
    db::{Conn, DbResult, Tx},
    fields, labels,
    tickets::{self, Imported, Viewer, hold_contacts},
};
use std::collections::{BTreeMap, BTreeSet};

/// The scope of names by which tickets name their contacts where they have nothing else.
const IMPORTED: &str = "import";

impl Named {
    /// What the rows of a client may name.
    pub(super) async fn of(conn: &mut Conn, client_id: i64) -> DbResult<Self> {
        let small = |(name, id): (String, i64)| (name.to_lowercase(), id);
        let people = accounts::people(conn, client_id).await?;
        let addresses = accounts::addresses(conn, client_id).await?;
        let mut users = vec![];
        for one in &people {
            users.push((one.username.to_lowercase(), (one.id, one.username.clone())));
        }
        for (id, address) in addresses {
            if let Some(one) = people.iter().find(|one| one.id == id) {
                users.push((address.to_lowercase(), (id, one.username.clone())));
            }
        }
        let mut names: BTreeMap<String, Vec<&accounts::Person>> = BTreeMap::new();
        for one in &people {
            names.entry(one.name.to_lowercase()).or_default().push(one);
        }
        // A name that two have says nobody.
        for (name, who) in names {
            if let [one] = who[..] {
                users.push((name, (one.id, one.username.clone())));
            }
        }
        Ok(Self {
            labels: labels::names(conn, client_id).await?.into_iter().map(small).collect(),
            departments: accounts::department_names(conn, client_id)
                .await?
                .into_iter()
                .map(small)
                .collect(),
            users,
            names: people.iter().map(|one| (one.id, one.name.clone())).collect(),
            custom: fields::list(conn, client_id, false).await?,
        })
    }
}

impl Batch<'_> {
    /// Deals with the rows of a batch, in their order.
    pub(super) async fn tickets(
        &self,
        tx: &mut Tx,
        (named, by): (&Named, &Viewer),
        rows: &[Cells<'_>],
    ) -> DbResult<Vec<Outcome>> {
        let zone = crate::days::zone(&self.import.timezone);
        let order = self.import.date_order();
        let reading = Reading { named, order, zone: &zone, now: self.now };
        let mut met = BTreeSet::new();
        let mut read: Vec<Result<Option<TicketRow>, Vec<Fault>>> = vec![];
        for cells in rows {
            read.push(match TicketRow::read(*cells, &reading) {
                Err(faults) => Err(faults),
                Ok(row) => {
                    let there = !met.insert(row.source_key.clone())
                        || self.is_there(tx, &row.source_key).await?;
                    Ok((!there).then_some(row))
                }
            });
        }
        if !self.dry {
            let contacts = self.contacts_of(tx, &read).await?;
            let mut of_row = contacts.iter();
            for row in read.iter().flatten().flatten() {
                if let Some(contact_id) = of_row.next() {
                    self.ticket(tx, (named, by), row, *contact_id).await?;
                }
            }
        }
        let outcome = |row: Result<Option<TicketRow>, Vec<Fault>>| match row {
            Err(faults) => Outcome::Refused(faults),
            Ok(Some(_)) => Outcome::Created,
            Ok(None) => Outcome::Unchanged,
        };
        Ok(read.into_iter().map(outcome).collect())
    }

    /// Whether a ticket came by an import before; in a check also by an earlier row.
    async fn is_there(&self, tx: &mut Tx, source_key: &str) -> DbResult<bool> {
        if store::is_imported(tx, self.client_id, source_key).await?
            || self.is_ours(tx, source_key).await?
        {
            return Ok(true);
        }
        if !self.dry {
            return Ok(false);
        }
        let place = (self.client_id, self.import.id);
        let seen = store::seen(tx, place, source_key).await?.is_some();
        store::see(tx, place, source_key, "", false).await?;
        Ok(seen)
    }

    /// Whether it is a ticket of this desk, as our own tables name them.
    async fn is_ours(&self, tx: &mut Tx, source_key: &str) -> DbResult<bool> {
        let named = source_key.strip_prefix("id:").unwrap_or_default();
        match export::number_of(self.keys, self.client_id, named) {
            Some(number) => tickets::has_number(tx, self.client_id, number).await,
            None => Ok(false),
        }
    }

    /// The contacts of the rows that become tickets, all held, before any ticket takes its number: who
    /// waits for a contact must not keep those waiting who number something of theirs.
    async fn contacts_of(
        &self,
        tx: &mut Tx,
        rows: &[Result<Option<TicketRow>, Vec<Fault>>],
    ) -> DbResult<Vec<i64>> {
        let (client_id, now) = (self.client_id, self.now);
        let mut found = vec![];
        for row in rows.iter().flatten().flatten() {
            let typed = row.typed();
            let contact = if row.email.is_empty() && row.phone.is_empty() {
                let person = Person {
                    scope: IMPORTED.into(),
                    external_id: format!("name:{}", row.name.to_lowercase()),
                    display: row.name.clone(),
                    language: row.language.clone(),
                    ..Person::default()
                };
                contacts::resolve(tx, self.ids, client_id, now, &person).await?.contact
            } else {
                contacts::enter(tx, self.ids, client_id, now, &typed, Some(self.is_number)).await?
            };
            found.push(contacts::standing(tx, client_id, contact.id).await?);
        }
        for id in found.iter().copied().collect::<BTreeSet<i64>>() {
            hold_contacts(tx, client_id, [id, id]).await?;
        }
        Ok(found)
    }

    async fn ticket(
        &self,
        tx: &mut Tx,
        (named, by): (&Named, &Viewer),
        row: &TicketRow,
        contact_id: i64,
    ) -> DbResult<()> {
        // Nobody else is known to have worked on it there.
        let handled_by = match row.assignees.first() {
            Some((id, username)) => {
                (*id, username.as_str(), named.names.get(id).unwrap_or(username).as_str())
            }
            None => (by.user_id, by.username.as_str(), by.name.as_str()),
        };
        let known_as = match row.external_id.as_str() {
            "" => String::new(),
            id => format!(" It was {id} there."),
        };
        let file = &self.import.file_name;
        let line = format!("{} imported this ticket from {file}.{known_as}", by.name);
        let ticket = Imported {
            client_id: self.client_id,
            token: &self.ids.token(20),
            by,
            contact_id,
            name: &row.name,
            title: &row.title,
            text: &row.text,
            reply: &row.reply,
            handled_by,
            note: &row.note,
            language: &row.language,
            department: row.department,
            severity: row.severity,
            labels: &row.labels,
            assignees: &row.assignees,
            status: row.status,
            values: &row.values,
            line: &line,
            created_at: row.created_at,
            replied_at: row.replied_at,
            resolved_at: row.resolved_at,
            updated_at: row.updated_at,
            now: self.now,
        };
        let made = tickets::import(tx, &ticket).await?;
        store::imported(tx, self.client_id, &row.source_key, made.ticket_id).await
    }
}
