//! Signing in.

use super::{
    Accounts,
    attempt_limit::{self, CountError, user_key},
    model::{Kind, Typed},
    recovery,
    sessions::SessionOrigin,
    store::{self, Candidate, NewSession},
    tokens::{self, TokenPair, TokenSubject},
    totp,
};
use crate::{
    crypto::sha256_hex,
    db::{Conn, DbError, DbResult},
    metrics::metrics,
};
use std::net::IpAddr;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// What a sign-in brings.
#[derive(Clone, Copy, Debug)]
pub struct LoginRequest<'a> {
    /// What was typed as the username: `name`, or `name@client`.
    pub username: &'a str,
    pub password: &'a str,
    pub kind: Kind,
    /// The two-factor code, or a recovery code, or nothing.
    pub tfa: &'a str,
    pub address: IpAddr,
    pub user_agent: &'a str,
}

/// Why a sign-in was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// Unknown user, wrong password and wrong type are not told apart.
    #[error("Username or password is wrong.")]
    Refused,
    #[error("2FA required.")]
    TfaRequired,
    #[error("The two-factor code is wrong.")]
    TfaWrong,
    #[error("Too many attempts. Try again later.")]
    Limited { retry_after_s: u64 },
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<DbError> for LoginError {
    fn from(error: DbError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<CountError> for LoginError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Limited { retry_after_s } => Self::Limited { retry_after_s },
            CountError::Db(error) => error.into(),
        }
    }
}

/// Signs a user in and begins a session.
///
/// The attempt is counted in a transaction of its own before anything is compared, so that a burst
/// of guesses cannot run past the limit; a success takes the count back.
///
/// # Errors
/// [`LoginError`].
pub async fn login(
    accounts: &Accounts,
    request: LoginRequest<'_>,
) -> Result<TokenPair, LoginError> {
    let outcome = attempt(accounts, request).await;
    let label = match &outcome {
        Ok(_) => "ok",
        Err(LoginError::Refused | LoginError::TfaWrong) => "refused",
        Err(LoginError::TfaRequired) => "tfa",
        Err(LoginError::Limited { .. }) => "limited",
        Err(LoginError::Internal(_)) => "error",
    };
    metrics().logins.with_label_values(&[label]).inc();
    outcome
}

async fn attempt(accounts: &Accounts, request: LoginRequest<'_>) -> Result<TokenPair, LoginError> {
    let typed = Typed::parse(request.username);
    let keys = AttemptKeys::new(request.address, &typed.whole);
    let auth = &accounts.0.auth;
    let limits = [
        (keys.user.as_str(), auth.login_failures_per_user),
        (keys.address.as_str(), auth.login_failures_per_address),
    ];
    attempt_limit::count(accounts, &limits).await?;

    let Some(user) = find(accounts, &typed, request).await? else {
        return Err(LoginError::Refused);
    };

    let parts = &accounts.0;
    let now = parts.clock.now_ms();
    let codes = user_key("tfa", user.client_id, user.id);
    if user.tfa_secret.is_some() {
        if request.tfa.trim().is_empty() {
            // Half of a sign-in is no failure, or the second half would come too late.
            let mut tx = parts.db.begin().await?;
            keys.uncount(&mut tx).await?;
            tx.commit().await?;
            return Err(LoginError::TfaRequired);
        }
        // Who knows the password may come from many addresses to guess the code.
        attempt_limit::count(accounts, &[(&codes, auth.login_failures_per_user)]).await?;
    }
    let factor = check_tfa(accounts, &user, request.tfa, now)?;
    let renewed = parts.hasher.renewed(request.password, &user.password_hash).await?;

    let mut tx = parts.db.begin().await?;
    if !use_factor(&mut tx, &user, &factor, now).await? {
        return Err(LoginError::TfaWrong);
    }
    // A password that was changed while it was compared opens nothing.
    let now_known = store::credential(&mut tx, user.client_id, user.id).await?;
    if now_known.is_none_or(|known| known.password_hash != user.password_hash) {
        return Err(LoginError::Refused);
    }
    if let Some(hash) = renewed {
        store::renew_hash(&mut tx, (user.client_id, user.id), &hash).await?;
    }
    let place = SessionOrigin { address: request.address, user_agent: request.user_agent };
    let pair = begin_session(accounts, &mut tx, &user, place, now).await?;
    attempt_limit::forget(accounts, &mut tx, &keys.user).await?;
    attempt_limit::forget(accounts, &mut tx, &codes).await?;
    store::uncount_attempt(&mut tx, &keys.address).await?;
    tx.commit().await?;
    tracing::info!(client.id = user.client_id, user.id = user.id, "signed in");
    Ok(pair)
}

