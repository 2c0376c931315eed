//! An admin keeps the fields: makes, changes, orders and archives them. None is deleted, so that what
//! tickets have in it stays readable.

use super::{
    Fields, check,
    events::CustomFieldsChanged,
    model::{CustomField, FIELDS_MAX, FieldDraft, Kind},
    store,
};
use crate::{
    accounts::{self, Caller},
    audit::{self, Act, Action, step},
    db::Tx,
    events::{Audience, NewEvent},
    http::{Code, Problem, names_each_once},
};
use serde_json::{Map, Value, json};

impl Fields {
    /// The client's fields, for everybody who works with tickets; with `archived` also those that
    /// tickets may still have.
    pub(super) async fn list(
        &self,
        client_id: i64,
        archived: bool,
    ) -> Result<Vec<CustomField>, Problem> {
        let mut conn = self.db.read().await?;
        Ok(store::list(&mut conn, client_id, archived).await?)
    }

    /// Makes a field, the last one in the order.
    pub(super) async fn create(
        &self,
        caller: &Caller,
        draft: &FieldDraft,
    ) -> Result<CustomField, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        if draft.kind.is_none() {
            return Err(Problem::field("kind", "Say what stands in the field."));
        }
        let new = check::drafted(&empty(), &FieldDraft { archived: None, ..draft.clone() })?;
        let mut tx = self.db.begin().await?;
        accounts::hold_client(&mut tx, client_id).await?;
        room_for_one(&mut tx, client_id).await?;
        let id = store::insert(&mut tx, client_id, &new, now).await?;
        let changes = json!({
            "kind": new.kind, "required": new.required, "choices": labels(&new),
        });
        let act = act(Action::CustomFieldCreated, id, &new.label, changes);
        audit::note(&mut tx, &author, &act, now).await?;
        let made = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(made)
    }

    /// Changes a field, archives it, or takes it back into use.
    pub(super) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        draft: &FieldDraft,
    ) -> Result<CustomField, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        accounts::hold_client(&mut tx, client_id).await?;
        let before = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
        let after = check::drafted(&before, draft)?;
        if before == after {
            return Ok(before);
        }
        if before.archived && !after.archived {
            room_for_one(&mut tx, client_id).await?;
        }
        store::change(&mut tx, client_id, &after, now).await?;
        let action = match (before.archived, after.archived) {
            (false, true) => Action::CustomFieldArchived,
            _ => Action::CustomFieldChanged,
        };
        let act = act(action, id, &after.label, changes(&before, &after).into());
        audit::note(&mut tx, &author, &act, now).await?;
        tell(&mut tx, client_id, now);
        tx.commit().await?;
        Ok(after)
    }

    /// Puts the fields in use into this order; all of them are named.
    pub(super) async fn order(
        &self,
        caller: &Caller,
        ids: &[i64],
    ) -> Result<Vec<CustomField>, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        accounts::hold_client(&mut tx, client_id).await?;
        let fields = store::list(&mut tx, client_id, true).await?;
        if ids.iter().any(|id| fields.iter().all(|field| field.id != *id)) {
            return Err(Problem::not_found());
        }
        let before: Vec<i64> =
            fields.iter().filter(|field| !field.archived).map(|field| field.id).collect();
        if !names_each_once(ids, &before) {
            let text = "Somebody made or archived a field meanwhile. Load the fields again.";
            return Err(Problem::new(Code::Conflict, text));
        }
        if before != ids {
            for (at, id) in (1..).zip(ids) {
                store::set_position(&mut tx, (client_id, *id), at).await?;
            }
            let act = Act::ordered(Action::CustomFieldsOrdered, "custom_field", (&before, ids));
            audit::note(&mut tx, &author, &act, now).await?;
            tell(&mut tx, client_id, now);
        }
        let fields = store::list(&mut tx, client_id, false).await?;
        tx.commit().await?;
        Ok(fields)
    }
}

fn empty() -> CustomField {
    CustomField {
        id: 0,
        kind: Kind::Text,
        label: String::new(),
        help: String::new(),
        required: false,
        choices: vec![],
        archived: false,
    }
}

async fn room_for_one(tx: &mut Tx, client_id: i64) -> Result<(), Problem> {
    if store::count(tx, client_id).await? < FIELDS_MAX {
        return Ok(());
    }
    let text = format!("There are at most {FIELDS_MAX} fields. Archive one first.");
    Err(Problem::new(Code::Conflict, text))
}

/// Tells everybody of the client what the fields are now.
fn tell(tx: &mut Tx, client_id: i64, now: i64) {
    let data = CustomFieldsChanged {};
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}

fn act(action: Action, id: i64, name: &str, changes: Value) -> Act<'_> {
    Act { action, kind: "custom_field", id: id.to_string(), name, changes }
}

/// The labels of the choices that are offered.
fn labels(field: &CustomField) -> Vec<&str> {
    let offered = field.choices.iter().filter(|choice| !choice.archived);
    offered.map(|choice| choice.label.as_str()).collect()
}

fn changes(before: &CustomField, after: &CustomField) -> Map<String, Value> {
    let mut changes = Map::new();
    step(&mut changes, "label", &before.label, &after.label);
    step(&mut changes, "help", &before.help, &after.help);
    step(&mut changes, "required", before.required, after.required);
    step(&mut changes, "choices", labels(before), labels(after));
    step(&mut changes, "archived", before.archived, after.archived);
    changes
}
