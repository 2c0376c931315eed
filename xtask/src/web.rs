//! The web workspace: its packages and its build, each done again only when its inputs changed.

use crate::{paths, proc, stamp};
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

const OLDEST_NODE: (u32, u32) = (20, 19);

/// `cargo xtask web`.
pub fn command() -> Result<()> {
    packages()?;
    build()
}

/// Installs the packages of the workspace.
pub fn packages() -> Result<()> {
    install(&dir())
}

/// Installs the packages of a folder's lock file, unless exactly these are there.
pub fn install(folder: &Path) -> Result<()> {
    check_node()?;
    let mut hash = stamp::Hash::new();
    hash.add_path(&folder.join("package-lock.json"))?;
    hash.add_path(&folder.join(".npmrc"))?;
    let stamp = folder.join("node_modules/.patchbay-lock-hash");
    if stamp::fresh(&stamp, &hash.hex()) {
        println!("      unchanged");
        return Ok(());
    }
    if installed_by_hand(folder) {
        println!("      installed already");
        return stamp::write(&stamp, &hash.hex());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder);
    proc::run_quietly(&mut npm)?;
    stamp::write(&stamp, &hash.hex())
}

/// Whether `npm install` has already brought exactly what the lock file says: npm notes what it
/// installed in a lock file of its own.
fn installed_by_hand(folder: &Path) -> bool {
    let read = |path: &str| -> Option<serde_json::Value> {
        serde_json::from_str(&std::fs::read_to_string(folder.join(path)).ok()?).ok()
    };
    let locks = (read("package-lock.json"), read("node_modules/.package-lock.json"));
    let (Some(wanted), Some(installed)) = locks else { return false };
    same_packages(&wanted, &installed)
}

fn same_packages(wanted: &serde_json::Value, installed: &serde_json::Value) -> bool {
    let (Some(wanted), Some(installed)) =
        (wanted["packages"].as_object(), installed["packages"].as_object())
    else {
        return false;
    };
    let same = |place: &String, package: &serde_json::Value| match installed.get(place) {
        Some(found) => found["integrity"] == package["integrity"],
        // What is made for another kind of machine is in the lock file only.
        None => package["optional"] == true || place.is_empty(),
    };
    wanted.iter().all(|(place, package)| same(place, package))
        && installed.keys().all(|place| wanted.contains_key(place))
}

/// Builds the workspace and the visitor page into `web/dist`, unless nothing changed.
pub fn build() -> Result<()> {
    let web = dir();
    let mut hash = stamp::Hash::new();
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(&web)?.flatten().map(|entry| entry.path()).collect();
    sources.sort();
    for path in sources {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !["node_modules", "dist", "e2e", "tests"].contains(&name.as_str()) {
            hash.add(name.as_bytes());
            hash.add_path(&path)?;
        }
    }
    let stamp = paths::root().join("target/stamps/web");
    if stamp::fresh(&stamp, &hash.hex()) && web.join("dist/index.html").exists() {
        println!("      unchanged");
        return Ok(());
    }
    script("build")?;
    if !web.join("dist/index.html").exists() {
        bail!("`npm run build` ended well but left no web/dist/index.html");
    }
    stamp::write(&stamp, &hash.hex())
}

/// Runs one of the scripts of `web/package.json`, with its output visible.
pub fn script(name: &str) -> Result<()> {
    proc::run(&mut script_command(name))
}

/// Runs scripts of the workspace beside each other: most use one processor, and not the whole time.
///
/// # Errors
/// Of the first that failed; the others have run all the same.
pub fn scripts_at_once(names: &[&str]) -> Result<()> {
    std::thread::scope(|scope| {
        let running: Vec<_> =
            names.iter().map(|name| (name, scope.spawn(|| script(name)))).collect();
        let ended = running.into_iter().map(|(name, run)| {
            run.join().unwrap_or_else(|_| Err(anyhow::anyhow!("the script {name} broke off")))
        });
        ended.fold(Ok(()), Result::and)
    })
}

/// The command of one of the scripts, for callers who add to its environment.
pub fn script_command(name: &str) -> Command {
    let mut command = Command::new("npm");
    command.args(["run", "--silent", name]).current_dir(dir());
    command
}

/// Whether `web/package.json` has a script of this name.
pub fn has_script(name: &str) -> Result<bool> {
    let path = dir().join("package.json");
    let text =
        std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let package: serde_json::Value = serde_json::from_str(&text)?;
    Ok(package["scripts"].get(name).is_some())
}

/// The folder of the web workspace.
pub fn dir() -> PathBuf {
    paths::root().join("web")
}

fn check_node() -> Result<()> {
    let (major, minor) = OLDEST_NODE;
    let wanted = format!("Node.js {major}.{minor} or newer, with npm, is needed");
    if proc::which("npm").is_none() {
        bail!("{wanted}: npm was not found");
    }
    let text = proc::output(Command::new("node").arg("--version")).context(wanted.clone())?;
    let mut numbers =
        text.trim().trim_start_matches('v').split('.').map(|n| n.parse().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < OLDEST_NODE {
        bail!("{wanted}: {} was found", text.trim());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::same_packages;
    use serde_json::json;

    #[test]
    fn only_exactly_the_locked_packages_count_as_installed() {
        let wanted = json!({"packages": {
            "": {},
            "node_modules/a": {"integrity": "1"},
            "node_modules/b": {"integrity": "2", "optional": true},
        }});
        for (installed, expected) in [
            (json!({"node_modules/a": {"integrity": "1"}}), true),
            (
                json!({"node_modules/a": {"integrity": "1"}, "node_modules/b": {"integrity": "2"}}),
                true,
            ),
            (json!({"node_modules/a": {"integrity": "other"}}), false),
            (json!({"node_modules/a": {"integrity": "1"}, "node_modules/c": {}}), false),
            (json!({}), false),
        ] {
            assert_eq!(
                same_packages(&wanted, &json!({"packages": installed})),
                expected,
                "{installed}"
            );
        }
        assert!(!same_packages(&wanted, &json!(null)));
    }
}
