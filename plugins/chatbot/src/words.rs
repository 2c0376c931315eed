//! Words of any language: how a text is made comparable, and what in it counts. Pure.

/// A text in small letters without punctuation, its words with one space between them. Scripts that
/// write no spaces stand apart from those that do, so that words of both are found.
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last = Kind::Space;
    for letter in text.chars().map(half_width).flat_map(char::to_lowercase) {
        // An apostrophe joins: "don't" is one word.
        if matches!(letter, '\'' | '’' | '\u{ad}' | '\u{200b}') {
            continue;
        }
        let kind = kind(letter);
        if kind != last && !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
        if kind != Kind::Space {
            out.push(letter);
        }
        last = kind;
    }
    out.trim_end().to_owned()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Spaced,
    Unspaced,
}

fn kind(letter: char) -> Kind {
    match letter {
        letter if is_unspaced(letter) => Kind::Unspaced,
        // Marks that belong to the letter before them: Hindi, Tamil and Arabic write such.
        '\u{0300}'..='\u{036f}' | '\u{064b}'..='\u{065f}' | '\u{0900}'..='\u{0dff}' => Kind::Spaced,
        letter if letter.is_alphanumeric() => Kind::Spaced,
        _ => Kind::Space,
    }
}

/// Chinese input methods write Latin letters and signs in a wide form as well.
fn half_width(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        other => other,
    }
}

/// Letters of scripts that write words without spaces: Chinese, Japanese, Thai, Lao, Burmese, Khmer.
pub fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{0e01}'..='\u{0eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17d3}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2fa1f}')
}

/// The language that a script gives away.
pub fn language_of_script(text: &str) -> Option<&'static str> {
    text.chars().find_map(|letter| match letter {
        '\u{3040}'..='\u{30ff}' => Some("ja"),
        '\u{ac00}'..='\u{d7af}' => Some("ko"),
        '\u{0e01}'..='\u{0e7f}' => Some("th"),
        '\u{0600}'..='\u{06ff}' => Some("ar"),
        '\u{0900}'..='\u{097f}' => Some("hi"),
        '\u{0b80}'..='\u{0bff}' => Some("ta"),
        '\u{3400}'..='\u{9fff}' => Some("zh"),
        _ => None,
    })
}

/// What of a text is compared, each once: words, and pairs of letters where no spaces are written.
pub fn tokens(folded: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut put = |token: &str| {
        if !found.iter().any(|known| known == token) {
            found.push(token.to_owned());
        }
    };
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        if !word.starts_with(is_unspaced) {
            put(word);
            continue;
        }
        // Pairs that begin in one word and end in the next say nothing, so the words that are known
        // are taken out first.
        let mut rest = word;
        let mut unknown = String::new();
        while let Some(letter) = rest.chars().next() {
            match FILLERS.iter().chain(QUESTION_WORDS).find(|known| rest.starts_with(**known)) {
                Some(known) => {
                    pairs(&unknown, &mut put);
                    unknown.clear();
                    put(known);
                    rest = &rest[known.len()..];
                }
                None => {
                    unknown.push(letter);
                    rest = &rest[letter.len_utf8()..];
                }
            }
        }
        pairs(&unknown, &mut put);
    }
    found
}

fn pairs(text: &str, put: &mut impl FnMut(&str)) {
    let letters: Vec<char> = text.chars().collect();
    match letters.len() {
        0 => {}
        1 => put(text),
        _ => letters.windows(2).for_each(|pair| put(&String::from_iter(pair))),
    }
}

