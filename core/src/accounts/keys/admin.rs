//! An admin makes a key, looks at the keys, and revokes one.

use super::{
    model::{ApiKey, Draft, KEYS_MAX, LETTERS, PREFIX, name_problem, whole, written},
    store,
};
use crate::{
    accounts::{Accounts, Caller},
    audit::{self, Act, Action},
    crypto::sha256_hex,
    http::{Code, Problem},
};
use serde_json::json;

/// The client's keys that are good, the newest first.
pub(super) async fn list(accounts: &Accounts, caller: &Caller) -> Result<Vec<ApiKey>, Problem> {
    caller.require_admin()?;
    let mut conn = accounts.0.db.read().await?;
    Ok(store::list(&mut conn, caller.client_id).await?)
}

/// Makes a key that acts as the caller, and gives it with the word that is kept nowhere.
pub(super) async fn make(
    accounts: &Accounts,
    caller: &Caller,
    draft: &Draft,
) -> Result<(ApiKey, String), Problem> {
    let author = caller.admin()?;
    caller.require_person()?;
    let (name, scopes) = (draft.name.trim(), whole(&draft.scopes));
    if let Some(problem) = name_problem(name) {
        return Err(Problem::field("name", problem));
    }
    if scopes.is_empty() {
        return Err(Problem::field("scopes", "Choose what the key may do."));
    }
    let parts = &accounts.0;
    let word = written(&parts.ids.token(LETTERS));
    let (client_id, now) = (caller.client_id, parts.clock.now_ms());
    let mut tx = parts.db.begin().await?;
    if store::count(&mut tx, client_id).await? >= KEYS_MAX {
        return Err(Problem::new(Code::Conflict, "There are at most 50 keys. Revoke one first."));
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
    let made = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
    tx.commit().await?;
    Ok((made, word))
}

/// Revokes a key, which opens nothing from then on.
pub(super) async fn revoke(accounts: &Accounts, caller: &Caller, id: i64) -> Result<(), Problem> {
    let author = caller.admin()?;
    caller.require_person()?;
    let (client_id, now) = (caller.client_id, accounts.0.clock.now_ms());
    let mut tx = accounts.0.db.begin().await?;
    let key = store::one(&mut tx, client_id, id).await?.ok_or_else(Problem::not_found)?;
    store::revoke(&mut tx, (client_id, id), now).await?;
    let changes = json!({ "prefix": key.prefix });
    let (action, kind) = (Action::ApiKeyRevoked, "api_key");
    let act = Act { action, kind, id: id.to_string(), name: &key.name, changes };
    audit::note(&mut tx, &author, &act, now).await?;
    tx.commit().await?;
    Ok(())
}
