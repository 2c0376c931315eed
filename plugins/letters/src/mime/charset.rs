//! Bytes in whatever character set a mail says, or does not say, to text.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, IBM866, ISO_2022_JP, ISO_8859_2, KOI8_R, KOI8_U,
    REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1250, WINDOWS_1252,
};

/// A label without the noise that mailers put around it, in small letters.
pub(super) fn plain(label: &str) -> String {
    let label = label.trim_matches(|c: char| c.is_whitespace() || "\"';,".contains(c));
    let lower = label.to_ascii_lowercase();
    // A quoted-printable `=` that was encoded twice leaves its digits before the label.
    let lower = lower.strip_prefix("3d").unwrap_or(&lower);
    lower.strip_prefix("charset=").unwrap_or(lower).to_owned()
}

/// The encoding a label means; none for labels nobody knows.
pub fn find(label: &str) -> Option<&'static Encoding> {
    let lower = plain(label);
    match lower.as_str() {
        // Each is a smaller cousin of the one it is read as; mailers mix them up.
        "gb2312" | "gbk" | "x-gbk" | "cp936" | "gb_2312-80" | "euc-cn" | "x-euc-cn" => {
            return Some(GB18030);
        }
        "utf8mb4" | "utf_8" | "utf-8-sig" | "utf-8n" => return Some(UTF_8),
        "uhc" => return Some(EUC_KR),
        "jis" | "jis7" | "jis_encoding" | "csjisencoding" => return Some(ISO_2022_JP),
        "sjis-win" | "x-sjis-cp932" | "shift-jis-2004" => return Some(SHIFT_JIS),
        "big5-eten" | "x-big5" => return Some(BIG5),
        _ => {}
    }
    if let Some(found) = Encoding::for_label(lower.as_bytes()) {
        return Some(found);
    }
    let bare = lower.strip_prefix("x-").unwrap_or(&lower).replace('_', "-");
    // `iso2022jp`, `ISO-2022-JP-MS`, `x-iso-2022-jp`, `iso-2022-jp-2004`.
    if bare.replace('-', "").starts_with("iso2022jp") {
        return Some(ISO_2022_JP);
    }
    // `cp-1251`, `ms949`, `x-ms932`, `x-windows-950`, `ansi-1252`, `1250`.
    let digits = bare.trim_start_matches(|c: char| !c.is_ascii_digit());
    let family = bare[..bare.len() - digits.len()].trim_end_matches('-');
    if !matches!(family, "" | "cp" | "ms" | "win" | "windows" | "cp-windows" | "ansi" | "mswin") {
        return Encoding::for_label(bare.as_bytes());
    }
    // `ms932-0213`, `949-1997`: what follows names an edition.
    match digits.split('-').next().unwrap_or_default() {
        "65001" => Some(UTF_8),
        "932" | "943" | "31j" => Some(SHIFT_JIS),
        "936" => Some(GB18030),
        "949" => Some(EUC_KR),
        "950" => Some(BIG5),
        "874" => Some(WINDOWS_874),
        "50220" | "50221" | "50222" => Some(ISO_2022_JP),
        "54936" => Some(GB18030),
        "51949" => Some(EUC_KR),
        "51932" => Some(EUC_JP),
        "20866" => Some(KOI8_R),
        "21866" => Some(KOI8_U),
        "8859" => Encoding::for_label(format!("iso-{digits}").as_bytes()),
        page => page
            .strip_prefix("2859")
            .and_then(|part| Encoding::for_label(format!("iso-8859-{part}").as_bytes()))
            .or_else(|| Encoding::for_label(format!("windows-{digits}").as_bytes())),
    }
}

/// The character set that the shift sequences of seven-bit text name, whatever its label says.
fn shifted(bytes: &[u8]) -> Option<&'static str> {
    let has = |sequence: &[u8]| bytes.windows(sequence.len()).any(|w| w == sequence);
    if !bytes.contains(&b'\x1b') || !bytes.is_ascii() {
        return None;
    }
    let japanese: [&[u8]; 4] = [b"\x1b$B", b"\x1b$@", b"\x1b(J", b"\x1b(I"];
    if japanese.into_iter().any(has) {
        return Some("iso-2022-jp");
    }
    let named = [(b"\x1b$)C", "iso-2022-kr"), (b"\x1b$)A", "iso-2022-cn")];
    named.into_iter().find(|(sequence, _)| has(*sequence)).map(|(_, name)| name)
}

/// Whether text is written with the shift sequences of a seven-bit character set.
pub fn is_shifted(bytes: &[u8]) -> bool {
    shifted(bytes).is_some()
}

/// Whether a label says nothing about bytes beyond ASCII.
pub fn vague(label: &str) -> bool {
    let label = plain(label);
    label.is_empty()
        || label.contains("ascii")
        || label.contains("8bit")
        || label.contains("unknown")
}

