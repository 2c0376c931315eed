//! The provider's token becomes a session.

use super::{
    OidcError,
    begin::BEGIN,
    store,
    token::{self, Claims, Expected},
};
use crate::{
    accounts::{
        Accounts,
        attempt_limit::{self, user_key},
        client_named,
        login::{Factor, LoginError, begin_session, check_tfa, use_factor},
        model,
        sessions::SessionOrigin,
        store::{Candidate, uncount_attempt},
        tokens::TokenPair,
    },
    audit::{self, Act, Action, Author},
    crypto::sha256_hex,
    db::{Conn, DbResult, Tx},
};
use jsonwebtoken::decode_header;
use serde_json::json;

/// What comes with a token.
pub(super) struct Brought<'a> {
    /// The state in the browser's cookie.
    pub state: &'a str,
    pub token: &'a str,
    /// The second factor, for those who have one here.
    pub tfa: &'a str,
    pub place: SessionOrigin<'a>,
}

/// Judges the token and begins the session. What was begun is over with it, and only then: whoever
/// is asked for a second factor brings the same token again.
pub(super) async fn verify(
    accounts: &Accounts,
    brought: Brought<'_>,
) -> Result<TokenPair, OidcError> {
    let parts = &accounts.0;
    let provider = parts.provider.as_ref().ok_or(OidcError::Off)?;
    let place = attempt_limit::address_key("oidc", brought.place.address);
    let begun_at = attempt_limit::address_key(BEGIN, brought.place.address);
    attempt_limit::count(accounts, &[(place.as_str(), parts.auth.login_failures_per_address)])
        .await?;
    let now = parts.clock.now_ms();
    let state_hash = sha256_hex(brought.state.as_bytes());
    let mut conn = parts.db.read().await?;
    let begun = store::one_across_clients(&mut conn, &state_hash, now).await?;
    let begun = begun.ok_or(OidcError::Stale)?;
    let client_id = client_named(&mut conn, &provider.settings.client).await?;
    let client_id = client_id.ok_or(OidcError::Nobody)?;
    drop(conn);

    let header = decode_header(brought.token).map_err(|_| OidcError::Token("it is no token"))?;
    let key = provider.key(header.kid.as_deref(), now).await?;
    let claims = token::read(brought.token, header.alg, &key)?;
    let expected = Expected {
        issuer: &provider.settings.issuer,
        client_id: &provider.settings.client_id,
        nonce_hash: &begun.nonce_hash,
        now_s: now / 1000,
    };
    if let Some(fault) = token::fault(&claims, &expected) {
        return Err(OidcError::Token(fault));
    }

    let mut conn = parts.db.read().await?;
    let (user, linked) = find(&mut conn, client_id, &claims).await?.ok_or(OidcError::Nobody)?;
    drop(conn);
    let factor = second_factor(accounts, &user, brought.tfa, now).await;
    if matches!(factor, Err(OidcError::Login(LoginError::TfaRequired))) {
        // Half of a sign-in is no failure, or the second half would come too late.
        let mut tx = parts.db.begin().await?;
        uncount_attempt(&mut tx, &place).await?;
        tx.commit().await?;
    }
    let factor = factor?;
    let mut tx = parts.db.begin().await?;
    if !store::end_across_clients(&mut tx, &state_hash).await? {
        return Err(OidcError::Stale);
    }
    if !use_factor(&mut tx, &user, &factor, now).await? {
        return Err(LoginError::TfaWrong.into());
    }
    if !linked {
        let who = (claims.iss.as_str(), claims.sub.as_str());
        store::link(&mut tx, (client_id, user.id), who, now).await?;
        note(&mut tx, &user, &claims, brought.place, now).await?;
    }
    let pair = begin_session(accounts, &mut tx, &user, brought.place, now).await;
    let pair = pair.map_err(LoginError::from)?;
    attempt_limit::forget(accounts, &mut tx, &user_key("tfa", client_id, user.id)).await?;
    // A team behind one address signs in every morning.
    for key in [&place, &begun_at] {
        uncount_attempt(&mut tx, key).await?;
    }
    tx.commit().await?;
    tracing::info!(client.id = client_id, user.id = user.id, "signed in through the provider");
    Ok(pair)
}

/// Writes down who somebody is at the provider from now on.
async fn note(
    tx: &mut Tx,
    user: &Candidate,
    claims: &Claims,
    place: SessionOrigin<'_>,
    now: i64,
) -> DbResult<()> {
    let username = store::username(tx, user.client_id, user.id).await?;
    let author = Author {
        client_id: user.client_id,
        user_id: Some(user.id),
        name: username.clone(),
        address: place.address.to_string(),
    };
    let changes = json!({ "issuer": claims.iss, "email": claims.email });
    let (action, id) = (Action::SignInLinked, user.id.to_string());
    let act = Act { action, kind: "user", id, name: &username, changes };
    audit::note(tx, &author, &act, now).await
}

/// The user whom a token is about, and whether that was known before.
async fn find(
    conn: &mut Conn,
    client_id: i64,
    claims: &Claims,
) -> DbResult<Option<(Candidate, bool)>> {
    let linked = store::linked(conn, client_id, (&claims.iss, &claims.sub)).await?;
    if linked.is_some() {
        return Ok(linked.map(|user| (user, true)));
    }
    // Whoever was disabled does not come in again by an address.
    if store::barred(conn, client_id, (&claims.iss, &claims.sub)).await? {
        return Ok(None);
    }
    let Some(email) = claims.verified_email() else { return Ok(None) };
    let mut found = store::by_email(conn, client_id, &model::key(email)).await?;
    // An address that two users have says nothing.
    let Some(user) = found.pop().filter(|_| found.is_empty()) else { return Ok(None) };
    // Who has a subject there is that person only: the address may have gone to somebody else since.
    let known = store::known(conn, (client_id, user.id), &claims.iss).await?;
    Ok((!known).then_some((user, false)))
}

async fn second_factor(
    accounts: &Accounts,
    user: &Candidate,
    code: &str,
    now: i64,
) -> Result<Factor, OidcError> {
    if user.tfa_secret.is_some() {
        if code.trim().is_empty() {
            return Err(LoginError::TfaRequired.into());
        }
        let codes = user_key("tfa", user.client_id, user.id);
        let limits = [(codes.as_str(), accounts.0.auth.login_failures_per_user)];
        attempt_limit::count(accounts, &limits).await?;
    }
    Ok(check_tfa(accounts, user, code, now)?)
}
