//! Making a key, looking at the keys, and revoking one: of the whole desk for admins, of one's own for others
//! who may have keys.

use super::{
    model::{
        ApiKey, Draft, KEYS_MAX, LETTERS, OWN_KEYS_MAX, PREFIX, Scope, name_problem, whole, written,
    },
    store,
};
use crate::{
    accounts::{Accounts, Caller, Permission},
    audit::{self, Act, Action},
    crypto::sha256_hex,
    http::{Code, Problem},
};
use serde_json::json;

/// Whose keys a caller sees and revokes: everybody's for admins.
fn owner(caller: &Caller) -> Option<i64> {
    (!caller.is_admin()).then_some(caller.user_id)
}

/// The keys that are good, the newest first.
pub(super) async fn list(accounts: &Accounts, caller: &Caller) -> Result<Vec<ApiKey>, Problem> {
    caller.require(Permission::ApiKeys)?;
    let mut conn = accounts.0.db.read().await?;
    Ok(store::list(&mut conn, caller.client_id, owner(caller)).await?)
}

/// Makes a key that acts as the caller, and gives it with the word that is kept nowhere.
pub(super) async fn make(
    accounts: &Accounts,
    caller: &Caller,
    draft: &Draft,
) -> Result<(ApiKey, String), Problem> {
    caller.require(Permission::ApiKeys)?;
    caller.require_person()?;
    let author = caller.author();
    let (name, scopes) = (draft.name.trim(), whole(&draft.scopes));
    if let Some(problem) = name_problem(name) {
        return Err(Problem::field("name", problem));
    }
    if scopes.is_empty() {
        return Err(Problem::field("scopes", "Choose what the key may do."));
    }
    if scopes.contains(&Scope::Admin) && !caller.is_admin() {
        return Err(Problem::field("scopes", "Only keys of admins may do what admins do."));
    }
    let parts = &accounts.0;
    let word = written(&parts.ids.token(LETTERS));
    let (client_id, now) = (caller.client_id, parts.clock.now_ms());
    let mut tx = parts.db.begin().await?;
    let counts = store::count(&mut tx, (client_id, caller.user_id)).await?;
    if counts.all >= KEYS_MAX {
        return Err(Problem::new(Code::Conflict, "There are at most 500 keys. Revoke one first."));
    }
    if counts.own >= OWN_KEYS_MAX {
        return Err(Problem::new(Code::Conflict, "You have at most 50 keys. Revoke one first."));
    }
    let new = store::NewKey {
        client_id,
        user_id: caller.user_id,
        name,
        prefix: word.get(..PREFIX).unwrap_or_default(),
        hash: &sha256_hex(word.as_bytes()),
        scopes: &json!(scopes).to_string(),
        now,
    };
    let id = store::insert(&mut tx, &new).await?;
    let changes = json!({ "prefix": new.prefix, "scopes": scopes });
    let (action, kind) = (Action::ApiKeyMade, "api_key");
    let act = Act { action, kind, id: id.to_string(), name, changes };
    audit::note(&mut tx, &author, &act, now).await?;
    let made = store::one(&mut tx, (client_id, id), owner(caller)).await?;
    let made = made.ok_or_else(Problem::not_found)?;
    tx.commit().await?;
    Ok((made, word))
}

/// Revokes a key, which opens nothing from then on.
pub(super) async fn revoke(accounts: &Accounts, caller: &Caller, id: i64) -> Result<(), Problem> {
    caller.require(Permission::ApiKeys)?;
    caller.require_person()?;
    let author = caller.author();
    let (client_id, now) = (caller.client_id, accounts.0.clock.now_ms());
    let mut tx = accounts.0.db.begin().await?;
    let key = store::one(&mut tx, (client_id, id), owner(caller)).await?;
    let key = key.ok_or_else(Problem::not_found)?;
    store::revoke(&mut tx, (client_id, id), now).await?;
    let changes = json!({ "prefix": key.prefix });
    let (action, kind) = (Action::ApiKeyRevoked, "api_key");
    let act = Act { action, kind, id: id.to_string(), name: &key.name, changes };
    audit::note(&mut tx, &author, &act, now).await?;
    tx.commit().await?;
    Ok(())
}
