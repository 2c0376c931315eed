//! Known weaknesses of the locked crates, from a copy: no network is asked.
//!
//! `PATCHBAY_ADVISORY_DB` names a checkout of the RustSec advisory database; without it the dated list
//! `xtask/advisories.toml` is read (docs/decisions/0027-advisories-in-every-run.md).

use crate::paths;
use anyhow::{Context as _, Result, bail};
use semver::{Version, VersionReq};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// After how long the list in the repository is old.
const FRESH_DAYS: u64 = 183;

/// One advisory.
#[derive(Debug, PartialEq, Eq)]
struct Advisory {
    id: String,
    package: String,
    patched: Vec<VersionReq>,
    unaffected: Vec<VersionReq>,
}

impl Advisory {
    fn concerns(&self, name: &str, version: &Version) -> bool {
        let free = self.patched.iter().chain(&self.unaffected);
        self.package == name && !free.into_iter().any(|req| req.matches(version))
    }
}

/// What the repository says itself.
struct List {
    as_of: String,
    advisories: Vec<Advisory>,
    /// Ids that do not stop a run, each with its reason.
    accepted: Vec<(String, String)>,
}

/// Compares the crates with the advisories, and adds a fault for each that nobody accepted.
pub fn check<'a>(
    crates: impl Iterator<Item = (&'a str, &'a str)>,
    faults: &mut Vec<String>,
) -> Result<()> {
    let path = paths::root().join("xtask/advisories.toml");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let list = list(&text).with_context(|| path.display().to_string())?;
    let (advisories, from) = match std::env::var_os("PATCHBAY_ADVISORY_DB") {
        Some(folder) => {
            let folder = PathBuf::from(folder);
            let all = database(&folder).with_context(|| folder.display().to_string())?;
            (all, folder.display().to_string())
        }
        None => {
            if is_old(&list.as_of)? {
                println!("xtask/advisories.toml is of {}: bring it up to date", list.as_of);
            }
            (list.advisories, format!("xtask/advisories.toml of {}", list.as_of))
        }
    };
    let mut seen = 0;
    for (name, version) in crates {
        seen += 1;
        let parsed = Version::parse(version).with_context(|| format!("{name} {version}"))?;
        for advisory in advisories.iter().filter(|one| one.concerns(name, &parsed)) {
            match list.accepted.iter().find(|(id, _)| *id == advisory.id) {
                Some((id, reason)) => println!("{name} {version} has {id}, accepted: {reason}"),
                None => faults.push(format!(
                    "{name} {version} has the advisory {}: update it, or accept it in \
                     xtask/advisories.toml with a reason",
                    advisory.id
                )),
            }
        }
    }
    println!("{} advisories from {from} compared with {seen} crates", advisories.len());
    Ok(())
}

fn list(text: &str) -> Result<List> {
    let table: toml::Table = text.parse()?;
    let as_of = text_of(&table, "as_of")?;
    let of = |name| table.get(name).and_then(toml::Value::as_array).into_iter().flatten();
    let tables = |name| of(name).filter_map(toml::Value::as_table);
    let advisories = tables("advisory").map(|one| advisory(one, one)).collect::<Result<_>>()?;
    let accepted = tables("accepted")
        .map(|one| Ok((text_of(one, "id")?, text_of(one, "reason")?)))
        .collect::<Result<_>>()?;
    Ok(List { as_of, advisories, accepted })
}

/// Every advisory of a database: `crates/NAME/ID.md`, which begins with TOML between fences.
fn database(folder: &Path) -> Result<Vec<Advisory>> {
    let mut all = vec![];
    for package in fs::read_dir(folder.join("crates"))? {
        for file in fs::read_dir(package?.path())? {
            let path = file?.path();
            if path.extension().is_some_and(|ending| ending == "md") {
                let text = fs::read_to_string(&path)?;
                let one = entry(&text).with_context(|| path.display().to_string())?;
                all.extend(one);
            }
        }
    }
    if all.is_empty() {
        bail!("it holds no advisories");
    }
    Ok(all)
}

