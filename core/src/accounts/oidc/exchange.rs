//! The browser comes back from the provider with a code, which is exchanged for a token.

use super::{OidcError, begin::redirect_uri, store, verifier_context};
use crate::{accounts::Accounts, crypto::sha256_hex};

/// Gives the provider's token for a code. The state has to be the one of this browser's cookie, and
/// works once.
pub(super) async fn exchange(
    accounts: &Accounts,
    cookie: &str,
    state: &str,
    code: &str,
) -> Result<String, OidcError> {
    let parts = &accounts.0;
    let provider = parts.provider.as_ref().ok_or(OidcError::Off)?;
    if state.is_empty() || cookie != state || code.is_empty() {
        return Err(OidcError::Stale);
    }
    let hash = sha256_hex(state.as_bytes());
    let now = parts.clock.now_ms();
    let mut tx = parts.db.begin().await?;
    let begun = store::one_across_clients(&mut tx, &hash, now).await?.ok_or(OidcError::Stale)?;
    if !store::exchange_across_clients(&mut tx, &hash, now).await? {
        return Err(OidcError::Stale);
    }
    tx.commit().await?;
    let verifier = parts
        .keys
        .open_sealed(&verifier_context(&hash), &begun.verifier)
        .map_err(|_| OidcError::Stale)?;
    let verifier = String::from_utf8(verifier).map_err(|_| OidcError::Stale)?;
    let known = provider.known(now).await?;
    provider.exchange(&known, code, &verifier, &redirect_uri(accounts)).await
}
