//! Who is calling: the extractor that makes a handler one for signed-in users.

use super::{
    Accounts,
    keys::is_key,
    model::{Kind, Permission, Permissions},
    restriction::Restriction,
    store,
    tokens::split_cookie,
};
use crate::{
    audit::Author,
    db::DbResult,
    http::{
        AUTH_COOKIE, ClientAddr, Code, Credential, Credentials, Problem, Source, cookie,
        same_origin,
    },
};
use axum::{
    extract::{FromRef, FromRequestParts, MatchedPath},
    http::{HeaderMap, HeaderValue, Method, header::ORIGIN, request::Parts},
};

/// A signed-in user, as of this request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    pub client_id: i64,
    pub user_id: i64,
    pub session_id: i64,
    pub username: String,
    pub name: String,
    pub kind: Kind,
    /// Lower is higher.
    pub rank: i64,
    pub permissions: Permissions,
    /// Where the request came from; empty for a socket.
    pub address: String,
    /// The name of the API key that the call came with; none for a person's session.
    pub key: Option<String>,
}

/// A program that calls with an API key, where each call says by itself whether it changes something.
///
/// As an extractor it takes the key from the `Authorization` header alone: a cookie, which browsers send by
/// themselves, and the token of a session open nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Whom the key acts as, with no more than its scopes let it do.
    pub caller: Caller,
    pub key_id: i64,
    /// Whether the key may change something.
    pub may_write: bool,
}

impl Program {
    /// Refuses keys that may only read.
    ///
    /// # Errors
    /// `forbidden`.
    pub fn require_write(&self) -> Result<(), Problem> {
        let text = "The API key may only read. An admin can make one that may write.";
        if self.may_write { Ok(()) } else { Err(Problem::forbidden(text)) }
    }
}

/// Who may change what an owner has, 0 being everybody of the client: admins what is shared, everybody
/// their own.
#[must_use]
pub fn may_change(admin: bool, user_id: i64, owner_id: i64) -> bool {
    owner_id == user_id || (owner_id == 0 && admin)
}

impl Caller {
    /// Whether this is an admin of the client.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.kind == Kind::Admin
    }

    /// Who an act of this user is by, for the audit log.
    #[must_use]
    pub fn author(&self) -> Author {
        let name = match &self.key {
            Some(key) => format!("{} ({key})", self.username),
            None => self.username.clone(),
        };
        let (client_id, user_id) = (self.client_id, Some(self.user_id));
        Author { client_id, user_id, name, address: self.address.clone() }
    }

    /// Who an admin's act is by; nobody else has one.
    ///
    /// # Errors
    /// `forbidden`.
    pub fn admin(&self) -> Result<Author, Problem> {
        self.require_admin().map(|()| self.author())
    }

    /// Whether the user may change what this owner has; see [`may_change`].
    #[must_use]
    pub fn may_change(&self, owner_id: i64) -> bool {
        may_change(self.is_admin(), self.user_id, owner_id)
    }

    /// Whether the user may use what the permission is about.
    #[must_use]
    pub fn allows(&self, what: Permission) -> bool {
        self.permissions.allow(self.kind, what)
    }

    /// How much the user may change at all.
    #[must_use]
    pub fn restriction(&self) -> Restriction {
        Restriction::of(&self.permissions, self.kind)
    }

    /// Refuses what the user's role closes, whatever the use case would say.
    fn check_restriction(&self, parts: &Parts) -> Result<(), Problem> {
        let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
        let restriction = self.restriction();
        if restriction.lets(parts.method.as_str(), route) {
            Ok(())
        } else {
            Err(Problem::forbidden(restriction.refusal()))
        }
    }

    /// Refuses everybody but admins.
    ///
    /// # Errors
    /// `forbidden`.
    pub fn require_admin(&self) -> Result<(), Problem> {
        if self.is_admin() { Ok(()) } else { Err(Problem::forbidden("Only admins may do this.")) }
    }

    /// Refuses programs that call with an API key, where a person has to be there.
    ///
    /// # Errors
    /// `forbidden`.
    pub fn require_person(&self) -> Result<(), Problem> {
        match self.key {
            None => Ok(()),
            Some(_) => Err(Problem::forbidden("An API key may not do this.")),
        }
    }

    /// Refuses users to whom the permission says no: what a menu hides, the server refuses.
    ///
    /// # Errors
    /// `forbidden`.
    pub fn require(&self, what: Permission) -> Result<(), Problem> {
        if self.allows(what) {
            Ok(())
        } else {
            Err(Problem::forbidden("You do not have the permission for this."))
        }
    }
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    Accounts: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let accounts = Accounts::from_ref(state);
        let Ok(found) = Credentials::from_request_parts(parts, state).await;
        let credential = found.first().ok_or_else(Problem::unauthorized)?;
        accounts.check_origin(&parts.method, &parts.headers, credential)?;
        // Where a key stands other than in the header, it has been written into an address or a log.
        let mut caller = if credential.source == Source::Bearer && is_key(&credential.token) {
            accounts.unlock(&credential.token, !parts.method.is_safe()).await?
        } else {
            accounts.authenticate(&credential.token).await?
        };
        let Ok(ClientAddr(address)) = ClientAddr::from_request_parts(parts, state).await;
        caller.address = address.to_string();
        caller.check_restriction(parts)?;
        Ok(caller)
    }
}

