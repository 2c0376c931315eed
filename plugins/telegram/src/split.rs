//! Cuts a long text into pieces that Telegram takes, at places where a reader would pause.

/// Telegram's longest text, in UTF-16 units.
pub const TEXT_MAX: usize = 4096;

/// Telegram's longest caption, in UTF-16 units.
pub const CAPTION_MAX: usize = 1024;

pub use patchbay_plugin::split::units;

/// The pieces of a text, each at most `max` UTF-16 units and none of them blank.
pub fn split(text: &str, max: usize) -> Vec<&str> {
    patchbay_plugin::split::split(text, max, units)
}

#[cfg(test)]
mod tests {
    use super::{split, units};

    #[test]
    fn a_short_text_stays_whole() {
        assert_eq!(split(" hello \n", 10), ["hello"]);
        assert!(split(" \n ", 10).is_empty());
    }

    #[test]
    fn paragraphs_come_before_lines_before_words() {
        assert_eq!(split("one two\n\nthree\nfour five", 20), ["one two", "three\nfour five"]);
        assert_eq!(split("one two three\nfour five", 20), ["one two three", "four five"]);
        assert_eq!(split("one two three four five", 20), ["one two three four", "five"]);
        assert_eq!(split("One two. Three four five six", 20), ["One two.", "Three four five six"]);
    }

    #[test]
    fn length_is_counted_as_telegram_counts() {
        let text = "😀".repeat(30);
        assert_eq!(units(&text), 60);
        let pieces = split(&text, 25);
        assert!(pieces.iter().all(|piece| units(piece) <= 25));
        assert_eq!(pieces.concat(), text);
    }

    #[test]
    fn an_emoji_of_several_parts_is_not_torn() {
        let family = "👩‍👩‍👧";
        let text = format!("{}{family}", "a".repeat(6));
        // Eight units would end in the middle of the family.
        let pieces = split(&text, 9);
        assert_eq!(pieces, ["aaaaaa", family]);
    }

    #[test]
    fn nothing_is_lost_from_a_long_text() {
        let text = "word ".repeat(5000);
        let pieces = split(&text, 4096);
        assert!(pieces.iter().all(|piece| units(piece) <= 4096));
        assert_eq!(pieces.join(" "), text.trim());
    }
}