/// Decodes `bytes`. The label counts where it is known and can be true; `hint` is a second label
/// for bytes that carry none of their own, such as raw headers.
pub fn decode(bytes: &[u8], label: Option<&str>, hint: Option<&str>) -> String {
    let label = shifted(bytes).or(label);
    if let Some(text) = label.and_then(|l| super::seven::decode(bytes, l)) {
        return clean(text);
    }
    // A line of box drawing is no UTF-8 by accident; two letters of a DOS page may be.
    let utf_8 = || std::str::from_utf8(bytes).is_ok_and(|t| looks_like_utf_8(t, IBM866));
    if let Some(text) = label.and_then(|l| super::codepage::decode(bytes, l)).filter(|_| !utf_8()) {
        return clean(text);
    }
    // ISO-2022-JP is made of ASCII bytes, so it has to be asked for before the short way out.
    let labelled = label.and_then(find).map(|e| truth(e, bytes));
    if bytes.is_ascii() && labelled.is_none_or(|e| e != ISO_2022_JP && e.is_ascii_compatible()) {
        return clean(String::from_utf8_lossy(bytes).into_owned());
    }
    let vague = label.is_none_or(vague);
    let encoding = match labelled {
        Some(encoding) if !vague => truth(encoding, bytes),
        // "US-ASCII" over bytes that are not: nothing was declared in truth.
        _ => {
            if let Ok(text) = std::str::from_utf8(bytes) {
                return clean(text.to_owned());
            }
            if let Some(text) = hint.and_then(|h| super::codepage::decode(bytes, h)) {
                return clean(text);
            }
            hint.and_then(find).filter(|e| !e.decode(bytes).2).unwrap_or_else(|| detect(bytes))
        }
    };
    let (text, _, wrong) = encoding.decode(bytes);
    // A wrong label over good UTF-8 is common. Otherwise the label stays: a few replaced characters
    // beat a wrong alphabet.
    match std::str::from_utf8(bytes) {
        Ok(utf8) if wrong || looks_like_utf_8(utf8, encoding) => clean(utf8.to_owned()),
        _ => clean(text.into_owned()),
    }
}

/// The encoding that a label can only have meant for these bytes.
fn truth(encoding: &'static Encoding, bytes: &[u8]) -> &'static Encoding {
    if encoding == REPLACEMENT {
        // What browsers refuse to show for their own safety; here nothing of it is run.
        return WINDOWS_1252;
    }
    if encoding == UTF_8 && never_utf_8(bytes) {
        return detect(bytes);
    }
    if encoding != UTF_16LE && encoding != UTF_16BE {
        return encoding;
    }
    let zeros = |odd: usize| bytes.iter().skip(odd).step_by(2).filter(|b| **b == 0).count();
    match (zeros(0), zeros(1)) {
        // "Unicode" over eight-bit text.
        (0, 0) if std::str::from_utf8(bytes).is_ok() => UTF_8,
        (even, odd) if even > odd => UTF_16BE,
        (even, odd) if odd > even => UTF_16LE,
        _ => encoding,
    }
}

/// Whether no byte beyond ASCII is part of a UTF-8 character. A character cut off at the end does
/// not count.
fn never_utf_8(bytes: &[u8]) -> bool {
    let cut = bytes.iter().rev().take(3).take_while(|b| !b.is_ascii()).count();
    let bytes = &bytes[..bytes.len() - cut];
    !bytes.is_ascii()
        && String::from_utf8_lossy(bytes)
            .chars()
            .all(|c| c.is_ascii() || c == char::REPLACEMENT_CHARACTER)
}

/// Whether text that is good UTF-8 can hardly be good text in the encoding it is labelled with.
fn looks_like_utf_8(utf8: &str, encoding: &'static Encoding) -> bool {
    let wide = utf8.chars().filter(|c| !c.is_ascii()).count();
    let long = utf8.chars().filter(|c| c.len_utf8() > 2).count();
    // One or two pairs of bytes may be both; Thai syllables and Chinese characters even three.
    match encoding {
        e if e == UTF_8 || e == UTF_16LE || e == UTF_16BE || e == ISO_2022_JP => false,
        e if e == WINDOWS_1252 || e == WINDOWS_1250 || e == ISO_8859_2 => wide > 0,
        e if e.is_single_byte() => wide > 1,
        _ => long > 2 && long == wide,
    }
}

fn detect(bytes: &[u8]) -> &'static Encoding {
    let mut detector = chardetng::EncodingDetector::new();
    detector.feed(&bytes[..bytes.len().min(64 * 1024)], true);
    let (encoding, likely) = detector.guess_assess(None, true);
    // A handful of accented letters looks the same in a dozen alphabets; the commonest is meant.
    let enough = !encoding.is_single_byte() || bytes.iter().filter(|b| !b.is_ascii()).count() >= 20;
    if likely && enough { encoding } else { WINDOWS_1252 }
}

