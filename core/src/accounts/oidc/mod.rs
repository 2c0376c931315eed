//! Signing in at an OpenID Connect provider that the operator chose.
//!
//! * `begin` gives the address for the browser and leaves a state in its cookie.
//! * `exchange` takes the provider's code when the browser comes back, and gives the provider's token.
//! * `verify` judges that token and begins the session; it works once for what was begun.
//!
//! Users are those of one client. The first time a verified mail address says who somebody is, from
//! then on the provider's own name for them.

mod begin;
mod exchange;
mod provider;
mod routes;
mod store;
mod token;
mod verify;

pub(super) use provider::Provider;
pub(super) use routes::routes;

use super::{attempt_limit::CountError, login::LoginError};
use crate::db::DbError;

/// How long somebody may take at the provider.
const STATE_MS: i64 = 600_000;

/// Why nobody was signed in.
#[derive(Debug, thiserror::Error)]
pub(super) enum OidcError {
    #[error("Signing in through a provider is not set up here.")]
    Off,
    /// Another browser's, used already, or too late.
    #[error("This sign-in was used already or took too long. Begin it again.")]
    Stale,
    #[error("The provider was not reached or does not answer as it should.")]
    Provider(String),
    /// The token is not the provider's, not for us, not from now or not for this sign-in.
    #[error("The provider's token was not accepted.")]
    Token(&'static str),
    #[error("Nobody here has the mail address that the provider confirmed. Ask an admin.")]
    Nobody,
    #[error(transparent)]
    Login(#[from] LoginError),
}

impl From<DbError> for OidcError {
    fn from(error: DbError) -> Self {
        Self::Login(error.into())
    }
}

impl From<CountError> for OidcError {
    fn from(error: CountError) -> Self {
        Self::Login(error.into())
    }
}

/// The context under which a sign-in's verifier is sealed.
fn verifier_context(state_hash: &str) -> String {
    format!("oidc/{state_hash}")
}
