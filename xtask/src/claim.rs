//! One target directory for several checkouts, without one checkout running another's code.
//!
//! Cargo names what it compiled from a workspace by paths relative to that workspace, and finds it
//! fresh when no source is newer. Two checkouts therefore look alike to it: after a build in a
//! younger one, the older one would run the younger one's programs. So each target directory
//! remembers whose it is, and when that changes, what was made from workspace members is forgotten.
//! Dependencies, which are nearly all of the time, stay.

use crate::paths;
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Makes the target directories ours; called before each cargo command, does its work once.
pub fn target_directories() -> Result<()> {
    static DONE: OnceLock<()> = OnceLock::new();
    if DONE.get().is_none() {
        let members = members(&paths::root())?;
        for dir in [paths::target()?, paths::plugin_target()?] {
            claim(&dir, &paths::root(), &members)?;
        }
        DONE.get_or_init(|| ());
    }
    Ok(())
}

fn claim(dir: &Path, checkout: &Path, members: &[String]) -> Result<()> {
    let note = dir.join(".patchbay-checkout");
    let owner = std::fs::read_to_string(&note).unwrap_or_default();
    if Path::new(owner.trim()) == checkout {
        return Ok(());
    }
    if dir.exists() {
        for fingerprints in fingerprint_folders(dir, 3) {
            forget(&fingerprints, members)?;
        }
    }
    std::fs::create_dir_all(dir)?;
    std::fs::write(&note, checkout.as_os_str().as_encoded_bytes())
        .with_context(|| format!("writing {}", note.display()))
}

fn forget(fingerprints: &Path, members: &[String]) -> Result<()> {
    for entry in std::fs::read_dir(fingerprints)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let package = name.rsplit_once('-').map_or("", |(package, _)| package);
        if members.iter().any(|member| member == package) {
            std::fs::remove_dir_all(entry.path())
                .with_context(|| format!("removing {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// The folders `.fingerprint`, one for each profile and each target that was built.
fn fingerprint_folders(dir: &Path, depth: usize) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_name() == ".fingerprint" {
            found.push(path);
        } else if depth > 1 && path.is_dir() {
            found.extend(fingerprint_folders(&path, depth - 1));
        }
    }
    found
}

/// The names of the packages of this checkout.
fn members(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for dir in ["core", "xtask", "plugin-sdk", "plugins"] {
        for file in crate::stamp::files(&root.join(dir))? {
            if file.file_name().is_some_and(|name| name == "Cargo.toml") {
                names.extend(package_name(&std::fs::read_to_string(&file)?));
            }
        }
    }
    Ok(names)
}

fn package_name(manifest: &str) -> Option<String> {
    let package = manifest.split("[package]").nth(1)?;
    let line = package.lines().find(|line| line.starts_with("name"))?;
    Some(line.split('"').nth(1)?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_checkout_forgets_members_and_keeps_dependencies() {
        let dir = crate::proc::scratch("claim");
        let (ours, other) = ("debug/.fingerprint/patchbay-1f", "debug/.fingerprint/serde-2f");
        let wasm = "wasm32-unknown-unknown/release/.fingerprint/patchbay-3f";
        let make = || {
            for path in [ours, other, wasm] {
                std::fs::create_dir_all(dir.join(path)).expect("made");
            }
        };
        let members = ["patchbay".to_owned()];
        make();
        claim(&dir, Path::new("/a"), &members).expect("claimed");
        assert!(!dir.join(ours).exists() && !dir.join(wasm).exists());
        assert!(dir.join(other).exists());
        make();
        claim(&dir, Path::new("/a"), &members).expect("claimed");
        assert!(dir.join(ours).exists() && dir.join(wasm).exists());
        claim(&dir, Path::new("/b"), &members).expect("claimed");
        assert!(!dir.join(ours).exists());
        std::fs::remove_dir_all(&dir).expect("removed");
    }

    #[test]
    fn the_packages_of_this_checkout_are_found() {
        let names = members(&paths::root()).expect("readable");
        for name in ["patchbay", "xtask", "cargo-patchbay", "patchbay-simulator"] {
            assert!(names.iter().any(|found| found == name), "{name} in {names:?}");
        }
    }
}
