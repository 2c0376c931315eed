//! Runs the tutorial of `plugin-sdk/README.md` as it is written there: every block that is marked
//! `sh tutorial`, one after the other, in one shell and an empty folder.

use crate::{paths, proc};
use anyhow::{Context as _, Result, bail};
use std::net::TcpListener;
use std::process::Command;

/// Fails when a line of the tutorial does.
pub fn run() -> Result<()> {
    let readme = paths::root().join("plugin-sdk/README.md");
    let text = std::fs::read_to_string(&readme)
        .with_context(|| format!("{} cannot be read", readme.display()))?;
    let blocks = blocks(&text);
    if blocks.is_empty() {
        bail!("plugin-sdk/README.md has no block marked `sh tutorial`");
    }
    let folder = paths::cache()?.join("tutorial");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let programs = paths::target()?.join("debug");
    let path = std::env::var("PATH").unwrap_or_default();
    let script = format!("set -e\n{}", blocks.join("\n"));
    let mut shell = Command::new("bash");
    shell
        .args(["-c", &script])
        .current_dir(&folder)
        .env("PATCHBAY", paths::root())
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("PATCHBAY_PLUGIN_TARGET_DIR", paths::plugin_target()?)
        .env("PATCHBAY_DEV_LISTEN", free()?)
        .env("PATCHBAY_DEV_SIMULATOR", free()?)
        // The tutorial's own project is compiled where a stranger's would be.
        .env_remove("CARGO_TARGET_DIR");
    proc::run(&mut shell)
}

/// An address nobody listens on at the moment.
fn free() -> Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

/// The contents of the marked blocks.
fn blocks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        match &mut block {
            None if line.trim() == "```sh tutorial" => block = Some(String::new()),
            None => {}
            Some(_) if line.trim() == "```" => found.extend(block.take()),
            Some(lines) => {
                lines.push_str(line);
                lines.push('\n');
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::blocks;

    #[test]
    fn only_marked_blocks_are_run() {
        let text =
            "a\n```sh\nno\n```\n```sh tutorial\none\ntwo\n```\nb\n```sh tutorial\nthree\n```\n";
        assert_eq!(blocks(text), ["one\ntwo\n", "three\n"]);
    }
}
