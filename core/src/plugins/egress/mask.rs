//! Takes secrets out of what a provider answers before a guest sees it.
//!
//! Some providers echo the token of a request in their answer. The guest never held it, so it must
//! not learn it that way. Matches are overwritten with `*`, byte for byte, which keeps lengths and
//! JSON valid; a stream keeps back as many bytes as a match could still need.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

/// The values to hide in all the spellings they are likely to come back in.
pub struct Mask {
    /// Longest first, so that a short spelling never leaves the rest of a longer one behind.
    needles: Vec<Vec<u8>>,
    /// Which bytes a needle begins with: one pass over the data is enough for all of them.
    begins: [bool; 256],
    longest: usize,
    kept: Vec<u8>,
}

/// Shorter values would hide ordinary words.
const SHORTEST: usize = 6;

impl Mask {
    /// A mask over these secret values.
    pub fn new<'a>(secrets: impl Iterator<Item = &'a str>) -> Self {
        let mut needles = Vec::new();
        for secret in secrets.filter(|s| s.len() >= SHORTEST) {
            let encoded: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
            let json = serde_json::to_string(secret).unwrap_or_default();
            needles.push(secret.as_bytes().to_vec());
            needles.push(encoded.to_ascii_lowercase().into_bytes());
            needles.push(encoded.into_bytes());
            needles.push(super::inject::path_safe(secret).into_bytes());
            needles.push(json.trim_matches('"').replace('/', "\\/").into_bytes());
            needles.push(json.trim_matches('"').as_bytes().to_vec());
            needles.extend(in_base64(secret.as_bytes()));
        }
        needles.sort_by_key(|n| std::cmp::Reverse(n.len()));
        needles.dedup();
        let longest = needles.first().map_or(0, Vec::len);
        let mut begins = [false; 256];
        for needle in &needles {
            begins[usize::from(needle[0])] = true;
        }
        Self { needles, begins, longest, kept: Vec::new() }
    }

    /// Masks a text that is whole.
    pub fn text(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        self.overwrite(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Masks bytes that are whole.
    pub fn whole(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        self.overwrite(&mut bytes);
        bytes
    }

    /// Takes the next piece of a stream and gives what can be let go already.
    pub fn push(&mut self, chunk: &[u8]) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.kept);
        bytes.extend_from_slice(chunk);
        self.overwrite(&mut bytes);
        let keep = bytes.len().min(self.longest.saturating_sub(1));
        self.kept = bytes.split_off(bytes.len() - keep);
        bytes
    }

    /// What was kept back at the end of a stream.
    pub fn end(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.kept)
    }

    fn overwrite(&self, bytes: &mut [u8]) {
        let mut at = 0;
        while at < bytes.len() {
            if self.begins[usize::from(bytes[at])]
                && let Some(needle) = self.needles.iter().find(|n| bytes[at..].starts_with(n))
            {
                bytes[at..at + needle.len()].fill(b'*');
                at += needle.len();
            } else {
                at += 1;
            }
        }
    }
}

/// A secret inside a longer text that is in Base64, such as `user:secret` in an `Authorization`
/// header: it may begin at any of three places of a group, and what it shares with its neighbours is
/// left out.
fn in_base64(secret: &[u8]) -> Vec<Vec<u8>> {
    let mut spellings = Vec::new();
    for before in 0..3 {
        let bytes = [&[0; 2][..before], secret].concat();
        // Characters that hold a bit of what stands before, or of what comes after.
        let first = (before * 8).div_ceil(6);
        let last = bytes.len() * 8 / 6;
        for engine in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
            let text = engine.encode(&bytes).into_bytes();
            spellings.push(text[first..last].to_vec());
        }
    }
    // The whole one at the front hides the last character, too.
    spellings.push(STANDARD_NO_PAD.encode(secret).into_bytes());
    spellings.retain(|s| s.len() >= SHORTEST);
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_hidden_in_every_spelling() {
        let mask = Mask::new(["12:ab/cd+ef"].into_iter());
        for echo in [
            "token 12:ab/cd+ef end",
            "12%3Aab%2Fcd%2Bef",
            "12%3aab%2fcd%2bef",
            r#"{"t":"12:ab\/cd+ef"}"#,
            "Basic MTI6YWIvY2QrZWY=",
            // Behind a user name of each length modulo three, and in the alphabet for URLs.
            "Basic dToxMjphYi9jZCtlZg==",
            "Basic dXU6MTI6YWIvY2QrZWY=",
            "Basic dXV1OjEyOmFiL2NkK2Vm",
        ] {
            let masked = mask.text(echo);
            assert!(masked.contains("****"), "{masked}");
            assert_eq!(masked.len(), echo.len());
        }
    }

    #[test]
    fn a_secret_cut_by_chunks_is_hidden() {
        let secret = "0123456789";
        for cut in 1..secret.len() {
            let mut mask = Mask::new([secret].into_iter());
            let mut out = mask.push(format!("before {}", &secret[..cut]).as_bytes());
            out.extend(mask.push(format!("{} after", &secret[cut..]).as_bytes()));
            out.extend(mask.end());
            assert_eq!(String::from_utf8(out).unwrap(), "before ********** after");
        }
    }

    #[test]
    fn nothing_to_hide_changes_nothing() {
        let mut mask = Mask::new(["abc"].into_iter());
        assert_eq!(mask.push(b"abc"), b"abc");
        assert_eq!(mask.end(), b"");
    }
}
