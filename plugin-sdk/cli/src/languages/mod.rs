//! Plugins in TypeScript and Python: their folder in, a component out.
//!
//! The tools that make components of these languages come from npm and PyPI, pinned by lock files
//! that are part of this program. They are fetched once into the cache; after that a build needs
//! no network. The interface itself is never fetched: [`world`] writes it.

mod install;
mod process;
mod python;
pub mod template;
mod typescript;
#[cfg(test)]
mod typescript_types;
mod world;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// True for a folder that [`build`] can build.
pub fn handles(folder: &Path) -> bool {
    folder.join("package.json").exists() || folder.join("pyproject.toml").exists()
}

/// Builds the component of a plugin written in TypeScript (`package.json`) or Python
/// (`pyproject.toml`), for exactly the interfaces its manifest names.
pub fn build(folder: &Path) -> Result<Vec<u8>> {
    let folder = folder
        .canonicalize()
        .with_context(|| format!("there is no folder {}", folder.display()))?;
    let work = Work::new(&folder)?;
    world::write(&work.wit(), &interfaces(&folder)?)?;
    if folder.join("package.json").exists() {
        typescript::build(&folder, &work)?;
    } else if folder.join("pyproject.toml").exists() {
        python::build(&folder, &work)?;
    } else {
        bail!("{} has neither a package.json nor a pyproject.toml", folder.display());
    }
    fs::read(work.component()).with_context(|| format!("no component came of {}", folder.display()))
}

/// The interfaces a manifest names; whether they exist is for `check` to say, with their line.
fn interfaces(folder: &Path) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Named {
        interfaces: Vec<String>,
    }
    let path = folder.join("plugin.toml");
    let text =
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let named: Named = toml::from_str(&text).with_context(|| path.display().to_string())?;
    Ok(named.interfaces)
}

/// The folder of one build, gone when it is over.
struct Work(PathBuf);

impl Work {
    fn new(plugin: &Path) -> Result<Self> {
        let name = plugin.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let work = install::cache()?.join(format!("build-{name}-{}", std::process::id()));
        // What a killed build of the same number left behind.
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(&work).with_context(|| format!("{} cannot be made", work.display()))?;
        Ok(Self(work))
    }

    fn wit(&self) -> PathBuf {
        self.0.join("wit")
    }

    fn component(&self) -> PathBuf {
        self.0.join("plugin.wasm")
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_no_known_language_is_refused_in_words() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("plugin.toml"), "interfaces = [\"settings\"]")
            .expect("written");
        assert!(!handles(folder.path()));
        let error = build(folder.path()).expect_err("nothing to build").to_string();
        assert!(error.contains("neither a package.json nor a pyproject.toml"), "{error}");
    }
}
