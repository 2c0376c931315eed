//! The sanity of `package-lock.json`: where packages come from, what they may run, their licences.

use crate::{deny, web};
use anyhow::{Context as _, Result};
use serde_json::Value;

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

/// Checks the lock file, adds to `faults`, and returns how many packages it names.
pub fn check(faults: &mut Vec<String>) -> Result<usize> {
    let path = web::dir().join("package-lock.json");
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let lock: Value = serde_json::from_str(&text).context("web/package-lock.json")?;
    Ok(check_text(&lock, faults))
}

fn check_text(lock: &Value, faults: &mut Vec<String>) -> usize {
    let mut count = 0;
    for (place, package) in lock["packages"].as_object().into_iter().flatten() {
        if place.is_empty() || package["link"] == true {
            continue;
        }
        count += 1;
        let name = place.rsplit("node_modules/").next().unwrap_or(place);
        let mut fault = |text: String| faults.push(format!("web/package-lock.json: {name} {text}"));
        if let Some(url) = package["resolved"].as_str() {
            fault(format!(
                "names the address {url}: keep omit-lockfile-registry-resolved in web/.npmrc and \
                 make the lock file again"
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

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(package: &str) -> Vec<String> {
        let text =
            format!(r#"{{"packages": {{"": {{}}, "node_modules/a/node_modules/b": {package}}}}}"#);
        let lock = serde_json::from_str(&text).expect("valid JSON");
        let mut faults = Vec::new();
        assert_eq!(check_text(&lock, &mut faults), 1);
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
}
