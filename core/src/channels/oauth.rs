//! Signing in at a provider (OAuth 2.0 with PKCE): the host runs the dance, keeps the tokens among the
//! account's secrets and renews them; a plugin only learns that it happened.
//!
//! Beginning gives an address for the admin's browser. The provider sends the browser back with a code
//! and our state, which works once, for a while, and only for the admin who began.

mod renew;
mod tokens;

use super::{
    Channels,
    account::{
        health::Status,
        registry::{CHANGED, Channel},
    },
    admin::audit_lines,
    store::{self, Begun},
};
use crate::{
    accounts::Caller,
    audit::{self, Author},
    crypto::sha256_hex,
    http::{Code, Problem},
    plugins::{Called, Interface, OAuthGrant, manifest::OAuth},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
pub(super) use renew::RENEW;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, sync::Arc};
use url::Url;

/// How long an admin may take at the provider.
const STATE_MS: i64 = 600_000;

/// How a sign-in ended, for the page that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// 0 when nobody can say which account it was for.
    pub channel_id: i64,
    pub name: String,
    /// None: it went well.
    pub problem: Option<String>,
}

impl Ended {
    fn failed(begun: Option<&Begun>, problem: impl Into<String>) -> Self {
        Self {
            channel_id: begun.map_or(0, |b| b.channel_id),
            name: begun.map(|b| b.name.clone()).unwrap_or_default(),
            problem: Some(problem.into()),
        }
    }
}

/// The context under which a sign-in's verifier is sealed.
fn verifier_context(hash: &str) -> String {
    format!("oauth/{hash}")
}

