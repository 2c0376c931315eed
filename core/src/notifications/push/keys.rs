//! The key pair by which the makers of browsers know this installation (RFC 8292).

use super::Push;
use crate::{
    crypto::DoesNotOpen,
    db::DbResult,
    ids::Ids,
    notifications::{Notifications, store},
};
use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{
    SecretKey,
    ecdsa::{Signature, SigningKey, signature::Signer as _},
    elliptic_curve::sec1::ToEncodedPoint as _,
};
use serde_json::json;

const CONTEXT: &str = "notifications/push-key";
/// How long a signature is good for; a day is the most that is accepted.
const GOOD_FOR_S: i64 = 12 * 3600;

impl Notifications {
    /// Reads the key pair, or makes it at the first start. Nodes that start together end with one.
    ///
    /// # Errors
    /// When the database does not answer, or the master key is another than the one it was sealed
    /// with.
    pub async fn open_push(&self) -> anyhow::Result<()> {
        let made = new_secret(&self.push.ids);
        let sealed = self.push.keys.seal(CONTEXT, &made.to_bytes(), &self.push.ids);
        let stored = self.stored_key(&sealed).await?;
        let bytes = self
            .push
            .keys
            .open_sealed(CONTEXT, &stored)
            .map_err(|e: DoesNotOpen| anyhow::anyhow!(e))
            .context("the key of web push")?;
        self.push.set_pair(SecretKey::from_slice(&bytes).context("the key of web push")?);
        Ok(())
    }

    async fn stored_key(&self, made: &[u8]) -> DbResult<Vec<u8>> {
        let mut tx = self.db.begin().await?;
        store::insert_push_key(&mut tx, made, self.clock.now_ms()).await?;
        let stored = store::push_key(&mut tx).await?;
        tx.commit().await?;
        Ok(stored)
    }
}

/// A private key of the curve P-256. Almost every 32 bytes are one.
pub(super) fn new_secret(ids: &Ids) -> SecretKey {
    loop {
        if let Ok(secret) = SecretKey::from_slice(&ids.bytes(32)) {
            return secret;
        }
    }
}

impl Push {
    /// The public half as browsers want it; none before the start.
    pub fn public(&self) -> Option<String> {
        Some(URL_SAFE_NO_PAD.encode(public_bytes(&self.pair()?)))
    }

    /// The header by which a push service knows who sends.
    pub(super) fn authorization(&self, origin: &str, now_s: i64) -> Option<String> {
        let pair = self.pair()?;
        let contact = contact(&self.base_url);
        Some(sign(&pair, origin, now_s + GOOD_FOR_S, &contact))
    }
}

/// The uncompressed point, 65 bytes.
pub(super) fn public_bytes(secret: &SecretKey) -> Vec<u8> {
    secret.public_key().to_encoded_point(false).as_bytes().to_vec()
}

/// Push services take a mail or an https address only.
fn contact(base_url: &str) -> String {
    if base_url.starts_with("https://") {
        return base_url.to_owned();
    }
    let host = url::Url::parse(base_url).ok().and_then(|url| url.host_str().map(str::to_owned));
    format!("mailto:postmaster@{}", host.as_deref().unwrap_or("localhost"))
}

fn sign(pair: &SecretKey, origin: &str, until_s: i64, contact: &str) -> String {
    let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let head = part(json!({ "typ": "JWT", "alg": "ES256" }));
    let claims = part(json!({ "aud": origin, "exp": until_s, "sub": contact }));
    let text = format!("{head}.{claims}");
    let signature: Signature = SigningKey::from(pair).sign(text.as_bytes());
    let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
    let key = URL_SAFE_NO_PAD.encode(public_bytes(pair));
    format!("vapid t={text}.{signature}, k={key}")
}
