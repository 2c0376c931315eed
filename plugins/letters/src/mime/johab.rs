//! Johab, the Korean code page 1361: syllables spelled by five bits for each letter.

use encoding_rs::EUC_KR;

/// The codes of the vowels lie apart; those between them mean nothing.
const VOWELS: [u16; 21] =
    [3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 26, 27, 28, 29];
/// The first letters of syllables, as letters that stand alone.
const FIRST: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/// Decodes all of it; what is no code becomes the replacement character.
pub fn decode(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        if first.is_ascii() {
            out.push(char::from(first));
            rest = tail;
            continue;
        }
        let Some((&second, tail)) = tail.split_first() else {
            out.push(char::REPLACEMENT_CHARACTER);
            break;
        };
        let read = if first >= 0xd8 {
            symbol(first, second)
        } else {
            syllable(u16::from_be_bytes([first, second]))
        };
        out.push(read.unwrap_or(char::REPLACEMENT_CHARACTER));
        rest = tail;
    }
    out
}

fn syllable(code: u16) -> Option<char> {
    let (first, vowel, last) = ((code >> 10) & 31, (code >> 5) & 31, code & 31);
    let first = match first {
        1 => None,
        2..=20 => Some(u32::from(first) - 2),
        _ => return None,
    };
    let vowel = match vowel {
        2 => None,
        _ => Some(u32::try_from(VOWELS.iter().position(|v| *v == vowel)?).ok()?),
    };
    let last = match last {
        1..=17 => u32::from(last) - 1,
        19..=29 => u32::from(last) - 2,
        _ => return None,
    };
    match (first, vowel, last) {
        (Some(first), Some(vowel), _) => char::from_u32(0xac00 + (first * 21 + vowel) * 28 + last),
        (Some(first), None, 0) => FIRST.chars().nth(usize::try_from(first).ok()?),
        (None, Some(vowel), 0) => char::from_u32(0x314f + vowel),
        _ => None,
    }
}

/// Signs and Chinese characters stand in the order of KS X 1001, two of its rows to a first byte.
fn symbol(first: u8, second: u8) -> Option<char> {
    let row = match first {
        0xd9..=0xdf => 2 * (first - 0xd9),
        0xe0..=0xf9 => u8::try_from(2 * u16::from(first) - 0x197).ok()?,
        _ => return None,
    };
    let cell = match second {
        0x31..=0x7e => second - 0x31,
        0x91..=0xfe => second - 0x43,
        _ => return None,
    };
    let pair = [row + cell / 94 + 0xa1, cell % 94 + 0xa1];
    let (text, _, wrong) = EUC_KR.decode(&pair);
    if wrong { None } else { text.chars().next() }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn syllables_signs_and_characters_are_read() {
        assert_eq!(decode(b"\xd0\x65\x8b\x69 \xc0\xe1\x9f\xa1 x"), "한글 처리 x");
        assert_eq!(decode(b"\xf7\xd3\xf1\xae \xd9k \x88A \xff"), "漢字 ○ ㄱ \u{fffd}");
    }
}
