//! The laws of the house that a program can check, each breach with its line and what to do.
//!
//! The laws themselves are in `docs/ARCHITECTURE.md`; every check names the one it stands for.

mod names;
mod rooms;
mod size;
mod source;
mod sql;
mod tokens;
mod words;

use crate::{paths, proc};
use anyhow::{Context as _, Result, bail};
use source::Source;
use std::fmt;

/// One breach of a law.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    path: String,
    line: usize,
    text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.text)
    }
}

type Check = fn(&Source, &mut Vec<Fault>);

const CHECKS: &[Check] = &[
    names::check,
    rooms::imports,
    rooms::owners,
    size::lines,
    size::opening,
    sql::check,
    words::check,
];

/// More than this is one mistake, not many.
const SHOWN: usize = 100;

/// `cargo xtask tidy`.
pub fn command() -> Result<()> {
    let mut faults = Vec::new();
    let mut count = 0;
    for source in sources()? {
        count += 1;
        for check in CHECKS {
            check(&source, &mut faults);
        }
    }
    for fault in faults.iter().take(SHOWN) {
        println!("{fault}");
    }
    if faults.len() > SHOWN {
        println!("and {} more", faults.len() - SHOWN);
    }
    if !faults.is_empty() {
        bail!("{} breaches of the laws in docs/ARCHITECTURE.md", faults.len());
    }
    println!("{count} files keep the laws");
    Ok(())
}

/// Every text file git knows or would add, so that a file is checked before its first commit.
fn sources() -> Result<Vec<Source>> {
    let mut git = std::process::Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let list = proc::output(git.current_dir(paths::root()))
        .context("tidy asks git which files belong to the checkout")?;
    let mut sources = Vec::new();
    for path in list.split('\0').filter(|path| !path.is_empty()) {
        // A file deleted but not yet committed is still listed; pictures are not text.
        if let Ok(bytes) = std::fs::read(paths::root().join(path))
            && let Ok(text) = String::from_utf8(bytes)
        {
            sources.push(Source::new(path, &text));
        }
    }
    Ok(sources)
}

/// Runs one check on one made-up file and returns what it said, for the tests of the checks.
#[cfg(test)]
fn said(check: Check, path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    check(&Source::new(path, text), &mut faults);
    faults.iter().map(ToString::to_string).collect()
}
