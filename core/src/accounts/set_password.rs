//! Whoever runs the installation sets a user's password: the way back in where no mail is sent and no
//! admin is left to help.

use super::{
    Accounts, directory, model, roster::overwrite_password, store, tokens::TokenSubject,
    users::CreatedUser,
};
use crate::{
    audit::{self, Act, Action, Author},
    db::DbError,
};
use serde_json::json;

/// Why no password was set.
#[derive(Debug, thiserror::Error)]
pub enum SetPasswordError {
    #[error("There is no client named {0:?}. patchbay client list shows their names.")]
    NoClient(String),
    #[error("{client:?} has no user named {username:?}, or an admin disabled them.")]
    NoUser { client: String, username: String },
    #[error("{0}")]
    Invalid(&'static str),
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<DbError> for SetPasswordError {
    fn from(error: DbError) -> Self {
        Self::Internal(error.into())
    }
}

/// Sets the password of a user of the client with this name and ends all of the user's sessions. The
/// second factor stays.
///
/// # Errors
/// [`SetPasswordError`].
pub async fn set_password(
    accounts: &Accounts,
    client: &str,
    username: &str,
    password: &str,
) -> Result<CreatedUser, SetPasswordError> {
    if let Some(problem) = model::password_problem(password) {
        return Err(SetPasswordError::Invalid(problem));
    }
    let parts = &accounts.0;
    let hash = parts.hasher.hash(password).await?;
    let now = parts.clock.now_ms();
    let mut tx = parts.db.begin().await?;
    let client_id = store::client_by_name(&mut tx, &model::key(client)).await?;
    let client_id = client_id.ok_or_else(|| SetPasswordError::NoClient(client.to_owned()))?;
    let found = directory::find_user(&mut tx, client_id, username).await?;
    let found = found.ok_or_else(|| SetPasswordError::NoUser {
        client: client.to_owned(),
        username: username.to_owned(),
    })?;
    let (user_id, username) = (found.id, found.username);
    overwrite_password(&mut tx, (client_id, user_id), &hash).await?;
    store::revoke_others(&mut tx, TokenSubject { client_id, user_id, session_id: 0 }, now).await?;
    let act = Act {
        action: Action::UserChanged,
        kind: "user",
        id: user_id.to_string(),
        name: &username,
        changes: json!({ "password": "…" }),
    };
    audit::note(&mut tx, &Author::command_line(client_id), &act, now).await?;
    tx.commit().await?;
    Ok(CreatedUser { client_id, user_id })
}
