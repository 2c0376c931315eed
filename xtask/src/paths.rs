//! Where things are: the checkout, the caches outside it, and the cargo commands that use them.

use crate::claim;
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The top of the checkout.
///
/// Cargo says at run time where the package is that it runs. The place known at compile time may be
/// another checkout's, when two share a target directory.
pub fn root() -> PathBuf {
    let xtask = set("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").to_owned());
    Path::new(&xtask).parent().map_or_else(|| PathBuf::from("."), Path::to_owned)
}

/// The folder of everything that may be deleted and made again.
pub fn cache() -> Result<PathBuf> {
    if let Some(dir) = set("XDG_CACHE_HOME") {
        return Ok(PathBuf::from(dir).join("patchbay"));
    }
    let home = set("HOME").context("neither XDG_CACHE_HOME nor HOME is set: set one of them")?;
    Ok(PathBuf::from(home).join(".cache/patchbay"))
}

/// Cargo's target directory for the workspace.
pub fn target() -> Result<PathBuf> {
    match set("CARGO_TARGET_DIR") {
        Some(dir) => Ok(std::path::absolute(dir)?),
        None => Ok(cache()?.join("target")),
    }
}

/// Cargo's target directory for the workspaces of the plugins and of their SDK; `cargo patchbay`
/// uses the same one.
pub fn plugin_target() -> Result<PathBuf> {
    match set("PATCHBAY_PLUGIN_TARGET_DIR") {
        Some(dir) => Ok(std::path::absolute(dir)?),
        None => Ok(cache()?.join("plugins")),
    }
}

/// Where the packages of the first-party plugins are put, and where the core looks for them.
pub fn packages() -> PathBuf {
    root().join("target/plugins")
}

/// A program of the workspace, as a debug build leaves it.
pub fn debug_binary(name: &str) -> Result<PathBuf> {
    Ok(target()?.join("debug").join(name))
}

/// A cargo command on the workspace.
pub fn cargo() -> Result<Command> {
    cargo_in(&root(), &target()?)
}

/// A cargo command on one of the workspaces beside the main one.
pub fn guest_cargo(dir: &Path) -> Result<Command> {
    cargo_in(dir, &plugin_target()?)
}

fn cargo_in(dir: &Path, target: &Path) -> Result<Command> {
    claim::target_directories()?;
    let mut command = Command::new("cargo");
    command.current_dir(dir).env("CARGO_TARGET_DIR", target);
    command.env("PATCHBAY_PLUGIN_TARGET_DIR", plugin_target()?);
    // `cargo run` describes xtask in these, which is not what is built next.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name.as_ref());
        }
    }
    Ok(command)
}

/// Makes the folders the core embeds, so that it compiles before they are filled.
pub fn embedded_folders() -> Result<()> {
    for dir in [packages(), root().join("web/dist")] {
        std::fs::create_dir_all(&dir).with_context(|| format!("making {}", dir.display()))?;
    }
    Ok(())
}

/// A path as it is printed: from the top of the checkout on.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn set(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
