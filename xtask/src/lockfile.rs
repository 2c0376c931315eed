//! The sanity of the lock files of web packages and Python packages: where they come from, what they
//! may run, their licences.

use crate::{deny, paths};
use anyhow::{Context as _, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Packages that may run a script when they are installed, each with its reason.
const SCRIPTS: &[(&str, &str)] = &[
    ("esbuild", "checks that the binary of this machine was installed"),
    ("fsevents", "file watching on macOS; never installed elsewhere"),
];

/// Licences that only web packages bring.
const ALSO_ALLOWED: &[(&str, &str)] = &[
    ("BlueOak-1.0.0", "permissive"),
    ("CC-BY-4.0", "data tables of the build tools; not shipped"),
    ("CC-BY-3.0", "data tables of the build tools; not shipped"),
    ("OFL-1.1", "typefaces; shipped with their licence, never sold alone"),
    ("Python-2.0", "permissive"),
];

/// Python packages with the licence that each version's own metadata names: their lock file has no
/// place for it.
const PYTHON: &[(&str, &str)] = &[("componentize-py==0.25.1", "Apache-2.0 WITH LLVM-exception")];

/// How many packages were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Of the workspace in `web/`.
    pub web: usize,
    /// Of the SDKs, templates, examples, tools and checks of other languages in `plugin-sdk/`.
    pub languages: usize,
}

/// Checks every lock file of the repository and adds to `faults`.
pub fn check(faults: &mut Vec<String>) -> Result<Counts> {
    let root = paths::root();
    let mut counts =
        Counts { web: npm(&root.join("web/package-lock.json"), faults)?, languages: 0 };
    let mut found = Vec::new();
    below(&root.join("plugin-sdk"), &mut found)?;
    found.sort();
    for path in found {
        counts.languages += if path.ends_with("package-lock.json") {
            npm(&path, faults)?
        } else {
            let text = read(&path)?;
            python(&shown(&path), &text, faults)
        };
    }
    Ok(counts)
}

