//! Cuts a long text into pieces that a provider takes, at places where a reader would pause.

/// A text's length in UTF-16 units; never less than its characters.
pub fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A text's length in UTF-8 bytes.
pub fn bytes(text: &str) -> usize {
    text.len()
}

/// The pieces of a text, each at most `max` long as `length` counts, and none of them blank.
pub fn split(text: &str, max: usize, length: fn(&str) -> usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end =
            if length(rest) <= max { rest.len() } else { border(rest, fitting(rest, max, length)) };
        let (piece, tail) = rest.split_at(end);
        let piece = piece.trim_end();
        if !piece.is_empty() {
            pieces.push(piece);
        }
        rest = tail.trim_start();
    }
    pieces
}

/// The end of the longest beginning of at most `max`, in bytes; at least one character.
fn fitting(text: &str, max: usize, length: fn(&str) -> usize) -> usize {
    let mut used = 0;
    for (place, letter) in text.char_indices() {
        used += length(letter.encode_utf8(&mut [0; 4]));
        if used > max && place > 0 {
            return place;
        }
    }
    text.len()
}

/// The best place to cut at or before `end`: a paragraph, a line, a sentence, a word. It must be in
/// the last two thirds, or the pieces would become ragged.
fn border(text: &str, end: usize) -> usize {
    let window = &text[..end];
    let least = end / 3;
    // White space right behind the window makes the whole window a good piece.
    if text[end..].starts_with(char::is_whitespace) {
        return end;
    }
    for border in ["\n\n", "\n", ". ", "! ", "? ", "。", "！", "？", " "] {
        if let Some(place) = window.rfind(border)
            && place >= least
        {
            return place + border.len();
        }
    }
    whole_character(text, end)
}

/// Moves a cut in the middle of a word back to where a visible character begins, so that an
/// emoji of several parts or a letter with its marks stays in one piece.
fn whole_character(text: &str, end: usize) -> usize {
    let mut cut = end;
    for (place, _) in text[..end].char_indices().rev().take(16) {
        let joined = text[cut..].chars().next().is_some_and(continues);
        if !joined && !text[..cut].ends_with('\u{200d}') {
            return cut;
        }
        cut = place;
    }
    if cut == 0 { end } else { cut }
}

/// Joiners, variation selectors, skin tones and combining marks belong to what is before them.
fn continues(letter: char) -> bool {
    matches!(letter,
        '\u{200d}' | '\u{20e3}'
        | '\u{0300}'..='\u{036f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{1f3fb}'..='\u{1f3ff}'
        | '\u{e0020}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{bytes, split, units};

    #[test]
    fn a_text_is_cut_where_a_reader_would_pause() {
        assert_eq!(split(" hello \n", 10, units), ["hello"]);
        assert!(split(" \n ", 10, units).is_empty());
        assert_eq!(
            split("one two\n\nthree\nfour five", 20, units),
            ["one two", "three\nfour five"]
        );
        assert_eq!(
            split("One two. Three four five six", 20, units),
            ["One two.", "Three four five six"]
        );
    }

    #[test]
    fn each_provider_counts_in_its_own_way() {
        let text = "😀é".repeat(30);
        for (max, length) in [(25, units as fn(&str) -> usize), (25, bytes)] {
            let pieces = split(&text, max, length);
            assert!(pieces.iter().all(|piece| length(piece) <= max));
            assert_eq!(pieces.concat(), text);
        }
    }

    #[test]
    fn an_emoji_of_several_parts_is_not_torn() {
        let family = "👩‍👩‍👧";
        let text = format!("{}{family}", "a".repeat(6));
        assert_eq!(split(&text, 9, units), ["aaaaaa", family]);
    }
}
