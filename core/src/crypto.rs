//! The master key and what is derived from it: sealed channel secrets and signed addresses.
//!
//! One key of 32 random bytes lies in the data folder (or in `PATCHBAY_SECRET_KEY`, so that several
//! nodes share it). It is never used itself: each purpose has a key derived from it, so a signature
//! made for one purpose never passes for another.

use crate::ids::Ids;
use anyhow::{Context as _, bail};
use base64::{Engine as _, engine::general_purpose};
use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305, XNonce,
    aead::{Aead as _, Payload},
};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};
use std::{io::Write as _, path::Path, sync::Arc};

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
/// The first byte of what [`Keys::seal`] makes; another cipher would take another number.
const SEALED_V1: u8 = 1;

/// The keys of this installation. Cheap to clone.
#[derive(Clone)]
pub struct Keys(Arc<[u8; KEY_BYTES]>);

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(hidden)")
    }
}

/// A sealed value that does not open: another key, another context, or changed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a sealed value does not open with this master key")]
pub struct DoesNotOpen;

impl Keys {
    /// Takes the key from `given` (the value of `PATCHBAY_SECRET_KEY`), else from `secret.key` in
    /// the data folder, which is made at the first start.
    ///
    /// # Errors
    /// When the key is not 32 bytes, or the file cannot be read or made.
    pub fn open(data: &Path, given: Option<&str>, ids: &Ids) -> anyhow::Result<Self> {
        if let Some(text) = given.filter(|text| !text.trim().is_empty()) {
            return Self::parse(text.trim())
                .context("PATCHBAY_SECRET_KEY must be 32 bytes in hex (64 digits) or base64");
        }
        let path = data.join("secret.key");
        match std::fs::read(&path) {
            Ok(bytes) => match bytes.try_into() {
                Ok(key) => Ok(Self::from_bytes(key)),
                Err(_) => bail!("{} must hold exactly {KEY_BYTES} bytes", path.display()),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let key = ids.bytes(KEY_BYTES);
                create_private(&path, &key)
                    .with_context(|| format!("{} cannot be made", path.display()))?;
                Ok(Self::from_bytes(key.try_into().expect("that many bytes were asked for")))
            }
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
        }
    }

    /// Uses these bytes.
    #[must_use]
    pub fn from_bytes(key: [u8; KEY_BYTES]) -> Self {
        Self(Arc::new(key))
    }

    fn parse(text: &str) -> Option<Self> {
        let hex = || -> Option<Vec<u8>> {
            if text.len() != KEY_BYTES * 2 || !text.is_ascii() {
                return None;
            }
            (0..KEY_BYTES).map(|i| u8::from_str_radix(&text[i * 2..i * 2 + 2], 16).ok()).collect()
        };
        let bytes = hex()
            .or_else(|| general_purpose::STANDARD.decode(text).ok())
            .or_else(|| general_purpose::URL_SAFE_NO_PAD.decode(text).ok())?;
        Some(Self::from_bytes(bytes.try_into().ok()?))
    }

    /// The key for one purpose, for example `"accounts/access-token"`.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> [u8; KEY_BYTES] {
        let mut mac = hmac_of(self.0.as_slice());
        mac.update(b"patchbay/v1/");
        mac.update(purpose.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Encrypts. The context (say, `channel/17/bot_token`) is not stored but must be the same when
    /// opening, so a sealed value moved to another row is useless there.
    #[must_use]
    pub fn seal(&self, context: &str, plain: &[u8], ids: &Ids) -> Vec<u8> {
        let nonce = ids.bytes(NONCE_BYTES);
        let sealed = self
            .cipher()
            .encrypt(XNonce::from_slice(&nonce), Payload { msg: plain, aad: context.as_bytes() })
            .expect("only messages of many gigabytes are refused");
        [&[SEALED_V1][..], &nonce, &sealed].concat()
    }

    /// Decrypts what [`Keys::seal`] made in the same context.
    ///
    /// # Errors
    /// [`DoesNotOpen`].
    pub fn open_sealed(&self, context: &str, sealed: &[u8]) -> Result<Vec<u8>, DoesNotOpen> {
        let (version, rest) = sealed.split_first().ok_or(DoesNotOpen)?;
        if *version != SEALED_V1 || rest.len() < NONCE_BYTES {
            return Err(DoesNotOpen);
        }
        let (nonce, msg) = rest.split_at(NONCE_BYTES);
        self.cipher()
            .decrypt(XNonce::from_slice(nonce), Payload { msg, aad: context.as_bytes() })
            .map_err(|_| DoesNotOpen)
    }

    /// A signature over `message` that fits into an address (base64url, no padding).
    #[must_use]
    pub fn sign(&self, purpose: &str, message: &[u8]) -> String {
        let mut mac = hmac_of(&self.derive(purpose));
        mac.update(message);
        general_purpose::URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }

    /// Whether [`Keys::sign`] made this signature, in constant time.
    #[must_use]
    pub fn verify(&self, purpose: &str, message: &[u8], signature: &str) -> bool {
        let Ok(bytes) = general_purpose::URL_SAFE_NO_PAD.decode(signature) else { return false };
        let mut mac = hmac_of(&self.derive(purpose));
        mac.update(message);
        mac.verify_slice(&bytes).is_ok()
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.derive("seal").into())
    }
}

