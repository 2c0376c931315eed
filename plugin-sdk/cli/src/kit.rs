//! The kit: the program that has the real host inside. It is started, not linked, because the host
//! carries packages that this tool builds.

use crate::{
    package,
    toolchain::{self, Choice},
};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// `PATCHBAY_KIT`, else the kit beside this program, else that of the PATH.
pub fn command() -> Command {
    let name = format!("patchbay-kit{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(&name));
    let given = std::env::var_os("PATCHBAY_KIT").map(PathBuf::from);
    let chosen = given.or_else(|| beside.filter(|path| path.exists()));
    Command::new(chosen.unwrap_or_else(|| PathBuf::from(name)))
}

/// Runs it and passes its failure on; what was wrong it has said itself.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| absent(command))?;
    if status.success() {
        return Ok(());
    }
    bail!("the plugin needs mending, see above")
}

/// Becomes the kit, so that whoever ends this process ends the desk that the kit runs.
#[cfg(unix)]
pub fn become_it(command: &mut Command) -> Result<()> {
    let error = std::os::unix::process::CommandExt::exec(command);
    Err(error).with_context(|| absent(command))
}

/// Elsewhere no process becomes another.
#[cfg(not(unix))]
pub fn become_it(command: &mut Command) -> Result<()> {
    run(command)
}

fn absent(command: &Command) -> String {
    format!(
        "{} does not start. Build it with `cargo build -p patchbay-kit`, or say where it is with \
         PATCHBAY_KIT",
        command.get_program().display()
    )
}

/// A folder is built, a package is taken as it is.
pub fn package(plugin: &Path, choice: Choice) -> Result<PathBuf> {
    if plugin.is_file() {
        return Ok(plugin.to_owned());
    }
    package::make(plugin, choice, &toolchain::target_dir()?.join("packages"))
}
