//! An admin changes a user.

use super::{
    model::{Draft, Refusal, Standing, User, UserError, faults, may_key, may_turn, set_rights},
    roles::{self, model::Role},
    store,
};
use crate::{
    accounts::{
        self, Accounts, Caller,
        events::{RightsChanged, RolesChanged, UsersChanged},
        model::Kind,
        sessions::cut,
        store::{revoke_others, sessions_of},
        tokens::TokenSubject,
    },
    audit::{self, Act, Action},
    db::{Conn, DbResult, Tx},
    events::{Audience, NewEvent},
};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Changes a user. A new password signs the user out everywhere; other rights of those a socket is opened
/// with close the sockets, so that they come back with the rights of today.
pub(super) async fn change(
    accounts: &Accounts,
    caller: &Caller,
    id: i64,
    draft: &Draft,
) -> Result<User, UserError> {
    super::model::may_make(caller.standing(), caller.rank)?;
    if caller.key.is_some() {
        may_key(draft, false)?;
    }
    let wrong = faults(draft, false);
    if !wrong.is_empty() {
        return Err(UserError::Invalid(wrong));
    }
    let parts = &accounts.0;
    let hash = match draft.password.as_deref() {
        Some(password) => Some(parts.hasher.hash(password).await?),
        None => None,
    };
    let (client_id, now) = (caller.client_id, parts.clock.now_ms());
    let mut tx = parts.db.begin().await?;
    accounts::hold_client(&mut tx, client_id).await?;
    let before = store::one(&mut tx, client_id, id).await?.ok_or(UserError::Unknown)?;
    let mut user = before.clone();
    let role = role_named(&mut tx, client_id, draft).await?;
    set_rights(&mut user, draft, role.as_ref());
    if caller.key.is_some() && user.kind == Kind::Admin && before.kind != Kind::Admin {
        return Err(Refusal::ByKey.into());
    }
    let (me, admins) = (me(&mut tx, caller).await?, store::admins(&mut tx, client_id).await?);
    may_turn(me, before.standing(), user.standing(), admins)?;
    apply(&mut tx, client_id, draft, &mut user).await?;
    let mut changes = steps(&mut tx, client_id, &before, &user).await?;
    let whose = TokenSubject { client_id, user_id: id, session_id: 0 };
    let mut closing = vec![];
    if let Some(hash) = &hash {
        store::overwrite_password(&mut tx, (client_id, id), hash).await?;
        changes.insert("password".into(), json!("…"));
        closing = revoke_others(&mut tx, whose, now).await?;
    } else if user.socket_rights() != before.socket_rights() {
        let living = sessions_of(&mut tx, client_id, id, now).await?;
        closing = living.into_iter().map(|session| session.id).collect();
    }
    if changes.is_empty() {
        return Ok(before);
    }
    let (action, name) = (Action::UserChanged, user.username.as_str());
    let act = Act { action, kind: "user", id: id.to_string(), name, changes: changes.into() };
    audit::note(&mut tx, &caller.author(), &act, now).await?;
    announce(&mut tx, client_id, &user, now);
    if user.role != before.role {
        tx.announce(NewEvent::new(client_id, Audience::admins(), &RolesChanged {}, now));
    }
    let rights = |user: &User| (user.kind, user.permissions.clone());
    if rights(&user) != rights(&before) {
        tx.announce(NewEvent::new(client_id, Audience::these(vec![id]), &RightsChanged {}, now));
    }
    tx.commit().await?;
    cut(accounts, whose, &closing).await;
    Ok(user)
}

/// The caller as the transaction sees it: the rights may have gone since the request came in.
pub(super) async fn me(conn: &mut Conn, caller: &Caller) -> Result<Standing, UserError> {
    let me = store::one(conn, caller.client_id, caller.user_id).await?;
    Ok(me.ok_or(UserError::Unknown)?.standing())
}

/// Puts what the draft says into the user and into the tables.
pub(super) async fn apply(
    conn: &mut Conn,
    client_id: i64,
    draft: &Draft,
    user: &mut User,
) -> Result<(), UserError> {
    if let Some(name) = draft.name.as_deref().map(str::trim) {
        user.name = if name.is_empty() { user.username.clone() } else { name.to_owned() };
    }
    if let Some(email) = draft.email.as_deref() {
        email.trim().clone_into(&mut user.email);
    }
    store::write(conn, client_id, user).await?;
    if let Some(departments) = &draft.departments {
        let once: BTreeSet<i64> = departments.iter().copied().collect();
        let there = store::departments(conn, client_id).await?;
        if !once.iter().all(|id| there.iter().any(|(known, _)| known == id)) {
            return Err(UserError::Invalid(vec![("departments", "There is no such department.")]));
        }
        user.departments = once.into_iter().collect();
        store::set_departments(conn, client_id, user.id, &user.departments).await?;
    }
    Ok(())
}

/// The role that the draft names, if it names one.
pub(super) async fn role_named(
    conn: &mut Conn,
    client_id: i64,
    draft: &Draft,
) -> Result<Option<Role>, UserError> {
    let Some(Some(id)) = draft.role else { return Ok(None) };
    let role = roles::store::one(conn, client_id, id).await?;
    let unknown = || UserError::Invalid(vec![("role", "There is no such role.")]);
    role.map(Some).ok_or_else(unknown)
}

/// What is different, for the audit log.
pub(super) async fn steps(
    conn: &mut Conn,
    client_id: i64,
    before: &User,
    after: &User,
) -> DbResult<Map<String, Value>> {
    let mut steps = Map::new();
    let mut step = |name: &str, from: Value, to: Value| {
        if from != to {
            steps.insert(name.to_owned(), json!({ "from": from, "to": to }));
        }
    };
    step("name", json!(before.name), json!(after.name));
    step("email", json!(before.email), json!(after.email));
    step("type", json!(before.kind), json!(after.kind));
    step("rank", json!(before.rank), json!(after.rank));
    step("permissions", json!(before.permissions), json!(after.permissions));
    if before.role != after.role {
        let there = roles::store::names(conn, client_id).await?;
        let name = |id: Option<i64>| there.iter().find(|(known, _)| Some(*known) == id);
        let (from, to) = (name(before.role), name(after.role));
        step("role", json!(from.map(|role| &role.1)), json!(to.map(|role| &role.1)));
    }
    if before.departments != after.departments {
        let there = store::departments(conn, client_id).await?;
        let names = |ids: &[i64]| -> Vec<String> {
            let named = there.iter().filter(|(id, _)| ids.contains(id));
            named.map(|(_, name)| name.clone()).collect()
        };
        step("departments", json!(names(&before.departments)), json!(names(&after.departments)));
    }
    Ok(steps)
}

/// Tells everybody of the client that a user is not what it was.
pub(super) fn announce(tx: &mut Tx, client_id: i64, user: &User, now: i64) {
    let data = UsersChanged {
        id: user.id,
        username: user.username.clone(),
        name: user.name.clone(),
        disabled: user.disabled,
    };
    tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
}
