//! An admin makes a user.

use super::{
    model::{Draft, RANK_MAX, Refusal, User, UserError, faults, may_key, may_make, set_rights},
    store,
};
use crate::{
    accounts::{
        self, Accounts, Caller,
        model::{Kind, key},
        store::{NewUser, insert_user},
    },
    audit::{self, Act, Action},
};
use serde_json::json;

/// Makes a user. Without a password nobody can sign in as this user until one was set.
pub(super) async fn create(
    accounts: &Accounts,
    caller: &Caller,
    draft: &Draft,
) -> Result<User, UserError> {
    may_make(caller.standing(), caller.rank)?;
    if caller.key.is_some() {
        may_key(draft, true)?;
    }
    let wrong = faults(draft, true);
    if !wrong.is_empty() {
        return Err(UserError::Invalid(wrong));
    }
    let parts = &accounts.0;
    let hash = match draft.password.as_deref() {
        Some(password) => parts.hasher.hash(password).await?,
        // No password belongs to a hash that cannot be read.
        None => String::new(),
    };
    let username = draft.username.as_deref().unwrap_or_default().trim();
    let name = draft.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let (client_id, now) = (caller.client_id, parts.clock.now_ms());
    let mut tx = parts.db.begin().await?;
    accounts::hold_client(&mut tx, client_id).await?;
    let role = super::change::role_named(&mut tx, client_id, draft).await?;
    let kind = role.as_ref().map(|role| role.kind).or(draft.kind).unwrap_or(Kind::Agent);
    if caller.key.is_some() && kind == Kind::Admin {
        return Err(Refusal::ByKey.into());
    }
    let new = NewUser {
        client_id,
        username,
        username_key: &key(username),
        name: name.unwrap_or(username),
        kind,
        password_hash: &hash,
        rank: role.as_ref().map(|role| role.rank).or(draft.rank).unwrap_or(RANK_MAX),
        now,
    };
    let me = super::change::me(&mut tx, caller).await?;
    may_make(me, new.rank)?;
    let id = insert_user(&mut tx, &new).await?;
    let bare = store::one(&mut tx, client_id, id).await?.ok_or(UserError::Unknown)?;
    let mut user = bare.clone();
    set_rights(&mut user, draft, role.as_ref());
    super::change::apply(&mut tx, client_id, draft, &mut user).await?;
    let mut changes = super::change::steps(&mut tx, client_id, &bare, &user).await?;
    changes.insert("type".into(), json!(user.kind));
    changes.insert("rank".into(), json!(user.rank));
    let act = Act {
        action: Action::UserCreated,
        kind: "user",
        id: id.to_string(),
        name: username,
        changes: changes.into(),
    };
    audit::note(&mut tx, &caller.author(), &act, now).await?;
    super::change::announce(&mut tx, client_id, &user, now);
    tx.commit().await?;
    Ok(user)
}
