//! An admin looks at departments, makes one, or changes one.

use super::{
    model::{DEPARTMENTS_MAX, DepartmentError, Draft, Team, name_problem},
    store,
};
use crate::{
    accounts::{Accounts, Caller, events::DepartmentsChanged, model::key},
    audit::{self, Act, Action},
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
};
use serde_json::{Map, json};
use std::collections::BTreeSet;

/// The departments with their members.
pub(super) async fn teams(
    accounts: &Accounts,
    caller: &Caller,
) -> Result<Vec<Team>, DepartmentError> {
    if !caller.is_admin() {
        return Err(DepartmentError::NotAdmin);
    }
    let mut conn = accounts.0.db.read().await?;
    Ok(store::teams(&mut conn, caller.client_id).await?)
}

/// Makes a department, or changes the one with this id.
pub(super) async fn save(
    accounts: &Accounts,
    caller: &Caller,
    id: Option<i64>,
    draft: &Draft,
) -> Result<Team, DepartmentError> {
    if !caller.is_admin() {
        return Err(DepartmentError::NotAdmin);
    }
    let (client_id, now) = (caller.client_id, accounts.0.clock.now_ms());
    let mut tx = accounts.0.db.begin().await?;
    let before = match id {
        Some(id) => {
            let name = store::one(&mut tx, client_id, id).await?;
            Some((id, name.ok_or(DepartmentError::Unknown)?))
        }
        None => None,
    };
    let old = before.as_ref().map(|(_, name)| name.as_str());
    let name = draft.name.as_deref().map(str::trim).or(old).unwrap_or_default();
    if let Some(problem) = name_problem(name) {
        return Err(DepartmentError::Field("name", problem));
    }
    let mut changes = Map::new();
    if old.is_some_and(|old| old != name) {
        changes.insert("name".into(), json!({ "from": old, "to": name }));
    }
    let id = match &before {
        Some((id, _)) => {
            store::rename(&mut tx, (client_id, *id), (name, &key(name))).await?;
            *id
        }
        None => {
            if store::count(&mut tx, client_id).await? >= DEPARTMENTS_MAX {
                return Err(DepartmentError::TooMany);
            }
            store::insert(&mut tx, client_id, (name, &key(name)), now).await?
        }
    };
    if let Some(wanted) = &draft.members
        && let Some(step) = members(&mut tx, (client_id, id), wanted).await?
    {
        changes.insert("members".into(), step);
    }
    if before.is_none() || !changes.is_empty() {
        let action = match before {
            Some(_) => Action::DepartmentChanged,
            None => Action::DepartmentCreated,
        };
        note(&mut tx, caller, (action, id, name), changes.into(), now).await?;
        announce(&mut tx, client_id, now).await?;
    }
    let all = store::teams(&mut tx, client_id).await?;
    tx.commit().await?;
    all.into_iter().find(|team| team.id == id).ok_or(DepartmentError::Unknown)
}

/// Sets the members, and gives what is different.
async fn members(
    tx: &mut Tx,
    department: (i64, i64),
    wanted: &[i64],
) -> Result<Option<serde_json::Value>, DepartmentError> {
    let wanted: BTreeSet<i64> = wanted.iter().copied().collect();
    let users = store::users(tx, department.0).await?;
    if !wanted.iter().all(|id| users.iter().any(|(known, _)| known == id)) {
        return Err(DepartmentError::Field("members", "There is no such user."));
    }
    let before = store::members(tx, department).await?;
    let ids: Vec<i64> = wanted.iter().copied().collect();
    if before.iter().map(|(id, _)| *id).eq(wanted) {
        return Ok(None);
    }
    store::set_members(tx, department, &ids).await?;
    let after = store::members(tx, department).await?;
    let names = |rows: &[(i64, String)]| -> Vec<String> {
        rows.iter().map(|(_, username)| username.clone()).collect()
    };
    Ok(Some(json!({ "from": names(&before), "to": names(&after) })))
}

/// Writes an act on a department down.
pub(super) async fn note(
    tx: &mut Tx,
    caller: &Caller,
    (action, id, name): (Action, i64, &str),
    changes: serde_json::Value,
    now: i64,
) -> DbResult<()> {
    let act = Act { action, kind: "department", id: id.to_string(), name, changes };
    audit::note(tx, &caller.author(), &act, now).await
}

/// Tells everybody of the client which departments there are.
pub(super) async fn announce(tx: &mut Tx, client_id: i64, now: i64) -> DbResult<()> {
    let departments = store::list(tx, client_id, true).await?;
    let data = DepartmentsChanged { departments };
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
    Ok(())
}
