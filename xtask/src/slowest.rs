//! The slowest tests of a run: what a shorter run would begin with.
//!
//! Rust's stories print their time themselves, because the harness of Rust's tests tells none; the
//! browser's tests have it in their report.

use std::sync::Mutex;
use std::time::Duration;

/// How many are shown.
const SHOWN: usize = 20;

static SEEN: Mutex<Vec<(Duration, String)>> = Mutex::new(Vec::new());

/// Remembers a line of a test's output if it tells a time.
pub fn look(line: &str) {
    if let Some(found) = rust(line).or_else(|| browser(line)) {
        SEEN.lock().expect("nothing panics while holding it").push(found);
    }
}

/// Prints the slowest tests so far, if any told their times.
pub fn print() {
    let mut all = SEEN.lock().expect("nothing panics while holding it");
    if all.is_empty() {
        return;
    }
    all.sort_by(|a, b| b.cmp(a));
    println!("\nThe slowest {} of {} timed tests", SHOWN.min(all.len()), all.len());
    for (took, name) in all.iter().take(SHOWN) {
        println!("  {:>8.1} s  {name}", took.as_secs_f64());
    }
}

/// `took 1234 ms: it::labels::each_is_shown::sqlite`
fn rust(line: &str) -> Option<(Duration, String)> {
    let (millis, name) = line.trim().strip_prefix("took ")?.split_once(" ms: ")?;
    Some((Duration::from_millis(millis.parse().ok()?), name.to_owned()))
}

/// `  ✔ an agent answers (1234.5ms)`, below the title of its file.
fn browser(line: &str) -> Option<(Duration, String)> {
    let rest = line.trim().strip_prefix(['✔', '✖'])?;
    let (title, time) = rest.trim().strip_suffix("ms)")?.rsplit_once(" (")?;
    let millis: f64 = time.parse().ok()?;
    Some((Duration::try_from_secs_f64(millis / 1_000.0).ok()?, title.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{browser, rust};
    use std::time::Duration;

    #[test]
    fn times_are_found_in_both_reports() {
        let found = |millis, name: &str| Some((Duration::from_millis(millis), name.to_owned()));
        assert_eq!(
            rust("took 1234 ms: it::labels::shown::sqlite"),
            found(1_234, "it::labels::shown::sqlite")
        );
        assert_eq!(rust("took long ms: x"), None);
        assert_eq!(
            browser("  ✔ an agent (Mei) answers (1500ms)"),
            found(1_500, "an agent (Mei) answers")
        );
        assert_eq!(browser("▶ a story"), None);
        assert_eq!(browser("✔ without a time"), None);
    }
}
