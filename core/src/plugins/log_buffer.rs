//! What a call writes to its account's log: cleaned, cut, and not too much of it.

use super::account::LogLine;

/// Lines of a call.
const LINES_MAX: usize = 200;
/// Bytes of a line, and of all lines of a call: what is stored keeps everybody else from writing, so a
/// plugin that says much may not say it at length.
const LINE_BYTES: usize = 4096;
const CALL_BYTES: usize = 64 << 10;

/// The lines of one call.
pub struct Lines {
    kept: Vec<LogLine>,
    left: usize,
    full: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self { kept: Vec::new(), left: CALL_BYTES, full: false }
    }
}

impl Lines {
    /// Keeps a line; beyond the limits only the last one says so.
    pub fn push(&mut self, mut line: LogLine) {
        if self.full {
            return;
        }
        if self.kept.len() == LINES_MAX - 1 || self.left == 0 {
            self.full = true;
            line.message = "further lines of this call were dropped".to_owned();
            line.fields.clear();
            self.kept.push(line);
            return;
        }
        let most = LINE_BYTES.min(self.left);
        let mut left = most;
        line.message = clean(&line.message, &mut left);
        let fields = std::mem::take(&mut line.fields);
        for (name, value) in fields {
            if left == 0 {
                break;
            }
            line.fields.push((clean(&name, &mut left), clean(&value, &mut left)));
        }
        self.left -= most - left;
        self.kept.push(line);
    }

    /// All of them, in their order.
    pub fn take(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.kept)
    }
}

/// Without control characters, terminal escapes included, and within what is left of the line.
fn clean(text: &str, left: &mut usize) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let c = if c.is_control() { ' ' } else { c };
        // Marks that turn the direction of text around can make a log line read as another.
        if matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            continue;
        }
        if c.len_utf8() > *left {
            *left = 0;
            break;
        }
        *left -= c.len_utf8();
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::account::LogLevel;

    fn line(message: &str) -> LogLine {
        let fields = vec![("name".to_owned(), "value".to_owned())];
        LogLine { at_ms: 0, level: LogLevel::Info, message: message.to_owned(), fields }
    }

    #[test]
    fn text_is_cleaned_and_cut() {
        let mut left = 10;
        assert_eq!(clean("a\u{1b}[31m\r\nb\u{202e}", &mut left), "a [31m  b");
        let mut left = 4;
        assert_eq!(clean("éééé", &mut left), "éé");
        assert_eq!(left, 0);
    }

    #[test]
    fn a_call_has_so_many_lines_and_says_that_there_were_more() {
        let mut lines = Lines::default();
        for _ in 0..1_000 {
            lines.push(line("short"));
        }
        let kept = lines.take();
        assert_eq!(kept.len(), LINES_MAX);
        assert_eq!((kept[198].message.as_str(), kept[198].fields.len()), ("short", 1));
        assert!(kept[199].message.contains("dropped") && kept[199].fields.is_empty());
    }

    #[test]
    fn long_lines_are_fewer() {
        let mut lines = Lines::default();
        for _ in 0..1_000 {
            lines.push(line(&"x".repeat(10_000)));
        }
        let kept = lines.take();
        assert_eq!(kept.len(), CALL_BYTES / LINE_BYTES + 1);
        assert_eq!(kept[0].message.len(), LINE_BYTES);
        assert!(kept.last().is_some_and(|last| last.message.contains("dropped")));
    }
}
