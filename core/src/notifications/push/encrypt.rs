//! What a browser's push service carries but cannot read (RFC 8291, in the encoding of RFC 8188).

use super::keys::public_bytes;
use hmac::{Hmac, Mac as _};
use p256::{
    PublicKey, SecretKey,
    elliptic_curve::{point::AffineCoordinates as _, sec1::ToEncodedPoint as _},
};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use sha2::Sha256;

/// The size of a record as it stands in the header; there is one record.
const RECORD: u32 = 4096;
/// What fits beside the header (86 bytes), the tag (16) and the mark of the last record.
pub(super) const PLAIN_MAX: usize = RECORD as usize - 86 - 16 - 1;
const LAST_RECORD: u8 = 2;

/// A browser's half of the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::notifications) struct Receiver {
    pub public: PublicKey,
    pub auth: [u8; 16],
}

/// Encrypts for one browser, with a key pair and a salt that are used only once.
pub(super) fn encrypt(
    receiver: &Receiver,
    once: &SecretKey,
    salt: [u8; 16],
    plain: &[u8],
) -> Option<Vec<u8>> {
    if plain.len() > PLAIN_MAX {
        return None;
    }
    let ours = public_bytes(once);
    let (key, nonce) = derive(receiver, once, &ours, salt);
    let mut sealed = [plain, &[LAST_RECORD]].concat();
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
    cipher
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
        .ok()?;
    let length = u8::try_from(ours.len()).ok()?;
    Some([&salt[..], &RECORD.to_be_bytes(), &[length], &ours, &sealed].concat())
}

fn derive(
    receiver: &Receiver,
    once: &SecretKey,
    ours: &[u8],
    salt: [u8; 16],
) -> ([u8; 16], [u8; 12]) {
    let shared = (receiver.public.to_projective() * *once.to_nonzero_scalar()).to_affine().x();
    let theirs = receiver.public.to_encoded_point(false);
    let both = mac(&receiver.auth, &[shared.as_slice()]);
    let input = mac(&both, &[b"WebPush: info\0", theirs.as_bytes(), ours, &[1]]);
    let root = mac(&salt, &[&input]);
    let key = mac(&root, &[b"Content-Encoding: aes128gcm\0", &[1]]);
    let nonce = mac(&root, &[b"Content-Encoding: nonce\0", &[1]]);
    (head(key), head(nonce))
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

fn head<const N: usize>(bytes: [u8; 32]) -> [u8; N] {
    std::array::from_fn(|at| bytes[at])
}
