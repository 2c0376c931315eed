//! Signing out: ends the session and closes its sockets.

use super::{Accounts, store, tokens, tokens::TokenSubject};
use crate::{crypto::sha256_hex, db::DbResult};

/// Ends the session that this token belongs to: an access token, expired or not, or the cookie's
/// value. False when the token belongs to no session. Ending it twice is no error.
pub(super) async fn sign_out(accounts: &Accounts, token: &str) -> DbResult<bool> {
    let parts = &accounts.0;
    let now = parts.clock.now_ms();
    let (access, refresh) = tokens::split_cookie(token);
    let mut tx = parts.db.begin().await?;
    let whose: Option<TokenSubject> = match parts.signer.read_expired(access) {
        Some(claims) => Some(claims.whose()),
        None => match refresh {
            Some(refresh) => {
                let hash = sha256_hex(refresh.as_bytes());
                store::refresh_across_clients(&mut tx, &hash).await?.map(|(whose, _)| whose)
            }
            None => None,
        },
    };
    let Some(whose) = whose else { return Ok(false) };
    let ended = store::revoke_session(&mut tx, whose, now).await?;
    tx.commit().await?;
    if ended {
        accounts.cut_session(whose).await;
        tracing::info!(client.id = whose.client_id, user.id = whose.user_id, "signed out");
    }
    Ok(true)
}
