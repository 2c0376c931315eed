//! Posting something of the program's own to an address that a browser named.

use super::{Egress, NetError, send::classify};
use std::time::Duration;
use url::Url;

impl Egress {
    /// Posts and gives the status. Nothing is followed and nothing of the answer is read. What
    /// `egress.allow_private` lists may also be plain `http`, all else is `https` at a public
    /// address.
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
            let client = self.usable(url).await?;
            let mut request = client.post(url.clone()).body(body);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let response = request.send().await.map_err(|e| classify(&e, true))?;
            Ok(response.status().as_u16())
        };
        tokio::time::timeout(limit, sending).await.unwrap_or(Err(NetError::Timeout { sent: true }))
    }
}
