//! An admin chooses the form; it lies in the settings of the client.

use super::{ContactFields, store};
use crate::{
    accounts::{self, Accounts, Caller, events::SettingsChanged},
    audit::{self, Act, Action, step},
    db::{Conn, DbResult},
    events::{Audience, NewEvent},
    http::{AnyJson, Problem},
};
use serde_json::{Map, Value};

/// The form of a client's contacts.
///
/// # Errors
/// What the database said.
pub async fn contact_fields(conn: &mut Conn, client_id: i64) -> DbResult<ContactFields> {
    store::settings(conn, client_id).await.map(|settings| ContactFields::of_settings(&settings))
}

/// The same, for a page.
pub(super) async fn read(accounts: &Accounts, caller: &Caller) -> Result<ContactFields, Problem> {
    let mut conn = accounts.0.db.read().await?;
    Ok(contact_fields(&mut conn, caller.client_id).await?)
}

/// Chooses the form; the same again changes nothing.
pub(super) async fn keep(
    accounts: &Accounts,
    caller: &Caller,
    form: ContactFields,
) -> Result<ContactFields, Problem> {
    let author = caller.admin()?;
    let (client_id, now) = (caller.client_id, accounts.0.clock.now_ms());
    let form = form.checked().map_err(refused)?;
    let mut tx = accounts.0.db.begin().await?;
    accounts::hold_client(&mut tx, client_id).await?;
    let mut settings = store::settings(&mut tx, client_id).await?;
    let before = ContactFields::of_settings(&settings);
    if before == form {
        return Ok(form);
    }
    let (fields, types) = form.params();
    settings["contacts_param"] = fields.clone();
    settings["contacts_param2"] = types.clone();
    store::set(&mut tx, client_id, &settings).await?;
    let act = Act {
        action: Action::ContactFieldsChosen,
        kind: "contact_fields",
        id: String::new(),
        name: "",
        changes: changes(&before, &form).into(),
    };
    audit::note(&mut tx, &author, &act, now).await?;
    let data = SettingsChanged {
        contacts_param: Some(AnyJson(fields)),
        contacts_param2: Some(AnyJson(types)),
        ..SettingsChanged::default()
    };
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
    tx.commit().await?;
    Ok(form)
}

fn refused(wrong: Vec<(String, &'static str)>) -> Problem {
    let first = wrong.first().map_or("Please check the input.", |(_, text)| text);
    let problem = Problem::invalid(first);
    wrong.iter().fold(problem, |problem, (field, text)| problem.with_field(field, *text))
}

/// For the audit log: which fields are shown, which are needed, and the identity types.
fn changes(was: &ContactFields, is: &ContactFields) -> Map<String, Value> {
    let named = |form: &ContactFields, of: fn(&super::ContactFieldRule) -> bool| -> Vec<String> {
        form.fields.iter().filter(|rule| of(rule)).map(|rule| super::word(rule.field)).collect()
    };
    let mut changes = Map::new();
    step(&mut changes, "shown", named(was, |rule| rule.shown), named(is, |rule| rule.shown));
    step(
        &mut changes,
        "required",
        named(was, |rule| rule.required),
        named(is, |rule| rule.required),
    );
    step(&mut changes, "identity_types", &was.identity_types, &is.identity_types);
    changes
}
