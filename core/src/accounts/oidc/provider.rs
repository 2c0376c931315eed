//! The provider: where it is, its keys, and exchanging a code. All of it goes through the broker that
//! plugins use, so that an address of the own network has to be allowed by name.

use super::OidcError;
use crate::{
    config::Oidc,
    plugins::{Egress, Purpose, PurposeEgress, net_error_text},
};
use jsonwebtoken::jwk::{Jwk, JwkSet};
use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::Value;
use std::{sync::Arc, time::Duration};
use url::Url;

const DOCUMENT_MAX: u64 = 1 << 20;
const PATIENCE: Duration = Duration::from_secs(10);
/// How long what the provider says of itself is believed.
const FRESH_MS: i64 = 3_600_000;
/// A key that nobody knows makes us look again, but not for every forged token.
const LOOK_AGAIN_MS: i64 = 60_000;

/// The provider of this installation.
pub(in crate::accounts) struct Provider {
    pub(super) settings: Oidc,
    egress: PurposeEgress,
    known: Mutex<Option<Arc<ProviderMetadata>>>,
}

/// What the provider says of itself.
pub(super) struct ProviderMetadata {
    pub authorize: Url,
    token: Url,
    keys: JwkSet,
    at_ms: i64,
}

#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
}

impl Provider {
    /// None when the operator named no provider, or nothing can be reached from here.
    pub(in crate::accounts) fn new(settings: &Oidc, egress: Option<Egress>) -> Option<Self> {
        let egress = egress.filter(|_| !settings.issuer.is_empty())?;
        Some(Self {
            settings: settings.clone(),
            egress: egress.to(Purpose::SignIn),
            known: Mutex::default(),
        })
    }

    /// What the provider says of itself, asked once an hour.
    pub(super) async fn known(&self, now: i64) -> Result<Arc<ProviderMetadata>, OidcError> {
        let held = self.known.lock().clone();
        match held.filter(|known| now - known.at_ms < FRESH_MS) {
            Some(known) => Ok(known),
            None => self.look(now).await,
        }
    }

    /// The key of this name; without a name the only one.
    pub(super) async fn key(&self, kid: Option<&str>, now: i64) -> Result<Jwk, OidcError> {
        let known = self.known(now).await?;
        if let Some(key) = pick(&known.keys, kid) {
            return Ok(key.clone());
        }
        let unheard_of = OidcError::Token("it is signed with a key that the provider has not");
        if now - known.at_ms < LOOK_AGAIN_MS {
            return Err(unheard_of);
        }
        let known = self.look(now).await?;
        pick(&known.keys, kid).cloned().ok_or(unheard_of)
    }

    async fn look(&self, now: i64) -> Result<Arc<ProviderMetadata>, OidcError> {
        let issuer = &self.settings.issuer;
        let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let document: Document = self.read(&address).await?;
        if document.issuer != *issuer {
            return Err(OidcError::Provider("it says it is another issuer".into()));
        }
        let keys: JwkSet = self.read(&document.jwks_uri).await?;
        let address =
            |text: &str| Url::parse(text).map_err(|error| OidcError::Provider(error.to_string()));
        let authorize = address(&document.authorization_endpoint)?;
        let token = address(&document.token_endpoint)?;
        let known = Arc::new(ProviderMetadata { authorize, token, keys, at_ms: now });
        *self.known.lock() = Some(known.clone());
        Ok(known)
    }

    async fn read<T: for<'de> Deserialize<'de>>(&self, url: &str) -> Result<T, OidcError> {
        let body = self.egress.fetch(url, DOCUMENT_MAX, PATIENCE).await;
        let body = body.map_err(|error| OidcError::Provider(net_error_text(&error)))?;
        serde_json::from_slice(&body).map_err(|error| OidcError::Provider(error.to_string()))
    }

    /// The identity token for a code.
    pub(super) async fn exchange(
        &self,
        known: &ProviderMetadata,
        code: &str,
        verifier: &str,
        redirect_uri: &str,
    ) -> Result<String, OidcError> {
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("code_verifier", verifier)
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("client_secret", &self.settings.client_secret)
            .finish();
        let headers =
            [("content-type", "application/x-www-form-urlencoded"), ("accept", "application/json")];
        let body = form.into_bytes();
        let answer =
            self.egress.post_for(&known.token, &headers, body, (DOCUMENT_MAX, PATIENCE)).await;
        let (status, body) = answer.map_err(|error| OidcError::Provider(net_error_text(&error)))?;
        let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
        match answer["id_token"].as_str() {
            Some(token) if status == 200 => Ok(token.to_owned()),
            _ => Err(OidcError::Provider(format!("it gave no token (status {status})"))),
        }
    }
}

fn pick<'a>(keys: &'a JwkSet, kid: Option<&str>) -> Option<&'a Jwk> {
    match (kid, keys.keys.as_slice()) {
        (Some(kid), _) => keys.find(kid),
        (None, [only]) => Some(only),
        (None, _) => None,
    }
}
