//! Tokenizer and sentence splitter for English, Malay and Chinese. Pure; spans are bytes of the text.

use std::borrow::Cow;

/// A word, one Chinese character or one emoji.
#[derive(Debug)]
pub struct Unit<'a> {
    /// In small letters and half width, without apostrophes.
    pub text: Cow<'a, str>,
    pub start: usize,
    pub end: usize,
    /// Counts the marks that part clauses, because a negation does not reach beyond them.
    pub clause: u32,
    pub is_han: bool,
}

/// The beginning of a text, at most so many characters.
pub fn clip(text: &str, max_chars: usize) -> &str {
    text.char_indices().nth(max_chars).map_or(text, |(end, _)| &text[..end])
}

pub fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}')
}

/// Chinese input methods write Latin letters and digits in a wide form as well.
fn half_width(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        other => other,
    }
}

pub fn units(text: &str) -> Vec<Unit<'_>> {
    let mut found: Vec<Unit<'_>> = Vec::new();
    let mut clause = 0;
    // Where the word began that is being read.
    let mut word: Option<usize> = None;
    let put_word = |found: &mut Vec<Unit<'_>>, word: &mut Option<usize>, end, clause| {
        if let Some(start) = word.take() {
            let folded: String = text[start..end]
                .chars()
                .filter(|letter| !is_apostrophe(*letter))
                .map(half_width)
                .flat_map(char::to_lowercase)
                .collect();
            if !folded.is_empty() {
                let text = Cow::Owned(folded);
                found.push(Unit { text, start, end, clause, is_han: false });
            }
        }
    };
    for (at, letter) in text.char_indices() {
        let single = is_han(letter) || is_emoji(letter);
        if !single && (letter.is_alphanumeric() || (word.is_some() && is_apostrophe(letter))) {
            word.get_or_insert(at);
            continue;
        }
        put_word(&mut found, &mut word, at, clause);
        if single {
            let (end, is_han) = (at + letter.len_utf8(), is_han(letter));
            let text = Cow::Borrowed(&text[at..end]);
            found.push(Unit { text, start: at, end, clause, is_han });
        } else if matches!(letter, '.' | ',' | ';' | ':' | '!' | '?' | '\n')
            || matches!(letter, '。' | '，' | '；' | '：' | '！' | '？' | '、' | '…')
        {
            clause += 1;
        }
    }
    put_word(&mut found, &mut word, text.len(), clause);
    found
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '\u{ad}' | '\u{200b}')
}

/// The sentences of a text, each word for word as it stands there.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        let mut letters = line.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let end = at + letter.len_utf8();
            let next = letters.peek().map(|(_, next)| *next);
            let ends = match letter {
                '。' | '！' | '？' | '；' => !next.is_some_and(is_closing),
                // "9 a.m. to 5 p.m." goes on in small letters, and "No. 5" with a number.
                '.' => {
                    let after = line[end..].trim_start().chars().next();
                    next.is_none_or(char::is_whitespace)
                        && !after.is_some_and(|a| a.is_lowercase() || a.is_numeric())
                }
                '!' | '?' => next.is_none_or(|next| next.is_whitespace() || is_han(next)),
                '”' | '」' | '"' => {
                    line[start..at].ends_with(['。', '！', '？', '.', '!', '?'])
                        && next.is_none_or(|next| next.is_whitespace() || is_han(next))
                }
                _ => false,
            };
            if ends {
                put_sentence(&line[start..end], &mut found);
                start = end;
            }
        }
        put_sentence(&line[start..], &mut found);
    }
    found
}

fn put_sentence<'a>(sentence: &'a str, found: &mut Vec<&'a str>) {
    let sentence = sentence.trim();
    if sentence.chars().any(char::is_alphanumeric) {
        found.push(sentence);
    }
}

fn is_closing(letter: char) -> bool {
    matches!(letter, '。' | '！' | '？' | '”' | '」' | '"' | ')' | '）')
}

pub fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '”', '」', '!', '！', ' ']).ends_with(['?', '？'])
}

/// A word without the endings and beginnings that do not change what it is about: light, and the
/// same for English and Malay, because both sides of a comparison go through it.
pub fn stem(word: &str) -> String {
    if !word.is_ascii() || word.len() < 4 || word.bytes().any(|b| b.is_ascii_digit()) {
        return word.to_owned();
    }
    let mut root = word;
    for ending in ["nya", "lah", "kah"] {
        root = root.strip_suffix(ending).filter(|rest| rest.len() >= 4).unwrap_or(root);
    }
    if let Some(rest) = root.strip_suffix("ies").filter(|rest| rest.len() >= 3) {
        return format!("{rest}y");
    }
    root = match root.strip_suffix('s') {
        Some(rest) if rest.len() >= 3 && !rest.ends_with(['s', 'u', 'i']) => {
            let hissing = ["sse", "xe", "che", "she", "ze"].iter().any(|end| rest.ends_with(end));
            if hissing { &rest[..rest.len() - 1] } else { rest }
        }
        _ => root,
    };
    let inflected = ["ing", "ed"].iter().find_map(|ending| root.strip_suffix(ending));
    if let Some(rest) = inflected.filter(|rest| rest.len() >= 3 && rest.contains(is_vowel)) {
        let mut letters = rest.chars().rev();
        let doubled = letters.next() == letters.next() && !rest.ends_with(['l', 's', 'e', 'o']);
        root = if doubled { &rest[..rest.len() - 1] } else { rest };
    }
    // "change" and "changing" meet without the e.
    root = root.strip_suffix('e').filter(|rest| rest.len() >= 4).unwrap_or(root);
    for beginning in ["meng", "meny", "peng", "mem", "men", "pem", "pen", "ber", "ter", "me", "di"]
    {
        if let Some(rest) = root.strip_prefix(beginning).filter(|rest| rest.len() >= 4) {
            root = rest;
            break;
        }
    }
    for ending in ["kan", "an"] {
        if let Some(rest) = root.strip_suffix(ending).filter(|rest| rest.len() >= 4) {
            root = rest;
            break;
        }
    }
    root.to_owned()
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}
