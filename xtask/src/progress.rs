//! Numbered steps with their times, for commands a person waits for.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// A list of steps of known length.
pub struct Progress {
    total: usize,
    done: usize,
    start: Instant,
}

impl Progress {
    pub fn new(total: usize) -> Self {
        Self { total, done: 0, start: Instant::now() }
    }

    /// Says what begins, runs it, and says how long it took.
    pub fn step<T>(
        &mut self,
        what: &str,
        work: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.done += 1;
        let number = format!("[{}/{}]", self.done, self.total);
        println!("{} {what}", bold(&number));
        let begun = Instant::now();
        let result = work();
        let state = if result.is_ok() { "done" } else { "failed" };
        println!("{} {state} in {}, {} in all", bold(&number), time(begun), time(self.start));
        let _ = std::io::stdout().flush();
        result
    }
}

/// Elapsed time, as short as it can be read.
pub fn time(since: Instant) -> String {
    duration(since.elapsed())
}

/// A duration, as short as it can be read.
pub fn duration(took: Duration) -> String {
    let seconds = took.as_secs();
    if seconds >= 60 {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    } else {
        format!("{:.1} s", took.as_secs_f64())
    }
}

/// Bold on a terminal, plain elsewhere.
pub fn bold(text: &str) -> String {
    if std::io::stdout().is_terminal() {
        format!("\u{1b}[1m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}
