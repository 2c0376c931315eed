//! TypeScript: checked by the plugin's own compiler, bundled by esbuild, and made a component
//! around QuickJS.

use super::{Work, install, process, world};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is read of a plugin's `package.json`.
#[derive(Deserialize)]
struct Package {
    #[serde(default = "main")]
    main: String,
}

fn main() -> String {
    "src/index.ts".to_owned()
}

pub fn build(folder: &Path, work: &Work) -> Result<()> {
    let tools = install::node()?;
    let path = folder.join("package.json");
    let text = fs::read_to_string(&path)?;
    let package: Package =
        serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    let entry = folder.join(&package.main);
    if !entry.exists() {
        bail!("there is no {}. package.json names the plugin's module in `main`", entry.display());
    }
    dependencies(folder)?;
    check(folder)?;
    let mut command = Command::new("node");
    command.current_dir(folder).arg(tools.join("build.mjs"));
    command.arg(&entry).arg(work.wit()).arg(world::WORLD).arg(work.component());
    process::run(&format!("building {}", folder.display()), &mut command)
}

/// Installs the packages of the plugin, unless those of its lock file are there.
fn dependencies(folder: &Path) -> Result<()> {
    let time = |path: &str| fs::metadata(folder.join(path)).and_then(|m| m.modified()).ok();
    let installed = time("node_modules/.package-lock.json");
    let wanted = time("package-lock.json").max(time("package.json"));
    if installed.is_some() && installed >= wanted {
        return Ok(());
    }
    let locked = folder.join("package-lock.json").exists();
    let mut npm = install::npm(folder, if locked { "ci" } else { "install" });
    process::run("installing the plugin's packages", &mut npm)
}

/// Types are checked where the plugin brings a compiler and says how: a bundler only drops them.
fn check(folder: &Path) -> Result<()> {
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    if !compiler.exists() || !folder.join("tsconfig.json").exists() {
        return Ok(());
    }
    let mut tsc = Command::new("node");
    tsc.current_dir(folder).arg(compiler).args(["--noEmit", "--project", "."]);
    process::run("the check of types", &mut tsc)
}
