//! Browsers say where they take web push.

use super::encrypt::Receiver;
use crate::{
    accounts::Caller,
    crypto::sha256_hex,
    db::DbResult,
    notifications::{Notifications, store},
};
use base64::{Engine as _, engine::general_purpose};
use serde::Deserialize;

/// Browsers of one user; the oldest goes for a new one.
const MOST: i64 = 10;
const ENDPOINT_MAX: usize = 2_000;

/// A subscription as a browser writes it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(in crate::notifications) struct Subscription {
    pub endpoint: String,
    pub keys: BrowserKeys,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(in crate::notifications) struct BrowserKeys {
    pub p256dh: String,
    pub auth: String,
}

impl Subscription {
    /// Reads one. None when it is none that anything could be sent to.
    pub fn read(text: &str) -> Option<Self> {
        let this: Self = serde_json::from_str(text).ok()?;
        let url = url::Url::parse(&this.endpoint).ok()?;
        let sendable = matches!(url.scheme(), "https" | "http") && url.has_host();
        let short = this.endpoint.len() <= ENDPOINT_MAX;
        (sendable && short && this.keys.receiver().is_some()).then_some(this)
    }

    /// What the endpoint is found by.
    pub fn hash(endpoint: &str) -> String {
        sha256_hex(endpoint.as_bytes())
    }
}

impl BrowserKeys {
    pub fn receiver(&self) -> Option<Receiver> {
        let public = p256::PublicKey::from_sec1_bytes(&bytes(&self.p256dh)?).ok()?;
        Some(Receiver { public, auth: bytes(&self.auth)?.try_into().ok()? })
    }
}

/// Browsers write base64url; some add the padding.
fn bytes(text: &str) -> Option<Vec<u8>> {
    general_purpose::URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

impl Notifications {
    /// Keeps a browser's subscription for a user's sign-in. A browser that somebody else used before
    /// is this user's now.
    pub(in crate::notifications) async fn subscribe(
        &self,
        who: &Caller,
        subscription: &Subscription,
        domain: &str,
    ) -> DbResult<()> {
        let mut tx = self.db.begin().await?;
        let hash = Subscription::hash(&subscription.endpoint);
        let now = self.clock.now_ms();
        let new = store::NewSubscription {
            client_id: who.client_id,
            user_id: who.user_id,
            session_id: who.session_id,
            subscription,
            hash: &hash,
            domain,
            now,
        };
        store::subscribe_across_clients(&mut tx, &new).await?;
        store::bound_subscriptions(&mut tx, who.client_id, who.user_id, MOST).await?;
        tx.commit().await
    }

    /// Forgets one. False when the user has no such subscription.
    pub(in crate::notifications) async fn unsubscribe(
        &self,
        who: &Caller,
        endpoint: &str,
    ) -> DbResult<bool> {
        let mut tx = self.db.begin().await?;
        let hash = Subscription::hash(endpoint);
        let gone = store::unsubscribe(&mut tx, who.client_id, who.user_id, &hash).await?;
        tx.commit().await?;
        Ok(gone)
    }
}
