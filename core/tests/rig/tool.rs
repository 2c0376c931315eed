//! The tool of plugin authors, as tests call it.

use std::{path::Path, process::Command};

/// `cargo patchbay`, built from this checkout. Arguments are added by the caller.
///
/// Cargo describes the running test in variables that build scripts read. What is built next is
/// another package, and would be compiled again together with all that it depends on.
pub fn cargo_patchbay(root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root).args(["run", "--quiet", "-p", "cargo-patchbay", "--"]);
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        let of_package = name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
        if of_package || name == "OUT_DIR" {
            command.env_remove(name.as_ref());
        }
    }
    command
}
