//! What shows a receiver that a request is ours and new: the headers of the Standard Webhooks
//! specification, version 1.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

/// How a secret is shown to people; behind it stands the key in base64.
const BEGINS: &str = "whsec_";
/// Bytes of a secret.
pub const SECRET: usize = 32;

/// A secret as an admin copies it.
#[must_use]
pub fn shown(secret: &[u8]) -> String {
    format!("{BEGINS}{}", STANDARD.encode(secret))
}

/// The signature over the id, the seconds and the body.
#[must_use]
pub fn signature(secret: &[u8], id: &str, seconds: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}