/// The lock files below a folder, without those that came with packages or builds.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in
        std::fs::read_dir(folder).with_context(|| format!("listing {}", folder.display()))?
    {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["node_modules", "target", "vendor"].contains(&name.as_str()) {
                below(&path, found)?;
            }
        } else if ["package-lock.json", "requirements.txt"].contains(&name.as_str()) {
            found.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

/// A path as messages name it.
fn shown(path: &Path) -> String {
    path.strip_prefix(paths::root()).unwrap_or(path).display().to_string()
}

fn npm(path: &Path, faults: &mut Vec<String>) -> Result<usize> {
    let file = shown(path);
    let lock: Value = serde_json::from_str(&read(path)?).with_context(|| file.clone())?;
    Ok(check_text(&file, &lock, faults))
}

/// A folder of this repository that a package is linked to: the SDK, by its relative path or as a
/// template leaves it open.
fn ours(place: &str) -> bool {
    place == "{{sdk}}" || place == "../../ts"
}

fn check_text(file: &str, lock: &Value, faults: &mut Vec<String>) -> usize {
    let mut count = 0;
    for (place, package) in lock["packages"].as_object().into_iter().flatten() {
        let name = place.rsplit("node_modules/").next().unwrap_or(place);
        let mut fault = |text: String| faults.push(format!("{file}: {name} {text}"));
        if package["link"] == true {
            let to = package["resolved"].as_str().unwrap_or_default();
            if !ours(to) {
                fault(format!("is linked to {to}: only the SDK can be"));
            }
            continue;
        }
        if place.is_empty() || ours(place) {
            continue;
        }
        count += 1;
        if let Some(url) = package["resolved"].as_str() {
            fault(format!(
                "names the address {url}: keep omit-lockfile-registry-resolved in the .npmrc \
                 beside it and make the lock file again"
            ));
        }
        if package["integrity"].as_str().is_none_or(str::is_empty) {
            fault("has no integrity hash: only packages of a registry can be used".to_owned());
        }
        if package["hasInstallScript"] == true && !SCRIPTS.iter().any(|(known, _)| *known == name) {
            fault(
                "runs a script when installed: add it to xtask/src/lockfile.rs with a reason"
                    .to_owned(),
            );
        }
        let licence = package["license"].as_str().unwrap_or_default();
        let also = |licence: &str| ALSO_ALLOWED.iter().any(|(known, _)| *known == licence);
        if !deny::licence_allowed(licence) && !also(licence) {
            let shown = if licence.is_empty() { "no licence" } else { licence };
            fault(format!("has {shown}: drop it, or allow the licence in xtask/src/lockfile.rs"));
        }
    }
    count
}

/// Requirements name one version and its hashes, and nothing else: no address, no other file.
fn python(file: &str, text: &str, faults: &mut Vec<String>) -> usize {
    let joined = text.replace("\\\n", " ");
    let lines = joined.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let mut count = 0;
    for line in lines {
        count += 1;
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut fault = |text: &str| faults.push(format!("{file}: {name} {text}"));
        let hashes: Vec<&str> = words.collect();
        if hashes.is_empty() || !hashes.iter().all(|word| word.starts_with("--hash=sha256:")) {
            fault("must be followed by its --hash=sha256:… and nothing else");
        }
        match PYTHON.iter().find(|(known, _)| *known == name) {
            None => fault(
                "is not in the list of xtask/src/lockfile.rs: read its licence and add this \
                 version with it",
            ),
            Some((_, licence)) if !deny::licence_allowed(licence) => {
                fault("has a licence that is not allowed");
            }
            Some(_) => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(package: &str) -> Vec<String> {
        let text =
            format!(r#"{{"packages": {{"": {{}}, "node_modules/a/node_modules/b": {package}}}}}"#);
        let lock = serde_json::from_str(&text).expect("valid JSON");
        let mut faults = Vec::new();
        assert_eq!(check_text("x/package-lock.json", &lock, &mut faults), 1);
        faults
    }

    #[test]
    fn a_plain_package_passes() {
        assert!(faults(r#"{"integrity": "sha512-x", "license": "MIT"}"#).is_empty());
    }

    #[test]
    fn each_fault_names_the_package_and_the_way_out() {
        for (package, expected) in [
            (
                r#"{"integrity": "x", "license": "MIT", "resolved": "https://r/b.tgz"}"#,
                "https://r/b.tgz",
            ),
            (r#"{"license": "MIT"}"#, "no integrity hash"),
            (r#"{"integrity": "x", "license": "MIT", "hasInstallScript": true}"#, "runs a script"),
            (r#"{"integrity": "x", "license": "GPL-3.0"}"#, "has GPL-3.0"),
            (r#"{"integrity": "x"}"#, "has no licence"),
        ] {
            let found = faults(package);
            assert_eq!(found.len(), 1, "{package}: {found:?}");
            assert!(found[0].contains(": b ") && found[0].contains(expected), "{found:?}");
        }
    }

    #[test]
    fn a_link_leads_to_the_sdk_or_is_a_fault() {
        for (to, expected) in [("../../ts", 0), ("{{sdk}}", 0), ("../../../elsewhere", 1)] {
            let text = format!(
                r#"{{"packages": {{"": {{}}, "{to}": {{"license": "MIT", "integrity": "x"}},
                "node_modules/@patchbay/plugin": {{"resolved": "{to}", "link": true}}}}}}"#
            );
            let mut faults = Vec::new();
            check_text("x", &serde_json::from_str(&text).expect("valid JSON"), &mut faults);
            assert_eq!(faults.len(), expected, "{faults:?}");
        }
    }

    #[test]
    fn python_packages_are_pinned_by_hash_and_known() {
        for (text, expected) in [
            (
                "# a remark\ncomponentize-py==0.25.1 \\\n    --hash=sha256:a \\\n    --hash=sha256:b\n",
                None,
            ),
            ("componentize-py==0.25.1\n", Some("--hash=sha256")),
            (
                "componentize-py==0.25.1 --hash=sha256:a --index-url=https://x\n",
                Some("nothing else"),
            ),
            ("componentize-py>=0.25 --hash=sha256:a\n", Some("not in the list")),
            ("other==1.0 --hash=sha256:a\n", Some("not in the list")),
        ] {
            let mut faults = Vec::new();
            assert_eq!(python("requirements.txt", text, &mut faults), 1);
            match expected {
                None => assert!(faults.is_empty(), "{faults:?}"),
                Some(word) => assert!(faults.len() == 1 && faults[0].contains(word), "{faults:?}"),
            }
        }
    }

    #[test]
    fn the_lock_files_of_all_languages_are_found() {
        let mut found = Vec::new();
        below(&paths::root().join("plugin-sdk"), &mut found).expect("a list");
        let named: Vec<String> = found.iter().map(|path| shown(path)).collect();
        for expected in [
            "plugin-sdk/checks/package-lock.json",
            "plugin-sdk/ts/package-lock.json",
            "plugin-sdk/cli/templates/ts/package-lock.json",
            "plugin-sdk/cli/src/languages/tools/node/package-lock.json",
            "plugin-sdk/cli/src/languages/tools/python/requirements.txt",
        ] {
            assert!(named.iter().any(|name| name == expected), "{expected} of {named:?}");
        }
        assert!(named.iter().all(|name| !name.contains("node_modules")), "{named:?}");
    }
}
