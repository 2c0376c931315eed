//! Signatures of packages: Ed25519 (RFC 8032) over the names and digests of everything else inside.
//!
//! The file `signature.json` holds the public key and the signature. That it fits shows only that
//! the package is whole and which key made it; trust in the key is the admin's.

use crate::read::PackageError;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use ring::{
    rand::SystemRandom,
    signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, fmt::Write as _};

/// The signature's file in a package.
pub const FILE: &str = "signature.json";

/// Version of what is signed.
const FORMAT: u32 = 1;

/// Who signed a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The Ed25519 public key, 32 bytes in base64.
    pub key: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: u32,
    key: String,
    signature: String,
}

impl Signature {
    /// Checks what `signature.json` says against the digests of the other files.
    pub(crate) fn check(
        said: &[u8],
        digests: &BTreeMap<String, String>,
    ) -> Result<Self, PackageError> {
        let wrong = |problem: &str| PackageError::Signature(problem.to_owned());
        let written: Written = serde_json::from_slice(said)
            .map_err(|e| wrong(&format!("{FILE} cannot be read: {e}")))?;
        if written.format != FORMAT {
            return Err(wrong(&format!("its format {} is not known here", written.format)));
        }
        let key = STANDARD.decode(&written.key).map_err(|_| wrong("the key is not base64"))?;
        let signature = STANDARD
            .decode(&written.signature)
            .map_err(|_| wrong("the signature is not base64"))?;
        UnparsedPublicKey::new(&ED25519, &key)
            .verify(&statement(digests), &signature)
            .map_err(|_| wrong("the signature does not fit the files"))?;
        Ok(Self { key: STANDARD.encode(key) })
    }

    /// A short form of a key for people: the first 16 hexadecimal digits of its SHA-256, in fours.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.key)
    }
}

/// The fingerprint of a public key in base64.
#[must_use]
pub fn fingerprint(key: &str) -> String {
    let digest = hex(&Sha256::digest(STANDARD.decode(key).unwrap_or_default()));
    [&digest[..4], &digest[4..8], &digest[8..12], &digest[12..16]].join(" ")
}

/// What is signed: one line per file, by name.
fn statement(digests: &BTreeMap<String, String>) -> Vec<u8> {
    let mut text = String::from("patchbay package 1\n");
    for (name, digest) in digests {
        let _ = writeln!(text, "{digest}  {name}");
    }
    text.into_bytes()
}

/// A key that signs packages. Keep it where only you can read it.
pub struct SigningKey(Ed25519KeyPair);

const PEM_BEGIN: &str = "-----BEGIN PRIVATE KEY-----";
const PEM_END: &str = "-----END PRIVATE KEY-----";

impl SigningKey {
    /// A new key as PEM (PKCS #8, RFC 5958).
    ///
    /// # Errors
    /// When the system gives no randomness.
    pub fn generate() -> Result<String, PackageError> {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new())
            .map_err(|_| PackageError::Host("the system gave no randomness".to_owned()))?;
        Ok(format!("{PEM_BEGIN}\n{}\n{PEM_END}\n", STANDARD.encode(document)))
    }

    /// Reads a key that `generate` made.
    ///
    /// # Errors
    /// When it is no Ed25519 key in PEM.
    pub fn from_pem(pem: &str) -> Result<Self, PackageError> {
        let wrong = || PackageError::Host("this is no Ed25519 private key in PEM".to_owned());
        let body = pem
            .trim()
            .strip_prefix(PEM_BEGIN)
            .and_then(|rest| rest.strip_suffix(PEM_END))
            .ok_or_else(wrong)?;
        let compact: String = body.split_whitespace().collect();
        let document = STANDARD.decode(compact).map_err(|_| wrong())?;
        Ed25519KeyPair::from_pkcs8_maybe_unchecked(&document).map(Self).map_err(|_| wrong())
    }

    /// The public key in base64, for those who are to trust it.
    #[must_use]
    pub fn public(&self) -> String {
        STANDARD.encode(self.0.public_key())
    }

    /// The content of `signature.json` for these files.
    #[must_use]
    pub fn sign(&self, files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
        let digests = files
            .iter()
            .filter(|(name, _)| *name != FILE)
            .map(|(name, bytes)| (name.clone(), hex(&Sha256::digest(bytes))))
            .collect();
        let signature = STANDARD.encode(self.0.sign(&statement(&digests)));
        let written = Written { format: FORMAT, key: self.public(), signature };
        serde_json::to_vec_pretty(&written).unwrap_or_default()
    }
}

/// Lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}
