//! The tools of other languages, each fetched once into the cache, in exactly the locked versions.

use super::process;
use crate::toolchain;
use anyhow::{Context, Result, bail};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = include_str!("tools/node/package.json");
const LOCK: &str = include_str!("tools/node/package-lock.json");
const SCRIPT: &str = include_str!("tools/node/build.mjs");
const REQUIREMENTS: &str = include_str!("tools/python/requirements.txt");

const OLDEST_NODE: (u32, u32) = (20, 19);
const OLDEST_PYTHON: (u32, u32) = (3, 11);

/// Where tools and builds are.
pub fn cache() -> Result<PathBuf> {
    Ok(toolchain::target_dir()?.join("languages"))
}

/// The folder with the JavaScript tools and `build.mjs`.
pub fn node() -> Result<PathBuf> {
    check_node()?;
    once("node", &[PACKAGE, LOCK, SCRIPT], |folder| {
        fs::write(folder.join("package.json"), PACKAGE)?;
        fs::write(folder.join("package-lock.json"), LOCK)?;
        fs::write(folder.join("build.mjs"), SCRIPT)?;
        process::run("fetching the JavaScript tools", npm(folder, "ci").arg("--ignore-scripts"))
    })
}

/// npm, without what only distracts.
pub fn npm(folder: &Path, verb: &str) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(folder).args([verb, "--no-audit", "--no-fund", "--loglevel=error"]);
    // What is in npm's own cache need not be asked for again, so a second machine may be offline.
    command.arg("--prefer-offline");
    command
}

fn check_node() -> Result<()> {
    let found = process::version("node");
    if found >= Some(OLDEST_NODE) && process::version("npm").is_some() {
        return Ok(());
    }
    let (major, minor) = OLDEST_NODE;
    let found = found.map_or("none".to_owned(), |(major, minor)| format!("{major}.{minor}"));
    bail!(
        "TypeScript plugins are built with Node.js {major}.{minor} or newer and npm, and here is \
         {found}. Install them, on Debian 13 with `apt-get install nodejs npm`, elsewhere from \
         nodejs.org"
    )
}

/// The Python interpreter of an environment with the Python tools.
pub fn python() -> Result<PathBuf> {
    let found = process::version("python3");
    if found < Some(OLDEST_PYTHON) {
        let (major, minor) = OLDEST_PYTHON;
        let found = found.map_or("none".to_owned(), |(major, minor)| format!("{major}.{minor}"));
        bail!(
            "Python plugins are built with Python {major}.{minor} or newer, and here is {found}. \
             Install it, on Debian with `apt-get install python3 python3-venv`"
        );
    }
    let environment = once("python", &[REQUIREMENTS], |folder| {
        let mut venv = Command::new("python3");
        let made = process::run("python3 -m venv", venv.args(["-m", "venv"]).arg(folder));
        made.context(
            "Python is there, but cannot make environments. On Debian: `apt-get install \
             python3-venv`",
        )?;
        let requirements = folder.join("requirements.txt");
        fs::write(&requirements, REQUIREMENTS)?;
        let mut pip = Command::new(folder.join("bin/python3"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(["--require-hashes", "--only-binary", ":all:", "-r"])
            .arg(&requirements);
        process::run("fetching the Python tools", &mut pip)
    })?;
    Ok(environment.join("bin/python3"))
}

/// A folder of the cache that holds what `fill` put there for these contents. It is filled under
/// another name, so that an interrupted or simultaneous build leaves no half of it.
fn once(name: &str, contents: &[&str], fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    let cache = cache()?;
    let folder = cache.join(format!("{name}-{:016x}", hasher.finish()));
    if folder.exists() {
        return Ok(folder);
    }
    let partial = cache.join(format!(".{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&partial);
    fs::create_dir_all(&partial)
        .with_context(|| format!("{} cannot be made", partial.display()))?;
    let filled = fill(&partial).context(
        "the tools have to be fetched once; later builds need no network. Is there a way to the \
         package registry that npm and pip are set up for?",
    );
    if let Err(error) = filled {
        let _ = fs::remove_dir_all(&partial);
        return Err(error);
    }
    // When another build was quicker, its folder is as good.
    if fs::rename(&partial, &folder).is_err() {
        let _ = fs::remove_dir_all(&partial);
    }
    if !folder.exists() {
        bail!("{} cannot be made", folder.display());
    }
    Ok(folder)
}