/// Uses the second factor up. False when that happened meanwhile.
pub(super) async fn use_factor(
    conn: &mut Conn,
    user: &Candidate,
    factor: &Factor,
    now: i64,
) -> DbResult<bool> {
    match factor {
        Factor::None => Ok(true),
        Factor::Code(step) => store::use_tfa_step(conn, user.client_id, user.id, *step).await,
        Factor::Recovery(hash) => {
            store::use_recovery_code(conn, (user.client_id, user.id), hash, now).await
        }
    }
}

/// Begins a session of a user who proved who they are.
pub(super) async fn begin_session(
    accounts: &Accounts,
    conn: &mut Conn,
    user: &Candidate,
    place: SessionOrigin<'_>,
    now: i64,
) -> anyhow::Result<TokenPair> {
    let expires_at = now + accounts.0.auth.refresh_days * DAY_MS;
    let (client_id, user_id) = (user.client_id, user.id);
    let new = NewSession { client_id, user_id, now, expires_at, place };
    let session_id = store::insert_session(conn, &new).await?;
    issue(accounts, conn, TokenSubject { client_id, user_id, session_id }, now).await
}

/// Makes both tokens for a session and stores the refresh token's hash.
pub(super) async fn issue(
    accounts: &Accounts,
    conn: &mut Conn,
    whose: TokenSubject,
    now: i64,
) -> anyhow::Result<TokenPair> {
    let parts = &accounts.0;
    let access = parts.signer.sign(whose, now, parts.auth.access_minutes * MINUTE_MS)?;
    let refresh = tokens::new_refresh(&parts.ids);
    store::insert_refresh(conn, &sha256_hex(refresh.as_bytes()), whose.session_id, now).await?;
    Ok(TokenPair { access, refresh })
}

/// The user whose password and type this is.
async fn find(
    accounts: &Accounts,
    typed: &Typed,
    request: LoginRequest<'_>,
) -> Result<Option<Candidate>, LoginError> {
    let parts = &accounts.0;
    let split = typed.split.as_ref().map(|(user, client)| (user.as_str(), client.as_str()));
    let candidates = {
        let mut conn = parts.db.read().await?;
        store::candidates_across_clients(&mut conn, &typed.whole, split).await?
    };
    // Nobody has a longer one, and hashing it would cost us more than the sender.
    let password = if request.password.len() > 1024 { "" } else { request.password };
    // As many are compared as there could be, found or not, so that neither the time nor the work tells
    // how many clients have somebody of this name.
    let mut found = None;
    let nobodies = store::CANDIDATES.saturating_sub(candidates.len());
    for candidate in candidates {
        let right = parts.hasher.verify(password, &candidate.password_hash).await?;
        if right && found.is_none() && Kind::parse(&candidate.kind) == request.kind {
            found = Some(candidate);
        }
    }
    for _ in 0..nobodies {
        parts.hasher.verify_nobody(password).await?;
    }
    Ok(found)
}

/// What was given as the second factor.
pub(super) enum Factor {
    /// The user has none.
    None,
    /// A right code, of this step.
    Code(i64),
    /// What may be a recovery code, as it would be kept.
    Recovery(String),
}

/// Reads the second factor; whether it was used before is the transaction's to say.
pub(super) fn check_tfa(
    accounts: &Accounts,
    user: &Candidate,
    code: &str,
    now: i64,
) -> Result<Factor, LoginError> {
    let Some(sealed) = &user.tfa_secret else { return Ok(Factor::None) };
    if let Some(hash) = recovery::hash(accounts, (user.client_id, user.id), code) {
        return Ok(Factor::Recovery(hash));
    }
    let context = tfa_context(user.client_id, user.id);
    let secret = accounts
        .0
        .keys
        .open_sealed(&context, sealed)
        .map_err(|e| LoginError::Internal(e.into()))?;
    totp::matching_step(&secret, code, now, user.tfa_last_step)
        .map(Factor::Code)
        .ok_or(LoginError::TfaWrong)
}

/// What a user's two-factor secret is sealed with.
pub(super) fn tfa_context(client_id: i64, user_id: i64) -> String {
    format!("client/{client_id}/user/{user_id}/tfa")
}

/// Under which names attempts are counted. Hashed: the table keeps no addresses or names.
struct AttemptKeys {
    user: String,
    address: String,
}

impl AttemptKeys {
    fn new(address: IpAddr, username: &str) -> Self {
        let network = attempt_limit::network(address);
        Self {
            user: sha256_hex(format!("user|{network}|{username}").as_bytes()),
            address: attempt_limit::address_key("address", address),
        }
    }

    async fn uncount(&self, conn: &mut Conn) -> DbResult<()> {
        store::uncount_attempt(conn, &self.user).await?;
        store::uncount_attempt(conn, &self.address).await
    }
}
