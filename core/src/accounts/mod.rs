//! Accounts: clients (tenants), their users, and how users sign in and stay signed in.
//!
//! * [`Accounts`] is the room's handle; routes and sockets ask it who is calling.
//! * [`Caller`] is the answer, and an extractor: a handler that takes one is for signed-in users.
//! * A session has one access token, short-lived and checked against the session's row at each
//!   request, and a chain of refresh tokens of which only the newest is good.

mod attempt_limit;
mod audit_log;
mod caller;
mod change_password;
mod check;
mod contact_fields;
mod departments;
mod directory;
pub mod events;
mod first_run;
mod keys;
mod likeness;
mod login;
mod mail_texts;
mod mailer;
mod model;
mod oidc;
mod operator;
mod password;
mod plan;
mod profile;
mod recovery;
mod reset;
mod restriction;
mod roster;
mod routes;
mod sessions;
mod set_password;
mod settings;
mod signout;
mod signup;
mod step_up;
mod store;
#[cfg(test)]
mod tests;
mod tokens;
mod totp;
mod two_factor;
mod users;
mod zone;

pub use caller::{Caller, Program, may_change};
pub use contact_fields::{ContactField, ContactFields, IDENTITY_TYPES, contact_fields};
pub use departments::{department_is_offered, department_members, department_names};
pub use directory::{
    AgentRow, Correspondent, Person, Profile, addresses, agents, called, correspondent, everybody,
    find_user, people, profile,
};
pub use login::{LoginError, LoginRequest, login};
pub use mailer::{Letter, LetterFile, MailError};
pub use model::{Kind, Permission, Permissions};
pub use operator::{
    all_across_clients, client_name, client_named, hold_client, names_across_clients, operator,
};
pub use plan::{ChooseFeaturesError, ChoosePlanError, choose_features, choose_plan};
pub use profile::photo_place;
pub use reset::job_handlers;
pub use restriction::Restriction;
pub use routes::routes;
pub use set_password::{SetPasswordError, set_password};
pub use settings::{set_setting, setting, settings};
pub use tokens::TokenPair;
pub use users::{CreateUser, CreateUserError, CreatedUser, create_user};
pub use zone::timezone;

use crate::{
    blobs::Blobs, clock::Clock, config::Config, crypto::Keys, db::Db, http::Problem, ids::Ids,
    mail::Network, plugins::egress::Egress, realtime::Hub,
};
use std::sync::Arc;

/// What the room is built from.
#[derive(Clone)]
pub struct AccountsGround {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub keys: Keys,
    /// Where sockets are; the command line has none.
    pub hub: Option<Hub>,
    /// What the desk's own mail goes over; the command line sends none.
    pub network: Option<Network>,
    /// What reaches the provider of sign-ins; the command line reaches none.
    pub egress: Option<Egress>,
    /// Where photos are kept.
    pub blobs: Option<Blobs>,
    /// Everything of the product that a client may have: what the variants offer.
    pub features: &'static [String],
}

impl AccountsGround {
    /// For the command line and other work beside the server: without sockets, network and files.
    #[must_use]
    pub fn offline(
        db: Db,
        clock: Clock,
        ids: Ids,
        keys: Keys,
        features: &'static [String],
    ) -> Self {
        let (hub, network, egress, blobs) = (None, None, None, None);
        Self { db, clock, ids, keys, hub, network, egress, blobs, features }
    }
}

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Accounts(Arc<Parts>);

struct Parts {
    ground: AccountsGround,
    signer: tokens::Signer,
    hasher: password::Hasher,
    post: Option<mailer::Post>,
    provider: Option<oidc::Provider>,
    auth: crate::config::Auth,
    secure_cookies: bool,
    public_url: String,
}

impl std::ops::Deref for Parts {
    type Target = AccountsGround;
    fn deref(&self) -> &AccountsGround {
        &self.ground
    }
}

impl Accounts {
    /// Builds the room. `public_url` is what browsers see, for the origin check.
    #[must_use]
    pub fn new(ground: AccountsGround, config: &Config, public_url: &str) -> Self {
        Self(Arc::new(Parts {
            signer: tokens::Signer::new(&ground.keys),
            hasher: password::Hasher::new(ground.ids.clone(), config.auth.password_memory_kib),
            post: mailer::Post::new(&config.mail, ground.network.clone()),
            provider: oidc::Provider::new(&config.oidc, ground.egress.clone()),
            auth: config.auth.clone(),
            secure_cookies: config.secure_cookies(),
            public_url: public_url.to_owned(),
            ground,
        }))
    }

    /// Closes the sockets of a session; call it after the commit that ended the session.
    async fn cut_session(&self, whose: tokens::TokenSubject) {
        if let Some(hub) = &self.0.hub {
            hub.cut_session(whose.client_id, whose.session_id).await;
        }
    }

    /// The address browsers see, for the origin check of sockets.
    #[must_use]
    pub fn public_url(&self) -> &str {
        &self.0.public_url
    }

    /// Who the owner of this token is, if its session still lives. Takes an access token or the
    /// whole value of the cookie.
    ///
    /// # Errors
    /// `unauthorized`, or `unavailable` when the database does not answer.
    pub async fn authenticate(&self, token: &str) -> Result<Caller, Problem> {
        let parts = &self.0;
        let now = parts.clock.now_ms();
        let access = tokens::split_cookie(token).0;
        let claims = parts.signer.read(access, now).ok_or_else(Problem::unauthorized)?;
        let mut conn = parts.db.read().await?;
        store::caller(&mut conn, claims.whose(), now).await?.ok_or_else(Problem::unauthorized)
    }
}
