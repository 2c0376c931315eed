//! Who a visitor is, as the site's server says and signs it: a JSON Web Token (RFC 7519) with HS256. Pure.

use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use serde::{Deserialize, Serialize};

/// How far a site's clock and ours may be apart.
const SKEW_S: i64 = 60;
/// A token longer than that is none.
const TOKEN_MAX: usize = 4_096;

/// A visitor as a site's server knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::livechat) struct VisitorIdentity {
    /// The site's own id of the person.
    pub sub: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub phone: String,
}

#[derive(Deserialize)]
struct Claims {
    exp: i64,
    #[serde(flatten)]
    identity: VisitorIdentity,
}

/// Reads a token.
///
/// # Errors
/// What the site has to do.
pub(super) fn read(token: &str, secret: &str, now_s: i64) -> Result<VisitorIdentity, &'static str> {
    const WRONG: &str =
        "The identity is not signed with the widget's secret. Sign it by HS256, with sub and exp.";
    if token.len() > TOKEN_MAX {
        return Err("The identity is too long: at most 4,096 characters.");
    }
    let key = DecodingKey::from_secret(secret.as_bytes());
    let mut validation = Validation::new(Algorithm::HS256);
    // The time is judged below, by our clock.
    (validation.validate_exp, validation.validate_aud) = (false, false);
    validation.required_spec_claims.clear();
    let claims = decode::<Claims>(token, &key, &validation).map_err(|_| WRONG)?.claims;
    if claims.exp.saturating_add(SKEW_S) < now_s {
        return Err("The identity has expired. Sign a new one for each page.");
    }
    let cut = |text: &str, most: usize| text.trim().chars().take(most).collect::<String>();
    let identity = VisitorIdentity {
        sub: cut(&claims.identity.sub, 200),
        name: cut(&claims.identity.name, 120),
        email: cut(&claims.identity.email, 200),
        phone: cut(&claims.identity.phone, 60),
    };
    if identity.sub.is_empty() {
        return Err("The identity says no sub: put the person's id at your site there.");
    }
    Ok(identity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jsonwebtoken::{EncodingKey, Header, encode};
    use serde_json::{Value, json};

    fn signed(claims: &Value, algorithm: Algorithm, secret: &str) -> String {
        let key = EncodingKey::from_secret(secret.as_bytes());
        encode(&Header::new(algorithm), claims, &key).expect("signed")
    }

    #[test]
    fn who_a_site_signs_is_known() {
        let claims =
            json!({ "sub": "42", "name": " Mei ", "email": "mei@shop.example", "exp": 1_000 });
        let token = signed(&claims, Algorithm::HS256, "secret");
        let identity = read(&token, "secret", 1_060).expect("good");
        assert_eq!((identity.sub.as_str(), identity.name.as_str()), ("42", "Mei"));
        assert_eq!(identity.phone, "");
        let expired = read(&token, "secret", 1_061).expect_err("too old");
        assert!(expired.contains("expired"), "{expired}");
        assert!(read(&token, "another", 0).expect_err("another's").contains("not signed"));
    }

    #[test]
    fn what_anybody_could_have_made_is_refused() {
        let good = json!({ "sub": "42", "exp": 1_000 });
        for (claims, algorithm) in [
            (json!({ "sub": "42" }), Algorithm::HS256),
            (json!({ "exp": 1_000 }), Algorithm::HS256),
            (json!({ "sub": " ", "exp": 1_000 }), Algorithm::HS256),
            (good.clone(), Algorithm::HS384),
        ] {
            let token = signed(&claims, algorithm, "secret");
            assert!(read(&token, "secret", 0).is_err(), "{claims} {algorithm:?}");
        }
        // Unsigned: {"alg":"none"} and the good claims.
        let body = signed(&good, Algorithm::HS256, "x");
        let body = body.split('.').nth(1).expect("claims");
        for token in [format!("eyJhbGciOiJub25lIn0.{body}."), String::new(), "a.b.c".into()] {
            assert!(read(&token, "secret", 0).is_err(), "{token}");
        }
        assert!(read(&"x".repeat(5_000), "secret", 0).expect_err("long").contains("too long"));
    }
}
