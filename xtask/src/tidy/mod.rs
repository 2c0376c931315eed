//! The laws of the house that a program can check, each breach with its line and what to do.
//!
//! The laws themselves are in `docs/ARCHITECTURE.md`; every check names the one it stands for.

mod contract;
mod finding;
mod names;
mod rooms;
mod size;
mod source;
mod sql;
mod tokens;
mod words;

use crate::{paths, stamp};
use anyhow::{Result, bail};
use source::Source;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

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
    let sources = sources()?;
    for source in &sources {
        count += 1;
        for check in CHECKS {
            check(source, &mut faults);
        }
    }
    faults.extend(contract::check(&sources));
    faults.extend(finding::check(&sources));
    faults.extend(crate::channels::fault().map(|text| Fault {
        path: crate::channels::PAGE.to_owned(),
        line: 1,
        text,
    }));
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

/// Every text file of the checkout.
fn sources() -> Result<Vec<Source>> {
    let root = paths::root();
    let mut sources = Vec::new();
    for path in listed(&root).map_or_else(|| walked(&root), Ok)? {
        // A file deleted but not yet committed is still listed; pictures are not text.
        if let Ok(bytes) = std::fs::read(root.join(&path))
            && let Ok(text) = String::from_utf8(bytes)
        {
            sources.push(Source::new(&path, &text));
        }
    }
    Ok(sources)
}

/// What git knows or would add, so that a file is checked before its first commit.
fn listed(root: &Path) -> Option<Vec<String>> {
    let args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let out = Command::new("git").args(args).current_dir(root).output().ok()?;
    let list = String::from_utf8(out.stdout).ok().filter(|_| out.status.success())?;
    Some(list.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

/// The same where there is no git, as in an unpacked archive.
fn walked(root: &Path) -> Result<Vec<String>> {
    let files = stamp::files(root)?;
    let below = |file: &PathBuf| Some(file.strip_prefix(root).ok()?.to_str()?.to_owned());
    Ok(files.iter().filter_map(below).filter(|path| !path.starts_with("data/")).collect())
}

/// Runs one check on one made-up file and returns what it said, for the tests of the checks.
#[cfg(test)]
fn said(check: Check, path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    check(&Source::new(path, text), &mut faults);
    faults.iter().map(ToString::to_string).collect()
}
