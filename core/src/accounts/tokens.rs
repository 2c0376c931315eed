//! Access tokens (signed, short-lived), refresh tokens (random, stored as hashes) and the cookie.

use crate::{crypto::Keys, ids::Ids};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};

/// Between the access and the refresh token in the cookie; neither alphabet has it.
const BETWEEN: char = '~';
const YEAR_S: i64 = 365 * 24 * 60 * 60;
const ACCESS: &str = "access";

/// Both tokens of a session.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenPair {
    pub access: String,
    pub refresh: String,
}

impl std::fmt::Debug for TokenPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenPair(hidden)")
    }
}

/// Whose session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TokenSubject {
    pub client_id: i64,
    pub user_id: i64,
    pub session_id: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Claims {
    sub: String,
    cid: i64,
    sid: i64,
    typ: String,
    iat: i64,
    exp: i64,
}

impl Claims {
    pub(super) fn whose(&self) -> TokenSubject {
        // A subject that is no number names no user; ids start at 1.
        let user_id = self.sub.parse().unwrap_or(0);
        TokenSubject { client_id: self.cid, user_id, session_id: self.sid }
    }
}

/// Signs and reads access tokens.
pub(super) struct Signer {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

impl Signer {
    pub(super) fn new(keys: &Keys) -> Self {
        let key = keys.derive("accounts/access-token");
        let mut validation = Validation::new(Algorithm::HS256);
        // The library asks the system for the time; expiry is checked below with our clock.
        validation.validate_exp = false;
        validation.required_spec_claims.clear();
        Self {
            encoding: EncodingKey::from_secret(&key),
            decoding: DecodingKey::from_secret(&key),
            validation,
        }
    }

    pub(super) fn sign(
        &self,
        whose: TokenSubject,
        now_ms: i64,
        life_ms: i64,
    ) -> anyhow::Result<String> {
        let claims = Claims {
            sub: whose.user_id.to_string(),
            cid: whose.client_id,
            sid: whose.session_id,
            typ: ACCESS.to_owned(),
            iat: now_ms / 1000,
            exp: (now_ms + life_ms) / 1000,
        };
        Ok(encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)?)
    }

    /// The claims of a token that we signed and that has not expired.
    pub(super) fn read(&self, token: &str, now_ms: i64) -> Option<Claims> {
        self.read_expired(token).filter(|claims| claims.exp > now_ms / 1000)
    }

    /// The claims of a token that we signed, whatever the time: enough to sign out.
    pub(super) fn read_expired(&self, token: &str) -> Option<Claims> {
        let claims = decode::<Claims>(token, &self.decoding, &self.validation).ok()?.claims;
        (claims.typ == ACCESS).then_some(claims)
    }
}

/// A new refresh token: 258 random bits.
pub(super) fn new_refresh(ids: &Ids) -> String {
    ids.token(43)
}

/// The parts of a cookie's value; an access token alone has no refresh part.
pub(super) fn split_cookie(value: &str) -> (&str, Option<&str>) {
    match value.split_once(BETWEEN) {
        Some((access, refresh)) => (access, Some(refresh).filter(|r| !r.is_empty())),
        None => (value, None),
    }
}

/// The header that keeps a browser signed in for a year.
pub(super) fn set_cookie(pair: &TokenPair, secure: bool) -> String {
    cookie(&format!("{}{BETWEEN}{}", pair.access, pair.refresh), YEAR_S, secure)
}

/// The header that makes a browser forget.
pub(super) fn clear_cookie(secure: bool) -> String {
    cookie("", 0, secure)
}

fn cookie(value: &str, max_age_s: i64, secure: bool) -> String {
    let name = crate::http::AUTH_COOKIE;
    let secure = if secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Lax{secure}")
}
