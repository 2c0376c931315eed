//! Character sets of seven bits, which browsers have forgotten and old mailers have not.

use encoding_rs::{EUC_KR, GBK};

/// Decodes `bytes` when `label` names one of these sets.
pub fn decode(bytes: &[u8], label: &str) -> Option<String> {
    match label.trim().to_ascii_lowercase().as_str() {
        "utf-7" | "utf7" | "unicode-1-1-utf-7" => Some(utf_7(bytes)),
        "hz-gb-2312" | "hz" => {
            Some(GBK.decode(&shifted(bytes, b"~{", b"~}", b"~\n")).0.into_owned())
        }
        "iso-2022-cn" | "iso-2022-cn-ext" => {
            let bytes = shifted(bytes, b"\x0e", b"\x0f", b"\x1b$)A");
            Some(GBK.decode(&bytes).0.into_owned())
        }
        "iso-2022-kr" | "csiso2022kr" => {
            let bytes = shifted(bytes, b"\x0e", b"\x0f", b"\x1b$)C");
            Some(EUC_KR.decode(&bytes).0.into_owned())
        }
        _ => None,
    }
}

/// `Gr+APw-n` names UTF-16 by base64 between `+` and anything that is not base64.
fn utf_7(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|b| *b == b'+') {
        out.push_str(&String::from_utf8_lossy(&rest[..at]));
        rest = &rest[at + 1..];
        let len =
            rest.iter().take_while(|b| b.is_ascii_alphanumeric() || b"+/".contains(b)).count();
        let coded = super::transfer::unpacked(&rest[..len], super::transfer::Packing::Base64);
        rest = &rest[len..];
        let closed = rest.strip_prefix(b"-");
        if len == 0 {
            out.push('+');
        }
        let units = coded.chunks_exact(2).map(|two| u16::from_be_bytes([two[0], two[1]]));
        out.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
        rest = closed.unwrap_or(rest);
    }
    out.push_str(&String::from_utf8_lossy(rest));
    out
}

/// Sets the high bit of everything between two shifts, and leaves out what only announces.
fn shifted(bytes: &[u8], open: &[u8], close: &[u8], noise: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let (mut rest, mut wide) = (bytes, false);
    while let Some((&first, tail)) = rest.split_first() {
        if let Some(after) = rest.strip_prefix(if wide { close } else { open }) {
            (rest, wide) = (after, !wide);
        } else if let Some(after) = rest.strip_prefix(noise) {
            rest = after;
        } else {
            // A line always begins unshifted.
            wide &= first != b'\n';
            out.push(if wide && first > b' ' { first | 0x80 } else { first });
            rest = tail;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn seven_bits_are_enough() {
        for (label, bytes, want) in [
            ("UTF-7", b"Gr+APwA3w-e 1 +- 1".as_slice(), "Grüße 1 + 1"),
            ("utf-7", b"+T2BZfQ-", "你好"),
            ("hz-gb-2312", b"a ~{<:Ky2;~} b", "a 己所不 b"),
            ("iso-2022-kr", b"\x1b$)Ca \x0e>H3g\x0f b", "a 안녕 b"),
            ("utf-7", b"+", "+"),
        ] {
            assert_eq!(decode(bytes, label).as_deref(), Some(want), "{label}");
        }
        assert_eq!(decode(b"x", "utf-8"), None);
    }
}
