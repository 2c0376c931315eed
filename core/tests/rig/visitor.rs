//! A visitor of a chat page.

use super::socket::Socket;
use anyhow::{Context as _, Result};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;

/// A browser in which a link of the page is open.
pub struct Visitor {
    pub socket: Socket,
    token: String,
    csrf: String,
}

impl Visitor {
    /// Asks the page of a key for a link, as an address that a proxy tells, and opens it.
    pub async fn open(url: &str, key: &str, from: &str) -> Result<Self> {
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
        let link = post(&http, &format!("{url}/api/livechat/link"), from);
        let link = link.json(&json!({ "key": key })).send().await?.error_for_status()?;
        let link: Value = link.json().await?;
        let token = link["token"].as_str().context("a token")?.to_owned();
        Self::with_token(&http, url, &token, from).await
    }

    /// Opens a link.
    pub async fn with_token(http: &Client, url: &str, token: &str, from: &str) -> Result<Self> {
        let info = post(http, &format!("{url}/api/livechat/info"), from);
        let info: Value = info.json(&json!({ "token": token })).send().await?.json().await?;
        let csrf = info["csrf"].as_str().context("a session")?.to_owned();
        let socket = Socket::visitor(url, from).await?;
        Ok(Self { socket, token: token.to_owned(), csrf })
    }

    /// Joins the queue, and listens.
    pub async fn join(&mut self, name: &str) -> Result<()> {
        let data = json!({ "token": self.token, "csrf": self.csrf, "name": name });
        let join = json!({ "event": "registerQueue", "data": data, "id": 1 });
        self.socket.send(&join.to_string()).await?;
        self.until(r#"{"ack":1,"#).await?;
        self.socket.send(r#"{"event":"live","data":{},"id":2}"#).await
    }

    /// Reads until a frame holds these words, half a minute long.
    pub async fn until(&mut self, words: &str) -> Result<()> {
        let told = async {
            while !self.socket.text().await?.contains(words) {}
            Ok(())
        };
        timeout(Duration::from_secs(30), told).await.with_context(|| format!("no {words}"))?
    }
}

/// A post that comes, as a proxy tells, from an address.
pub fn post(http: &Client, url: &str, from: &str) -> RequestBuilder {
    http.post(url).header("x-forwarded-for", from)
}
