//! Content-Transfer-Encoding: base64 and quoted-printable, in pieces and without complaints.
//!
//! Mail in the wild is cut, padded wrongly and decorated with list footers. A decoder here takes
//! what it can use and never fails.

/// How a body is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Plain,
    Base64,
    QuotedPrintable,
    /// Lines of a file within a text.
    Uuencode,
}

impl Packing {
    /// From the header's value, which may carry a comment, and which careless programs end with a
    /// semicolon, quote, or spell in their own way.
    pub fn parse(value: &str) -> Self {
        let mut depth = 0_u32;
        let mut word = String::new();
        for c in value.chars() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                // A parameter, which this header has none of.
                ';' | ',' if depth == 0 && !word.is_empty() => break,
                c if depth == 0 && c.is_ascii_alphanumeric() => word.push(c.to_ascii_lowercase()),
                _ => {}
            }
        }
        match word.as_str() {
            "base64" | "b64" | "xbase64" | "base64encoding" => Self::Base64,
            "quotedprintable" | "quotedprintible" | "xquotedprintable" | "qp" => {
                Self::QuotedPrintable
            }
            _ => Self::Plain,
        }
    }
}

/// Unpacks `body`, handing out pieces of at most about 200 kB.
pub fn unpack<E>(
    body: &[u8],
    packing: Packing,
    mut out: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    const PIECE: usize = 192 * 1024;
    match packing {
        Packing::Plain => body.chunks(PIECE).try_for_each(out),
        Packing::Base64 => {
            let mut piece = Vec::with_capacity(PIECE.min(body.len()));
            let (mut bits, mut have) = (0_u32, 0);
            let (mut joined, mut prose) = (None, false);
            let mut line_end = 0;
            for (at, &b) in body.iter().enumerate() {
                if at < line_end && prose {
                    continue;
                }
                if at == line_end {
                    line_end = super::line_end(body, at);
                    let line = body[at..line_end].trim_ascii();
                    let ruler = is_ruler(line);
                    if ruler && !piece.is_empty() {
                        break;
                    }
                    prose = ruler || is_prose(line);
                    if prose {
                        continue;
                    }
                }
                let Some(six) = six_bits(b) else {
                    if b == b'=' {
                        // What a mailing list wrote below the encoded text is not encoded.
                        let coded = || {
                            let code = |b: &u8| six_bits(*b).is_some() || *b == b'=';
                            body[at..]
                                .split(|b| *b == b'\n')
                                .all(|l| l.trim_ascii().iter().all(code))
                        };
                        if !*joined.get_or_insert_with(coded) {
                            break;
                        }
                        // Padding ends a quantum; some mailers join several encoded runs.
                        (bits, have) = (0, 0);
                    }
                    continue;
                };
                bits = (bits << 6) | u32::from(six);
                have += 6;
                if have >= 8 {
                    have -= 8;
                    piece.push((bits >> have) as u8);
                    bits &= (1 << have) - 1;
                }
                if piece.len() == PIECE {
                    out(&piece)?;
                    piece.clear();
                }
            }
            if piece.is_empty() { Ok(()) } else { out(&piece) }
        }
        Packing::Uuencode => body
            .split(|b| *b == b'\n')
            .filter_map(|line| super::uuencode::decoded(line.trim_ascii_end()))
            .filter(|bytes| !bytes.is_empty())
            .try_for_each(|bytes| out(&bytes)),
        Packing::QuotedPrintable => {
            let mut piece = Vec::with_capacity(PIECE.min(body.len()));
            for line in body.split_inclusive(|b| *b == b'\n') {
                quoted_line(line, &mut piece);
                if piece.len() >= PIECE {
                    out(&piece)?;
                    piece.clear();
                }
            }
            if piece.is_empty() { Ok(()) } else { out(&piece) }
        }
    }
}

/// The whole of it, for text.
pub fn unpacked(body: &[u8], packing: Packing) -> Vec<u8> {
    let mut all = Vec::new();
    let done: Result<(), std::convert::Infallible> = unpack(body, packing, |piece| {
        all.extend_from_slice(piece);
        Ok(())
    });
    match done {
        Ok(()) => all,
    }
}