fn hmac_of(key: &[u8]) -> Hmac<Sha256> {
    <Hmac<Sha256> as hmac::Mac>::new_from_slice(key).expect("HMAC takes keys of any length")
}

/// SHA-256 in hex: how tokens are stored.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn create_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> Keys {
        Keys::from_bytes([7; 32])
    }

    #[test]
    fn sealed_values_open_only_in_their_context() {
        let ids = Ids::seeded(1);
        let sealed = keys().seal("channel/1/token", b"secret", &ids);
        assert_eq!(keys().open_sealed("channel/1/token", &sealed), Ok(b"secret".to_vec()));
        assert_eq!(keys().open_sealed("channel/2/token", &sealed), Err(DoesNotOpen));
        assert_eq!(
            Keys::from_bytes([8; 32]).open_sealed("channel/1/token", &sealed),
            Err(DoesNotOpen)
        );
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(keys().open_sealed("channel/1/token", &changed), Err(DoesNotOpen));
        }
        for end in 0..sealed.len() {
            assert_eq!(keys().open_sealed("channel/1/token", &sealed[..end]), Err(DoesNotOpen));
        }
        assert_ne!(
            sealed,
            keys().seal("channel/1/token", b"secret", &ids),
            "a fresh nonce each time"
        );
    }

    #[test]
    fn signatures_belong_to_one_purpose() {
        let signature = keys().sign("attachment", b"17|1000");
        assert!(keys().verify("attachment", b"17|1000", &signature));
        assert!(!keys().verify("attachment", b"18|1000", &signature));
        assert!(!keys().verify("visitor", b"17|1000", &signature));
        assert!(!keys().verify("attachment", b"17|1000", ""));
        assert!(!keys().verify("attachment", b"17|1000", "not base64!"));
    }

    #[test]
    fn the_key_is_made_once_and_private() {
        let data = std::env::temp_dir().join(format!("patchbay-keys-{}", std::process::id()));
        std::fs::create_dir_all(&data).expect("folder");
        let ids = Ids::system();
        let first = Keys::open(&data, None, &ids).expect("made");
        let second = Keys::open(&data, None, &ids).expect("read");
        assert_eq!(first.derive("x"), second.derive("x"));
        assert_ne!(first.derive("x"), first.derive("y"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode =
                std::fs::metadata(data.join("secret.key")).expect("file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::write(data.join("secret.key"), b"short").expect("write");
        assert!(Keys::open(&data, None, &ids).is_err());
        std::fs::remove_dir_all(&data).expect("removed");
    }

    #[test]
    fn the_key_of_the_environment_is_hex_or_base64() {
        let ids = Ids::seeded(1);
        let nowhere = Path::new("/nonexistent");
        let hex = Keys::open(nowhere, Some(&"07".repeat(32)), &ids).expect("hex");
        assert_eq!(hex.derive("x"), keys().derive("x"));
        let base64 = general_purpose::STANDARD.encode([7; 32]);
        assert_eq!(
            Keys::open(nowhere, Some(&base64), &ids).expect("base64").derive("x"),
            keys().derive("x")
        );
        assert!(Keys::open(nowhere, Some("too short"), &ids).is_err());
    }
}
