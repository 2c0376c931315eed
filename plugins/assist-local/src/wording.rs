//! A politer and clearer wording of a message, by rules; none when nothing needs changing.

use crate::emotion::{Emotions, is_shouted};
use crate::lexicon::REWORDING;
use crate::text::units;

pub fn alternative(text: &str) -> Option<String> {
    let original = text.trim();
    let is_shouted = is_shouted(original, &units(original));
    let calm = if is_shouted { in_sentence_case(original) } else { original.to_owned() };
    let reworded = calmed(&replaced(&calm), Emotions::of(original).is_angry());
    (reworded != original && reworded.chars().any(char::is_alphanumeric)).then_some(reworded)
}

/// Small letters but for the beginning of sentences; words with digits stay, they may be numbers of
/// orders.
fn in_sentence_case(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for word in text.split_inclusive(char::is_whitespace) {
        if word.contains(|c: char| c.is_ascii_digit()) {
            out.push_str(word);
        } else if begins || word.trim() == "I" || word.starts_with("I'") {
            out.push_str(&capitalised(&word.to_lowercase()));
        } else {
            out.push_str(&word.to_lowercase());
        }
        begins =
            word.trim_end().ends_with(['.', '!', '?', '。', '！', '？']) || word.ends_with('\n');
    }
    out
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The text with each term of the word list replaced by what is said in its place.
fn replaced(text: &str) -> String {
    let units = units(text);
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for one in REWORDING.find(&units) {
        let (start, end) = (units[one.from].start, units[one.to - 1].end);
        let original = &text[start..end];
        let to = one.category;
        // "Send me" asks, while "they send me" tells.
        let begins = one.from == 0 || units[one.from - 1].clause != units[one.from].clause;
        if to.starts_with("please ") && !begins {
            continue;
        }
        out.push_str(&text[copied..start]);
        copied = end;
        if to.eq_ignore_ascii_case(original) {
            out.push_str(original);
        } else if to.is_empty() {
            // The space before a word goes with it.
            out.truncate(out.trim_end_matches(' ').len());
        } else if original.starts_with(char::is_uppercase) {
            out.push_str(&capitalised(to));
        } else {
            out.push_str(to);
        }
    }
    out.push_str(&text[copied..]);
    out
}

/// One mark in the place of several, and a full stop where anger put an exclamation mark.
fn calmed(text: &str, is_angry: bool) -> String {
    let is_loud = |c: char| matches!(c, '!' | '?' | '！' | '？');
    let is_wide = |c: char| matches!(c, '！' | '？');
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if !is_loud(letter) {
            out.push(letter);
            continue;
        }
        let mut asks = matches!(letter, '?' | '？');
        while let Some(more) = letters.next_if(|next| is_loud(*next)) {
            asks |= matches!(more, '?' | '？');
        }
        out.push(match (asks, is_angry, is_wide(letter)) {
            (true, _, false) => '?',
            (true, _, true) => '？',
            (false, true, false) => '.',
            (false, true, true) => '。',
            (false, false, false) => '!',
            (false, false, true) => '！',
        });
    }
    // What stood around a word that was taken out.
    let rest = out.trim_start_matches([' ', ',', '，', '.', '。', '!', '！']).trim_end();
    let has_capital = text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
    if has_capital || rest.len() < out.trim().len() { capitalised(rest) } else { rest.to_owned() }
}
