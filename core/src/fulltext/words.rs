//! Cuts text into words.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// What is longer is cut: nobody types it, and an index of it helps nobody.
const WORD_CHARS: usize = 64;
/// Words of one document. PostgreSQL tells apart the places of the first 16,383 only.
const WORDS_MAX: usize = 8000;

/// A word, folded, and the bytes of the text that it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    pub start: usize,
    pub end: usize,
    /// The last character of a run without spaces, alone. It is indexed so that every character
    /// begins some word, and is none to search for.
    pub tail: bool,
}

/// All words of a text, folded; scripts without spaces in pairs of characters, as they are indexed.
#[must_use]
pub fn all_words(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| !word.tail).map(|word| word.text).collect()
}

/// The words of a text in their order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut reader = Reader::default();
    for (at, c) in text.char_indices() {
        if reader.found.len() >= WORDS_MAX {
            break;
        }
        reader.take(c, at);
    }
    reader.end_word();
    reader.end_run();
    reader.found.truncate(WORDS_MAX);
    reader.found
}

#[derive(Default)]
struct Reader {
    found: Vec<Word>,
    /// The word that is being read, and how many characters it has.
    open: Option<(Word, usize)>,
    /// Characters of a script without spaces, each with where it begins.
    run: Vec<(char, usize)>,
}

impl Reader {
    fn take(&mut self, c: char, at: usize) {
        if is_unspaced(c) {
            self.end_word();
            self.run.push((c, at));
            return;
        }
        self.end_run();
        let end = at + c.len_utf8();
        if c.is_ascii() {
            match c {
                _ if c.is_ascii_alphanumeric() => self.push(c.to_ascii_lowercase(), at, end),
                '\'' => {}
                _ => self.end_word(),
            }
        } else if is_combining_mark(c) {
            if let Some((word, _)) = &mut self.open {
                word.end = end;
            }
        } else if !is_joiner(c) {
            let folded = c.nfkd().filter(|f| !is_combining_mark(*f)).flat_map(char::to_lowercase);
            for letter in folded {
                if letter.is_alphanumeric() {
                    self.push(letter, at, end);
                } else {
                    self.end_word();
                }
            }
        }
    }

    fn push(&mut self, letter: char, start: usize, end: usize) {
        let new = || (Word { text: String::new(), start, end, tail: false }, 0);
        let (word, length) = self.open.get_or_insert_with(new);
        word.end = end;
        if *length < WORD_CHARS {
            word.text.push(letter);
            *length += 1;
        }
    }

    fn end_word(&mut self) {
        self.found.extend(self.open.take().map(|(word, _)| word));
    }

    fn end_run(&mut self) {
        let ends = |(c, at): (char, usize)| at + c.len_utf8();
        for pair in self.run.windows(2) {
            let text = [pair[0].0, pair[1].0].iter().collect();
            self.found.push(Word { text, start: pair[0].1, end: ends(pair[1]), tail: false });
        }
        if let Some(last) = self.run.last().copied() {
            let text = last.0.to_string();
            self.found.push(Word { text, start: last.1, end: ends(last), tail: true });
        }
        self.run.clear();
    }
}

/// Apostrophes and what has no width: what is on both sides is one word.
fn is_joiner(c: char) -> bool {
    matches!(
        c,
        '\u{2019}' | '\u{2bc}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' | '\u{feff}'
    )
}

/// Whether a character is of a script that writes words without spaces between them.
fn is_unspaced(c: char) -> bool {
    let script = matches!(c,
        '\u{e00}'..='\u{eff}' // Thai, Lao
        | '\u{1000}'..='\u{109f}' // Myanmar
        | '\u{1780}'..='\u{17ff}' // Khmer
        | '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9d}' // Kana
        | '\u{3100}'..='\u{312f}' // Bopomofo
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' // Han
        | '\u{ac00}'..='\u{d7af}' // Hangul
        | '\u{20000}'..='\u{3ffff}');
    script && (c.is_alphanumeric() || is_combining_mark(c))
}
