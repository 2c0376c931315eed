//! The part of a text that shows why it was found.

use super::{
    Phrase,
    words::{Word, words},
};

/// Characters of an excerpt, and of those how many stand before the first match.
const CHARS: usize = 220;
const BEFORE: usize = 60;
/// Bytes of a text that are looked at.
const TEXT_BYTES: usize = 64 * 1024;

/// A part of a text on one line, and which of it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    pub text: String,
    /// Start and length, in UTF-16 code units as browsers count.
    pub marks: Vec<(usize, usize)>,
}

/// Cuts an excerpt around the first word that one of the phrases asks for.
#[must_use]
pub fn excerpt(text: &str, phrases: &[Phrase]) -> Excerpt {
    let line = one_line(text);
    let hits: Vec<(usize, usize)> = words(&line)
        .iter()
        .filter(|word| asked(word, phrases))
        .map(|word| (word.start, word.end))
        .collect();
    let first = hits.first().map_or(0, |hit| hit.0);
    let lead = line[..first].chars().count();
    let skipped = lead.saturating_sub(BEFORE);
    let from = word_start(&line, skipped, first);
    let to = line[from..].char_indices().nth(CHARS).map_or(line.len(), |(at, _)| from + at);
    let mut shown = String::new();
    if from > 0 {
        shown.push('…');
    }
    let shift = shown.encode_utf16().count();
    shown.push_str(&line[from..to]);
    if to < line.len() {
        shown.push('…');
    }
    let mut marks: Vec<(usize, usize)> = vec![];
    for (start, end) in hits.into_iter().filter(|hit| hit.0 >= from && hit.1 <= to) {
        let at = shift + line[from..start].encode_utf16().count();
        let end = at + line[start..end].encode_utf16().count();
        match marks.last_mut() {
            // Pairs of characters overlap.
            Some(mark) if mark.0 + mark.1 >= at => mark.1 = mark.1.max(end - mark.0),
            _ => marks.push((at, end - at)),
        }
    }
    Excerpt { text: shown, marks }
}

fn one_line(text: &str) -> String {
    let mut end = text.len().min(TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where to begin after so many characters: at the next word, if one begins before the match.
fn word_start(line: &str, skipped: usize, first: usize) -> usize {
    if skipped == 0 {
        return 0;
    }
    let at = line.char_indices().nth(skipped).map_or(0, |(at, _)| at);
    match line[at..first].find(' ') {
        Some(space) if space < BEFORE / 2 => at + space + 1,
        _ => at,
    }
}

fn asked(word: &Word, phrases: &[Phrase]) -> bool {
    phrases.iter().any(|phrase| {
        let last = phrase.words.len().saturating_sub(1);
        phrase.words.iter().enumerate().any(|(at, wanted)| {
            if phrase.open && at == last {
                word.text.starts_with(wanted.as_str())
            } else {
                word.text == *wanted
            }
        })
    })
}
