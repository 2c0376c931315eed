//! Rows become contacts: each is looked for, and made, changed or left.

use super::{
    contact_row::ContactRow,
    fields::Cells,
    model::{Fault, Outcome},
    run::Batch,
    store,
};
use crate::{
    accounts::ContactFields,
    contacts::{self, Details, Person},
    db::{DbError, DbResult, Tx},
    tickets::hold_contacts,
};

/// The scope of ids that contacts have where they come from.
const IMPORTED: &str = "import";
/// What keys of contacts that are there begin with.
const CONTACT: &str = "contact:";

/// Whom a row means.
enum ContactMatch {
    Nobody,
    /// The key of a subject; see [`Subject`].
    Subject(String),
    /// Its id and its address are those of two contacts.
    Two,
}

/// A contact that is there, or, in a check, one that the table would make: what is known of it before a row.
struct Subject {
    /// `contact:` with an id, or `new:` with what the first of its rows knows it by.
    key: String,
    was: Details,
}

impl Batch<'_> {
    /// Deals with the rows of a batch, in their order.
    pub(super) async fn contacts(
        &self,
        tx: &mut Tx,
        form: &ContactFields,
        rows: &[Cells<'_>],
    ) -> DbResult<Vec<Outcome>> {
        let read: Vec<Result<ContactRow, Vec<Fault>>> = rows
            .iter()
            .map(|cells| ContactRow::read(cells, self.import.date_order(), &self.today()))
            .collect();
        if !self.dry {
            // Whoever merges contacts holds two of them, the lower id first: so does this.
            let mut known = vec![];
            for row in read.iter().flatten() {
                if let ContactMatch::Subject(key) = self.find(tx, row).await? {
                    known.extend(id_of(&key));
                }
            }
            known.sort_unstable();
            for id in known {
                hold_contacts(tx, self.client_id, [id, id]).await?;
            }
        }
        let mut outcomes = vec![];
        for row in read {
            outcomes.push(match row {
                Err(faults) => Outcome::Refused(faults),
                Ok(row) => self.contact(tx, form, &row).await?,
            });
        }
        Ok(outcomes)
    }

    async fn contact(
        &self,
        tx: &mut Tx,
        form: &ContactFields,
        row: &ContactRow,
    ) -> DbResult<Outcome> {
        let subject = match self.find(tx, row).await? {
            ContactMatch::Two => {
                let reason =
                    "This is the address of another contact than the id. Correct one of them.";
                return Ok(Outcome::Refused(vec![Fault::new("email", reason, &row.alone.email)]));
            }
            ContactMatch::Nobody => None,
            ContactMatch::Subject(key) => Some(self.subject(tx, key).await?),
        };
        let Some(Subject { key, was }) = subject else {
            let blank = Details { name: row.alone.name.clone(), ..Details::default() };
            let wrong = contacts::against_fields(form, &blank, &row.alone);
            if !wrong.is_empty() {
                return Ok(refused(row, wrong));
            }
            self.add(tx, row).await?;
            return Ok(Outcome::Created);
        };
        let (edit, language) = row.for_known(&was, self.import.known());
        let is = match contacts::edited(&was, &edit, &self.today()) {
            Ok(is) => Details { language, ..is },
            Err(wrong) => return Ok(refused(row, wrong)),
        };
        let changed = is != was;
        let wrong = if changed { contacts::against_fields(form, &was, &is) } else { vec![] };
        if !wrong.is_empty() {
            return Ok(refused(row, wrong));
        }
        if self.dry {
            self.meet(tx, row, &key, &is).await?;
        } else {
            if changed {
                contacts::keep_details(tx, self.client_id, &is, self.now).await?;
            }
            self.claim(tx, row, is.id).await?;
        }
        Ok(if changed { Outcome::Updated } else { Outcome::Unchanged })
    }

    /// Whom a row means: by its id first, then by its address and its number.
    async fn find(&self, tx: &mut Tx, row: &ContactRow) -> DbResult<ContactMatch> {
        let client_id = self.client_id;
        let of_id = match row.external_id.as_str() {
            "" => None,
            id => match contacts::of_identity(tx, client_id, IMPORTED, id).await? {
                Some((_, contact_id)) => Some(contact_id),
                // Our own tables name contacts by this.
                None => contacts::of_uid(tx, client_id, id).await?,
            },
        };
        let [id_key, email_key, phone_key] = row.keys();
        let of_id = self.key(tx, of_id, id_key).await?;
        let typed = row.typed();
        let by_address = contacts::Typed { phone: "", ..typed };
        let of_address = contacts::known_as(tx, client_id, &by_address, self.is_number).await?;
        let of_address = self.key(tx, of_address, email_key).await?;
        if of_id.is_some() && of_address.is_some() && of_id != of_address {
            return Ok(ContactMatch::Two);
        }
        if let Some(key) = of_id.or(of_address) {
            return Ok(ContactMatch::Subject(key));
        }
        // Last, because families share a number; nobody shares an address.
        let by_number = contacts::Typed { email: "", ..typed };
        let of_number = contacts::known_as(tx, client_id, &by_number, self.is_number).await?;
        let of_number = self.key(tx, of_number, phone_key).await?;
        Ok(of_number.map_or(ContactMatch::Nobody, ContactMatch::Subject))
    }

    /// The key of a contact that was found, or, in a check, of whom an earlier row is known by the same.
    async fn key(
        &self,
        tx: &mut Tx,
        found: Option<i64>,
        known_by: Option<String>,
    ) -> DbResult<Option<String>> {
        match (found, known_by) {
            (Some(id), _) => {
                let id = contacts::standing(tx, self.client_id, id).await?;
                Ok(Some(format!("{CONTACT}{id}")))
            }
            (None, Some(key)) if self.dry => {
                store::seen(tx, (self.client_id, self.import.id), &key).await
            }
            (None, _) => Ok(None),
        }
    }

    /// What is known of a subject: in a check, what earlier rows would have made of it.
    async fn subject(&self, tx: &mut Tx, key: String) -> DbResult<Subject> {
        let seen = if self.dry {
            store::seen(tx, (self.client_id, self.import.id), &key).await?
        } else {
            None
        };
        if let Some(was) = seen.and_then(|details| serde_json::from_str(&details).ok()) {
            return Ok(Subject { key, was });
        }
        let id = id_of(&key).ok_or(DbError::NotFound)?;
        let was = contacts::details(tx, self.client_id, id).await?.ok_or(DbError::NotFound)?;
        Ok(Subject { key, was })
    }

    /// Makes the contact of a row, or remembers in a check that it would be made.
    async fn add(&self, tx: &mut Tx, row: &ContactRow) -> DbResult<()> {
        if self.dry {
            let first = row.keys().into_iter().flatten().next().unwrap_or_default();
            let key = format!("new:{first}");
            return self.meet(tx, row, &key, &row.alone).await;
        }
        let (client_id, now) = (self.client_id, self.now);
        let typed = row.typed();
        let contact = if typed.email.is_empty() && typed.phone.is_empty() {
            contacts::resolve(tx, self.ids, client_id, now, &self.imported(row)).await?.contact
        } else {
            contacts::enter(tx, self.ids, client_id, now, &typed, Some(self.is_number)).await?
        };
        let made = contacts::details(tx, client_id, contact.id).await?.ok_or(DbError::NotFound)?;
        let alone = &row.alone;
        let whole = Details {
            salutation: alone.salutation.clone(),
            identity_type: alone.identity_type.clone(),
            identity_number: alone.identity_number.clone(),
            birth_date: alone.birth_date.clone(),
            notes: alone.notes.clone(),
            language: alone.language.clone(),
            ..made.clone()
        };
        if whole != made {
            contacts::keep_details(tx, client_id, &whole, now).await?;
        }
        self.claim(tx, row, contact.id).await
    }

    fn imported(&self, row: &ContactRow) -> Person {
        Person {
            scope: IMPORTED.into(),
            external_id: row.external_id.clone(),
            display: row.alone.name.clone(),
            language: row.language.clone(),
            ..Person::default()
        }
    }

    /// Gives the contact what the row knows it by, as far as nobody else has it.
    async fn claim(&self, tx: &mut Tx, row: &ContactRow, contact_id: i64) -> DbResult<()> {
        let (client_id, now) = (self.client_id, self.now);
        if !row.external_id.is_empty() {
            contacts::claim_identity(tx, client_id, contact_id, &self.imported(row), now).await?;
        }
        contacts::claim_typed(tx, client_id, contact_id, &row.typed(), now).await
    }

    /// In a check, remembers a subject and what it is known by.
    async fn meet(&self, tx: &mut Tx, row: &ContactRow, key: &str, is: &Details) -> DbResult<()> {
        let place = (self.client_id, self.import.id);
        let details = serde_json::to_string(is).unwrap_or_default();
        store::see(tx, place, key, &details, true).await?;
        for known_by in row.keys().into_iter().flatten() {
            store::see(tx, place, &known_by, key, false).await?;
        }
        Ok(())
    }
}

/// The contact of a key; none for one that is not there yet.
fn id_of(key: &str) -> Option<i64> {
    key.strip_prefix(CONTACT)?.parse().ok()
}

fn refused(row: &ContactRow, wrong: Vec<(&'static str, &'static str)>) -> Outcome {
    let cell = |field: &str| match field {
        "email" => row.alone.email.as_str(),
        "phone" => &row.alone.phone,
        "salutation" => &row.alone.salutation,
        "birth_date" => &row.alone.birth_date,
        "identity_type" => &row.alone.identity_type,
        "identity_number" => &row.alone.identity_number,
        "notes" => &row.alone.notes,
        _ => &row.alone.name,
    };
    let fault = |(field, reason): (&str, &str)| Fault::new(field, reason, cell(field));
    Outcome::Refused(wrong.into_iter().map(fault).collect())
}
