//! Step-up authentication: a signed-in user proves again who they are, before what would shut others out or let them in.

use super::{
    Accounts, Caller,
    attempt_limit::{self, CountError, user_key},
    store::{self, Credential},
};
use crate::{
    audit::{self, Act, Action},
    db::{DbError, DbResult, Tx},
};
use serde_json::json;

/// Why something about a user's own sign-in was not done.
#[derive(Debug, thiserror::Error)]
pub(super) enum SecurityError {
    #[error("The password is wrong.")]
    WrongPassword,
    #[error("The code is wrong.")]
    WrongCode,
    /// The new password cannot be taken.
    #[error("{0}")]
    BadPassword(&'static str),
    #[error("Too many attempts. Try again later.")]
    Limited { retry_after_s: u64 },
    /// It is so already, or was changed meanwhile.
    #[error("{0}")]
    Conflict(&'static str),
    #[error("An API key may not do this.")]
    ByKey,
    #[error("Not found.")]
    Unknown,
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<DbError> for SecurityError {
    fn from(error: DbError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<CountError> for SecurityError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Limited { retry_after_s } => Self::Limited { retry_after_s },
            CountError::Db(error) => error.into(),
        }
    }
}

/// Checks the caller's password and gives what was known when it was right. Wrong ones are counted
/// for the user, as they may come from a browser that somebody left open.
pub(super) async fn prove(
    accounts: &Accounts,
    caller: &Caller,
    password: &str,
) -> Result<Credential, SecurityError> {
    if caller.key.is_some() {
        return Err(SecurityError::ByKey);
    }
    let parts = &accounts.0;
    let key = user_key("password", caller.client_id, caller.user_id);
    attempt_limit::count(accounts, &[(&key, parts.auth.login_failures_per_user)]).await?;
    let credential = {
        let mut conn = parts.db.read().await?;
        store::credential(&mut conn, caller.client_id, caller.user_id).await?
    };
    let credential = credential.ok_or(SecurityError::Unknown)?;
    // Nobody has a longer one, and hashing it would cost us more than the sender.
    let fits = password.len() <= 1024;
    if !fits || !parts.hasher.verify(password, &credential.password_hash).await? {
        return Err(SecurityError::WrongPassword);
    }
    let mut tx = parts.db.begin().await?;
    attempt_limit::forget(accounts, &mut tx, &key).await?;
    tx.commit().await?;
    Ok(credential)
}

/// Writes down what a user did about the own sign-in.
pub(super) async fn note(tx: &mut Tx, caller: &Caller, action: Action, now: i64) -> DbResult<()> {
    let (id, name) = (caller.user_id.to_string(), caller.username.as_str());
    let act = Act { action, kind: "user", id, name, changes: json!({}) };
    audit::note(tx, &caller.author(), &act, now).await
}
