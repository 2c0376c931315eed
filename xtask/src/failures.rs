//! What tests that failed had to say, repeated at the end of a run: a log is read from its end, and
//! often only its end is kept.

use std::sync::Mutex;

/// How many lines are repeated of one test: its first and its last ones.
const FIRST_LINES: usize = 25;
const LAST_LINES: usize = 15;
/// How many tests are repeated; a run in which everything fails has one cause.
const SHOWN: usize = 20;

static SEEN: Mutex<Vec<Failure>> = Mutex::new(Vec::new());

/// A test that failed, and what it printed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Failure {
    title: String,
    lines: Vec<String>,
}

/// Where in a report a reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Elsewhere,
    /// Between Rust's first `failures:` and the list of names under the second.
    Rust,
    /// Below Node's `✖ failing tests:`, which ends the report.
    Browser,
}

/// Looks for failures in what one test program prints, line by line.
pub struct Reader {
    section: Section,
    found: Vec<Failure>,
}

impl Reader {
    pub fn new() -> Self {
        Self { section: Section::Elsewhere, found: Vec::new() }
    }

    /// Takes the next line, without its end.
    pub fn look(&mut self, line: &str) {
        match (self.section, line) {
            (Section::Elsewhere, "failures:") => self.section = Section::Rust,
            (Section::Rust, "failures:") => self.section = Section::Elsewhere,
            (Section::Elsewhere, _) if line.starts_with("✖ failing tests:") => {
                self.section = Section::Browser;
            }
            (Section::Elsewhere, _) => {}
            (Section::Rust, _) => match rust_title(line) {
                Some(title) => self.begin(title),
                None => self.add(line),
            },
            (Section::Browser, _) => match line.strip_prefix("test at ") {
                Some(place) => self.begin(place),
                None => self.add(line),
            },
        }
    }

    fn begin(&mut self, title: &str) {
        self.found.push(Failure { title: title.to_owned(), lines: Vec::new() });
    }

    fn add(&mut self, line: &str) {
        if let Some(failure) = self.found.last_mut()
            && !line.trim().is_empty()
        {
            failure.lines.push(line.to_owned());
        }
    }

    /// The program has ended: what failed is kept for the end of the run.
    pub fn end(self) {
        SEEN.lock().expect("nothing panics while holding it").extend(self.found);
    }
}

/// Prints what failed so far, if anything did.
pub fn print() {
    let all = SEEN.lock().expect("nothing panics while holding it");
    if all.is_empty() {
        return;
    }
    println!("\nWhat failed: {} tests", all.len());
    for failure in all.iter().take(SHOWN) {
        println!("\n  {}", failure.title);
        for line in shortened(&failure.lines) {
            println!("    {line}");
        }
    }
}

/// The title in `---- labels::each_is_shown::sqlite stdout ----`.
fn rust_title(line: &str) -> Option<&str> {
    line.strip_prefix("---- ")?.strip_suffix(" stdout ----")
}

fn shortened(lines: &[String]) -> Vec<String> {
    if lines.len() <= FIRST_LINES + LAST_LINES {
        return lines.to_vec();
    }
    let left_out = lines.len() - FIRST_LINES - LAST_LINES;
    let mut shown = lines[..FIRST_LINES].to_vec();
    shown.push(format!("({left_out} lines left out)"));
    shown.extend_from_slice(&lines[lines.len() - LAST_LINES..]);
    shown
}

#[cfg(test)]
mod tests {
    use super::{FIRST_LINES, Failure, LAST_LINES, Reader, shortened};

    fn found(report: &str) -> Vec<Failure> {
        let mut reader = Reader::new();
        report.lines().for_each(|line| reader.look(line));
        reader.found
    }

    fn failure(title: &str, lines: &[&str]) -> Failure {
        Failure {
            title: title.to_owned(),
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        }
    }

    #[test]
    fn what_rust_tests_printed_is_found_when_they_failed() {
        let report = "test a ... ok\ntest b ... FAILED\n\nsuccesses:\n\n---- a stdout ----\nfine\n\n\
             successes:\n    a\n\nfailures:\n\n---- b stdout ----\n\nthread 'b' panicked at x.rs:1:2:\n\
             left: 1\n\n---- c stdout ----\ncold\n\nfailures:\n    b\n    c\n\ntest result: FAILED.";
        assert_eq!(
            found(report),
            [
                failure("b", &["thread 'b' panicked at x.rs:1:2:", "left: 1"]),
                failure("c", &["cold"]),
            ]
        );
    }

    #[test]
    fn what_browser_tests_said_is_found_when_they_failed() {
        let report = "✖ an agent answers (12ms)\nℹ fail 1\n\n✖ failing tests:\n\n\
             test at e2e/thread.test.mjs:4:1\n✖ an agent answers (12ms)\n  AssertionError: no";
        assert_eq!(
            found(report),
            [failure(
                "e2e/thread.test.mjs:4:1",
                &["✖ an agent answers (12ms)", "  AssertionError: no"]
            )]
        );
        assert_eq!(found("✔ all is well (1ms)\nℹ fail 0"), []);
    }

    #[test]
    fn long_output_keeps_both_its_ends() {
        let lines: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        let shown = shortened(&lines);
        assert_eq!(shown.len(), FIRST_LINES + 1 + LAST_LINES);
        assert_eq!(shown[FIRST_LINES], "(60 lines left out)");
        assert_eq!(shown.last().map(String::as_str), Some("99"));
        assert_eq!(shortened(&lines[..40]).len(), 40);
    }
}
