//! The wire formats, held against libraries that nobody here wrote: `plugin-sdk/checks`.

use crate::{paths, plugins, proc, web};
use anyhow::Result;
use std::process::Command;

/// The `independent` stage: the simulator as it was built, and the libraries of the lock file.
pub fn test() -> Result<()> {
    plugins::programs_and_tests()?;
    let folder = paths::root().join("plugin-sdk/checks");
    println!("      packages of {}", paths::shown(&folder));
    web::install(&folder)?;
    let mut npm = Command::new("npm");
    npm.args(["test", "--silent"]).current_dir(&folder);
    npm.env("PATCHBAY_SIMULATOR_BIN", paths::debug_binary("patchbay-simulator")?);
    proc::run(&mut npm)
}
