//! Posting something of the program's own to an address that a browser named.

use super::{NetError, PurposeEgress, send::classify};
use std::time::Duration;
use url::Url;

impl PurposeEgress {
    /// Posts and gives the status. Nothing is followed and nothing of the answer is read. What
    /// `egress.allow_private` lists for this purpose may also be plain `http`, all else is `https`
    /// at a public address.
    ///
    /// # Errors
    /// [`NetError::Denied`] where such an address may not be used at all.
    pub async fn post(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        body: Vec<u8>,
        limit: Duration,
    ) -> Result<u16, NetError> {
        let sending = async {
            let response = self.posted(url, headers, body).await?;
            Ok(response.status().as_u16())
        };
        tokio::time::timeout(limit, sending).await.unwrap_or(Err(NetError::Timeout { sent: true }))
    }

    /// The same, with at most so many bytes of the answer.
    ///
    /// # Errors
    /// [`NetError`].
    pub async fn post_for(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        body: Vec<u8>,
        (max, limit): (u64, Duration),
    ) -> Result<(u16, Vec<u8>), NetError> {
        let sending = async {
            let mut response = self.posted(url, headers, body).await?;
            let status = response.status().as_u16();
            let mut answer = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(|e| classify(&e, true))? {
                if (answer.len() + chunk.len()) as u64 > max {
                    return Err(NetError::TooLarge);
                }
                answer.extend_from_slice(&chunk);
            }
            Ok((status, answer))
        };
        tokio::time::timeout(limit, sending).await.unwrap_or(Err(NetError::Timeout { sent: true }))
    }

    async fn posted(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Result<reqwest::Response, NetError> {
        let client = self.usable(url).await?;
        let mut request = client.post(url.clone()).body(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send().await.map_err(|e| classify(&e, true))
    }
}
