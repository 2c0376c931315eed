//! Licences, sources and advisories of every crate, and licences and sources of web and Python packages,
//! checked without a network.
//!
//! `cargo deny` does more, but building it takes longer than the whole test run; `deny.toml` says
//! the same for those who have it (docs/decisions/0006-own-licence-check.md).

use crate::{advisories, lockfile, paths, proc};
use anyhow::{Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;

/// Licences whose terms are met by shipping their text. Everything else needs a decision.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    // File-level copyleft: used unmodified, it asks for nothing but its own text.
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The `deny` stage.
pub fn command() -> Result<()> {
    let mut faults = Vec::new();
    let mut crates = BTreeMap::new();
    for manifest in ["Cargo.toml", "plugins/Cargo.toml", "plugin-sdk/rust/Cargo.toml"] {
        if paths::root().join(manifest).exists() {
            crates_of(manifest, &mut crates, &mut faults)?;
        }
    }
    duplicates(&crates);
    let named = crates.keys().map(|(name, version)| (name.as_str(), version.as_str()));
    advisories::check(named, &mut faults)?;
    let locked = lockfile::check(&mut faults)?;
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    println!(
        "{} crates, {} web packages and {} of plugins in other languages: licences and sources are \
         fine",
        crates.len(),
        locked.web,
        locked.languages
    );
    Ok(())
}

type Crates = BTreeMap<(String, String), String>;

fn crates_of(manifest: &str, crates: &mut Crates, faults: &mut Vec<String>) -> Result<()> {
    let args = ["metadata", "-q", "--format-version", "1", "--locked", "--manifest-path", manifest];
    let text = proc::output(paths::cargo()?.args(args))?;
    let metadata: Value = serde_json::from_str(&text)?;
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let field = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let (name, version) = (field("name"), field("version"));
        match package["source"].as_str() {
            None | Some(CRATES_IO) => {}
            Some(other) => {
                faults.push(format!(
                    "{manifest}: {name} {version} comes from {other}, not from crates.io"
                ));
            }
        }
        let licence = field("license");
        if !licence_allowed(&licence) {
            let shown = if licence.is_empty() { "no licence" } else { &licence };
            faults.push(format!(
                "{manifest}: {name} {version} has {shown}: drop it, or add the licence to \
                 xtask/src/deny.rs and deny.toml with its reason"
            ));
        }
        crates.insert((name, version), licence);
    }
    Ok(())
}

/// Two versions of one crate cost build time and memory, but are seldom ours to unite: a report.
/// Those of Windows are left out of it, because no server of ours runs there.
fn duplicates(crates: &Crates) {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, version) in crates.keys() {
        versions.entry(name).or_default().push(version);
    }
    let twice: Vec<String> = versions
        .iter()
        .filter(|(name, all)| all.len() > 1 && !name.starts_with("windows"))
        .map(|(name, all)| format!("{name} {}", all.join("+")))
        .collect();
    println!("{} crates in more than one version: {}", twice.len(), twice.join(", "));
}

/// Whether an SPDX expression can be satisfied with allowed licences only.
pub fn licence_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    any_of(&tokens, &mut at).is_some_and(|allowed| allowed && at == tokens.len())
}

fn any_of(tokens: &[&str], at: &mut usize) -> Option<bool> {
    let mut allowed = all_of(tokens, at)?;
    while tokens.get(*at) == Some(&"OR") {
        *at += 1;
        allowed |= all_of(tokens, at)?;
    }
    Some(allowed)
}

fn all_of(tokens: &[&str], at: &mut usize) -> Option<bool> {
    let mut allowed = one(tokens, at)?;
    while tokens.get(*at) == Some(&"AND") {
        *at += 1;
        allowed &= one(tokens, at)?;
    }
    Some(allowed)
}

fn one(tokens: &[&str], at: &mut usize) -> Option<bool> {
    let token = tokens.get(*at)?;
    *at += 1;
    if *token == "(" {
        let allowed = any_of(tokens, at)?;
        return (tokens.get(*at) == Some(&")")).then(|| {
            *at += 1;
            allowed
        });
    }
    if tokens.get(*at) == Some(&"WITH") {
        let exception = tokens.get(*at + 1)?;
        *at += 2;
        return Some(ALLOWED.contains(&format!("{token} WITH {exception}").as_str()));
    }
    Some(ALLOWED.contains(token))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn expressions_are_read_as_spdx_means_them() {
        for (expression, expected) in [
            ("MIT", true),
            ("MIT OR Apache-2.0", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0-only", false),
            ("GPL-3.0-only OR MIT", true),
            ("GPL-3.0-only AND MIT", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("MIT AND (GPL-2.0 OR AGPL-3.0)", false),
            ("Apache-2.0 WITH LLVM-exception OR MIT", true),
            ("GPL-2.0 WITH Classpath-exception-2.0", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT Apache-2.0", false),
            ("", false),
        ] {
            assert_eq!(licence_allowed(expression), expected, "{expression}");
        }
    }

    #[test]
    fn deny_toml_allows_the_same_licences() {
        let text = std::fs::read_to_string(paths::root().join("deny.toml")).expect("deny.toml");
        let list = text.split("allow = [").nth(1).expect("an allow list");
        let list = list.split("\n]").next().expect("its end");
        let named: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
        assert_eq!(named, ALLOWED.iter().copied().collect());
    }
}
