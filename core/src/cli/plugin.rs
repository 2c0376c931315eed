//! `patchbay plugin list`.

use super::say;
use anyhow::Result;
use clap::Subcommand;
use patchbay::{bundled, config::Config, plugins::Package};

#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// Show the plugins a server with this configuration loads.
    List,
}

/// Runs a plugin command.
pub fn run(command: &PluginCommand, config: &Config) -> Result<()> {
    match command {
        PluginCommand::List => list(config),
    }
}

fn list(config: &Config) -> Result<()> {
    let mut found = bundled::built_in();
    found.extend(bundled::in_folder(&config.path(&config.plugins.folder))?);
    if found.is_empty() {
        return say("no plugins");
    }
    let mut refused = 0;
    for package in found {
        let line = match Package::read(&package.bytes) {
            Ok(read) => {
                let manifest = &read.manifest;
                let name = format!("{} {}", manifest.id, manifest.version);
                format!("{name:<24} {:<20} {}", manifest.name, package.origin)
            }
            Err(error) => {
                refused += 1;
                format!("refused: {error} ({})", package.origin)
            }
        };
        say(&line)?;
    }
    anyhow::ensure!(refused == 0, "{refused} of the packages cannot be used");
    Ok(())
}
