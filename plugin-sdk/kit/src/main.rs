//! `patchbay-kit`: runs a plugin in the real host. `cargo patchbay` builds the package and starts
//! this program; it can be used by itself on any package.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line speaks to a terminal"
)]

mod addresses;
mod call;
mod conformance;
mod content;
mod dev;
mod fixture;
mod golden;
mod language;
mod patience;
mod provider;
mod replay;
mod script;
mod show;
mod stage;
mod test;
mod workshop;

use anyhow::{Context as _, Result};
use clap::{Parser, Subcommand};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

#[derive(Parser)]
#[command(name = "patchbay-kit", version, about = "Runs a Patchbay plugin in the real host")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Golden fixtures and the conformance kit
    Test {
        /// The plugin's folder, for its fixtures and conformance.toml
        folder: PathBuf,
        /// The built package
        #[arg(long)]
        package: PathBuf,
        /// Write down what comes instead of comparing it
        #[arg(long)]
        bless: bool,
        /// Only fixtures whose name contains this; leaves the conformance kit out
        #[arg(long, default_value = "")]
        only: String,
    },
    /// Inputs that a desk recorded
    Replay {
        /// Files that GET /api/quarantine/{id}/export answered
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The package to run them against
        #[arg(long)]
        package: PathBuf,
        /// Make fixtures of them in this plugin's folder
        #[arg(long)]
        save: Option<PathBuf>,
    },
    /// A desk with the plugin in it, anew at every change
    Dev(dev::Options),
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let ended = runtime
        .context("the runtime does not start")
        .and_then(|runtime| runtime.block_on(run(Cli::parse().command)));
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// False when something was found wrong and has been said.
async fn run(command: Command) -> Result<bool> {
    match command {
        Command::Test { folder, package, bless, only } => {
            test::run(&folder, &read(&package)?, &only, bless).await
        }
        Command::Replay { files, package, save } => {
            replay::run(&files, &read(&package)?, save.as_deref()).await
        }
        Command::Dev(options) => dev::run(&options).await,
    }
}

fn read(package: &Path) -> Result<Vec<u8>> {
    std::fs::read(package).with_context(|| format!("{} cannot be read", package.display()))
}
