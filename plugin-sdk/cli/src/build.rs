//! Builds one plugin: its folder in, a component and what is wrong with it out.

use crate::check::{self, Finding};
use crate::toolchain::{self, Choice, TARGET};
use crate::{component, languages, package};
use anyhow::{Context, Result, bail};
use patchbay_package::Manifest;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A plugin with its component, ready to be packed.
#[derive(Debug)]
pub struct Built {
    pub id: String,
    pub version: String,
    pub component: Vec<u8>,
    /// Everything else that goes into the package, by its name there.
    pub files: BTreeMap<String, Vec<u8>>,
    pub findings: Vec<Finding>,
}

impl Built {
    /// The package of it.
    pub fn pack(&self) -> Result<Vec<u8>> {
        let mut files = self.files.clone();
        files.insert(package::COMPONENT.to_owned(), self.component.clone());
        Ok(patchbay_package::write(&files)?)
    }
}

/// Builds the plugin in `folder`. What is wrong but does not stop the build is in `findings`.
pub fn build(folder: &Path, choice: Choice) -> Result<Built> {
    let folder = folder
        .canonicalize()
        .with_context(|| format!("there is no folder {}", folder.display()))?;
    let path = folder.join("plugin.toml");
    let text = std::fs::read_to_string(&path).with_context(|| {
        format!("{} cannot be read. A plugin's folder has a plugin.toml", path.display())
    })?;
    let (manifest, mut findings) = read(&folder, &text)?;
    let files = package::collect(&folder, &manifest)?;
    findings.extend(check::folder(&manifest, &files));
    let component = if folder.join("Cargo.toml").exists() {
        let module = compile(&folder, choice)?;
        let bytes = std::fs::read(&module)
            .with_context(|| format!("{} cannot be read", module.display()))?;
        component::encode(&bytes)?
    } else if languages::handles(&folder) {
        languages::build(&folder)?
    } else {
        let ready = folder.join("plugin.wasm");
        std::fs::read(&ready).with_context(|| {
            format!(
                "{} has no Cargo.toml, package.json or pyproject.toml to build, and no ready \
                 plugin.wasm component",
                folder.display()
            )
        })?
    };
    findings.extend(check::component(&manifest, &component)?);
    Ok(Built { id: manifest.id, version: manifest.version, component, files, findings })
}

/// Reads the manifest of a folder, with everything that is wrong with it. What cannot be read at
/// all is an error that shows the line.
fn read(folder: &Path, text: &str) -> Result<(Manifest, Vec<Finding>)> {
    let schema = std::fs::read(folder.join("settings.json")).unwrap_or_default();
    check::manifest(text, &schema)
}

/// The lines cargo prints on standard output with `--message-format json`.
#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Line {
    CompilerArtifact {
        manifest_path: PathBuf,
        filenames: Vec<PathBuf>,
    },
    #[serde(other)]
    Other,
}

/// Runs cargo and gives the path of the core module.
fn compile(folder: &Path, choice: Choice) -> Result<PathBuf> {
    let target_dir = toolchain::target_dir()?;
    let way = toolchain::find(choice, folder, &target_dir)?;
    let own = folder.join("Cargo.toml");
    let output = way
        .cargo(folder)
        .args(["build", "--release", "--lib", "--target", TARGET])
        .args(["--message-format", "json-render-diagnostics"])
        .args(way.arguments())
        .arg("--target-dir")
        .arg(&target_dir)
        .arg("--manifest-path")
        .arg(&own)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo did not start: is Rust installed and on the PATH?")?;
    if !output.status.success() {
        bail!("{} did not compile; see the messages above", folder.display());
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .filter_map(|line| match line {
            Line::CompilerArtifact { manifest_path, filenames } if manifest_path == own => {
                filenames.into_iter().find(|file| file.extension().is_some_and(|e| e == "wasm"))
            }
            _ => None,
        })
        .next_back()
        .context(
            "cargo built no WebAssembly module. Add this to the plugin's Cargo.toml:\n  \
             [lib]\n  crate-type = [\"cdylib\", \"rlib\"]",
        )
}
