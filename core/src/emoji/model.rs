//! A custom emoji, and what makes a name and a picture that can be kept.

use serde::Serialize;
use utoipa::ToSchema;

/// Emoji of a client; every menu holds all of them.
pub const EMOJI_MAX: i64 = 100;
/// Bytes of a picture. It is drawn as high as a line.
pub const BYTES_MAX: usize = 256 * 1024;
/// Pixels of a picture, either way.
pub const SIDE_MAX: u32 = 512;
const NAME_LETTERS: std::ops::RangeInclusive<usize> = 2..=32;

/// A custom emoji as the API shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
pub struct CustomEmoji {
    pub id: i64,
    /// As it is written in a reaction: `:party_parrot:`.
    pub name: String,
    /// The address of the picture.
    pub url: String,
    /// Gone from the menu, though messages may still carry it.
    pub deleted: bool,
}

/// A name between colons, small: letters of the English alphabet, digits, `_`, `-` and `+`.
#[must_use]
pub fn name(typed: &str) -> Option<String> {
    let bare = typed.trim().trim_matches(':').to_ascii_lowercase();
    let fine = |c: char| c.is_ascii_alphanumeric() || "_-+".contains(c);
    (NAME_LETTERS.contains(&bare.len()) && bare.chars().all(fine)).then(|| format!(":{bare}:"))
}

/// Why a file cannot be an emoji.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPicture {
    #[error("A picture has at most 256 KB.")]
    Heavy,
    #[error("A picture is a PNG, GIF or WebP.")]
    Unknown,
    #[error("A picture has at most 512 by 512 pixels.")]
    Large,
}

/// The media type of a picture that can be an emoji, by its bytes, whatever its sender says.
///
/// # Errors
/// Why it cannot.
pub fn picture(bytes: &[u8]) -> Result<&'static str, NoPicture> {
    if bytes.len() > BYTES_MAX {
        return Err(NoPicture::Heavy);
    }
    let (mime, width, height) = measured(bytes).ok_or(NoPicture::Unknown)?;
    if width == 0 || height == 0 {
        return Err(NoPicture::Unknown);
    }
    if width > SIDE_MAX || height > SIDE_MAX {
        return Err(NoPicture::Large);
    }
    Ok(mime)
}

/// What the head of a file says of it: type, width and height. SVG is a document with scripts and so
/// is not here.
fn measured(bytes: &[u8]) -> Option<(&'static str, u32, u32)> {
    let part = |from: usize, len: usize| bytes.get(from..from + len);
    let small = |from: usize, len: usize| {
        part(from, len).map(|b| b.iter().rev().fold(0, |n, byte| (n << 8) | u32::from(*byte)))
    };
    let big = |from: usize| {
        part(from, 4).map(|b| b.iter().fold(0, |n, byte| (n << 8) | u32::from(*byte)))
    };
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") && part(12, 4)? == b"IHDR" {
        return Some(("image/png", big(16)?, big(20)?));
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Some(("image/gif", small(6, 2)?, small(8, 2)?));
    }
    if !bytes.starts_with(b"RIFF") || part(8, 4)? != b"WEBP" {
        return None;
    }
    let (width, height) = match part(12, 4)? {
        b"VP8 " if part(23, 3)? == b"\x9d\x01\x2a" => {
            (small(26, 2)? & 0x3fff, small(28, 2)? & 0x3fff)
        }
        b"VP8L" if part(20, 1)? == b"\x2f" => {
            let bits = small(21, 4)?;
            ((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1)
        }
        b"VP8X" => (small(24, 3)? + 1, small(27, 3)? + 1),
        _ => return None,
    };
    Some(("image/webp", width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_small_and_between_colons() {
        for (typed, kept) in [
            (" Party_Parrot ", Some(":party_parrot:")),
            (":ok-2:", Some(":ok-2:")),
            ("+1", Some(":+1:")),
            ("x", None),
            ("::", None),
            ("two words", None),
            ("<b>", None),
            ("кот", None),
        ] {
            assert_eq!(name(typed).as_deref(), kept, "{typed}");
        }
        assert_eq!(name(&"x".repeat(33)), None);
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes
    }

    fn webp(chunk: &[u8], head: &[u8]) -> Vec<u8> {
        [b"RIFF\0\0\0\0WEBP", chunk, b"\0\0\0\0", head].concat()
    }

    #[test]
    fn pictures_are_known_and_measured_by_their_bytes() {
        assert_eq!(picture(&png(512, 1)), Ok("image/png"));
        assert_eq!(picture(&png(513, 1)), Err(NoPicture::Large));
        assert_eq!(picture(&png(0, 8)), Err(NoPicture::Unknown));
        assert_eq!(picture(b"GIF89a\x20\0\x20\0rest"), Ok("image/gif"));
        assert_eq!(picture(b"GIF89a\x01\x02\x20\0rest"), Err(NoPicture::Large));
        let lossy = webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a\x20\0\x20\0");
        assert_eq!(picture(&lossy), Ok("image/webp"));
        assert_eq!(picture(&webp(b"VP8L", b"\x2f\x1f\xc0\x07\0")), Ok("image/webp"));
        assert_eq!(picture(&webp(b"VP8L", b"\x2f\xff\xff\x07\0")), Err(NoPicture::Large));
        assert_eq!(picture(&webp(b"VP8X", b"\0\0\0\0\x1f\0\0\x1f\0\0")), Ok("image/webp"));
        assert_eq!(picture(&webp(b"VP8X", b"\0\0\0\0\0\x02\0\x1f\0\0")), Err(NoPicture::Large));
        for no in [&b"<svg xmlns="[..], b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a"] {
            assert_eq!(picture(no), Err(NoPicture::Unknown));
        }
        let heavy = [png(8, 8), vec![0; BYTES_MAX]].concat();
        assert_eq!(picture(&heavy), Err(NoPicture::Heavy));
    }
}
