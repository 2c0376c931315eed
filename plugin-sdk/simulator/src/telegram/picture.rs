//! Recognises file types and picture sizes from the first bytes, without decoding anything.

/// The content type the bytes themselves show, for the types that matter in a chat.
pub fn mime(bytes: &[u8]) -> Option<&'static str> {
    let riff = bytes.len() > 12 && bytes.starts_with(b"RIFF");
    match bytes {
        _ if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => Some("image/png"),
        _ if bytes.starts_with(b"\xff\xd8\xff") => Some("image/jpeg"),
        _ if bytes.starts_with(b"GIF8") => Some("image/gif"),
        _ if riff && &bytes[8..12] == b"WEBP" => Some("image/webp"),
        _ if riff && &bytes[8..12] == b"WAVE" => Some("audio/wav"),
        _ if bytes.starts_with(b"OggS") => Some("audio/ogg"),
        _ if bytes.starts_with(b"ID3") => Some("audio/mpeg"),
        _ if bytes.starts_with(b"%PDF-") => Some("application/pdf"),
        _ => None,
    }
}

/// Width and height of a PNG, GIF, JPEG or WebP.
pub fn pixels(bytes: &[u8]) -> Option<(i64, i64)> {
    match mime(bytes)? {
        "image/png" => Some((be(bytes, 16, 4)?, be(bytes, 20, 4)?)),
        "image/gif" => Some((le(bytes, 6, 2)?, le(bytes, 8, 2)?)),
        "image/jpeg" => jpeg(bytes),
        "image/webp" => webp(bytes),
        _ => None,
    }
}

fn be(bytes: &[u8], at: usize, count: usize) -> Option<i64> {
    let part = bytes.get(at..at + count)?;
    Some(part.iter().fold(0, |sum, byte| sum << 8 | i64::from(*byte)))
}

fn le(bytes: &[u8], at: usize, count: usize) -> Option<i64> {
    let part = bytes.get(at..at + count)?;
    Some(part.iter().rev().fold(0, |sum, byte| sum << 8 | i64::from(*byte)))
}

// Walks the segments up to the first frame header, which holds the size.
fn jpeg(bytes: &[u8]) -> Option<(i64, i64)> {
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        let frame = (0xc0..=0xcf).contains(&marker) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if frame {
            return Some((be(bytes, at + 7, 2)?, be(bytes, at + 5, 2)?));
        }
        at += 2 + usize::try_from(be(bytes, at + 2, 2)?).ok()?;
    }
}

fn webp(bytes: &[u8]) -> Option<(i64, i64)> {
    match bytes.get(12..16)? {
        b"VP8X" => Some((le(bytes, 24, 3)? + 1, le(bytes, 27, 3)? + 1)),
        b"VP8L" => {
            let packed = le(bytes, 21, 4)?;
            Some(((packed & 0x3fff) + 1, (packed >> 14 & 0x3fff) + 1))
        }
        b"VP8 " => Some((le(bytes, 26, 2)? & 0x3fff, le(bytes, 28, 2)? & 0x3fff)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::pixels;

    #[test]
    fn reads_sizes_from_headers() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0";
        assert_eq!(pixels(png), Some((640, 480)));
        assert_eq!(pixels(b"GIF89a\x05\0\x07\0"), Some((5, 7)));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x10\0\x20";
        assert_eq!(pixels(jpeg), Some((32, 16)));
        assert_eq!(pixels(b"plain text"), None);
        assert_eq!(pixels(b"\xff\xd8\xff"), None);
    }
}