/// A line that a filter or a list wrote around encoded text: at least three words, short ones.
fn is_prose(line: &[u8]) -> bool {
    let words = || line.split(|b| *b == b' ').filter(|w| !w.is_empty());
    words().nth(2).is_some() && words().all(|w| w.len() < 30)
}

/// The line above a signature or a footer. Its characters could be code too.
fn is_ruler(line: &[u8]) -> bool {
    line.len() > 1 && line.iter().all(|b| matches!(b, b'-' | b'_'))
}

fn six_bits(b: u8) -> Option<u8> {
    match b {
        b'A'..=b'Z' => Some(b - b'A'),
        b'a'..=b'z' => Some(b - b'a' + 26),
        b'0'..=b'9' => Some(b - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

fn quoted_line(line: &[u8], out: &mut Vec<u8>) {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let end = &line[text.len()..];
    // Spaces at the end of an encoded line were added on the way.
    let text = text.trim_ascii_end();
    let mut i = 0;
    while i < text.len() {
        if text[i] != b'=' {
            out.push(text[i]);
            i += 1;
            continue;
        }
        if i + 1 == text.len() {
            return;
        }
        let byte = text.get(i + 1..i + 3).and_then(hex);
        match byte {
            Some(byte) => {
                out.push(byte);
                i += 3;
            }
            None => {
                out.push(b'=');
                i += 1;
            }
        }
    }
    out.extend_from_slice(end);
}

/// Two hexadecimal digits.
pub fn hex(two: &[u8]) -> Option<u8> {
    let digit = |b: u8| char::from(b).to_digit(16);
    match two {
        [a, b] => u8::try_from(digit(*a)? * 16 + digit(*b)?).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Packing, unpacked};

    #[test]
    fn the_header_is_read_by_its_grammar() {
        for (value, want) in [
            ("base64", Packing::Base64),
            ("BASE64", Packing::Base64),
            ("base64 (encoded)", Packing::Base64),
            ("(by (the) relay) base64", Packing::Base64),
            ("base64;", Packing::Base64),
            ("base64; charset=utf-8", Packing::Base64),
            ("\"base64\"", Packing::Base64),
            ("x-base64", Packing::Base64),
            ("base-64", Packing::Base64),
            ("quoted-printable;", Packing::QuotedPrintable),
            ("quoted printable", Packing::QuotedPrintable),
            ("Quoted_Printable", Packing::QuotedPrintable),
            ("'quoted-printable'", Packing::QuotedPrintable),
            ("7bit (no base64)", Packing::Plain),
            ("8bit", Packing::Plain),
            ("8 bit", Packing::Plain),
            ("binary", Packing::Plain),
            ("", Packing::Plain),
        ] {
            assert_eq!(Packing::parse(value), want, "{value}");
        }
    }

    #[test]
    fn base64_takes_what_it_can() {
        for (text, want) in [
            ("SGVsbG8=", "Hello"),
            ("SGVs\r\nbG8", "Hello"),
            ("SGVsbG8=\r\n-- \r\nlist footer", "Hello"),
            ("SA==SA==", "HH"),
            ("Mail from outside, take care!\r\n\r\nSGVsbG8h\r\n-- \r\nUsers", "Hello!"),
            ("--\r\nSGVs bG8h SGVsbG8hSGVsbG8hSGVsbG8hSGVsbG8h", "Hello!Hello!Hello!Hello!Hello!"),
            ("!!", ""),
        ] {
            let got = unpacked(text.as_bytes(), Packing::Base64);
            assert_eq!(got, want.as_bytes(), "{text}");
        }
    }

    #[test]
    fn quoted_printable_takes_what_it_can() {
        for (text, want) in [
            ("caf=C3=A9 =\r\nau lait", "café au lait"),
            ("a  \r\nb", "a\r\nb"),
            ("1=1 =ZZ =", "1=1 =ZZ "),
            ("=3d=3D", "=="),
        ] {
            let got = unpacked(text.as_bytes(), Packing::QuotedPrintable);
            assert_eq!(String::from_utf8(got).unwrap(), want, "{text}");
        }
    }
}