impl<S> FromRequestParts<S> for Program
where
    S: Send + Sync,
    Accounts: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let accounts = Accounts::from_ref(state);
        let Ok(found) = Credentials::from_request_parts(parts, state).await;
        let key = found.from(Source::Bearer).filter(|token| is_key(token));
        let key = key.ok_or_else(|| {
            Problem::new(Code::Unauthorized, "Send an API key as `Authorization: Bearer …`.")
        })?;
        let mut program = accounts.unlock_program(key).await?;
        let Ok(ClientAddr(address)) = ClientAddr::from_request_parts(parts, state).await;
        program.caller.address = address.to_string();
        Ok(program)
    }
}

impl Accounts {
    /// Refuses what a page of another origin asks, also of one whose host name was made to point here
    /// (DNS rebinding): unlike for cookies, an `Origin` that is the host that is asked proves nothing.
    ///
    /// # Errors
    /// `forbidden`.
    pub fn refuse_other_origins(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let ours = self.0.public_url.trim_end_matches('/');
        let foreign = |origin: &HeaderValue| origin.to_str().map_or(true, |origin| origin != ours);
        match headers.get(ORIGIN) {
            Some(origin) if foreign(origin) => {
                Err(Problem::forbidden("This request came from another site."))
            }
            _ => Ok(()),
        }
    }

    /// Who calls, where the request's field `token` is something else than a token of ours.
    ///
    /// # Errors
    /// As for any caller.
    pub async fn caller_beside(
        &self,
        headers: &HeaderMap,
        found: &Credentials,
        token: &str,
    ) -> Result<Caller, Problem> {
        let credential = found.first_beside(token).ok_or_else(Problem::unauthorized)?;
        self.check_origin(&Method::POST, headers, credential)?;
        self.authenticate(&credential.token).await
    }

    /// Who a browser is signed in as by its cookie, also when the access token in it has expired: for what
    /// it is shown, and for nothing that acts.
    ///
    /// # Errors
    /// What the database said.
    pub async fn signed_in(&self, headers: &HeaderMap) -> DbResult<Option<Caller>> {
        let parts = &self.0;
        let value = cookie(headers, AUTH_COOKIE).unwrap_or_default();
        let Some(claims) = parts.signer.read_expired(split_cookie(&value).0) else {
            return Ok(None);
        };
        let mut conn = parts.db.read().await?;
        store::caller(&mut conn, claims.whose(), parts.clock.now_ms()).await
    }

    /// Refuses to act on a cookie that another site's page made the browser send. Tokens that a
    /// program writes itself prove that it knows them.
    pub(super) fn check_origin(
        &self,
        method: &Method,
        headers: &HeaderMap,
        credential: &Credential,
    ) -> Result<(), Problem> {
        if credential.source != Source::Cookie || method.is_safe() {
            return Ok(());
        }
        self.refuse_other_sites(headers)
    }

    /// Refuses requests that a page of another site made.
    pub(super) fn refuse_other_sites(&self, headers: &HeaderMap) -> Result<(), Problem> {
        match same_origin(headers, &self.0.public_url) {
            Some(false) => Err(Problem::forbidden("This request came from another site.")),
            Some(true) | None => Ok(()),
        }
    }
}