/// The advisory of a file; none where it was taken back or only says that nobody keeps the crate.
fn entry(text: &str) -> Result<Option<Advisory>> {
    let fenced = text.split("```toml").nth(1).and_then(|rest| rest.split("```").next());
    let table: toml::Table = fenced.context("no TOML between fences")?.parse()?;
    let part = |name| table.get(name).and_then(toml::Value::as_table);
    let head = part("advisory").context("no [advisory]")?;
    if head.contains_key("withdrawn") || head.contains_key("informational") {
        return Ok(None);
    }
    let empty = toml::Table::new();
    advisory(head, part("versions").unwrap_or(&empty)).map(Some)
}

fn advisory(head: &toml::Table, versions: &toml::Table) -> Result<Advisory> {
    let requirements = |name: &str| {
        let texts = versions.get(name).and_then(toml::Value::as_array).into_iter().flatten();
        let texts = texts.filter_map(toml::Value::as_str);
        texts.map(|text| Ok(VersionReq::parse(text)?)).collect::<Result<Vec<_>>>()
    };
    Ok(Advisory {
        id: text_of(head, "id")?,
        package: text_of(head, "package")?,
        patched: requirements("patched")?,
        unaffected: requirements("unaffected")?,
    })
}

fn text_of(table: &toml::Table, name: &str) -> Result<String> {
    let text = table.get(name).and_then(toml::Value::as_str);
    Ok(text.with_context(|| format!("{name} is no text"))?.to_owned())
}

/// Whether a day such as 2026-11-25 is long ago. Months have 30 days here, which is near enough.
fn is_old(as_of: &str) -> Result<bool> {
    let parts: Vec<u64> = as_of.split('-').map(str::parse).collect::<Result<_, _>>()?;
    let [year, month, day] = parts[..] else { bail!("as_of is no day: {as_of}") };
    let then = (year - 1970) * 365 + (year - 1970) / 4 + (month - 1) * 30 + day;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Ok(now.as_secs() / 86_400 > then + FRESH_DAYS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r#"
        as_of = "2026-11-25"
        [[advisory]]
        id = "RUSTSEC-2099-0001"
        package = "acme"
        patched = [">= 1.2.3"]
        unaffected = ["< 1.0.0"]
        [[accepted]]
        id = "RUSTSEC-2099-0001"
        reason = "it is not called"
    "#;

    #[test]
    fn a_version_is_concerned_until_it_is_patched() {
        let list = list(LIST).expect("a list");
        for (version, concerned) in
            [("0.9.9", false), ("1.0.0", true), ("1.2.2", true), ("1.2.3", false), ("2.0.0", false)]
        {
            let version = Version::parse(version).expect("a version");
            assert_eq!(list.advisories[0].concerns("acme", &version), concerned, "{version}");
            assert!(!list.advisories[0].concerns("acme-lamps", &version));
        }
        assert_eq!(list.accepted[0].1, "it is not called");
    }

    #[test]
    fn entries_of_the_database_are_read() {
        let text = "```toml\n[advisory]\nid = \"RUSTSEC-2099-0002\"\npackage = \"acme\"\n\
                    [versions]\npatched = []\n```\n# Title\n";
        let one = entry(text).expect("read").expect("an advisory");
        assert!(one.concerns("acme", &Version::new(9, 0, 0)), "no version mends it");
        let told = text.replace("package", "informational = \"unmaintained\"\npackage");
        assert_eq!(entry(&told).expect("read"), None);
        assert!(entry("no fences").is_err());
    }

    #[test]
    fn the_list_of_the_repository_is_read() {
        let text = fs::read_to_string(paths::root().join("xtask/advisories.toml")).expect("a list");
        let list = list(&text).expect("it is right");
        assert!(list.accepted.iter().any(|(id, _)| id == "RUSTSEC-2023-0071"));
    }
}
