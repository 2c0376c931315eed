//! An admin makes a role, or changes one for all who have it.

use super::{
    model::{Draft, ROLES_MAX, Role, RoleError, RoleUsers, faults, may_turn_role},
    store,
};
use crate::{
    accounts::{
        self, Accounts, Caller,
        events::{RightsChanged, RolesChanged},
        model::Kind,
        roster::{
            self,
            model::{RANK_MAX, Refusal, Standing, may_make, socket_rights},
        },
        tokens::TokenSubject,
    },
    audit::{self, Act, Action},
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Makes a role that nobody has yet.
pub(super) async fn create(
    accounts: &Accounts,
    caller: &Caller,
    draft: &Draft,
) -> Result<Role, RoleError> {
    let (mut tx, now, me) = begin(accounts, caller).await?;
    valid(draft, true)?;
    let role = drafted(
        Role {
            id: 0,
            name: String::new(),
            builtin: None,
            kind: Kind::Agent,
            rank: RANK_MAX,
            permissions: vec![],
            users: 0,
        },
        draft,
    );
    may_make(me, role.rank)?;
    if store::all(&mut tx, caller.client_id).await?.len() >= ROLES_MAX {
        return Err(RoleError::TooMany);
    }
    let id = store::insert(&mut tx, caller.client_id, &role, now).await?;
    let role = Role { id, ..role };
    let changes = steps(None, &role);
    note(&mut tx, caller, (Action::RoleCreated, &role), changes, now).await?;
    tx.commit().await?;
    Ok(role)
}

/// Changes a role: whoever has it may do from then on what it says. Their sockets close where these are
/// opened with other rights, and come back with those of today.
pub(super) async fn change(
    accounts: &Accounts,
    caller: &Caller,
    id: i64,
    draft: &Draft,
) -> Result<Role, RoleError> {
    let (mut tx, now, me) = begin(accounts, caller).await?;
    let client_id = caller.client_id;
    let before = store::one(&mut tx, client_id, id).await?.ok_or(RoleError::Unknown)?;
    valid(draft, false)?;
    let role = drafted(before.clone(), draft);
    let users: RoleUsers = store::users_of(&mut tx, (client_id, id), me.id).await?;
    may_turn_role(me, (before.kind, before.rank), (role.kind, role.rank), users)?;
    if role == before {
        return Ok(before);
    }
    store::write(&mut tx, client_id, &role).await?;
    let changes = steps(Some(&before), &role);
    note(&mut tx, caller, (Action::RoleChanged, &role), changes, now).await?;
    let sessions = store::sessions(&mut tx, (client_id, id), now).await?;
    let people: BTreeSet<i64> = sessions.iter().map(|(user, _)| *user).collect();
    if !people.is_empty() {
        let audience = Audience::these(people.into_iter().collect());
        tx.announce(NewEvent::new(client_id, audience, &RightsChanged {}, now));
    }
    tx.commit().await?;
    let rights = |role: &Role| socket_rights(role.kind, &role.permissions);
    if rights(&before) != rights(&role) {
        for (user_id, session_id) in sessions {
            accounts.cut_session(TokenSubject { client_id, user_id, session_id }).await;
        }
    }
    Ok(role)
}

/// A transaction in which no other admin changes users or roles, the moment, and the caller as it sees
/// them. A key does not change roles: what it gave would outlive it.
pub(super) async fn begin(
    accounts: &Accounts,
    caller: &Caller,
) -> Result<(Tx, i64, Standing), RoleError> {
    may_make(caller.standing(), caller.rank)?;
    if caller.key.is_some() {
        return Err(Refusal::ByKey.into());
    }
    let parts = &accounts.0;
    let mut tx = parts.db.begin().await?;
    accounts::hold_client(&mut tx, caller.client_id).await?;
    let me = roster::store::one(&mut tx, caller.client_id, caller.user_id).await?;
    let me = me.ok_or(RoleError::Unknown)?.standing();
    may_make(me, me.rank)?;
    Ok((tx, parts.clock.now_ms(), me))
}

fn valid(draft: &Draft, new: bool) -> Result<(), RoleError> {
    let wrong = faults(draft, new);
    if wrong.is_empty() { Ok(()) } else { Err(RoleError::Invalid(wrong)) }
}

/// The role as the draft wants it.
fn drafted(mut role: Role, draft: &Draft) -> Role {
    if let Some(name) = draft.name.as_deref() {
        name.trim().clone_into(&mut role.name);
    }
    role.kind = draft.kind.unwrap_or(role.kind);
    role.rank = draft.rank.unwrap_or(role.rank);
    if let Some(permissions) = &draft.permissions {
        let once: BTreeSet<&String> = permissions.iter().collect();
        role.permissions = once.into_iter().cloned().collect();
    }
    role
}

/// What is different, for the audit log.
fn steps(before: Option<&Role>, after: &Role) -> Value {
    let mut steps = Map::new();
    let mut step = |name: &str, from: Value, to: Value| {
        if from != to {
            steps.insert(name.to_owned(), json!({ "from": from, "to": to }));
        }
    };
    step("name", json!(before.map(|role| &role.name)), json!(after.name));
    step("type", json!(before.map(|role| role.kind)), json!(after.kind));
    step("rank", json!(before.map(|role| role.rank)), json!(after.rank));
    let permissions = json!(before.map(|role| &role.permissions));
    step("permissions", permissions, json!(after.permissions));
    steps.into()
}

/// Writes an act on a role down, and tells the other admins.
pub(super) async fn note(
    tx: &mut Tx,
    caller: &Caller,
    (action, role): (Action, &Role),
    changes: Value,
    now: i64,
) -> DbResult<()> {
    let act = Act { action, kind: "role", id: role.id.to_string(), name: &role.name, changes };
    audit::note(tx, &caller.author(), &act, now).await?;
    tx.announce(NewEvent::new(caller.client_id, Audience::admins(), &RolesChanged {}, now));
    Ok(())
}
