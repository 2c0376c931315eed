//! `patchbay-kit dev`: a desk of its own with the plugin in it, a simulated provider beside it, and
//! both kept up to date while the author writes.

mod desk;
mod place;
mod talk;
mod watch;

use crate::workshop::Workshop;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use desk::Desk;
use patchbay_package::{Manifest, Package};
use place::DevDesk;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::process::{Child, Command};

#[derive(Args)]
pub struct Options {
    /// The plugin's folder
    folder: PathBuf,
    #[arg(long)]
    listen: String,
    #[arg(long)]
    simulator: String,
    /// Where the desk keeps its data; otherwise it is forgotten at the end
    #[arg(long)]
    data: Option<PathBuf>,
    /// The `cargo-patchbay` that builds
    #[arg(long)]
    build_with: PathBuf,
    /// Hold one conversation and end
    #[arg(long)]
    once: bool,
}

/// A program of ours: named by a variable, beside this one, or on the PATH.
fn program(variable: &str, name: &str) -> PathBuf {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(&file));
    let given = std::env::var_os(variable).map(PathBuf::from);
    given.or_else(|| beside.filter(|path| path.exists())).unwrap_or_else(|| PathBuf::from(file))
}

/// Runs until somebody ends it.
pub async fn run(options: &Options) -> Result<bool> {
    free(&options.listen, "PATCHBAY_DEV_LISTEN")?;
    free(&options.simulator, "PATCHBAY_DEV_SIMULATOR")?;
    // What is dropped here takes the desk and the simulator with it.
    tokio::select! {
        done = work(options) => done,
        ended = ended() => ended.map(|()| true),
    }
}

/// What already listens there would be taken for the desk or the simulator that is to be started.
fn free(address: &str, variable: &str) -> Result<()> {
    let bound = std::net::TcpListener::bind(address);
    bound.map(drop).with_context(|| {
        format!(
            "nothing can listen on {address}: end what does, perhaps an earlier `dev`, or give \
             another address with {variable}"
        )
    })
}

/// Ctrl-C, the word to end, or the terminal is gone.
#[cfg(unix)]
async fn ended() -> Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut end = signal(SignalKind::terminate())?;
    let mut gone = signal(SignalKind::hangup())?;
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed?,
        _ = end.recv() => {}
        _ = gone.recv() => {}
    }
    Ok(())
}

/// Elsewhere there is only Ctrl-C.
#[cfg(not(unix))]
async fn ended() -> Result<()> {
    Ok(tokio::signal::ctrl_c().await?)
}

async fn work(options: &Options) -> Result<bool> {
    let temporary = tempfile::tempdir()?;
    let data = options.data.clone().unwrap_or_else(|| temporary.path().join("data"));
    let work = temporary.path().join("built");
    let package = build(options, &work).await?;
    let manifest = manifest(&package)?;
    let _simulator = simulator(options).await?;
    let played = Played::read(&options.folder);
    println!("starting the desk; what is new to it is compiled first, which may take minutes");
    let place = DevDesk {
        data,
        listen: options.listen.clone(),
        simulator: options.simulator.clone(),
        plugin: manifest.id.clone(),
        // Data that stays keeps what was compiled by itself.
        workshop: options.data.is_none().then(|| Workshop::open("dev")).flatten(),
    };
    let mut desk = Desk::start(place, &package).await?;
    desk.connect(&manifest, &options.simulator, played.as_ref()).await?;
    desk.links(&options.simulator, played.as_ref());
    if let Some(missing) = desk.pages().await {
        println!("{missing}\n");
    }
    if options.once {
        let played = played.context("--once needs a simulator.toml that plays the provider")?;
        talk::hold(&desk, &options.simulator, &played.id, &played.key).await?;
        return Ok(true);
    }
    println!("watching {}; Ctrl-C stops", options.folder.display());
    let mut watch = watch::Watch::new(&options.folder);
    let mut tick = tokio::time::interval(Duration::from_millis(500));
    loop {
        tick.tick().await;
        desk.log().await;
        desk.alive()?;
        if !watch.changed() {
            continue;
        }
        println!("building");
        match build(options, &work).await {
            Ok(package) => match desk.swap(&package).await {
                Ok(()) => println!("the new version runs"),
                Err(error) => println!("the desk keeps the version before: {error:#}"),
            },
            // The compiler has said what is wrong.
            Err(error) => println!("{error:#}; the version before goes on"),
        }
    }
}

async fn build(options: &Options, out: &Path) -> Result<PathBuf> {
    let status = Command::new(&options.build_with)
        .arg("build")
        .arg(&options.folder)
        .arg("--out")
        .arg(out)
        .kill_on_drop(true)
        .status()
        .await
        .with_context(|| format!("{} does not start", options.build_with.display()))?;
    if !status.success() {
        bail!("the plugin was not built");
    }
    let found = std::fs::read_dir(out)?.flatten().map(|entry| entry.path());
    found
        .filter(|path| path.extension().is_some_and(|kind| kind == "pbp"))
        .max_by_key(|path| path.metadata().and_then(|m| m.modified()).ok())
        .context("the build left no package")
}

fn manifest(package: &Path) -> Result<Manifest> {
    Ok(Package::read(&std::fs::read(package)?)?.manifest)
}

/// What a `simulator.toml` says about the provider and its first account.
pub struct Played {
    pub id: String,
    pub key: String,
    pub token: String,
    pub secret: String,
}

impl Played {
    fn read(folder: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(folder.join("simulator.toml")).ok()?;
        let table: toml::Table = toml::from_str(&text).ok()?;
        let account = |name: &str, otherwise: &str| {
            let value = table.get("account").and_then(|account| account.get(name)?.as_str());
            value.unwrap_or(otherwise).to_owned()
        };
        Some(Self {
            id: table.get("id")?.as_str()?.to_owned(),
            key: account("key", "main"),
            token: account("token", "test-token"),
            secret: account("secret", "test-secret"),
        })
    }
}

async fn simulator(options: &Options) -> Result<Child> {
    let path = program("PATCHBAY_SIMULATOR_BIN", "patchbay-simulator");
    let mut command = Command::new(&path);
    command.args(["--listen", &options.simulator]).kill_on_drop(true);
    let file = options.folder.join("simulator.toml");
    if file.exists() {
        command.arg("--provider").arg(file);
    } else {
        println!("there is no simulator.toml: nobody plays the provider");
    }
    let child = command.spawn().with_context(|| {
        format!(
            "{} does not start. Build it with `cargo build -p patchbay-simulator`, or say where \
             it is with PATCHBAY_SIMULATOR_BIN",
            path.display()
        )
    })?;
    reachable(&options.simulator, child).await
}

/// Waits until a program listens, which takes a machine with other things to do a while.
async fn reachable(address: &str, mut child: Child) -> Result<Child> {
    for _ in 0..3_000 {
        if tokio::net::TcpStream::connect(address).await.is_ok() {
            return Ok(child);
        }
        if let Some(status) = child.try_wait()? {
            bail!("what should listen on {address} ended with {status}");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    bail!("nothing listens on {address} after five minutes")
}
