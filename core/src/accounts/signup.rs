//! Signing up: a new client on trial, and its first admin.

use super::{
    Accounts,
    attempt_limit::{self, CountError, address_key},
    likeness,
    mailer::is_address,
    model::{self, Kind},
    plan,
    profile::ProfileError,
    store::{self, NewUser},
    users::ADMIN_RANK,
};
use crate::{
    audit::{self, Act, Action, Author},
    crypto::sha256_hex,
    db::{DbError, DbResult, Tx},
};
use serde_json::json;
use std::net::IpAddr;

/// The plan of who has only signed up.
const TRIAL_PLAN: i64 = 0;
/// Sign-ups from one place, and all of them, in the window of failed sign-ins.
const TRIES_MAX: i64 = 10;
const TRIES_ALL_MAX: i64 = 200;
const CLIENT_MAX: usize = 80;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What somebody signs up with.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignUp<'a> {
    /// The new client's name.
    pub client: &'a str,
    pub username: &'a str,
    pub email: &'a str,
    pub password: &'a str,
    pub from: IpAddr,
}

/// Why nobody was signed up.
#[derive(Debug, thiserror::Error)]
pub(super) enum SignUpError {
    #[error("Sign-up is closed here.")]
    Closed,
    /// The first client is the operator's, and a stranger must not be that.
    #[error(
        "This installation has no user yet. Whoever runs it makes the first one at /setup, or with patchbay user create."
    )]
    NotBegun,
    /// The first run is over: somebody was faster, or it was long ago.
    #[error("This desk has been set up already. Sign in.")]
    AlreadyBegun,
    #[error("{problem}")]
    Invalid { field: &'static str, problem: &'static str },
    #[error("Too many attempts. Try again later.")]
    Limited { retry_after_s: u64 },
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

const TAKEN: SignUpError = SignUpError::Invalid { field: "client", problem: "That name is taken." };

impl From<DbError> for SignUpError {
    fn from(error: DbError) -> Self {
        match error {
            // Two signed up under one name at the same moment.
            DbError::Unique(_) => TAKEN,
            other => Self::Internal(other.into()),
        }
    }
}

impl From<CountError> for SignUpError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Limited { retry_after_s } => Self::Limited { retry_after_s },
            CountError::Db(error) => error.into(),
        }
    }
}

impl From<ProfileError> for SignUpError {
    fn from(error: ProfileError) -> Self {
        match error {
            ProfileError::Invalid { field, problem } => Self::Invalid { field, problem },
            other => Self::Internal(other.into()),
        }
    }
}

/// Whether strangers may sign up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    Open,
    /// The operator closed it.
    Closed,
    /// There is no client yet: the first one is the operator's.
    NotBegun,
}

pub(super) async fn door(accounts: &Accounts) -> Result<Door, SignUpError> {
    let mut conn = accounts.0.db.read().await?;
    let begun = store::first_client_across_clients(&mut conn).await?.is_some();
    Ok(match (begun, accounts.0.auth.signup) {
        (false, _) => Door::NotBegun,
        (true, true) => Door::Open,
        (true, false) => Door::Closed,
    })
}

