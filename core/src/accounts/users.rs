//! Making users, and the client they belong to.

use super::{
    Accounts, likeness,
    model::{self, Kind},
    plan::Chosen,
    store::{self, NewUser},
};
use crate::{
    audit::{self, Act, Action, Author},
    db::DbError,
};
use serde_json::json;

/// Enterprise: who runs the program has all of it.
pub(super) const FULL_PLAN: Chosen = Chosen { number: 4, ends_at: None };
pub(super) const ADMIN_RANK: i64 = 1;
const AGENT_RANK: i64 = 10;

/// A user to be made.
#[derive(Clone, Copy, Debug)]
pub struct CreateUser<'a> {
    /// The client's name; a new one is made.
    pub client: &'a str,
    pub username: &'a str,
    /// The name people see; empty means the username.
    pub name: &'a str,
    pub kind: Kind,
    pub password: &'a str,
}

/// A user that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreatedUser {
    pub client_id: i64,
    pub user_id: i64,
}

/// Why no user was made.
#[derive(Debug, thiserror::Error)]
pub enum CreateUserError {
    #[error("{problem}")]
    Invalid { field: &'static str, problem: &'static str },
    #[error("That username is taken.")]
    UsernameTaken,
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<DbError> for CreateUserError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unique(_) => Self::UsernameTaken,
            other => Self::Internal(other.into()),
        }
    }
}

/// Makes a user, and the client when none has this name yet.
///
/// # Errors
/// [`CreateUserError`].
pub async fn create_user(
    accounts: &Accounts,
    new: CreateUser<'_>,
) -> Result<CreatedUser, CreateUserError> {
    let client = new.client.trim();
    let username = new.username.trim();
    let wrong = |field, problem: Option<&'static str>| match problem {
        Some(problem) => Err(CreateUserError::Invalid { field, problem }),
        None => Ok(()),
    };
    wrong("client", client.is_empty().then_some("The client needs a name."))?;
    wrong("username", model::username_problem(username))?;
    wrong("password", model::password_problem(new.password))?;

    let parts = &accounts.0;
    let password_hash = parts.hasher.hash(new.password).await?;
    let now = parts.clock.now_ms();
    let mut tx = parts.db.begin().await?;
    let client_key = model::key(client);
    let client_id = match store::client_by_name(&mut tx, &client_key).await? {
        Some(id) => id,
        None => {
            wrong("client", likeness::client_name_problem(client))?;
            let others = store::client_names_across_clients(&mut tx).await?;
            let alike = likeness::is_taken(client, &others);
            wrong("client", alike.then_some("A client's name looks the same."))?;
            store::insert_client(&mut tx, (client, &client_key), FULL_PLAN, now).await?
        }
    };
    let user = NewUser {
        client_id,
        username,
        username_key: &model::key(username),
        name: if new.name.trim().is_empty() { username } else { new.name.trim() },
        kind: new.kind,
        password_hash: &password_hash,
        rank: if new.kind == Kind::Admin { ADMIN_RANK } else { AGENT_RANK },
        now,
    };
    let user_id = store::insert_user(&mut tx, &user).await?;
    let act = Act {
        action: Action::UserCreated,
        kind: "user",
        id: user_id.to_string(),
        name: username,
        changes: json!({ "type": new.kind, "rank": user.rank }),
    };
    audit::note(&mut tx, &Author::command_line(client_id), &act, now).await?;
    tx.commit().await?;
    Ok(CreatedUser { client_id, user_id })
}
