//! A program calls with a key.

use super::{
    model::{Scope, acts_as},
    store::{self, KeyOwner},
};
use crate::{
    accounts::{
        Accounts, Caller, Program,
        model::{Kind, Permission, Permissions},
    },
    crypto::sha256_hex,
    http::Problem,
};

/// When a key was used is kept to the minute, so that not every call writes.
const MINUTE_MS: i64 = 60_000;

impl Accounts {
    /// Who a key acts as, for a call that changes something or does not.
    ///
    /// # Errors
    /// `unauthorized` for a key that is not good, `forbidden` for what its scopes do not hold.
    pub(in crate::accounts) async fn unlock(
        &self,
        key: &str,
        changes: bool,
    ) -> Result<Caller, Problem> {
        let (found, scopes) = self.found(key).await?;
        acting(found, &scopes, changes)
    }

    /// Who a key acts as where each call says by itself whether it changes something.
    ///
    /// # Errors
    /// As for [`Self::unlock`] of a call that changes nothing.
    pub(in crate::accounts) async fn unlock_program(&self, key: &str) -> Result<Program, Problem> {
        let (found, scopes) = self.found(key).await?;
        let (key_id, may_write) = (found.id, scopes.contains(&Scope::Write));
        let caller = acting(found, &scopes, false)?;
        Ok(Program { caller, key_id, may_write })
    }

    /// The key with this word and its scopes; that it was used is taken down. A key of somebody who may have
    /// none any more opens nothing.
    async fn found(&self, key: &str) -> Result<(KeyOwner, Vec<Scope>), Problem> {
        let parts = &self.0;
        let hash = sha256_hex(key.as_bytes());
        let mut conn = parts.db.read().await?;
        let found = store::by_hash_across_clients(&mut conn, &hash).await?;
        drop(conn);
        let found = found.ok_or_else(Problem::unauthorized)?;
        let rights = Permissions::parse(&found.permissions);
        if !rights.allow(Kind::parse(&found.kind), Permission::ApiKeys) {
            return Err(Problem::forbidden("The owner of the API key may not have keys."));
        }
        let now = parts.clock.now_ms();
        if found.last_used_at.is_none_or(|used| now - used >= MINUTE_MS) {
            let mut tx = parts.db.begin().await?;
            store::used(&mut tx, (found.client_id, found.id), now).await?;
            tx.commit().await?;
        }
        let scopes = serde_json::from_str::<Vec<Scope>>(&found.scopes).unwrap_or_default();
        Ok((found, scopes))
    }
}

fn acting(found: KeyOwner, scopes: &[Scope], changes: bool) -> Result<Caller, Problem> {
    let kind = acts_as(scopes, Kind::parse(&found.kind), changes);
    let kind = kind.ok_or_else(|| Problem::forbidden("The API key may not do this."))?;
    Ok(Caller {
        client_id: found.client_id,
        user_id: found.user_id,
        session_id: 0,
        username: found.username,
        name: found.user_name,
        kind,
        rank: found.rank,
        permissions: Permissions::parse(&found.permissions),
        address: String::new(),
        key: Some(found.name),
    })
}
