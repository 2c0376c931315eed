//! A signed-in user's calls.

use super::program::password;
use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use std::time::Duration;

/// Cheap to clone.
#[derive(Clone)]
pub struct Desk {
    pub http: reqwest::Client,
    pub url: String,
    pub token: String,
}

impl Desk {
    /// Signs a user of the rig in.
    pub async fn sign_in(url: &str, username: &str, kind: &str) -> Result<Self> {
        // A second provider in the same process finds the first, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http =
            reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
        let body = json!({
            "client": username, "password": password(username), "type": kind, "tfa": "",
        });
        let answer = http.post(format!("{url}/api/auth2")).json(&body).send().await?;
        let answer: Value = answer.json().await?;
        let token = answer["token"].as_str().with_context(|| answer.to_string())?.to_owned();
        Ok(Self { http, url: url.to_owned(), token })
    }

    pub async fn get(&self, path: &str) -> Result<Value> {
        let request = self.http.get(format!("{}{path}", self.url)).bearer_auth(&self.token);
        read(request, path).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.token);
        read(request.json(body), path).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Result<Value> {
        let request = self.http.put(format!("{}{path}", self.url)).bearer_auth(&self.token);
        read(request.json(body), path).await
    }

    pub async fn delete(&self, path: &str) -> Result<()> {
        let request = self.http.delete(format!("{}{path}", self.url)).bearer_auth(&self.token);
        request.send().await?.error_for_status()?;
        Ok(())
    }

    /// Connects a Telegram bot whose network is at `api`.
    pub async fn connect_telegram(&self, token: &str, secret: &str, api: &str) -> Result<Value> {
        let body = json!({
            "plugin": "telegram", "name": "Telegram",
            "settings": { "bot_token": token, "webhook_secret": secret, "api_base": api },
        });
        self.post("/api/channels", &body).await
    }
}

async fn read(request: reqwest::RequestBuilder, path: &str) -> Result<Value> {
    let answer = request.send().await?;
    let status = answer.status();
    let text = answer.text().await?;
    if !status.is_success() {
        bail!("{path}: {status}: {text}");
    }
    serde_json::from_str(&text).with_context(|| format!("{path}: {text}"))
}
