//! Encoded words (RFC 2047): `=?utf-8?Q?Caf=C3=A9?=` in headers.

use super::{
    charset,
    transfer::{Packing, hex, unpacked},
};

/// Decodes a header value. `hint` is the character set for raw bytes beyond ASCII.
pub fn decode(value: &[u8], hint: Option<&str>) -> String {
    let mut out = String::new();
    // Bytes of neighbouring words in one character set are joined before decoding, because some
    // mailers cut characters in the middle.
    let mut held: Option<(String, Vec<u8>)> = None;
    let mut plain = Vec::new();
    let mut i = 0;
    while i < value.len() {
        if let Some((word, len)) = encoded_word(&value[i..]) {
            // White space between two encoded words is not text.
            if held.is_none() || !plain.iter().all(u8::is_ascii_whitespace) {
                flush_word(&mut held, &mut out);
                flush_plain(&mut plain, &mut out, hint);
            } else {
                plain.clear();
            }
            match &mut held {
                Some((charset, bytes)) if charset.eq_ignore_ascii_case(&word.0) => {
                    bytes.extend_from_slice(&word.1);
                }
                _ => {
                    flush_word(&mut held, &mut out);
                    held = Some(word);
                }
            }
            i += len;
        } else {
            plain.push(value[i]);
            i += 1;
        }
    }
    flush_word(&mut held, &mut out);
    flush_plain(&mut plain, &mut out, hint);
    out.retain(|c| c == '\t' || !c.is_control());
    out
}

fn flush_word(held: &mut Option<(String, Vec<u8>)>, out: &mut String) {
    if let Some((charset, bytes)) = held.take() {
        out.push_str(&charset::decode(&bytes, Some(&charset), None));
    }
}

fn flush_plain(plain: &mut Vec<u8>, out: &mut String, hint: Option<&str>) {
    if !plain.is_empty() {
        out.push_str(&charset::decode(plain, None, hint));
        plain.clear();
    }
}

/// How many bytes an encoded word at the start of `text` takes, if there is one.
pub fn word_len(text: &[u8]) -> Option<usize> {
    encoded_word(text).map(|(_, len)| len)
}

fn encoded_word(text: &[u8]) -> Option<((String, Vec<u8>), usize)> {
    let rest = text.strip_prefix(b"=?")?;
    let charset_end = rest.iter().take(60).position(|b| *b == b'?')?;
    let charset = std::str::from_utf8(&rest[..charset_end]).ok()?;
    let charset = charset.split('*').next().unwrap_or_default();
    if charset.is_empty() || charset.contains(char::is_whitespace) {
        return None;
    }
    let rest = &rest[charset_end + 1..];
    let quoted = match rest.first()? {
        b'Q' | b'q' => true,
        b'B' | b'b' => false,
        _ => return None,
    };
    let rest = rest.get(1..)?.strip_prefix(b"?")?;
    // Words longer than the standard's 75 characters are common; endless ones are an attack.
    let end = rest.windows(2).take(2_000).position(|w| w == b"?=")?;
    let body = &rest[..end];
    if body.contains(&b'\n') {
        return None;
    }
    let bytes = if quoted { underscored(body) } else { unpacked(body, Packing::Base64) };
    let len = text.len() - rest.len() + end + 2;
    Some(((charset.to_owned(), bytes), len))
}

/// The Q encoding: like quoted-printable, with `_` for a space.
fn underscored(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut i = 0;
    while i < body.len() {
        match (body[i], body.get(i + 1..i + 3).and_then(hex)) {
            (b'=', Some(byte)) => {
                out.push(byte);
                i += 3;
                continue;
            }
            (b'_', _) => out.push(b' '),
            (b, _) => out.push(b),
        }
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn words_are_decoded_and_joined() {
        for (text, want) in [
            ("=?iso-8859-1?Q?Caf=E9?= =?iso-8859-1?Q?_ol=E9?=", "Café olé"),
            ("=?utf-8?B?5L2g?= =?utf-8?B?5aW9?=", "你好"),
            // One character cut into two words.
            ("=?utf-8?B?5L0=?=\r\n =?utf-8?B?oA==?=", "你"),
            ("Re: =?utf-8?q?a_b?= c", "Re: a b c"),
            ("=?utf-8?Q?a?==?utf-8?Q?b?=", "ab"),
            ("=?utf-8*en?Q?lang?=", "lang"),
            ("=?utf-8?X?no?= =?bad", "=?utf-8?X?no?= =?bad"),
            ("=?gb2312?B?xOO6ww==?=", "你好"),
            ("plain", "plain"),
        ] {
            assert_eq!(decode(text.as_bytes(), None), want, "{text}");
        }
    }

    #[test]
    fn raw_bytes_are_read_by_the_hint() {
        assert_eq!(decode(b"\xc4\xe3\xba\xc3 x", Some("gb2312")), "你好 x");
        assert_eq!(decode("Grüße".as_bytes(), None), "Grüße");
    }
}
