//! Builds the first-party plugins with the tool every plugin author uses.

use crate::{paths, proc, stamp};
use anyhow::{Context as _, Result, bail};
use std::path::PathBuf;

/// `cargo xtask plugins`.
pub fn command() -> Result<()> {
    crate::progress::Progress::new(1).step("plugins", || build(Tool::Alone))
}

/// Where `cargo patchbay` itself comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// It is built by itself, for someone who only makes plugins.
    Alone,
    /// [`programs`] has built it.
    Built,
}

/// Builds every program of the workspace. Together, so that cargo compiles what they share once,
/// with one set of features.
pub fn programs() -> Result<()> {
    paths::embedded_folders()?;
    proc::run(paths::cargo()?.args(["build", "--workspace", "--bins", "--locked"]))
}

/// The same with all tests. What only tests need turns features of shared dependencies on, so a build
/// without them would compile half of the tree a second time.
pub fn programs_and_tests() -> Result<()> {
    paths::embedded_folders()?;
    let everything = ["build", "--workspace", "--bins", "--tests", "--examples", "--locked"];
    proc::run(paths::cargo()?.args(everything))
}

/// Builds every folder of `plugins/` that holds a manifest into `target/plugins`, one after the
/// other: they share a target directory, so cargo would queue them anyway, and each build uses all
/// cores by itself.
pub fn build(tool: Tool) -> Result<()> {
    paths::embedded_folders()?;
    let plugins = folders()?;
    let shared = shared_hash()?;
    let mut stale = Vec::new();
    for (id, dir) in &plugins {
        let mut hash = stamp::Hash::new();
        hash.add(shared.as_bytes());
        hash.add_path(dir)?;
        let stamp = paths::root().join("target/stamps/plugins").join(id);
        if !stamp::fresh(&stamp, &hash.hex()) || !package(id).exists() {
            stale.push((id, dir, stamp, hash.hex()));
        }
    }
    remove_orphans(&plugins)?;
    let mut missing = Vec::new();
    for (id, dir, stamp, hash) in stale {
        if from_cache(id, &hash)? {
            stamp::write(&stamp, &hash)?;
        } else {
            missing.push((id, dir, stamp, hash));
        }
    }
    if missing.is_empty() {
        println!("      {} plugins, unchanged", plugins.len());
        return Ok(());
    }
    if tool == Tool::Alone {
        proc::run(paths::cargo()?.args(["build", "-p", "cargo-patchbay"]))?;
    }
    let tool = paths::debug_binary("cargo-patchbay")?;
    for (id, dir, stamp, hash) in missing {
        println!("      building {id}");
        let mut command = std::process::Command::new(&tool);
        command.args(["patchbay", "build"]).arg(dir).arg("--out").arg(paths::packages());
        command
            .current_dir(paths::root())
            .env("PATCHBAY_PLUGIN_TARGET_DIR", paths::plugin_target()?);
        proc::run(&mut command).with_context(|| format!("building the plugin {id}"))?;
        if !package(id).exists() {
            bail!("the build of {id} ended well but left no {}", paths::shown(&package(id)));
        }
        into_cache(id, &hash)?;
        stamp::write(&stamp, &hash)?;
    }
    Ok(())
}

/// Where the package of these inputs is kept for other checkouts: cargo goes by the time of a file, so
/// that in a new checkout it compiles everything again.
fn cached(id: &str, hash: &str) -> Result<PathBuf> {
    Ok(paths::plugin_target()?.join("packages").join(format!("{id}-{hash}.pbp")))
}

/// Takes a package that was made of the same inputs, if there is one.
fn from_cache(id: &str, hash: &str) -> Result<bool> {
    let cached = cached(id, hash)?;
    if !cached.exists() {
        return Ok(false);
    }
    std::fs::copy(&cached, package(id)).with_context(|| format!("taking the built {id}"))?;
    Ok(true)
}

/// Keeps a package for other checkouts, in place of an older one.
fn into_cache(id: &str, hash: &str) -> Result<()> {
    let cached = cached(id, hash)?;
    let folder = cached.parent().context("the cache's folder")?;
    std::fs::create_dir_all(folder)?;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if name.rsplit_once('-').is_some_and(|(of, _)| of == id) {
            std::fs::remove_file(&path)?;
        }
    }
    // Whole, or not at all: a run may end at any moment.
    let part = cached.with_extension("part");
    std::fs::copy(package(id), &part)?;
    std::fs::rename(&part, &cached).with_context(|| format!("keeping the built {id}"))
}

/// The plugins of this checkout: name of the folder, which is the plugin's id, and the folder.
pub fn folders() -> Result<Vec<(String, PathBuf)>> {
    let dir = paths::root().join("plugins");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&dir).with_context(|| format!("listing {}", dir.display()))? {
        let path = entry?.path();
        if path.join("plugin.toml").exists()
            && let Some(id) = path.file_name().and_then(|name| name.to_str())
        {
            found.push((id.to_owned(), path.clone()));
        }
    }
    found.sort();
    Ok(found)
}

/// What every plugin is made of besides its own folder: the interface, the SDK, the tool and the
/// versions of everything.
fn shared_hash() -> Result<String> {
    let mut hash = stamp::Hash::new();
    for path in [
        "plugins/Cargo.toml",
        "plugins/Cargo.lock",
        "plugin-sdk/rust",
        "plugin-sdk/wit",
        "plugin-sdk/cli",
        "plugin-sdk/package",
        "rust-toolchain.toml",
        "xtask/src/plugins.rs",
    ] {
        hash.add_path(&paths::root().join(path))?;
    }
    // Folders of `plugins/` without a manifest are crates that several plugins share.
    let mut shared: Vec<PathBuf> = std::fs::read_dir(paths::root().join("plugins"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("Cargo.toml").exists() && !path.join("plugin.toml").exists())
        .collect();
    shared.sort();
    for path in shared {
        hash.add_path(&path)?;
    }
    Ok(hash.hex())
}

/// A package whose folder is gone would still be embedded in the core.
fn remove_orphans(plugins: &[(String, PathBuf)]) -> Result<()> {
    for entry in std::fs::read_dir(paths::packages())? {
        let path = entry?.path();
        let known = plugins.iter().any(|(id, _)| path == package(id));
        if path.extension().is_some_and(|ext| ext == "pbp") && !known {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}

fn package(id: &str) -> PathBuf {
    paths::packages().join(format!("{id}.pbp"))
}
