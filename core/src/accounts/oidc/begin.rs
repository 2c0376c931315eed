//! Somebody begins to sign in at the provider.

use super::{OidcError, STATE_MS, store, verifier_context};
use crate::{
    accounts::{
        Accounts,
        attempt_limit::{self, address_key},
    },
    crypto::sha256_hex,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};
use std::net::IpAddr;

/// Under which name the beginnings of one place are counted. A success takes them back.
pub(super) const BEGIN: &str = "oidc begin";

/// What the browser gets.
pub(super) struct Begun {
    /// The provider's page.
    pub url: String,
    /// For the cookie.
    pub state: String,
}

/// Gives the provider's address with a state, a nonce and a challenge that are used once.
pub(super) async fn begin(accounts: &Accounts, from: IpAddr) -> Result<Begun, OidcError> {
    let parts = &accounts.0;
    let provider = parts.provider.as_ref().ok_or(OidcError::Off)?;
    let place = address_key(BEGIN, from);
    attempt_limit::count(accounts, &[(place.as_str(), parts.auth.login_failures_per_address)])
        .await?;
    let now = parts.clock.now_ms();
    let known = provider.known(now).await?;
    let (state, nonce, verifier) = (parts.ids.token(43), parts.ids.token(43), parts.ids.token(64));
    let hash = sha256_hex(state.as_bytes());
    let mut url = known.authorize.clone();
    url.query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &provider.settings.client_id)
        .append_pair("redirect_uri", &redirect_uri(accounts))
        .append_pair("scope", &provider.settings.scopes)
        .append_pair("state", &state)
        .append_pair("nonce", &nonce)
        .append_pair("code_challenge", &URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier)))
        .append_pair("code_challenge_method", "S256");
    let begun = store::Begun {
        nonce_hash: sha256_hex(nonce.as_bytes()),
        verifier: parts.keys.seal(&verifier_context(&hash), verifier.as_bytes(), &parts.ids),
        expires_at: now + STATE_MS,
    };
    let mut tx = parts.db.begin().await?;
    store::prune_across_clients(&mut tx, now).await?;
    store::insert(&mut tx, &hash, &begun).await?;
    tx.commit().await?;
    Ok(Begun { url: url.into(), state })
}

/// Where the provider sends the browser back to.
pub(super) fn redirect_uri(accounts: &Accounts) -> String {
    format!("{}/api/oauth/callback", accounts.0.public_url.trim_end_matches('/'))
}
