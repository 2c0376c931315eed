//! Python: a module and what it imports, made a component around CPython with its start already
//! done.

use super::{Work, install, process, world};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is read of a plugin's `pyproject.toml`.
#[derive(Deserialize)]
struct Project {
    tool: Tools,
}

#[derive(Deserialize)]
struct Tools {
    patchbay: Tool,
}

#[derive(Deserialize)]
struct Tool {
    /// The module with the plugin's classes.
    module: String,
    /// Where the SDK is, from the plugin's folder on.
    sdk: PathBuf,
}

/// What `componentize-py` is when it is asked by Python itself, wherever the environment is.
const SCRIPT: &str = "import sys, componentize_py; sys.argv[0] = 'componentize-py'; \
                      sys.exit(componentize_py.script())";

pub fn build(folder: &Path, work: &Work) -> Result<()> {
    let path = folder.join("pyproject.toml");
    let text = fs::read_to_string(&path)?;
    let project: Project = toml::from_str(&text).with_context(|| {
        format!(
            "{} needs a section like this:\n[tool.patchbay]\nmodule = \"my_plugin\"\nsdk = \
             \"../plugin-sdk/python\"\n",
            path.display()
        )
    })?;
    let Tool { module, sdk } = project.tool.patchbay;
    let sdk = folder.join(sdk);
    if !sdk.join("patchbay_plugin").exists() {
        bail!("there is no Python SDK at {}; `tool.patchbay.sdk` says where it is", sdk.display());
    }
    let source = folder.join("src");
    if !source.join(format!("{module}.py")).exists() && !source.join(&module).exists() {
        bail!("there is no module {module} in {}", source.display());
    }
    let python = install::python()?;
    let mut command = Command::new(python);
    // Compiled caches would be written beside the plugin's sources, and end up in the component.
    command.current_dir(folder).env("PYTHONDONTWRITEBYTECODE", "1").args(["-c", SCRIPT]);
    command.arg("--wit-path").arg(work.wit()).args(["--world", world::WORLD]);
    command.args(["componentize", "--stub-wasi"]);
    for place in [source, sdk, folder.join("vendor")] {
        if place.is_dir() {
            command.arg("--python-path").arg(place);
        }
    }
    command.arg(&module).arg("--output").arg(work.component());
    process::run(&format!("building {}", folder.display()), &mut command)
}
