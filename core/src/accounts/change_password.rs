//! A user sets a new password.

use super::{
    Accounts, Caller, model,
    sessions::{cut, whose},
    step_up::{SecurityError, note, prove},
    store,
};
use crate::audit::Action;

/// Sets the caller's password and signs the caller out everywhere else.
pub(super) async fn change_password(
    accounts: &Accounts,
    caller: &Caller,
    current: &str,
    new: &str,
) -> Result<(), SecurityError> {
    if let Some(problem) = model::password_problem(new) {
        return Err(SecurityError::BadPassword(problem));
    }
    let credential = prove(accounts, caller, current).await?;
    if current == new {
        return Err(SecurityError::BadPassword("That is the password you have."));
    }
    let parts = &accounts.0;
    let hash = parts.hasher.hash(new).await?;
    let user = (caller.client_id, caller.user_id);
    let mut tx = parts.db.begin().await?;
    if !store::set_password(&mut tx, user, &hash, credential.password_version).await? {
        return Err(SecurityError::Conflict("The password was changed meanwhile."));
    }
    let now = parts.clock.now_ms();
    let ended = store::revoke_others(&mut tx, whose(caller), now).await?;
    note(&mut tx, caller, Action::PasswordChanged, now).await?;
    tx.commit().await?;
    cut(accounts, whose(caller), &ended).await;
    tracing::info!(client.id = caller.client_id, user.id = caller.user_id, "password changed");
    Ok(())
}
