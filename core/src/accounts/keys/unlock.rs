//! A program calls with a key.

use super::{
    model::{Scope, acts_as},
    store,
};
use crate::{
    accounts::{
        Accounts, Caller,
        model::{Kind, Permissions},
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
        let parts = &self.0;
        let hash = sha256_hex(key.as_bytes());
        let mut conn = parts.db.read().await?;
        let found = store::by_hash_across_clients(&mut conn, &hash).await?;
        drop(conn);
        let found = found.ok_or_else(Problem::unauthorized)?;
        let now = parts.clock.now_ms();
        if found.last_used_at.is_none_or(|used| now - used >= MINUTE_MS) {
            let mut tx = parts.db.begin().await?;
            store::used(&mut tx, (found.client_id, found.id), now).await?;
            tx.commit().await?;
        }
        let scopes = serde_json::from_str::<Vec<Scope>>(&found.scopes).unwrap_or_default();
        let kind = acts_as(&scopes, Kind::parse(&found.kind), changes);
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
}