/// Makes a client on trial with its first admin.
pub(super) async fn sign_up(accounts: &Accounts, new: SignUp<'_>) -> Result<(), SignUpError> {
    match door(accounts).await? {
        Door::Open => {}
        Door::Closed => return Err(SignUpError::Closed),
        Door::NotBegun => return Err(SignUpError::NotBegun),
    }
    let (client, username, email) = (new.client.trim(), new.username.trim(), new.email.trim());
    check_names(client, username)?;
    wrong("email", (!is_address(email)).then_some("This is not a mail address."))?;
    wrong("password", model::password_problem(new.password))?;

    let parts = &accounts.0;
    let place = address_key("signup", new.from);
    let all = sha256_hex(b"signup");
    let limits = [(place.as_str(), TRIES_MAX), (all.as_str(), TRIES_ALL_MAX)];
    attempt_limit::count(accounts, &limits).await?;
    let password_hash = parts.hasher.hash(new.password).await?;
    let now = parts.clock.now_ms();
    let mut tx = parts.db.begin().await?;
    let others = store::client_names_across_clients(&mut tx).await?;
    if likeness::is_taken(client, &others) {
        return Err(TAKEN);
    }
    let days = parts.auth.trial_days;
    let chosen =
        plan::Chosen { number: TRIAL_PLAN, ends_at: (days > 0).then(|| now + days * DAY_MS) };
    let admin = FirstAdmin { username, name: username, password_hash: &password_hash, now };
    let (client_id, user_id) = insert(&mut tx, (client, chosen), admin).await?;
    store::set_email(&mut tx, (client_id, user_id), email, &model::key(email)).await?;
    let changes = json!({ "plan": TRIAL_PLAN, "plan_ends_at": chosen.ends_at, "admin": username });
    let id = client_id.to_string();
    let act = Act { action: Action::ClientSignedUp, kind: "client", id, name: client, changes };
    let author = author((client_id, user_id), username, new.from);
    audit::note(&mut tx, &author, &act, now).await?;
    tx.commit().await?;
    tracing::info!(client.id = client_id, user.id = user_id, "signed up");
    Ok(())
}

/// The admin with whom a new client begins.
#[derive(Clone, Copy)]
pub(super) struct FirstAdmin<'a> {
    pub username: &'a str,
    /// The name people see.
    pub name: &'a str,
    pub password_hash: &'a str,
    /// Milliseconds since the Unix epoch.
    pub now: i64,
}

/// Makes a client of this name and plan with its first admin, and gives both their numbers.
pub(super) async fn insert(
    tx: &mut Tx,
    (client, plan): (&str, plan::Chosen),
    admin: FirstAdmin<'_>,
) -> DbResult<(i64, i64)> {
    let client_id =
        store::insert_client(tx, (client, &model::key(client)), plan, admin.now).await?;
    let user = NewUser {
        client_id,
        username: admin.username,
        username_key: &model::key(admin.username),
        name: admin.name,
        kind: Kind::Admin,
        password_hash: admin.password_hash,
        rank: ADMIN_RANK,
        now: admin.now,
    };
    Ok((client_id, store::insert_user(tx, &user).await?))
}

/// Who made a client: its first admin.
pub(super) fn author((client_id, user_id): (i64, i64), username: &str, from: IpAddr) -> Author {
    let (name, address) = (username.to_owned(), from.to_string());
    Author { client_id, user_id: Some(user_id), name, address }
}

/// Refuses a name for a client or a user that nobody could sign in with.
pub(super) fn check_names(client: &str, username: &str) -> Result<(), SignUpError> {
    wrong("client", client_problem(client).or_else(|| likeness::client_name_problem(client)))?;
    wrong("username", model::username_problem(username))
}

/// What is wrong with a field, if anything is.
pub(super) fn wrong(field: &'static str, problem: Option<&'static str>) -> Result<(), SignUpError> {
    problem.map_or(Ok(()), |problem| Err(SignUpError::Invalid { field, problem }))
}

fn client_problem(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.chars().count() > CLIENT_MAX || name.chars().any(char::is_control) {
        Some("A name has 1 to 80 characters.")
    } else if name.contains(['@', '~']) {
        // It stands behind the @ where a username alone does not say whose it is.
        Some("A name has neither @ nor ~.")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::client_problem;

    #[test]
    fn names_of_clients_can_be_typed_behind_an_at_sign() {
        for good in ["Acme", "Acme Ltd", "小明的店"] {
            assert_eq!(client_problem(good), None, "{good}");
        }
        for bad in ["", "a@b", "a~b", "a\nb", &"x".repeat(81)] {
            assert!(client_problem(bad).is_some(), "{bad}");
        }
    }
}