/// Words that are in every question say little about what is asked.
const FILLERS: &[&str] = &[
    "a",
    "an",
    "the",
    "is",
    "are",
    "am",
    "was",
    "be",
    "do",
    "does",
    "did",
    "i",
    "im",
    "you",
    "we",
    "they",
    "it",
    "its",
    "my",
    "your",
    "our",
    "me",
    "us",
    "to",
    "of",
    "in",
    "on",
    "at",
    "for",
    "and",
    "or",
    "with",
    "this",
    "that",
    "there",
    "please",
    "have",
    "has",
    "can",
    "could",
    "would",
    "will",
    "should",
    "hi",
    "hello",
    "saya",
    "anda",
    "awak",
    "kami",
    "di",
    "ke",
    "dari",
    "yang",
    "dan",
    "atau",
    "untuk",
    "ini",
    "itu",
    "boleh",
    "ada",
    "adakah",
    "tolong",
    "nak",
    "dengan",
    "请问",
    "我的",
    "你们",
    "我们",
    "可以",
    "一下",
    "是否",
    "有没有",
    "我想",
    "的",
    "吗",
    "呢",
    "是",
    "我",
    "你",
];

/// Of words that begin alike the longest comes first.
const QUESTION_WORDS: &[&str] = &[
    "how",
    "what",
    "whats",
    "when",
    "where",
    "which",
    "who",
    "why",
    "much",
    "many",
    "apa",
    "apakah",
    "bagaimana",
    "bila",
    "mana",
    "berapa",
    "siapa",
    "kenapa",
    "mengapa",
    "怎么样",
    "怎么",
    "什么时候",
    "什么",
    "如何",
    "哪里",
    "多少",
    "为什么",
    "几点",
];

/// Whether a token says what a text is about.
pub fn has_sense(token: &str) -> bool {
    weight(token) > 0.4
}

/// How much a token counts before it is known how rare it is.
pub fn weight(token: &str) -> f64 {
    if FILLERS.contains(&token) {
        0.1
    } else if QUESTION_WORDS.contains(&token) {
        0.35
    } else if token.chars().count() == 1 && token.starts_with(is_unspaced) {
        0.5
    } else {
        1.0
    }
}

/// Words shorter than this are the same only when they are equal.
const STEM: usize = 4;
/// An ending has at most so many letters.
const ENDING: usize = 4;

/// Whether two tokens are the same word, perhaps with another ending.
pub fn same(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let rest = match long.strip_prefix(short) {
        Some(rest) => rest.chars().count(),
        None => return false,
    };
    let pair = short.chars().next().is_some_and(is_unspaced);
    !pair && short.chars().count() >= STEM && rest <= ENDING
}

#[cfg(test)]
mod tests {
    use super::{folded, language_of_script, same, tokens};

    #[test]
    fn texts_are_made_comparable() {
        for (text, expected) in [
            ("  Don't PANIC!! ", "dont panic"),
            ("ＡＢＣ　１２３", "abc 123"),
            ("我要refund，谢谢", "我要 refund 谢谢"),
            ("Wi-Fi/4G", "wi fi 4g"),
            ("ÉCOLE", "école"),
            ("?!", ""),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
    }

    #[test]
    fn scripts_without_spaces_become_pairs() {
        assert_eq!(tokens(&folded("营业时间?")), ["营业", "业时", "时间"]);
        assert_eq!(tokens(&folded("你们怎么付款的")), ["你们", "怎么", "付款", "的"]);
        assert_eq!(tokens(&folded("退 refund refund")), ["退", "refund"]);
        assert_eq!(tokens(&folded("ส่งเมื่อไร")).len(), "ส่งเมื่อไร".chars().count() - 1);
    }

    #[test]
    fn endings_do_not_make_another_word() {
        for (one, other, expected) in [
            ("return", "returning", true),
            ("bayar", "bayaran", true),
            ("open", "opening", true),
            ("pay", "payment", false),
            ("cat", "cats", false),
            ("form", "formaldehyde", false),
            ("营业", "营业员", false),
        ] {
            assert_eq!(same(one, other), expected, "{one} {other}");
            assert_eq!(same(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn a_script_gives_its_language_away() {
        assert_eq!(language_of_script("Hi, 你好"), Some("zh"));
        assert_eq!(language_of_script("こんにちは"), Some("ja"));
        assert_eq!(language_of_script("Selamat pagi"), None);
    }
}
