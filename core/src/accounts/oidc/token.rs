//! Judging the provider's token: its signature, and what it says. Pure but for the key.

use super::OidcError;
use crate::crypto::sha256_hex;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, jwk::Jwk};
use serde::Deserialize;

/// How far the provider's clock and ours may be apart.
const SKEW_S: i64 = 60;
/// A token is made for the sign-in that it ends, so an old one is somebody else's.
const AGE_MAX_S: i64 = 600;

/// What a token says.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Claims {
    pub iss: String,
    pub sub: String,
    aud: Audiences,
    #[serde(default)]
    azp: Option<String>,
    exp: i64,
    iat: i64,
    #[serde(default)]
    nbf: Option<i64>,
    #[serde(default)]
    nonce: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    email_verified: Truth,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Audiences {
    One(String),
    Several(Vec<String>),
}

/// Some providers write it as a text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
enum Truth {
    Said(bool),
    Written(String),
    #[default]
    Unsaid,
}

impl Claims {
    /// The mail address, when the provider vouches for it.
    pub(super) fn verified_email(&self) -> Option<&str> {
        let vouched = match &self.email_verified {
            Truth::Said(said) => *said,
            Truth::Written(text) => text == "true",
            Truth::Unsaid => false,
        };
        Some(self.email.trim()).filter(|email| vouched && !email.is_empty())
    }
}

/// Checks the signature. Only signatures of a key pair count: what is signed with a shared secret, or
/// not at all, anybody could have made.
pub(super) fn read(token: &str, algorithm: Algorithm, key: &Jwk) -> Result<Claims, OidcError> {
    let by_pair = !matches!(algorithm, Algorithm::HS256 | Algorithm::HS384 | Algorithm::HS512);
    if !by_pair {
        return Err(OidcError::Token("it is signed with a shared secret"));
    }
    let key = DecodingKey::from_jwk(key).map_err(|_| OidcError::Token("its key is unusable"))?;
    let mut validation = Validation::new(algorithm);
    // Everything but the signature is checked below, with our clock.
    (validation.validate_exp, validation.validate_aud) = (false, false);
    validation.required_spec_claims.clear();
    decode::<Claims>(token, &key, &validation)
        .map(|read| read.claims)
        .map_err(|_| OidcError::Token("its signature or form is wrong"))
}

/// What a token has to fit.
pub(super) struct Expected<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce_hash: &'a str,
    pub now_s: i64,
}

/// Checks what a token says. None when it is good.
pub(super) fn fault(claims: &Claims, expected: &Expected<'_>) -> Option<&'static str> {
    let ours = |aud: &String| aud == expected.client_id;
    let for_us = match &claims.aud {
        Audiences::One(aud) => ours(aud),
        // For several it is ours when we are the one that asked.
        Audiences::Several(all) => {
            all.iter().any(ours) && (all.len() == 1 || claims.azp.as_ref().is_some_and(ours))
        }
    };
    let now = expected.now_s;
    if claims.iss != expected.issuer {
        Some("it is another issuer's")
    } else if !for_us || claims.azp.as_ref().is_some_and(|azp| !ours(azp)) {
        Some("it is for somebody else")
    } else if claims.exp <= now - SKEW_S {
        Some("it has expired")
    } else if claims.iat > now + SKEW_S || claims.nbf.is_some_and(|nbf| nbf > now + SKEW_S) {
        Some("it is from the future")
    } else if claims.iat < now - AGE_MAX_S - SKEW_S {
        Some("it is old")
    } else if claims.nonce.is_empty() || sha256_hex(claims.nonce.as_bytes()) != expected.nonce_hash
    {
        Some("it is of another sign-in")
    } else if claims.sub.is_empty() || claims.sub.len() > 255 {
        Some("it names nobody")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const NOW: i64 = 1_700_000_000;

    fn judged(change: Value) -> Option<&'static str> {
        let mut claims = json!({
            "iss": "https://id.example", "sub": "7", "aud": "desk", "exp": NOW + 300, "iat": NOW,
            "nonce": "n",
        });
        for (name, value) in change.as_object().expect("an object") {
            claims[name] = value.clone();
        }
        let claims: Claims = serde_json::from_value(claims).expect("claims");
        let nonce_hash = sha256_hex(b"n");
        let expected = Expected {
            issuer: "https://id.example",
            client_id: "desk",
            nonce_hash: &nonce_hash,
            now_s: NOW,
        };
        fault(&claims, &expected)
    }

    #[test]
    fn a_token_is_the_providers_for_us_and_from_now() {
        for good in [
            json!({}),
            json!({ "aud": ["desk"] }),
            json!({ "aud": ["desk", "other"], "azp": "desk" }),
            json!({ "exp": NOW - SKEW_S + 1 }),
            json!({ "iat": NOW + SKEW_S }),
            json!({ "iat": NOW - AGE_MAX_S }),
        ] {
            assert_eq!(judged(good.clone()), None, "{good}");
        }
        for bad in [
            json!({ "iss": "https://id.example/" }),
            json!({ "aud": "other" }),
            json!({ "aud": [] }),
            json!({ "aud": ["desk", "other"] }),
            json!({ "azp": "other" }),
            json!({ "exp": NOW - SKEW_S }),
            json!({ "iat": NOW + SKEW_S + 1 }),
            json!({ "nbf": NOW + SKEW_S + 1 }),
            json!({ "iat": NOW - AGE_MAX_S - SKEW_S - 1 }),
            json!({ "nonce": "m" }),
            json!({ "nonce": "" }),
            json!({ "sub": "" }),
        ] {
            assert!(judged(bad.clone()).is_some(), "{bad}");
        }
    }

    #[test]
    fn an_address_counts_when_the_provider_vouches_for_it() {
        for (verified, counts) in [
            (json!(true), true),
            (json!("true"), true),
            (json!(false), false),
            (json!("false"), false),
            (Value::Null, false),
        ] {
            let claims = json!({
                "iss": "i", "sub": "7", "aud": "desk", "exp": 0, "iat": 0, "email": " a@b.example ",
                "email_verified": verified,
            });
            let claims: Claims = serde_json::from_value(claims).expect("claims");
            assert_eq!(claims.verified_email(), counts.then_some("a@b.example"), "{verified}");
        }
    }
}