/// Databases refuse NUL in text, and people cannot read it.
fn clean(text: String) -> String {
    if text.contains('\0') { text.replace('\0', "") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_labels_are_known() {
        for (label, name) in [
            ("windows-874", "windows-874"),
            ("x-sjis", "Shift_JIS"),
            ("x-gbk", "gb18030"),
            ("GB2312", "gb18030"),
            ("iso-8859-8-i", "ISO-8859-8-I"),
            ("iso-8859-8-e", "ISO-8859-8"),
            ("iso-2022-jp-ms", "ISO-2022-JP"),
            ("ks_c_5601-1987", "EUC-KR"),
            ("x-mac-roman", "macintosh"),
            ("3dutf-8", "UTF-8"),
            ("utf8mb4", "UTF-8"),
            ("\"ISO-8859-1\"", "windows-1252"),
            ("cp-1251", "windows-1251"),
            ("1250", "windows-1250"),
            ("ansi_1252", "windows-1252"),
            ("iso2022jp", "ISO-2022-JP"),
            ("x-iso-2022-jp", "ISO-2022-JP"),
            ("iso-2022-jp-2004", "ISO-2022-JP"),
            ("cp50220", "ISO-2022-JP"),
            ("CP50222", "ISO-2022-JP"),
            ("JIS", "ISO-2022-JP"),
            ("MS949", "EUC-KR"),
            ("x-windows-949", "EUC-KR"),
            ("UHC", "EUC-KR"),
            ("ms932", "Shift_JIS"),
            ("windows-936", "gb18030"),
            ("x-windows-950", "Big5"),
            ("ms874", "windows-874"),
            ("8859-2", "ISO-8859-2"),
            ("cp28592", "ISO-8859-2"),
        ] {
            assert_eq!(find(label).map(Encoding::name), Some(name), "{label}");
        }
        assert!(find("x-unknown").is_none());
    }

    #[test]
    fn text_is_decoded() {
        assert_eq!(decode(b"\xca\xc7\xd1\xca\xb4\xd5", Some("windows-874"), None), "สวัสดี");
        assert_eq!(decode(b"\x1b$B$3\x1b(B", Some("iso-2022-jp"), None), "こ");
        assert_eq!(decode("naïve".as_bytes(), Some("us-ascii"), None), "naïve");
        assert_eq!(decode(b"na\xefve", Some("x-unknown"), None), "naïve");
        assert_eq!(decode(b"\xc4\xe3\xba\xc3", None, Some("gb2312")), "你好");
        assert_eq!(decode(b"a\0b", None, None), "ab");
        assert_eq!(decode(b"caf\xe9", Some("utf-8"), None), "caf\u{fffd}");
        assert_eq!(decode(b"caf\xe9s", Some("utf-8"), None), "cafés");
        assert_eq!(decode("café".as_bytes(), Some("iso-8859-1"), None), "café");
        assert_eq!(decode("你好吗".as_bytes(), Some("gbk"), None), "你好吗");
        assert_eq!(decode(b"\xc1\xaa\xcd\xa8", Some("gbk"), None), "联通");
        assert_eq!(decode(b"plain", Some("utf-16"), None), "plain");
        assert_eq!(decode(b"\0h\0i", Some("utf-16"), None), "hi");
        assert_eq!(decode(b"h\0i\0", Some("utf-16"), None), "hi");
        assert_eq!(decode(b"plain", Some("iso-2022-cn"), None), "plain");
        assert_eq!(decode(b"f\x81r Ger\x84te", Some("ibm850"), None), "für Geräte");
        assert_eq!(decode(b"f\x81r Ger\x84te", None, Some("ibm850")), "für Geräte");
        assert_eq!(decode("für Geräte".as_bytes(), Some("cp437"), None), "für Geräte");
    }

    #[test]
    fn shift_sequences_say_more_than_labels() {
        for label in [None, Some("us-ascii"), Some("utf-8"), Some("iso-8859-1"), Some("x-unknown")]
        {
            assert_eq!(decode(b"a \x1b$B$3\x1b(B b", label, None), "a こ b", "{label:?}");
            assert_eq!(decode(b"\x1b$@$3\x1b(J b", label, None), "こ b", "{label:?}");
            assert_eq!(decode(b"\x1b$)Ca \x0e>H3g\x0f b", label, None), "a 안녕 b", "{label:?}");
            assert_eq!(decode(b"\x1b$)A\x0eDc:C\x0f b", label, None), "你好 b", "{label:?}");
        }
        // The colours of a terminal shift nothing.
        assert_eq!(decode(b"\x1b[31mred\x1b(B", None, None), "\x1b[31mred\x1b(B");
    }
}
