//! Fetching a file for the operator, by the same rules that hold for plugins.

use super::{
    NetError, PurposeEgress,
    send::{classify, refused},
};
use crate::plugins::{egress::grant::denied, model::Detail};
use reqwest::header::LOCATION;
use std::time::Duration;
use url::Url;

/// How many redirects are followed.
const HOPS: usize = 5;

impl PurposeEgress {
    /// The body of an `https` address, at most `max` bytes of it. Each redirect is judged like the
    /// first address. What `egress.allow_private` lists for this purpose may also be plain `http`:
    /// it is the operator's own network.
    ///
    /// # Errors
    /// [`NetError`]; nothing is told apart that the operator could not act on.
    pub async fn fetch(&self, url: &str, max: u64, limit: Duration) -> Result<Vec<u8>, NetError> {
        let url = Url::parse(url)
            .map_err(|e| denied("http.url", format!("the address cannot be used: {e}")))?;
        tokio::time::timeout(limit, self.hops(url, max))
            .await
            .unwrap_or(Err(NetError::Timeout { sent: true }))
    }

    async fn hops(&self, mut url: Url, max: u64) -> Result<Vec<u8>, NetError> {
        for _ in 0..=HOPS {
            let mut response = self.hop(&url).await?;
            let status = response.status();
            if status.is_redirection() {
                let location = response.headers().get(LOCATION).and_then(|l| l.to_str().ok());
                let next = location.and_then(|l| url.join(l).ok());
                url = next.ok_or_else(|| {
                    denied("http.redirect", "the server redirects to no usable address")
                })?;
                continue;
            }
            if !status.is_success() {
                let said = format!("the server answers {status}");
                return Err(NetError::Connect(Detail::new("http.status", said)));
            }
            if response.content_length().is_some_and(|length| length > max) {
                return Err(NetError::TooLarge);
            }
            let mut body = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(|e| classify(&e, false))? {
                if (body.len() + chunk.len()) as u64 > max {
                    return Err(NetError::TooLarge);
                }
                body.extend_from_slice(&chunk);
            }
            return Ok(body);
        }
        Err(denied("http.redirects", format!("more than {HOPS} redirects")))
    }

    async fn hop(&self, url: &Url) -> Result<reqwest::Response, NetError> {
        let client = self.usable(url).await?;
        client.get(url.clone()).send().await.map_err(|e| classify(&e, false))
    }

    /// A client for an address that the broker may be sent to without a plugin's grant.
    pub(super) async fn usable(&self, url: &Url) -> Result<reqwest::Client, NetError> {
        let host = url.host_str().unwrap_or_default();
        let port = url.port_or_known_default().unwrap_or(443);
        if !url.username().is_empty() || url.password().is_some() {
            return Err(denied("http.userinfo", "the address may hold no user name or password"));
        }
        let plain = url.scheme() == "http" && self.is_listed(host, port);
        if url.scheme() != "https" && !plain {
            return Err(denied(
                "http.scheme",
                format!("`{}` is refused: only https is used", url.origin().ascii_serialization()),
            ));
        }
        // The client asks its resolver for names only; an address in the URL is judged here.
        self.resolve(host, port).await.map_err(|error| {
            // A name that leads into the own network fails as one that leads nowhere does, so that
            // nobody learns by trying which names there are.
            let literal = error.is_about_literal();
            match refused(error) {
                NetError::Denied(detail) if !literal => NetError::Dns(detail),
                error => error,
            }
        })?;
        self.client(0, url)
            .ok_or_else(|| NetError::Connect(Detail::new("http.client", "no client could be made")))
    }
}
