//! `cargo patchbay`: makes plugins: `new`, `build`, `check`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line speaks to a terminal"
)]

mod build;
mod check;
mod component;
mod languages;
mod manifest;
mod package;
mod template;
mod toolchain;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use toolchain::Choice;

#[derive(Parser)]
#[command(name = "cargo-patchbay", bin_name = "cargo patchbay", version)]
#[command(about = "Makes Patchbay plugins: new, build, check")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds plugins and writes one .pbp package for each
    Build {
        /// Folders with a plugin.toml
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Where the packages go
        #[arg(long, default_value = "target/plugins")]
        out: PathBuf,
        /// How WebAssembly is compiled
        #[arg(long, value_enum, default_value_t, env = "PATCHBAY_PLUGIN_TOOLCHAIN")]
        toolchain: Choice,
    },
    /// Says everything that is wrong with a plugin's folder or package, and how to mend it
    Check {
        /// A folder with a plugin.toml, or a .pbp package
        #[arg(required = true)]
        plugins: Vec<PathBuf>,
        /// How WebAssembly is compiled
        #[arg(long, value_enum, default_value_t, env = "PATCHBAY_PLUGIN_TOOLCHAIN")]
        toolchain: Choice,
    },
    /// Starts a new plugin that builds and passes its tests
    New {
        /// The plugin's id, for example `acme-chat`; also the folder's name
        id: String,
        /// The language to write it in: rust, ts or py
        #[arg(long, default_value = "rust")]
        lang: String,
        /// The folder to make it in
        #[arg(long, default_value = ".")]
        dir: PathBuf,
        /// Where the SDK is; looked for upwards from the folder when not given
        #[arg(long, env = "PATCHBAY_PLUGIN_SDK")]
        sdk: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    // As a cargo subcommand the first argument is our own name.
    let arguments = std::env::args_os()
        .enumerate()
        .filter(|(place, argument)| !(*place == 1 && argument == "patchbay"))
        .map(|(_, argument)| argument);
    match run(Cli::parse_from(arguments).command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Build { folders, out, toolchain } => {
            for folder in &folders {
                let built = build::build(folder, toolchain)?;
                check::report(&built.id, &built.findings)?;
                let written = package::write(&built, &out)?;
                println!(
                    "{} {}: {} ({} component, {} package)",
                    built.id,
                    built.version,
                    written.path.display(),
                    size(built.component.len()),
                    size(written.bytes),
                );
            }
        }
        Command::Check { plugins, toolchain } => {
            let mut wrong = 0;
            for plugin in &plugins {
                let built = if plugin.is_dir() {
                    build::build(plugin, toolchain)?
                } else {
                    package::read(plugin)?
                };
                match check::report(&built.id, &built.findings) {
                    Ok(()) => println!(
                        "{} {}: fine ({} component)",
                        built.id,
                        built.version,
                        size(built.component.len())
                    ),
                    Err(_) => wrong += 1,
                }
            }
            if wrong > 0 {
                bail!("{wrong} of {} plugins need mending", plugins.len());
            }
        }
        Command::New { id, lang, dir, sdk } => template::new(&id, &lang, &dir, sdk.as_deref())?,
    }
    Ok(())
}

fn size(bytes: usize) -> String {
    format!("{:.1} KB", bytes as f64 / 1000.0)
}
