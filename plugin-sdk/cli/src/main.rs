//! `cargo patchbay`: makes plugins: `new`, `build`, `check`, `dev`, `test`, `replay`, `pack`, `sign`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line speaks to a terminal"
)]

mod build;
mod check;
mod component;
mod kit;
mod languages;
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
#[command(about = "Makes Patchbay plugins")]
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
    /// Starts a new plugin that builds, passes its tests and the conformance kit
    New {
        /// The plugin's id, for example `acme-chat`; also the folder's name
        id: String,
        /// The language to write it in: rust, ts or py
        #[arg(long, default_value = "rust")]
        lang: String,
        /// Where the plugin's folder is made; made too when it is not there
        #[arg(long, default_value = ".")]
        dir: PathBuf,
        /// Where the SDK is; looked for upwards from the folder when not given
        #[arg(long, env = "PATCHBAY_PLUGIN_SDK")]
        sdk: Option<PathBuf>,
    },
    /// Runs the golden fixtures and the conformance kit in the real host
    Test {
        /// Folders with a plugin.toml
        #[arg(default_value = ".")]
        folders: Vec<PathBuf>,
        /// Write down what comes instead of comparing it
        #[arg(long)]
        bless: bool,
        /// Only fixtures whose name contains this, without the conformance kit
        #[arg(long, default_value = "")]
        only: String,
        #[arg(long, value_enum, default_value_t, env = "PATCHBAY_PLUGIN_TOOLCHAIN")]
        toolchain: Choice,
    },
    /// Runs inputs that a desk recorded, and shows what comes of them now
    Replay {
        /// Files that GET /api/quarantine/{id}/export answered
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The plugin's folder, or a package to run them against
        #[arg(long, default_value = ".")]
        against: PathBuf,
        /// Make a fixture of each in the folder's `fixtures`
        #[arg(long)]
        save: bool,
        #[arg(long, value_enum, default_value_t, env = "PATCHBAY_PLUGIN_TOOLCHAIN")]
        toolchain: Choice,
    },
    /// Runs the plugin in a desk of its own with a simulated provider, anew at every change
    Dev {
        /// A folder with a plugin.toml and a simulator.toml
        #[arg(default_value = ".")]
        folder: PathBuf,
        /// Where the desk listens
        #[arg(long, env = "PATCHBAY_DEV_LISTEN", default_value = "127.0.0.1:8080")]
        listen: String,
        /// Where the simulated provider listens
        #[arg(long, env = "PATCHBAY_DEV_SIMULATOR", default_value = "127.0.0.1:8090")]
        simulator: String,
        /// Where the desk keeps its data; otherwise it is forgotten at the end
        #[arg(long)]
        data: Option<PathBuf>,
        /// Hold one conversation by itself and end: a check that all of it works
        #[arg(long)]
        once: bool,
    },
    /// Builds packages for others, signed when a key is given
    Pack {
        /// Folders with a plugin.toml
        #[arg(default_value = ".")]
        folders: Vec<PathBuf>,
        /// Where the packages go
        #[arg(long, default_value = ".")]
        out: PathBuf,
        /// A key of `keygen`
        #[arg(long)]
        key: Option<PathBuf>,
        #[arg(long, value_enum, default_value_t, env = "PATCHBAY_PLUGIN_TOOLCHAIN")]
        toolchain: Choice,
    },
    /// Signs packages in their place
    Sign {
        #[arg(required = true)]
        packages: Vec<PathBuf>,
        /// A key of `keygen`
        #[arg(long)]
        key: PathBuf,
    },
    /// Makes a key that signs packages, and prints its public half
    Keygen {
        /// The file to make; keep it to yourself
        file: PathBuf,
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
            folders.iter().try_for_each(|folder| package::make(folder, toolchain, &out).map(|_| ()))
        }
        Command::Check { plugins, toolchain } => check_all(&plugins, toolchain),
        Command::New { id, lang, dir, sdk } => template::new(&id, &lang, &dir, sdk.as_deref()),
        Command::Test { folders, bless, only, toolchain } => {
            for folder in &folders {
                let package = kit::package(folder, toolchain)?;
                let mut command = kit::command();
                command.arg("test").arg(folder).arg("--package").arg(package);
                command.arg("--only").arg(&only);
                if bless {
                    command.arg("--bless");
                }
                kit::run(&mut command)?;
            }
            Ok(())
        }
        Command::Replay { files, against, save, toolchain } => {
            let mut command = kit::command();
            command.arg("replay").args(&files);
            command.arg("--package").arg(kit::package(&against, toolchain)?);
            if save {
                let folder = if against.is_dir() { against } else { PathBuf::from(".") };
                command.arg("--save").arg(folder);
            }
            kit::run(&mut command)
        }
        Command::Dev { folder, listen, simulator, data, once } => {
            let mut command = kit::command();
            command.arg("dev").arg(&folder).args(["--listen", &listen]);
            command.args(["--simulator", &simulator]);
            command.arg("--build-with").arg(std::env::current_exe()?);
            if let Some(data) = data {
                command.arg("--data").arg(data);
            }
            if once {
                command.arg("--once");
            }
            kit::become_it(&mut command)
        }
        Command::Pack { folders, out, key, toolchain } => {
            let key = key.as_deref().map(package::key).transpose()?;
            for folder in &folders {
                let written = package::make(folder, toolchain, &out)?;
                if let Some(key) = &key {
                    sign(&written, key)?;
                }
            }
            Ok(())
        }
        Command::Sign { packages, key } => {
            let key = package::key(&key)?;
            packages.iter().try_for_each(|path| sign(path, &key))
        }
        Command::Keygen { file } => {
            let public = package::keygen(&file)?;
            println!(
                "made {}\npublic key   {public}\nfingerprint  {}",
                file.display(),
                patchbay_package::fingerprint(&public)
            );
            Ok(())
        }
    }
}

fn sign(path: &std::path::Path, key: &patchbay_package::SigningKey) -> Result<()> {
    package::sign(path, key)?;
    let fingerprint = patchbay_package::fingerprint(&key.public());
    println!("{} is signed with {fingerprint}", path.display());
    Ok(())
}

fn check_all(plugins: &[PathBuf], choice: Choice) -> Result<()> {
    let mut wrong = 0;
    for plugin in plugins {
        let built =
            if plugin.is_dir() { build::build(plugin, choice)? } else { package::read(plugin)? };
        match check::report(&built.id, &built.findings) {
            Ok(()) => println!(
                "{} {}: fine ({} component)",
                built.id,
                built.version,
                package::size(built.component.len())
            ),
            Err(_) => wrong += 1,
        }
    }
    if wrong > 0 {
        bail!("{wrong} of {} plugins need mending", plugins.len());
    }
    Ok(())
}