impl Channels {
    /// Begins a sign-in and gives the address for the admin's browser.
    pub(super) async fn begin_oauth(
        &self,
        caller: &Caller,
        id: i64,
        name: &str,
    ) -> Result<String, Problem> {
        caller.require_admin()?;
        let channel = self.find(caller.client_id, id)?;
        let recipe = recipe(&channel, name).ok_or_else(Problem::not_found)?;
        let config: Value = serde_json::from_str(&channel.row.settings).unwrap_or_default();
        let client = config[recipe.client_id.as_str()].as_str().map(str::trim).unwrap_or_default();
        if client.is_empty() {
            let text = "Enter and save the client id first.";
            return Err(Problem::field(&recipe.client_id, text));
        }
        let (state, verifier) = (self.ids.token(43), self.ids.token(64));
        let hash = sha256_hex(state.as_bytes());
        let begun = Begun {
            client_id: caller.client_id,
            user_id: caller.user_id,
            channel_id: id,
            name: name.to_owned(),
            verifier: self.keys.seal(&verifier_context(&hash), verifier.as_bytes(), &self.ids),
            expires_at: self.clock.now_ms() + STATE_MS,
        };
        let mut url = Url::parse(&recipe.authorize_url)
            .map_err(|_| Problem::new(Code::Conflict, "The plugin names no usable address."))?;
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("response_type", "code").append_pair("client_id", client);
            query.append_pair("redirect_uri", &self.redirect_uri()).append_pair("state", &state);
            if !recipe.scopes.is_empty() {
                query.append_pair("scope", &recipe.scopes.join(" "));
            }
            if recipe.pkce {
                let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
                query.append_pair("code_challenge", &challenge);
                query.append_pair("code_challenge_method", "S256");
            }
            for (key, value) in &recipe.parameters {
                query.append_pair(key, value);
            }
        }
        let mut tx = self.db.begin().await?;
        store::begin_sign_in(&mut tx, &hash, &begun).await?;
        tx.commit().await?;
        Ok(url.into())
    }

    /// Where providers send the browser back to.
    fn redirect_uri(&self) -> String {
        self.absolute("/oauth/callback")
    }

    /// The provider sent the browser back. `caller` is who is signed in there.
    pub(super) async fn end_oauth(
        &self,
        caller: Option<&Caller>,
        state: &str,
        answer: Result<&str, &str>,
    ) -> Result<Ended, Problem> {
        let hash = sha256_hex(state.as_bytes());
        let mut tx = self.db.begin().await?;
        let begun = store::use_sign_in_across_clients(&mut tx, &hash).await?;
        tx.commit().await?;
        let stale = "This sign-in was used already or took too long. Begin it again.";
        let Some(begun) = begun else { return Ok(Ended::failed(None, stale)) };
        if begun.expires_at < self.clock.now_ms() {
            return Ok(Ended::failed(Some(&begun), stale));
        }
        // Without this, an address that somebody else began would sign them in as this admin.
        let same = caller.filter(|c| {
            c.is_admin() && (c.client_id, c.user_id) == (begun.client_id, begun.user_id)
        });
        let Some(same) = same else {
            let text =
                "Another user began this sign-in. Sign in here as that admin, and begin again.";
            return Ok(Ended::failed(None, text));
        };
        let code = match answer {
            Ok(code) => code,
            Err(error) => {
                let text = format!("The provider refused: {}.", plain(error));
                return Ok(Ended::failed(Some(&begun), text));
            }
        };
        let found = self.registry.of_client(begun.client_id, begun.channel_id);
        let Some(channel) = found else {
            return Ok(Ended::failed(Some(&begun), "The account was removed."));
        };
        let context = verifier_context(&hash);
        let verifier = self.keys.open_sealed(&context, &begun.verifier).unwrap_or_default();
        let verifier = String::from_utf8(verifier).unwrap_or_default();
        let author = same.author();
        match self.exchange(&author, &channel, &begun.name, (code, &verifier)).await {
            Ok(()) => Ok(Ended { channel_id: channel.row.id, name: begun.name, problem: None }),
            Err(problem) => Ok(Ended::failed(Some(&begun), problem)),
        }
    }

    async fn exchange(
        &self,
        author: &Author,
        channel: &Arc<Channel>,
        name: &str,
        (code, verifier): (&str, &str),
    ) -> Result<(), String> {
        let recipe = recipe(channel, name).ok_or("The plugin has no such sign-in any more.")?;
        let redirect = self.redirect_uri();
        let mut form = vec![
            ("grant_type", "authorization_code".to_owned()),
            ("code", code.to_owned()),
            ("redirect_uri", redirect),
        ];
        if recipe.pkce {
            form.push(("code_verifier", verifier.to_owned()));
        }
        let tokens =
            self.fetch_tokens(channel, &recipe, form).await.map_err(|refusal| refusal.text)?;
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let kept = self.keep_tokens(Some(author), channel, name, (&recipe, &tokens)).await;
        kept.map_err(|e| e.to_string())?;
        let fresh = self.registry.of_client(client_id, id).ok_or("The account was removed.")?;
        self.tell_granted(&fresh, name, &tokens).await?;
        let now = self.clock.now_ms();
        self.establish(client_id, id, now).await.map_err(|problem| problem.message().to_owned())?;
        self.reconsider.notify_one();
        Ok(())
    }

    /// Tells the plugin, and stores the settings that it answers with.
    async fn tell_granted(
        &self,
        channel: &Channel,
        name: &str,
        tokens: &tokens::Tokens,
    ) -> Result<(), String> {
        let plugin = channel.plugin.clone().ok_or("The plugin is not installed.")?;
        if !plugin.manifest.offers(Interface::Oauth) {
            return Ok(());
        }
        let grant = OAuthGrant {
            name: name.to_owned(),
            scopes: tokens.scopes.split_whitespace().map(str::to_owned).collect(),
            answer: tokens.answer.to_string(),
        };
        let account = self.account(channel);
        let Called { result, report } = self.host.granted(&account, &grant).await;
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let stored = async {
            let mut tx = self.db.begin().await?;
            match &result {
                Ok(_) => self.record_call(&mut tx, channel, "oauth", &report).await?,
                Err(error) => {
                    self.record_fault(&mut tx, channel, "oauth", error, &report).await?;
                    let text = error.to_string();
                    self.set_status(&mut tx, channel, Status::NeedsConfig, &text, None).await?;
                }
            }
            if let Ok(settings) = &result
                && let Some((text, sealed)) = store::lock_settings(&mut tx, client_id, id).await?
            {
                let mut open: Value = serde_json::from_str(&text).unwrap_or_default();
                for (name, value) in settings {
                    let property = &plugin.schema["properties"][name.as_str()];
                    if !property.is_null() && property["x-secret"] != true {
                        open[name.as_str()] = value.clone().into();
                    }
                }
                store::write_settings(&mut tx, client_id, id, &open.to_string(), &sealed).await?;
                tx.queued(CHANGED);
            }
            tx.commit().await?;
            self.reload_account(client_id, id).await
        };
        stored.await.map_err(|e| e.to_string())?;
        result.map(drop).map_err(|e| e.to_string())
    }

    /// Stores tokens among the account's secrets, and plans their renewal. The author is the admin
    /// who signed in; a renewal has none.
    async fn keep_tokens(
        &self,
        author: Option<&Author>,
        channel: &Channel,
        name: &str,
        (recipe, tokens): (&OAuth, &tokens::Tokens),
    ) -> crate::db::DbResult<()> {
        let (client_id, id) = (channel.row.client_id, channel.row.id);
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let Some((settings, sealed)) = store::lock_settings(&mut tx, client_id, id).await? else {
            return Err(crate::db::DbError::NotFound);
        };
        let context = super::account::call_context::seal_context(client_id, &channel.row.hook_key);
        let opened = self.keys.open_sealed(&context, &sealed).unwrap_or_default();
        let mut secrets: BTreeMap<String, String> =
            serde_json::from_slice(&opened).unwrap_or_default();
        secrets.insert(recipe.access_token.clone(), tokens.access.clone());
        if let (Some(setting), Some(refresh)) = (&recipe.refresh_token, &tokens.refresh) {
            secrets.insert(setting.clone(), refresh.clone());
        }
        let json = serde_json::to_vec(&secrets).unwrap_or_default();
        let sealed = self.keys.seal(&context, &json, &self.ids);
        store::write_settings(&mut tx, client_id, id, &settings, &sealed).await?;
        let expires_at = tokens.lives_ms.map(|ms| now + ms);
        let key = (client_id, id, name);
        store::set_grant(&mut tx, key, &tokens.scopes, expires_at, now).await?;
        if let Some(lives_ms) = tokens.lives_ms.filter(|_| recipe.refresh_token.is_some()) {
            renew::plan(&mut tx, key, now + renew::renew_after(lives_ms)).await?;
        }
        if let Some(author) = author {
            let act = audit_lines::signed_in(&channel.row, name);
            audit::note(&mut tx, author, &act, now).await?;
        }
        tx.queued(CHANGED);
        tx.commit().await?;
        self.reload_account(client_id, id).await
    }
}

/// A sign-in of the account's manifest.
fn recipe(channel: &Channel, name: &str) -> Option<OAuth> {
    channel.plugin.as_ref()?.manifest.oauth.get(name).cloned()
}

/// A provider's error code, as it may be shown.
fn plain(error: &str) -> String {
    error.chars().filter(|c| c.is_ascii_alphanumeric() || "_-. ".contains(*c)).take(100).collect()
}
