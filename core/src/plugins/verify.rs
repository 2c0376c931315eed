//! Webhook verification: the manifest's recipes, run over the raw request before any guest.
//!
//! Pure. Every comparison takes the same time whatever the first difference is, and a secret that
//! is missing or empty never passes, so a half-configured account is closed, not open.

use super::{
    account::Secrets,
    manifest::{Encoding, Manifest, Recipe, RecipeKind},
};
use base64::{Engine as _, engine::general_purpose};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// Why no recipe passed. Never says more to the caller of the webhook than "401".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    #[error("the plugin declares no way to verify its webhooks")]
    NoRecipe,
    #[error("the secret setting {0} has no value, so no request can be verified")]
    NoSecret(String),
    #[error("the request carries no valid signature")]
    Refused,
}

/// Tries all recipes and names the first that passes.
pub fn verify(
    manifest: &Manifest,
    secrets: &Secrets,
    headers: &[(String, Vec<u8>)],
    query: &str,
    body: &[u8],
) -> Result<String, VerifyError> {
    let recipes = manifest.webhook.as_ref().map_or(&[][..], |w| w.verify.as_slice());
    let mut problem = VerifyError::NoRecipe;
    for recipe in recipes {
        let Some(secret) = secrets.get(&recipe.secret) else {
            if problem != VerifyError::Refused {
                problem = VerifyError::NoSecret(recipe.secret.clone());
            }
            continue;
        };
        if passes(recipe, secret, headers, query, body) {
            return Ok(recipe.name.clone());
        }
        problem = VerifyError::Refused;
    }
    Err(problem)
}

/// Takes out of a verified request what proved it, for every recipe of the manifest: a secret in a
/// header or in the query is as good as the setting it equals, so neither the guest nor the stored
/// input may have it. The rest of the query keeps its bytes.
pub fn strip_proofs(manifest: &Manifest, headers: &mut Vec<(String, Vec<u8>)>, query: &mut String) {
    let recipes = manifest.webhook.as_ref().map_or(&[][..], |w| w.verify.as_slice());
    headers.retain(|(name, _)| {
        let proves = |r: &Recipe| r.header.as_deref().is_some_and(|h| h.eq_ignore_ascii_case(name));
        !recipes.iter().any(proves)
    });
    let proves = |pair: &&str| {
        let name = url::form_urlencoded::parse(pair.as_bytes()).next().map(|(name, _)| name);
        name.is_some_and(|name| recipes.iter().any(|r| r.query.as_deref() == Some(&*name)))
    };
    if query.split('&').any(|pair| proves(&pair)) {
        *query = query.split('&').filter(|pair| !proves(pair)).collect::<Vec<_>>().join("&");
    }
}

fn passes(
    recipe: &Recipe,
    secret: &str,
    headers: &[(String, Vec<u8>)],
    query: &str,
    body: &[u8],
) -> bool {
    match recipe.kind {
        RecipeKind::HeaderEquals => {
            only_header(headers, recipe.header.as_deref()).is_some_and(|v| same(v, secret))
        }
        RecipeKind::QueryEquals => {
            let Some(name) = recipe.query.as_deref() else {
                return false;
            };
            let mut values =
                url::form_urlencoded::parse(query.as_bytes()).filter(|(k, _)| k == name);
            match (values.next(), values.next()) {
                (Some((_, value)), None) => same(value.as_bytes(), secret),
                _ => false,
            }
        }
        RecipeKind::HmacSha256 => only_header(headers, recipe.header.as_deref())
            .and_then(|v| v.strip_prefix(recipe.prefix.as_deref().unwrap_or("").as_bytes()))
            .and_then(|v| decode(recipe.encoding.unwrap_or(Encoding::Hex), v))
            .is_some_and(|signature| {
                let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
                    return false;
                };
                mac.update(body);
                mac.verify_slice(&signature).is_ok()
            }),
    }
}

/// A header that came twice is ambiguous: an intermediary may have looked at the other one.
fn only_header<'a>(headers: &'a [(String, Vec<u8>)], name: Option<&str>) -> Option<&'a [u8]> {
    let name = name?;
    let mut found = headers.iter().filter(|(k, _)| k.eq_ignore_ascii_case(name));
    match (found.next(), found.next()) {
        (Some((_, value)), None) => Some(value),
        _ => None,
    }
}

fn decode(encoding: Encoding, text: &[u8]) -> Option<Vec<u8>> {
    match encoding {
        Encoding::Base64 => general_purpose::STANDARD.decode(text).ok(),
        Encoding::Hex => {
            let text = std::str::from_utf8(text).ok()?;
            if !text.is_ascii() || text.len() % 2 != 0 {
                return None;
            }
            (0..text.len())
                .step_by(2)
                .map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok())
                .collect()
        }
    }
}

/// Compares digests, so that neither length nor content shows in the time taken.
fn same(given: &[u8], secret: &str) -> bool {
    let (a, b) = (Sha256::digest(given), Sha256::digest(secret.as_bytes()));
    a.iter().zip(b.iter()).fold(0, |differs, (x, y)| differs | (x ^ y)) == 0
}

#[cfg(test)]
mod tests;
