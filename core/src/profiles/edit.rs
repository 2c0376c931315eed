//! An agent changes what is known of a contact.

use super::{
    Profiles,
    api::ContactDetail,
    merge::{conflict, note},
    show::shown,
    store,
};
use crate::{
    accounts::{Caller, Permission, contact_fields},
    audit::{Action, step},
    contacts::{self, Details, Edit, events::ContactUpdated},
    days,
    db::Tx,
    events::{Audience, NewEvent},
    http::{Problem, SuccessWith},
    tickets::hold_contacts,
};
use serde_json::{Map, Value};

impl Profiles {
    /// Changes the fields of a contact that are given; the same again changes nothing.
    ///
    /// # Errors
    /// `forbidden` for whom contacts are hidden from; `not_found`; `invalid` with every field that is
    /// wrong, or not as the client's form wants it; `conflict` for a contact that was merged into another one.
    pub(super) async fn edit(
        &self,
        caller: &Caller,
        id: i64,
        edit: &Edit,
    ) -> Result<SuccessWith<ContactDetail>, Problem> {
        caller.require(Permission::HideContacts)?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        hold_contacts(&mut tx, client_id, [id, id]).await?;
        let was = contacts::details(&mut tx, client_id, id).await?;
        let was = was.ok_or_else(Problem::not_found)?;
        if let Some(merge) = store::of_loser(&mut tx, client_id, id).await? {
            let text = format!("This contact was merged into {}. Change that one.", merge.survivor);
            return Err(conflict(text));
        }
        let is = contacts::edited(&was, edit, &days::latest(now).to_string()).map_err(refused)?;
        if is != was {
            let form = contact_fields(&mut tx, client_id).await?;
            let wrong = contacts::against_fields(&form, &was, &is);
            if !wrong.is_empty() {
                return Err(refused(wrong));
            }
            contacts::keep_details(&mut tx, client_id, &is, now).await?;
            let changes = changes(&was, &is).into();
            note(&mut tx, &caller.author(), (Action::ContactChanged, &is), changes, now).await?;
            self.tell_changed(&mut tx, client_id, &is, now);
        }
        tx.commit().await?;
        self.show(caller, id).await
    }

    fn tell_changed(&self, tx: &mut Tx, client_id: i64, is: &Details, now: i64) {
        let data = ContactUpdated { contact: shown(&self.keys, client_id, is, now).into() };
        tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
    }
}

fn refused(wrong: Vec<(&'static str, &'static str)>) -> Problem {
    let first = wrong.first().map_or("Please check the input.", |(_, text)| text);
    let problem = Problem::invalid(first);
    wrong.iter().fold(problem, |problem, (field, text)| problem.with_field(field, *text))
}

/// For the audit log. What identifies a person, and what is noted of one, is named there and not
/// shown.
fn changes(was: &Details, is: &Details) -> Map<String, Value> {
    let mut changes = Map::new();
    step(&mut changes, "name", &was.name, &is.name);
    step(&mut changes, "salutation", &was.salutation, &is.salutation);
    step(&mut changes, "email", &was.email, &is.email);
    step(&mut changes, "phone", &was.phone, &is.phone);
    step(&mut changes, "identity_type", &was.identity_type, &is.identity_type);
    step(&mut changes, "identity_refused", was.identity_refused, is.identity_refused);
    for (name, was, is) in [
        ("identity_number", &was.identity_number, &is.identity_number),
        ("birth_date", &was.birth_date, &is.birth_date),
        ("notes", &was.notes, &is.notes),
    ] {
        if was != is {
            changes.insert(name.into(), "changed".into());
        }
    }
    changes
}
